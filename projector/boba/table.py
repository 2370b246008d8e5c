"""What happens at the table around the cards: gaps, take-backs, concessions, and states that are shown or corrected."""

from collections import Counter
from itertools import islice

from events.base import (
    CardId,
    GapLeft,
    NoteAdded,
    PenaltyGiven,
    SeatConceded,
    SeatDisconnected,
    SeatReconnected,
    SeatTakenOver,
    TimeCalled,
)
from events.boba import Cards, StateCorrected, StateShown
from projector.boba import rulebook as rules
from projector.boba.battles import begin, settle, stated_power
from projector.boba.setup import imply_bench, imply_placing, imply_plays
from projector.boba.state import Entry, SeatState, Slots, State, Zone


def gap_left(state: State, _: GapLeft) -> None:
    """Whatever the missing line could have changed is not known any more."""
    state.doubt()
    state.causes[state.number] = None
    state.sure = False
    state.gapped = True
    state.honors = state.honors_next = None
    for seat in state.seats:
        seat.hot_dogs = seat.hot_dogs_spent = seat.hero_deck = seat.playbook = None
        seat.hero_top.clear()
        seat.play_top.clear()
        seat.bench_sure = seat.hand_sure = False
        seat.decided = seat.passed = False
        seat.unseen_heroes = seat.unseen_plays = None
        if state.setup is not None and not state.setup.playbook and not seat.play_hand:
            seat.playbook, seat.hand_sure = 0, True
        for zone, resolved in zip(seat.zones, state.resolved, strict=True):
            if not resolved:
                _lose_sight(zone, state.number)


def _lose_sight(zone: Zone, number: int) -> None:
    """What lies face down may have been replaced, and what lies face up may have another power or weapon now."""
    if not zone.shown:
        zone.hero = None
    if zone.shown or zone.ledger:
        zone.add(Entry(number, "lost", None, None))
    zone.weapon = None


def seat_conceded(state: State, event: SeatConceded) -> None:
    if event.seat > 2:
        state.illegal(rules.CONCESSION, f"There is no seat {event.seat}")
        return
    state.seat(event.seat).conceded = True


def noted(
    _: State, __: NoteAdded | PenaltyGiven | TimeCalled | SeatDisconnected | SeatReconnected | SeatTakenOver
) -> None:
    """Nothing on the table changes."""


def state_shown(state: State, event: StateShown) -> None:
    _adopt(state, event, compare=True)


def state_corrected(state: State, event: StateCorrected) -> None:
    _adopt(state, event, compare=False)


def _adopt(state: State, event: StateShown, *, compare: bool) -> None:
    """Take over what is shown; where it contradicts what was played, say so, unless a judge set it."""
    _adopt_turn(state, event, compare=compare)
    if not state.battle:
        _imply_shown(state, event)
    _adopt_counts(state, event, compare=compare)
    _adopt_cards(state, event, compare=compare)


def _imply_shown(state: State, event: StateShown) -> None:
    """What is shown of an opening that the log leaves out has happened unseen."""
    for seat, bench, hand, zones in zip(state.seats, event.benches, event.play_hands, event.zones, strict=True):
        if bench:
            imply_bench(state, seat)
        if hand:
            imply_plays(state, seat)
        if zones is not None and any(zones):
            imply_placing(state, seat)


def _adopt_turn(state: State, event: StateShown, *, compare: bool) -> None:
    if event.battle is not None:
        _adopt_battle(state, event.battle, compare=compare)
    if event.honors is not None:
        if compare and state.honors is not None and state.honors != event.honors:
            state.differs(rules.HONORS, "Honors", stated=f"seat {event.honors}", derived=f"seat {state.honors}")
        state.honors = event.honors


def _adopt_battle(state: State, battle: int, *, compare: bool) -> None:
    if battle == state.battle + 1:
        settle(state)
        if state.sure and state.phase in {"setup", "resolved"}:
            # The client counts on to the battle that comes next; what happens in it will begin it.
            return
    if compare and state.sure and state.started is not None and battle != state.battle:
        state.differs(rules.SHOWN_STATE, "The battle", stated=battle, derived=state.battle)
    if battle >= len(state.resolved):
        return
    if state.resolved[battle]:
        state.battle = battle
    elif battle != state.battle or state.phase in {"setup", "resolved"}:
        begin(state, battle)


def _adopt_cards(state: State, event: StateShown, *, compare: bool) -> None:
    for seat, bench, hand, zones in zip(state.seats, event.benches, event.play_hands, event.zones, strict=True):
        heroes, plays = _known_heroes(seat), Counter(seat.play_hand)
        if bench is not None:
            _adopt_hand(state, seat, seat.bench, bench, sure=seat.bench_sure and compare, what="bench")
            seat.bench_sure = True
        if hand is not None:
            _adopt_hand(state, seat, seat.play_hand, hand, sure=seat.hand_sure and compare, what="hand of plays")
            seat.hand_sure = True
        for zone, hero in zip(seat.zones[1:], zones or (), strict=False):
            if hero is not None:
                if compare and zone.hero is not None and zone.hero != hero:
                    state.differs(rules.SHOWN_STATE, f"Seat {seat.number}'s zone", stated=hero, derived=zone.hero)
                zone.hero = hero
                zone.occupied = True
        _recount(state, seat, seat.unseen_heroes, heroes, _known_heroes(seat), compare=compare)
        _recount(state, seat, seat.unseen_plays, plays, Counter(seat.play_hand), compare=compare)


def _known_heroes(seat: SeatState) -> Counter[CardId | None]:
    return Counter([*seat.bench, *(zone.hero for zone in seat.zones)])


def _recount(
    state: State,
    seat: SeatState,
    unseen: dict[CardId, int] | None,
    before: Counter[CardId | None],
    after: Counter[CardId | None],
    *,
    compare: bool,
) -> None:
    """Cards that are known no longer were brought and can be seen again; those that came to be known cannot."""
    if unseen is None or before == after:
        return
    for card in (before - after).elements():
        if card is not None:
            unseen[card] = unseen.get(card, 0) + 1
    for card in (after - before).elements():
        if compare:
            state.learn_all(seat, unseen, (card,))
        elif card is not None and unseen.get(card):
            # A judge may set what nobody brought.
            unseen[card] -= 1


def _adopt_counts(state: State, event: StateShown, *, compare: bool) -> None:
    battle = state.battle if event.battle is None else event.battle
    shown = zip(
        state.seats,
        event.trophies,
        event.powers,
        event.hot_dogs,
        event.hot_dogs_spent,
        event.hero_decks,
        event.playbooks,
        strict=True,
    )
    for seat, trophies, power, hot_dogs, spent, heroes, plays in shown:
        decided = state.battle + 1 if state.resolved[state.battle] else state.battle
        if trophies is not None and compare and state.sure and None not in state.results[1:decided]:
            derived = state.trophies(seat.number)
            if derived != trophies:
                state.differs(rules.SHOWN_STATE, f"Seat {seat.number}'s trophies", stated=trophies, derived=derived)
        if power is not None and 0 < battle < len(seat.zones):
            stated_power(state, seat, seat.zones[battle], power)
        for name, value in (
            ("hot_dogs", hot_dogs),
            ("hot_dogs_spent", spent),
            ("hero_deck", heroes),
            ("playbook", plays),
        ):
            if value is None:
                continue
            derived = getattr(seat, name)
            if compare and derived is not None and derived != value:
                what = f"Seat {seat.number}'s {name.replace('_', ' ')}"
                state.differs(rules.SHOWN_STATE, what, stated=value, derived=derived)
            setattr(seat, name, value)


def _adopt_hand(state: State, seat: SeatState, slots: Slots, shown: Cards, *, sure: bool, what: str) -> None:
    """Take over a hand; where it is as large as it should be, places not shown hold the cards known to be there."""
    held = list(shown)
    if sure:
        unknown = slots.count(None)
        missing = [card for card in shown if card is not None and card not in slots]
        if len(shown) != len(slots) or len(missing) > unknown:
            state.differs(rules.SHOWN_STATE, f"Seat {seat.number}'s {what}", stated=list(shown), derived=list(slots))
        elif None in held:
            for card in islice((Counter(slots) - Counter(shown)).elements(), held.count(None)):
                held[held.index(None)] = card
    slots[:] = held
