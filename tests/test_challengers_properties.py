"""What must hold for every tournament of Challengers!: whole, cut short, seen by one seat, with gaps, or spoilt."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, Union

import msgspec
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import Event, GapLeft
from events.challengers import (
    CHALLENGERS_EVENTS,
    TournamentEnded,
    TournamentStarted,
    TrophyTaken,
)
from ingest.selfplay.challengers import simulate
from ingest.selfplay.challengers_effects import HouseEffects
from ingest.selfplay.challengers_players import DRAFTERS, Drafter
from projector.challengers import GAME, fog
from projector.challengers.fog import MASKS, mask
from projector.challengers.fold import HANDLERS, advance, fold
from projector.challengers.state import State
from projector.challengers.views import view
from projector.challengers.words import _WORDS
from projector.replay import Viewer, applied, delta, frame, replay
from tests.strategies import altered, made_up
from tests.test_challengers_rules import CARDS, DATA

often = settings(max_examples=20, deadline=None, derandomize=True, database=None)
seldom = settings(often, max_examples=6)
_UNION: Any = Union[CHALLENGERS_EVENTS]  # noqa: UP007 (a union made of a tuple)


EFFECTS = HouseEffects.read((DATA / "house_effects.toml").read_bytes(), CARDS)


@lru_cache(maxsize=128)
def tournament(seed: int, players: int) -> list[Event]:
    """A game of cards without effects where the seed is even, of the house pack's where it is odd."""
    return next(simulate(1, seed, CARDS, players=players, effects=EFFECTS if seed % 2 else None))


def games(players: Sequence[int] = (1, 2, 3, 4, 5, 8)) -> st.SearchStrategy[list[Event]]:
    return st.builds(tournament, st.integers(0, 9), st.sampled_from(players))


def randoms() -> st.SearchStrategy[Random]:
    return st.integers(0, 2**32).map(Random)


def spoilt(events: Sequence[Event], random: Random) -> list[Event]:
    """The game with some lines dropped, repeated, exchanged, altered or made up. Every line can still be decoded."""
    lines = list(events)
    for _ in range(random.choice((1, 2, 3, 5, 10, 40))):
        place, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.choice(("drop", "repeat", "exchange", "alter", "alter", "make", "make")):
            case "drop" if len(lines) > 1:
                del lines[place]
            case "repeat":
                lines.insert(other, lines[place])
            case "exchange":
                lines[place], lines[other] = lines[other], lines[place]
            case "alter":
                lines[place] = with_our_cards(altered(lines[place], random), random)
            case _:
                lines.insert(place, with_our_cards(made_up(random.choice(CHALLENGERS_EVENTS), random), random))
    return lines


def with_our_cards(event: Event, random: Random) -> Event:
    """The event with most cards of no set exchanged for some of ours."""
    ours = sorted(CARDS.cards)
    return exchanged(event, lambda name: random.choice(ours) if ":" in name and random.random() < 0.8 else name)


def exchanged(event: Event, exchange: Any) -> Event:
    """The event with every string passed through a function."""

    def walk(value: Any, key: str = "") -> Any:
        if isinstance(value, str):
            return value if key in {"type", "at"} else exchange(value)
        if isinstance(value, dict):
            return {name: walk(held, name) for name, held in value.items()}
        return [walk(held) for held in value] if isinstance(value, list | tuple) else value

    return msgspec.convert(walk(msgspec.to_builtins(event)), type(event))


def with_gaps(events: Sequence[Event], random: Random, share: float = 0.1) -> list[Event]:
    return [
        GapLeft() if random.random() < share and not isinstance(event, TournamentStarted) else event for event in events
    ]


def judged(events: Sequence[Event]) -> tuple[Any, ...]:
    """All that a fold answers."""
    state = fold(CARDS, events)
    return view(state), state.findings, state.doubts, GAME.rows(state), GAME.summary(state)


def test_every_type_of_event_is_folded_masked_and_told() -> None:
    assert set(HANDLERS) == set(MASKS) == set(_WORDS) == set(CHALLENGERS_EVENTS)


@pytest.mark.parametrize("effects", [None, EFFECTS], ids=["plain", "house pack"])
@pytest.mark.parametrize("players", range(1, 9))
def test_a_simulated_tournament_is_legal_and_ends_as_it_says(players: int, effects: HouseEffects | None) -> None:
    for events in simulate(2, "legal", CARDS, players=players, effects=effects):
        state = fold(CARDS, events)

        assert (state.findings, state.doubts) == ([], [])
        ended = events[-1]
        assert isinstance(ended, TournamentEnded)
        assert (state.ended, state.winner) == (ended, ended.winner)
        assert tuple(seat.all_fans() for seat in state.seats) == ended.fans
        assert GAME.summary(state).status == "complete"


def test_a_game_is_the_same_however_many_are_asked_for() -> None:
    one, two = simulate(2, 7, CARDS, players=4)

    assert next(simulate(1, 7, CARDS, players=4)) == one
    assert one != two
    assert list(simulate(1, 8, CARDS, players=4)) != [one]
    with pytest.raises(ValueError, match="No tournament plan is for 9 players; there are plans for 1 to 8"):
        next(simulate(1, 7, CARDS, players=9))


@pytest.mark.parametrize("drafter", DRAFTERS, ids=lambda drafter: drafter.name)
def test_a_policy_of_drafting_plays_alone_too(drafter: Drafter) -> None:
    (events,) = simulate(1, 1, CARDS, players=4, drafters=[drafter])

    assert fold(CARDS, events).findings == []


@often
@given(games(range(1, 9)))
def test_cards_are_conserved_at_every_step(events: list[Event]) -> None:
    state = State(CARDS, events)
    started = events[0]
    assert isinstance(started, TournamentStarted)
    assert started.sets is not None
    for event in events:
        advance(state, event)
        for match in state.matches.values():
            for side in match.sides:
                deck = state.seats[side.seat - 1].deck
                assert deck is not None
                assert Counter(side.everything()) == Counter(deck)
        assert_trays_conserved(state, started)


def assert_trays_conserved(state: State, started: TournamentStarted) -> None:
    held = [card for seat in state.seats if not seat.bot for card in (*(seat.deck or ()), *(seat.hand or ()))]
    for name, tray in state.trays.items():
        box = CARDS.copies(name, started.sets or ())
        out = Counter(card for card in held if card in box)
        assert tray.left is not None
        assert tray.pile is not None
        assert tray.discard is not None
        assert Counter(tray.left) + out == Counter(box)
        assert tray.pile + len(tray.discard) == sum(tray.left.values())
    starters = sum(state.level_of(card) == "S" for card in (*held, *state.out_of_game) if card is not None)
    assert starters == 6 * sum(not seat.bot for seat in state.seats)


@often
@given(games(), randoms(), st.booleans())
def test_cut_and_continue_equals_whole(events: list[Event], random: Random, is_spoilt: bool) -> None:  # noqa: FBT001
    events = spoilt(events, random) if is_spoilt else events
    cut = random.randrange(len(events) + 1)
    state = State(CARDS, events)
    for event in events[:cut]:
        advance(state, event)

    assert view(state) == view(fold(CARDS, events[:cut]))
    for event in events[cut:]:
        advance(state, event)
    whole = fold(CARDS, events)
    assert view(state) == view(whole)
    assert (state.findings, state.doubts, GAME.rows(state)) == (whole.findings, whole.doubts, GAME.rows(whole))


@often
@given(games(), randoms())
def test_folding_twice_is_folding_once(events: list[Event], random: Random) -> None:
    events = spoilt(events, random)

    assert judged(events) == judged(events)


@often
@given(games(), st.integers(0, 8))
def test_one_seat_sees_a_legal_game_as_legal(events: list[Event], seat: int) -> None:
    state = fold(CARDS, mask(events, seat))

    assert (state.findings, state.doubts) == ([], [])
    assert state.winner == fold(CARDS, events).winner


def named(events: Sequence[Event]) -> set[str]:
    """Every string that the events hold, at any depth."""
    return {name for event in events for name in fog.named(event)}


@seldom
@given(games(), randoms(), st.sampled_from((1, 2, "public")))
def test_cards_that_a_viewer_never_sees_may_be_any_cards(events: list[Event], random: Random, viewer: Viewer) -> None:
    seen = named(mask(events, viewer if isinstance(viewer, int) else 0))
    exchange: dict[str, str] = {}
    for level in "ABC":
        hidden = sorted(card.id for card in CARDS.cards.values() if card.level == level and card.id not in seen)
        exchange |= dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    dealt_anew = [exchanged(event, lambda name: exchange.get(name, name)) for event in events]

    before = replay(GAME, CARDS, events, viewer=viewer)
    after = replay(GAME, CARDS, dealt_anew, viewer=viewer)

    assert msgspec.json.encode(before) == msgspec.json.encode(after)


@seldom
@given(games((4, 8)), randoms(), st.sampled_from((1, 2, "public")))
def test_fans_that_a_viewer_never_sees_may_be_any_fans(events: list[Event], random: Random, viewer: Viewer) -> None:
    until = next(place for place, event in enumerate(events) if type(event).__name__ == "TrophiesTurnedUp")
    other = [
        msgspec.structs.replace(event, fans=random.randrange(20))
        if isinstance(event, TrophyTaken) and event.seat != viewer
        else event
        for event in events[:until]
    ]

    before = replay(GAME, CARDS, events[:until], viewer=viewer)
    after = replay(GAME, CARDS, other, viewer=viewer)

    assert msgspec.json.encode(before) == msgspec.json.encode(after)


@often
@given(games(), randoms())
def test_events_are_read_back_as_they_were_written(events: list[Event], random: Random) -> None:
    events = spoilt(events, random)

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(events), type=list[_UNION]) == events
    assert msgspec.json.decode(msgspec.json.encode(events), type=list[_UNION]) == events


@often
@given(games((1, 2, 4)), randoms(), st.sampled_from(("all", 1, 2, "public")))
def test_whatever_a_log_says_it_is_played_back_and_judged(events: list[Event], random: Random, viewer: Viewer) -> None:
    events = with_gaps(spoilt(events, random), random, share=random.choice((0, 0, 0.1)))

    played_back = replay(GAME, CARDS, events, viewer=viewer)

    assert len(played_back.steps) == len(events)
    assert all(step.words for step in played_back.steps)
    msgspec.json.encode(played_back)


@often
@given(games(), randoms())
def test_whatever_a_log_says_its_facts_fit_their_tables(events: list[Event], random: Random) -> None:
    state = fold(CARDS, spoilt(events, random))

    for table, rows in GAME.rows(state).items():
        assert len(pl.DataFrame(rows, schema=dict((GAME.told or GAME.tables)[table]), orient="row")) == len(rows)


@seldom
@given(games((1, 2)), randoms())
def test_a_delta_gives_the_next_frame(events: list[Event], random: Random) -> None:
    played_back = replay(GAME, CARDS, spoilt(events, random))
    frames = [frame(played_back.first), *[frame(step.view) for step in played_back.steps]]

    for before, after in pairwise(frames):
        assert applied(before, delta(before, after)) == after


@settings(often, max_examples=60)
@given(games(), randoms(), st.sampled_from((None, 0, 1, 2)), st.sampled_from((0.02, 0.1, 0.3, 0.6)))
def test_nobody_is_accused_of_what_is_only_missing(
    events: list[Event], random: Random, seat: int | None, share: float
) -> None:
    told = events if seat is None else mask(events, seat)

    assert fold(CARDS, with_gaps(told, random, share)).findings == []


@often
@given(games(), randoms())
def test_nobody_is_accused_because_the_log_begins_late(events: list[Event], random: Random) -> None:
    cut = random.randrange(1, len(events))

    assert fold(CARDS, [*[GapLeft()] * cut, *events[cut:]]).findings == []
