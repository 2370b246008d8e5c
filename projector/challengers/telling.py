"""How recordings of one tournament are laid beside each other: facts are known by round, park, seat and kind.

Matches run side by side, so each is a thread of its own, and so is each seat's deck phase. Whoever plays in a park
knows its match best.
"""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events import base, challengers
from events.base import Event, PlayerId
from events.challengers import RoundEvent, TournamentEnded, TournamentStarted
from projector.telling import Fact, Telling

_APART: Mapping[type[Event], tuple[str, ...]] = {
    base.NoteAdded: ("text",),
    base.PenaltyGiven: ("penalty",),
    challengers.CardDescribed: ("card",),
    challengers.PileRefilled: ("tray",),
    challengers.CardsLookedAt: ("by", "origin"),
    challengers.CardsShown: ("origin",),
    challengers.DeckReordered: ("by",),
    challengers.CardsMoved: ("origin", "to"),
}
_LANDMARKS = (challengers.MatchStarted, challengers.FlagTaken, challengers.MatchWon)
# Types that come once in a game, so that they are the same whatever is missing before.
_ONCE = (
    TournamentStarted,
    challengers.CardDescribed,
    challengers.TrophiesTurnedUp,
    challengers.FinalistsFound,
    TournamentEnded,
    base.SeatConceded,
)
_LAST_ROUND = 100


def facts(events: Sequence[Event]) -> list[Fact]:
    """A fact for each event. A gap has the key of what stands before it."""
    round_ = next((event.round for event in events if isinstance(event, RoundEvent)), 0)
    if events and isinstance(events[0], TournamentStarted):
        round_ = 0
    phase = 0
    players: dict[tuple[int, str], frozenset[int]] = {}
    found: list[Fact] = []
    before: Hashable = None
    for event in events:
        kind = type(event)
        seat = getattr(event, "seat", None)
        park = getattr(event, "park", None)
        if isinstance(event, RoundEvent):
            round_ = event.round
            phase = 1 if park is not None else 0
        elif isinstance(event, (challengers.TrophiesTurnedUp, challengers.FinalistsFound)):
            phase = 2
        elif isinstance(event, TournamentEnded):
            round_, phase = _LAST_ROUND, 0
        if isinstance(event, challengers.MatchStarted):
            players[round_, event.park] = frozenset(event.seats)
        key: Hashable
        if kind is base.GapLeft:
            key = (kind, before)
        else:
            apart = tuple(getattr(event, name) for name in _APART.get(kind, ()))
            key = before = (kind, None if kind in _ONCE else round_, park, seat, *apart)
        thread: Hashable = None
        seats = frozenset(() if seat is None else (seat,))
        if park is not None:
            thread = (round_, park)
            seats = players.get((round_, park), seats)
        elif isinstance(event, RoundEvent) and seat is not None:
            thread = (round_, seat)
        found.append(Fact(key, (round_, phase), thread, seats, is_landmark=kind in _LANDMARKS))
    return found


def seated(events: Sequence[Event]) -> tuple[PlayerId | None, ...] | None:
    started = next((event for event in events if isinstance(event, TournamentStarted)), None)
    return None if started is None else tuple(seat.player for seat in started.seats)


def reseated(events: Sequence[Event], seats: Mapping[int, int]) -> list[Event]:
    """The tournament with the seats numbered as another telling numbers them."""
    if all(old == new for old, new in seats.items()):
        return list(events)
    return [_renumbered(event, seats) for event in events]


_SEATS = ("seat", "winner", "starter", "chosen_seat", "seen_from", "holder")
_MORE_SEATS: Mapping[type[Event], tuple[str, ...]] = {
    challengers.CardsLookedAt: ("by",),
    challengers.DeckReordered: ("by",),
}


def _renumbered(event: Any, seats: Mapping[int, int]) -> Event:
    kind = type(event)
    changed: dict[str, Any] = {}
    for name in (*_SEATS, *_MORE_SEATS.get(kind, ())):
        value = getattr(event, name, None)
        if isinstance(value, int) and value in seats:
            changed[name] = seats[value]
    if kind is TournamentStarted:
        changed["seats"] = _in_order(event.seats, seats)
        if event.setup is not None and event.setup.pairings:
            pairings = tuple(tuple(_paired(it, seats) for it in its) for its in event.setup.pairings)
            changed["setup"] = replace(event.setup, pairings=pairings)
    elif kind is challengers.RoundStarted:
        changed["pairings"] = tuple(_paired(pairing, seats) for pairing in event.pairings)
    elif kind in (challengers.MatchStarted, challengers.FinalistsFound):
        changed["seats"] = tuple(seats.get(seat, seat) for seat in event.seats)
    elif kind is challengers.TrophiesTurnedUp:
        changed["trophies"] = tuple(replace(it, seat=seats.get(it.seat, it.seat)) for it in event.trophies)
    if kind in (challengers.FinalistsFound, TournamentEnded):
        changed["fans"] = _in_order(event.fans, seats)
    renumbered: Event = replace(event, **changed) if changed else event
    return renumbered


def _paired(pairing: challengers.Pairing, seats: Mapping[int, int]) -> challengers.Pairing:
    one, two = pairing.seats
    return replace(pairing, seats=(seats.get(one, one), seats.get(two, two)))


def _in_order(by_seat: tuple[Any, ...], seats: Mapping[int, int]) -> tuple[Any, ...]:
    """Values by seat in the order of the seats' new numbers."""
    numbers = range(1, len(by_seat) + 1)
    if sorted(seats.get(number, number) for number in numbers) != list(numbers):
        return by_seat
    placed = {seats.get(number, number): value for number, value in zip(numbers, by_seat, strict=True)}
    return tuple(placed[number] for number in numbers)


def evidence(events: Sequence[Event]) -> dict[str, int]:
    """The cards revealed in each match that is told to its end."""
    found: dict[str, int] = {}
    revealed: dict[tuple[int, str], list[str | None]] = {}
    for event in events:
        if isinstance(event, challengers.MatchStarted):
            revealed[event.round, event.park] = []
        elif isinstance(event, challengers.CardRevealed) and (event.round, event.park) in revealed:
            revealed[event.round, event.park].append(event.card)
        elif isinstance(event, challengers.MatchWon):
            cards = revealed.pop((event.round, event.park), [])
            if cards and None not in cards:
                found[f"{event.round}:{event.park}:{'/'.join(map(str, cards))}"] = len(cards)
    return found


TELLING = Telling(
    facts=facts,
    seated=seated,
    reseated=reseated,
    begins=TournamentStarted,
    ends=TournamentEnded,
    evidence=evidence,
    unordered=frozenset(
        {
            challengers.CardsDrawn,
            challengers.CardsRedrawn,
            challengers.CardsKept,
            challengers.CardsRemoved,
            challengers.DeckReady,
            challengers.BotDeckSet,
            challengers.ChoiceMade,
        }
    ),
    stated=("winner", "power", "total", "needed", "fans"),
)
