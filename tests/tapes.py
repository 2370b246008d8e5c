"""What the tests of the tape share: games to record, and ways to look and reach into its database past Gametape."""

import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import sqlalchemy as sa

from events.base import Event, RecordingId
from events.boba import Passed
from events.schema import METADATA
from events.tape import NewRecording, Tape

ROOT = Path(__file__).parent.parent


def passes(first: int, last: int) -> list[Event]:
    """Events that tell their number in their recording."""
    return [Passed(seat=1 + number % 2, battle=1 + (number - 1) % 99) for number in range(first, last + 1)]


def telling(events: Sequence[Event], digest: str | None = None, recording: str | None = None) -> NewRecording:
    """A new recording of these events."""
    name = None if recording is None else RecordingId(recording)
    return NewRecording(family="boba", adapter="test", events=events, digest=digest, id=name)


def record(tape: Tape, events: Sequence[Event]) -> RecordingId:
    """Adds a recording of these events, in one batch."""
    return tape.append_new([telling(events)])[0].id


class Hands:
    """A connection past Gametape that understands the same SQL on both databases."""

    def __init__(self, connection: "sqlite3.Connection | psycopg.Connection[Any]") -> None:
        self.connection: Any = connection
        self.is_postgres = isinstance(connection, psycopg.Connection)

    def execute(self, statement: str, values: Sequence[object] = ()) -> Any:
        if self.is_postgres:
            statement = re.sub(r"x'([0-9a-f]*)'", r"'\\x\1'::bytea", statement).replace("?", "%s")
            return self.connection.execute(statement.encode(), values or None)
        return self.connection.execute(statement, values)

    def executescript(self, script: str) -> None:
        if self.is_postgres:
            self.execute(script)
        else:
            self.connection.executescript(script)


def is_postgres(url: str | Path) -> bool:
    return str(url).startswith("postgresql")


@contextmanager
def connected(url: str | Path) -> Iterator[Hands]:
    """A connection as anybody has who can write the database; changes are kept."""
    if is_postgres(url):
        with psycopg.connect(str(url)) as connection:
            yield Hands(connection)
    else:
        with closing(sqlite3.connect(url)) as file:
            yield Hands(file)
            file.commit()


@contextmanager
def reach_into(url: str | Path) -> Iterator[Hands]:
    """A connection without any guards."""
    with connected(url) as hands:
        if hands.is_postgres:
            hands.execute("SET session_replication_role = replica")
        else:
            names = hands.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall()
            for (trigger,) in names:
                hands.execute(f"DROP TRIGGER {trigger}")
        yield hands


def rows_of(url: str | Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table that Gametape exports, alike for both databases."""
    engine = sa.create_engine(
        str(url).replace("postgresql:", "postgresql+psycopg:") if is_postgres(url) else f"sqlite:///{url}"
    )
    with engine.connect() as connection:
        found = {
            name: sorted((tuple(row) for row in connection.execute(sa.select(table))), key=repr)
            for name, table in METADATA.tables.items()
            if name != "trait"
        }
    engine.dispose()
    return found


def start_python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Starts Python in a process of its own."""
    command = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
