"""What must hold for every game: whole, cut short, seen by one seat, with gaps in it, or spoilt."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import CardId, Event, GapLeft
from events.boba import GameEnded, GameStarted, Seated
from events.codec import decode_batch, decode_line, encode_batch, encode_line
from projector.boba import GAME
from projector.boba.fog import mask
from projector.boba.fold import advance, fold
from projector.boba.state import SeatState, Slots, State
from projector.boba.views import view
from projector.replay import Viewer, applied, delta, frame, replay
from tests.strategies import CARDS, DECKS, Played, games, randoms, spoilt, with_gaps

often = settings(max_examples=60, deadline=None, derandomize=True, database=None)
seldom = settings(often, max_examples=25)
viewers: st.SearchStrategy[Viewer] = st.sampled_from(("all", 1, 2, "public"))


def judged(events: Sequence[Event]) -> tuple[Any, ...]:
    """All that a fold answers."""
    state = fold(CARDS, events)
    return view(state), state.findings, state.doubts, GAME.rows(state), GAME.summary(state)


@often
@given(games())
def test_a_simulated_game_is_legal_and_ends_as_it_says(game: Played) -> None:
    state = fold(CARDS, game.events)

    assert (state.findings, state.doubts) == ([], [])
    ended = game.events[-1]
    assert isinstance(ended, GameEnded)
    assert state.ended is ended
    assert state.winner == ended.winner
    assert (state.trophies(1), state.trophies(2)) == ended.trophies


@often
@given(games(), randoms(), st.booleans())
def test_cut_and_continue_equals_whole(game: Played, random: Random, is_spoilt: bool) -> None:  # noqa: FBT001
    events = spoilt(game.events, random) if is_spoilt else game.events
    cut = random.randrange(len(events) + 1)
    state = State(CARDS, events)
    for event in events[:cut]:
        advance(state, event)

    assert view(state) == view(fold(CARDS, events[:cut]))
    for event in events[cut:]:
        advance(state, event)
    whole = fold(CARDS, events)
    assert view(state) == view(whole)
    assert (state.findings, state.doubts, state.fought) == (whole.findings, whole.doubts, whole.fought)


@often
@given(games(), randoms())
def test_folding_twice_is_folding_once(game: Played, random: Random) -> None:
    events = spoilt(game.events, random)

    assert judged(events) == judged(events)


@often
@given(games())
def test_what_a_seat_brought_is_conserved_card_by_card(game: Played) -> None:
    state = State(CARDS, game.events)
    started = game.events[0]
    assert isinstance(started, GameStarted)
    for event in game.events:
        advance(state, event)
        for seat, seated in zip(state.seats, started.seats, strict=True):
            assert_conserved(state, seat, seated)


def assert_conserved(state: State, seat: SeatState, seated: Seated) -> None:
    deck = seated.deck
    assert deck is not None
    assert_same_cards(heroes_in(seat), seat.hero_deck, seat.unseen_heroes, deck.heroes or ())
    assert_same_cards(plays_in(seat), seat.playbook, seat.unseen_plays, deck.plays or ())
    assert seat.hot_dogs is not None
    assert seat.hot_dogs_spent is not None
    assert seat.hot_dogs + seat.hot_dogs_spent == len(deck.hot_dogs or ()) + state.supply + len(seat.transformed)


def assert_same_cards(
    elsewhere: Slots, pile: int | None, unseen: dict[CardId, int] | None, brought: Sequence[CardId]
) -> None:
    assert pile is not None
    assert unseen is not None
    assert pile + len(elsewhere) == len(brought)
    assert Counter(card for card in elsewhere if card is not None) + Counter(unseen) == Counter(brought)


def heroes_in(seat: SeatState) -> Slots:
    """Every hero that is not in the deck."""
    zones = [zone.hero for zone in seat.zones if zone.occupied]
    return [*seat.bench, *zones, *seat.hero_discard, *seat.sudden, *seat.out_of_game]


def plays_in(seat: SeatState) -> Slots:
    """Every play that is not in the playbook."""
    return [*seat.play_hand, *seat.play_discard, *[run.play for run in seat.in_effect], *seat.transformed]


@often
@given(games(), st.sampled_from((0, 1, 2)))
def test_one_seat_sees_a_legal_game_as_legal(game: Played, seat: int) -> None:
    state = fold(CARDS, mask(game.events, seat))

    assert (state.findings, state.doubts) == ([], [])
    assert state.winner == fold(CARDS, game.events).winner


@seldom
@given(games(), randoms(), st.sampled_from((1, 2, "public")))
def test_cards_that_a_viewer_never_sees_may_be_any_cards(game: Played, random: Random, viewer: Viewer) -> None:
    seen = named(mask(game.events, viewer if isinstance(viewer, int) else 0))
    exchange: dict[str, str] = {}
    for pool in (
        {card for deck in DECKS for card in deck.heroes},
        {card for deck in DECKS for card in deck.plays},
        {card for deck in DECKS for card in deck.hot_dogs},
    ):
        hidden = sorted(pool - seen)
        exchange |= dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    dealt_anew = [exchanged(event, exchange) for event in game.events]

    before = replay(GAME, CARDS, game.events, viewer=viewer)
    after = replay(GAME, CARDS, dealt_anew, viewer=viewer)

    assert msgspec.json.encode(before) == msgspec.json.encode(after)


def named(events: Sequence[Event]) -> set[str]:
    """Every string that the events hold, at any depth."""
    found: set[str] = set()
    waiting: list[object] = [msgspec.to_builtins(event) for event in events]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.add(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list | tuple):
            waiting.extend(value)
    return found


def exchanged(event: Event, exchange: dict[str, str]) -> Event:
    """The event with cards exchanged for others."""

    def walk(value: Any) -> Any:
        if isinstance(value, str):
            return exchange.get(value, value)
        if isinstance(value, dict):
            return {key: walk(held) for key, held in value.items()}
        return [walk(held) for held in value] if isinstance(value, list | tuple) else value

    return msgspec.convert(walk(msgspec.to_builtins(event)), type(event))


@often
@given(games(), randoms(), st.booleans())
def test_events_are_read_back_as_they_were_written(game: Played, random: Random, is_spoilt: bool) -> None:  # noqa: FBT001
    events = spoilt(game.events, random) if is_spoilt else game.events

    assert decode_batch("boba", encode_batch("boba", events)) == events
    assert [decode_line("boba", encode_line(event)) for event in events] == events


@seldom
@given(games(), randoms(), viewers)
def test_whatever_a_log_says_it_is_played_back_and_judged(game: Played, random: Random, viewer: Viewer) -> None:
    for _ in range(4):
        events = with_gaps(spoilt(game.events, random), random, share=random.choice((0, 0, 0.1)))

        played_back = replay(GAME, CARDS, events, viewer=viewer)

        assert len(played_back.steps) == len(events)
        assert all(step.words for step in played_back.steps)
        msgspec.json.encode(played_back)


@often
@given(games(), randoms())
def test_whatever_a_log_says_its_facts_fit_their_tables(game: Played, random: Random) -> None:
    state = fold(CARDS, spoilt(game.events, random))

    for table, rows in GAME.rows(state).items():
        assert len(pl.DataFrame(rows, schema=dict((GAME.told or GAME.tables)[table]), orient="row")) == len(rows)


@seldom
@given(games(), randoms(), viewers)
def test_a_delta_gives_the_next_frame(game: Played, random: Random, viewer: Viewer) -> None:
    played_back = replay(GAME, CARDS, spoilt(game.events, random), viewer=viewer)
    frames = [frame(played_back.first), *[frame(step.view) for step in played_back.steps]]

    for before, after in pairwise(frames):
        assert applied(before, delta(before, after)) == after


@settings(often, max_examples=200)
@given(games(), randoms(), st.sampled_from((None, 0, 1, 2)), st.sampled_from((0.02, 0.1, 0.3, 0.6)))
def test_nobody_is_accused_of_what_is_only_missing(
    game: Played, random: Random, seat: int | None, share: float
) -> None:
    events = game.events if seat is None else mask(game.events, seat)

    assert fold(CARDS, with_gaps(events, random, share)).findings == []


@often
@given(games(), randoms())
def test_nobody_is_accused_because_the_log_begins_late(game: Played, random: Random) -> None:
    cut = random.randrange(1, len(game.events))
    late = [*[GapLeft()] * cut, *game.events[cut:]]

    assert fold(CARDS, late).findings == []
