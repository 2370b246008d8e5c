"""Case 26: a log of any size comes onto the tape in flat memory. GAMETAPE_TEST_MEGABYTES=1000 makes it a gigabyte."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import replace

from dashboard.workspace import ROOT, Workspace
from events.base import Event
from events.boba import GameStarted
from events.sources import arrivals
from events.tape import migrate
from ingest.adapter import Person
from ingest.native import Client, write
from ingest.selfplay import HOUSES
from ingest.selfplay.house import Wish
from tests.expected import shipped

MEGABYTES = int(os.environ.get("GAMETAPE_TEST_MEGABYTES", "6"))
MOST_MEMORY = 400 * 1024 * 1024
# Runs a command and prints the most bytes it held; a process counts what the one that began it held, so this is small.
_MEASURING = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(done.returncode)
"""


def games() -> Iterator[bytes]:
    """The lines of one game after the other, of house bots who pass for people."""
    house = HOUSES["boba"]
    wish = house.settled(Wish(games=10**9, mode="playmaker"))
    for number, events in enumerate(house.deal(wish, ROOT / "data" / "boba", shipped()["boba"])):
        told = _of_people(events)
        players = sorted({seat.player for seat in told[0].seats if seat.player is not None})  # type: ignore[attr-defined]
        people = {player: Person(name=house.called(player), account=player) for player in players}
        lines = write("boba", told, people=people, texts={}, client=Client("Sideline"), client_game=f"game {number}")
        yield b"".join(lines)


def _of_people(events: list[Event]) -> list[Event]:
    started = events[0]
    assert isinstance(started, GameStarted)
    return [replace(started, simulated=False), *events[1:]]


def test_case_26_a_large_log_comes_onto_the_tape_whole_and_in_flat_memory(tmp_path: Path) -> None:
    log, place = tmp_path / "large.jsonl", tmp_path / "tape.db"
    told = 0
    with log.open("wb") as file:
        for game in games():
            file.write(game)
            told += 1
            if file.tell() >= MEGABYTES * 1_000_000:
                break
    migrate(place)

    gametape = Path(sys.executable).with_name("gametape")
    importing = subprocess.run(
        [sys.executable, "-c", _MEASURING, gametape, "--database", place, "import", log],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )

    with Workspace(str(place)) as work:
        (arrived,) = arrivals(work.tape)
        assert (arrived.size, arrived.recordings, arrived.problems) == (log.stat().st_size, told, 0)
        assert sum(map(len, work.tape.source_parts(arrived.source))) == arrived.size
    assert int(importing.stdout) < MOST_MEMORY
