"""A battle from its substitutions to its decision."""

from events.base import CardId
from events.boba import BattleResolved, HeroesRevealed, HeroSubstituted, Pair, SubstitutionDeclined
from projector.boba import rulebook as rules
from projector.boba.moving import take
from projector.boba.ongoing import caused, expire, forbidden, holding, pay, settle_plays
from projector.boba.setup import imply_setup
from projector.boba.state import Entry, Result, SeatState, State, Zone, within


def enter(state: State, battle: int) -> bool:
    """Come to a battle, beginning it if it is the next; False if it cannot be played now (the finding says why)."""
    if battle == state.battle and state.phase != "resolved":
        return True
    if battle > state.battle:
        settle(state)
    if battle >= len(state.resolved):
        state.illegal(rules.BATTLE_ORDER, f"There is no battle {battle}: the game has {len(state.resolved) - 1}")
        return False
    if state.resolved[battle]:
        state.illegal(rules.DECIDED, f"Battle {battle} is decided already")
        return False
    if state.phase == "sudden_death":
        state.illegal(rules.BATTLE_ORDER, f"Battle {battle} is fought after sudden death began")
        return False
    if state.sure:
        if state.battle and state.phase != "resolved":
            state.illegal(rules.BATTLE_ORDER, f"Battle {battle} began before battle {state.battle} was decided")
        elif battle != state.battle + 1:
            state.illegal(rules.BATTLE_ORDER, f"Battle {battle} began after battle {state.battle}")
    else:
        state.doubt()
    if state.clinched and state.setup is not None and state.setup.ends == "at_clinch":
        state.illegal(
            rules.CLINCHED, f"Battle {battle} is fought although the game was decided in battle {state.clinched}"
        )
    if not state.battle:
        imply_setup(state)
    begin(state, battle)
    return True


def settle(state: State) -> None:
    """Decide a revealed battle that a log has done with, where nothing but the reveal can decide it.

    In a game without playbooks no seat can do anything after the reveal, so a client need not state results. One that
    misses something may have missed more than the result, and a result of unknown powers stays unknown.
    """
    setup = state.setup
    if state.phase == "revealed" and state.sure and setup is not None and not setup.playbook:
        battle_resolved(state, BattleResolved(state.battle, winner=None))


def begin(state: State, battle: int) -> None:
    """Clear away what belonged to the battle before: decisions, passes, effects that end with it."""
    state.battle = battle
    state.phase = "battle"
    state.honors_at_start = state.honors
    for seat in state.seats:
        seat.decided = seat.passed = False
        seat.plays_run = 0
    if state.effects:
        expire(state, battle - 1)


def _decides(state: State, seat: SeatState, battle: int, verb: str) -> bool:
    """A seat's one decision on substituting; acting out of turn means the seat with honors declined without a word."""
    setup = state.setup
    if setup is not None and not setup.bench:
        state.illegal(rules.SUBSTITUTION_MODE, f"Seat {seat.number} {verb} in a game without a bench")
    if not enter(state, battle):
        return False
    if state.phase != "battle":
        state.illegal(rules.SUBSTITUTION_TIME, f"Seat {seat.number} {verb} after battle {battle} was revealed")
    if seat.decided:
        rule = rules.SUBSTITUTION_ORDER if state.honors == seat.number else rules.SUBSTITUTION_ONCE
        state.illegal(rule, f"Seat {seat.number} {verb} in battle {battle} when its decision has passed")
    seat.decided = True
    if state.honors is not None and state.honors != seat.number:
        state.other(seat.number).decided = True
    return True


def hero_substituted(state: State, event: HeroSubstituted) -> None:
    seat = state.seats[event.seat - 1]
    if event.cause is None:
        if not _decides(state, seat, event.battle, "substitutes"):
            return
    else:
        # What an effect makes a seat do is not its own decision: it may come again and out of turn.
        caused(state, event.cause)
        if not enter(state, event.battle):
            return
    if state.effects:
        forbidden(state, "substitution_lock", seat, "substitutes")
    if event.hot_dogs is not None:
        if event.cause is None:
            _check_substitution_cost(state, seat, event.hot_dogs)
        if event.paid_by is not None:
            pay(state, state.seat(event.paid_by), event.hot_dogs)
    if event.hot_dogs is None or event.paid_by is None:
        for payer in state.seats:
            payer.hot_dogs = payer.hot_dogs_spent = None
    left = take(state, seat, "zone", event.replaced, event.battle)
    hero = take(state, seat, "bench", event.hero, rule=rules.SUBSTITUTION_BENCH)
    seat.hero_discard.append(left)
    zone = seat.zones[event.battle]
    zone.hero = hero
    zone.occupied = zone.substituted = True
    seat.replenished = 0
    state.seen[seat.number, "substituted"].append(hero)


def _check_substitution_cost(state: State, seat: SeatState, stated: int) -> None:
    setup = state.setup
    if setup is None or stated == setup.substitution_cost or (seat.number, "substitution") in state.costs_changed:
        return
    if holding(state, "substitution_cost", seat.number):
        return
    if state.gapped:
        state.doubt()
        return
    state.differs(
        rules.SUBSTITUTION_COST,
        f"Seat {seat.number}'s substitution cost",
        stated=stated,
        derived=setup.substitution_cost,
    )


def substitution_declined(state: State, event: SubstitutionDeclined) -> None:
    _decides(state, state.seats[event.seat - 1], event.battle, "declines to substitute")


def turn_up(state: State, seat: SeatState, zone: Zone, hero: CardId | None, stated: int | None) -> None:
    """Turn a hero face up: its power begins with the printed one, and changes that were waiting follow."""
    printed = state.power_of(hero)
    if stated is not None:
        if printed is not None and printed != stated:
            state.differs(
                rules.PRINTED_POWER,
                f"Seat {seat.number}'s {state.name_of(hero) if hero else 'hero'} is printed with power",
                stated=stated,
                derived=printed,
            )
        printed = within(stated)
    waiting = [entry for entry in zone.ledger if entry.kind != "printed"]
    first = Entry(state.number, "printed", printed, None)
    first.power = zone.power = zone.printed = printed
    zone.ledger = [first]
    zone.shown = True
    if zone.weapon is None:
        zone.weapon = state.weapon_of(hero)
    for entry in waiting:
        zone.add(entry)


def heroes_revealed(state: State, event: HeroesRevealed) -> None:
    if not enter(state, event.battle):
        return
    if state.phase == "revealed":
        state.illegal(rules.REVEAL, f"The heroes of battle {event.battle} were revealed already")
        return
    for seat, hero, stated in zip(state.seats, event.heroes, event.powers, strict=True):
        zone = seat.zones[event.battle]
        placed = zone.hero
        if zone.shown and (hero is None or hero == placed):
            continue
        if hero is not None and placed != hero:
            if placed is None:
                state.learn(seat, hero)
            else:
                state.illegal(
                    rules.REVEAL,
                    f"Seat {seat.number} reveals {state.name_of(hero)} ({hero}) where "
                    f"{state.name_of(placed)} ({placed}) lies",
                )
            zone.hero = hero
        turn_up(state, seat, zone, zone.hero, stated)
        state.seen[seat.number, "fought"].append(zone.hero)
    state.phase = "revealed"
    state.sure = True


def stated_power(state: State, seat: SeatState, zone: Zone, stated: int | None) -> None:
    """Compare a stated current power with the ledger's, and go on with what the log states."""
    if stated is None or stated == zone.power:
        return
    if zone.power is not None and state.gapped:
        state.doubt()
    elif zone.power is not None:
        state.differs(rules.POWER_SUM, f"Seat {seat.number}'s power", stated=stated, derived=zone.power)
    zone.add(Entry(state.number, "to", stated, None))


def decide(state: State, zones: Pair[Zone], *, supers: bool) -> tuple[Result, str]:
    """Who wins by power, and whether power or a Super weapon decides. Both powers must be known."""
    first, second = zones
    if first.power is None or second.power is None:
        raise ValueError("Nothing is decided by a power that is not known")
    if first.power != second.power:
        low = state.setup is not None and state.setup.winning_power == "low"
        return (1 if (first.power > second.power) != low else 2), "power"
    if supers and _is_super(first) != _is_super(second):
        return (1 if _is_super(first) else 2), "super_weapon"
    return "draw", "power"


def _is_super(zone: Zone) -> bool:
    """Clients write weapons as they like; the catalogue writes "Super"."""
    return zone.weapon is not None and zone.weapon.casefold() == "super"


def battle_resolved(state: State, event: BattleResolved) -> None:
    battle = event.battle
    if not enter(state, battle):
        return
    one, two = state.seats
    zones = (one.zones[battle], two.zones[battle])
    for seat, zone, stated in zip(state.seats, zones, event.powers, strict=True):
        if stated is not None and stated != zone.power:
            stated_power(state, seat, zone, stated)
    winner: Result = event.winner
    reason: str | None = event.reason
    if reason not in {"effect", "ruling"}:
        winner, reason = _judge(state, event, zones)
    elif event.cause is not None:
        caused(state, event.cause)
    state.fought.append(_row(state, battle, zones, winner, reason))
    state.results[battle] = winner
    state.resolved[battle] = True
    state.phase = "resolved"
    state.sure = True
    if one.in_effect:
        settle_plays(state, one)
    if two.in_effect:
        settle_plays(state, two)
    _take_honors(state, winner)
    if not state.clinched and winner in {1, 2} and state.results.count(winner) * 2 > len(state.resolved) - 1:
        state.clinched = battle


def _take_honors(state: State, winner: Result) -> None:
    """The winner has honors in the next battle, unless an effect gave them; a draw leaves them where they are."""
    if state.honors_next is not None:
        state.honors = state.honors_next
    elif winner != "draw":
        state.honors = winner
    state.honors_next = None


def _judge(state: State, event: BattleResolved, zones: Pair[Zone]) -> tuple[Result, str | None]:
    first, second = zones
    if first.power is None or second.power is None:
        state.doubt()
        return event.winner, event.reason
    supers = state.setup is not None and state.setup.super_breaks_ties
    if supers and first.power == second.power and None in {first.weapon, second.weapon}:
        state.doubt()
        return event.winner, event.reason
    winner, reason = decide(state, zones, supers=supers)
    if event.winner is None:
        return winner, reason
    if (event.winner, event.reason or reason) != (winner, reason) and _may_be_missing(state, event, zones):
        state.doubt()
        return event.winner, event.reason
    if event.winner != winner:
        rule = rules.SUPER if first.power == second.power else rules.WINNER
        state.differs(
            rule,
            f"Battle {event.battle} ({first.power} against {second.power})",
            stated=named(event.winner),
            derived=named(winner),
        )
    elif event.reason is not None and event.reason != reason:
        state.differs(
            rules.SUPER,
            f"Battle {event.battle} ({first.power} against {second.power}) was decided",
            stated=event.reason,
            derived=reason,
        )
    return event.winner, event.reason or reason


def _may_be_missing(state: State, event: BattleResolved, zones: Pair[Zone]) -> bool:
    """Whether what the log does not tell may explain the result: its numbers, or a change of power or weapon."""
    return state.setup is None or (state.gapped and (None in event.powers or zones[0].power == zones[1].power))


def named(winner: Result) -> str:
    """A result in words: "seat 1 wins", "a draw"."""
    if winner is None:
        return "no winner"
    return "a draw" if winner == "draw" else f"seat {winner} wins"


def _row(state: State, battle: int, zones: Pair[Zone], winner: Result, reason: str | None) -> tuple[object, ...]:
    first, second = zones
    one, two = state.seats
    # What a log that shows only who won, or has a gap, does not tell of a battle is not zero.
    told = first.shown and second.shown and not state.gapped
    return (
        battle,
        first.hero and state.cards.resolve(first.hero),
        second.hero and state.cards.resolve(second.hero),
        first.printed,
        second.printed,
        first.power,
        second.power,
        first.weapon,
        second.weapon,
        None if winner is None else 0 if winner == "draw" else winner,
        reason,
        state.honors_at_start,
        first.substituted if told else None,
        second.substituted if told else None,
        one.plays_run if told else None,
        two.plays_run if told else None,
        within(one.hot_dogs) if told else None,
        within(two.hot_dogs) if told else None,
        bool(state.clinched),
        within(one.hot_dogs_spent) if told else None,
        within(two.hot_dogs_spent) if told else None,
    )
