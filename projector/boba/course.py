"""The course of a game: setup, substitution, reveal, plays, the decision of battles, sudden death and the end."""

from events.base import CardId
from events.boba import (
    BattleResolved,
    CardDescribed,
    Deck,
    DirectionChosen,
    GameEnded,
    GameStarted,
    HeroesDrawn,
    HeroesPlaced,
    HeroesRevealed,
    HeroSubstituted,
    HonorsChosen,
    Pair,
    Passed,
    PileShuffled,
    PlayRun,
    PlaysDrawn,
    Setup,
    StarterFound,
    SubstitutionDeclined,
    SuddenDeathRevealed,
)
from projector.boba import rulebook as rules
from projector.boba.modes import MODES
from projector.boba.moving import draw_heroes, draw_plays, take
from projector.boba.ongoing import caused, expire, holding, settle_plays
from projector.boba.state import Entry, Result, Run, SeatState, State, Zone, counted, within

# The fold lays a table out card by card; more than this is no game.
_MOST_ON_A_TABLE = 200


def game_started(state: State, event: GameStarted) -> None:
    if state.started is not None:
        state.illegal(rules.ONE_START, f"The game started already; this is event {state.number}")
        return
    state.started = event
    state.told = event.effects_told
    setup = event.setup or (MODES[event.mode] if event.mode else None)
    if setup is not None and max(setup.battles, setup.bench, setup.opening_plays) > _MOST_ON_A_TABLE:
        state.illegal(
            rules.DECK_SIZE,
            f"The setup asks for {setup.battles} battles, a bench of {setup.bench} heroes "
            f"and {setup.opening_plays} opening plays",
        )
        setup = None
    state.setup = setup
    battles = setup.battles if setup else 7
    state.battle = 0
    state.phase = "setup"
    state.results = [None] * (battles + 1)
    state.resolved = [False] * (battles + 1)
    state.seats = (SeatState(1, battles), SeatState(2, battles))
    for seat, seated in zip(state.seats, event.seats, strict=True):
        _bring(state, seat, seated.deck, setup)


def _bring(state: State, seat: SeatState, deck: Deck | None, setup: Setup | None) -> None:
    if setup is not None:
        seat.hero_deck = setup.hero_deck
        seat.playbook = setup.playbook
        seat.hot_dogs = setup.hot_dogs
        seat.hot_dogs_spent = 0
    if deck is not None and not deck.partial:
        if deck.heroes is not None:
            if setup is not None and len(deck.heroes) < setup.hero_deck:
                _deck_size(state, seat, "heroes", len(deck.heroes), setup.hero_deck)
            seat.hero_deck = len(deck.heroes)
            seat.unseen_heroes = counted(deck.heroes)
        if deck.plays is not None:
            if setup is not None and len(deck.plays) < setup.playbook:
                _deck_size(state, seat, "plays", len(deck.plays), setup.playbook)
            seat.playbook = len(deck.plays)
            seat.unseen_plays = counted(deck.plays)
        if deck.hot_dogs is not None and setup is not None and len(deck.hot_dogs) != setup.hot_dogs:
            _deck_size(state, seat, "hot dogs", len(deck.hot_dogs), setup.hot_dogs)
    seat.brought_heroes = seat.hero_deck
    seat.brought_plays = seat.playbook


def _deck_size(state: State, seat: SeatState, what: str, stated: int, derived: int) -> None:
    state.differs(rules.DECK_SIZE, f"Seat {seat.number} brought {what}", stated=stated, derived=derived)


def card_described(state: State, event: CardDescribed) -> None:
    state.described[event.card] = (event.name, event.weapon, event.power, event.cost)


def starter_found(state: State, event: StarterFound) -> None:
    state.starter = event.winner
    if event.method != "dice" or not event.rolls:
        return
    if any(first != second for first, second in event.rolls[:-1]):
        state.illegal(rules.STARTER, f"The dice were rolled on after they had decided: {event.rolls}")
        return
    first, second = event.rolls[-1]
    derived = None if first == second else 1 if first > second else 2
    if event.winner != derived:
        state.differs(
            rules.STARTER,
            "The dice select",
            stated=f"seat {event.winner}",
            derived=f"seat {derived}" if derived else None,
        )


def honors_chosen(state: State, event: HonorsChosen) -> None:
    if state.battle:
        state.illegal(rules.HONORS_CHOICE, f"First honors are chosen in battle {state.battle}")
    elif event.by is not None and state.starter is not None and event.by != state.starter:
        state.illegal(
            rules.HONORS_CHOICE, f"Seat {event.by} chose who is first, but the choice was seat {state.starter}'s"
        )
    state.honors = state.first_honors = event.honors


def direction_chosen(state: State, event: DirectionChosen) -> None:
    if state.battle:
        state.illegal(rules.HONORS_CHOICE, f"The direction is chosen in battle {state.battle}")
        return
    state.direction = event.direction
    for seat in state.seats:
        if seat.placed and seat.table_order and event.direction == "right_to_left":
            seat.zones[1:] = seat.zones[:0:-1]


def pile_shuffled(state: State, event: PileShuffled) -> None:
    seat = state.seat(event.seat)
    if event.pile == "hero_deck":
        seat.hero_top.clear()
    elif event.pile == "playbook":
        seat.play_top.clear()


def heroes_placed(state: State, event: HeroesPlaced) -> None:
    seat = state.seat(event.seat)
    battles = len(seat.zones) - 1
    if seat.placed or state.battle:
        state.illegal(rules.PLACEMENT, f"Seat {event.seat} placed its heroes already")
        return
    heroes = event.heroes[:battles]
    if len(event.heroes) != battles and state.setup is None:
        # The log hides how many battles there are, so it is unclear which of them a place on the table is.
        state.doubt()
        if event.order == "table":
            heroes = (None,) * battles
    elif len(event.heroes) != battles:
        state.illegal(rules.PLACEMENT, f"Seat {event.seat} placed {len(event.heroes)} heroes in {battles} zones")
    _place(state, seat, heroes, reverse=event.order == "table" and state.direction == "right_to_left")
    seat.table_order = event.order == "table"


def _place(state: State, seat: SeatState, heroes: tuple[CardId | None, ...], *, reverse: bool) -> None:
    draw_heroes(state, seat, heroes)
    for zone, hero in zip(seat.zones[1:], reversed(heroes) if reverse else heroes, strict=False):
        zone.hero = hero
        zone.occupied = True
    seat.placed = True


def heroes_drawn(state: State, event: HeroesDrawn) -> None:
    seat = state.seat(event.seat)
    heroes = event.heroes
    if event.reason == "opening":
        if seat.opened_bench or state.battle:
            state.illegal(rules.OPENING_BENCH, f"Seat {event.seat} drew its bench already")
        elif state.setup is not None and len(heroes) != state.setup.bench:
            state.illegal(
                rules.OPENING_BENCH, f"Seat {event.seat} drew {len(heroes)} heroes for a bench of {state.setup.bench}"
            )
        seat.opened_bench = True
    elif event.reason == "substitution":
        if len(heroes) > 1 or (state.sure and not seat.zones[state.battle].substituted):
            state.illegal(
                rules.SUBSTITUTION_DRAW,
                f"Seat {event.seat} drew {len(heroes)} heroes for a substitution in battle {state.battle}",
            )
        elif not state.sure:
            state.doubt()
    elif event.cause is not None:
        caused(state, event.cause)
    draw_heroes(state, seat, heroes)
    seat.bench.extend(heroes)


def plays_drawn(state: State, event: PlaysDrawn) -> None:
    seat = state.seat(event.seat)
    plays = event.plays
    if event.reason == "opening":
        if seat.opened_plays or state.battle:
            state.illegal(rules.OPENING_PLAYS, f"Seat {event.seat} drew its opening plays already")
        elif state.setup is not None and len(plays) != state.setup.opening_plays:
            state.illegal(
                rules.OPENING_PLAYS,
                f"Seat {event.seat} drew {len(plays)} opening plays instead of {state.setup.opening_plays}",
            )
        seat.opened_plays = True
    elif event.reason == "battle_end":
        _end_of_battle_draw(state, seat, len(plays))
    elif event.cause is not None:
        caused(state, event.cause)
    if plays and state.effects and state.battle:
        forbidden(state, "draw_lock", seat, "draws a play")
    draw_plays(state, seat, plays)
    seat.play_hand.extend(plays)


def _end_of_battle_draw(state: State, seat: SeatState, drawn: int) -> None:
    if state.phase != "resolved" or seat.drew == state.battle:
        if state.sure:
            state.illegal(
                rules.BATTLE_END_DRAW,
                f"Seat {seat.number} draws for the end of battle {state.battle} a second time or early",
            )
        else:
            state.doubt()
    elif state.setup is not None and drawn > state.setup.plays_per_battle:
        state.illegal(
            rules.BATTLE_END_DRAW,
            f"Seat {seat.number} drew {drawn} plays after a battle, not {state.setup.plays_per_battle}",
        )
    seat.drew = state.battle


def enter(state: State, battle: int) -> bool:
    """Come to a battle, beginning it if it is the next; False if it cannot be played now (the finding says why)."""
    if battle == state.battle and state.phase != "resolved":
        return True
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
        _imply_setup(state)
    _begin(state, battle)
    return True


def _begin(state: State, battle: int) -> None:
    state.battle = battle
    state.phase = "battle"
    state.honors_at_start = state.honors
    for seat in state.seats:
        seat.decided = seat.passed = False
        seat.ran_before = seat.plays_run
        seat.plays_run = 0
    if state.effects:
        expire(state, battle - 1)


def _imply_setup(state: State) -> None:
    """What every game does before its first battle happened even where the log does not tell it."""
    setup = state.setup
    for seat in state.seats:
        if not seat.placed:
            _place(state, seat, (None,) * (len(seat.zones) - 1), reverse=False)
        if setup is None:
            seat.bench_sure = seat.hand_sure = False
            continue
        if not seat.opened_bench and setup.bench:
            draw_heroes(state, seat, (None,) * setup.bench)
            seat.bench.extend((None,) * setup.bench)
            seat.opened_bench = True
        if not seat.opened_plays and setup.opening_plays:
            draw_plays(state, seat, (None,) * setup.opening_plays)
            seat.play_hand.extend((None,) * setup.opening_plays)
            seat.opened_plays = True


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
    seat = state.seat(event.seat)
    if not _decides(state, seat, event.battle, "substitutes"):
        return
    if state.effects:
        forbidden(state, "substitution_lock", seat, "substitutes")
    if event.cause is not None:
        caused(state, event.cause)
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


def _check_substitution_cost(state: State, seat: SeatState, stated: int) -> None:
    setup = state.setup
    if setup is None or stated == setup.substitution_cost or holding(state, "substitution_cost", seat.number):
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
    _decides(state, state.seat(event.seat), event.battle, "declines to substitute")


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
    waiting = zone.ledger
    zone.ledger = []
    zone.shown = True
    zone.printed = printed
    if zone.weapon is None:
        zone.weapon = state.weapon_of(hero)
    zone.add(Entry(state.number, "printed", printed, None))
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
        if zone.shown:
            continue
        if hero is None:
            hero = zone.hero
        elif zone.hero is None:
            state.learn(seat, hero)
        elif zone.hero != hero:
            state.illegal(
                rules.REVEAL,
                f"Seat {seat.number} reveals {state.name_of(hero)} ({hero}) where "
                f"{state.name_of(zone.hero)} ({zone.hero}) lies",
            )
        zone.hero = hero
        turn_up(state, seat, zone, hero, stated)
    state.phase = "revealed"
    state.sure = True


def play_run(state: State, event: PlayRun) -> None:
    seat = state.seat(event.seat)
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
        _takes_turn(state, seat, f"runs a play in battle {event.battle}")
        other = state.other(event.seat)
        if state.honors is not None and state.honors != event.seat:
            other.passed = True
    else:
        caused(state, event.cause)
    if state.effects:
        _check_play_locks(state, seat)
    if event.cost is None:
        seat.hot_dogs = seat.hot_dogs_spent = None
    else:
        _check_cost(state, seat, event)
        if event.cost:
            pay(state, seat, event.cost)
    for resolved in state.seats:
        if resolved.in_effect:
            settle_plays(state, resolved)
    run.play = take(state, seat, event.origin, event.play, rule=rules.PLAY_HELD)
    seat.in_effect.append(run)
    seat.plays_run += 1
    if not state.told:
        _lose_track(state, event.battle)


def _lose_track(state: State, battle: int) -> None:
    """The log does not tell what the play does, so nothing it may have touched is known any more."""
    for seat in state.seats:
        seat.zones[battle].add(Entry(state.number, "lost", None, state.number))
        seat.hot_dogs = seat.hot_dogs_spent = seat.hero_deck = seat.playbook = None
        seat.bench_sure = seat.hand_sure = False
        seat.hero_top.clear()
        seat.play_top.clear()


def _not_revealed(state: State, message: str) -> None:
    if state.sure:
        state.illegal(rules.PLAY_TIME, message)
    else:
        state.doubt()


def _takes_turn(state: State, seat: SeatState, verb: str) -> None:
    if seat.passed:
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
    if holding(state, "cost", seat.number):
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
    seat = state.seat(event.seat)
    if state.setup is not None and not state.setup.playbook:
        state.illegal(rules.PLAY_MODE, f"Seat {event.seat} passes in a game without playbooks")
    if not enter(state, event.battle):
        return
    if state.phase != "revealed":
        _not_revealed(state, f"Seat {event.seat} passes before the heroes of battle {event.battle} are revealed")
    _takes_turn(state, seat, f"passes in battle {event.battle}")
    seat.passed = True
    if state.honors is not None and state.honors != event.seat:
        state.other(event.seat).passed = True
    for resolved in state.seats:
        if resolved.in_effect:
            settle_plays(state, resolved)


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
    if supers and (first.weapon == "Super") != (second.weapon == "Super"):
        return (1 if first.weapon == "Super" else 2), "super_weapon"
    return "draw", "power"


def battle_resolved(state: State, event: BattleResolved) -> None:
    battle = event.battle
    if not enter(state, battle):
        return
    one, two = state.seats
    zones = (one.zones[battle], two.zones[battle])
    for seat, zone, stated in zip(state.seats, zones, event.powers, strict=True):
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
    if state.honors_next is not None:
        state.honors = state.honors_next
    elif winner is None:
        state.honors = None
    elif winner != "draw":
        state.honors = winner
    state.honors_next = None
    if one.in_effect:
        settle_plays(state, one)
    if two.in_effect:
        settle_plays(state, two)
    if not state.clinched and winner is not None and winner != "draw":
        left = len(state.resolved) - 1
        if state.results.count(winner) * 2 > left:
            state.clinched = battle


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
    return (
        battle,
        first.hero,
        second.hero,
        first.printed,
        second.printed,
        first.power,
        second.power,
        first.weapon,
        second.weapon,
        None if winner is None else 0 if winner == "draw" else winner,
        reason,
        state.honors_at_start,
        first.substituted,
        second.substituted,
        one.plays_run,
        two.plays_run,
        within(one.hot_dogs),
        within(two.hot_dogs),
        bool(state.clinched),
    )


def sudden_death_revealed(state: State, event: SuddenDeathRevealed) -> None:
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
    _compare_trophies(state, event)
    match event.reason:
        case "trophies":
            _check_trophies(state, event)
        case "sudden_death":
            if state.sudden_winner is None or not state.sure:
                state.doubt()
            elif event.winner is not None and state.sudden_winner != event.winner:
                state.differs(
                    rules.SUDDEN_DEATH, "Sudden death", stated=named(event.winner), derived=named(state.sudden_winner)
                )
        case "tie":
            _check_tie(state, event)
        case "concession":
            if event.winner is not None and event.winner != "draw" and state.seat(event.winner).conceded:
                state.illegal(rules.CONCESSION, f"Seat {event.winner} conceded and wins")
        case "unfinished" | "no_contest":
            if event.winner is not None:
                state.illegal(rules.GAME_WINNER, f"The game ended as {event.reason}, yet {named(event.winner)}")
        case _:
            pass
    state.ended = event
    state.ended_at = state.number
    state.winner = event.winner
    if event.reason not in {"unfinished", "no_contest"} and event.winner is None:
        state.winner = _derived_winner(state)
    state.phase = "ended"


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
    elif not all(state.resolved[1:]) or state.trophies(1) != state.trophies(2):
        state.illegal(
            rules.TIE, f"A tie at {state.trophies(1)}:{state.trophies(2)} trophies after battle {state.battle}"
        )
