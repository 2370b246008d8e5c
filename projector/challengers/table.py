"""What happens at the table around the cards: gaps, take-backs, concessions, and states that are shown or corrected."""

from events.base import (
    GapLeft,
    NoteAdded,
    PenaltyGiven,
    SeatConceded,
    SeatDisconnected,
    SeatReconnected,
    SeatTakenOver,
    TimeCalled,
)
from events.challengers import Cards, MatchCorrected, MatchShown, SeatCorrected, SeatShown
from projector.challengers import rulebook as rules
from projector.challengers.drafting import compare_deck
from projector.challengers.entering import enter_match, name_in_match
from projector.challengers.match import Entry, Match, Side
from projector.challengers.state import Held, State


def gap_left(state: State, _: GapLeft) -> None:
    """Whatever the missing line could have changed is not known any more."""
    state.doubt()
    state.causes[state.number] = None
    state.gapped = True
    state.finalists = None
    for seat in state.seats:
        seat.deck = seat.fans = seat.trophies = seat.hand = seat.tray = None
        seat.kept = 0
        seat.redrawn = seat.removed = seat.ready = False
    for tray in state.trays.values():
        tray.pile = tray.left = tray.discard = None
    for match in state.matches.values():
        if not match.over:
            match.lose_sight()


def seat_conceded(state: State, event: SeatConceded) -> None:
    seat = state.seat(event.seat)
    if seat is not None:
        seat.conceded = True


def noted(
    _: State, __: NoteAdded | PenaltyGiven | TimeCalled | SeatDisconnected | SeatReconnected | SeatTakenOver
) -> None:
    """Nothing on the table changes."""


def seat_shown(state: State, event: SeatShown) -> None:
    seat = state.seat(event.seat)
    if seat is None:
        return
    compare = not isinstance(event, SeatCorrected)
    if event.deck is not None:
        if not compare:
            seat.deck = None
        compare_deck(state, seat, event.deck)
    if event.trophies is not None:
        held = None if seat.trophies is None else sorted(trophy.round for trophy in seat.trophies)
        if compare and held is not None and held != sorted(event.trophies):
            state.differs(
                rules.SHOWN_STATE,
                f"Seat {event.seat} has the trophies of rounds",
                stated=sorted(event.trophies),
                derived=held,
            )
        if held != sorted(event.trophies):
            seat.trophies = [Held(round_, None) for round_ in event.trophies]
    if event.fans is not None:
        derived = seat.all_fans()
        if compare and derived is not None and derived != event.fans:
            state.differs(rules.SHOWN_STATE, f"Seat {event.seat}'s fans", stated=event.fans, derived=derived)
        if derived is None or derived != event.fans:
            backs = [trophy.fans for trophy in seat.trophies or ()]
            seat.fans = None if None in backs else event.fans - sum(back for back in backs if back is not None)


def match_shown(state: State, event: MatchShown) -> None:
    match = enter_match(state, event)
    if match is None:
        return
    compare = not isinstance(event, MatchCorrected)
    for place, side in enumerate(match.sides):
        _adopt_deck(state, match, side, event.decks[place], compare=compare)
        _adopt_park(state, match, side, event.parks[place], compare=compare)
        _adopt_bench(state, match, side, event.benches[place], compare=compare)
        exhausted = event.exhausted[place]
        if exhausted is not None:
            side.exhaust = list(exhausted)
    _adopt_holder(state, match, event, compare=compare)


def _differs(state: State, match: Match, what: str, stated: object, derived: object) -> None:
    if match.gapped:
        state.doubt()
    else:
        state.differs(rules.SHOWN_STATE, what, stated=stated, derived=derived)


def _adopt_deck(state: State, match: Match, side: Side, shown: int | None, *, compare: bool) -> None:
    if shown is None:
        return
    if side.deck is None:
        side.deck = [None] * shown
    elif len(side.deck) != shown:
        if compare:
            _differs(state, match, f"Seat {side.seat}'s deck has cards", shown, len(side.deck))
        side.deck = [None] * shown


def _adopt_park(state: State, match: Match, side: Side, shown: Cards | None, *, compare: bool) -> None:
    if shown is None:
        return
    held = [entry.card for entry in side.park]
    if list(shown) == held:
        return
    if compare and not match.gapped and match.owing is None:
        _differs(state, match, f"Seat {side.seat}'s cards in the park", list(shown), held)
    side.park = []
    for card in shown:
        base = state.base_power(card) if state.counts_as_printed(card) and not match.gapped else None
        side.park.append(Entry(card, name_in_match(state, card), base))


def _adopt_bench(state: State, match: Match, side: Side, shown: Cards | None, *, compare: bool) -> None:
    if shown is None:
        return
    held = None if side.bench is None else sorted(str(card) for card in side.benched())
    if held == sorted(str(card) for card in shown):
        return
    if compare and held is not None and match.owing is None:
        _differs(state, match, f"Seat {side.seat}'s bench", list(shown), side.benched())
    side.bench = {}
    for card in shown:
        side.put_on_bench(card, name_in_match(state, card))
    if side.bench_seats is None and state.setup is not None and not match.gapped:
        side.bench_seats = state.setup.bench_seats


def _adopt_holder(state: State, match: Match, event: MatchShown, *, compare: bool) -> None:
    if event.holder is None:
        return
    place = match.place_of(event.holder)
    if place is None:
        state.illegal(rules.SEATS, f"Seat {event.holder} does not play in the {match.park} park")
        return
    if compare and match.holder is not None and match.holder != place:
        _differs(state, match, "The flag is with", event.holder, match.sides[match.holder].seat)
    match.holder = place
    for number, (side, power) in enumerate(zip(match.sides, event.powers, strict=True)):
        if power is None or not side.park:
            continue
        derived = side.flag_power() if number == place else side.attack_power()
        if compare and derived is not None and derived != power:
            _differs(state, match, f"Seat {side.seat}'s power", power, derived)
        if derived != power:
            _set_power(side, power, holds=number == place)


def _set_power(side: Side, power: int, *, holds: bool) -> None:
    """Let the cards in the park count for a power that was stated."""
    side.bonuses = []
    for entry in side.park if not holds else side.park[-1:]:
        entry.bonuses = []
        entry.base = 0
    side.park[-1].base = power
