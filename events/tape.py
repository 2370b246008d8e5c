"""The append-only tape: recordings of events, read back as they were written."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import sqlalchemy as sa

from events.base import Event, RecordingId
from events.chain import header_hash, row_hash
from events.codec import FORMAT, Family, encode_batch
from events.database import (
    PATIENCE,
    BusyTapeError,
    DamagedTapeError,
    Database,
    NewerTapeError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    ReadOnlyTapeError,
    TapeError,
    migrate,
)
from events.erasable import Erasable, NothingToEraseError, Problem, Source, SourceId, now, random_id
from events.recordings import (
    REGISTRY,
    START,
    AppendConflict,
    Appended,
    Batch,
    Bookmark,
    BookmarkError,
    Header,
    NewRecording,
    Recorded,
    Recording,
    ScannedRow,
    UnknownRecordingError,
    conflict,
    moment,
    position_of,
)
from events.schema import RECORDING, TAPE

__all__ = [
    "REGISTRY",
    "START",
    "AppendConflict",
    "Appended",
    "Batch",
    "Bookmark",
    "BookmarkError",
    "BusyTapeError",
    "DamagedTapeError",
    "NewRecording",
    "NewerTapeError",
    "NoTapeError",
    "NotATapeError",
    "NothingToEraseError",
    "OlderTapeError",
    "Problem",
    "ReadOnlyTapeError",
    "Recorded",
    "Recording",
    "ScannedRow",
    "Source",
    "SourceId",
    "Tape",
    "TapeError",
    "UnknownRecordingError",
    "migrate",
]

_HEAD = (
    sa.select(RECORDING.c.number, RECORDING.c.family, RECORDING.c.head, RECORDING.c.head_hash)
    .where(RECORDING.c.id == sa.bindparam("wanted"))
    .with_for_update()
)
_MOVE_HEAD = (
    sa.update(RECORDING)
    .where(RECORDING.c.number == sa.bindparam("which"), RECORDING.c.head == sa.bindparam("after"))
    .values(head=sa.bindparam("last"), head_hash=sa.bindparam("hash"))
)
_ROW = ["recording", "first", "last", "recorded_at", "format", "hash", "payload"]
_BATCH = sa.select(
    RECORDING.c.id,
    RECORDING.c.family,
    TAPE.c.first,
    TAPE.c.last,
    TAPE.c.recorded_at,
    TAPE.c.format,
    TAPE.c.payload,
).join_from(TAPE, RECORDING)
_EARLIER = TAPE.alias()
# From the batch that holds the first event wanted, which may begin before it.
_BATCHES = _BATCH.where(
    RECORDING.c.id == sa.bindparam("wanted"),
    TAPE.c.first
    >= sa.select(sa.func.coalesce(sa.func.max(_EARLIER.c.first), sa.literal_column("0")))
    .where(_EARLIER.c.recording == RECORDING.c.number, _EARLIER.c.first <= sa.bindparam("start"))
    .scalar_subquery(),
    TAPE.c.first <= sa.bindparam("through"),
).order_by(TAPE.c.first)
_SCAN = (
    sa.select(RECORDING.c.id, RECORDING.c.family, TAPE.c.first, TAPE.c.last, TAPE.c.payload)
    .join_from(TAPE, RECORDING)
    .where(TAPE.c.position > sa.bindparam("after"), TAPE.c.position <= sa.bindparam("through"))
    .order_by(TAPE.c.position)
)
_END = sa.select(sa.func.coalesce(sa.func.max(TAPE.c.position), 0))
# Beyond every event and position.
_WITHOUT_END = 2**63 - 1
# Rows that a scan takes at a time.
_SCANNED = 1000


class Tape(Erasable):
    """The tape of a database that `migrate` made. Threads may share one; close it at the end, or use it in `with`.

    A recording's events are numbered from 1. They can only be added, after the last: the database itself refuses to
    change or remove a row. What fails raises a TapeError; events that are none of the recording's family raise a
    CodecError. Nothing of a call that failed is on the tape.
    """

    def __init__(self, url: str | Path, *, patience: float = PATIENCE) -> None:
        """Opens `sqlite:///PATH` or a path. `patience`: seconds to wait for a lock that somebody else holds."""
        super().__init__(Database(url, patience))
        self._head = self.database.prepare(_HEAD)
        self._move_head = self.database.prepare(_MOVE_HEAD)
        self._add_recording = self.database.prepare(sa.insert(RECORDING))
        self._add_row = self.database.prepare(sa.insert(TAPE), _ROW)
        self._batches_of = self.database.prepare(_BATCHES)
        self._scan = self.database.prepare(_SCAN)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes all connections to the database."""
        self.database.close()

    # Writing

    def append(self, recording: RecordingId, events: Sequence[Event], *, after: int) -> Appended:
        """Adds events to a recording right after its event number `after`; 0 is before the first.

        The same events at the same numbers, in whatever batches, are a retry: nothing is added, `added` is False.
        Raises AppendConflict if other events stand there or events before them are missing, UnknownRecordingError,
        CodecError, and ValueError if there is no event.
        """
        if not events or after < 0:
            raise ValueError(f"An append needs events and a number from 0, not {len(events)} events after {after}")
        with self.database.writing() as connection:
            found = connection.exec_driver_sql(self._head, (recording,)).one_or_none()
            if found is None:
                raise UnknownRecordingError(f"There is no recording {recording}")
            if found.head == after:
                return self._add(connection, recording, events, found)
            return self._settle(connection, recording, events, after, found.head)

    def append_new(self, games: Sequence[NewRecording]) -> list[Recorded]:
        """Adds new recordings with their events, all in one transaction; what became of each, in their order.

        One whose digest is on the tape, or came earlier in the call, is already there: it is not added, and `id` is
        the one it has. So is one whose own `id` is there with the same events; with others: AppendConflict.
        """
        if not all(game.events for game in games):
            raise ValueError("A new recording needs at least one event")
        payloads = [encode_batch(game.family, game.events) for game in games]
        recorded: list[Recorded] = []
        recordings: list[tuple[Any, ...]] = []
        rows: list[tuple[Any, ...]] = []
        with self.database.writing() as connection:
            told = _told_already(connection, [game.digest for game in games if game.digest])
            number = self.database.next_number(connection)
            at = now()
            for game, payload in zip(games, payloads, strict=True):
                there = told.get(game.digest or "") or self._retried(connection, game)
                if there:
                    recorded.append(Recorded(there, added=False))
                    continue
                name = game.id or RecordingId(random_id())
                if game.digest:
                    told[game.digest] = name
                header = _header_columns(name, game, at)
                last = len(game.events)
                row = row_hash(header_hash(*header), name, 1, last, FORMAT, payload)
                recordings.append((number, *header, last, row))
                rows.append((number, 1, last, at, FORMAT, row, payload))
                recorded.append(Recorded(name, added=True))
                number += 1
            if rows:
                connection.exec_driver_sql(self._add_recording, recordings)
                connection.exec_driver_sql(self._add_row, rows)
        return recorded

    def append_registry(self, events: Sequence[Event]) -> Appended:
        """Adds events to the registry, after whatever is its last by now."""
        if not events:
            raise ValueError("An append needs at least one event")
        with self.database.writing() as connection:
            found = connection.exec_driver_sql(self._head, (REGISTRY,)).one_or_none()
            if found is None:
                header = _header_columns(REGISTRY, Header(family="registry", adapter="gametape"), now())
                begun = (self.database.next_number(connection), *header, 0, header_hash(*header))
                connection.exec_driver_sql(self._add_recording, begun)
                found = connection.exec_driver_sql(self._head, (REGISTRY,)).one()
            return self._add(connection, REGISTRY, events, found)

    def _add(self, connection: sa.Connection, recording: RecordingId, events: Sequence[Event], found: Any) -> Appended:
        number, family, head, head_hash = found
        first, last = head + 1, head + len(events)
        payload = encode_batch(family, events)
        row = row_hash(head_hash, recording, first, last, FORMAT, payload)
        connection.exec_driver_sql(self._move_head, (last, row, number, head))
        connection.exec_driver_sql(self._add_row, (number, first, last, now(), FORMAT, row, payload))
        return Appended(recording, first, last, added=True)

    def _settle(
        self, connection: sa.Connection, recording: RecordingId, events: Sequence[Event], after: int, head: int
    ) -> Appended:
        last = after + len(events)
        there = _cut(self._batches(connection, recording, after, last), after, last) if head > after else []
        if error := conflict(recording, there, events, after=after, head=head):
            raise error
        return Appended(recording, after + 1, last, added=False)

    def _retried(self, connection: sa.Connection, game: NewRecording) -> RecordingId | None:
        if game.id is None:
            return None
        found = connection.exec_driver_sql(self._head, (game.id,)).one_or_none()
        if found is None:
            return None
        return self._settle(connection, game.id, game.events, 0, found.head).recording

    # Reading

    def read(self, recording: RecordingId, after: int = 0, through: int | None = None) -> list[Event]:
        """The events of a recording after number `after`, up to and with `through`, None to its end.

        Raises UnknownRecordingError and DamagedTapeError.
        """
        return _cut(self.payloads(recording, after, through), after, through)

    def payloads(self, recording: RecordingId, after: int = 0, through: int | None = None) -> list[Batch]:
        """The batches that hold those events, still encoded; the outer ones may reach further."""
        with self.database.reading() as connection:
            batches = self._batches(connection, recording, after, through)
        if not batches:
            self.recording(recording)
        return batches

    def recording(self, recording: RecordingId) -> Recording:
        """What the tape knows of a recording. Raises UnknownRecordingError."""
        with self.database.reading() as connection:
            return _recording(_find(connection, recording))

    def recordings(
        self,
        limit: int | None = None,
        after: RecordingId | None = None,
        *,
        family: Family | None = None,
        simulated: bool | None = None,
        source: SourceId | None = None,
        client_game: str | None = None,
        newest_first: bool = True,
    ) -> list[Recording]:
        """Recordings in the order they were created that match all filters given, beginning behind `after`.

        Raises UnknownRecordingError if there is no recording `after`.
        """
        number = RECORDING.c.number
        wanted = {"family": family, "simulated": simulated, "source": source, "client_game": client_game}
        query = sa.select(RECORDING).filter_by(**{key: value for key, value in wanted.items() if value is not None})
        query = query.order_by(number.desc() if newest_first else number).limit(limit)
        with self.database.reading() as connection:
            if after is not None:
                seen = _find(connection, after).number
                query = query.where(number < seen if newest_first else number > seen)
            return [_recording(row) for row in connection.execute(query)]

    def bookmark(self) -> Bookmark:
        """The end of the tape as it is now."""
        with self.database.reading() as connection:
            return Bookmark(str(connection.execute(_END).scalar_one()))

    def follow(self, bookmark: Bookmark = START, limit: int = 1000) -> tuple[list[Batch], Bookmark]:
        """The next batches of all recordings in the order of the tape, none at its end, and the bookmark behind them.

        Raises BookmarkError.
        """
        position = position_of(bookmark)
        query = _BATCH.add_columns(TAPE.c.position).where(TAPE.c.position > position).order_by(TAPE.c.position)
        with self.database.reading() as connection:
            rows = connection.execute(query.limit(limit)).all()
            if not rows and position > (end := connection.execute(_END).scalar_one()):
                raise BookmarkError(f"Bookmark {bookmark} lies behind the end of this tape, {end}: it is of another")
        reached = Bookmark(str(rows[-1].position)) if rows else bookmark
        return [_batch(row) for row in rows], reached

    def scan(self, after: Bookmark = START, through: Bookmark | None = None) -> Iterator[ScannedRow]:
        """All rows between two bookmarks in one pass, as (recording, family, first, last, payload).

        The rows of a recording come in order, those of others may lie between them. Memory stays flat.
        """
        places = (position_of(after), _WITHOUT_END if through is None else position_of(through))
        with self.database.reading() as connection:
            streamed = connection.execution_options(yield_per=_SCANNED).exec_driver_sql(self._scan, places)
            for rows in streamed.partitions():
                # Plain tuples, because a worker is sent them: SQLAlchemy's rows carry their whole result along.
                yield from map(tuple, cast("Sequence[ScannedRow]", rows))

    def _batches(
        self, connection: sa.Connection, recording: RecordingId, after: int, through: int | None
    ) -> list[Batch]:
        bounds = (recording, after + 1, _WITHOUT_END if through is None else through)
        return [_batch(row) for row in connection.exec_driver_sql(self._batches_of, bounds)]


def _told_already(connection: sa.Connection, digests: Sequence[str]) -> dict[str, RecordingId]:
    if not digests:
        return {}
    query = sa.select(RECORDING.c.digest, RECORDING.c.id).where(RECORDING.c.digest.in_(digests))
    return {digest: RecordingId(recording) for digest, recording in connection.execute(query)}


def _header_columns(recording: RecordingId, header: Header, created_at: int) -> tuple[str | int | None, ...]:
    """What `HEADER` names."""
    return (
        recording,
        header.family,
        header.source,
        header.ordinal,
        header.adapter,
        header.adapter_version,
        header.client,
        header.client_game,
        header.digest,
        header.simulated,
        created_at,
    )


def _find(connection: sa.Connection, recording: RecordingId) -> Any:
    row = connection.execute(sa.select(RECORDING).where(RECORDING.c.id == recording)).one_or_none()
    if row is None:
        raise UnknownRecordingError(f"There is no recording {recording}")
    return row


def _recording(row: Any) -> Recording:
    columns = {name: value for name, value in row._mapping.items() if name not in ("number", "head_hash")}
    return Recording(**columns | {"created_at": moment(row.created_at)})


def _batch(row: Any) -> Batch:
    recording, family, first, last, recorded_at, form, payload = row[:7]
    return Batch(recording, family, first, last, moment(recorded_at), form, payload)


def _cut(batches: Sequence[Batch], after: int, through: int | None) -> list[Event]:
    """The events after `after` up to and with `through` of batches that hold them."""
    events: list[Event] = []
    for batch in batches:
        inside = slice(max(after + 1 - batch.first, 0), None if through is None else through - batch.first + 1)
        events += batch.events()[inside]
    return events
