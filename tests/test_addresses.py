"""The command and the page call each step of a game by the same recording and event."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dashboard.cli import main
from dashboard.screens.replay import _addresses
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.importing import import_bytes
from projector.boba import GAME
from tests.tellings import file_of, from_on, game_of, seen

BEFORE = 50


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A game that two recordings tell: one seat's to an early end, the other's from a later event on."""
    migrate(tmp_path / "tape.db")
    events = seen(GAME, game_of(1), 1)
    with Workspace(str(tmp_path / "tape.db")) as work:
        parts = file_of(events[: BEFORE + 20], from_on(events, BEFORE), ids=["g", "g"])
        import_bytes(work.tape, parts, "parts.jsonl", work.cards)
    return tmp_path / "tape.db"


@pytest.fixture
def work(database: Path) -> Iterator[Workspace]:
    with Workspace(str(database)) as found:
        yield found


def run(database: Path, *words: object) -> Result:
    return CliRunner().invoke(main, ["--database", str(database), "replay", *map(str, words)])


def answered(database: Path, *words: object) -> Any:
    done = run(database, *words, "--json")
    assert done.exit_code == 0, done.stderr
    return json.loads(done.stdout)


def test_a_step_is_called_as_the_page_calls_it(database: Path, work: Workspace) -> None:
    (game,) = work.listed(9)
    assert len(work.told(game.id).recordings) == 2

    steps = answered(database, game.id)["steps"]

    called = [(step["recording"], step["event"]) for step in steps]
    assert called == [tuple(address) for address in _addresses(work, game.id)["address"][1:]]
    assert len({recording for recording, _ in called}) == 2


def test_every_address_leads_the_command_to_the_table_that_it_leads_the_page_to(
    database: Path, work: Workspace
) -> None:
    (game,) = work.listed(9)
    arrived = _addresses(work, game.id)["arrived"]

    for recording, steps in arrived.items():
        for event in (0, 1, len(steps) // 2, len(steps) - 1):
            told = answered(database, recording, "--event", event)
            assert told["step"] == steps[event]
            assert told["state"] == answered(database, game.id, "--step", steps[event])["state"]


def test_the_printed_steps_of_a_united_game_name_their_recordings(database: Path, work: Workspace) -> None:
    (game,) = work.listed(9)
    addresses = work.addresses(game.id)

    lines = [line for line in run(database, game.id).stdout.splitlines() if line[:5].strip().isdigit()]

    assert [tuple(line[8:].split()[:2]) for line in lines] == [(name, str(event)) for name, event in addresses[1:]]


def test_an_event_that_a_recording_does_not_have_is_told(database: Path, work: Workspace) -> None:
    (game,) = work.listed(9)

    beyond, both = run(database, game.id, "--event", 9999), run(database, game.id, "--event", 1, "--step", 1)

    assert beyond.exit_code == 1
    assert f"The recording has events 0 to {work.recording(game.id).head}, not 9999" in beyond.stderr
    assert both.exit_code == 2
    assert "--step and --event name the same thing" in both.stderr
