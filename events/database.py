"""What the tape asks of its database, and each database answers in its own way."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, ClassVar, TypeAlias, TypeVar

import sqlalchemy as sa

from events.bookmarks import Bookmark, Lag

Thing = TypeVar("Thing")
# Adds rows, tuples in the order of the columns, all or none. Raises RefusedRowsError.
Insert: TypeAlias = Callable[[sa.Connection, Sequence[tuple[Any, ...]]], None]

# Rows that a stream holds at a time.
STREAMED = 1000


class Database(ABC):
    """The connections to a database; every error that leaves it is a TapeError. Threads may share one.

    `name` is how messages call it, without a password. `leaves_gaps`: a transaction that comes to nothing takes the
    positions it was given with it.
    """

    name: str
    leaves_gaps: ClassVar[bool]
    dialect: sa.Dialect

    # Transactions

    @abstractmethod
    def reading(self) -> AbstractContextManager[sa.Connection]:
        """A connection that only reads; each statement sees all commits before it."""

    @abstractmethod
    def snapshot(self) -> AbstractContextManager[sa.Connection]:
        """A connection that only reads, and whose statements all see the same commits."""

    @abstractmethod
    def writing(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that writes: committed at the end, rolled back by any exception."""

    @abstractmethod
    def write(self, work: Callable[[sa.Connection], Thing]) -> Thing:
        """What `work` returns, done in a transaction that writes, and done again if another writer got in between."""

    @abstractmethod
    def restoring(self) -> AbstractContextManager[sa.Connection]:
        """A transaction that fills an empty database with rows that bring their own numbers and positions."""

    @abstractmethod
    def scrub(self, *, anew: bool = False) -> None:
        """Removes what was erased from where it can still be found, as far as the database can.

        `anew`: writes the files anew from what is there, so that they have no trace in their free space either.
        """

    @abstractmethod
    def close(self) -> None:
        """Closes all connections."""

    # Statements

    def prepare(self, statement: sa.Select[Any] | sa.Insert | sa.Update, columns: Sequence[str] | None = None) -> str:
        """The text of a statement for `exec_driver_sql`, which takes its values as a tuple in their order in the text.

        It saves the preparation at every call, which costs more than the database needs for a row.
        """
        return str(statement.compile(dialect=self.dialect, column_keys=columns))

    @abstractmethod
    def inserting(self, table: sa.Table, columns: Sequence[str] | None = None) -> Insert:
        """How to add many rows of some columns of a table, None for all."""

    def stream(
        self, connection: sa.Connection, statement: str, values: tuple[Any, ...], at_once: int = STREAMED
    ) -> Iterator[Any]:
        """The rows of a prepared statement in a snapshot, few of them in memory at a time."""
        found = connection.exec_driver_sql(statement, values, execution_options={"yield_per": at_once})
        try:
            for rows in found.partitions():
                yield from rows
        finally:
            found.close()

    @abstractmethod
    def numbers(self, connection: sa.Connection, count: int) -> Sequence[int]:
        """Free numbers for so many new recordings, in a transaction that writes."""

    # The order in which followers see the tape

    @abstractmethod
    def end(self) -> Bookmark:
        """The end of what followers see now."""

    @abstractmethod
    def page(self, bookmark: Bookmark, limit: int) -> tuple[list[Any], Bookmark]:
        """The next rows behind a bookmark, each beginning with the columns of BATCH. Raises BookmarkError."""

    @abstractmethod
    def between(self, after: Bookmark, through: Bookmark | None, recording: str | None = None) -> Iterator[Any]:
        """All rows between two bookmarks, or those of one recording, as of `Tape.scan`. Raises BookmarkError."""

    @abstractmethod
    def cuts(self, after: Bookmark, through: Bookmark, rows: int) -> Iterator[Bookmark]:
        """Bookmarks between two others, each so many rows behind the one before. Raises BookmarkError."""

    @abstractmethod
    def lag(self) -> Lag:
        """What followers do not see yet."""

    @abstractmethod
    def settled(self) -> int:
        """A position, at or before which nothing can be written any more, as high as can be. Raises BusyTapeError."""

    @abstractmethod
    def last_given_position(self, connection: sa.Connection) -> int:
        """The highest position that a row of the tape ever had."""
