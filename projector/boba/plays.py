"""Plays that are run in a battle, and the passes that end a seat's opportunity."""

from events.boba import Passed, PlayRun
from projector.boba import rulebook as rules
from projector.boba.battles import enter
from projector.boba.moving import take
from projector.boba.ongoing import caused, forbidden, holding, pay, settle_plays
from projector.boba.state import Entry, Run, SeatState, State


def play_run(state: State, event: PlayRun) -> None:
    seat = state.seats[event.seat - 1]
    number = state.number
    run = Run(number, event)
    state.runs[number] = run
    state.causes[number] = number
    setup = state.setup
    if setup is not None and not setup.playbook:
        state.illegal(rules.PLAY_MODE, f"Seat {event.seat} runs a play in a game without playbooks")
    if not enter(state, event.battle):
        return
    if state.phase != "revealed":
        _not_revealed(state, f"Seat {event.seat} runs a play before the heroes of battle {event.battle} are revealed")
    if event.cause is None:
        if seat.passed:
            _too_late(state, seat, f"runs a play in battle {event.battle}")
        other = state.other(event.seat)
        if state.honors is not None and state.honors != event.seat:
            other.passed = True
    else:
        caused(state, event.cause)
    if state.effects:
        _check_play_locks(state, seat)
    _pay_for(state, seat, event)
    for resolved in state.seats:
        if resolved.in_effect:
            settle_plays(state, resolved)
    run.play = take(state, seat, event.origin, event.play, rule=rules.PLAY_HELD)
    run.hand = len(seat.play_hand) if seat.hand_sure else None
    state.seen[event.seat, "run"].append(run.play)
    seat.in_effect.append(run)
    seat.plays_run += 1
    if not state.told:
        _lose_track(state, event.battle)


def _pay_for(state: State, seat: SeatState, event: PlayRun) -> None:
    if event.cost is None:
        seat.hot_dogs = seat.hot_dogs_spent = None
        return
    _check_cost(state, seat, event)
    if event.cost:
        pay(state, seat, event.cost)


def _lose_track(state: State, battle: int) -> None:
    """The log does not tell what the play does, so nothing it may have touched is known any more."""
    for seat in state.seats:
        seat.zones[battle].add(Entry(state.number, "lost", None, state.number))
        seat.hot_dogs = seat.hot_dogs_spent = seat.hero_deck = seat.playbook = None
        seat.bench_sure = seat.hand_sure = False
        seat.unseen_heroes = seat.unseen_plays = None
        seat.hero_top.clear()
        seat.play_top.clear()


def _not_revealed(state: State, message: str) -> None:
    if state.sure:
        state.illegal(rules.PLAY_TIME, message)
    else:
        state.doubt()


def _too_late(state: State, seat: SeatState, verb: str) -> None:
    rule = rules.PLAY_ORDER if state.honors == seat.number else rules.PLAY_ONCE
    state.illegal(rule, f"Seat {seat.number} {verb} when its opportunity has passed")


def _check_play_locks(state: State, seat: SeatState) -> None:
    forbidden(state, "play_lock", seat, "runs a play")
    cap = holding(state, "play_cap", seat.number)
    if cap is not None and cap.began.amount is not None and seat.plays_run >= cap.began.amount:
        state.suspect(
            rules.LOCK,
            f"Seat {seat.number} runs play {seat.plays_run + 1} of this battle; "
            f"the effect of event {cap.number} allows {cap.began.amount}",
        )


def _check_cost(state: State, seat: SeatState, event: PlayRun) -> None:
    printed = state.cost_of(event.play)
    if printed is None or event.cost == printed or event.cause is not None or event.copy_of is not None:
        return
    if holding(state, "cost", seat.number) or not state.costs_changed.isdisjoint(
        {(seat.number, None), (seat.number, event.play)}
    ):
        return
    if state.gapped:
        state.doubt()
        return
    state.differs(
        rules.PLAY_COST,
        f"Seat {event.seat}'s {state.name_of(event.play) if event.play else 'play'} cost",
        stated=event.cost,
        derived=printed,
    )


def passed(state: State, event: Passed) -> None:
    seat = state.seats[event.seat - 1]
    if state.setup is not None and not state.setup.playbook:
        state.illegal(rules.PLAY_MODE, f"Seat {event.seat} passes in a game without playbooks")
    if not enter(state, event.battle):
        return
    if state.phase != "revealed":
        _not_revealed(state, f"Seat {event.seat} passes before the heroes of battle {event.battle} are revealed")
    if seat.passed:
        _too_late(state, seat, f"passes in battle {event.battle}")
    seat.passed = True
    if state.honors is not None and state.honors != event.seat:
        state.other(event.seat).passed = True
    for resolved in state.seats:
        if resolved.in_effect:
            settle_plays(state, resolved)
