"""A frozen picture of a tournament at one step: what the board draws and `gametape replay --json` prints.

Cards are ids; None is a card that this viewer does not know. `CardFacts` holds those of an id once for a whole replay.
"""

import msgspec

from events.base import CardId
from events.challengers import Pairing
from projector.challengers.cards import Catalogue
from projector.challengers.match import Entry, Match, Side, Slots
from projector.challengers.state import SeatState, State

Hand = tuple[CardId | None, ...]


class CardFacts(msgspec.Struct, frozen=True, omit_defaults=True):
    """The facts of a card that a board writes on it."""

    name: str
    kind: str = "card"
    set: str | None = None
    level: str | None = None
    power: int | None = None


class TrayView(msgspec.Struct, frozen=True, gc=False):
    """A tray. `pile` and `discard` count cards, None where the log hides how many."""

    tray: str
    pile: int | None
    discard: int | None


class TrophyView(msgspec.Struct, frozen=True, gc=False):
    """A trophy in front of a seat; `fans` None: face down for this viewer."""

    round: int
    fans: int | None


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat. `deck`: all its cards, None where not even their number is known. `hand`: drawn and not kept.

    `tray` and `ready` are of the deck phase of this round.

    `fans` are those in front of it, `all_fans` with those of its trophies.
    """

    seat: int
    bot: bool
    deck: Hand | None
    hand: Hand
    tray: str | None
    ready: bool
    fans: int | None
    all_fans: int | None
    trophies: tuple[TrophyView, ...] | None


class BonusView(msgspec.Struct, frozen=True, gc=False):
    """A bonus that counts, with the event that brought it."""

    event: int
    amount: int
    name: str | None
    lasts: str


class EntryView(msgspec.Struct, frozen=True, gc=False):
    """A card in the park, with what it counts for."""

    card: CardId | None
    name: str | None
    power: int | None
    bonuses: tuple[BonusView, ...]


class BenchSeatView(msgspec.Struct, frozen=True, gc=False):
    """A seat of a bench: a name, and the cards of that name."""

    name: str | None
    cards: Hand


class SideView(msgspec.Struct, frozen=True, gc=False):
    """A seat in a match. `power`: of its attack, or of what holds the flag. `park`: the top card last."""

    seat: int
    deck: int | None
    top: Hand
    park: tuple[EntryView, ...]
    power: int | None
    holds_flag: bool
    bench: tuple[BenchSeatView, ...] | None
    bench_seats: int | None
    exhaust: Hand
    bonuses: tuple[BonusView, ...]


class MatchView(msgspec.Struct, frozen=True, gc=False):
    """A match of the round that is played."""

    round: int
    park: str
    final: bool
    starter: int | None
    starts_by: str | None
    sides: tuple[SideView, SideView]
    over: bool
    winner: int | None
    reason: str | None


class View(msgspec.Struct, frozen=True, gc=False):
    """The whole hall after event `step` (0: before the first). `pairings`: who meets where in the round, if known."""

    step: int
    phase: str
    round: int
    winner: int | str | None
    ended: str | None
    finalists: tuple[int, int] | None
    trays: tuple[TrayView, ...]
    seats: tuple[SeatView, ...]
    pairings: tuple[Pairing, ...]
    matches: tuple[MatchView, ...]
    out_of_game: Hand


def view(state: State) -> View:
    """The picture of a state as it stands now."""
    return View(
        step=state.number,
        phase=state.phase,
        round=state.round,
        winner=state.winner,
        ended=(state.ended.reason or "unknown") if state.ended is not None else None,
        finalists=state.finalists,
        trays=tuple(
            TrayView(name, tray.pile, None if tray.discard is None else len(tray.discard))
            for name, tray in state.trays.items()
        ),
        seats=tuple(_seat(seat, prepares=seat.preparing == state.round) for seat in state.seats),
        pairings=state.pairings,
        matches=tuple(_match(match) for match in state.matches.values()),
        out_of_game=tuple(state.out_of_game),
    )


def _seat(seat: SeatState, *, prepares: bool) -> SeatView:
    return SeatView(
        seat=seat.number,
        bot=seat.bot,
        deck=None if seat.deck is None else _known_first(seat.deck),
        hand=_known_first(seat.hand or []),
        tray=seat.tray if prepares else None,
        ready=seat.ready and prepares,
        fans=seat.fans,
        all_fans=seat.all_fans(),
        trophies=None
        if seat.trophies is None
        else tuple(TrophyView(trophy.round, trophy.fans) for trophy in seat.trophies),
    )


def _known_first(slots: Slots) -> Hand:
    """A deck or hand has no order: known cards first, as they came, then those nobody showed."""
    known = [card for card in slots if card is not None]
    return (*known, *[None] * (len(slots) - len(known)))


def _match(match: Match) -> MatchView:
    one, two = (_side(match, place, side) for place, side in enumerate(match.sides))
    return MatchView(
        round=match.round,
        park=match.park,
        final=match.final,
        starter=match.starter,
        starts_by=match.starts_by,
        sides=(one, two),
        over=match.over,
        winner=match.winner,
        reason=match.reason,
    )


def _side(match: Match, place: int, side: Side) -> SideView:
    holds = match.holder == place
    return SideView(
        seat=side.seat,
        deck=None if side.deck is None else len(side.deck),
        top=tuple(side.top),
        park=tuple(_entry(entry) for entry in side.park),
        power=(side.flag_power() if holds else side.attack_power()) if side.park and match.owing != place else None,
        holds_flag=holds,
        bench=None
        if side.bench is None
        else tuple(BenchSeatView(name, tuple(cards)) for name, cards in side.bench.items()),
        bench_seats=side.bench_seats,
        exhaust=tuple(side.exhaust),
        bonuses=tuple(BonusView(bonus.event, bonus.amount, bonus.name, bonus.lasts) for bonus in side.bonuses or ()),
    )


def _entry(entry: Entry) -> EntryView:
    return EntryView(
        card=entry.card,
        name=entry.name,
        power=entry.power(),
        bonuses=tuple(BonusView(bonus.event, bonus.amount, bonus.name, bonus.lasts) for bonus in entry.bonuses),
    )


def cards_in(shown: View) -> set[CardId]:
    """Every card that a view names."""
    found: set[CardId | None] = {*shown.out_of_game}
    for seat in shown.seats:
        found.update(seat.deck or (), seat.hand)
    for match in shown.matches:
        for side in match.sides:
            found.update(side.top, side.exhaust, (entry.card for entry in side.park))
            for bench_seat in side.bench or ():
                found.update(bench_seat.cards)
    return {card for card in found if card is not None}


def card_facts(cards: Catalogue, state: State, card: CardId) -> CardFacts:
    """The facts of a card: the catalogue's, else the client's, else its raw id for a name."""
    known = cards.cards.get(card)
    if known is not None:
        return CardFacts(known.name, set=known.set_name, level=known.level, power=known.power)
    return CardFacts(state.name_of(card), level=state.level_of(card), power=state.base_power(card))
