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
"""

import struct
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Literal, TypeAlias

import msgspec
import sqlalchemy as sa

from events.base import RecordingId
from events.chain import NOTHING, header_hash, root_hash, row_hash, seal_hash
from events.codec import CodecError, decode_batch
from events.database import DamagedTapeError, Database
from events.recordings import Bookmark, BookmarkError, position_of, span
from events.schema import HEADER, RECORDING, SEAL, TAPE
from events.seals import UNSEALED, Seal, parse_seal, places
from events.tape import Tape

# Called with the rows done and the rows there are to do.
Progress: TypeAlias = Callable[[int, int], None]

# Findings that are listed; of more, only the number is told.
_LISTED = 1000
# Rows between two calls of the progress.
_STEP = 1000
# Rows that a finding about a seal names.
_NAMED = 10


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
    for check in (_check_recordings, _check_strays, lambda *rest: _check_places(*rest, lines)):
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
    expected = 1
    # None: nothing tells the hash of what should stand before the next row.
    previous: bytes | None = None
    for row in rows:
        if row.position is None:
            break
        name = RecordingId(row.id)
        tally.rows += 1
        tally.step()
        if not (isinstance(row.first, int) and isinstance(row.last, int) and isinstance(row.payload, bytes)):
            yield Finding("altered", f"Recording {name}: the row at position {row.position} was altered", name)
            previous = None
            continue
        where = (name, row.first, row.last)
        said = f"Recording {name}: {span(row.first, row.last)}"
        if before is None:
            previous = _hash(header_hash, *row[1 : 1 + len(HEADER)])
        elif row.position <= before.position:
            yield Finding("reordered", f"{said} lie before {span(before.first, before.last)} on the tape", *where)
        if row.first > expected:
            yield _missing(name, expected, row.first - 1)
            previous = None
        if row.first < expected:
            yield Finding("altered", f"{said} begin before event {expected}, the next to come", *where)
        elif previous is not None and row.hash != _hash(row_hash, previous, *where, row.format, row.payload):
            besides = ", or what the tape says of the recording itself" if before is None else ""
            yield Finding("altered", f"{said} were altered{besides}", *where)
        elif reason := _unreadable(row):
            yield Finding("unreadable", f"{said} cannot be read: {reason}", *where)
        before, previous, expected = row, row.hash, row.last + 1
    if row is not None:
        yield from _check_head(row, expected - 1, before)


def _check_head(recording: Any, last: int, row: Any) -> Iterator[Finding]:
    """Checks that the rows of a recording end where the recording says; `row` is the last of them, if any."""
    name = RecordingId(recording.id)
    if isinstance(recording.head, int) and recording.head > last:
        yield _missing(name, last + 1, recording.head)
    elif recording.head != last:
        message = f"Recording {name} has events up to {last}, but says that it ends at {recording.head}"
        yield Finding("altered", message, name)
    elif recording.head_hash != (_hash(header_hash, *recording[1 : 1 + len(HEADER)]) if row is None else row.hash):
        message = f"Recording {name}: the hash that it says it ends with is not that of its last row"
        yield Finding("altered", message, name)


def _missing(name: RecordingId, first: int, last: int) -> Finding:
    return Finding("missing", f"Recording {name}: {span(first, last)} are missing", name, first, last)


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
            f"The recording with number {number} is gone; {span(1, rows, 'row')} of it, up to event {last}, "
            f"are still there from position {position} on",
        )


# By position: the seals


def _check_places(
    database: Database, connection: sa.Connection, tally: _Tally, kept: Sequence[Seal]
) -> Iterator[Finding]:
    stored, findings = _stored_seals(database, connection, kept)
    yield from findings
    tally.seals = len(stored)
    # Every seal as far as it reaches, with the one that it follows; a kept seal follows none and covers all before it.
    due = [(position_of(it.bookmark), before, it) for before, it in zip([UNSEALED, *stored], stored, strict=False)]
    due += [(position_of(it.bookmark), None, it) for it in kept]
    due.sort(key=lambda each: each[0], reverse=True)
    whole = sealed = UNSEALED
    for place in places(database, connection):
        tally.step()
        while due and due[-1][0] < place[0]:
            pass
    yield from ()


def _hash(function: Callable[..., bytes], *parts: Any) -> bytes:
    """A hash over what stands on the tape, which may be of any type by now; no hash if it cannot be hashed."""
    try:
        return function(*parts)
    except (struct.error, TypeError, AttributeError):
        return b""
