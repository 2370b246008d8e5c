"""What a seat cannot know is taken out of the events before they are folded, so no view built from them can show it.

Seat 0 is the public: somebody who sees the parks and the trays and no hidden card of any seat. Event numbers stay what
they are.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from events import base, challengers
from events.base import CardId, Event
from events.challengers import Cards, TournamentStarted

# The areas that only their seat sees.
_HIDDEN: frozenset[challengers.Area] = frozenset({"deck", "tray"})
# Stands for a card that was described but never seen.
UNSEEN_CARD = CardId("?")


def mask(events: Sequence[Event], seat: int) -> list[Event]:
    """The events as `seat` saw them (0: as the public saw them). Raises KeyError for an event that has no mask."""
    started = next((event for event in events if isinstance(event, TournamentStarted)), None)
    fans_are_open = started is not None and _fans_are_open(started)
    masked = [MASKS[type(event)](event, seat, fans_are_open) for event in events]
    if any(isinstance(event, challengers.CardDescribed) for event in masked):
        seen = {card for event in masked if not isinstance(event, challengers.CardDescribed) for card in named(event)}
        masked = [
            challengers.CardDescribed(UNSEEN_CARD, at=event.at)
            if isinstance(event, challengers.CardDescribed) and event.card not in seen
            else event
            for event in masked
        ]
    return masked


def _fans_are_open(started: TournamentStarted) -> bool:
    """Whether everybody knows all fans: as the setup says, by default in games of two seats."""
    return len(started.seats) <= 2 if started.setup is None else started.setup.fans_are_open


def named(event: Event) -> set[str]:
    """Every string in an event: the card ids among them are what it shows."""
    found: set[str] = set()
    waiting: list[object] = [getattr(event, field) for field in event.__struct_fields__]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, tuple):
            waiting.extend(value)
        elif isinstance(value, base.Part):
            waiting.extend(getattr(value, field) for field in value.__struct_fields__)
    return found


def _public(event: Event, _: int, __: bool) -> Event:  # noqa: FBT001 (all masks are called alike)
    return event


def _blank(cards: Cards) -> Cards:
    return (None,) * len(cards)


def _own_cards(event: Any, seat: int, _: bool) -> Event:  # noqa: FBT001
    """What a seat draws, keeps and removes, it alone sees."""
    masked: Event = event if event.seat == seat else replace(event, cards=_blank(event.cards))
    return masked


def _redrawn(event: challengers.CardsRedrawn, seat: int, _: bool) -> Event:  # noqa: FBT001
    if event.seat == seat:
        return event
    return replace(event, discarded=_blank(event.discarded), cards=_blank(event.cards))


def _own_deck(event: challengers.DeckReady, seat: int, _: bool) -> Event:  # noqa: FBT001
    return event if event.seat == seat or event.deck is None else replace(event, deck=_blank(event.deck))


def _trophy(event: challengers.TrophyTaken, seat: int, fans_are_open: bool) -> Event:  # noqa: FBT001
    return event if event.seat == seat or fans_are_open else replace(event, fans=None)


def _chosen(event: challengers.ChoiceMade, seat: int, _: bool) -> Event:  # noqa: FBT001
    if event.seat == seat or not event.secret:
        return event
    return replace(event, cards=_blank(event.cards), number=None, chosen_seat=None, name=None, option=None)


def _looked_at(event: challengers.CardsLookedAt, seat: int, _: bool) -> Event:  # noqa: FBT001
    return event if event.by == seat else replace(event, cards=_blank(event.cards))


def _reordered(event: challengers.DeckReordered, seat: int, _: bool) -> Event:  # noqa: FBT001
    if event.by == seat:
        return event
    return replace(event, to_top=_blank(event.to_top), to_bottom=_blank(event.to_bottom))


def _moved(event: challengers.CardsMoved, seat: int, _: bool) -> Event:  # noqa: FBT001
    hidden = event.seat != seat and not event.shown and event.origin in _HIDDEN
    return replace(event, cards=_blank(event.cards)) if hidden else event


def _shown(event: challengers.SeatShown, seat: int, fans_are_open: bool) -> Event:  # noqa: FBT001
    if event.seat == seat:
        return event
    return replace(
        event,
        deck=None if event.deck is None else _blank(event.deck),
        fans=event.fans if fans_are_open else None,
    )


# Every type of event stands here, so that a new one cannot be shown by oversight.
MASKS: dict[type[Event], Callable[[Any, int, bool], Event]] = {
    **dict.fromkeys(base.TABLE_EVENTS, _public),
    TournamentStarted: _public,
    challengers.CardDescribed: _public,
    challengers.RoundStarted: _public,
    challengers.PileChosen: _public,
    challengers.CardsDrawn: _own_cards,
    challengers.CardsRedrawn: _redrawn,
    challengers.PileRefilled: _public,
    challengers.CardsKept: _own_cards,
    challengers.CardsRemoved: _own_cards,
    challengers.DeckReady: _own_deck,
    challengers.BotDeckSet: _public,
    challengers.MatchStarted: _public,
    challengers.DeckShuffled: _public,
    challengers.CardRevealed: _public,
    challengers.BonusGained: _public,
    challengers.BonusEnded: _public,
    challengers.FlagTaken: _public,
    challengers.CardsBenched: _public,
    challengers.MatchWon: _public,
    challengers.TrophyTaken: _trophy,
    challengers.EffectTriggered: _public,
    challengers.EffectPrevented: _public,
    challengers.ChoiceMade: _chosen,
    challengers.ChoiceDeclined: _public,
    challengers.CardsLookedAt: _looked_at,
    challengers.CardsShown: _public,
    challengers.DeckReordered: _reordered,
    challengers.CardsMoved: _moved,
    challengers.BenchSeatsChanged: _public,
    challengers.NameChanged: _public,
    challengers.FansChanged: _public,
    challengers.TrophiesTurnedUp: _public,
    challengers.FinalistsFound: _public,
    challengers.TournamentEnded: _public,
    challengers.SeatShown: _shown,
    challengers.SeatCorrected: _shown,
    challengers.MatchShown: _public,
    challengers.MatchCorrected: _public,
}
