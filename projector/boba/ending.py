"""Sudden death and the end of a game."""

from events.boba import GameEnded, SuddenDeathRevealed
from projector.boba import rulebook as rules
from projector.boba.battles import decide, named, settle, turn_up
from projector.boba.moving import draw_heroes
from projector.boba.state import Result, State, Zone


def sudden_death_revealed(state: State, event: SuddenDeathRevealed) -> None:
    settle(state)
    setup = state.setup
    if setup is not None and setup.tied_game != "sudden_death":
        state.illegal(rules.SUDDEN_DEATH, "Sudden death is played in a game whose ties stand")
    elif state.sudden_winner in {1, 2}:
        state.illegal(rules.SUDDEN_DEATH, f"Sudden death goes on after seat {state.sudden_winner} won it")
    elif state.phase != "sudden_death":
        if not all(state.resolved[1:]):
            state.suspect(rules.SUDDEN_DEATH, f"Sudden death begins after battle {state.battle}")
        elif state.trophies(1) != state.trophies(2) and None not in state.results[1:]:
            state.illegal(
                rules.SUDDEN_DEATH, f"Sudden death is played at {state.trophies(1)}:{state.trophies(2)} trophies"
            )
    state.phase = "sudden_death"
    state.sure = True
    zones = (Zone(), Zone())
    for seat, zone, hero, stated in zip(state.seats, zones, event.heroes, event.powers, strict=True):
        draw_heroes(state, seat, (hero,))
        seat.sudden.append(hero)
        turn_up(state, seat, zone, hero, stated)
    first, second = zones
    tie_unclear = first.power == second.power and None in {first.weapon, second.weapon}
    if first.power is None or second.power is None or state.setup is None or tie_unclear:
        state.doubt()
        state.sudden_winner = None
    else:
        state.sudden_winner, _ = decide(state, zones, supers=True)


def game_ended(state: State, event: GameEnded) -> None:
    settle(state)
    _compare_trophies(state, event)
    match event.reason:
        case "trophies":
            _check_trophies(state, event)
        case "sudden_death":
            _check_sudden_death(state, event)
        case "tie":
            _check_tie(state, event)
        case "concession":
            if event.winner is not None and event.winner != "draw" and state.seat(event.winner).conceded:
                state.illegal(rules.CONCESSION, f"Seat {event.winner} conceded and wins")
        case "agreed_draw":
            if event.winner in {1, 2}:
                state.illegal(rules.GAME_WINNER, f"The game ended as an agreed draw, yet {named(event.winner)}")
        case "unfinished" | "no_contest":
            if event.winner is not None:
                state.illegal(rules.GAME_WINNER, f"The game ended as {event.reason}, yet {named(event.winner)}")
        case _:
            pass
    state.ended = event
    state.ended_at = state.number
    state.winner = event.winner
    if event.winner is None:
        state.winner = _winner_by(state, event.reason)
    state.phase = "ended"
    if not any(zone.shown for seat in state.seats for zone in seat.zones) and event.reason not in _NOT_PLAYED:
        _forget_the_start(state)


# Ends after which things may well stand as they stood at the start.
_NOT_PLAYED = frozenset({"concession", "disconnection", "no_contest", "unfinished"})


def _forget_the_start(state: State) -> None:
    """A game known by its results alone was played: what was available at its start is not what was left at its end."""
    for seat in state.seats:
        seat.hot_dogs = seat.hot_dogs_spent = seat.hero_deck = seat.playbook = None
        seat.bench_sure = seat.hand_sure = False


def _winner_by(state: State, reason: str | None) -> Result:
    """Who won where the log does not say so: only what was played and who conceded can tell."""
    match reason:
        case "trophies" | "sudden_death" | "tie" | None:
            return _derived_winner(state)
        case "agreed_draw":
            return "draw"
        case "concession":
            one, two = (seat.conceded for seat in state.seats)
            return None if one == two else 2 if one else 1
    return None


def _derived_winner(state: State) -> Result:
    if state.sudden_winner in {1, 2}:
        return state.sudden_winner
    one, two = state.trophies(1), state.trophies(2)
    if state.clinched or (all(state.resolved[1:]) and None not in state.results[1:]):
        return "draw" if one == two else 1 if one > two else 2
    return None


def _results_known(state: State) -> bool:
    """Whether it is known who won each battle fought so far; sudden death comes after all of them."""
    fought = state.results[1:] if state.phase == "sudden_death" else state.results[1 : state.battle + 1]
    return state.sure and None not in fought


def _compare_trophies(state: State, event: GameEnded) -> None:
    if not state.battle or not _results_known(state):
        return
    for seat, stated in zip(state.seats, event.trophies, strict=True):
        derived = state.trophies(seat.number)
        if stated is not None and stated != derived:
            state.differs(rules.GAME_WINNER, f"Seat {seat.number}'s trophies", stated=stated, derived=derived)


def _check_trophies(state: State, event: GameEnded) -> None:
    if not state.battle:
        _check_stated_trophies(state, event)
        return
    if not _results_known(state):
        state.doubt()
        return
    derived = _derived_winner(state)
    if derived is None and state.setup is None:
        state.doubt()
    elif derived is None:
        state.illegal(
            rules.GAME_WINNER,
            f"The game ended by trophies at {state.trophies(1)}:{state.trophies(2)} after battle {state.battle}",
        )
    elif event.winner is not None and event.winner != derived:
        state.differs(rules.GAME_WINNER, "The game", stated=named(event.winner), derived=named(derived))


def _check_sudden_death(state: State, event: GameEnded) -> None:
    one, two = event.trophies
    if not state.battle and one is not None and two is not None and one != two:
        # Known by its result alone: the game was not tied, so either the trophies or the reason is wrong.
        state.illegal(
            rules.SUDDEN_DEATH, f"The game ended in sudden death at {one}:{two} trophies, and {named(event.winner)}"
        )
    elif state.sudden_winner is None and state.battle and _results_known(state) and not _is_tied(state):
        state.illegal(
            rules.SUDDEN_DEATH,
            f"The game ended in sudden death at {state.trophies(1)}:{state.trophies(2)} trophies "
            f"after battle {state.battle}",
        )
    elif state.sudden_winner is None or not state.sure:
        state.doubt()
    elif event.winner is not None and state.sudden_winner != event.winner:
        state.differs(
            rules.SUDDEN_DEATH, "Sudden death", stated=named(event.winner), derived=named(state.sudden_winner)
        )


def _is_tied(state: State) -> bool:
    return all(state.resolved[1:]) and state.trophies(1) == state.trophies(2)


def _check_stated_trophies(state: State, event: GameEnded) -> None:
    """A game known by its result alone: the stated winner must have the more trophies, if they are stated."""
    one, two = event.trophies
    if one is None or two is None or event.winner is None:
        state.doubt()
        return
    derived: Result = "draw" if one == two else 1 if one > two else 2
    if derived != event.winner:
        state.differs(
            rules.GAME_WINNER, f"The game at {one}:{two} trophies", stated=named(event.winner), derived=named(derived)
        )


def _check_tie(state: State, event: GameEnded) -> None:
    if event.winner not in {"draw", None}:
        state.illegal(rules.TIE, f"A tie that {named(event.winner)}")
    elif not state.battle:
        _check_stated_trophies(state, event)
    elif not _results_known(state) or (state.setup is None and not all(state.resolved[1:])):
        state.doubt()
    elif not _is_tied(state):
        state.illegal(
            rules.TIE, f"A tie at {state.trophies(1)}:{state.trophies(2)} trophies after battle {state.battle}"
        )
