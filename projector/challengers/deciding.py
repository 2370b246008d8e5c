"""How a match is decided, by both ways to lose it, and the trophy that is won."""

from events.challengers import MatchWon, TrophyTaken
from projector.challengers import rulebook as rules
from projector.challengers.attacks import stated_total
from projector.challengers.benches import bench_the_rest
from projector.challengers.entering import enter_match, enter_side, suspect
from projector.challengers.match import Match
from projector.challengers.state import Held, State
from projector.referee import Rule


def lost(match: Match) -> tuple[int, str] | None:
    """The place that has won by the rules, and how; None if nobody has, or it is not known (see `is_open`)."""
    if match.overflowed is not None:
        return 1 - match.overflowed, "bench_full"
    if match.owing is not None:
        side = match.sides[match.owing]
        fits = side.fits([entry.name for entry in side.park])
        if not fits:
            return None if fits is None else (1 - match.owing, "bench_full")
    attacker = _attacker(match)
    if attacker is None:
        return None
    side, needed = match.sides[attacker], match.needed()
    if side.deck is None or side.deck:
        return None
    if match.holder is None or match.owing == attacker or not side.park:
        # No card is left for an attack, whatever a bonus of the seat's own would reach.
        return 1 - attacker, "out_of_cards"
    total = side.attack_power()
    if total is None or needed is None or total >= needed:
        return None
    return 1 - attacker, "out_of_cards"


def is_open(match: Match) -> bool:
    """Whether it is not known if the match is lost."""
    if match.gapped:
        return True
    if match.owing is not None:
        side = match.sides[match.owing]
        if side.fits([entry.name for entry in side.park]) is None:
            return True
    attacker = _attacker(match)
    if attacker is None:
        return True
    side = match.sides[attacker]
    return side.deck is None or (bool(side.park) and None in {side.attack_power(), match.needed()})


def _attacker(match: Match) -> int | None:
    """Who must reveal: the seat without the flag, at first the starter."""
    if match.holder is not None:
        return 1 - match.holder
    return None if match.starter is None else match.place_of(match.starter)


def match_won(state: State, event: MatchWon) -> None:
    state.causes[state.number] = None
    match = enter_match(state, event)
    if match is None:
        return
    place = None if event.winner is None else enter_side(state, match, event.winner)
    if event.winner is not None and place is None:
        return
    _compare_totals(state, match, event)
    reason: str | None = event.reason
    if reason in {None, "out_of_cards", "bench_full"}:
        place, reason = _judge(state, match, place, reason)
    elif reason == "concession" and place is not None and _conceded(state, match.sides[place].seat):
        state.illegal(rules.CONCESSION, f"Seat {event.winner} conceded and wins")
    elif reason in {"unfinished", "no_contest"} and place is not None:
        state.illegal(rules.MATCH_OVER, f"The match ended as {reason}, yet seat {event.winner} wins")
    if event.cause is not None:
        state.caused(event.cause)
    if match.owing is not None and reason != "bench_full":
        bench_the_rest(match, match.sides[match.owing])
    match.over = True
    match.reason = reason
    if place is not None and reason not in {"unfinished", "no_contest"}:
        match.winner = match.sides[place].seat
        _win_trophy(state, match)
    elif reason not in {"unfinished", "no_contest"}:
        _somebody_won(state, match)


def _conceded(state: State, seat: int) -> bool:
    return 0 < seat <= len(state.seats) and state.seats[seat - 1].conceded


def _compare_totals(state: State, match: Match, event: MatchWon) -> None:
    attacker = _attacker(match)
    if attacker is not None and match.owing is None and match.sides[attacker].park:
        stated_total(state, match, "The last attack", event.total, match.sides[attacker].attack_power())
        stated_total(state, match, "The holder's power", event.needed, match.needed())


def _judge(state: State, match: Match, place: int | None, reason: str | None) -> tuple[int | None, str | None]:
    """Compare a result with what the rules derive; a result that is not stated is the derived one."""
    derived = lost(match)
    if derived is None and is_open(match):
        state.doubt()
        return place, reason
    winner = "nobody" if place is None else f"seat {match.sides[place].seat}"
    if derived is None:
        suspect(state, match, _rule(reason), f"{winner.capitalize()} wins the match, but neither seat has lost it")
        return place, reason
    if place is not None and derived[0] != place:
        other = f"seat {match.sides[derived[0]].seat}"
        state.differs(_rule(derived[1]), f"The {match.park} match", stated=winner, derived=other)
    elif reason is not None and reason != derived[1]:
        state.differs(_rule(derived[1]), f"The {match.park} match was won by", stated=reason, derived=derived[1])
    return derived[0] if place is None else place, derived[1] if reason is None else reason


def _rule(reason: str | None) -> Rule:
    return rules.BENCH_FULL if reason == "bench_full" else rules.OUT_OF_CARDS


def _win_trophy(state: State, match: Match) -> None:
    """The winner takes the trophy, with fans that are not known until they are told."""
    if match.final or match.winner is None or match.winner > len(state.seats):
        return
    trophies = state.seats[match.winner - 1].trophies
    if trophies is not None:
        trophies.append(Held(match.round, None))


def _somebody_won(state: State, match: Match) -> None:
    """One of the two holds a trophy more, and nobody knows which."""
    for side in match.sides:
        if 0 < side.seat <= len(state.seats) and not match.final:
            state.seats[side.seat - 1].trophies = None


def trophy_taken(state: State, event: TrophyTaken) -> None:
    match = enter_match(state, event, afterwards=True)
    if match is None:
        return
    if match.final:
        state.illegal(rules.TROPHY, f"Seat {event.seat} takes a trophy in the final")
        return
    if not match.over:
        suspect(state, match, rules.TROPHY, f"Seat {event.seat} takes a trophy before the match was decided")
        if not match.gapped:
            return
        match.over = True
    if match.winner is not None and match.winner != event.seat:
        suspect(state, match, rules.TROPHY, f"Seat {event.seat} takes the trophy that seat {match.winner} won")
        return
    if match.fans is not None:
        suspect(state, match, rules.TROPHY, f"Seat {event.seat} takes a second trophy")
        return
    seat = state.seat(event.seat)
    if seat is None:
        return
    if match.winner is None and seat.trophies is not None:
        seat.trophies.append(Held(match.round, None))
        match.winner = event.seat
    match.fans = event.fans
    for trophy in seat.trophies or ():
        if trophy.round == event.round and trophy.fans is None and event.fans is not None:
            trophy.fans = event.fans
    check_trophy(state, event.round, event.fans)


def check_trophy(state: State, round_: int, fans: int | None) -> None:
    """A trophy's fans must be printed on one of those of its round that nobody is known to hold."""
    printed = state.cards.plans.trophy_fans(round_)
    if fans is None or printed is None:
        return
    held = [trophy for seat in state.seats for trophy in seat.trophies or () if trophy.round == round_]
    if fans not in printed or sum(trophy.fans == fans for trophy in held) > printed.count(fans):
        state.illegal(
            rules.TROPHY_FANS,
            f"A trophy of round {round_} has {fans} fans; printed are {', '.join(map(str, printed))}",
        )
