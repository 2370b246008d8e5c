"""Opens the database of a tape and says plainly why it cannot; what is peculiar to SQLite stands here."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa

from events.schema import METADATA, RECORDING, REVISIONS

# Seconds for which a statement waits for a lock that somebody else holds.
PATIENCE = 30.0

_MAGIC = b"SQLite format 3\0"
_MIGRATIONS = Path(__file__).parent / "migrations"


class TapeError(Exception):
    """Something kept the tape from doing what it was asked; the message says what, and what helps."""


class NoTapeError(TapeError):
    """There is no database yet: migrate makes one."""


class NotATapeError(TapeError):
    """What was named is something else: name another file."""


class OlderTapeError(TapeError):
    """The database is older than this code, or still empty: migrate it."""


class NewerTapeError(TapeError):
    """The database is newer than this code: install a newer Gametape."""


class ReadOnlyTapeError(TapeError):
    """The database can be read but not written: get the right to write it."""


class BusyTapeError(TapeError):
    """Somebody else held the database for too long: try again."""


class DamagedTapeError(TapeError):
    """What the database holds cannot be read: verify it, restore a backup."""


class Database:
    """One writer and any number of readers of a SQLite file; every error that leaves it is a TapeError.

    The writer is a single long-lived connection behind a lock. Its transactions begin with BEGIN IMMEDIATE, so that
    one which has read never finds that it may not write. Readers have connections of their own: they see what was
    committed before and wait for nobody.
    """

    def __init__(self, url: str | Path, patience: float = PATIENCE) -> None:
        self.path = path_of(url)
        self._patience = patience
        self._reading_uri, self._writable = _examine(self.path, patience)
        self._readers = _engine(self._connect_reader)
        self._writers = _engine(self._connect_writer)
        self._writer: sa.Connection | None = None
        self._lock = threading.Lock()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection that only reads; each statement sees all commits before it."""
        with _told(self.path, self._patience), self._readers.connect() as connection:
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
        with self._lock, _told(self.path, self._patience):
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
        with self._lock, _told(self.path, self._patience):
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
        connection = _connect(self._reading_uri, self._patience)
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _connect_writer(self) -> sqlite3.Connection:
        return _connect_to_write(self.path, "rw", self._patience)


def migrate(url: str | Path, patience: float = PATIENCE) -> tuple[str, ...]:
    """Makes the database with its folder, or brings an older one up to date; the revisions that this took.

    Raises NotATapeError, NewerTapeError, BusyTapeError and, where the place cannot be written, ReadOnlyTapeError.
    """
    # Alembic is imported here because only migrating needs it: 0.2 s.
    from alembic.command import upgrade
    from alembic.config import Config

    path = path_of(url)
    _make_place(path)
    if path.stat().st_size:
        try:
            _examine(path, patience)
        except OlderTapeError:
            pass
        else:
            return ()
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    engine = _engine(lambda: _connect_to_write(path, "rwc", patience))
    try:
        with _told(path, patience), engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            before = _revision(connection.connection.driver_connection)
            config.attributes["connection"] = connection
            upgrade(config, "head")
            connection.commit()
    finally:
        engine.dispose()
    return REVISIONS[REVISIONS.index(before) + 1 :] if before else REVISIONS


def path_of(url: str | Path) -> Path:
    """The file of a `sqlite:///` address, or of a plain path."""
    if isinstance(url, Path):
        return url
    if not url:
        raise TapeError("No database is named: expected a path or sqlite:///PATH")
    if "://" not in url:
        return Path(url)
    scheme = url.split("://", maxsplit=1)[0]
    if scheme != "sqlite":
        raise TapeError(f"Gametape keeps its tape in SQLite; {scheme}:// is not supported")
    try:
        file = sa.make_url(url).database
    except sa.exc.ArgumentError as error:
        raise TapeError(f"{url} is no address of a database: expected sqlite:///PATH") from error
    if not file or file == ":memory:":
        raise TapeError("A tape needs a file: expected sqlite:///PATH")
    return Path(file)


# Reads as 1 + the highest number; the writer's transaction lets nobody else take one meanwhile.
_NEXT_NUMBER = sa.select(sa.func.coalesce(sa.func.max(RECORDING.c.number), 0) + 1)


def _engine(connect: Any) -> sa.Engine:
    # AUTOCOMMIT leaves BEGIN to us: the driver's own begins after the first SELECT and takes the write lock too late.
    return sa.create_engine(
        "sqlite://",
        creator=connect,
        poolclass=sa.QueuePool,
        pool_size=4,
        max_overflow=-1,
        isolation_level="AUTOCOMMIT",
    )


def _connect(uri: str, patience: float) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)


def _connect_to_write(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    connection = _connect(_uri(path, f"mode={mode}"), patience)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("PRAGMA foreign_keys = ON")
        # KiB, for the indexes on random ids and digests; the default of 2 MiB reads them anew for every game.
        connection.execute("PRAGMA cache_size = -32768")
    except BaseException:
        connection.close()
        raise
    return connection


def _uri(path: Path, options: str) -> str:
    return f"file:{quote(str(path))}?{options}"


def _make_place(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError as error:
        raise ReadOnlyTapeError(f"The database {path} cannot be made: {error.strerror}") from error


def _examine(path: Path, patience: float) -> tuple[str, bool]:
    """How to open a file for reading, and whether it can be written. Raises the TapeError that says what it is."""
    if path.is_dir():
        raise NotATapeError(f"{path} is a folder, not a database")
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except FileNotFoundError as error:
        raise NoTapeError(f"There is no database {path}: run `gametape migrate` or `gametape demo`") from error
    except OSError as error:
        raise TapeError(f"The database {path} cannot be read: {error.strerror}") from error
    if not start:
        raise OlderTapeError(f"The database {path} is empty: run `gametape migrate`")
    if start != _MAGIC:
        raise NotATapeError(f"{path} is not a database: it begins with {start!r}")
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    with _told(path, patience):
        uri = _reading_uri(path, patience, writable=writable)
        with closing(_connect(uri, patience)) as connection:
            _check_revision(path, connection)
    return uri, writable


def _reading_uri(path: Path, patience: float, *, writable: bool) -> str:
    if writable:
        return _uri(path, "mode=rw")
    uri = _uri(path, "mode=ro")
    try:
        with closing(_connect(uri, patience)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError:
        # Without a place for the write-ahead log's index, SQLite reads a file only if told that nobody changes it.
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _uri(path, "immutable=1")
    return uri


def _check_revision(path: Path, connection: sqlite3.Connection) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables - {"alembic_version"}:
        raise OlderTapeError(f"The database {path} is empty: run `gametape migrate`")
    if not tables >= {"alembic_version", "tape", "recording"}:
        others = ", ".join(sorted(tables - METADATA.tables.keys())[:5])
        raise NotATapeError(f"{path} is a database of something else: it has the tables {others}")
    found = _revision(connection)
    if found not in REVISIONS:
        raise NewerTapeError(
            f"The database {path} has revision {found}, and this Gametape knows revisions up to {REVISIONS[-1]}: "
            "install a newer Gametape"
        )
    if found != REVISIONS[-1]:
        raise OlderTapeError(
            f"The database {path} has revision {found}, and this Gametape needs {REVISIONS[-1]}: run `gametape migrate`"
        )


def _revision(connection: Any) -> str | None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
        return None
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    return row[0] if row else None


@contextmanager
def _told(path: Path, patience: float) -> Iterator[None]:
    """Tells an error of the driver as the TapeError it is."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _meaning(error.orig, path, patience) from error
    except sqlite3.Error as error:
        raise _meaning(error, path, patience) from error


def _meaning(error: BaseException | None, path: Path, patience: float) -> TapeError:
    code: str = getattr(error, "sqlite_errorname", "")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return BusyTapeError(f"The database {path} is locked: somebody else held it for over {patience:g} s; try again")
    if code.startswith("SQLITE_READONLY"):
        return ReadOnlyTapeError(f"The database {path} can only be read: {error}")
    if code.startswith("SQLITE_NOTADB"):
        return NotATapeError(f"{path} is not a database: {error}")
    if code.startswith("SQLITE_CORRUPT"):
        return DamagedTapeError(f"The database {path} is damaged: {error}. Restore it from an export or a copy")
    return TapeError(f"The database {path} refused: {error}")
