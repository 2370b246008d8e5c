"""What a seat cannot know is taken out of the events before they are folded, so no view built from them can show it.

Seat 0 is the public: somebody who sees the table and no hidden card of either seat. Event numbers stay what they are.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from events import base, boba
from events.base import CardId, Event
from events.boba import Cards, GameStarted, Setup
from projector.boba.cards import Catalogue
from projector.boba.fold import advance
from projector.boba.state import State

# The areas whose cards only their seat sees. A hero that lies face up in a zone is known to the fold already.
_HIDDEN: frozenset[boba.Area] = frozenset({"hero_deck", "bench", "zone", "playbook", "play_hand"})
# The areas whose cards everybody saw come, if they came from an open place.
_OPEN: frozenset[boba.Area] = frozenset({"hero_discard", "play_discard", "out_of_game", "hot_dogs"})
_NO_CARDS = Catalogue()
# Stands for a card that was described but never seen.
UNSEEN_CARD = CardId("?")


def mask(events: Sequence[Event], seat: int) -> list[Event]:
    """The events as `seat` saw them (0: as the public saw them). Raises KeyError for an event that has no mask."""
    setup = next((event.setup for event in events if isinstance(event, GameStarted)), None)
    masked = [MASKS[type(event)](event, seat, setup) for event in events]
    if any(type(event) in _BY_PLACE and _tells_of_hidden(event) for event in masked):
        _mask_by_place(masked, seat, setup)
    if any(isinstance(event, boba.CardDescribed) for event in masked):
        seen = {card for event in masked if not isinstance(event, boba.CardDescribed) for card in _named(event)}
        masked = [
            replace(event, card=UNSEEN_CARD, name=None, weapon=None, power=None, cost=None)
            if isinstance(event, boba.CardDescribed) and event.card not in seen
            else event
            for event in masked
        ]
    return masked


def _tells_of_hidden(event: Any) -> bool:
    """Whether an event states a power, or names cards of a pile that some may have come to unseen."""
    stated = (getattr(event, "power", None), *getattr(event, "powers", ()))
    return any(power is not None for power in stated) or getattr(event, "origin", None) in _OPEN


def _mask_by_place(masked: list[Event], seat: int, setup: Setup | None) -> None:
    """Take out, in place, what only the table as this seat saw it tells to be hidden."""
    state = State(_NO_CARDS, masked)
    own = seat if setup is None or setup.seats_see_own_zones else 0
    for place, event in enumerate(masked):
        by_place = _BY_PLACE.get(type(event))
        if by_place is not None:
            masked[place] = by_place(event, state, seat if by_place is _from_pile else own)
        advance(state, masked[place])


def _named(event: Event) -> set[str]:
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


def _sees_power(state: State, owner: int, battle: int, seat: int) -> bool:
    """Whether a seat sees the power of a hero: one that lies face down would be told by it."""
    zones = state.seat(owner).zones
    return owner == seat or battle >= len(zones) or zones[battle].shown


def _stated_power(event: boba.PowerChanged | boba.PowerMultiplied | boba.PowerReset, state: State, seat: int) -> Event:
    return event if _sees_power(state, event.seat, event.battle, seat) else replace(event, power=None)


def _uncancelled_power(event: boba.PowerChangeCancelled, state: State, seat: int) -> Event:
    for owner in state.seats:
        for battle, zone in enumerate(owner.zones):
            if any(entry.number == event.change for entry in zone.ledger):
                return event if _sees_power(state, owner.number, battle, seat) else replace(event, power=None)
    return event


def _stated_powers(event: boba.PowersSwapped | boba.StateShown, state: State, seat: int) -> Event:
    battle = state.battle if event.battle is None else event.battle
    one, two = (
        power if _sees_power(state, owner, battle, seat) else None for owner, power in enumerate(event.powers, 1)
    )
    return replace(event, powers=(one, two))


def _from_pile(
    event: boba.HeroesReturned | boba.PlaysReturned | boba.CardsRemoved | boba.HeroReplaced, state: State, seat: int
) -> Event:
    """Cards that leave an open pile are seen, but for those that came to it unseen."""
    owner = state.seat(event.seat)
    piles = {
        "hero_discard": owner.hero_discard,
        "play_discard": owner.play_discard,
        "out_of_game": owner.out_of_game,
        "hot_dogs": owner.transformed,
    }
    pile = piles.get(event.origin)
    if event.seat == seat or pile is None:
        return event
    left = list(pile)
    if isinstance(event, boba.HeroReplaced):
        return replace(event, hero=_leaves(left, event.hero)) if event.face_down else event
    field = {boba.HeroesReturned: "heroes", boba.PlaysReturned: "plays"}.get(type(event), "cards")
    return replace(event, **{field: tuple(_leaves(left, card) for card in getattr(event, field))})


def _leaves(pile: list[CardId | None], card: CardId | None) -> CardId | None:
    """A card that leaves a pile, as somebody sees it who knows these cards in it."""
    seen = card if card in pile or None not in pile else None
    if seen in pile:
        pile.remove(seen)
    return seen


def _public(event: Event, _: int, __: Setup | None) -> Event:
    return event


def _blank(cards: Cards) -> Cards:
    return (None,) * len(cards)


def _started(event: GameStarted, seat: int, _: Setup | None) -> Event:
    one, two = event.seats
    return replace(
        event,
        seats=(one if seat == 1 else replace(one, deck=None), two if seat == 2 else replace(two, deck=None)),
    )


def _placed(event: boba.HeroesPlaced, seat: int, setup: Setup | None) -> Event:
    if event.seat == seat and (setup is None or setup.seats_see_own_zones):
        return event
    return replace(event, heroes=_blank(event.heroes))


def _heroes_drawn(event: boba.HeroesDrawn, seat: int, _: Setup | None) -> Event:
    return event if event.seat == seat or event.shown else replace(event, heroes=_blank(event.heroes))


def _plays_drawn(event: boba.PlaysDrawn, seat: int, _: Setup | None) -> Event:
    return event if event.seat == seat or event.shown else replace(event, plays=_blank(event.plays))


def _substituted(event: boba.HeroSubstituted, seat: int, _: Setup | None) -> Event:
    if event.seat == seat:
        return event
    return replace(event, hero=None, replaced=event.replaced if event.replaced_shown else None)


def _chosen(event: boba.ChoiceMade, seat: int, _: Setup | None) -> Event:
    if event.seat == seat or not event.secret:
        return event
    return replace(
        event,
        number=None,
        weapon=None,
        battle=None,
        chosen_seat=None,
        cards=_blank(event.cards),
        play_name=None,
        option=None,
    )


def _heroes_discarded(event: boba.HeroesDiscarded, seat: int, _: Setup | None) -> Event:
    return event if event.seat == seat or event.shown else replace(event, heroes=_blank(event.heroes))


def _plays_discarded(event: boba.PlaysDiscarded, seat: int, _: Setup | None) -> Event:
    return event if event.seat == seat or event.shown else replace(event, plays=_blank(event.plays))


def _heroes_returned(event: boba.HeroesReturned, seat: int, _: Setup | None) -> Event:
    hidden = event.seat != seat and event.origin in _HIDDEN
    return replace(event, heroes=_blank(event.heroes)) if hidden else event


def _plays_returned(event: boba.PlaysReturned, seat: int, _: Setup | None) -> Event:
    hidden = event.seat != seat and event.origin in _HIDDEN
    return replace(event, plays=_blank(event.plays)) if hidden else event


def _removed(event: boba.CardsRemoved, seat: int, _: Setup | None) -> Event:
    hidden = event.seat != seat and event.origin in _HIDDEN
    return replace(event, cards=_blank(event.cards)) if hidden else event


def _looked_at(event: boba.CardsLookedAt, seat: int, _: Setup | None) -> Event:
    return event if event.by == seat else replace(event, cards=_blank(event.cards))


def _reordered(event: boba.PileReordered, seat: int, _: Setup | None) -> Event:
    if event.by == seat:
        return event
    return replace(event, to_top=_blank(event.to_top), to_bottom=_blank(event.to_bottom))


def _replaced(event: boba.HeroReplaced, seat: int, _: Setup | None) -> Event:
    if event.seat == seat:
        return event
    hidden = event.face_down and event.origin in _HIDDEN
    return replace(event, hero=None if hidden else event.hero, replaced=None)


def _cost(event: boba.CostChanged, seat: int, _: Setup | None) -> Event:
    return event if event.seat == seat else replace(event, play=None)


def _shown_state(event: boba.StateShown, seat: int, setup: Setup | None) -> Event:
    def own(cards: boba.Pair[Cards | None], *, zones: bool = False) -> Any:
        sees = seat if not zones or setup is None or setup.seats_see_own_zones else 0
        return tuple(held if held is None or owner == sees else _blank(held) for owner, held in enumerate(cards, 1))

    return replace(
        event, benches=own(event.benches), play_hands=own(event.play_hands), zones=own(event.zones, zones=True)
    )


# Every type of event stands here, so that a new one cannot be shown by oversight.
MASKS: dict[type[Event], Callable[[Any, int, Setup | None], Event]] = {
    **dict.fromkeys(base.TABLE_EVENTS, _public),
    GameStarted: _started,
    boba.CardDescribed: _public,
    boba.StarterFound: _public,
    boba.HonorsChosen: _public,
    boba.DirectionChosen: _public,
    boba.PileShuffled: _public,
    boba.HeroesPlaced: _placed,
    boba.HeroesDrawn: _heroes_drawn,
    boba.PlaysDrawn: _plays_drawn,
    boba.HeroSubstituted: _substituted,
    boba.SubstitutionDeclined: _public,
    boba.HeroesRevealed: _public,
    boba.PlayRun: _public,
    boba.Passed: _public,
    boba.BattleResolved: _public,
    boba.SuddenDeathRevealed: _public,
    boba.GameEnded: _public,
    boba.CoinFlipped: _public,
    boba.DieRolled: _public,
    boba.ChoiceMade: _chosen,
    boba.ChoiceDeclined: _public,
    boba.PowerChanged: _public,
    boba.PowerSet: _public,
    boba.PowerMultiplied: _public,
    boba.PowersSwapped: _public,
    boba.PowerReset: _public,
    boba.PowerChangeCancelled: _public,
    boba.WeaponChanged: _public,
    boba.HotDogsRecovered: _public,
    boba.HotDogsSpent: _public,
    boba.HotDogsLost: _public,
    boba.HotDogsStolen: _public,
    boba.HotDogsGained: _public,
    boba.HotDogsSwapped: _public,
    boba.HeroesDiscarded: _heroes_discarded,
    boba.PlaysDiscarded: _plays_discarded,
    boba.HeroesReturned: _heroes_returned,
    boba.PlaysReturned: _plays_returned,
    boba.CardsRemoved: _removed,
    boba.CardsRevealed: _public,
    boba.CardsLookedAt: _looked_at,
    boba.PileReordered: _reordered,
    boba.HeroReplaced: _replaced,
    boba.HeroesMoved: _public,
    boba.PlayTransformed: _public,
    boba.PlayStopped: _public,
    boba.PlayCancelled: _public,
    boba.CostChanged: _cost,
    boba.HonorsGiven: _public,
    boba.EffectBegan: _public,
    boba.EffectTriggered: _public,
    boba.EffectBlocked: _public,
    boba.EffectRedirected: _public,
    boba.EffectEnded: _public,
    boba.StateShown: _shown_state,
    boba.StateCorrected: _shown_state,
}

# What of these a seat knows depends on where things lay before.
_BY_PLACE: dict[type[Event], Callable[[Any, State, int], Event]] = {
    boba.PowerChanged: _stated_power,
    boba.PowerMultiplied: _stated_power,
    boba.PowerReset: _stated_power,
    boba.PowerChangeCancelled: _uncancelled_power,
    boba.PowersSwapped: _stated_powers,
    boba.StateShown: _stated_powers,
    boba.StateCorrected: _stated_powers,
    boba.HeroesReturned: _from_pile,
    boba.PlaysReturned: _from_pile,
    boba.CardsRemoved: _from_pile,
    boba.HeroReplaced: _from_pile,
}
