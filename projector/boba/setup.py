"""What comes before the first battle, and cards drawn by rule: decks, honors, placement, opening hands."""

from events.base import CardId
from events.boba import (
    CardDescribed,
    Deck,
    DirectionChosen,
    GameStarted,
    HeroesDrawn,
    HeroesPlaced,
    HonorsChosen,
    PileShuffled,
    PlaysDrawn,
    Setup,
    StarterFound,
)
from projector.boba import rulebook as rules
from projector.boba.modes import MODES
from projector.boba.moving import draw_heroes, draw_plays
from projector.boba.ongoing import caused, forbidden
from projector.boba.state import SeatState, State, counted

_MOST_ON_A_TABLE = 200


def game_started(state: State, event: GameStarted) -> None:
    if state.started is not None:
        state.illegal(rules.ONE_START, f"The game started already; this is event {state.number}")
        return
    state.started = event
    state.told = event.effects_told
    setup = _setup(state, event)
    if setup is not None and max(setup.battles, setup.bench, setup.opening_plays) > _MOST_ON_A_TABLE:
        state.illegal(
            rules.DECK_SIZE,
            f"The setup asks for {setup.battles} battles, a bench of {setup.bench} heroes "
            f"and {setup.opening_plays} opening plays",
        )
        setup = None
    state.setup = setup
    battles = setup.battles if setup else 7
    if state.number > 1 or battles != len(state.resolved) - 1:
        state.battle = 0
        state.phase = "setup"
        state.results = [None] * (battles + 1)
        state.resolved = [False] * (battles + 1)
        state.seats = (SeatState(1, battles), SeatState(2, battles))
    for seat, seated in zip(state.seats, event.seats, strict=True):
        _bring(state, seat, seated.deck, setup)


def _setup(state: State, event: GameStarted) -> Setup | None:
    """The numbers of the game: its own, else its format's, else its mode's."""
    usual = MODES[event.mode] if event.mode else None
    formats = state.cards.formats
    played = formats.find(event.format) if formats is not None and event.format is not None else None
    if played is None:
        return event.setup or usual
    if event.setup is None:
        return played.setup(event.mode)
    for difference in played.differences(event.setup):
        state.illegal(rules.FORMAT, f"The game is played in a format it does not follow: {difference}")
    return event.setup


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
    turned = (state.direction == "right_to_left") != (event.direction == "right_to_left")
    state.direction = event.direction
    for seat in state.seats:
        if seat.placed and seat.table_order and turned:
            seat.zones[1:] = seat.zones[:0:-1]


def pile_shuffled(state: State, event: PileShuffled) -> None:
    seat = state.seats[event.seat - 1]
    if event.pile == "hero_deck":
        seat.hero_top.clear()
    elif event.pile == "playbook":
        seat.play_top.clear()


def heroes_placed(state: State, event: HeroesPlaced) -> None:
    seat = state.seats[event.seat - 1]
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
    state.seen[seat.number, "lineup"].extend(heroes)
    for zone, hero in zip(seat.zones[1:], reversed(heroes) if reverse else heroes, strict=False):
        zone.hero = hero
        zone.occupied = True
    seat.placed = True


def heroes_drawn(state: State, event: HeroesDrawn) -> None:
    seat = state.seats[event.seat - 1]
    heroes = event.heroes
    state.seen[event.seat, "bench"].extend(heroes)
    if event.reason == "opening":
        if seat.opened_bench or state.battle:
            state.illegal(rules.OPENING_BENCH, f"Seat {event.seat} drew its bench already")
        elif state.setup is not None and len(heroes) != state.setup.bench:
            state.illegal(
                rules.OPENING_BENCH, f"Seat {event.seat} drew {len(heroes)} heroes for a bench of {state.setup.bench}"
            )
        seat.opened_bench = True
    elif event.reason == "substitution":
        entitled = seat.zones[state.battle].substituted and seat.replenished != state.battle
        if len(heroes) > 1 or (state.sure and not entitled):
            state.illegal(
                rules.SUBSTITUTION_DRAW,
                f"Seat {event.seat} drew {len(heroes)} heroes for a substitution in battle {state.battle}",
            )
        elif not state.sure:
            state.doubt()
        seat.replenished = state.battle
    elif event.cause is not None:
        caused(state, event.cause)
    draw_heroes(state, seat, heroes)
    seat.bench.extend(heroes)


def plays_drawn(state: State, event: PlaysDrawn) -> None:
    seat = state.seats[event.seat - 1]
    plays = event.plays
    state.seen[event.seat, "opening" if event.reason == "opening" else "drawn"].extend(plays)
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


def imply_setup(state: State) -> None:
    """What every game does before its first battle happened even where the log does not tell it."""
    for seat in state.seats:
        imply_placing(state, seat)
        imply_bench(state, seat)
        imply_plays(state, seat)


def imply_placing(state: State, seat: SeatState) -> None:
    if not seat.placed:
        _place(state, seat, (None,) * (len(seat.zones) - 1), reverse=False)


def imply_bench(state: State, seat: SeatState) -> None:
    if state.setup is None:
        seat.bench_sure = False
    elif not seat.opened_bench and state.setup.bench:
        draw_heroes(state, seat, (None,) * state.setup.bench)
        seat.bench.extend((None,) * state.setup.bench)
        seat.opened_bench = True


def imply_plays(state: State, seat: SeatState) -> None:
    if state.setup is None:
        seat.hand_sure = False
    elif not seat.opened_plays and state.setup.opening_plays:
        draw_plays(state, seat, (None,) * state.setup.opening_plays)
        seat.play_hand.extend((None,) * state.setup.opening_plays)
        seat.opened_plays = True
