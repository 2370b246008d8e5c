"""How recordings of one game are laid beside each other: facts are known by battle, seat and kind."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from events import base, boba
from events.base import Event, PlayerId
from events.boba import Deck, GameEnded, GameStarted
from projector.telling import Fact, Telling

# What tells facts of a type apart, beside seat and battle.
_APART: Mapping[type[Event], tuple[str, ...]] = {
    base.NoteAdded: ("text",),
    base.PenaltyGiven: ("penalty",),
    boba.CardDescribed: ("card",),
    boba.PileShuffled: ("pile",),
    boba.HeroesDrawn: ("reason",),
    boba.PlaysDrawn: ("reason",),
    boba.HotDogsStolen: ("loser",),
    boba.HeroesDiscarded: ("origin",),
    boba.PlaysDiscarded: ("origin",),
    boba.HeroesReturned: ("origin", "to"),
    boba.PlaysReturned: ("origin", "to"),
    boba.CardsRemoved: ("origin",),
    boba.CardsRevealed: ("origin",),
    boba.CardsLookedAt: ("origin", "by"),
    boba.PileReordered: ("pile", "by"),
    boba.CostChanged: ("what",),
    boba.EffectBegan: ("kind",),
}
# Types whose `battle` is the one that is being fought.
_OF_THE_BATTLE = (
    boba.HeroSubstituted,
    boba.SubstitutionDeclined,
    boba.HeroesRevealed,
    boba.PlayRun,
    boba.Passed,
    boba.BattleResolved,
)
_LANDMARKS = (boba.HeroesRevealed, boba.BattleResolved)
# Types that come once in a game, so that they are the same whatever is missing before.
_ONCE = (
    GameStarted,
    boba.StarterFound,
    boba.HonorsChosen,
    boba.DirectionChosen,
    boba.CardDescribed,
    boba.HeroesPlaced,
    GameEnded,
    base.SeatConceded,
)
_OTHER: dict[int, int] = {1: 2, 2: 1}


def facts(events: Sequence[Event]) -> list[Fact]:
    """A fact for each event. A gap has the key of what stands before it."""
    fought = next((event.battle - 1 for event in events if isinstance(event, _OF_THE_BATTLE)), 0)
    if events and isinstance(events[0], GameStarted):
        fought = 0
    is_open = False
    found: list[Fact] = []
    before: Hashable = None
    for event in events:
        kind = type(event)
        seat = getattr(event, "seat", None)
        if isinstance(event, _OF_THE_BATTLE):
            fought, is_open = event.battle - 1, True
        elif is_open and isinstance(event, boba.PlaysDrawn) and event.reason == "battle_end":
            # The line that told the result is missing.
            fought, is_open = fought + 1, False
        key: Hashable
        if kind is base.GapLeft:
            key = (kind, before)
        else:
            apart = tuple(getattr(event, name) for name in _APART.get(kind, ()))
            key = before = (kind, None if kind in _ONCE else fought, seat, getattr(event, "battle", None), *apart)
        seats = frozenset((seat,) if seat is not None else (1, 2))
        found.append(Fact(key, (fought,), seats=seats, is_landmark=kind in _LANDMARKS))
        if isinstance(event, boba.BattleResolved):
            fought, is_open = event.battle, False
    return found


def seated(events: Sequence[Event]) -> tuple[PlayerId | None, ...] | None:
    started = next((event for event in events if isinstance(event, GameStarted)), None)
    return None if started is None else tuple(seat.player for seat in started.seats)


def reseated(events: Sequence[Event], seats: Mapping[int, int]) -> list[Event]:
    """The game as the other side of the table tells it."""
    return list(events) if seats.get(1, 1) == 1 else [_turned(event) for event in events]


# Fields that hold a seat, where a type has them; `by` and `to` are numbers elsewhere.
_SEATS = ("seat", "winner", "honors", "paid_by", "chosen_seat", "loser", "seen_from")
_MORE_SEATS: Mapping[type[Event], tuple[str, ...]] = {
    boba.HonorsChosen: ("by",),
    boba.DirectionChosen: ("by",),
    boba.CardsLookedAt: ("by",),
    boba.PileReordered: ("by",),
    boba.EffectRedirected: ("to",),
}
# Fields that hold something of both seats, in their order.
_PAIRS = (
    "seats",
    "heroes",
    "powers",
    "trophies",
    "counts",
    "hot_dogs",
    "hot_dogs_spent",
    "hero_decks",
    "playbooks",
    "benches",
    "play_hands",
    "zones",
)
_IN_PAIRS = (
    GameStarted,
    boba.HeroesRevealed,
    boba.BattleResolved,
    boba.SuddenDeathRevealed,
    GameEnded,
    boba.PowersSwapped,
    boba.HotDogsSwapped,
    boba.StateShown,
    boba.StateCorrected,
)
_TURNED_DIRECTION = {"left_to_right": "right_to_left", "right_to_left": "left_to_right"}


def _turned(event: Any) -> Event:
    kind = type(event)
    changed: dict[str, Any] = {}
    for name in (*_SEATS, *_MORE_SEATS.get(kind, ())):
        value = getattr(event, name, None)
        if value in _OTHER:
            changed[name] = _OTHER[value]
    if kind in _IN_PAIRS:
        for name in _PAIRS:
            if hasattr(event, name):
                one, two = getattr(event, name)
                changed[name] = (two, one)
    if kind is boba.StarterFound:
        changed["rolls"] = tuple((two, one) for one, two in event.rolls)
    elif kind is boba.EffectBegan:
        changed["on"] = tuple(_OTHER[seat] for seat in event.on)
    elif kind is boba.DirectionChosen:
        changed["direction"] = _TURNED_DIRECTION[event.direction]
    elif kind is boba.HeroesPlaced and event.order == "table":
        changed["heroes"] = event.heroes[::-1]
    turned: Event = replace(event, **changed) if changed else event
    return turned


def _whole_deck(one: Deck, other: Deck) -> Deck | None:
    """What two tellings show of a deck. None: both claim to show all of it, and it is not the same."""
    lists = {}
    for name in ("heroes", "plays", "hot_dogs"):
        first, second = getattr(one, name), getattr(other, name)
        if first is None or second is None or Counter(first) == Counter(second):
            lists[name] = second if first is None else first
        elif one.partial and other.partial:
            lists[name] = tuple((Counter(first) | Counter(second)).elements())
        elif one.partial and not Counter(first) - Counter(second):
            lists[name] = second
        elif other.partial and not Counter(second) - Counter(first):
            lists[name] = first
        else:
            return None
    return replace(one, **lists, name=one.name or other.name, partial=one.partial and other.partial)


def evidence(events: Sequence[Event]) -> dict[str, int]:
    """The heroes that met in each battle, whichever seat is called the first."""
    return {
        f"{event.battle}:{'/'.join(sorted(map(str, event.heroes)))}": 2
        for event in events
        if isinstance(event, boba.HeroesRevealed) and None not in event.heroes
    }


TELLING = Telling(
    facts=facts,
    seated=seated,
    reseated=reseated,
    begins=GameStarted,
    ends=GameEnded,
    stated=("winner", "power", "powers", "trophies"),
    evidence=evidence,
    most_evidence=7,
    unordered=frozenset(
        {
            boba.HeroesDrawn,
            boba.PlaysDrawn,
            boba.HeroesDiscarded,
            boba.PlaysDiscarded,
            boba.HeroesReturned,
            boba.PlaysReturned,
            boba.CardsRemoved,
            boba.ChoiceMade,
        }
    ),
    merged={Deck: _whole_deck},
)
