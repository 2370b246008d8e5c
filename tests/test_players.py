"""The commands that say who is who, and what they answer to names that nobody or several have."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dashboard.cli import main
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.importing import import_files
from tests.expected import SAMPLES

KITCHEN_TABLE = SAMPLES / "native" / "kitchen-table.jsonl"
Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Ran:
    database = tmp_path / "tape.db"
    migrate(database)
    other = KITCHEN_TABLE.read_text().replace("kitchen-table-7", "kitchen-table-8").replace("Kitchen", "Other")
    (tmp_path / "other.jsonl").write_text(other.replace('"account":"', '"account":"x'))
    with Workspace(str(database)) as work:
        list(import_files(work.tape, [KITCHEN_TABLE, tmp_path / "other.jsonl"], work.cards))
        work.tape.players([("elsewhere", "account:1234567", "Ada")])

    def running(*words: str | Path) -> tuple[int, str, str]:
        ran = CliRunner().invoke(main, ["--database", str(database), "players", *map(str, words)])
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exc_info
        return ran.exit_code, ran.stdout, ran.stderr

    return running


def listed(run: Ran) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("list", "--json")[1])["players"]
    return found


def test_namesakes_are_listed_apart_and_a_shared_name_lists_who_could_be_meant(run: Ran) -> None:
    adas = [one for one in listed(run) if one["name"] == "Ada"]
    code, _, told = run("name", "Ada", "Ada Lund")

    assert len(adas) >= 2
    assert code == 1
    assert "'Ada' could be any of these" in told
    assert "...4567" in told
    assert all(one["person"] in told for one in adas)


def test_players_are_merged_by_the_beginning_of_an_id_and_split_again(run: Ran) -> None:
    before = listed(run)
    first, second = (one["person"] for one in before if one["name"] == "Ada")

    code, told, _ = run("merge", first, second[:12], "--by", "Ida", "--reason", "the same account")
    merged = next(one for one in listed(run) if one["person"] == first)
    undone = run("split", *told.split("split ")[1].split("`")[0].split())

    assert code == 0
    assert [alias["player"] for alias in merged["aliases"]] == [first, second]
    assert undone[0] == 0
    assert [one for one in listed(run) if one["name"] != "Ida"] == before


def test_a_person_is_named_and_is_me_until_nobody_is(run: Ran) -> None:
    first = next(one["person"] for one in listed(run) if one["name"] == "Ada")

    run("name", first, "Ada Lund")
    run("me", "Ada Lund")
    mine = [(one["person"], one["name"]) for one in listed(run) if one["me"]]
    run("me", "--nobody")

    assert mine == [(first, "Ada Lund")]
    assert not any(one["me"] for one in listed(run))
    assert "Ada Lund" in run("list")[1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("merge", "nobody", "Ben"), "There is no player 'nobody'"),
        (("merge", "", "Ben"), "There is no player ''"),
        (("name", "Ben", " "), "A name has 1 to 200 signs"),
        (("merge", "Ben", "Ben"), "are one person already"),
        (("split", "Ben", "Ben"), "are not merged"),
    ],
)
def test_what_cannot_be_said_is_told(run: Ran, words: tuple[str, ...], message: str) -> None:
    code, _, told = run(*words)

    assert code == 1
    assert message in told


def test_me_is_a_player_or_nobody(run: Ran) -> None:
    assert run("me")[0] == 2
    assert run("me", "Ben", "--nobody")[0] == 2
