"""Makes, migrates and opens the database of a tape, whatever it is kept in."""

from contextlib import AbstractContextManager
from pathlib import Path

import sqlalchemy as sa

from events.database import Database
from events.errors import PATIENCE, NoTapeError, OlderTapeError, TapeError
from events.schema import REVISIONS
from events.sqlite import SqliteDatabase
from events.sqlite_files import migrating as migrating_sqlite
from events.sqlite_files import path_of

_MIGRATIONS = Path(__file__).parent / "migrations"

# psycopg is imported where it is used, because only PostgreSQL needs it: 0.1 s.


def open_database(url: str | Path, patience: float = PATIENCE) -> Database:
    """The database at `sqlite:///PATH`, a path, or `postgresql://...`. Raises the TapeError that says what it is."""
    if not _is_postgres(url):
        return SqliteDatabase(path_of(url), patience)
    from events.postgres import PostgresDatabase
    from events.postgres_servers import url_of

    return PostgresDatabase(url_of(str(url)), patience)


def shown(url: str | Path) -> str:
    """An address as messages may show it: without its password."""
    if not _is_postgres(url):
        return str(url)
    from events.postgres_servers import name_of, url_of

    return name_of(url_of(str(url)))


def migrate(url: str | Path, patience: float = PATIENCE) -> tuple[str, ...]:
    """Makes the tables, or brings older ones up to date; the revisions that this took.

    A SQLite file is made with its folder; a PostgreSQL database has to be there. One that was copied to a younger
    server is made readable there. Raises NotATapeError, NewerTapeError, BusyTapeError and, where the place cannot be
    written, ReadOnlyTapeError.
    """
    try:
        open_database(url, patience).close()
    except OlderTapeError:
        pass
    except TapeError as error:
        if not isinstance(error, NoTapeError) or _is_postgres(url):
            raise
    else:
        return ()
    # Alembic is imported here because only migrating needs it: 0.2 s.
    from alembic.command import upgrade
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with _migrating(url, patience) as connection:
        before = _revision(connection)
        config.attributes["connection"] = connection
        upgrade(config, "head")
    return REVISIONS[REVISIONS.index(before) + 1 :] if before else REVISIONS


def _is_postgres(url: str | Path) -> bool:
    if isinstance(url, Path):
        return False
    if not url:
        raise TapeError("No database is named: expected a path, sqlite:///PATH or postgresql://HOST/DATABASE")
    if "://" not in url:
        return False
    scheme = url.split("://", maxsplit=1)[0]
    if scheme == "sqlite":
        return False
    if scheme.split("+")[0] != "postgresql":
        raise TapeError(f"Gametape keeps its tape in SQLite or PostgreSQL; {scheme}:// is not supported")
    return True


def _migrating(url: str | Path, patience: float) -> AbstractContextManager[sa.Connection]:
    if not _is_postgres(url):
        return migrating_sqlite(path_of(url), patience)
    from events.postgres_servers import migrating as migrating_postgres
    from events.postgres_servers import url_of

    return migrating_postgres(url_of(str(url)), patience)


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one_or_none()
    return found
