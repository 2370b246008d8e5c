"""The append-only tape: recordings of events, read back as they were written."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

import sqlalchemy as sa

from events.base import Event, RecordingId
from events.bookmarks import START, WITHOUT_END, Bookmark, BookmarkError, Lag
from events.chain import header_hash, row_hash
from events.codec import FORMAT, Family, encode_batch
from events.erasable import Erasable, NothingToEraseError, Problem, Source, SourceId, chunks, now, random_id
from events.errors import (
    PATIENCE,
    BusyTapeError,
    DamagedTapeError,
    NewerTapeError,
    NotAdmittedError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    ReadOnlyTapeError,
    TapeError,
    UnreachableTapeError,
)
from events.opening import migrate, open_database, shown
from events.recordings import (
    REGISTRY,
    AppendConflict,
    Appended,
    Batch,
    Header,
    NewRecording,
    Recorded,
    Recording,
    ScannedRow,
    UnknownRecordingError,
    batch_of,
    conflict,
    cut,
    header_columns,
    recording_of,
)
from events.schema import RECORDING, TAPE
from events.statements import BATCHES, DIGESTS, HEAD_OF, MOVE_HEAD, ROW, TOLD

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
    "Lag",
    "NewRecording",
    "NewerTapeError",
    "NoTapeError",
    "NotATapeError",
    "NotAdmittedError",
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
    "UnreachableTapeError",
    "migrate",
    "shown",
]

# Recordings whose heads a tape remembers: more than are played at once.
_HEADS = 10_000


class _Head(NamedTuple):
    """How far a recording has got: the number of its last event, and the hash of the row that holds it."""

    number: int
    family: Family
    head: int
    hash: bytes


class Tape(Erasable):
    """The tape of a database that `migrate` made. Threads may share one; close it at the end, or use it in `with`.

    A recording's events are numbered from 1. They can only be added, after the last: the database itself refuses to
    change or remove a row. What fails raises a TapeError; events that are none of the recording's family raise a
    CodecError. Nothing of a call that failed is on the tape.
    """

    def __init__(self, url: str | Path, *, patience: float = PATIENCE) -> None:
        """Opens `sqlite:///PATH`, a path, or `postgresql://USER:PASSWORD@HOST:PORT/DATABASE`.

        `patience`: seconds to wait for a lock that somebody else holds.
        """
        super().__init__(open_database(url, patience))
        self._head = self.database.prepare(HEAD_OF)
        self._move_head = self.database.prepare(MOVE_HEAD)
        self._add_recordings = self.database.inserting(RECORDING)
        self._add_row = self.database.prepare(sa.insert(TAPE).inline(), ROW)
        self._add_rows = self.database.inserting(TAPE, ROW)
        self._batches_of = self.database.prepare(BATCHES)
        self._told = self.database.prepare(TOLD)
        self._heads: dict[RecordingId, _Head] = {}

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
        return self.database.write(lambda connection: self._append(connection, recording, events, after))

    def append_new(self, games: Sequence[NewRecording]) -> list[Recorded]:
        """Adds new recordings with their events, all in one transaction; what became of each, in their order.

        One whose digest is on the tape, or came earlier in the call, is already there: it is not added, and `id` is
        the one it has. So is one whose own `id` is there with the same events; with others: AppendConflict.
        """
        if not all(game.events for game in games):
            raise ValueError("A new recording needs at least one event")
        payloads = [encode_batch(game.family, game.events) for game in games]
        return self.database.write(lambda connection: self._append_new(connection, games, payloads))

    def append_replacing(self, game: NewRecording, registered: Callable[[RecordingId], Sequence[Event]]) -> Recorded:
        """Adds a new recording, and to the registry what `registered` says of it by its id, in one transaction.

        One that is on the tape already gets no event of the registry again.
        """
        payload = encode_batch(game.family, game.events)

        def append(connection: sa.Connection) -> Recorded:
            (recorded,) = self._append_new(connection, [game], [payload])
            if recorded.added:
                self._append_registry(connection, registered(recorded.id))
            return recorded

        return self.database.write(append)

    def append_registry(self, events: Sequence[Event]) -> Appended:
        """Adds events to the registry, after whatever is its last by now."""
        if not events:
            raise ValueError("An append needs at least one event")
        return self.database.write(lambda connection: self._append_registry(connection, events))

    def _append(
        self, connection: sa.Connection, recording: RecordingId, events: Sequence[Event], after: int
    ) -> Appended:
        # Usually this tape was the last to append here, and need not look; if it was not, no head moves.
        known = self._heads.get(recording)
        if known is None or known.head != after or not self._add(connection, recording, events, known):
            found = connection.exec_driver_sql(self._head, (recording,)).one_or_none()
            if found is None:
                raise UnknownRecordingError(f"There is no recording {recording}")
            if found.head != after:
                return self._settle(connection, recording, events, after, found.head)
            self._add(connection, recording, events, _Head(*found))
        return Appended(recording, after + 1, after + len(events), added=True)

    def _append_new(
        self, connection: sa.Connection, games: Sequence[NewRecording], payloads: Sequence[bytes]
    ) -> list[Recorded]:
        recorded: list[Recorded] = []
        new: list[tuple[RecordingId, NewRecording, bytes]] = []
        told = self._told_already(connection, [game.digest for game in games if game.digest])
        for game, payload in zip(games, payloads, strict=True):
            there = told.get(game.digest or "") or self._retried(connection, game)
            name = there or game.id or RecordingId(random_id())
            recorded.append(Recorded(name, added=there is None))
            if there is None:
                new.append((name, game, payload))
                if game.digest:
                    told[game.digest] = name
        if not new:
            return recorded
        recordings: list[tuple[Any, ...]] = []
        rows: list[tuple[Any, ...]] = []
        at = now()
        numbers = self.database.numbers(connection, len(new))
        for number, (name, game, payload) in zip(numbers, new, strict=True):
            header = header_columns(name, game, at)
            last = len(game.events)
            row = row_hash(header_hash(*header), name, 1, last, FORMAT, payload)
            recordings.append((number, *header, last, row))
            rows.append((number, 1, last, at, FORMAT, row, payload))
        self._add_recordings(connection, recordings)
        self._add_rows(connection, rows)
        return recorded

    def _append_registry(self, connection: sa.Connection, events: Sequence[Event]) -> Appended:
        found = connection.exec_driver_sql(self._head, (REGISTRY,)).one_or_none()
        if found is None:
            header = header_columns(REGISTRY, Header(family="registry", adapter="gametape"), now())
            (number,) = self.database.numbers(connection, 1)
            self._add_recordings(connection, [(number, *header, 0, header_hash(*header))])
            found = connection.exec_driver_sql(self._head, (REGISTRY,)).one()
        self._add(connection, REGISTRY, events, _Head(*found))
        return Appended(REGISTRY, found.head + 1, found.head + len(events), added=True)

    def _add(self, connection: sa.Connection, recording: RecordingId, events: Sequence[Event], before: _Head) -> bool:
        """Adds events after the head a recording is thought to have; False if it has another."""
        first, last = before.head + 1, before.head + len(events)
        payload = encode_batch(before.family, events)
        row = row_hash(before.hash, recording, first, last, FORMAT, payload)
        move = (last, row, before.number, before.head, before.hash)
        if connection.exec_driver_sql(self._move_head, move).rowcount != 1:
            return False
        connection.exec_driver_sql(self._add_row, (before.number, first, last, now(), FORMAT, row, payload))
        if len(self._heads) >= _HEADS:
            self._heads.clear()
        self._heads[recording] = _Head(before.number, before.family, last, row)
        return True

    def _settle(
        self, connection: sa.Connection, recording: RecordingId, events: Sequence[Event], after: int, head: int
    ) -> Appended:
        last = after + len(events)
        there = cut(self._batches(connection, recording, after, last), after, last) if head > after else []
        if error := conflict(recording, there, events, after=after, head=head):
            raise error
        return Appended(recording, after + 1, last, added=False)

    def _told_already(self, connection: sa.Connection, digests: Sequence[str]) -> dict[str, RecordingId]:
        found: dict[str, RecordingId] = {}
        for some in chunks(digests, DIGESTS):
            filled = (*some, *some[-1:] * (DIGESTS - len(some)))
            for digest, name in connection.exec_driver_sql(self._told, filled):
                found[digest] = name
        return found

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
        return cut(self.payloads(recording, after, through), after, through)

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
            return recording_of(_find(connection, recording))

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
            return [recording_of(row) for row in connection.execute(query)]

    def told(self, digests: Sequence[str]) -> dict[str, RecordingId]:
        """The recordings whose contents are known by these digests; a digest that is not there is missing."""
        with self.database.reading() as connection:
            return self._told_already(connection, digests)

    def bookmark(self) -> Bookmark:
        """The end of the tape as followers see it now."""
        return self.database.end()

    def follow(self, bookmark: Bookmark = START, limit: int = 1000) -> tuple[list[Batch], Bookmark]:
        """The next batches of all recordings in the order of the tape, none at its end, and the bookmark behind them.

        Whoever goes on from bookmark to bookmark gets every batch once, those of a recording in their order. On
        PostgreSQL a batch comes when all older transactions have ended; `lag` tells what waits. Raises BookmarkError.
        """
        rows, reached = self.database.page(bookmark, limit)
        return [batch_of(row) for row in rows], reached

    def lag(self) -> Lag:
        """What is on the tape but not shown to followers yet; on SQLite never anything."""
        return self.database.lag()

    def scan(
        self, after: Bookmark = START, through: Bookmark | None = None, *, recording: RecordingId | None = None
    ) -> Iterator[ScannedRow]:
        """All rows between two bookmarks in one pass, or those of one recording.

        They come as (recording, family, first, last, payload, head, adapter, client); the recording's head may lie
        behind `through`. The rows of a recording come in order, those of others may lie between them. Memory stays
        flat. Raises BookmarkError.
        """
        # Plain tuples, for workers are sent them: SQLAlchemy's rows take twice the time for that.
        return map(tuple, self.database.between(after, through, recording))

    def parts(self, after: Bookmark, through: Bookmark, rows: int) -> Iterator[tuple[Bookmark, Bookmark]]:
        """Cuts what lies between two bookmarks into parts of so many rows, the last of fewer. Raises BookmarkError."""
        begin = after
        for end in self.database.cuts(after, through, rows):
            yield begin, end
            begin = end
        if begin != through:
            yield begin, through

    def _batches(
        self, connection: sa.Connection, recording: RecordingId, after: int, through: int | None
    ) -> list[Batch]:
        bounds = (recording, min(after + 1, WITHOUT_END), WITHOUT_END if through is None else through)
        return [batch_of(row) for row in connection.exec_driver_sql(self._batches_of, bounds)]


def _find(connection: sa.Connection, recording: RecordingId) -> Any:
    row = connection.execute(sa.select(RECORDING).where(RECORDING.c.id == recording)).one_or_none()
    if row is None:
        raise UnknownRecordingError(f"There is no recording {recording}")
    return row
