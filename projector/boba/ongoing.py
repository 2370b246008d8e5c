"""The life of ongoing effects: begun, triggered, blocked, redirected, ended; and which of them hold now."""

from events.base import GapLeft
from events.boba import EffectBegan, EffectBlocked, EffectEnded, EffectRedirected, EffectTriggered
from projector.boba import rulebook as rules
from projector.boba.state import Effect, Run, SeatState, State


def caused(state: State, cause: int | None) -> None:
    """A cause must be an earlier play, effect, or chance and choice made for one."""
    if cause is None:
        return
    if cause in state.causes:
        state.acted.add(state.causes[cause])
    else:
        state.illegal(rules.CAUSE, f"Event {state.number} names event {cause} as its cause")


def holding(state: State, kind: str, seat: int) -> Effect | None:
    """The effect of a kind that acts on a seat in this battle, if one does; one that names no seat acts on both."""
    for effect in state.effects.values():
        began = effect.began
        if (
            began.kind == kind
            and (not began.on or seat in began.on)
            and (began.first is None or began.first <= state.battle)
            and (effect.last is None or state.battle <= effect.last)
            and (not began.battles or state.battle in began.battles)
        ):
            return effect
    return None


def forbidden(state: State, kind: str, seat: SeatState, what: str) -> None:
    """An effect that holds forbids this, if there is one."""
    effect = holding(state, kind, seat.number)
    if effect is not None:
        state.suspect(rules.LOCK, f"Seat {seat.number} {what}, which the effect of event {effect.number} forbids")


def pay(state: State, seat: SeatState, hot_dogs: int) -> None:
    """Take hot dogs from those available; an overdraft is a debt."""
    if seat.hot_dogs is None:
        if hot_dogs:
            state.doubt()
    else:
        if hot_dogs > max(seat.hot_dogs, 0):
            overdraft = holding(state, "overdraft", seat.number) if state.effects else None
            debt = (overdraft.began.amount or 0) if overdraft is not None else 0
            if hot_dogs > seat.hot_dogs + debt:
                state.illegal(
                    rules.HOT_DOGS_HELD, f"Seat {seat.number} pays {hot_dogs} hot dogs and has {max(seat.hot_dogs, 0)}"
                )
        seat.hot_dogs -= hot_dogs
    if seat.hot_dogs_spent is not None:
        seat.hot_dogs_spent += hot_dogs


def run_behind(state: State, cause: int | None) -> Run | None:
    """The run of the play behind a cause, if the log tells it."""
    return state.runs.get(state.causes.get(cause) or 0) if cause is not None else None


def shielding(state: State, seat: int, battle: int, cause: int | None) -> Effect | None:
    """The effect that keeps a hero from losing power to this cause, if one does."""
    run = run_behind(state, cause)
    own = run is not None and run.seat == seat
    weapon = state.seat(seat).zones[battle].weapon
    for effect in state.effects.values():
        began = effect.began
        if (
            began.kind in {"power_lock", "shield"}
            and (not began.on or seat in began.on)
            and (began.weapon is None or began.weapon == weapon)
            and (not began.battles or battle in began.battles)
            and (began.first is None or began.first <= battle)
            and (effect.last is None or battle <= effect.last)
            and not own
        ):
            return effect
    return None


def expire(state: State, battle: int) -> None:
    """Effects that held until this battle end with it."""
    over = [number for number, effect in state.effects.items() if effect.last is not None and effect.last <= battle]
    for number in over:
        del state.effects[number]
    if over:
        for seat in state.seats:
            settle_plays(state, seat)


def settle_plays(state: State, seat: SeatState) -> None:
    """Plays that have resolved go to the discard pile, but for those with an effect that still holds."""
    holding = {state.causes.get(number) for number in state.effects} if state.effects else set()
    staying = []
    for run in seat.in_effect:
        if run.number in holding:
            staying.append(run)
        else:
            seat.play_discard.append(run.play)
    seat.in_effect = staying


def end_effects_of(state: State, run: Run) -> None:
    """An ongoing effect ends when its play leaves play."""
    for number in [number for number in state.effects if state.causes.get(number) == run.number]:
        del state.effects[number]


def effect_began(state: State, event: EffectBegan) -> None:
    caused(state, event.cause)
    last = event.last
    if last is None and event.until == "battle_end":
        last = event.first or state.battle
    state.effects[state.number] = Effect(state.number, event, last)
    state.causes[state.number] = state.causes.get(event.cause or 0)


def effect_triggered(state: State, event: EffectTriggered) -> None:
    _must_hold(state, event.effect, "acts")
    state.causes[state.number] = state.causes.get(event.effect)


def effect_blocked(state: State, event: EffectBlocked) -> None:
    if event.effect is not None:
        _must_hold(state, event.effect, "blocks")


def _must_hold(state: State, effect: int, verb: str) -> None:
    if effect not in state.effects:
        state.suspect(rules.EFFECT_HOLDS, f"Effect {effect} {verb}, but it does not hold")


def effect_redirected(state: State, event: EffectRedirected) -> None:
    caused(state, event.cause)
    if event.redirected >= state.number:
        state.illegal(rules.CAUSE, f"Event {state.number} redirects event {event.redirected}, which comes later")


def _may_have_begun(state: State, effect: int) -> bool:
    """Whether an earlier event is, or in its gap may have been, the beginning of an effect."""
    return effect < state.number and isinstance(state.events[effect - 1], EffectBegan | GapLeft)


def effect_ended(state: State, event: EffectEnded) -> None:
    caused(state, event.cause)
    if state.effects.pop(event.effect, None) is None and not _may_have_begun(state, event.effect):
        state.illegal(rules.EFFECT_HOLDS, f"Effect {event.effect} ends, but it never began")
    run = state.causes.get(event.effect)
    for seat in state.seats:
        if any(standing.number == run for standing in seat.in_effect):
            settle_plays(state, seat)
