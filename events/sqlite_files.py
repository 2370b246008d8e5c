"""Opens SQLite files, and says plainly what else a file may be."""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sa

from events.errors import (
    BusyTapeError,
    DamagedTapeError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    ReadOnlyTapeError,
    RefusedRowsError,
    TakenPlaceError,
    TapeError,
)
from events.schema import check_revision

_MAGIC = b"SQLite format 3\0"


def path_of(url: str | Path) -> Path:
    """The file of a `sqlite:///` address, or of a plain path."""
    if isinstance(url, Path):
        return url
    if "://" not in url:
        return Path(url)
    try:
        file = sa.make_url(url).database
    except (sa.exc.ArgumentError, ValueError) as error:
        raise TapeError(f"{url} is no address of a database: expected sqlite:///PATH") from error
    if not file or file == ":memory:":
        raise TapeError("A tape needs a file: expected sqlite:///PATH")
    return Path(file)


def engine_of(connect: Callable[[], sqlite3.Connection]) -> sa.Engine:
    """An engine whose connections begin no transaction by themselves."""
    # AUTOCOMMIT leaves BEGIN to us: the driver's own begins after the first SELECT and takes the write lock too late.
    return sa.create_engine(
        "sqlite://",
        creator=connect,
        poolclass=sa.QueuePool,
        pool_size=4,
        max_overflow=-1,
        isolation_level="AUTOCOMMIT",
    )


def connect(uri: str, patience: float) -> sqlite3.Connection:
    """A connection to a `file:` URI that begins no transaction by itself and that any thread may use."""
    return sqlite3.connect(uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)


def connect_to_write(path: Path, mode: str, patience: float) -> sqlite3.Connection:
    """A connection that loses no commit even if the power fails, and leaves nothing of what it deletes in the file."""
    connection = connect(_uri(path, f"mode={mode}"), patience)
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


@contextmanager
def migrating(path: Path, patience: float) -> Iterator[sa.Connection]:
    """A transaction that migrates a file, which is made with its folder if need be."""
    _make_place(path)
    engine = engine_of(lambda: connect_to_write(path, "rwc", patience))
    try:
        with told(path, patience), engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            yield connection
            connection.commit()
    finally:
        engine.dispose()


def _uri(path: Path, options: str) -> str:
    return f"file:{quote(str(path))}?{options}"


def _make_place(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.touch()
    except OSError as error:
        raise ReadOnlyTapeError(f"The database {path} cannot be made: {error.strerror}") from error


def examine(path: Path, patience: float) -> tuple[str, bool]:
    """How to open a file for reading, and whether it can be written. Raises the TapeError that says what it is."""
    if path.is_dir():
        raise NotATapeError(f"{path} is a folder, not a database")
    try:
        with path.open("rb") as file:
            start = file.read(len(_MAGIC))
    except (FileNotFoundError, NotADirectoryError) as error:
        raise NoTapeError(f"There is no database {path}: run `gametape migrate` or `gametape demo`") from error
    except OSError as error:
        raise TapeError(f"The database {path} cannot be read: {error.strerror}") from error
    if not start:
        raise OlderTapeError(f"The database {path} is empty: run `gametape migrate`")
    if start != _MAGIC:
        raise NotATapeError(f"{path} is not a database: it begins with {start!r}")
    writable = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    with told(path, patience):
        uri = _reading_uri(path, patience, writable=writable)
        with closing(connect(uri, patience)) as connection:
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            versions = "SELECT version_num FROM alembic_version"
            found = connection.execute(versions).fetchone() if "alembic_version" in tables else None
    check_revision(str(path), tables, found[0] if found else None)
    return uri, writable


def _reading_uri(path: Path, patience: float, *, writable: bool) -> str:
    if writable:
        return _uri(path, "mode=rw")
    uri = _uri(path, "mode=ro")
    try:
        with closing(connect(uri, patience)) as connection:
            connection.execute("SELECT 1 FROM sqlite_master")
    except sqlite3.OperationalError:
        # Without a place for the write-ahead log's index, SQLite reads a file only if told that nobody changes it.
        log = path.with_name(path.name + "-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _uri(path, "immutable=1")
    return uri


@contextmanager
def told(path: Path, patience: float) -> Iterator[None]:
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
    refused = f"The database {path} refused: {error}"
    if code in {"SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_PRIMARYKEY"}:
        return TakenPlaceError(refused, str(error))
    if code.startswith("SQLITE_CONSTRAINT"):
        return RefusedRowsError(refused, str(error))
    return TapeError(refused)
