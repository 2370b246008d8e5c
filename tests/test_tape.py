"""The tape: what is appended is read back, nothing is rewritten, and two writers never lose anything."""

import json
import os
import signal
import sqlite3
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from events.base import CardId, Event, PlayerId, RecordingId, TextId
from events.boba import DieRolled, GameStarted, HeroesRevealed, Passed, Seated
from events.codec import CodecError
from events.contest import ContestEnded
from events.errors import ChangedSourceError
from events.parts import PART
from events.registry import GameRestored, GameRetracted
from events.schema import SOURCE, SOURCE_PART
from events.tape import (
    REGISTRY,
    START,
    AppendConflict,
    Appended,
    Bookmark,
    BookmarkError,
    BusyTapeError,
    DamagedTapeError,
    Lag,
    NewRecording,
    NothingToEraseError,
    Problem,
    Recorded,
    SourceId,
    Tape,
    TapeError,
    UnknownRecordingError,
    migrate,
)
from tests.tapes import connected, is_postgres, passes, reach_into, record, start_python, telling


@pytest.fixture
def tape(url: str) -> Iterator[Tape]:
    with Tape(url) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A SQLite file, for what is peculiar to files."""
    migrate(tmp_path / "gametape.db")
    return tmp_path / "gametape.db"


@pytest.fixture
def file_tape(path: Path) -> Iterator[Tape]:
    with Tape(path) as opened:
        yield opened


# Appending and reading


def test_what_is_appended_is_read_back(tape: Tape) -> None:
    seats = (Seated(player=PlayerId("ann")), Seated())
    begun: list[Event] = [GameStarted(seats=seats, mode="rookie"), HeroesRevealed(battle=1, heroes=(CardId("x"), None))]

    recording = record(tape, begun)
    appended = tape.append(recording, passes(3, 5), after=2)

    assert appended == Appended(recording, 3, 5, added=True)
    assert tape.read(recording) == [*begun, *passes(3, 5)]
    assert tape.recording(recording).head == 5


def test_a_part_of_a_recording_is_read_across_the_borders_of_its_batches(tape: Tape) -> None:
    recording = record(tape, passes(1, 3))
    tape.append(recording, passes(4, 4), after=3)
    tape.append(recording, passes(5, 9), after=4)

    assert tape.read(recording, after=2, through=6) == passes(3, 6)
    assert tape.read(recording, after=7) == passes(8, 9)
    assert tape.read(recording, through=0) == []
    assert tape.read(recording, after=9) == []
    assert [(batch.first, batch.last) for batch in tape.payloads(recording, after=2, through=6)] == [
        (1, 3),
        (4, 4),
        (5, 9),
    ]


_CUTS = st.lists(st.integers(1, 7), min_size=1, max_size=9)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tape]:
    if request.param == "sqlite":
        path = tmp_path_factory.mktemp("shared") / "gametape.db"
        migrate(path)
        with Tape(path) as opened:
            yield opened
    else:
        with request.getfixturevalue("server").migrated() as url, Tape(url) as opened:
            yield opened


# Every commit waits for the disk, as long as that takes.
@settings(deadline=None)
@given(sizes=_CUTS, cut=st.integers(0, 63), through=st.integers(0, 70))
def test_however_events_are_split_into_batches_they_read_the_same(
    shared: Tape, sizes: list[int], cut: int, through: int
) -> None:
    recording = record(shared, passes(1, sizes[0]))
    last = sizes[0]
    for size in sizes[1:]:
        shared.append(recording, passes(last + 1, last + size), after=last)
        last += size

    assert shared.read(recording) == passes(1, last)
    assert shared.read(recording, through=cut) + shared.read(recording, after=cut) == passes(1, last)
    assert shared.read(recording, cut, through) == passes(cut + 1, min(through, last))


@settings(deadline=None)
@given(sizes=_CUTS, after=st.integers(0, 62), count=st.integers(1, 63))
def test_a_retry_with_any_borders_adds_nothing(shared: Tape, sizes: list[int], after: int, count: int) -> None:
    recording = record(shared, passes(1, sizes[0]))
    last = sizes[0]
    for size in sizes[1:]:
        shared.append(recording, passes(last + 1, last + size), after=last)
        last += size
    after = min(after, last - 1)
    again = min(after + count, last)
    before = shared.bookmark()

    assert shared.append(recording, passes(after + 1, again), after=after).added is False
    assert shared.bookmark() == before


def test_another_event_in_a_taken_place_is_a_conflict(tape: Tape) -> None:
    recording = record(tape, passes(1, 4))

    with pytest.raises(AppendConflict) as refused:
        tape.append(recording, [*passes(3, 3), Passed(seat=2, battle=99)], after=2)

    assert str(refused.value) == (
        f"Recording {recording} was offered events 3 to 4, but has another event 4: "
        '{"type":"boba.Passed","seat":1,"battle":4}, not {"type":"boba.Passed","seat":2,"battle":99}'
    )
    assert (refused.value.head, refused.value.event) == (4, 4)
    assert tape.read(recording) == passes(1, 4)


def test_a_gap_is_a_conflict(tape: Tape) -> None:
    recording = record(tape, passes(1, 4))

    with pytest.raises(AppendConflict) as refused:
        tape.append(recording, passes(7, 7), after=6)

    assert str(refused.value) == (
        f"Recording {recording} was offered event 7, but ends at event 4: events 5 to 6 would be missing"
    )
    assert (refused.value.head, refused.value.event) == (4, None)


def test_events_that_are_partly_there_are_a_conflict(tape: Tape) -> None:
    recording = record(tape, passes(1, 4))

    with pytest.raises(AppendConflict) as refused:
        tape.append(recording, passes(3, 6), after=2)

    assert str(refused.value) == (
        f"Recording {recording} was offered events 3 to 6, but has them up to event 4 already: "
        "append only those after it"
    )
    assert tape.read(recording) == passes(1, 4)


def test_an_append_needs_events_a_recording_and_its_family(tape: Tape) -> None:
    recording = record(tape, passes(1, 1))

    with pytest.raises(ValueError, match="An append needs events and a number from 0, not 0 events after 1"):
        tape.append(recording, [], after=1)
    with pytest.raises(ValueError, match="not 1 events after -1"):
        tape.append(recording, passes(1, 1), after=-1)
    with pytest.raises(UnknownRecordingError, match="There is no recording nobody"):
        tape.append(RecordingId("nobody"), passes(1, 1), after=0)
    with pytest.raises(CodecError):
        tape.append(recording, [ContestEnded()], after=1)
    assert tape.read(recording) == passes(1, 1)


def test_reading_an_unknown_recording_says_so(tape: Tape) -> None:
    for read in (tape.read, tape.payloads, tape.recording):
        with pytest.raises(UnknownRecordingError, match="There is no recording nobody"):
            read(RecordingId("nobody"))
    with pytest.raises(UnknownRecordingError, match="There is no recording nobody"):
        tape.recordings(after=RecordingId("nobody"))


def test_a_damaged_payload_is_told_with_its_events(tape: Tape, url: str) -> None:
    recording = record(tape, passes(1, 4))
    with reach_into(url) as file:
        file.execute("UPDATE tape SET payload = x'00'")

    with pytest.raises(DamagedTapeError, match=f"Recording {recording}: events 1 to 4 cannot be read: "):
        tape.read(recording)


def test_a_tape_that_another_overtook_goes_on_from_where_that_one_ended(url: str) -> None:
    with Tape(url) as one, Tape(url) as other:
        recording = record(one, passes(1, 1))
        for number in range(2, 10, 2):
            one.append(recording, passes(number, number), after=number - 1)
            other.append(recording, passes(number + 1, number + 1), after=number)
        with pytest.raises(AppendConflict):
            one.append(recording, passes(1, 1), after=8)

        assert one.append(recording, passes(9, 9), after=8).added is False
        assert one.read(recording) == passes(1, 9)


# New recordings


def test_a_telling_with_a_known_digest_is_already_there(tape: Tape) -> None:
    first = tape.append_new([telling(passes(1, 2), "a"), telling(passes(1, 3), "b")])
    second = tape.append_new([telling(passes(1, 3), "c"), telling(passes(1, 9), "a"), telling(passes(1, 9), "c")])

    assert [it.added for it in first] == [True, True]
    assert [it.added for it in second] == [True, False, False]
    assert [it.id for it in second[1:]] == [first[0].id, second[0].id]
    assert len(tape.recordings()) == 3
    assert tape.read(first[0].id) == passes(1, 2)


def test_tellings_without_a_digest_are_all_added(tape: Tape) -> None:
    added = tape.append_new([telling(passes(1, 2)), telling(passes(1, 2))])

    assert [it.added for it in added] == [True, True]
    assert added[0].id != added[1].id


def test_many_digests_are_looked_up_at_once(tape: Tape) -> None:
    games = [telling(passes(1, 1), f"digest {number}") for number in range(70)]
    added = tape.append_new(games)

    told = tape.told([*(f"digest {number}" for number in range(70)), "none"])

    assert told == {f"digest {number}": it.id for number, it in enumerate(added)}
    assert tape.told([]) == {}
    assert [it.added for it in tape.append_new(games)] == [False] * 70


def test_new_recordings_are_added_all_or_none(tape: Tape) -> None:
    with pytest.raises(CodecError):
        tape.append_new([telling(passes(1, 2)), telling([ContestEnded()])])
    with pytest.raises(ValueError, match="A new recording needs at least one event"):
        tape.append_new([telling(passes(1, 2)), telling([])])
    tape.append_new([telling(passes(1, 2), recording="one")])
    with pytest.raises(AppendConflict):
        tape.append_new([telling(passes(1, 2)), telling(passes(2, 3), recording="one")])
    with pytest.raises(TapeError, match=r"(?i)unique"):
        tape.append_new([telling(passes(1, 2), recording="two"), telling(passes(1, 2), recording="two")])

    assert [it.id for it in tape.recordings()] == ["one"]


def test_a_recording_with_its_own_id_can_be_tried_again(tape: Tape) -> None:
    tape.append_new([telling(passes(1, 2), recording="mine")])
    tape.append(RecordingId("mine"), passes(3, 4), after=2)

    assert tape.append_new([telling(passes(1, 2), recording="mine")]) == [Recorded(RecordingId("mine"), added=False)]


def test_a_recording_tells_where_it_comes_from(tape: Tape) -> None:
    source = tape.store_source(b"a log", "log.txt")
    new = NewRecording(
        family="boba",
        adapter="onlychamps",
        adapter_version=3,
        source=source,
        ordinal=2,
        client="OnlyChamps",
        client_game="G-7",
        digest="d",
        simulated=True,
        events=passes(1, 2),
    )

    (recorded,) = tape.append_new([new])
    recording = tape.recording(recorded.id)

    assert {name: getattr(recording, name) for name in ("source", "ordinal", "client", "client_game", "digest")} == {
        "source": source,
        "ordinal": 2,
        "client": "OnlyChamps",
        "client_game": "G-7",
        "digest": "d",
    }
    assert (recording.family, recording.adapter, recording.adapter_version) == ("boba", "onlychamps", 3)
    assert (recording.simulated, recording.head) == (True, 2)
    assert recording.created_at.tzinfo is not None
    assert len(recording.id) >= 12
    assert tape.recordings(source=source) == tape.recordings(client_game="G-7") == [recording]


def test_recordings_are_paged_and_filtered(tape: Tape) -> None:
    ids = [record(tape, passes(1, 1)) for _ in range(5)]
    bots = NewRecording(family="boba", adapter="test", simulated=True, events=passes(1, 1))
    ids.append(tape.append_new([bots])[0].id)
    tape.append_registry([GameRetracted(recording=ids[0])])

    assert [it.id for it in tape.recordings(2)] == [REGISTRY, ids[5]]
    assert [it.id for it in tape.recordings(2, ids[4])] == [ids[3], ids[2]]
    assert [it.id for it in tape.recordings(2, ids[1], newest_first=False)] == [ids[2], ids[3]]
    assert [it.id for it in tape.recordings(family="registry")] == [REGISTRY]
    assert [it.id for it in tape.recordings(simulated=True)] == [ids[5]]
    assert tape.recordings(2, ids[0]) == []


def test_the_registry_is_appended_to_at_its_end(tape: Tape) -> None:
    game = record(tape, passes(1, 1))

    first = tape.append_registry([GameRetracted(recording=game)])
    second = tape.append_registry([GameRestored(recording=game), GameRetracted(recording=game)])

    assert (first.first, first.last, second.first, second.last) == (1, 1, 2, 3)
    assert tape.read(REGISTRY, after=1) == [GameRestored(recording=game), GameRetracted(recording=game)]
    assert tape.recording(REGISTRY).family == "registry"
    with pytest.raises(ValueError, match="at least one event"):
        tape.append_registry([])


# Following


def test_a_follower_sees_every_batch_once_and_in_order(tape: Tape) -> None:
    one = record(tape, passes(1, 2))
    two = record(tape, passes(1, 1))
    tape.append(one, passes(3, 3), after=2)

    batches, mark = tape.follow(START, 2)
    rest, end = tape.follow(mark, 2)

    assert [(it.recording, it.first, it.last) for it in [*batches, *rest]] == [(one, 1, 2), (two, 1, 1), (one, 3, 3)]
    assert [batch.events() for batch in rest] == [passes(3, 3)]
    assert tape.follow(end) == ([], end)
    assert end == tape.bookmark()


def test_a_bookmark_of_another_tape_is_refused(tape: Tape, url: str) -> None:
    record(tape, passes(1, 1))
    if is_postgres(url):
        foreign, answer = Bookmark("7-7"), "Bookmark 7-7 is of another tape, or of this one before it was restored"
    else:
        foreign, answer = Bookmark("7"), "Bookmark 7 lies behind the end of this tape, 1: it is of another"

    for read in (tape.follow, lambda bookmark: list(tape.scan(bookmark))):
        with pytest.raises(BookmarkError, match="'today' is no bookmark of this tape: begin again at its start, 0"):
            read(Bookmark("today"))
    with pytest.raises(BookmarkError, match=answer):
        tape.follow(foreign)


def test_nothing_lags_behind_on_a_tape_that_nobody_writes(tape: Tape) -> None:
    record(tape, passes(1, 1))

    assert tape.lag() == Lag(rows=0, seconds=0.0, since=None)


def test_a_scan_gives_all_rows_between_two_bookmarks(tape: Tape) -> None:
    one = record(tape, passes(1, 2))
    begin = tape.bookmark()
    two = record(tape, passes(1, 1))
    tape.append(one, passes(3, 3), after=2)
    end = tape.bookmark()
    tape.append(one, passes(4, 4), after=3)

    payloads = {(it.recording, it.first): it.payload for it in tape.follow()[0]}

    assert list(tape.scan(begin, end)) == [
        (two, "boba", 1, 1, payloads[two, 1], 1, "test", None),
        (one, "boba", 3, 3, payloads[one, 3], 4, "test", None),
    ]
    assert [row[2:4] for row in tape.scan()] == [(1, 2), (1, 1), (3, 3), (4, 4)]
    assert [row[2:4] for row in tape.scan(through=end, recording=one)] == [(1, 2), (3, 3)]


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5])
def test_the_parts_of_a_tape_make_the_whole(tape: Tape, rows: int) -> None:
    begin = tape.bookmark()
    one = record(tape, passes(1, 2))
    record(tape, passes(1, 1))
    tape.append(one, passes(3, 3), after=2)
    tape.append(one, passes(4, 4), after=3)
    end = tape.bookmark()

    parts = list(tape.parts(begin, end, rows))

    assert [row for part in parts for row in tape.scan(*part)] == list(tape.scan(begin, end))
    assert [len(list(tape.scan(*part))) for part in parts] == [rows] * (4 // rows) + [4 % rows] * (4 % rows > 0)
    assert list(tape.parts(end, end, rows)) == []


def test_a_scan_that_is_given_up_leaves_the_tape_usable(url: str) -> None:
    with Tape(url) as tape:
        tape.append_new([telling(passes(1, 1)) for _ in range(3000)])
        scan = tape.scan()
        next(scan)
        del scan
        assert record(tape, passes(1, 1))


# What the database itself refuses

_APPEND_ONLY = "the tape is append only"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("UPDATE tape SET payload = x'00' WHERE position = 1", _APPEND_ONLY),
        ("UPDATE tape SET position = 9 WHERE position = 1", _APPEND_ONLY),
        ("DELETE FROM tape WHERE position = 2", _APPEND_ONLY),
        ("DELETE FROM tape", _APPEND_ONLY),
        ("INSERT OR REPLACE INTO tape SELECT * FROM tape WHERE position = 2", _APPEND_ONLY),
        ("INSERT OR REPLACE INTO tape VALUES (2, 7, 1, 1, 0, 1, x'', x'')", _APPEND_ONLY),
        ("REPLACE INTO tape SELECT 8, recording, first, last, 0, 1, hash, x'' FROM tape WHERE first = 1", _APPEND_ONLY),
        ("INSERT INTO tape VALUES (2, 1, 5, 5, 0, 1, x'', x'')", _APPEND_ONLY),
        ("INSERT OR IGNORE INTO tape VALUES (9, 1, 2, 2, 0, 1, x'', x'')", _APPEND_ONLY),
        ("INSERT INTO tape VALUES (9, 1, 9, 9, 0, 1, x'', x'')", "events are missing before these"),
        ("INSERT INTO tape VALUES (-1, 1, 5, 5, 0, 1, x'', x'')", "CHECK constraint failed: position_counts_from_1"),
        ("INSERT INTO tape VALUES (9, 7, 1, 1, 0, 1, x'', x'')", "FOREIGN KEY constraint failed"),
        ("UPDATE recording SET simulated = 1", "of a recording only the head moves"),
        ("UPDATE recording SET head = 1", "the head of a recording only moves on"),
        ("DELETE FROM recording", "recordings are never deleted"),
        ("UPDATE seal SET rows = 9", "seals are append only"),
        ("DELETE FROM seal", "seals are append only"),
        ("INSERT OR REPLACE INTO seal SELECT * FROM seal", "seals are append only"),
        ("INSERT INTO seal VALUES (3, '9', 9, x'', x'', x'', 0)", "seals are append only"),
    ],
)
def test_the_database_refuses_to_rewrite_the_tape(file_tape: Tape, path: Path, statement: str, message: str) -> None:
    recording = record(file_tape, passes(1, 2))
    file_tape.append(recording, passes(3, 4), after=2)
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA foreign_keys = ON")
        file.execute("INSERT INTO seal VALUES (1, '2', 2, x'', x'', x'', 0)")
        file.commit()
        before = file.execute("SELECT * FROM tape JOIN recording JOIN seal").fetchall()

        with pytest.raises(sqlite3.IntegrityError, match=message):
            file.execute(statement)

        file.commit()
        assert file.execute("SELECT * FROM tape JOIN recording JOIN seal").fetchall() == before


def test_a_position_is_never_given_twice(tape: Tape, url: str) -> None:
    record(tape, passes(1, 1))
    last = record(tape, passes(1, 1))
    with reach_into(url) as file:
        file.execute("DELETE FROM tape WHERE position = 2")
        file.execute("DELETE FROM recording WHERE id = ?", (last,))

    record(tape, passes(1, 1))

    with connected(url) as hands:
        assert hands.execute("SELECT position FROM tape ORDER BY position").fetchall() == [(1,), (3,)]


def test_a_commit_reaches_the_disk_and_a_reader_cannot_write(file_tape: Tape) -> None:
    with file_tape.database.writing() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("synchronous", "secure_delete", "foreign_keys", "journal_mode")
        ]
    assert settings == [2, 1, 1, "wal"]
    with file_tape.database.reading() as connection, pytest.raises(Exception, match="readonly"):
        connection.exec_driver_sql("DELETE FROM text")


def test_a_transaction_begins_before_anything_is_read(file_tape: Tape) -> None:
    recording = record(file_tape, passes(1, 1))
    told: list[str] = []
    with file_tape.database.writing() as connection:
        driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_trace_callback(told.append)

    file_tape.append(recording, passes(2, 2), after=1)

    assert (told[0], told[-1]) == ("BEGIN IMMEDIATE", "COMMIT")


# What can be erased


def test_a_source_is_kept_once(tape: Tape) -> None:
    first = tape.store_source(b"a log", "log.txt")
    second = tape.store_source(b"a log", "copy.txt")
    kept = tape.source(first)

    assert first == second
    assert kept is not None
    assert (kept.name, kept.data, kept.size) == ("log.txt", b"a log", 5)
    assert tape.source(SourceId("none")) is None


LARGE = [os.urandom(300_000), b"a line\n" * 400_000, os.urandom(1024 * 1024 * 2 - 7)]


def test_a_large_source_is_kept_in_parts_and_read_back_as_it_was(tape: Tape) -> None:
    stored: list[int] = []

    source = tape.store_file(lambda: LARGE, "large.log", stored.append)

    assert tape.store_source(b"".join(LARGE), "copy.log") == source
    parts = list(tape.source_parts(source))
    assert [len(part) for part in parts[:-1]] == [PART] * (len(parts) - 1)
    assert b"".join(parts) == b"".join(LARGE)
    assert stored == [PART * number for number in range(1, len(parts))] + [len(b"".join(LARGE))]
    kept = tape.source(source)
    assert kept is not None
    assert (kept.name, kept.size, kept.data == b"".join(LARGE)) == ("large.log", stored[-1], True)


@pytest.mark.parametrize("size", [0, 1, PART - 1, PART, PART + 1, 2 * PART])
def test_a_source_of_any_size_is_read_back(tape: Tape, size: int) -> None:
    source = tape.store_source(bytes(size))

    kept = tape.source(source)

    assert kept is not None
    assert (kept.data, kept.size) == (bytes(size), size)


def test_a_source_whose_storing_was_cut_short_is_completed_when_it_is_stored_again(tape: Tape) -> None:
    calls = 0

    def read() -> Iterator[bytes]:
        nonlocal calls
        calls += 1
        yield from LARGE[:2]
        if calls == 2:
            raise KeyboardInterrupt
        yield LARGE[2]

    with pytest.raises(KeyboardInterrupt):
        tape.store_file(read, "large.log")
    source = tape.store_file(read, "large.log")

    assert b"".join(tape.source_parts(source)) == b"".join(LARGE)


def test_a_source_that_changes_while_it_is_stored_is_told_and_not_kept(tape: Tape) -> None:
    readings = iter([LARGE, [*LARGE[:2], b"other"]])

    with pytest.raises(ChangedSourceError, match="The file changes while it is read"):
        tape.store_file(lambda: next(readings))

    with tape.database.reading() as connection:
        assert connection.execute(sa.select(SOURCE_PART)).all() == []
        assert connection.execute(sa.select(SOURCE)).all() == []


def test_erasing_a_large_source_erases_its_parts(tape: Tape) -> None:
    source = tape.store_file(lambda: LARGE, "large.log")

    tape.erase_source(source)

    kept = tape.source(source)
    assert kept is not None
    assert kept.data is None
    assert list(tape.source_parts(source)) == []
    with tape.database.reading() as connection:
        assert connection.execute(sa.select(SOURCE_PART)).all() == []
    assert tape.store_source(b"".join(LARGE)) == source
    assert b"".join(tape.source_parts(source)) == b"".join(LARGE)


def test_an_erased_source_keeps_its_place_and_can_come_again(tape: Tape) -> None:
    source = tape.store_source(b"a log", "log.txt")
    tape.store_problems(source, [Problem(3, "expected a card, found 'Ann Smith'")])

    tape.erase_source(source)

    kept = tape.source(source)
    assert kept is not None
    assert (kept.name, kept.data, kept.size) == (None, None, 5)
    assert tape.problems(source) == []
    tape.store_source(b"a log", "again.txt")
    again = tape.source(source)
    assert again is not None
    assert (again.name, again.data) == ("again.txt", b"a log")


def test_the_problems_of_a_source_are_those_of_its_last_reading(tape: Tape) -> None:
    source = tape.store_source(b"a log")
    tape.store_problems(source, [Problem(1, "one"), Problem(2, "two")])

    tape.store_problems(source, [Problem(None, "all of it"), Problem(2, "two")])

    assert tape.problems(source) == [Problem(None, "all of it"), Problem(2, "two")]
    with pytest.raises(TapeError, match=r"(?i)foreign key"):
        tape.store_problems(SourceId("none"), [Problem(1, "one")])


def test_a_player_is_the_same_by_client_and_handle(tape: Tape) -> None:
    ann, bob, again = tape.players([("c", "ann", None), ("c", "bob", "Bob"), ("c", "ann", "Ann")])
    elsewhere = tape.player("d", "ann")

    assert ann == again
    assert len({ann, bob, elsewhere}) == 3
    assert tape.names([ann, bob, elsewhere, PlayerId("none")]) == {ann: "Ann", bob: "Bob"}
    assert tape.players([]) == []


def test_a_later_name_fills_an_empty_one_only(tape: Tape) -> None:
    ann = tape.player("c", "ann")

    tape.player("c", "ann", "Ann")
    tape.player("c", "ann", "Anna")

    assert tape.names([ann]) == {ann: "Ann"}


def test_many_players_are_found_and_added_in_one_call(tape: Tape) -> None:
    wanted = [("c", f"player {number}", f"Name {number}") for number in range(1800)]

    players = tape.players(wanted)

    assert tape.players(reversed(wanted)) == players[::-1]
    assert len(tape.names(players)) == 1800


def test_texts_are_kept_until_they_are_erased(tape: Tape) -> None:
    one, two, same = tape.store_texts(["one", "two", "one"])
    tape.erase_text(two)

    assert tape.texts([one, two, same, TextId("none")]) == {one: "one", same: "one"}
    assert tape.store_texts([]) == []


def test_erasing_what_is_not_there_says_so(tape: Tape) -> None:
    with pytest.raises(NothingToEraseError, match="There is no text x"):
        tape.erase_text(TextId("x"))
    with pytest.raises(NothingToEraseError, match="There is no player x"):
        tape.erase_player(PlayerId("x"))
    with pytest.raises(NothingToEraseError, match="There is no source x"):
        tape.erase_source(SourceId("x"))


def _found_in_files(path: Path, words: bytes) -> list[str]:
    return [file.name for file in sorted(path.parent.iterdir()) if words in file.read_bytes()]


def test_what_is_erased_is_in_no_file_any_more(file_tape: Tape, path: Path) -> None:
    log = os.urandom(9000)
    packed = zlib.compress(log)[2000:2100]
    for number in range(300):
        file_tape.store_texts([f"filler {number} " * (number % 7)])
        file_tape.player("c", f"handle {number}", f"filler {number}")
    source = file_tape.store_source(log, "Ann Smith's game.txt")
    (text,) = file_tape.store_texts(["Ann Smith conceded in tears. " * 400])
    player = file_tape.player("c", "ann-smith-42", "Ann Smith")
    file_tape.store_problems(source, [Problem(1, "found 'Ann Smith'")])
    for number in range(300):
        file_tape.player("d", f"handle {number}", f"filler {number}")
    assert _found_in_files(path, b"Ann Smith")
    assert _found_in_files(path, packed)

    file_tape.erase_text(text)
    file_tape.erase_player(player)
    file_tape.erase_source(source)

    assert [_found_in_files(path, words) for words in (b"Ann Smith", b"ann-smith", b"tears", packed)] == [[]] * 4


def test_a_reader_that_holds_the_log_is_told_and_erasing_again_finishes(path: Path) -> None:
    with Tape(path, patience=0.1) as tape:
        (text,) = tape.store_texts(["Ann Smith"])
        with tape.database.snapshot() as reader:
            reader.exec_driver_sql("SELECT * FROM text").all()
            tape.store_texts(["something newer"])
            with pytest.raises(BusyTapeError, match="It is erased, but a reader still uses the write-ahead log"):
                tape.erase_text(text)
        assert tape.texts([text]) == {}

        tape.erase_text(text)

        assert _found_in_files(path, b"Ann Smith") == []


# Several at once


def test_readers_wait_for_no_writer(path: Path) -> None:
    with Tape(path, patience=0.1) as tape, Tape(path, patience=0.1) as other:
        recording = record(tape, passes(1, 1))
        with tape.database.writing():
            assert other.read(recording) == passes(1, 1)
            with pytest.raises(BusyTapeError) as refused:
                other.append(recording, passes(2, 2), after=1)
        assert str(refused.value) == (f"The database {path} is locked: somebody else held it for over 0.1 s; try again")
        assert other.append(recording, passes(2, 2), after=1).added


def test_threads_share_a_tape(tape: Tape) -> None:
    def play(recording: RecordingId) -> None:
        for number in range(2, 40):
            tape.append(recording, passes(number, number), after=number - 1)
            assert tape.read(recording, after=number - 1) == passes(number, number)

    recordings = [record(tape, passes(1, 1)) for _ in range(4)]
    threads = [threading.Thread(target=play, args=(recording,)) for recording in recordings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [tape.read(recording) for recording in recordings] == [passes(1, 39)] * 4


_OFFER = """
import sys
from events.tape import Tape, AppendConflict
from events.boba import DieRolled
path, recording, after, first, last, base = sys.argv[1:]
with Tape(path) as tape:
    print("ready", flush=True)
    sys.stdin.readline()
    events = [DieRolled(seat=1, result=int(base) + number) for number in range(int(first), int(last) + 1)]
    try:
        print("added" if tape.append(recording, events, after=int(after)).added else "there")
    except AppendConflict as conflict:
        print(conflict)
"""


def test_of_two_processes_that_append_at_once_one_wins(tape: Tape, url: str) -> None:
    recording = record(tape, passes(1, 1))
    offers = [start_python(_OFFER, url, recording, 1, 2, 4, 100 * which) for which in (1, 2)]
    for offer in offers:
        assert offer.stdout is not None
        assert offer.stdout.readline() == "ready\n"
    for offer in offers:
        assert offer.stdin is not None
        offer.stdin.write("go\n")
        offer.stdin.flush()
    answers = [offer.communicate(timeout=60)[0].strip() for offer in offers]

    (won,) = [which for which in (1, 2) if answers[which - 1] == "added"]
    assert answers[2 - won].startswith(f"Recording {recording} was offered events 2 to 4, but has another event 2: ")
    assert tape.read(recording, after=1) == [DieRolled(seat=1, result=100 * won + number) for number in (2, 3, 4)]
    # The winner tries again with other borders: nothing is added.
    for after, last in ((1, 2), (2, 4), (1, 4)):
        retry = start_python(_OFFER, url, recording, after, after + 1, last, 100 * won)
        assert retry.communicate("go\n", timeout=60)[0] == "ready\nthere\n"
    assert tape.recording(recording).head == 4


_HAMMER = """
import sys
from events.tape import Tape, AppendConflict
from events.boba import DieRolled
path, recording, which = sys.argv[1:]
with Tape(path) as tape:
    for number in range(1, 61):
        while True:
            head = tape.recording(recording).head
            try:
                tape.append(recording, [DieRolled(seat=1, result=1000 * int(which) + number)], after=head)
                break
            except AppendConflict:
                continue
"""


def test_four_processes_that_hammer_one_game_lose_nothing(tape: Tape, url: str) -> None:
    recording = record(tape, passes(1, 1))
    players = [start_python(_HAMMER, url, recording, which) for which in (1, 2, 3, 4)]
    for player in players:
        player.communicate(timeout=120)

    results = [event.result or 0 for event in tape.read(recording, after=1) if isinstance(event, DieRolled)]
    assert [player.returncode for player in players] == [0] * 4
    for which in (1, 2, 3, 4):
        own = [result - 1000 * which for result in results if result // 1000 == which]
        assert own == list(range(1, 61))
    assert len(results) == 240


_KILLED = """
import json, sys
from events.tape import Tape
from events.boba import Passed
path, recording = sys.argv[1:]
with Tape(path) as tape:
    for number in range(2, 10_000):
        tape.append(recording, [Passed(seat=1 + number % 2, battle=1 + (number - 1) % 99)], after=number - 1)
        print(json.dumps(number), flush=True)
"""


def test_a_killed_writer_loses_nothing_that_was_acknowledged(tape: Tape, url: str) -> None:
    recording = record(tape, passes(1, 1))
    writer = start_python(_KILLED, url, recording)
    assert writer.stdout is not None
    acknowledged = [json.loads(writer.stdout.readline()) for _ in range(50)]
    writer.send_signal(signal.SIGKILL)
    acknowledged += [json.loads(line) for line in writer.communicate(timeout=60)[0].splitlines() if line.strip()]

    head = tape.recording(recording).head
    assert head >= acknowledged[-1]
    assert tape.read(recording) == passes(1, head)
    assert tape.append(recording, passes(head + 1, head + 1), after=head).added


# A place that can only be read

_READ_ONLY = """
import os, sys
from events.tape import Tape, TapeError
from tests.tapes import passes
path, recording = sys.argv[1:]
# All that is imported is imported now: without its rights, root cannot read its own libraries.
Tape(path).close()
if os.getuid() == 0:
    os.setuid(65534)
with Tape(path) as tape:
    print(tape.read(recording) == passes(1, 2))
    try:
        tape.append(recording, passes(3, 3), after=2)
    except TapeError as error:
        print(type(error).__name__, error)
"""


@pytest.mark.parametrize(("folder", "file"), [(0o755, 0o444), (0o555, 0o444), (0o777, 0o444)])
def test_a_write_protected_tape_can_be_read(folder: int, file: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        path = Path(made) / "gametape.db"
        migrate(path)
        with Tape(path) as tape:
            recording = record(tape, passes(1, 2))
        path.chmod(file)
        Path(made).chmod(folder)

        told = start_python(_READ_ONLY, path, recording).communicate(timeout=60)[0]

        Path(made).chmod(0o755)
    assert told == (
        f"True\nReadOnlyTapeError The database {path} can only be read: its file or folder is write-protected\n"
    )
