"""Making and migrating the database of a tape, and saying what else a file may be."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.command import upgrade
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from events.schema import METADATA, REVISIONS
from events.tape import (
    BusyTapeError,
    NewerTapeError,
    NoTapeError,
    NotATapeError,
    OlderTapeError,
    ReadOnlyTapeError,
    Tape,
    TapeError,
    migrate,
)
from tests.tapes import ROOT, passes, record, start_python


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "events" / "migrations"))
    config.set_main_option("path_separator", "os")
    return config


def test_the_revisions_of_the_code_are_those_of_the_migrations() -> None:
    scripts = ScriptDirectory.from_config(_config())

    assert tuple(script.revision for script in scripts.walk_revisions())[::-1] == REVISIONS


def test_the_migrations_make_the_tables_that_the_code_expects(tmp_path: Path) -> None:
    migrate(tmp_path / "gametape.db")
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'gametape.db'}")

    with engine.connect() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), METADATA)
    engine.dispose()

    assert differences == []


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_revision_keeps_what_makes_the_tape_append_only(tmp_path: Path, revision: str) -> None:
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'gametape.db'}")
    config = _config()

    with engine.begin() as connection:
        config.attributes["connection"] = connection
        upgrade(config, revision)
        rows = connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        made = {row.name: str(row.sql) for row in rows}
    engine.dispose()

    assert "position INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT" in made["tape"].replace("\t", "")
    assert {name: table for name, table in made.items() if "RAISE(ABORT" in table}.keys() >= {
        "tape_refuses_update",
        "tape_refuses_delete",
        "tape_refuses_a_taken_place",
        "tape_grows_at_its_end",
        "seal_refuses_update",
        "seal_refuses_delete",
        "seal_follows_the_last",
        "recording_keeps_what_it_says",
        "recording_head_moves_on",
        "recording_refuses_delete",
    }


def test_migrating_makes_the_folder_and_is_done_once(tmp_path: Path) -> None:
    path = tmp_path / "some % folder" / "deeper" / "game tape?.db"

    assert migrate(path) == REVISIONS
    assert migrate(path) == ()
    with Tape(path) as tape:
        assert tape.recordings() == []


@pytest.mark.parametrize("form", ["{}", "sqlite:///{}"])
def test_a_database_is_named_by_a_path_or_an_address(tmp_path: Path, form: str) -> None:
    url = form.format(tmp_path / "gametape.db")
    migrate(url)

    with Tape(url) as tape:
        record(tape, passes(1, 1))

    with Tape(tmp_path / "gametape.db") as tape:
        assert len(tape.recordings()) == 1


_MIGRATE = "import sys; from events.tape import migrate; print(migrate(sys.argv[1]))"


def test_several_that_migrate_at_once_make_one_database(tmp_path: Path) -> None:
    started = [start_python(_MIGRATE, tmp_path / "gametape.db") for _ in range(4)]
    answers = sorted(process.communicate(timeout=60)[0].strip() for process in started)

    assert answers == sorted(["()", "()", "()", str(REVISIONS)])


def _make_nothing(_: Path) -> None:
    """Leaves the place empty."""


def _make_folder(path: Path) -> None:
    path.mkdir()


def _make_binary(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))


def _make_foreign(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (id)")


def _make_empty(path: Path) -> None:
    path.touch()


def _make_bare(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")


def _make_older(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.execute("DROP TABLE vacancy")
        connection.execute("DROP TABLE source_part")
        connection.execute("DROP TABLE trait")
        connection.execute("DROP TABLE forgetting")
        connection.commit()


def _make_newer(path: Path) -> None:
    migrate(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()


_OTHERS: list[tuple[Callable[[Path], None], type[TapeError], str]] = [
    (_make_nothing, NoTapeError, "There is no database {}: run `gametape migrate` or `gametape demo`"),
    (_make_folder, NotATapeError, "{} is a folder, not a database"),
    (
        _make_binary,
        NotATapeError,
        r"{} is not a database: it begins with b'\x89PNG\r\n\x1a\n\x00\x00\x00\x00\x00\x00\x00\x00'",
    ),
    (_make_foreign, NotATapeError, "{} is a database of something else: it has the tables bookmarks"),
    (_make_empty, OlderTapeError, "The database {} is empty: run `gametape migrate`"),
    (_make_bare, OlderTapeError, "The database {} is empty: run `gametape migrate`"),
    (
        _make_older,
        OlderTapeError,
        f"The database {{}} has revision 0001, and this Gametape needs {REVISIONS[-1]}: run `gametape migrate`",
    ),
    (
        _make_newer,
        NewerTapeError,
        "The database {} has revision 9999, and this Gametape knows revisions up to "
        f"{REVISIONS[-1]}: install a newer Gametape",
    ),
]


@pytest.mark.parametrize(("make", "error", "message"), _OTHERS)
def test_what_is_no_tape_is_told(
    tmp_path: Path, make: Callable[[Path], None], error: type[TapeError], message: str
) -> None:
    path = tmp_path / "thing.db"
    make(path)

    with pytest.raises(error) as refused:
        Tape(path)

    assert type(refused.value) is error
    assert str(refused.value) == message.format(path)


@pytest.mark.parametrize(("make", "error"), [(make, error) for make, error, _ in _OTHERS])
def test_only_an_empty_place_is_migrated(tmp_path: Path, make: Callable[[Path], None], error: type[TapeError]) -> None:
    path = tmp_path / "thing.db"
    make(path)

    if error in (NoTapeError, OlderTapeError):
        assert migrate(path) == (("0002", "0003", "0004", "0005") if make is _make_older else REVISIONS)
        Tape(path).close()
    else:
        with pytest.raises(error):
            migrate(path)


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", "No database is named: expected a path, sqlite:///PATH or postgresql://HOST/DATABASE"),
        ("sqlite://", "A tape needs a file: expected sqlite:///PATH"),
        ("sqlite:///:memory:", "A tape needs a file: expected sqlite:///PATH"),
        ("mysql://me:secret@here/tape", "Gametape keeps its tape in SQLite or PostgreSQL; mysql:// is not supported"),
        ("sqlite://host:port/x", "sqlite://host:port/x is no address of a database: expected sqlite:///PATH"),
    ],
)
def test_an_address_that_is_none_is_told(url: str, message: str) -> None:
    for open_it in (Tape, migrate):
        with pytest.raises(TapeError) as refused:
            open_it(url)
        assert str(refused.value) == message


def test_a_place_below_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(ReadOnlyTapeError, match="cannot be made: "):
        migrate(tmp_path / "file" / "gametape.db")


def test_a_locked_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "gametape.db"
    migrate(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        other.execute("INSERT INTO text VALUES ('a', 'b')")

        with pytest.raises(BusyTapeError, match=r"is locked: somebody else held it for over 0\.1 s; try again"):
            Tape(path, patience=0.1)
