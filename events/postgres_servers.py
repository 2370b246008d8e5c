"""Reaches PostgreSQL servers, and says plainly what is wrong with one or with what it holds."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg.types.string import StrBinaryDumper, StrDumper, StrDumperUnknown, TextBinaryLoader, TextLoader

from events.errors import (
    BusyTapeError,
    DamagedTapeError,
    NotAdmittedError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    OvertakenError,
    ReadOnlyTapeError,
    RefusedRowsError,
    TakenPlaceError,
    TapeError,
    UnreachableTapeError,
)
from events.schema import METADATA, check_revision

# Seconds for which a server may take to answer at all.
_ANSWER = 10
# xid8, pg_current_xact_id and pg_snapshot.
_OLDEST_SERVER = 130000
# "gametape" as a number: several that migrate take turns.
_MIGRATING = 0x67616D6574617065
_HELD = "somebody else held it for over {:g} s"

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
# Stored transaction numbers that this server has not reached yet were given by another one.
_FROM_ELSEWHERE = """
    SELECT xid >= pg_snapshot_xmax(pg_current_snapshot()) FROM tape ORDER BY xid DESC LIMIT 1
"""
# Behind an epoch, the last rows must do: those before it fill the top of the index.
_FROM_ELSEWHERE_AGAIN = """
    SELECT xid >= pg_snapshot_xmax(pg_current_snapshot())
    FROM (SELECT xid FROM tape WHERE position > %s ORDER BY position DESC LIMIT 1000) AS lately
    ORDER BY xid DESC LIMIT 1
"""


def url_of(address: str) -> sa.URL:
    """The parts of a `postgresql://` address. Raises TapeError without showing what may be a password."""
    expected = "expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE, and %40 for an @ in a password"
    try:
        url = sa.make_url(address)
    except (sa.exc.ArgumentError, ValueError):
        raise TapeError(f"This postgresql:// address cannot be read: {expected}") from None
    if url.drivername not in {"postgresql", "postgresql+psycopg"}:
        raise TapeError(f"Gametape reaches PostgreSQL by psycopg; {url.drivername}:// is not supported")
    if "@" in (url.host or "") or not url.database:
        raise TapeError(f"This postgresql:// address names no database or host: {expected}")
    return url.set(drivername="postgresql+psycopg")


def name_of(url: sa.URL) -> str:
    """An address as messages may show it: without password and options."""
    place = url.host or str(url.query.get("host", ""))
    port = url.port or url.query.get("port")
    user = f"{url.username}@" if url.username else ""
    return f"postgresql://{user}{place}{f':{port}' if port else ''}/{url.database}"


def engine_of(url: sa.URL, patience: float, *, writes: bool) -> sa.Engine:
    """An engine whose connections begin no transaction by themselves."""
    settings = [f"-c lock_timeout={max(1, round(patience * 1000))}"]
    if not writes:
        settings.append("-c default_transaction_read_only=on")
    engine = sa.create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        # Values as a tuple, for prepared texts; our arrays and texts need nothing of hstore.
        paramstyle="format",
        use_native_hstore=False,
        pool_size=4,
        max_overflow=-1,
        pool_pre_ping=not writes,
        connect_args={
            "options": " ".join([*_given(url, "options"), *settings]),
            "connect_timeout": url.query.get("connect_timeout", str(_ANSWER)),
            "fallback_application_name": "gametape",
            "client_encoding": "utf8",
            "cursor_factory": _BinaryCursor,
        },
    )
    sa.event.listen(engine, "connect", _adapt)
    return engine


def _given(url: sa.URL, option: str) -> list[str]:
    value = url.query.get(option, ())
    return [value] if isinstance(value, str) else list(value)


class _BinaryCursor(psycopg.Cursor[Any]):
    """A cursor that fetches payloads as bytes, not as twice as many digits."""

    def __init__(self, connection: psycopg.Connection[Any], **options: Any) -> None:
        super().__init__(connection, **options)
        self.format = psycopg.pq.Format.BINARY


# Texts. PostgreSQL stores no NUL, and files of players may hold any character. So U+0000 is kept as U+0001 0, and
# U+0001 as U+0001 1: nothing is lost, all other texts stand in the tables as they are, and equal stays equal.


def escape(text: str) -> str:
    """A text as PostgreSQL can keep it."""
    if "\0" in text or "\1" in text:
        return text.replace("\1", "\x011").replace("\0", "\x010")
    return text


def unescape(text: str) -> str:
    """The text that was kept."""
    return text.replace("\x010", "\0").replace("\x011", "\1") if "\1" in text else text


class _DumpText(StrDumper):
    def dump(self, obj: str) -> Any:
        return super().dump(escape(obj))


class _DumpUnknown(StrDumperUnknown):
    def dump(self, obj: str) -> Any:
        return super().dump(escape(obj))


class _DumpBinary(StrBinaryDumper):
    def dump(self, obj: str) -> Any:
        return super().dump(escape(obj))


class _LoadText(TextLoader):
    def load(self, data: Any) -> str:
        return unescape(str(data, "utf-8"))


class _LoadBinary(TextBinaryLoader):
    def load(self, data: Any) -> str:
        return unescape(str(data, "utf-8"))


def _adapt(connection: psycopg.Connection[Any], _: object) -> None:
    for dumper in (_DumpBinary, _DumpText, _DumpUnknown):
        connection.adapters.register_dumper(str, dumper)
    for loader in (_LoadText, _LoadBinary):
        connection.adapters.register_loader("text", loader)


# What a database is


def examine(name: str, connection: sa.Connection) -> list[int]:
    """The last positions of all epochs but the one that goes on. Raises the TapeError that says what is wrong."""
    tables = list(connection.exec_driver_sql(_TABLES).scalars())
    found = None
    if "alembic_version" in tables:
        found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    check_revision(name, tables, found)
    epochs = [int(it) for it in connection.exec_driver_sql("SELECT through FROM epoch ORDER BY through").scalars()]
    if is_from_elsewhere(connection, epochs):
        raise OlderTapeError(f"The database {name} was copied here from another server: run `gametape migrate`")
    return epochs


def is_from_elsewhere(connection: sa.Connection, epochs: list[int]) -> bool:
    """Whether there are rows whose transactions this server has not come to yet."""
    if epochs:
        return bool(connection.exec_driver_sql(_FROM_ELSEWHERE_AGAIN, (epochs[-1],)).scalar_one_or_none())
    return bool(connection.exec_driver_sql(_FROM_ELSEWHERE).scalar_one_or_none())


@contextmanager
def migrating(url: sa.URL, patience: float) -> Iterator[sa.Connection]:
    """A transaction that migrates a database, while nobody else does; at its end, rows from elsewhere are let in."""
    name = name_of(url)
    engine = engine_of(url, patience, writes=True)
    try:
        with told(name, patience), engine.connect() as connection:
            connection.exec_driver_sql("BEGIN")
            connection.exec_driver_sql("SELECT pg_advisory_xact_lock(%s)", (_MIGRATING,))
            _check_place(name, connection)
            yield connection
            _begin_epoch(connection)
            connection.commit()
    finally:
        engine.dispose()


def _check_place(name: str, connection: sa.Connection) -> None:
    version, encoding = connection.exec_driver_sql(
        "SELECT current_setting('server_version_num')::int, current_setting('server_encoding')"
    ).one()
    if version < _OLDEST_SERVER:
        raise NotATapeError(f"The server of {name} is PostgreSQL {version // 10000}: Gametape needs 13 or newer")
    if encoding != "UTF8":
        raise NotATapeError(f"The database {name} has the encoding {encoding}: make it with UTF8")
    tables = set(connection.exec_driver_sql(_TABLES).scalars())
    if tables - {"alembic_version"} and not tables >= {"alembic_version", "tape", "recording"}:
        others = ", ".join(sorted(tables - METADATA.tables.keys())[:5])
        raise NotATapeError(f"{name} is a database of something else: it has the tables {others}")


def _begin_epoch(connection: sa.Connection) -> None:
    """Puts rows that came from another server before all that this one will write."""
    connection.exec_driver_sql("LOCK TABLE tape IN SHARE ROW EXCLUSIVE MODE")
    epochs = [int(it) for it in connection.exec_driver_sql("SELECT through FROM epoch ORDER BY through").scalars()]
    if is_from_elsewhere(connection, epochs):
        connection.exec_driver_sql(
            "INSERT INTO epoch SELECT max(position), (extract(epoch FROM now()) * 1000000)::bigint FROM tape"
        )
    # A copy of the tables alone leaves their counters behind.
    for table, column in (("tape", "position"), ("recording", "number"), ("problem", "number")):
        connection.exec_driver_sql(
            f"SELECT setval('{table}_{column}_seq', it.highest) "  # noqa: S608 (names of our own tables)
            f"FROM (SELECT max({column}) AS highest FROM {table}) AS it, {table}_{column}_seq AS counter "
            "WHERE it.highest > counter.last_value OR it.highest = counter.last_value AND NOT counter.is_called"
        )


# What an error means


@contextmanager
def told(name: str, patience: float) -> Iterator[None]:
    """Tells an error of the driver as the TapeError it is."""
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise _meaning(error.orig, name, patience) from error
    except psycopg.Error as error:
        raise _meaning(error, name, patience) from error


def _meaning(error: BaseException | None, name: str, patience: float) -> TapeError:
    if not isinstance(error, psycopg.Error):
        return TapeError(f"The database {name} refused: {error}")
    if error.sqlstate is None:
        return _without_state(error, name)
    said = error.diag.message_primary or _in_one_line(error)
    # Whoever may read the tape was let in when it was opened; so a right that is missing is one to write.
    for states, meaning in (
        (("3D000",), _no_database(name)),
        (("28",), NotAdmittedError(f"The server of {name} does not let this user in: {said}")),
        (("55P03",), BusyTapeError(f"The database {name} is locked: {_HELD.format(patience)}; try again")),
        (("40",), OvertakenError(f"The database {name} was written by others at the same time: {said}; try again")),
        (("42501", "25006"), ReadOnlyTapeError(f"The database {name} can only be read: {said}")),
        (("23505",), TakenPlaceError(f"The database {name} refused: {said}", said)),
        (("23",), RefusedRowsError(f"The database {name} refused: {said}", said)),
        (("XX001", "XX002"), DamagedTapeError(f"The database {name} is damaged: {said}. Restore an export or a copy")),
        (("08", "57P"), _lost(name, said)),
    ):
        if error.sqlstate.startswith(states):
            return meaning
    return TapeError(f"The database {name} refused: {said}")


def _without_state(error: psycopg.Error, name: str) -> TapeError:
    """What an error means that libpq tells in words only: those of connecting, and of connections that broke."""
    said = _in_one_line(error)
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return TapeError(f"The database {name} refused: {said}")
    if re.search(r'database "[^"]*" does not exist', said):
        return _no_database(name)
    if re.search(r'authentication failed|no password supplied|role "[^"]*" does not exist|pg_hba\.conf|denied', said):
        return NotAdmittedError(f"The server of {name} does not let this user in: {said}")
    if isinstance(error, psycopg.errors.ConnectionTimeout) or "connection failed" in said or "connect" in said[:20]:
        return UnreachableTapeError(f"The server of {name} cannot be reached: {said}")
    return _lost(name, said)


def _no_database(name: str) -> NoTapeError:
    return NoTapeError(f"There is no database {name}: make it with `createdb`, then run `gametape migrate`")


def _lost(name: str, said: str) -> UnreachableTapeError:
    return UnreachableTapeError(
        f"The connection to {name} was lost: {said}. What was under way is on the tape as a whole or not at all; "
        "do it again, a retry adds nothing twice"
    )


def _in_one_line(error: BaseException) -> str:
    return " ".join(str(error).split())
