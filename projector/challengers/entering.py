"""Which match an event belongs to, and which of its two sides; and what is said where it has none."""

from events.base import CardId
from events.challengers import MatchEvent, Park
from projector.challengers import rulebook as rules
from projector.challengers.match import Match, Side
from projector.challengers.rounds import enter_round, is_final
from projector.challengers.state import State
from projector.referee import Rule


def suspect(state: State, match: Match, rule: Rule, message: str) -> None:
    """The event is impossible in a match that is told whole."""
    if match.gapped:
        state.doubt()
    else:
        state.illegal(rule, message)


def enter_match(state: State, event: MatchEvent, *, afterwards: bool = False) -> Match | None:
    """The match of an event; None, with a finding, if it has none. `afterwards`: it may come after the match ended."""
    match = state.matches.get(event.park)
    if match is None or match.round != event.round:
        match = find_match(state, event.round, event.park, type(event).__name__)
    if match is not None and match.over and not afterwards:
        suspect(
            state,
            match,
            rules.MATCH_OVER,
            f"{type(event).__name__} in the {event.park} park after the match of round {event.round} was decided",
        )
        return None
    return match


def find_match(state: State, round_: int, park: Park, what: str) -> Match | None:
    match = state.matches.get(park)
    if match is not None and match.round == round_:
        return match
    message = f"{what} in the {park} park of round {round_}, where no match started"
    if not state.gapped:
        state.illegal(rules.MATCH_STARTED, message)
        return None
    state.doubt()
    if round_ < state.round or not enter_round(state, round_):
        return None
    match = Match(round_, park, (Side(0, None, None), Side(0, None, None)))
    match.lose_sight()
    match.final = is_final(state, round_)
    state.matches[park] = match
    state.played.append(match)
    if state.phase == "deck":
        state.phase = "match"
    return match


def enter_side(state: State, match: Match, seat: int) -> int | None:
    """The place of a seat in its match; None, with a finding, if it does not play in it."""
    place = match.place_of(seat)
    if place is None:
        suspect(
            state,
            match,
            rules.SEATS,
            f"Seat {seat} does not play in the {match.park} park in round {match.round}",
        )
    return place


def name_in_match(state: State, card: CardId | None) -> str | None:
    return None if card is None else state.name_of(card)
