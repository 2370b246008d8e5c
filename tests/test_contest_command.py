"""`gametape contests`: standings, matches with the games they link to, and what contradicts the rules."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dashboard.cli import main
from dashboard.contests import contests
from dashboard.workspace import Workspace
from events.tape import migrate
from tests.expected import SAMPLES

Ran = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path) -> Ran:
    migrate(tmp_path / "tape.db")

    def running(*words: str | Path) -> tuple[int, str, str]:
        ran = CliRunner().invoke(main, ["--database", str(tmp_path / "tape.db"), *map(str, words)])
        assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exc_info
        return ran.exit_code, ran.stdout, ran.stderr

    return running


def listed(run: Ran) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run("contests", "--json")[1])["contests"]
    return found


def test_an_empty_tape_says_where_contests_come_from(run: Ran) -> None:
    assert run("contests") == (
        0,
        "There are no contests on the tape; `gametape import` reads events and leagues from files\n",
        "",
    )


def test_a_contest_shows_its_standings_and_matches(run: Ran) -> None:
    run("import", SAMPLES / "native" / "contest.jsonl")
    (cup,) = listed(run)

    code, printed, _ = run("contests", cup["contest"])

    assert code == 0
    assert printed.startswith("Spring Cup: 5 players, 4 matches, complete\n")
    assert "    1  Vero      2      0     0     0       6" in printed
    assert "r2-1       2  Vero v Kip  by points  7:4    Vero    points" in printed


def test_the_games_of_a_contest_are_found_by_the_client_s_own_ids(tmp_path: Path, run: Ran) -> None:
    run("import", SAMPLES / "boba-playbook" / "tournament.json")

    with Workspace(str(tmp_path / "tape.db")) as work:
        (found,) = contests(work)

    assert [(game.number, game.winner) for game in found.state.matches["g1"].games] == [(1, 1), (2, 1)]  # type: ignore[index]
    assert found.state.findings == []


def test_a_contest_that_contradicts_its_rules_is_told_with_the_rule(tmp_path: Path, run: Ran) -> None:
    lines = (SAMPLES / "native" / "contest.jsonl").read_text()
    swapped = tmp_path / "swapped.jsonl"
    swapped.write_text(
        lines.replace('"side":1,"reason":"points","score":[7,4]', '"side":2,"reason":"points","score":[7,4]')
    )
    run("import", swapped)
    (cup,) = listed(run)

    code, printed, _ = run("contests", cup["contest"])

    assert (cup["status"], code) == ("quarantined", 1)
    assert "Match r2-1: the log states side 2, the rules derive side 1" in printed


def test_what_is_no_contest_is_told(run: Ran) -> None:
    run("import", SAMPLES / "native" / "rookie.jsonl")
    (game,) = json.loads(run("games", "--json")[1])["games"]

    assert run("contests", "nothing")[::2] == (
        1,
        "gametape: There is no contest 'nothing'; `gametape contests` lists those there are\n",
    )
    assert run("contests", game["id"])[::2] == (
        1,
        f"gametape: '{game['id']}' is a game, not a contest; `gametape replay {game['id']}` shows it\n",
    )
