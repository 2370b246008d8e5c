"""docs/tables.md tells every table and column, and what it shows runs."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dashboard.demo import simulate_onto
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.selfplay import Wish
from projector.game import Game
from projector.games import GAMES
from projector.meanings import columns_with_meanings, meaning_of_table

PAGE = Path(__file__).resolve().parents[1] / "docs" / "tables.md"
GENERATED = "<!-- What follows is generated: python -m tests.test_table_docs -->\n"


def generated() -> str:
    return "\n".join(
        line for game in GAMES.values() for line in ["", f"## {game.title}: `{game.name}`", *_tables(game)]
    )


def _tables(game: Game[Any]) -> Iterator[str]:
    for table in (*game.tables, *game.counts):
        yield from ("", f"### {game.name}.{table}", f"One row: {meaning_of_table(game, table)}.", "")
        yield from ("| column | kind | what it holds |", "|---|---|---|")
        for column in columns_with_meanings(game, table):
            yield f"| `{column.name}` | {column.kind} | {column.meaning} |"


def test_the_page_tells_every_table_and_column() -> None:
    """If this fails, say what the new column means in the MEANINGS of the game and run the command above."""
    told = PAGE.read_text(encoding="utf-8").split(GENERATED)[1]

    assert told == generated() + "\n"


def test_no_meaning_is_empty() -> None:
    for game in GAMES.values():
        for table in (*game.tables, *game.counts):
            assert len(meaning_of_table(game, table)) > 5
            assert all(len(column.meaning) > 5 for column in columns_with_meanings(game, table))


def test_what_the_page_shows_for_notebooks_runs(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    database = str(tmp_path / "gametape.db")
    migrate(database)
    with Workspace(database) as work:
        simulate_onto(work, "boba", Wish(20))
        held = work.tables()["battles"].filter(honors=1, winner=1).collect().height
    shown = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"GAMETAPE_DATABASE": database, "PATH": path}

    done = subprocess.run(
        [sys.executable, "-c", shown], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )

    assert done.stderr == ""
    counts = re.findall(r"true *[│┆] *(\d+)", done.stdout)
    assert len(counts) == 2
    assert counts[0] == counts[1]
    assert int(counts[0]) >= held > 0
    assert "playmaker" in done.stdout


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8").split(GENERATED)[0]
    PAGE.write_text(page + GENERATED + generated() + "\n", encoding="utf-8", newline="\n")
