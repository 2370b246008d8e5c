"""The tape in a PostgreSQL database."""

import datetime as dt
import re
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

import psycopg
import sqlalchemy as sa

from events.bookmarks import START, WITHOUT_END, Bookmark, BookmarkError, Lag
from events.database import Database, Insert, Thing
from events.errors import BusyTapeError, NotAdmittedError, OvertakenError, ReadOnlyTapeError, TakenPlaceError
from events.postgres_servers import engine_of, examine, name_of, told
from events.schema import PROBLEM, RECORDING, TAPE
from events.statements import BATCH, BETWEEN

# How often a transaction is done again because another writer got in between.
_ATTEMPTS = 20
# Seconds between two looks at whether older transactions have ended.
_LOOK = 0.02
# A row's transaction and position.
_Place: TypeAlias = tuple[str, int]
# Beyond every transaction.
_LAST_XID = str(2**64 - 1)

# As a number, which costs a follower less than a text.
_XID: sa.Label[int] = sa.literal_column("tape.xid::text::bigint").label("xid")
_ORDER = "ORDER BY tape.xid, tape.position"
_UP_TO = "(tape.xid, tape.position) <= (%s::xid8, %s::bigint)"
# Below the oldest transaction that is still open: nothing can come before these rows any more.
_IS_SETTLED = "tape.xid < pg_snapshot_xmin(pg_current_snapshot())"
_END = f"SELECT xid::text, position FROM tape WHERE position > %s AND {_IS_SETTLED} ORDER BY xid DESC, position DESC"  # noqa: S608 (fixed parts)
_LAG = f"""
    SELECT count(*), min(recorded_at), (
        SELECT min(began) FROM (
            SELECT xact_start AS began, backend_xid AS xid FROM pg_stat_activity
            UNION ALL SELECT prepared, transaction FROM pg_prepared_xacts
        ) AS open WHERE xid = pg_snapshot_xmin(pg_current_snapshot())::xid
    )
    FROM tape WHERE position > %s AND NOT {_IS_SETTLED}
"""  # noqa: S608 (fixed parts)
# What a person can have erased.
_SIDE_TABLES = "source, source_part, problem, player, text"


class _Stretch(NamedTuple):
    """Where to read on in an epoch: behind a place in it, between the positions that bound it."""

    xid: str
    position: int
    above: int
    through: int

    def condition(self) -> str:
        """Takes the place as its values.

        What bounds the epoch stands in the text: with values for it, the plan that the server keeps for all of them
        walks the wrong index and takes seven times as long.
        """
        parts = ["(tape.xid, tape.position) > (%s::xid8, %s::bigint)"]
        if self.above:
            parts.append(f"tape.position > {self.above}")
        parts.append(_IS_SETTLED if self.through == WITHOUT_END else f"tape.position <= {self.through}")
        return " AND ".join(parts)


class PostgresDatabase(Database):
    """A PostgreSQL database, where any number of writers commit side by side.

    **Order.** A position is given when a row is written, and rows become visible when their transaction commits: a
    reader that pages by position misses rows of transactions that overtook each other. So a row also has the number of
    its transaction (`xid`), followers read by (xid, position), and they see only rows below the oldest transaction
    that is still open: nothing can come before those any more. What an open transaction holds back, `lag` tells.

    **Bookmarks** are `XID-POSITION` of the row they stand behind, and that row is looked up when they are used. A copy
    of the database on another server (pg_dump, pg_basebackup, pg_upgrade, a subscription) keeps them valid. If that
    server is younger, it has not come to the stored xids yet; opening the copy then asks for `gametape migrate`, which
    notes an **epoch**: all rows there are come first, in their old order, whatever this server writes comes behind
    them. A tape restored from an export has new xids: old bookmarks answer BookmarkError, and a follower begins again
    at START, knowing what it has by recording and event number.

    **Erasing** sets values to NULL and vacuums their tables at once, so that no query gives them back, old snapshots
    apart. Their bytes may stay in free space of the tables' files until it is written over (VACUUM FULL does that),
    and stay in the write-ahead log, in replicas and in backups for as long as those are kept.
    """

    leaves_gaps = True

    def __init__(self, url: sa.URL, patience: float) -> None:
        self.name = name_of(url)
        self._patience = patience
        self._readers = engine_of(url, patience, writes=False)
        self._writers = engine_of(url, patience, writes=True)
        self.dialect = self._readers.dialect
        try:
            with self.reading() as connection:
                self._epochs = examine(self.name, connection)
        except ReadOnlyTapeError as error:
            self.close()
            raise NotAdmittedError(f"{error}".replace("can only be read", "may not be read by this user")) from error
        except BaseException:
            self.close()
            raise
        self._rows = self.prepare(BATCH.add_columns(_XID, TAPE.c.position))
        self._rows_between = self.prepare(BETWEEN)

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with told(self.name, self._patience), self._readers.connect() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[sa.Connection]:
        with self.reading() as connection:
            connection.exec_driver_sql("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        with told(self.name, self._patience):
            connection = self._begin()
            try:
                yield connection
                connection.commit()
            except BaseException:
                self._roll_back(connection)
                raise
            finally:
                connection.close()

    def write(self, work: Callable[[sa.Connection], Thing]) -> Thing:
        for _ in range(_ATTEMPTS - 1):
            try:
                with self.writing() as connection:
                    return work(connection)
            except (OvertakenError, TakenPlaceError):
                # Somebody else has committed what stood in the way, so that now it can be seen.
                continue
        with self.writing() as connection:
            return work(connection)

    @contextmanager
    def restoring(self) -> Iterator[sa.Connection]:
        counters = {"tape_position_seq": TAPE.c.position} | {
            f"{table.name}_number_seq": table.c.number for table in (RECORDING, PROBLEM)
        }
        with self.writing() as connection:
            connection.exec_driver_sql("SET LOCAL gametape.restoring = 'yes'")
            # Lets no other writer take a number meanwhile; and setval is only undone on a counter that begins anew.
            for counter in counters:
                connection.exec_driver_sql(f"ALTER SEQUENCE {counter} RESTART")
            yield connection
            for counter, column in counters.items():
                if highest := connection.execute(sa.select(sa.func.max(column))).scalar_one():
                    connection.exec_driver_sql("SELECT setval(%s, %s)", (counter, highest))

    def scrub(self, *, anew: bool = False) -> None:
        """Removes the versions of rows from before they were erased. The class says where traces remain."""
        with told(self.name, self._patience), self._writers.connect() as connection:
            connection.exec_driver_sql(f"VACUUM {'(FULL) ' if anew else ''}{_SIDE_TABLES}")

    def inserting(self, table: sa.Table, columns: Sequence[str] | None = None) -> Insert:
        names = columns or [str(column.name) for column in table.columns]
        quoted = ", ".join(f'"{name}"' for name in names)
        statement = f'COPY "{table.name}" ({quoted}) FROM STDIN'

        def insert(connection: sa.Connection, rows: Sequence[tuple[Any, ...]]) -> None:
            driver: Any = connection.connection.driver_connection
            with told(self.name, self._patience), driver.cursor() as cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)

        return insert

    def numbers(self, connection: sa.Connection, count: int) -> Sequence[int]:
        drawn = "SELECT nextval('recording_number_seq') FROM generate_series(1, %s)"
        return [int(number) for number in connection.exec_driver_sql(drawn, (count,)).scalars()]

    # The order in which followers see the tape

    def end(self) -> Bookmark:
        with self.reading() as connection:
            last = connection.exec_driver_sql(f"{_END} LIMIT 1", (self._restored,)).one_or_none()
            if last is None and self._restored:
                before = self._epochs[-2] if len(self._epochs) > 1 else 0
                last = connection.exec_driver_sql(
                    "SELECT xid::text, position FROM tape WHERE position > %s AND position <= %s "
                    "ORDER BY xid DESC, position DESC LIMIT 1",
                    (before, self._restored),
                ).one_or_none()
        return START if last is None else _bookmark(*last)

    def page(self, bookmark: Bookmark, limit: int) -> tuple[list[Any], Bookmark]:
        rows: list[Any] = []
        with self.reading() as connection:
            for stretch in self._stretches(*self._place(connection, bookmark)):
                statement = f"{self._rows} WHERE {stretch.condition()} {_ORDER} LIMIT {limit - len(rows):d}"
                rows += connection.exec_driver_sql(statement, stretch[:2]).all()
                if len(rows) >= limit:
                    break
        return rows, _bookmark(rows[-1].xid, rows[-1].position) if rows else bookmark

    def between(self, after: Bookmark, through: Bookmark | None, recording: str | None = None) -> Iterator[Any]:
        with self.snapshot() as connection:
            start = self._place(connection, after)
            end = None if through is None else self._place(connection, through)
            wanted = () if recording is None else (recording,)
            of = "AND recording.id = %s" if wanted else ""
            for stretch, last in self._bounded(start, end):
                statement = f"{self._rows_between} WHERE {stretch.condition()} AND {_UP_TO} {of} {_ORDER}"
                yield from self.stream(connection, statement, (*stretch[:2], *last, *wanted))

    def cuts(self, after: Bookmark, through: Bookmark, rows: int) -> Iterator[Bookmark]:
        with self.snapshot() as connection:
            end = self._place(connection, through)
            places = self._keys(connection, self._place(connection, after), end)
            yield from (_bookmark(*place) for place in islice(places, rows - 1, None, rows) if place != end)

    def _keys(self, connection: sa.Connection, start: _Place, end: _Place) -> Iterator[_Place]:
        for stretch, last in self._bounded(start, end):
            statement = f"SELECT xid::text, position FROM tape WHERE {stretch.condition()} AND {_UP_TO} {_ORDER}"  # noqa: S608 (fixed parts)
            yield from self.stream(connection, statement, (*stretch[:2], *last))

    def _bounded(self, start: _Place, end: _Place | None) -> Iterator[tuple[_Stretch, _Place]]:
        """What lies behind one place up to another, each stretch with the last place in it."""
        everything = (_LAST_XID, WITHOUT_END)
        xid, position = end or everything
        for stretch in self._stretches(*start):
            if position <= stretch.above:
                break
            yield stretch, (xid, position) if position <= stretch.through else everything

    def lag(self) -> Lag:
        with self.reading() as connection:
            rows, oldest, since = connection.exec_driver_sql(_LAG, (self._restored,)).one()
        waited = max(0.0, time.time() - oldest / 1_000_000) if rows else 0.0
        return Lag(rows, round(waited, 3), since.astimezone(dt.UTC) if since else None)

    def settled(self) -> int:
        deadline = time.monotonic() + self._patience
        with self.reading() as connection:
            given = self.last_given_position(connection)
            # Whoever has one of these positions had its xid before, so it is below what comes next.
            following = connection.exec_driver_sql("SELECT pg_snapshot_xmax(pg_current_snapshot())::text").scalar_one()
            ended = "SELECT pg_snapshot_xmin(pg_current_snapshot()) >= %s::xid8"
            while not connection.exec_driver_sql(ended, (following,)).scalar_one():
                if time.monotonic() > deadline:
                    raise BusyTapeError(
                        f"A transaction on the server of {self.name} was open for over {self._patience:g} s and may "
                        "still write: let it end, then try again"
                    )
                time.sleep(_LOOK)
        return given

    def last_given_position(self, connection: sa.Connection) -> int:
        given = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM tape_position_seq"
        return int(connection.exec_driver_sql(given).scalar_one())

    def close(self) -> None:
        self._writers.dispose()
        self._readers.dispose()

    @property
    def _restored(self) -> int:
        """The last position of the epochs that are over."""
        return self._epochs[-1] if self._epochs else 0

    def _place(self, connection: sa.Connection, bookmark: Bookmark) -> tuple[str, int]:
        if bookmark == START:
            return "0", 0
        found = re.fullmatch(r"(\d{1,18})-(\d{1,18})", bookmark, re.ASCII)
        if not found:
            raise BookmarkError(f"{bookmark!r} is no bookmark of this tape: begin again at its start, {START}")
        xid, position = found[1], int(found[2])
        there = "SELECT 1 FROM tape WHERE position = %s AND xid = %s::xid8"
        if connection.exec_driver_sql(there, (position, xid)).first() is None:
            raise BookmarkError(
                f"Bookmark {bookmark} is of another tape, or of this one before it was restored from an export: "
                f"begin again at its start, {START}"
            )
        return xid, position

    def _stretches(self, xid: str, position: int) -> Iterator[_Stretch]:
        """What lies behind a place, one epoch after the other."""
        bounds = [0, *self._epochs, WITHOUT_END]
        here = bisect_left(self._epochs, position)
        for number in range(here, len(bounds) - 1):
            place = (xid, position) if number == here else ("0", 0)
            yield _Stretch(*place, bounds[number], bounds[number + 1])

    def _begin(self) -> sa.Connection:
        connection = self._writers.connect()
        try:
            connection.exec_driver_sql("BEGIN")
        except sa.exc.DBAPIError as error:
            connection.close()
            if not error.connection_invalidated:
                raise
            # It was lost since it was last used, with nothing under way: another will do.
            connection = self._writers.connect()
            connection.exec_driver_sql("BEGIN")
        return connection

    def _roll_back(self, connection: sa.Connection) -> None:
        try:
            driver: Any = None if connection.invalidated else connection.connection.driver_connection
            if driver is not None and driver.closed:
                connection.invalidate()
            connection.rollback()
        except (sa.exc.DBAPIError, psycopg.Error):
            # It is lost, and the server rolls back what a lost connection had begun.
            connection.invalidate()


def _bookmark(xid: int | str, position: int) -> Bookmark:
    return Bookmark(f"{xid}-{position}")
