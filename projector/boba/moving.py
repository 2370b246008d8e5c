"""Moves cards between the areas of a seat, known and unknown ones alike, so that what was brought stays conserved.

A slot that is None holds a card nobody showed. A known card that leaves an area of unknown ones was one of them.
"""

from collections.abc import Sequence

from events.base import CardId
from events.boba import Area, Spot
from projector.boba.ongoing import end_effects_of
from projector.boba.rulebook import AREA, DECK_LEFT
from projector.boba.state import SeatState, Slots, State
from projector.referee import Rule

AREA_NAMES: dict[Area, str] = {
    "hero_deck": "hero deck",
    "bench": "bench",
    "zone": "zone",
    "hero_discard": "hero discard pile",
    "playbook": "playbook",
    "play_hand": "hand of plays",
    "play_discard": "play discard pile",
    "in_effect": "plays in effect",
    "hot_dogs": "plays that became hot dogs",
    "out_of_game": "cards out of the game",
}


def draw_heroes(state: State, seat: SeatState, cards: Sequence[CardId | None]) -> None:
    """Take heroes off the deck; where they go is the caller's to say."""
    left = seat.hero_deck
    if left is not None:
        if len(cards) > left:
            state.illegal(DECK_LEFT, f"Seat {seat.number} draws {len(cards)} of the {left} heroes in its deck")
            left = len(cards)
        seat.hero_deck = left - len(cards)
    if seat.hero_top:
        _leave_top(seat.hero_top, cards)
    if seat.unseen_heroes is not None:
        state.learn_all(seat, seat.unseen_heroes, cards)


def draw_plays(state: State, seat: SeatState, cards: Sequence[CardId | None]) -> None:
    """Take plays off the playbook; where they go is the caller's to say."""
    left = seat.playbook
    if left is not None:
        if len(cards) > left:
            state.illegal(DECK_LEFT, f"Seat {seat.number} draws {len(cards)} of the {left} plays in its playbook")
            left = len(cards)
        seat.playbook = left - len(cards)
    if seat.play_top:
        _leave_top(seat.play_top, cards)
    if seat.unseen_plays is not None:
        state.learn_all(seat, seat.unseen_plays, cards)


def _leave_top(top: Slots, cards: Sequence[CardId | None]) -> None:
    """Cards known to lie on top of a pile are known no longer once something unknown was taken from it."""
    for card in cards:
        if card is None:
            top.clear()
        elif card in top:
            top.remove(card)


def take(
    state: State, seat: SeatState, area: Area, card: CardId | None, battle: int | None = None, *, rule: Rule = AREA
) -> CardId | None:
    """Remove a card from an area; the answer names it if the area tells which it was. `rule`: why it must lie there."""
    match area:
        case "hero_deck":
            draw_heroes(state, seat, (card,))
            return card
        case "playbook":
            draw_plays(state, seat, (card,))
            return card
        case "zone":
            return _take_from_zone(state, seat, card, battle)
        case "in_effect":
            return _take_from_effect(state, seat, card)
        case "bench":
            return _take_slot(state, seat, seat.bench, card, area, sure=seat.bench_sure, play=False, rule=rule)
        case "play_hand":
            return _take_slot(state, seat, seat.play_hand, card, area, sure=seat.hand_sure, play=True, rule=rule)
        case "hero_discard":
            return _take_slot(
                state, seat, seat.hero_discard, card, area, sure=seat.bench_sure and not state.gapped, play=False
            )
        case "play_discard":
            return _take_slot(
                state, seat, seat.play_discard, card, area, sure=seat.hand_sure and not state.gapped, play=True
            )
        case "hot_dogs":
            return _take_slot(
                state, seat, seat.transformed, card, area, sure=seat.hand_sure and not state.gapped, play=True
            )
        case "out_of_game":
            return _take_slot(state, seat, seat.out_of_game, card, area, sure=not state.gapped, play=False)
    raise ValueError(f"No area is called {area!r}")


def put(state: State, seat: SeatState, area: Area, card: CardId | None, spot: Spot | None = None) -> None:
    """Add a card to an area. In a pile only what goes on top stays known by its place."""
    match area:
        case "hero_deck":
            if seat.hero_deck is not None:
                seat.hero_deck += 1
            state.forget(seat, card)
            _place_in_pile(seat.hero_top, card, spot)
        case "playbook":
            if seat.playbook is not None:
                seat.playbook += 1
            state.forget(seat, card, play=True)
            _place_in_pile(seat.play_top, card, spot)
        case "bench":
            seat.bench.append(card)
        case "play_hand":
            seat.play_hand.append(card)
        case "hero_discard":
            seat.hero_discard.append(card)
        case "play_discard" | "in_effect":
            seat.play_discard.append(card)
        case "hot_dogs":
            seat.transformed.append(card)
        case "out_of_game":
            seat.out_of_game.append(card)
        case _:
            raise ValueError(f"No area is called {area!r}")


def show(state: State, seat: SeatState, area: Area, cards: Sequence[CardId | None]) -> None:
    """Cards came to be known where they lie: unknown slots of a hand get their names, the top of a pile too."""
    if area in {"hero_deck", "playbook"}:
        top = seat.hero_top if area == "hero_deck" else seat.play_top
        top[: len(cards)] = list(cards)
        return
    slots, sure, play = _slots(state, seat, area)
    seen = list(slots)
    for card in cards:
        if card is None:
            continue
        if card in seen:
            seen.remove(card)
        elif None in slots:
            slots[slots.index(None)] = card
            state.learn(seat, card, play=play)
        elif sure:
            state.illegal(AREA, f"Seat {seat.number}'s {AREA_NAMES[area]} does not hold {state.name_of(card)} ({card})")
        else:
            state.doubt()


def _slots(state: State, seat: SeatState, area: Area) -> tuple[Slots, bool, bool]:
    match area:
        case "bench":
            return seat.bench, seat.bench_sure, False
        case "play_hand":
            return seat.play_hand, seat.hand_sure, True
        case "hero_discard":
            return seat.hero_discard, seat.bench_sure and not state.gapped, False
        case "play_discard" | "in_effect":
            return seat.play_discard, seat.hand_sure and not state.gapped, True
        case "hot_dogs":
            return seat.transformed, seat.hand_sure and not state.gapped, True
        case _:
            return seat.out_of_game, not state.gapped, False


def _take_slot(
    state: State,
    seat: SeatState,
    slots: Slots,
    card: CardId | None,
    area: Area,
    *,
    sure: bool,
    play: bool,
    rule: Rule = AREA,
) -> CardId | None:
    if card is None:
        if None in slots:
            slots.remove(None)
            return None
        if sure and len(slots) == 1:
            return slots.pop()
        if slots:
            # A card left and nobody showed which: now none of those that were known is known to be here.
            for known in slots:
                state.forget(seat, known, play=play)
            slots[:] = [None] * (len(slots) - 1)
        elif sure:
            state.illegal(rule, f"Seat {seat.number}'s {AREA_NAMES[area]} is empty")
        else:
            state.doubt()
        return None
    if card in slots:
        slots.remove(card)
    elif None in slots:
        slots.remove(None)
        state.learn(seat, card, play=play)
    elif sure:
        state.illegal(rule, f"Seat {seat.number}'s {AREA_NAMES[area]} does not hold {state.name_of(card)} ({card})")
    else:
        state.doubt()
    return card


def _take_from_zone(state: State, seat: SeatState, card: CardId | None, battle: int | None) -> CardId | None:
    place = state.battle if battle is None else battle
    zone = seat.zones[place] if place < len(seat.zones) else None
    if zone is None:
        state.illegal(AREA, f"Seat {seat.number} has no zone {place}")
        return card
    if not zone.occupied:
        state.suspect(AREA, f"Seat {seat.number} has no hero in zone {place}")
        return card
    found = zone.hero
    if found is None:
        found = card
        state.learn(seat, card)
    elif card is not None and card != found:
        state.illegal(
            AREA,
            f"Seat {seat.number}'s zone {place} holds {state.name_of(found)} ({found}), not {card}",
        )
    zone.hero = None
    zone.occupied = False
    zone.clear()
    return found


def _take_from_effect(state: State, seat: SeatState, card: CardId | None) -> CardId | None:
    """A play leaves play, and its ongoing effects with it (it may have gone to the discard pile already)."""
    for run in seat.in_effect:
        if card is None or run.play == card or run.play is None:
            seat.in_effect.remove(run)
            end_effects_of(state, run)
            return run.play or card
    return _take_slot(
        state, seat, seat.play_discard, card, "in_effect", sure=seat.hand_sure and not state.gapped, play=True
    )


def _place_in_pile(top: Slots, card: CardId | None, spot: Spot | None) -> None:
    if spot == "top":
        top.insert(0, card)
    elif spot != "bottom":
        top.clear()
