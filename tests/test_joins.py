"""What the registry says of recordings is folded into games; every id ever given out leads to its game."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import Event, RecordingId
from events.registry import (
    FindingReopened,
    FindingSettled,
    GameRestored,
    GameRetracted,
    RecordingReplaced,
    RecordingsJoined,
    RecordingsParted,
)
from events.tape import Tape, migrate
from ingest.registering import person, register, registered, words
from projector.joins import Joins

A, B, C, D = (RecordingId(name) for name in "abcd")


def joined(*recordings: RecordingId) -> RecordingsJoined:
    return RecordingsJoined(recordings=recordings, why="person")


@pytest.fixture
def tape(tmp_path: Path) -> Iterator[Tape]:
    migrate(tmp_path / "tape.db")
    with Tape(tmp_path / "tape.db") as found:
        yield found


def test_a_recording_that_the_registry_does_not_name_is_a_game_of_its_own() -> None:
    joins = Joins()

    assert (joins.game_of(A), joins.recordings_of(A), joins.is_lead(A), joins.is_retracted(A)) == (A, (A,), True, False)


def test_joined_recordings_are_one_game_under_the_first_of_them() -> None:
    joins = Joins([joined(A, B), joined(C, D), joined(B, D)])

    assert joins.recordings_of(D) == (A, B, C, D)
    assert [joins.game_of(it) for it in (A, B, C, D)] == [A, A, A, A]
    assert joins.followers == {B, C, D}


def test_a_parted_recording_is_a_game_of_its_own_and_is_kept_apart_until_a_person_joins_it_again() -> None:
    joins = Joins([joined(A, B, C), RecordingsParted(recording=A)])

    assert (joins.recordings_of(A), joins.recordings_of(C)) == ((A,), (B, C))
    assert joins.kept_apart(C, A)
    assert not joins.kept_apart(B, C)
    joins.advance(joined(A, C))
    assert joins.recordings_of(B) == (A, B, C)
    assert not joins.kept_apart(A, B)


def test_a_newer_reading_takes_the_place_of_the_old_one_and_the_old_id_leads_to_it() -> None:
    joins = Joins([joined(A, B), RecordingReplaced(old=A, new=C), RecordingReplaced(old=C, new=D)])

    assert joins.recordings_of(B) == (D, B)
    assert [joins.game_of(it) for it in (A, B, C, D)] == [D, D, D, D]
    assert joins.followers == {A, B, C}


def test_what_was_joined_with_a_new_reading_stays_with_it() -> None:
    joins = Joins([joined(A, B), joined(B, C), joined(C, D), RecordingReplaced(old=A, new=C)])

    assert joins.recordings_of(D) == (C, B, D)


def test_readings_that_replace_each_other_in_a_circle_change_nothing() -> None:
    joins = Joins([RecordingReplaced(old=A, new=B), RecordingReplaced(old=B, new=A), RecordingReplaced(old=C, new=C)])

    assert (joins.game_of(A), joins.game_of(B), joins.game_of(C)) == (B, B, C)


def test_a_parting_outlives_the_recording_that_was_parted() -> None:
    joins = Joins([joined(A, B), RecordingsParted(recording=B), RecordingReplaced(old=B, new=C)])

    assert joins.kept_apart(A, C)


def test_a_retracted_game_stays_so_with_what_it_is_joined_with_until_it_is_restored() -> None:
    joins = Joins([GameRetracted(recording=A), joined(B, A), RecordingReplaced(old=A, new=C)])

    assert joins.is_retracted(B)
    assert joins.retracted == {B}
    joins.advance(GameRestored(recording=A))
    assert not joins.is_retracted(B)


def test_the_last_decision_on_a_finding_counts_and_can_be_taken_back() -> None:
    first = FindingSettled(recording=A, event=3, decision="stated")
    last = FindingSettled(recording=A, event=3, decision="derived")
    joins = Joins([first, last])

    assert joins.settled == {(A, 3): last}
    joins.advance(FindingReopened(recording=A, event=3))
    assert joins.settled == {}
    assert [type(event).__name__ for event in joins.history(A)] == [
        "FindingSettled",
        "FindingSettled",
        "FindingReopened",
    ]


NAMES = [RecordingId(name) for name in "abcdef"]
ONE = st.sampled_from(NAMES)
DECISIONS = st.one_of(
    st.builds(joined, ONE, ONE),
    st.builds(joined, ONE, ONE, ONE),
    st.builds(lambda it: RecordingsParted(recording=it), ONE),
    st.builds(lambda old, new: RecordingReplaced(old=old, new=new), ONE, ONE),
    st.builds(lambda it: GameRetracted(recording=it), ONE),
    st.builds(lambda it: GameRestored(recording=it), ONE),
)


@given(st.lists(DECISIONS, max_size=25))
def test_after_any_decisions_every_recording_is_in_one_game_and_every_change_was_announced(
    decisions: Sequence[Event],
) -> None:
    joins = Joins()
    for decision in decisions:
        before = {it: (joins.recordings_of(it), joins.is_retracted(it)) for it in NAMES}
        changed = joins.advance(decision)
        for it in NAMES:
            game = joins.recordings_of(it)
            assert joins.current(it) in game
            assert {joins.recordings_of(other) for other in game} == {game}
            assert not joins.replaced.keys() & set(game)
            if before[it] != (game, joins.is_retracted(it)):
                assert {before[it][0][0], game[0]} <= changed
            assert not any(joins.kept_apart(it, other) for other in game)
        assert all(joins.kept_apart(it, other) == joins.kept_apart(other, it) for it in NAMES for other in NAMES)
        assert joins.followers == {it for it in NAMES if not joins.is_lead(it)}


def test_what_is_registered_is_read_back_with_who_decided_it_when_and_why(tape: Tape) -> None:
    assert registered(tape) == []

    by, reason = person(tape, "Ida"), words(tape, "the same evening")
    register(tape, [RecordingsJoined(recordings=(A, B), why="person", reason=reason, by=by)])
    register(tape, [RecordingsParted(recording=B)])

    join, part = registered(tape)
    assert isinstance(join, RecordingsJoined)
    assert join.at is not None
    assert by is not None
    assert tape.names([by]) == {by: "Ida"}
    assert reason is not None
    assert tape.texts([reason]) == {reason: "the same evening"}
    assert registered(tape, after=1) == [part]
    assert (person(tape, "Ida"), person(tape, None), words(tape, "")) == (by, None, None)
