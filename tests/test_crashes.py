"""An import that is killed at any moment leaves a sound tape, and importing again completes it."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from dashboard.demo import simulated
from dashboard.workspace import Workspace
from events.base import Event
from events.tape import Batch, Tape, migrate
from events.verify import verify
from ingest.importing import import_files
from ingest.native import Client, write
from ingest.selfplay import Wish
from tests.servers import Server
from tests.tapes import ROOT, is_postgres

# The long version: GAMETAPE_TEST_KILLS=50 GAMETAPE_TEST_GAMES=1000 pytest tests/test_crashes.py
KILLS = int(os.environ.get("GAMETAPE_TEST_KILLS", "5"))
GAMES = int(os.environ.get("GAMETAPE_TEST_GAMES", "300"))


class Moment(NamedTuple):
    """When to kill an import: so many seconds after so many games are on the tape."""

    games: int
    seconds: float


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A native file of many games."""
    folder = tmp_path_factory.mktemp("log")
    migrate(folder / "empty.db")
    with Workspace(str(folder / "empty.db")) as work, (folder / "log.jsonl").open("wb") as file:
        for number, events in enumerate(simulated(work, "boba", Wish(GAMES, 7)), 1):
            lines = write("boba", events, people={}, texts={}, client=Client("crash"), client_game=str(number))
            file.writelines(lines)
    return folder / "log.jsonl"


def _start_import(log: Path, url: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "dashboard.cli", "import", "--database", url, str(log)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def _wait_for_games(tape: Tape, importing: "subprocess.Popen[bytes]", count: int) -> None:
    while len(tape.recordings(limit=count)) < count and importing.poll() is None:
        time.sleep(0.001)


def _told(tape: Tape) -> dict[str | None, list[Event]]:
    """The games on the tape; players have other ids on every tape."""
    return {it.client_game: tape.read(it.id)[1:] for it in tape.recordings()}


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_an_import_killed_at_any_moment_is_completed_by_importing_again(
    request: pytest.FixtureRequest,
    tmp_path: Path,
    log: Path,
    database: str,
    record_property: Callable[[str, object], None],
) -> None:
    chance = random.Random(11)  # noqa: S311 (when to kill, not a secret)
    server: Server | None = request.getfixturevalue("server") if database == "postgres" else None

    def interrupted(url: str, at: Moment | None) -> int:
        """How many games are on the tape when an import has ended, or was killed."""
        with Tape(url) as tape:
            importing = _start_import(log, url)
            if at is not None:
                _wait_for_games(tape, importing, at.games)
                time.sleep(at.seconds)
                importing.kill()
            _, told = importing.communicate(timeout=300)
            assert at is not None or importing.returncode == 0, told
            return len(tape.recordings())

    def once(url: str, at: Moment | None) -> tuple[int, dict[str | None, list[Event]]]:
        migrate(url)
        there = interrupted(url, at)
        with Workspace(url) as work:
            assert verify(work.tape).sound
            list(import_files(work.tape, [log], work.cards))
            assert verify(work.tape).sound
            again = [report.added for report in import_files(work.tape, [log], work.cards)]
            assert again == [0]
            assert len(work.tape.recordings()) == GAMES
            assert sum(len(batch.events()) for batch in _batches(work.tape)) == sum(
                it.head for it in work.tape.recordings()
            )
            return there, _told(work.tape)

    def anew(number: int, at: Moment | None) -> tuple[int, dict[str | None, list[Event]]]:
        if server is None:
            return once(str(tmp_path / f"{number}.db"), at)
        with server.migrated() as url:
            assert is_postgres(url)
            return once(url, at)

    there, whole = anew(0, None)
    assert (there, len(whole)) == (GAMES, GAMES)
    reached = []
    for number in range(1, KILLS + 1):
        # Every fifth is killed while it starts, or when it has just stored the file.
        starting = Moment(0, chance.uniform(0.2, 1.5))
        at = starting if number % 5 == 0 else Moment(chance.randint(1, GAMES), chance.uniform(0, 0.05))
        there, told = anew(number, at)
        reached.append(there)
        assert told == whole
    record_property("games on the tape when killed", sorted(reached))
    assert any(0 < there < GAMES for there in reached)


def _batches(tape: Tape) -> list[Batch]:
    found: list[Batch] = []
    batches, mark = tape.follow()
    while batches:
        found += batches
        batches, mark = tape.follow(mark)
    return found
