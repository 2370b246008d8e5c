"""Trophies turned up, the finalists, and the end of a tournament."""

from events.challengers import FinalistsFound, TournamentEnded, TrophiesTurnedUp
from projector.challengers import rulebook as rules
from projector.challengers.deciding import check_trophy
from projector.challengers.rounds import fans_lead, undecided
from projector.challengers.state import Held, Result, SeatState, State
from projector.referee import Rule

_NO_WINNER = frozenset({"unfinished", "no_contest"})


def trophies_turned_up(state: State, event: TrophiesTurnedUp) -> None:
    rounds_played(state, rules.TURNED_UP, "The trophies are turned up")
    if event.trophies:
        _compare_trophies(state, event)
    if state.phase not in {"final", "ended"}:
        state.phase = "trophies"


def rounds_played(state: State, rule: Rule, what: str) -> None:
    """All rounds before the final must have been played."""
    setup = state.setup
    if setup is None:
        state.doubt()
    elif state.round < setup.rounds:
        state.suspect(rule, f"{what} after round {state.round} of {setup.rounds}")
    elif state.round == setup.rounds and (open_parks := undecided(state)):
        if state.started is not None and state.started.seen_from is not None:
            state.doubt()
        else:
            state.suspect(rule, f"{what} before the match in the {open_parks[0]} park is decided")


def _compare_trophies(state: State, event: TrophiesTurnedUp) -> None:
    for number in dict.fromkeys(trophy.seat for trophy in event.trophies):
        state.seat(number)
    for seat in state.seats:
        stated = [trophy for trophy in event.trophies if trophy.seat == seat.number]
        held = seat.trophies
        shown = sorted(trophy.round for trophy in stated)
        if held is not None and sorted(trophy.round for trophy in held) != shown:
            derived = sorted(trophy.round for trophy in held)
            state.differs(
                rules.TURNED_UP, f"Seat {seat.number} has the trophies of rounds", stated=shown, derived=derived
            )
        known = {trophy.round: trophy.fans for trophy in held or ()}
        for trophy in stated:
            before = known.get(trophy.round)
            if before is not None and trophy.fans is not None and before != trophy.fans:
                state.differs(
                    rules.TURNED_UP,
                    f"The fans on seat {seat.number}'s trophy of round {trophy.round}",
                    stated=trophy.fans,
                    derived=before,
                )
        seat.trophies = [
            Held(trophy.round, known.get(trophy.round) if trophy.fans is None else trophy.fans) for trophy in stated
        ]
    for round_, fans in dict.fromkeys((trophy.round, trophy.fans) for trophy in event.trophies):
        check_trophy(state, round_, fans)


def finalists_found(state: State, event: FinalistsFound) -> None:
    one, two = event.seats
    if state.setup is not None and not state.setup.has_final:
        state.illegal(rules.FINALISTS, "There are finalists in a game without a final")
        return
    if state.seat(one) is None or state.seat(two) is None:
        return
    rounds_played(state, rules.FINALISTS, "The finalists are found")
    compare_fans(state, event.fans)
    state.finalists = (one, two)
    if one == two:
        state.illegal(rules.FINALISTS, f"Seat {one} is in the final twice")
        return
    ranked = _ranked(state, [seat for seat in state.seats if not seat.bot])
    if ranked is None:
        state.doubt()
        return
    # What becomes of a bot that would be in the final is not told anywhere: the log decides.
    with_bot = _ranked(state, state.seats)
    if not _may_be_first_two(ranked, {one, two}) and not (with_bot and _may_be_first_two(with_bot, {one, two})):
        state.differs(
            rules.FINALISTS,
            "The final is played by",
            stated=f"seats {min(one, two)} and {max(one, two)}",
            derived=" and ".join(f"seat {seat.number}" for seat in sorted(ranked[:2], key=lambda seat: seat.number)),
        )
    elif event.decided_by is not None and not any(seat.bot for seat in state.seats):
        _check_tie_break(state, ranked, event.decided_by)


def _standing(seat: SeatState) -> tuple[int, int, int]:
    """What ranks a seat: fans, then trophies, then the highest round of a trophy."""
    return seat.all_fans() or 0, len(seat.trophies or ()), seat.highest_trophy()


def _ranked(state: State, seats: list[SeatState]) -> list[SeatState] | None:
    """Seats by their standing, best first; None where fans are not known."""
    if len(seats) < 2 or state.started is None or any(seat.all_fans() is None for seat in seats):
        return None
    return sorted(seats, key=_standing, reverse=True)


def _may_be_first_two(ranked: list[SeatState], stated: set[int]) -> bool:
    """Whether two seats may be the first two, where seats of equal standing may change places."""
    second = _standing(ranked[1])
    sure = {seat.number for seat in ranked if _standing(seat) > second}
    possible = sure | {seat.number for seat in ranked if _standing(seat) == second}
    return sure <= stated <= possible


def _check_tie_break(state: State, ranked: list[SeatState], stated: str) -> None:
    derived = "fans"
    if len(ranked) > 2:
        second, third = _standing(ranked[1]), _standing(ranked[2])
        names = ("fans", "trophies", "highest_trophy")
        derived = next((name for name, one, two in zip(names, second, third, strict=True) if one != two), "other")
    if stated != derived:
        state.differs(rules.FINALISTS, "The final was decided by", stated=stated, derived=derived)


def compare_fans(state: State, stated: tuple[int | None, ...]) -> None:
    """Compare stated fans with those that were won; of a game known by its result alone nothing was told."""
    if not state.round:
        return
    for seat, fans in zip(state.seats, stated, strict=False):
        derived = seat.all_fans()
        if fans is not None and derived is not None and fans != derived:
            state.differs(rules.MOST_FANS, f"Seat {seat.number}'s fans", stated=fans, derived=derived)


def tournament_ended(state: State, event: TournamentEnded) -> None:
    compare_fans(state, event.fans)
    winner: Result = event.winner
    if isinstance(winner, int) and state.seat(winner) is None:
        winner = None
    match event.reason:
        case "final":
            winner = _check(state, event, rules.WINNER, _won_final(state), "The final is")
        case "fans" | "tie":
            _check_played(state, event)
            winner = _check(state, event, rules.MOST_FANS, _most_fans(state, event), "The game is")
        case "lead":
            winner = _check(state, event, rules.LEAD, _leader(state), "The lead is")
        case "concession":
            if isinstance(winner, int) and state.seats[winner - 1].conceded:
                state.illegal(rules.CONCESSION, f"Seat {winner} conceded and wins")
        case "unfinished" | "no_contest":
            if winner is not None:
                state.illegal(rules.WINNER, f"The game ended as {event.reason}, yet {named(winner)}")
        case None:
            winner = winner or _won_final(state)
        case _:
            pass
    state.ended = event
    state.ended_at = state.number
    state.winner = None if event.reason in _NO_WINNER else winner
    state.phase = "ended"


def _check_played(state: State, event: TournamentEnded) -> None:
    if state.setup is not None and state.setup.has_final:
        state.suspect(rules.WINNER, "The game ended by fans without its final")
    elif state.round or not event.fans:
        rounds_played(state, rules.MOST_FANS, "The game ended by fans")


def _check(state: State, event: TournamentEnded, rule: Rule, derived: Result, what: str) -> Result:
    if derived is None:
        if event.reason == "final" and not state.gapped and state.round and not _final_played(state):
            state.illegal(rule, "The game ended by a final that was not played")
        else:
            state.doubt()
        return event.winner
    if event.winner is not None and event.winner != derived:
        state.differs(rule, f"{what} decided", stated=named(event.winner), derived=named(derived))
        return event.winner
    return derived


def _final_played(state: State) -> bool:
    return any(match.final for match in state.played)


def _won_final(state: State) -> Result:
    return next((match.winner for match in reversed(state.played) if match.final and match.over), None)


def _most_fans(state: State, event: TournamentEnded) -> Result:
    """Who has most fans: as played, or as stated in a game known by its result alone."""
    if state.started is None:
        return None
    fans = [seat.all_fans() for seat in state.seats]
    if not state.round and not state.gapped:
        fans = list(event.fans[: len(state.seats)]) or [None]
    known = [count for count in fans if count is not None]
    if len(known) != len(fans) or not known:
        return None
    return "draw" if known.count(max(known)) > 1 else fans.index(max(known)) + 1


def _leader(state: State) -> Result:
    lead, setup = fans_lead(state), state.setup
    if lead is None or setup is None:
        return None
    if setup.winning_lead is None or lead < setup.winning_lead:
        state.illegal(rules.LEAD, f"The game ended by a lead of {lead} fans")
    fans = [seat.all_fans() or 0 for seat in state.seats]
    return fans.index(max(fans)) + 1


def named(winner: Result) -> str:
    """A result in words: "seat 1 wins", "a draw"."""
    if winner is None:
        return "no winner"
    return "a draw" if winner == "draw" else f"seat {winner} wins"
