"""Recordings of one game are united: what one side could not see the other completes, in whatever order they arrive."""

import datetime as dt
from collections.abc import Callable, Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events.base import CardId, Event, GapLeft, PlayerId
from events.boba import (
    BattleResolved,
    CoinFlipped,
    Deck,
    GameEnded,
    GameStarted,
    HeroesDrawn,
    HeroesRevealed,
    PlayRun,
    PowerChanged,
    Seated,
)
from events.challengers import CardsKept, FlagTaken, TournamentStarted
from events.references import with_numbers
from projector.boba import GAME as BOBA
from projector.challengers import GAME as CHALLENGERS
from projector.game import Game
from projector.unite import likeness, unite
from tests.strategies import CARDS, Played, games, played, randoms, with_gaps
from tests.tellings import from_on, seen
from tests.test_challengers_properties import games as tournaments
from tests.test_challengers_properties import tournament
from tests.test_challengers_rules import CARDS as CARDS_OF_CHALLENGERS

often = settings(max_examples=40, deadline=None)
seldom = settings(max_examples=10, deadline=None)


def seen_by_all(game: Game[Any], events: Sequence[Event]) -> list[list[Event]]:
    started = next(event for event in events if isinstance(event, (GameStarted, TournamentStarted)))
    return [seen(game, events, seat) for seat in range(1, len(started.seats) + 1)]


# Properties


@often
@given(games())
def test_both_sides_of_a_game_give_back_the_whole(game: Played) -> None:
    whole = [replace(event, setup=game.setup) if isinstance(event, GameStarted) else event for event in game.events]
    united = unite(BOBA.telling, [seen(BOBA, whole, 1), seen(BOBA, whole, 2)])

    if game.setup.seats_see_own_zones:
        assert list(united.events) == whole
    assert united.events.known == ()
    assert united.places == tuple((number, number) for number in range(1, len(whole) + 1))


@seldom
@given(tournaments(players=(2, 3, 4)))
def test_all_sides_of_a_tournament_give_back_what_anybody_saw(events: list[Event]) -> None:
    united = unite(CHALLENGERS.telling, seen_by_all(CHALLENGERS, events))

    assert united.events.known == ()
    assert [type(event) for event in united.events] == [type(event) for event in events]
    assert list(united.events) == events


@often
@given(games(), randoms())
def test_a_recording_united_with_itself_is_that_recording(game: Played, random: Random) -> None:
    recording = with_gaps(seen(BOBA, game.events, 1), random)

    united = unite(BOBA.telling, [recording, recording, recording])

    assert list(united.events) == recording
    assert united.events.known == ()


@often
@given(games(), st.integers(0, 2**32), randoms())
def test_the_order_of_arrival_changes_nothing(game: Played, cut: int, random: Random) -> None:
    place = 1 + cut % (len(game.events) - 1)
    recordings = [
        with_gaps(seen(BOBA, game.events, 1), random),
        game.events[:place],
        from_on(seen(BOBA, game.events, 2), place // 2),
    ]

    together = [
        [(event, [places[order.index(index)] for index in range(3)]) for event, places in _numbered(recordings, order)]
        for order in permutations(range(3))
    ]

    assert all(other == together[0] for other in together[1:])


def _numbered(recordings: list[list[Event]], order: Sequence[int]) -> list[tuple[Event, tuple[int | None, ...]]]:
    united = unite(BOBA.telling, [recordings[index] for index in order])
    return list(zip(united.events, united.places, strict=True))


@often
@given(games(("substitution", "playmaker")), st.integers(0, 2**32), st.integers(4, 12))
def test_two_halves_that_overlap_give_the_whole(game: Played, cut: int, overlap: int) -> None:
    events = seen(BOBA, game.events, 1)
    place = 5 + cut % max(len(events) - overlap - 5, 1)
    halves = [events[: place + overlap], from_on(events, place)]

    united = unite(BOBA.telling, halves)

    assert list(united.events) == events
    assert united.events.known == ()


@often
@given(games(("substitution", "playmaker")), st.integers(0, 2**32), st.integers(0, 6))
def test_between_two_halves_that_do_not_meet_there_is_a_gap(game: Played, cut: int, missing: int) -> None:
    events = seen(BOBA, game.events, 1)
    place = 5 + cut % max(len(events) - missing - 8, 1)
    first, second = events[:place], from_on(events, place + missing)

    united = unite(BOBA.telling, [second, first])

    assert list(united.events[: place + 1]) == [*first, GapLeft()]
    assert [type(event) for event in united.events[place + 1 :]] == [type(event) for event in second]
    assert united.events.known == ()


@often
@given(games())
def test_the_other_side_may_call_itself_seat_1(game: Played) -> None:
    if not game.setup.seats_see_own_zones:
        return
    other = BOBA.telling.reseated(seen(BOBA, game.events, 2), {1: 2, 2: 1})

    united = unite(BOBA.telling, [seen(BOBA, game.events, 1), other])

    assert list(united.events) in (game.events, BOBA.telling.reseated(game.events, {1: 2, 2: 1}))


@often
@given(games(), randoms())
def test_what_one_side_could_not_read_the_other_tells(game: Played, random: Random) -> None:
    whole = seen(BOBA, game.events, 2)

    united = unite(BOBA.telling, [with_gaps(seen(BOBA, game.events, 1), random), whole])

    assert [type(event) for event in united.events] == [type(event) for event in game.events]
    assert united.events.known == ()


def test_a_game_and_its_turned_telling_are_turned_back_by_turning_twice() -> None:
    events = played("playmaker", 4).events

    turned = BOBA.telling.reseated(events, {1: 2, 2: 1})

    assert BOBA.telling.reseated(turned, {1: 2, 2: 1}) == events
    assert (
        BOBA.summary(BOBA.fold(CARDS, turned)).winner
        == {1: 2, 2: 1, 0: 0}[BOBA.summary(BOBA.fold(CARDS, events)).winner or 0]
    )
    assert not BOBA.fold(CARDS, turned).findings


# Single rules

IDA, UDO = PlayerId("ida"), PlayerId("udo")
START = GameStarted(seats=(Seated(player=IDA), Seated(player=UDO)), mode="playmaker")


def revealed(battle: int, one: str, two: str) -> HeroesRevealed:
    return HeroesRevealed(battle=battle, heroes=(CardId(one), CardId(two)))


def united(*recordings: Sequence[Event]) -> list[Event]:
    return list(unite(BOBA.telling, recordings).events)


def test_causes_that_either_side_tells_are_numbered_anew() -> None:
    mine = [
        START,
        revealed(1, "A", "B"),
        PlayRun(seat=1, battle=1, play=CardId("P"), cost=1),
        CoinFlipped(seat=1, face="heads", cause=3),
        PowerChanged(seat=1, battle=1, by=10, cause=3),
        BattleResolved(battle=1, winner=1),
    ]
    theirs = [
        START,
        GapLeft(),
        PlayRun(seat=1, battle=1, play=CardId("P"), cost=1),
        PowerChanged(seat=1, battle=1, by=10, power=50),
        PlayRun(seat=2, battle=1, play=CardId("Q"), cost=0),
        PowerChanged(seat=2, battle=1, by=5, cause=5),
        BattleResolved(battle=1, winner=1),
    ]

    assert united(mine, theirs) == [
        START,
        revealed(1, "A", "B"),
        PlayRun(seat=1, battle=1, play=CardId("P"), cost=1),
        CoinFlipped(seat=1, face="heads", cause=3),
        PowerChanged(seat=1, battle=1, by=10, cause=3, power=50),
        PlayRun(seat=2, battle=1, play=CardId("Q"), cost=0),
        PowerChanged(seat=2, battle=1, by=5, cause=6),
        BattleResolved(battle=1, winner=1),
    ]


def test_a_contradiction_is_a_finding_with_both_values_and_the_game_is_quarantined() -> None:
    course = [START, *(revealed(battle, f"A{battle}", f"B{battle}") for battle in range(1, 5))]
    mine = [*course, GameEnded(winner=1, reason="concession")]
    theirs = [*course, GameEnded(winner=2, reason="concession")]

    told = unite(BOBA.telling, [mine, theirs])

    (finding,) = told.events.known
    assert (finding.event, finding.stated, finding.derived) == (6, "1", "2")
    assert finding.message == "The recordings contradict each other in winner: one tells 1, the other 2"
    state = BOBA.fold(CARDS, told.events)
    assert finding in state.findings
    assert BOBA.summary(state).status == "quarantined"


def test_who_was_nearer_is_believed() -> None:
    def drawn(*cards: str) -> HeroesDrawn:
        return HeroesDrawn(seat=2, heroes=tuple(map(CardId, cards)), reason="opening", shown=True)

    end = [revealed(1, "A", "B"), revealed(2, "C", "D"), revealed(3, "E", "F")]
    mine = [replace(START, seen_from=1), drawn("X", "Y"), *end]
    theirs = [replace(START, seen_from=2), drawn("X", "Z"), *end]

    told = unite(BOBA.telling, [mine, theirs])

    assert told.events[1] == drawn("X", "Z")
    assert (told.events.known[0].stated, told.events.known[0].derived) == ('["X","Z"]', '["X","Y"]')


def test_a_partial_deck_is_completed_and_two_whole_ones_that_differ_contradict_each_other() -> None:
    def deck(*heroes: str, partial: bool = False) -> GameStarted:
        brought = Deck(heroes=tuple(map(CardId, heroes)), partial=partial)
        return replace(START, seats=(Seated(player=IDA, deck=brought), Seated(player=UDO)))

    def both(one: GameStarted, other: GameStarted) -> tuple[Event, int]:
        end = [revealed(1, "A", "B"), revealed(2, "C", "D")]
        told = unite(BOBA.telling, [[one, *end], [other, *end]])
        return told.events[0], len(told.events.known)

    assert both(deck("A", "B", "C"), deck("B", partial=True)) == (deck("A", "B", "C"), 0)
    assert both(deck("A", partial=True), deck("B", partial=True)) == (deck("A", "B", partial=True), 0)
    assert both(deck("A", "B"), deck("B", "A"))[1] == 0
    assert both(deck("A", "B"), deck("A", "C"))[1] == 1


def test_clocks_that_differ_are_no_contradiction_and_order_nothing() -> None:
    at = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)
    mine = [START, replace(revealed(1, "A", "B"), at=at), revealed(2, "C", "D")]
    theirs = [replace(event, at=at - dt.timedelta(hours=index)) for index, event in enumerate(mine)]

    told = unite(BOBA.telling, [mine, theirs])

    assert [type(event) for event in told.events] == [GameStarted, HeroesRevealed, HeroesRevealed]
    assert told.events.known == ()


def test_a_recording_knows_where_each_of_its_events_went() -> None:
    mine = [START, revealed(1, "A", "B"), revealed(2, "C", "D")]
    theirs = [START, PlayRun(seat=1, battle=1, play=None, cost=1), revealed(1, "A", "B"), revealed(2, "C", "D")]

    told = unite(BOBA.telling, [mine, theirs])

    assert [told.number_of(0, event) for event in (1, 2, 3)] == [1, 3, 4]
    assert [told.number_of(1, event) for event in (1, 2, 3, 4)] == [1, 2, 3, 4]


def test_a_player_knows_the_match_of_its_own_park_best() -> None:
    events = tournament(2, 4)
    flags = [place for place, event in enumerate(events) if isinstance(event, FlagTaken)]
    views = seen_by_all(CHALLENGERS, events)
    place = flags[0]
    flag = events[place]
    assert isinstance(flag, FlagTaken)
    present = next(fact.seats for fact in CHALLENGERS.telling.facts(events)[place : place + 1])
    away = next(seat for seat in range(1, 5) if seat not in present)
    views[away - 1][place] = replace(flag, total=99, needed=98)

    told = unite(CHALLENGERS.telling, views)

    assert told.events[place] == flag
    assert {finding.event for finding in told.events.known} == {place + 1}


def test_parks_may_be_told_in_any_order_one_behind_the_other() -> None:
    events = tournament(2, 4)
    by_park: Callable[[tuple[int, Event]], tuple[int, str, int]] = lambda item: (  # noqa: E731
        getattr(item[1], "round", 0) if not isinstance(item[1], TournamentStarted) else 0,
        getattr(item[1], "park", None) or "",
        item[0],
    )
    first = [event for event in events if getattr(event, "round", 0) == 1]
    start = events.index(first[0])
    order = sorted(range(start, start + len(first)), key=lambda place: by_park((place, events[place])))
    numbers = {old + 1: start + new + 1 for new, old in enumerate(order)}
    sorted_by_park = [
        *events[:start],
        *(with_numbers(events[old], lambda number: numbers.get(number, number)) for old in order),
    ]
    cut = events[: start + len(first)]

    told = unite(CHALLENGERS.telling, [cut, sorted_by_park])

    assert len(told.events) == len(cut)
    assert told.events.known == ()


def test_seats_of_a_tournament_are_recognised_by_who_sits_there() -> None:
    events = tournament(2, 4)
    turned = CHALLENGERS.telling.reseated(events, {1: 3, 3: 1, 2: 4, 4: 2})

    told = unite(CHALLENGERS.telling, [events, turned])

    assert list(told.events) in (events, turned)
    assert not CHALLENGERS.fold(CARDS_OF_CHALLENGERS, turned).findings


@pytest.mark.parametrize("other", [5, 6, 7])
def test_two_games_of_one_evening_are_not_alike(other: int) -> None:
    game, another = played("playmaker", 4).events, played("playmaker", other).events

    assert likeness(BOBA.telling, game, seen(BOBA, game, 1)).differing == 0
    assert likeness(BOBA.telling, game, another).differing > 5


def test_no_recording_is_no_game() -> None:
    with pytest.raises(ValueError, match="at least one recording"):
        unite(BOBA.telling, [])


def test_what_a_seat_keeps_is_told_by_that_seat() -> None:
    events = tournament(2, 2)
    kept = unite(CHALLENGERS.telling, seen_by_all(CHALLENGERS, events)).events

    assert [event for event in kept if isinstance(event, CardsKept)] == [
        event for event in events if isinstance(event, CardsKept)
    ]
