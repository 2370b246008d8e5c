"""What the tests of the tape share: games to record, and ways to look and reach into its file past Gametape."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from events.base import Event, RecordingId
from events.boba import Passed
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


@contextmanager
def reach_into(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection as anybody has who can write the file: no guards, and changes are kept."""
    with closing(sqlite3.connect(path)) as connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        yield connection
        connection.commit()


def rows_of(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of a file."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {table: sorted(connection.execute(f"SELECT * FROM {table}"), key=repr) for table in tables}  # noqa: S608 (names of our own tables)


def start_python(code: str, *arguments: object) -> subprocess.Popen[str]:
    """Starts Python in a process of its own."""
    command = [sys.executable, "-W", "error", "-c", code, *map(str, arguments)]
    return subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
