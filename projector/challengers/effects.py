"""What effects did in a match: bonuses, choices, cards that moved or were seen, seats, names, fans."""

from events.base import CardId
from events.challengers import (
    BenchSeatsChanged,
    BonusEnded,
    BonusGained,
    CardsLookedAt,
    CardsMoved,
    CardsShown,
    ChoiceDeclined,
    ChoiceMade,
    DeckReordered,
    DeckShuffled,
    EffectPrevented,
    EffectTriggered,
    FansChanged,
    NameChanged,
)
from projector.challengers import rulebook as rules
from projector.challengers.attacks import add_bonus, learn
from projector.challengers.entering import enter_match, enter_side, find_match, name_in_match, suspect
from projector.challengers.match import Entry, Match, Side
from projector.challengers.state import State, take

AREA_NAMES: dict[str, str] = {
    "deck": "deck",
    "park": "park",
    "bench": "bench",
    "exhaust": "exhaust pile",
    "tray": "tray",
    "out_of_game": "box",
}


def _entered(
    state: State,
    event: BonusGained | BonusEnded | DeckShuffled | CardsMoved | BenchSeatsChanged | NameChanged,
    *,
    afterwards: bool = False,
) -> tuple[Match, Side] | None:
    """The match and side of an event, if it has them."""
    match = enter_match(state, event, afterwards=afterwards)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return None
    return match, match.sides[place]


def bonus_gained(state: State, event: BonusGained) -> None:
    entered = _entered(state, event)
    if entered is not None:
        add_bonus(state, *entered, event.bonus)


def bonus_ended(state: State, event: BonusEnded) -> None:
    state.caused(event.cause)
    entered = _entered(state, event)
    if entered is None:
        return
    match, side = entered
    ended = 0
    for entry in side.park:
        before = len(entry.bonuses)
        entry.bonuses = [bonus for bonus in entry.bonuses if bonus.event != event.bonus]
        ended += before - len(entry.bonuses)
    if side.bonuses is not None:
        before = len(side.bonuses)
        side.bonuses = [bonus for bonus in side.bonuses if bonus.event != event.bonus]
        ended += before - len(side.bonuses)
    if not ended:
        suspect(state, match, rules.BONUS, f"Event {event.bonus} brought seat {event.seat} no bonus that could end")


def deck_shuffled(state: State, event: DeckShuffled) -> None:
    state.caused(event.cause)
    entered = _entered(state, event)
    if entered is not None:
        entered[1].top.clear()


def effect_triggered(state: State, event: EffectTriggered) -> None:
    state.caused(event.by)
    state.causes[state.number] = event.card
    match = enter_match(state, event, afterwards=True)
    if match is not None:
        enter_side(state, match, event.seat)


def effect_prevented(state: State, event: EffectPrevented) -> None:
    state.caused(event.cause)
    if event.prevented is not None and event.prevented >= state.number:
        state.illegal(rules.CAUSE, f"Event {state.number} prevents event {event.prevented}, which comes later")


def choice(state: State, event: ChoiceMade | ChoiceDeclined) -> None:
    state.caused(event.cause)
    state.causes[state.number] = state.causes.get(event.cause or 0)
    if event.park is None:
        state.seat(event.seat)
        return
    match = find_match(state, event.round, event.park, type(event).__name__)
    if match is not None:
        enter_side(state, match, event.seat)


def fans_changed(state: State, event: FansChanged) -> None:
    state.caused(event.cause)
    seat = state.seat(event.seat)
    if seat is None or seat.fans is None:
        return
    if event.park is not None:
        find_match(state, event.round, event.park, "FansChanged")
    seat.fans += event.by
    total = seat.all_fans()
    if total is not None and total < 0:
        state.suspect(rules.FANS, f"Seat {event.seat} gives back {-event.by} fans and has {total - event.by}")


def cards_seen(state: State, event: CardsLookedAt | CardsShown) -> None:
    state.caused(event.cause)
    match = enter_match(state, event)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return
    if event.origin == "deck":
        side = match.sides[place]
        _know_top(state, match, side, event.cards)


def deck_reordered(state: State, event: DeckReordered) -> None:
    state.caused(event.cause)
    match = enter_match(state, event)
    if match is None or (place := enter_side(state, match, event.seat)) is None:
        return
    side = match.sides[place]
    _know_top(state, match, side, (*event.to_top, *event.to_bottom))
    side.top = list(event.to_top)


def _know_top(state: State, match: Match, side: Side, cards: tuple[CardId | None, ...]) -> None:
    """Cards on top of a deck came to be known."""
    left = None if side.deck is None else list(side.deck)
    for card in cards:
        was_known = left is None or card in left
        if not take(left, card):
            named = "a card" if card is None else f"{state.name_of(card)} ({card})"
            suspect(state, match, rules.DECK, f"Seat {side.seat}'s deck shows {named}, which is not left in it")
        elif not was_known and card is not None and side.deck is not None and None in side.deck:
            side.deck.remove(None)
            side.deck.append(card)
            learn(state, side.seat, card)
    side.top = list(cards)


def bench_seats_changed(state: State, event: BenchSeatsChanged) -> None:
    state.caused(event.cause)
    entered = _entered(state, event)
    if entered is not None and entered[1].bench_seats is not None:
        side = entered[1]
        side.bench_seats = max((side.bench_seats or 0) + event.by, 0)


def name_changed(state: State, event: NameChanged) -> None:
    state.caused(event.cause)
    entered = _entered(state, event)
    if entered is None:
        return
    match, side = entered
    for entry in reversed(side.park):
        if entry.card == event.card:
            entry.name = event.name
            return
    if side.bench is None:
        return
    for name, cards in side.bench.items():
        if event.card in cards and name != event.name:
            cards.remove(event.card)
            if not cards:
                del side.bench[name]
            side.put_on_bench(event.card, event.name)
            return
    suspect(
        state, match, rules.AREA, f"Seat {event.seat} gives a name to a card that is not in the park or on its bench"
    )


def cards_moved(state: State, event: CardsMoved) -> None:
    state.caused(event.cause)
    state.causes[state.number] = None
    entered = _entered(state, event, afterwards=True)
    if entered is None:
        return
    match, side = entered
    for card in event.cards:
        entry = _leave(state, match, side, event, card)
        if entry is None:
            named = "a card" if card is None else f"{state.name_of(card)} ({card})"
            suspect(
                state,
                match,
                rules.AREA,
                f"{named} of seat {event.seat} leaves the {AREA_NAMES[event.origin]} and does not lie there",
            )
            entry = Entry(card, name_in_match(state, card), state.base_power(card))
        _arrive(state, match, side, event, entry)


def _leave(state: State, match: Match, side: Side, event: CardsMoved, card: CardId | None) -> Entry | None:
    """Take a card out of where it lies; None if it does not lie there."""
    fresh = Entry(card, name_in_match(state, card), state.base_power(card))
    match event.origin:
        case "park":
            return _leave_park(match, side, card)
        case "bench":
            return _leave_bench(side, card, fresh)
        case "deck":
            if side.top and card in {side.top[0], None}:
                side.top.pop(0)
            else:
                side.top.clear()
            return fresh if take(side.deck, card) else None
        case "exhaust":
            return fresh if match.gapped or take(side.exhaust, card) else None
        case "tray":
            _join_deck(state, side, card)
            tray = state.trays[event.tray] if event.tray is not None else None
            if tray is None:
                return fresh
            if tray.discard and card in tray.discard:
                tray.discard.remove(card)
            elif tray.pile:
                tray.pile -= 1
            tray.take(card)
            return fresh
        case _:
            _join_deck(state, side, card)
            take(state.out_of_game, card)
            return fresh


def _leave_park(match: Match, side: Side, card: CardId | None) -> Entry | None:
    for entry in reversed(side.park):
        if entry.card == card or card is None or (entry.card is None and not match.gapped):
            side.park.remove(entry)
            return entry
    return Entry(card, None, None) if match.gapped else None


def _leave_bench(side: Side, card: CardId | None, fresh: Entry) -> Entry | None:
    if side.bench is None:
        return fresh
    for name, cards in side.bench.items():
        if card in cards:
            cards.remove(card)
            if not cards:
                del side.bench[name]
                side.places = {place: held for place, held in side.places.items() if held != name}
            return fresh
    if card is None and side.bench:
        side.bench = None
        return fresh
    return None


def _join_deck(state: State, side: Side, card: CardId | None) -> None:
    """A card belongs to a seat from now on."""
    deck = state.seats[side.seat - 1].deck if 0 < side.seat <= len(state.seats) else None
    if deck is not None:
        deck.append(card)


def _quit_deck(state: State, side: Side, card: CardId | None) -> None:
    """A card belongs to a seat no more."""
    take(state.seats[side.seat - 1].deck if 0 < side.seat <= len(state.seats) else None, card)


def _arrive(state: State, match: Match, side: Side, event: CardsMoved, entry: Entry) -> None:
    card = entry.card
    match event.to:
        case "park":
            side.park.append(entry)
        case "bench":
            if side.fits([entry.name]) is False:
                match.overflowed = match.sides.index(side)
            side.put_on_bench(card, entry.name)
        case "deck":
            if side.deck is not None:
                side.deck.append(card)
            if event.spot == "top":
                side.top.insert(0, card)
            elif event.spot != "bottom":
                side.top.clear()
        case "exhaust":
            side.exhaust.append(card)
        case "tray":
            _quit_deck(state, side, card)
            if event.tray is not None:
                state.trays[event.tray].put(card)
            else:
                state.leaves_deck(card)
        case _:
            _quit_deck(state, side, card)
            state.out_of_game.append(card)
