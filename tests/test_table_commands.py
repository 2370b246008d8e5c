"""`gametape rebuild` and `gametape tables` as a user runs them, with processes and a cluster too."""

import json
import os
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from click.testing import CliRunner

from dashboard import tables as dashboard_tables
from dashboard.cli import main
from dashboard.demo import simulate_onto
from dashboard.tables import TABLES_VARIABLE
from dashboard.workspace import Workspace
from events.registry import RecordingsJoined
from events.tape import migrate
from ingest.selfplay import Wish
from tests.test_tables import contents, record


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A tape of several parts, with two recordings of one game."""
    monkeypatch.setenv(TABLES_VARIABLE, str(tmp_path / "tables"))
    monkeypatch.setattr(dashboard_tables, "A_PART", 16)
    path = str(tmp_path / "gametape.db")
    migrate(path)
    with Workspace(path) as work:
        simulate_onto(work, "boba", Wish(50))
        simulate_onto(work, "challengers", Wish(3, players=2))
        one, other = record(work.tape, 2)
        work.tape.append_registry([RecordingsJoined(recordings=(other, one), why="person")])
    return path


def run(database: str, *words: str) -> tuple[int, str, str]:
    ran = CliRunner().invoke(main, ["--database", database, *words])
    assert ran.exception is None or isinstance(ran.exception, SystemExit), ran.exc_info
    return ran.exit_code, ran.stdout, ran.stderr


def answered(database: str, *words: str) -> Any:
    code, out, err = run(database, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_a_rebuild_tells_what_it_read(database: str) -> None:
    told = answered(database, "rebuild")

    assert told["games"] == {"boba": 51, "challengers": 3}
    assert told["events"] > 50 * 50
    assert Path(told["folder"]).resolve().is_dir()


def test_a_rebuild_in_processes_makes_the_same_tables(database: str) -> None:
    with Workspace(database) as work:
        alone = contents(work.facts.rebuild()[0])
        with ProcessPoolExecutor(2, mp_context=get_context("forkserver")) as executor:
            together = contents(work.facts.rebuild(executor)[0])

    assert together == alone


@pytest.mark.filterwarnings("default")  # Dask's own processes and sockets
def test_a_rebuild_on_a_cluster_makes_the_same_tables(database: str, tmp_path: Path) -> None:
    """With GAMETAPE_TEST_CLUSTER set to a number, so many processes; otherwise a cluster within this process."""
    distributed = pytest.importorskip("distributed")
    processes = int(os.environ.get("GAMETAPE_TEST_CLUSTER", "0"))
    with (
        distributed.LocalCluster(
            n_workers=processes or 1,
            threads_per_worker=1,
            processes=processes > 0,
            dashboard_address=None,
            local_directory=str(tmp_path / "dask"),
        ) as cluster,
        Workspace(database) as work,
    ):
        code, out, _ = run(database, "rebuild", "--cluster", cluster.scheduler_address)
        assert (code, out.startswith("Games: 51 of boba, 3 of challengers;")) == (0, True)
        current = work.facts.store.current()
        assert current is not None
        assert contents(current) == contents(work.facts.rebuild()[0])


def test_the_list_names_every_table_with_its_size_and_columns(database: str) -> None:
    told = answered(database, "tables")

    rows = {row["table"]: row for row in told["tables"]}
    assert rows["boba.games"]["rows"] == 51
    assert rows["boba.games"]["bytes"] == sum(
        path.stat().st_size for path in Path(told["folder"]).glob("boba/games/*.parquet")
    )
    assert rows["challengers.games"]["columns"][0] == {
        "name": "game",
        "kind": "UInt32",
        "meaning": "the game's number: the same in all tables of a snapshot, another after the game changed",
    }
    assert "boba.battles" in run(database, "tables")[1]
    assert "a battle that was decided" in run(database, "tables", "boba.battles")[1]
    assert answered(database, "tables", "boba.games")["rows"] == 51


def test_a_table_is_written_to_files(database: str, tmp_path: Path) -> None:
    paths = {kind: tmp_path / f"seats.{kind}" for kind in ("parquet", "csv", "arrow")}

    options = [word for kind, path in paths.items() for word in (f"--{kind}", str(path))]
    code, _, err = run(database, "tables", "boba.seats", *options)

    assert (code, err.count("102 rows in ")) == (0, 3)
    whole = pl.read_parquet(paths["parquet"])
    assert pl.read_ipc(paths["arrow"]).equals(whole)
    assert pl.read_csv(paths["csv"], schema=whole.schema).equals(whole)


def test_tables_as_known_at_a_bookmark_are_built_by_name(database: str) -> None:
    assert answered(database, "rebuild", "--through", "20")["games"] == {"boba": 20, "challengers": 0}
    assert answered(database, "tables", "boba.games", "--through", "20")["rows"] == 20
    assert answered(database, "tables", "boba.games")["rows"] == 51


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("rebuild", "--through", "today"), 1, "'today' is no bookmark of this tape"),
        (("rebuild", "--through", "999"), 1, "Bookmark 999 lies behind the end of this tape"),
        (("rebuild", "--cluster", "tcp://127.0.0.1:1", "--workers", "2"), 2, "Name --workers or --cluster, not both"),
        (("rebuild", "--cluster", "nowhere://x"), 1, "There is no Dask cluster at nowhere://x: "),
        (("tables", "boba.nothing"), 2, "There is no table 'boba.nothing'; there are boba.games, "),
        (("tables", "--csv", "x.csv"), 2, "Name the table to write"),
        (("tables", "boba.games", "--csv", "/nowhere/x.csv"), 1, "/nowhere/x.csv cannot be written"),
    ],
)
def test_wrong_use_is_told(database: str, words: tuple[str, ...], code: int, message: str) -> None:
    ended, _, err = run(database, *words)

    assert (ended, message in err) == (code, True), err
