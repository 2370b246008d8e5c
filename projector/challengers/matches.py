"""The start of a match: who meets where, who begins, and with how many cards."""

from events.challengers import MatchStarted
from projector.challengers import rulebook as rules
from projector.challengers.drafting import settle_draw
from projector.challengers.match import Match, Side
from projector.challengers.rounds import enter_round, is_final, pairings_of
from projector.challengers.state import SeatState, State


def match_started(state: State, event: MatchStarted) -> None:
    seats = [state.seat(number) for number in event.seats]
    if None in seats or not enter_round(state, event.round):
        return
    one, two = (seat for seat in seats if seat is not None)
    if event.park in state.matches and state.matches[event.park].started:
        state.suspect(rules.ONE_MATCH, f"A second match starts in the {event.park} park in round {event.round}")
    elif one is two:
        state.illegal(rules.ONE_MATCH, f"Seat {one.number} plays against itself")
    elif any(_plays(match, seat.number) for match in state.matches.values() for seat in (one, two)):
        state.suspect(
            rules.ONE_MATCH,
            f"Seats {one.number} and {two.number} start a match in round {event.round}, and one played already",
        )
    _check_pairing(state, event)
    for seat in (one, two):
        settle_draw(state, seat)
        if seat.preparing != event.round:
            # The log does not tell this seat's deck phase, so what it did to its deck is not known.
            seat.deck = None
    bench = state.setup.bench_seats if state.setup is not None else None
    match = Match(event.round, event.park, (Side(one.number, one.deck, bench), Side(two.number, two.deck, bench)))
    _note_before(match, (one, two))
    match.started = state.number
    match.final = event.final or is_final(state, event.round)
    if match.final and not is_final(state, event.round):
        state.suspect(rules.ROUND_ORDER, f"The final starts in round {event.round}")
    match.starter = event.starter
    match.starts_by = event.reason
    if event.starter is not None and event.starter not in event.seats:
        state.illegal(rules.STARTS, f"Seat {event.starter} starts a match of seats {one.number} and {two.number}")
        match.starter = None
    elif event.reason != "ruling":
        _check_starter(state, event, match, (one, two))
    for side, stated in zip(match.sides, event.decks, strict=True):
        _check_size(state, side, stated)
    state.matches[event.park] = match
    state.played.append(match)
    state.causes[state.number] = None
    if state.phase == "deck":
        state.phase = "match"


def _note_before(match: Match, seats: tuple[SeatState, SeatState]) -> None:
    """What the seats had done when they met."""
    for side, seat in zip(match.sides, seats, strict=True):
        side.redrew = seat.redrawn if seat.preparing == match.round else None
        side.trophies = None if seat.trophies is None else len(seat.trophies)


def _plays(match: Match, seat: int) -> bool:
    return any(side.seat == seat for side in match.sides)


def _check_size(state: State, side: Side, stated: int | None) -> None:
    if stated is None:
        return
    if side.brought is None:
        side.deck = [None] * stated
        side.brought = stated
    elif stated != side.brought and state.gapped:
        state.doubt()
    elif stated != side.brought:
        state.differs(rules.DECK_SIZE, f"Seat {side.seat} plays with cards", stated=stated, derived=side.brought)


def _check_pairing(state: State, event: MatchStarted) -> None:
    one, two = event.seats
    if is_final(state, event.round):
        if state.finalists is None:
            state.doubt()
        elif {one, two} != set(state.finalists):
            state.illegal(
                rules.FINALISTS,
                f"Seats {one} and {two} play the final of seats {state.finalists[0]} and {state.finalists[1]}",
            )
        return
    pairings = pairings_of(state, event.round)
    if pairings is None:
        state.doubt()
    elif not any(pairing.park == event.park and {*pairing.seats} == {one, two} for pairing in pairings):
        state.illegal(
            rules.PAIRING,
            f"Seats {one} and {two} meet in the {event.park} park in round {event.round}, against the plan",
        )


def _check_starter(state: State, event: MatchStarted, match: Match, seats: tuple[SeatState, SeatState]) -> None:
    one, two = seats
    if one.trophies is None or two.trophies is None:
        state.doubt()
        return
    # A seat without a trophy stands at 0, below the trophy of round 1: "no trophy" is no trophy of round 0 that ties.
    first, second = one.highest_trophy(), two.highest_trophy()
    by_toss = event.round == 1 or first == second
    rule = rules.TOSS if event.round == 1 else rules.STARTS
    derived = None if by_toss else one.number if first > second else two.number
    if event.reason is not None and (event.reason == "toss") != by_toss:
        state.differs(
            rule,
            f"The start of seats {one.number} and {two.number} in round {event.round}",
            stated=event.reason,
            derived="toss" if by_toss else "trophy",
        )
    if derived is not None and event.starter is None:
        match.starter = derived
    elif derived is not None and event.starter != derived:
        state.differs(
            rule, f"Round {event.round}, who starts", stated=f"seat {event.starter}", derived=f"seat {derived}"
        )
