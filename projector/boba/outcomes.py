"""What effects did: chance and choice, power and weapons, hot dogs, cards that moved or were seen."""

from events.boba import (
    Cards,
    CardsLookedAt,
    CardsRemoved,
    CardsRevealed,
    ChoiceDeclined,
    ChoiceMade,
    CoinFlipped,
    CostChanged,
    DieRolled,
    HeroesDiscarded,
    HeroesMoved,
    HeroesReturned,
    HeroReplaced,
    HonorsGiven,
    HotDogsGained,
    HotDogsLost,
    HotDogsRecovered,
    HotDogsSpent,
    HotDogsStolen,
    HotDogsSwapped,
    PileReordered,
    PlayCancelled,
    PlaysDiscarded,
    PlaysReturned,
    PlayStopped,
    PlayTransformed,
    PowerChangeCancelled,
    PowerChanged,
    PowerMultiplied,
    PowerReset,
    PowerSet,
    PowersSwapped,
    WeaponChanged,
)
from projector.boba import rulebook as rules
from projector.boba.battles import stated_power, turn_up
from projector.boba.moving import AREA_NAMES, put, show, take
from projector.boba.ongoing import caused, end_effects_of, forbidden, pay, run_behind, shielding
from projector.boba.state import Entry, SeatState, State, Zone

# Chance and choice


def chance_or_choice(state: State, event: CoinFlipped | DieRolled | ChoiceMade | ChoiceDeclined) -> None:
    if event.cause is not None:
        caused(state, event.cause)
        state.causes[state.number] = state.causes.get(event.cause)
    else:
        state.causes[state.number] = None
    run = state.causes[state.number]
    if isinstance(event, CoinFlipped):
        state.chances.append((event.seat, 2, None if event.face is None else int(event.face == "heads"), run))
    elif isinstance(event, DieRolled):
        state.chances.append((event.seat, event.sides, event.result, run))


# Power and weapons


def _target(state: State, seat: int, battle: int, cause: int | None) -> tuple[SeatState, Zone] | None:
    """The zone whose power changes, unless its battle is decided or does not exist."""
    if cause is not None:
        caused(state, cause)
    if battle >= len(state.resolved):
        state.illegal(rules.BATTLE_ORDER, f"There is no battle {battle}: the game has {len(state.resolved) - 1}")
        return None
    if state.resolved[battle]:
        state.illegal(rules.DECIDED, f"Seat {seat}'s power changes in battle {battle}, which is decided")
        return None
    owner = state.seats[seat - 1]
    return owner, owner.zones[battle]


def power_changed(state: State, event: PowerChanged) -> None:
    target = _target(state, event.seat, event.battle, event.cause)
    if target is None:
        return
    seat, zone = target
    if event.by < 0 and state.effects:
        shield = shielding(state, event.seat, event.battle, event.cause)
        if shield is not None and shield.began.kind == "shield" and run_behind(state, event.cause) is None:
            # A shield lets pass what its own seat does, and the log hides whose doing this is.
            state.doubt()
        elif shield is not None:
            state.suspect(
                rules.SHIELD,
                f"Seat {event.seat} loses {-event.by} power, which the effect of event {shield.number} forbids",
            )
    zone.add(Entry(state.number, "by", event.by, event.cause))
    if event.power is not None:
        stated_power(state, seat, zone, event.power)


def power_set(state: State, event: PowerSet) -> None:
    target = _target(state, event.seat, event.battle, event.cause)
    if target is not None:
        target[1].add(Entry(state.number, "to", event.to, event.cause))


def power_multiplied(state: State, event: PowerMultiplied) -> None:
    target = _target(state, event.seat, event.battle, event.cause)
    if target is not None:
        target[1].add(Entry(state.number, "times", event.factor, event.cause))
        stated_power(state, *target, event.power)


def powers_swapped(state: State, event: PowersSwapped) -> None:
    target = _target(state, 1, event.battle, event.cause)
    if target is None:
        return
    one, two = (seat.zones[event.battle] for seat in state.seats)
    before = (one.power, two.power)
    for seat, zone, power, stated in zip(state.seats, (one, two), reversed(before), event.powers, strict=True):
        zone.add(Entry(state.number, "to", power, event.cause))
        stated_power(state, seat, zone, stated)


def power_reset(state: State, event: PowerReset) -> None:
    target = _target(state, event.seat, event.battle, event.cause)
    if target is not None:
        target[1].add(Entry(state.number, "to", target[1].printed, event.cause))
        stated_power(state, *target, event.power)


def power_change_cancelled(state: State, event: PowerChangeCancelled) -> None:
    caused(state, event.cause)
    for seat in state.seats:
        for battle, zone in enumerate(seat.zones):
            for entry in zone.ledger:
                if entry.number == event.change and entry.kind != "printed" and not entry.cancelled:
                    if _target(state, seat.number, battle, None) is not None:
                        entry.cancelled = True
                        zone.refold()
                        stated_power(state, seat, zone, event.power)
                    return
    state.suspect(rules.POWER_SUM, f"Event {event.change} changed no power that could be cancelled")


def weapon_changed(state: State, event: WeaponChanged) -> None:
    target = _target(state, event.seat, event.battle, event.cause)
    if target is not None:
        target[1].weapon = event.weapon


# Hot dogs


def hot_dogs_recovered(state: State, event: HotDogsRecovered) -> None:
    seat = state.seats[event.seat - 1]
    caused(state, event.cause)
    if state.effects and event.count:
        forbidden(state, "recovery_lock", seat, "recovers hot dogs")
    if seat.hot_dogs_spent is None or seat.hot_dogs is None:
        state.doubt()
        return
    if event.count > seat.hot_dogs_spent:
        state.illegal(
            rules.HOT_DOGS_SPENT,
            f"Seat {event.seat} recovers {event.count} hot dogs of {seat.hot_dogs_spent} that lie spent",
        )
    seat.hot_dogs += event.count
    seat.hot_dogs_spent = max(seat.hot_dogs_spent - event.count, 0)


def hot_dogs_spent(state: State, event: HotDogsSpent) -> None:
    caused(state, event.cause)
    pay(state, state.seats[event.seat - 1], event.count)


def hot_dogs_lost(state: State, event: HotDogsLost) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    if seat.hot_dogs is not None and event.count > max(seat.hot_dogs, 0):
        state.illegal(
            rules.HOT_DOGS_HELD, f"Seat {event.seat} loses {event.count} hot dogs and has {max(seat.hot_dogs, 0)}"
        )
    _move_out(state, seat, event.count)
    if seat.hot_dogs_spent is not None:
        seat.hot_dogs_spent += event.count


def _move_out(state: State, seat: SeatState, count: int) -> None:
    if seat.hot_dogs is None:
        state.doubt()
    else:
        seat.hot_dogs -= count


def hot_dogs_stolen(state: State, event: HotDogsStolen) -> None:
    caused(state, event.cause)
    loser, thief = state.seat(event.loser), state.other(event.loser)
    if loser.hot_dogs is not None and event.count > max(loser.hot_dogs, 0):
        state.illegal(
            rules.HOT_DOGS_HELD,
            f"{event.count} hot dogs are stolen from seat {event.loser}, which has {loser.hot_dogs}",
        )
    _move_out(state, loser, event.count)
    if thief.hot_dogs is not None:
        thief.hot_dogs += event.count


def hot_dogs_gained(state: State, event: HotDogsGained) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    state.supply += event.count
    if seat.hot_dogs is None:
        state.doubt()
    else:
        seat.hot_dogs += event.count


def hot_dogs_swapped(state: State, event: HotDogsSwapped) -> None:
    caused(state, event.cause)
    one, two = state.seats
    one.hot_dogs, two.hot_dogs = two.hot_dogs, one.hot_dogs
    for seat, stated in zip(state.seats, event.counts, strict=True):
        if stated is not None:
            if seat.hot_dogs is not None and seat.hot_dogs != stated:
                state.differs(
                    rules.SHOWN_STATE,
                    f"Seat {seat.number}'s hot dogs after the swap",
                    stated=stated,
                    derived=seat.hot_dogs,
                )
            seat.hot_dogs = stated


# Cards that moved


def heroes_discarded(state: State, event: HeroesDiscarded) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    for hero in event.heroes:
        put(state, seat, "hero_discard", take(state, seat, event.origin, hero, event.battle))


def plays_discarded(state: State, event: PlaysDiscarded) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    for play in event.plays:
        put(state, seat, "play_discard", take(state, seat, event.origin, play))
        if event.origin == "hot_dogs" and seat.hot_dogs_spent:
            seat.hot_dogs_spent -= 1


def heroes_returned(state: State, event: HeroesReturned) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    for hero in event.heroes:
        put(state, seat, event.to, take(state, seat, event.origin, hero, event.battle), event.spot)


def plays_returned(state: State, event: PlaysReturned) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    for play in event.plays:
        put(state, seat, event.to, take(state, seat, event.origin, play), event.spot)


def cards_removed(state: State, event: CardsRemoved) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    for card in event.cards:
        put(state, seat, "out_of_game", take(state, seat, event.origin, card, event.battle))


def hero_replaced(state: State, event: HeroReplaced) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    if event.battle >= len(state.resolved) or state.resolved[event.battle]:
        state.illegal(
            rules.DECIDED, f"Seat {event.seat}'s hero of battle {event.battle} is replaced, which is not open"
        )
        return
    if event.replaced_to not in {"hero_deck", "bench", "hero_discard", "out_of_game"}:
        state.illegal(rules.AREA, f"Seat {event.seat}'s replaced hero goes to the {AREA_NAMES[event.replaced_to]}")
        return
    zone = seat.zones[event.battle]
    if zone.occupied or event.replaced is not None:
        left = take(state, seat, "zone", event.replaced, event.battle)
        hero = take(state, seat, event.origin, event.hero, event.battle)
        put(state, seat, event.replaced_to, left, "top" if event.replaced_to == "hero_deck" else None)
    else:
        # An effect that discards the hero first, as an event of its own, fills an empty zone.
        hero = take(state, seat, event.origin, event.hero, event.battle)
    zone.hero = hero
    zone.occupied = True
    if not event.face_down:
        turn_up(state, seat, zone, hero, event.power)


def heroes_moved(state: State, event: HeroesMoved) -> None:
    """All moves happen at once. A card that moves loses what was on it; in the open battle it lies face up."""
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    battles = [battle for move in event.moves for battle in move]
    if any(battle >= len(state.resolved) or state.resolved[battle] for battle in battles):
        state.illegal(rules.DECIDED, f"Seat {event.seat} moves heroes {list(event.moves)} of battles that are not open")
        return
    if sorted(start for start, _ in event.moves) != sorted(end for _, end in event.moves):
        state.illegal(
            rules.AREA, f"Seat {event.seat} moves heroes {list(event.moves)}, which leaves a zone empty or full twice"
        )
        return
    heroes = {start: seat.zones[start].hero for start, _ in event.moves}
    for start, end in event.moves:
        zone = seat.zones[end]
        up = zone.shown and end == state.battle
        zone.clear()
        zone.hero = heroes[start]
        zone.occupied = True
        if up and zone.hero is not None:
            turn_up(state, seat, zone, zone.hero, None)


def cards_revealed(state: State, event: CardsRevealed) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    if event.origin != "zone":
        show(state, seat, event.origin, event.cards)
        return
    battle = event.battle or state.battle
    zone = _seen_in_zone(state, seat, battle, event.cards)
    if zone is not None and not zone.shown:
        turn_up(state, seat, zone, zone.hero, None)


def _seen_in_zone(state: State, seat: SeatState, battle: int, cards: Cards) -> Zone | None:
    if battle >= len(seat.zones) or not seat.zones[battle].occupied:
        state.illegal(rules.AREA, f"Seat {seat.number} has no hero in zone {battle}")
        return None
    zone = seat.zones[battle]
    for card in cards:
        if card is None:
            continue
        if zone.hero is None:
            zone.hero = card
            state.learn(seat, zone.hero)
        elif zone.hero != card:
            state.illegal(rules.REVEAL, f"Seat {seat.number}'s zone {battle} holds {zone.hero}, not {card}")
    return zone


def cards_looked_at(state: State, event: CardsLookedAt) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    if event.origin == "zone":
        _seen_in_zone(state, seat, event.battle or state.battle, event.cards)
    else:
        show(state, seat, event.origin, event.cards)


def pile_reordered(state: State, event: PileReordered) -> None:
    caused(state, event.cause)
    seat = state.seats[event.seat - 1]
    top = seat.hero_top if event.pile == "hero_deck" else seat.play_top
    top[: len(event.to_top) + len(event.to_bottom)] = list(event.to_top)


# Plays that became something else, costs and honors


def play_transformed(state: State, event: PlayTransformed) -> None:
    caused(state, event.cause)
    run = state.runs.get(event.run)
    if run is None:
        _no_run(state, event.run)
        return
    seat = state.seat(run.seat)
    if event.into == "hot_dog":
        put(state, seat, "hot_dogs", take(state, seat, "in_effect", run.play))
        if seat.hot_dogs is not None:
            seat.hot_dogs += 1


def _no_run(state: State, number: int) -> None:
    state.suspect(rules.CAUSE, f"Event {number} ran no play")


def play_stopped(state: State, event: PlayStopped) -> None:
    caused(state, event.cause)
    if event.run not in state.runs:
        _no_run(state, event.run)


def play_cancelled(state: State, event: PlayCancelled) -> None:
    caused(state, event.cause)
    run = state.runs.get(event.run)
    if run is None:
        _no_run(state, event.run)
        return
    end_effects_of(state, run)


def cost_changed(state: State, event: CostChanged) -> None:
    """Until when it costs something else is told by the effect behind it; without one, it does from now on."""
    caused(state, event.cause)
    effect = state.effects.get(event.cause or 0)
    if effect is None or effect.began.kind not in {"cost", "substitution_cost"}:
        state.costs_changed.add((event.seat, event.play if event.what == "play" else "substitution"))


def honors_given(state: State, event: HonorsGiven) -> None:
    """While a battle is fought, honors are given for the next one."""
    caused(state, event.cause)
    if state.phase in {"battle", "revealed"}:
        state.honors_next = event.seat
    else:
        state.honors = event.seat
