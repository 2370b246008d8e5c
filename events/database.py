"""The connections to the database of a tape; with `events.opening`, all that is peculiar to SQLite."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from events.opening import (
    PATIENCE,
    BusyTapeError,
    ReadOnlyTapeError,
    connect,
    connect_to_write,
    engine_of,
    examine,
    path_of,
    told,
)
from events.schema import RECORDING

# Rows that a stream holds at a time.
_STREAMED = 1000
# Reads as 1 + the highest number; the writer's transaction lets nobody else take one meanwhile.
_NEXT_NUMBER = sa.select(sa.func.coalesce(sa.func.max(RECORDING.c.number), 0) + 1)


class Database:
    """One writer and any number of readers of a SQLite file; every error that leaves it is a TapeError.

    The writer is a single long-lived connection behind a lock. Its transactions begin with BEGIN IMMEDIATE, so that
    one which has read never finds that it may not write. Readers have connections of their own: they see what was
    committed before and wait for nobody.
    """

    def __init__(self, url: str | Path, patience: float = PATIENCE) -> None:
        self.path = path_of(url)
        self._patience = patience
        self._reading_uri, self._writable = examine(self.path, patience)
        self._readers = engine_of(self._connect_reader)
        self._writers = engine_of(self._connect_writer)
        self._writer: sa.Connection | None = None
        self._lock = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that only reads; each statement sees all commits before it."""
        with told(self.path, self._patience), self._readers.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        """A connection that only reads, and whose statements all see the same commits."""
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction of the writer: committed at the end, rolled back by any exception."""
        with self._lock, told(self.path, self._patience):
            connection = self._open_writer()
            try:
                connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection
                connection.commit()
            except BaseException:
                connection.rollback()
                raise

    def scrub(self) -> None:
        """Empties the write-ahead log, so that nothing that was erased can be read in it.

        Raises BusyTapeError if a reader needs the log for longer than the patience.
        """
        with self._lock, told(self.path, self._patience):
            connection = self._open_writer()
            busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").one()[0]
            connection.commit()
        if busy:
            raise BusyTapeError(
                f"It is erased, but a reader still uses the write-ahead log of {self.path}, where it can be found: "
                "let the readers end, then erase it again"
            )

    def next_number(self, connection: sa.Connection) -> int:
        """The lowest number free for new recordings; it stays so until the writer's transaction ends."""
        return int(connection.execute(_NEXT_NUMBER).scalar_one())

    def last_given_position(self, connection: sa.Connection) -> int:
        """The highest position that a row of the tape ever had; SQLite leaves none out before it."""
        found = connection.exec_driver_sql("SELECT seq FROM sqlite_sequence WHERE name = 'tape'").scalar_one_or_none()
        return found if isinstance(found, int) else 0

    def stream(self, connection: sa.Connection, statement: str, values: tuple[Any, ...]) -> Iterator[Any]:
        """The rows of a prepared statement, few of them in memory at a time."""
        options = {"yield_per": _STREAMED}
        for rows in connection.exec_driver_sql(statement, values, execution_options=options).partitions():
            yield from rows

    def prepare(self, statement: sa.Select[Any] | sa.Insert | sa.Update, columns: list[str] | None = None) -> str:
        """The text of a statement for `exec_driver_sql`, which takes its values as a tuple in their order in the text.

        It saves the preparation at every call, which costs more than SQLite needs for a row.
        """
        return str(statement.compile(dialect=self._readers.dialect, column_keys=columns))

    def close(self) -> None:
        """Closes all connections."""
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
