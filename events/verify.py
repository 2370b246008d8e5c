"""Finds what was altered, removed or moved on the tape.

What is proved, and what is not:

- **The chain alone.** Every row holds a hash over its contents and the hash before it in its recording, beginning with
  the recording's own columns, and the recording holds the last. So a row that was altered, removed or reordered by
  accident, or by somebody who did not compute all hashes after it anew, is found and named. Not found: a recording
  that was rewritten with all its hashes, one that was removed without a trace, rows of two recordings that changed
  places.
- **The seals on the tape** also fix which rows there are, in which order, and when they were recorded. Against
  somebody who can write the database they prove no more than the chain, because they can be rewritten as well.
- **A seal kept elsewhere** proves all of this for the tape up to its bookmark, against anybody: nobody can make
  another tape with that root. It proves nothing about what came later, nor that what was recorded is true.

SQLite gives every position to a row, so that a missing one is found by itself, with or without a seal. PostgreSQL loses
positions with transactions that come to nothing: there, only a seal tells whether a row is missing. An export of such
a tape names its vacant positions, and a SQLite file restored from it takes those for granted.
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from events.base import RecordingId
from events.bookmarks import Bookmark, position_of
from events.chain import NOTHING, header_hash, root_hash, row_hash, seal_hash
from events.codec import CodecError, decode_batch
from events.database import Database
from events.errors import DamagedTapeError
from events.recordings import span
from events.schema import HEADER, RECORDING, SEAL, TAPE, VACANCY
from events.seals import UNSEALED, Place, Seal, parse_seal, places
from events.tape import Tape

# Called with the rows done and the rows there are to do.
Progress: TypeAlias = Callable[[int, int], None]

# Findings that are listed; of more, only the number is told.
_LISTED = 1000
# Rows between two calls of the progress.
_STEP = 1000


class Finding(msgspec.Struct, frozen=True):
    """Something that is wrong: with these events of a recording, or with what the message names."""

    what: Literal["altered", "missing", "reordered", "unreadable", "seal"]
    message: str
    recording: RecordingId | None = None
    first: int | None = None
    last: int | None = None


class Verification(msgspec.Struct, frozen=True):
    """What was looked at, and what is wrong. `omitted`: how many more findings there are than are listed."""

    recordings: int
    rows: int
    seals: int
    findings: tuple[Finding, ...]
    omitted: int = 0

    @property
    def sound(self) -> bool:
        """Nothing is wrong."""
        return not self.findings


def verify(tape: Tape, kept: Sequence[str] = (), progress: Progress | None = None) -> Verification:
    """Reads the whole tape and tells all that is wrong with it, also against the seal lines in `kept`.

    Rows are read twice, by recording and by position; memory does not grow with the tape. Raises SealLineError.
    """
    lines = [parse_seal(line) for line in kept]
    with tape.database.reading() as connection:
        total = connection.execute(sa.select(sa.func.count()).select_from(TAPE)).scalar_one()
    tally = _Tally(2 * total, progress)
    findings: list[Finding] = []
    omitted = 0
    for check in (_check_recordings, _check_strays, partial(_check_places, kept=lines)):
        try:
            with tape.database.snapshot() as connection:
                for finding in check(tape.database, connection, tally):
                    if len(findings) < _LISTED:
                        findings.append(finding)
                    else:
                        omitted += 1
        except DamagedTapeError as error:
            findings.append(Finding("unreadable", f"{error}. What lies behind the damage was not looked at"))
    return Verification(tally.recordings, tally.rows, tally.seals, tuple(findings), omitted)


class _Tally:
    """What was looked at so far."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.recordings = 0
        self.rows = 0
        self.seals = 0
        self._done = 0
        self._total = total
        self._progress = progress

    def step(self) -> None:
        self._done += 1
        if self._progress and (self._done % _STEP == 0 or self._done == self._total):
            self._progress(self._done, self._total)


# By recording: the chain


def _check_recordings(database: Database, connection: sa.Connection, tally: _Tally) -> Iterator[Finding]:
    query = (
        sa.select(RECORDING.c.number, *HEADER, RECORDING.c.head, RECORDING.c.head_hash)
        .add_columns(TAPE.c.position, TAPE.c.first, TAPE.c.last, TAPE.c.format, TAPE.c.hash, TAPE.c.payload)
        .join_from(RECORDING, TAPE, isouter=True)
        .order_by(RECORDING.c.number, TAPE.c.first)
    )
    rows = database.stream(connection, database.prepare(query), ())
    for _, group in groupby(rows, key=lambda row: row.number):
        tally.recordings += 1
        yield from _check_recording(group, tally)


def _check_recording(rows: Iterator[Any], tally: _Tally) -> Iterator[Finding]:
    """Checks the rows of one recording, in the order of their events."""
    row = before = None
    for row in rows:
        if row.position is None:
            break
        tally.rows += 1
        tally.step()
        if isinstance(row.first, int) and isinstance(row.last, int) and isinstance(row.payload, bytes):
            yield from _check_row(row, before)
            before = row
        else:
            name = RecordingId(row.id)
            yield Finding("altered", f"Recording {name}, position {row.position}: altered", name)
    if row is not None:
        yield from _check_head(row, before)


def _check_row(row: Any, before: Any) -> Iterator[Finding]:
    """Checks a row by what stands before it, None if it is the first."""
    name = RecordingId(row.id)
    where = (name, row.first, row.last)
    said = f"Recording {name}, {span(row.first, row.last)}"
    expected = 1 if before is None else before.last + 1
    if before is not None and row.position <= before.position:
        yield Finding("reordered", f"{said}: on the tape before {span(before.first, before.last)}", *where)
    if row.first < expected:
        yield Finding("altered", f"{said}: altered, event {expected} comes next", *where)
        return
    if row.first > expected:
        # With them went the hash by which this row could be checked; whether it can be read is left.
        yield _missing(name, expected, row.first - 1)
    else:
        previous = _header(row) if before is None else before.hash
        if row.hash != _hash(row_hash, previous, *where, row.format, row.payload):
            besides = ", or what is told of the recording itself" if before is None else ""
            yield Finding("altered", f"{said}: altered{besides}", *where)
            return
    if reason := _unreadable(row):
        yield Finding("unreadable", f"{said}: unreadable: {reason}", *where)


def _check_head(recording: Any, row: Any) -> Iterator[Finding]:
    """Checks that the rows of a recording end where it says; `row` is the last of them, None if there is none."""
    name = RecordingId(recording.id)
    last = 0 if row is None else row.last
    if isinstance(recording.head, int) and recording.head > last:
        yield _missing(name, last + 1, recording.head)
    elif recording.head != last:
        message = f"Recording {name}: ends at event {last}, but it says at event {recording.head}"
        yield Finding("altered", message, name)
    elif recording.head_hash != (_header(recording) if row is None else row.hash):
        message = f"Recording {name}: ends with another hash than it says"
        yield Finding("altered", message, name)


def _header(recording: Any) -> bytes:
    return _hash(header_hash, *recording[1 : 1 + len(HEADER)])


def _missing(name: RecordingId, first: int, last: int) -> Finding:
    return Finding("missing", f"Recording {name}, {span(first, last)}: missing", name, first, last)


def _unreadable(row: Any) -> str | None:
    try:
        events = decode_batch(row.family, row.payload, row.format)
    except KeyError:
        return f"this Gametape knows no family {row.family!r}"
    except CodecError as error:
        return str(error)
    count = row.last - row.first + 1
    return None if len(events) == count else f"the row holds {len(events)} events, not {count}"


def _check_strays(database: Database, connection: sa.Connection, _: _Tally) -> Iterator[Finding]:
    """Finds rows whose recording is gone."""
    query = (
        sa.select(TAPE.c.recording, sa.func.count(), sa.func.min(TAPE.c.position), sa.func.max(TAPE.c.last))
        .join_from(TAPE, RECORDING, isouter=True)
        .where(RECORDING.c.number.is_(None))
        .group_by(TAPE.c.recording)
    )
    for number, rows, position, last in database.stream(connection, database.prepare(query), ()):
        yield Finding(
            "missing",
            f"Recording with the number {number}: missing, but for {rows} rows up to event {last}, "
            f"from position {position} on",
        )


# By position: the seals


def _check_places(
    database: Database, connection: sa.Connection, tally: _Tally, kept: Sequence[Seal]
) -> Iterator[Finding]:
    stored: list[Seal] = []
    yield from _check_seals(database, connection, stored)
    yield from _compare_seals(stored, kept)
    tally.seals = len(stored)
    # Each seal with the one it follows; a kept one follows none, it answers for all that is before it.
    due: list[tuple[Seal | None, Seal]] = [(None, it) for it in kept]
    due += zip([UNSEALED, *stored], stored, strict=False)
    due.sort(key=lambda each: position_of(each[1].bookmark))
    whole, recent = _Stretch(UNSEALED), _Stretch(UNSEALED)
    vacant = _Vacancies(database, connection)
    told = 0
    position = 0
    for place in chain(places(database, connection), [None]):
        while due and (place is None or position_of(due[0][1].bookmark) < place[0]):
            before, sealed = due.pop(0)
            stretch = whole if before is None else recent
            if (stretch.rows, stretch.root) != (sealed.rows, sealed.root):
                yield Finding("seal", _unlike(before, sealed, stretch.rows))
                reached = position_of(sealed.bookmark)
                yield from _displaced(
                    database, connection, max(told, position_of((before or UNSEALED).bookmark)), reached
                )
                told = max(told, reached)
            if before is not None:
                recent = _Stretch(sealed)
        if place is None:
            break
        tally.step()
        yield from vacant.findings(position + 1, place[0] - 1)
        position = place[0]
        whole.add(place)
        recent.add(place)
    yield from vacant.findings(position + 1, database.last_given_position(connection))


class _Stretch:
    """The root and the number of rows from a seal on, as the tape has them now."""

    def __init__(self, start: Seal) -> None:
        self.root = start.root
        self.rows = start.rows

    def add(self, place: Place) -> None:
        self.root = _hash(root_hash, self.root, *place)
        self.rows += 1


def _check_seals(database: Database, connection: sa.Connection, sound: list[Seal]) -> Iterator[Finding]:
    """Checks the seals against each other; those that can be used are put into `sound`."""
    query = database.prepare(sa.select(SEAL).order_by(SEAL.c.number))
    expected, previous = 1, NOTHING
    for row in database.stream(connection, query, ()):
        if row.number > expected:
            yield Finding("seal", f"{span(expected, row.number - 1, 'Seal')}: missing")
        elif row.previous != previous:
            yield Finding("seal", f"Seal {row.number}: does not follow the seal before it")
        parts = (row.previous, row.number, row.bookmark, row.rows, row.root, row.sealed_at)
        if row.hash != _hash(seal_hash, *parts):
            yield Finding("seal", f"Seal {row.number}: altered")
        else:
            sound.append(Seal(row.number, Bookmark(row.bookmark), row.rows, row.root))
        expected, previous = row.number + 1, row.hash


def _compare_seals(stored: Sequence[Seal], kept: Sequence[Seal]) -> Iterator[Finding]:
    numbered = {it.number: it for it in stored}
    for sealed in kept:
        there = numbered.get(sealed.number)
        if there is None:
            yield Finding("seal", f"Kept seal {sealed.number}: missing on the tape, or altered there")
        elif there != sealed:
            yield Finding("seal", f"Kept seal {sealed.number}: another than seal {sealed.number} on the tape")


def _unlike(before: Seal | None, sealed: Seal, rows: int) -> str:
    name = f"Kept seal {sealed.number}" if before is None else f"Seal {sealed.number}"
    start = before or UNSEALED
    alike = ", not the same or not in that order" if rows == sealed.rows else ""
    return (
        f"{name}: behind bookmark {start.bookmark} up to {sealed.bookmark} the tape is not what was sealed: "
        f"rows then {sealed.rows - start.rows}, now {rows - start.rows}{alike}"
    )


def _displaced(database: Database, connection: sa.Connection, after: int, through: int) -> Iterator[Finding]:
    """Finds rows that stand elsewhere than the times of their recording and the ages of their recordings say."""
    by_time = sa.func.row_number().over(order_by=(TAPE.c.recorded_at, TAPE.c.recording, TAPE.c.first))
    by_place = sa.func.row_number().over(order_by=TAPE.c.position)
    ranked = (
        sa.select(TAPE.c.position, TAPE.c.recording, TAPE.c.first, TAPE.c.last)
        .add_columns(by_time.label("due"), by_place.label("place"))
        .where(TAPE.c.position > sa.bindparam("after"), TAPE.c.position <= sa.bindparam("through"))
        .subquery()
    )
    query = (
        sa.select(RECORDING.c.id, ranked.c.position, ranked.c.first, ranked.c.last)
        .join_from(ranked, RECORDING, RECORDING.c.number == ranked.c.recording)
        .where(ranked.c.due != ranked.c.place)
        .order_by(ranked.c.position)
    )
    for name, position, first, last in database.stream(connection, database.prepare(query), (after, through)):
        message = f"Recording {name}, {span(first, last)}: moved to position {position}, by its time and age"
        yield Finding("reordered", message, name, first, last)


class _Vacancies:
    """The positions that may be vacant."""

    def __init__(self, database: Database, connection: sa.Connection) -> None:
        self._all_may = database.leaves_gaps
        known = sa.select(VACANCY).order_by(VACANCY.c.first)
        self._known = [] if self._all_may else [(row.first, row.last) for row in connection.execute(known)]

    def findings(self, first: int, last: int) -> Iterator[Finding]:
        """What is missing from one position to another that hold no row; positions are asked for in their order."""
        if self._all_may:
            return
        while self._known and self._known[0][0] <= last:
            begin, end = self._known.pop(0)
            if first < begin:
                yield _absent(first, begin - 1)
            first = max(first, end + 1)
        if first <= last:
            yield _absent(first, last)


def _absent(first: int, last: int) -> Finding:
    return Finding("missing", f"Tape, {span(first, last, 'position')}: missing")


def _hash(function: Callable[..., bytes], *parts: Any) -> bytes:
    """A hash over what stands on the tape, which may be of any type by now; no hash if it cannot be hashed."""
    try:
        return function(*parts)
    except (struct.error, TypeError, AttributeError):
        return b""
