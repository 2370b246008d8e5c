"""A process that is killed while it changes the tables, and two that change them at once."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from dashboard.tables import TABLES_VARIABLE
from dashboard.workspace import Workspace
from events.tape import Tape, migrate
from tests.test_tables import contents, record

ROOT = Path(__file__).resolve().parents[1]
# Kills itself at the n-th file that it makes, links, renames or removes where the tables lie; tells when there is none.
KILLED = """
import os, signal, sys
from dashboard.workspace import Workspace
database, rebuilds, left = sys.argv[1], sys.argv[2] == "rebuild", int(sys.argv[3])
def watch(event, arguments):
    global left
    if event not in {"open", "os.mkdir", "os.rename", "os.link", "os.symlink", "os.remove", "os.rmdir"}:
        return
    if any(isinstance(it, str) and "/tables/" in it for it in map(os.fspath, filter(named, arguments))):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
def named(it):
    return isinstance(it, (str, os.PathLike))
with Workspace(database) as work:
    work.facts
    sys.addaudithook(watch)
    work.facts.rebuild() if rebuilds else work.refreshed()
print("ended")
"""
REFRESHES = """
import sys
from dashboard.workspace import Workspace
from tests.test_tables import record
with Workspace(sys.argv[1]) as work:
    for _ in range(int(sys.argv[2])):
        record(work.tape, 2)
        tables = work.tables()
        tables["battles"].collect(), tables["seats"].collect()
"""


def start(code: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT)


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv(TABLES_VARIABLE, str(tmp_path / "tables"))
    migrate(tmp_path / "gametape.db")
    return str(tmp_path / "gametape.db")


@pytest.mark.parametrize("doing", ["refresh", "rebuild"])
def test_a_kill_at_any_point_leaves_the_old_tables_and_the_next_refresh_completes_them(
    database: str, doing: str
) -> None:
    step = int(os.environ.get("GAMETAPE_TEST_KILL_STEP", "18"))
    with Workspace(database) as work:
        # Seven segments, so that the next refresh merges them too.
        for _ in range(7):
            record(work.tape, 1)
            work.refreshed()
        record(work.tape, 1)
    points = 1
    while not killed(database, doing, points):
        points += step

    assert points > 20
    with Workspace(database) as work:
        again = contents(work.refreshed())
        assert again == contents(work.facts.rebuild()[0])
        assert len(again["boba.games"]) == 8
        # A place that was made and not locked yet could be somebody's: it stays for an hour.
        assert [it.name for it in (work.facts.folder / "work").iterdir() if (it / "lock").exists()] == []


def killed(database: str, doing: str, point: int) -> bool:
    """Whether the process ended by itself; the tables must be readable whenever it did not."""
    process = start(KILLED, database, doing, str(point))
    out, _ = process.communicate(timeout=60)
    assert process.returncode in {0, -signal.SIGKILL}
    with Workspace(database) as work:
        before = work.facts.store.current()
        assert before is not None
        assert len(contents(before)["boba.games"]) in {7, 8}
    return out == "ended\n"


def test_processes_that_refresh_at_once_lose_nothing(database: str) -> None:
    processes = [start(REFRESHES, database, "10") for _ in range(3)]

    assert [process.communicate(timeout=120)[0] for process in processes] == [""] * 3
    assert [process.returncode for process in processes] == [0, 0, 0]
    with Workspace(database) as work:
        assert len(contents(work.refreshed())["boba.games"]) == 60
        assert contents(work.refreshed()) == contents(work.facts.rebuild()[0])


def test_threads_that_refresh_at_once_see_all_there_is(database: str) -> None:
    with Workspace(database) as work, Tape(database) as tape:

        def refreshed(_: int) -> int:
            record(tape, 1)
            return work.tables()["games"].collect().height

        with ThreadPoolExecutor(4) as threads:
            seen = list(threads.map(refreshed, range(20)))

    assert max(seen) == 20
    assert min(seen) >= 1


def test_a_reader_waits_for_no_writer_and_is_answered_as_of_before(database: str) -> None:
    with Workspace(database) as work, Workspace(database, patience=0.0) as page:
        record(work.tape, 1)
        work.refreshed()
        record(work.tape, 1)
        with work.facts.store.changing(0):
            assert page.tables()["games"].collect().height == 1
        assert page.tables()["games"].collect().height == 2
