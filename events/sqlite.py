"""The tape in a SQLite file."""

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from events.bookmarks import WITHOUT_END, Bookmark, BookmarkError, Lag, position_of
from events.database import Database, Insert, Thing
from events.errors import BusyTapeError, ReadOnlyTapeError
from events.schema import RECORDING, TAPE
from events.sqlite_files import connect, connect_to_write, engine_of, examine, told
from events.statements import BATCH, BETWEEN

# Reads as 1 + the highest number; the writer's transaction lets nobody else take one meanwhile.
_NEXT_NUMBER = sa.select(sa.func.coalesce(sa.func.max(RECORDING.c.number), 0) + 1)
_END = sa.select(sa.func.coalesce(sa.func.max(TAPE.c.position), 0))
_PAGE = BATCH.add_columns(TAPE.c.position).where(TAPE.c.position > sa.bindparam("after")).order_by(TAPE.c.position)
_BETWEEN = BETWEEN.where(TAPE.c.position > sa.bindparam("after"), TAPE.c.position <= sa.bindparam("through")).order_by(
    TAPE.c.position
)
# The plus keeps SQLite from walking the whole tape by position instead of finding the recording by its key.
_BETWEEN_OF = BETWEEN.where(
    sa.text("+tape.position > :after AND +tape.position <= :through"), RECORDING.c.id == sa.bindparam("wanted")
).order_by(TAPE.c.first)


class SqliteDatabase(Database):
    """One writer and any number of readers of a SQLite file.

    The writer is a single long-lived connection behind a lock. Its transactions begin with BEGIN IMMEDIATE, so that
    one which has read never finds that it may not write. Readers have connections of their own: they see what was
    committed before and wait for nobody. Positions are committed in their order, so they are bookmarks.
    """

    leaves_gaps = False

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.name = str(path)
        self._patience = patience
        self._reading_uri, self._writable = examine(path, patience)
        self._readers = engine_of(self._connect_reader)
        self._writers = engine_of(self._connect_writer)
        self._writer: sa.Connection | None = None
        self._lock = threading.Lock()
        self.dialect = self._readers.dialect
        self._page = f"{self.prepare(_PAGE)} LIMIT ?"
        self._between = self.prepare(_BETWEEN)
        self._between_of = self.prepare(_BETWEEN_OF)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with told(self.path, self._patience), self._readers.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        with self._lock, told(self.path, self._patience):
            connection = self._open_writer()
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def write(self, work: Callable[[sa.Connection], Thing]) -> Thing:
        # The only writer: nobody gets in between.
        with self.writing() as connection:
            return work(connection)

    restoring = writing

    def scrub(self, *, anew: bool = False) -> None:
        """Empties the write-ahead log, so that nothing that was erased can be read in it.

        Raises BusyTapeError if a reader needs the log for longer than the patience.
        """
        with self._lock, told(self.path, self._patience):
            connection = self._open_writer()
            if anew:
                connection.exec_driver_sql("VACUUM")
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
            connection.commit()
        if busy:
            raise BusyTapeError(
                f"It is erased, but a reader still uses the write-ahead log of {self.path}, where it can be found: "
                "let the readers end, then erase it again"
            )

    def inserting(self, table: sa.Table, columns: Sequence[str] | None = None) -> Insert:
        statement = self.prepare(sa.insert(table), columns)

        def insert(connection: sa.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
            with told(self.path, self._patience):
                connection.exec_driver_sql(statement, list(rows))

        return insert

    def numbers(self, connection: sa.Connection, count: int) -> Sequence[int]:
        first = int(connection.execute(_NEXT_NUMBER).scalar_one())
        return range(first, first + count)

    def end(self) -> Bookmark:
        with self.reading() as connection:
            return Bookmark(str(connection.execute(_END).scalar_one()))

    def page(self, bookmark: Bookmark, limit: int) -> tuple[list[Any], Bookmark]:
        position = position_of(bookmark)
        with self.reading() as connection:
            rows = connection.exec_driver_sql(self._page, (position, limit)).all()
            if not rows and position > (end := connection.execute(_END).scalar_one()):
                raise BookmarkError(
                    f"Bookmark {bookmark} lies behind the end of this tape, {end}: it is of another. "
                    "Begin again at its start, 0"
                )
        return list(rows), Bookmark(str(rows[-1].position)) if rows else bookmark

    def between(self, after: Bookmark, through: Bookmark | None, recording: str | None = None) -> Iterator[Any]:
        places = (position_of(after), WITHOUT_END if through is None else position_of(through))
        with self.reading() as connection:
            if recording is None:
                yield from self.stream(connection, self._between, places)
            else:
                yield from self.stream(connection, self._between_of, (*places, recording))

    def cuts(self, after: Bookmark, through: Bookmark, rows: int) -> Iterator[Bookmark]:
        # Positions have no gaps.
        for position in range(position_of(after) + rows, position_of(through), rows):
            yield Bookmark(str(position))

    def lag(self) -> Lag:
        return Lag(0, 0.0, None)

    def settled(self) -> int:
        return WITHOUT_END

    def last_given_position(self, connection: sa.Connection) -> int:
        found = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'tape'").scalar_one_or_none()
        return found if isinstance(found, int) else 0

    def close(self) -> None:
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            self._writers.dispose()
            self._readers.dispose()

    def _open_writer(self) -> sa.Connection:
        if not self._writable:
            raise ReadOnlyTapeError(f"The database {self.path} can only be read: its file or folder is write-protected")
        if self._writer is None:
            self._writer = self._writers.connect()
        return self._writer

    def _connect_reader(self) -> sqlite3.Connection:
        connection = connect(self._reading_uri, self._patience)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _connect_writer(self) -> sqlite3.Connection:
        return connect_to_write(self.path, "rw", self._patience)
