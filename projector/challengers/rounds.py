"""How a tournament goes on: its start, its rounds, and who should meet whom."""

from events.challengers import CardDescribed, Pairing, Park, RoundStarted, Setup, TournamentStarted
from projector.challengers import rulebook as rules
from projector.challengers.state import MOST_SEATS, TRAYS, SeatState, State, TrayState

# The base set, which is always in use, and how many others are.
_ALWAYS, _OTHERS = "CITY", 5
# More than this in a setup is no tournament.
_MOST = 100


def tournament_started(state: State, event: TournamentStarted) -> None:
    if state.started is not None:
        state.illegal(rules.ONE_START, f"The tournament started already; this is event {state.number}")
        return
    state.started = event
    state.told = event.effects_told
    state.setup = _setup(state, event)
    if not 2 <= len(event.seats) <= MOST_SEATS:
        state.illegal(rules.SEATS, f"A tournament of {len(event.seats)} seats")
    state.seats = [SeatState(number, bot=seated.bot) for number, seated in enumerate(event.seats, 1)]
    _bring(state, event)
    _fill_trays(state, event)


def _setup(state: State, event: TournamentStarted) -> Setup | None:
    usual = state.cards.plans.setup(len(event.seats))
    setup = event.setup
    if setup is None:
        return usual
    if max(setup.rounds, setup.cards_drawn, setup.bench_seats) > _MOST:
        state.illegal(
            rules.SEATS,
            f"The setup asks for {setup.rounds} rounds, draws of {setup.cards_drawn} cards "
            f"and {setup.bench_seats} bench seats",
        )
        return usual
    return setup


def _bring(state: State, event: TournamentStarted) -> None:
    """Starter decks; a player whose deck is not told has the same cards as the others."""
    told = [sorted(seated.deck) for seated in event.seats if seated.deck is not None and not seated.bot]
    if any(deck != told[0] for deck in told):
        state.illegal(rules.STARTER_DECK, "The starter decks differ")
    starter = list(told[0]) if told else list(state.cards.starter_deck())
    for seat, seated in zip(state.seats, event.seats, strict=True):
        if seated.deck is not None:
            seat.deck = list(seated.deck)
        elif not seat.bot:
            seat.deck = [*starter]


def _fill_trays(state: State, event: TournamentStarted) -> None:
    if event.sets is None:
        return
    known = set(state.cards.sets)
    in_use = set(event.sets)
    if event.left_out in in_use:
        state.illegal(rules.SETS, f"{event.left_out} is in use and left out")
    if in_use <= known:
        if _ALWAYS not in in_use or len(in_use) != _OTHERS + 1:
            state.illegal(rules.SETS, f"The sets in use are {', '.join(event.sets)}")
        state.trays = {tray: TrayState(state.cards.copies(tray, in_use)) for tray in TRAYS}


def card_described(state: State, event: CardDescribed) -> None:
    state.described[event.card] = (event.name, event.level, event.power)


def round_started(state: State, event: RoundStarted) -> None:
    if not enter_round(state, event.round):
        return
    derived = pairings_of(state, event.round)
    if not event.pairings:
        return
    state.pairings = event.pairings
    if derived is None:
        state.doubt()
    elif _as_set(event.pairings) != _as_set(derived):
        state.differs(rules.PAIRING, f"Round {event.round}", stated=in_words(event.pairings), derived=in_words(derived))


def _as_set(pairings: tuple[Pairing, ...]) -> set[tuple[str, tuple[int, ...]]]:
    return {(pairing.park, tuple(sorted(pairing.seats))) for pairing in pairings}


def in_words(pairings: tuple[Pairing, ...]) -> str:
    """Such as "green 1-4, red 2-3"."""
    return ", ".join(f"{pairing.park} {min(pairing.seats)}-{max(pairing.seats)}" for pairing in pairings)


def pairings_of(state: State, round_: int) -> tuple[Pairing, ...] | None:
    """Who meets where in a round by the plan, None where that is not known."""
    setup = state.setup
    if setup is None:
        return None
    if not setup.pairings:
        setup = state.cards.plans.setup(len(state.seats)) or setup
    return setup.pairings[round_ - 1] if round_ <= len(setup.pairings) else None


def enter_round(state: State, round_: int) -> bool:
    """Come to a round, beginning it if it is the next; False if there is no such round (the finding says so)."""
    if round_ == state.round:
        return True
    last = state.last_round
    if last is not None and round_ > last:
        state.illegal(rules.ROUND_ORDER, f"There is no round {round_}: the tournament has {_rounds(state)}")
        return False
    if round_ < state.round:
        state.suspect(rules.ROUND_ORDER, f"Something happens in round {round_} after round {state.round} began")
        return False
    if round_ > state.round + 1:
        state.suspect(rules.ROUND_ORDER, f"Round {round_} begins after round {state.round}")
    elif state.round:
        _all_decided(state, round_)
        _no_lead(state, round_)
    state.round = round_
    state.phase = "final" if is_final(state, round_) else "deck"
    state.pairings = pairings_of(state, round_) or ()
    state.matches = {}
    return True


def is_final(state: State, round_: int) -> bool:
    return state.setup is not None and state.setup.has_final and round_ == state.setup.rounds + 1


def _rounds(state: State) -> str:
    setup = state.setup
    rounds = setup.rounds if setup is not None else 0
    return f"{rounds} rounds and a final" if setup is not None and setup.has_final else f"{rounds} rounds"


def _all_decided(state: State, round_: int) -> None:
    """All matches of the round must be over. One that the log does not tell leaves a trophy nobody knows of."""
    for pairing in pairings_of(state, state.round) or ():
        if pairing.park in state.matches:
            continue
        if state.started is not None and state.started.seen_from is not None:
            state.doubt()
        else:
            state.suspect(
                rules.ROUND_ORDER,
                f"Round {round_} begins before the match in the {pairing.park} park of round {state.round} is played",
            )
        for number in pairing.seats:
            if number <= len(state.seats):
                state.seats[number - 1].trophies = None
    for park, match in state.matches.items():
        if not match.over:
            state.suspect(
                rules.ROUND_ORDER,
                f"Round {round_} begins before the match in the {park} park of round {state.round} is decided",
            )


def undecided(state: State) -> list[Park]:
    """The parks of the round whose match is not decided."""
    planned = [pairing.park for pairing in pairings_of(state, state.round) or ()]
    parks = dict.fromkeys([*planned, *state.matches])
    return [park for park in parks if park not in state.matches or not state.matches[park].over]


def _no_lead(state: State, round_: int) -> None:
    setup = state.setup
    if setup is None or setup.winning_lead is None or len(state.seats) != 2:
        return
    lead = fans_lead(state)
    if lead is None:
        state.doubt()
    elif lead >= setup.winning_lead:
        state.suspect(rules.LEAD, f"Round {round_} begins although a seat leads by {lead} fans")


def fans_lead(state: State) -> int | None:
    """By how many fans the first leads the second, None where that is not known."""
    fans = [seat.all_fans() for seat in state.seats]
    known = sorted(count for count in fans if count is not None)
    return known[-1] - known[-2] if len(known) == len(fans) >= 2 else None
