"""One SELECT over the tables, and nothing else: no file, no network, no setting, no endless query."""

from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from dashboard.query_worker import Limits
from dashboard.querying import WORKERS, QueryError, query

GAMES = pl.DataFrame({"game": [1, 2, 3], "mode": ["rookie", "playmaker", "rookie"], "winner": [1, 2, 0]})
QUICK = Limits(seconds=3)


@pytest.fixture(scope="module", autouse=True)
def _workers() -> Iterator[None]:
    yield
    WORKERS.close()


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("tables")
    GAMES.head(2).write_parquet(folder / "1.parquet")
    GAMES.tail(1).write_parquet(folder / "2.parquet")
    return sorted(folder.iterdir())


def refusal(sql: str, limits: Limits = QUICK) -> str:
    with pytest.raises(QueryError) as refused:
        query(sql, {"games": GAMES}, limits)
    return str(refused.value)


def test_a_select_is_answered_over_files_and_frames_alike(files: list[Path]) -> None:
    sql = "SELECT f.mode, count(*) AS n FROM files f JOIN games g USING (game) GROUP BY 1 ORDER BY 1"

    answer = query(sql, {"files": files, "games": GAMES})

    assert answer.table.rows() == [("playmaker", 1), ("rookie", 2)]
    assert not answer.more


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("", "Write a SELECT"),
        ("SELECT 1; SELECT 2", "These are 2 statements; write one SELECT"),
        ("CREATE TABLE mine AS SELECT 1", "This is a CREATE; only a SELECT is answered"),
        ("COPY games TO '/tmp/games.csv'", "This is a COPY; only a SELECT is answered"),
        ("ATTACH '/tmp/other.db'", "This is a ATTACH; only a SELECT is answered"),
        ("INSTALL httpfs", "only a SELECT is answered"),
        ("SET threads = 64", "This is a SET; only a SELECT is answered"),
        ("SELEC 1", 'Parser Error: syntax error at or near "SELEC"'),
        ("SELECT nothing FROM games", 'Referenced column "nothing" not found'),
        ("SELECT * FROM nothing", "Table with name nothing does not exist"),
    ],
)
def test_what_is_no_single_select_is_refused_with_the_reason(sql: str, said: str) -> None:
    assert said in refusal(sql)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_csv('{file}')",
        "SELECT * FROM read_text('{file}')",
        "SELECT * FROM read_blob('{file}')",
        "SELECT * FROM read_parquet('{file}')",
        "SELECT * FROM '{file}'",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM sniff_csv('{file}')",
        "SELECT * FROM 'https://example.org/x.parquet'",
        "SELECT getenv('HOME')",
        "SELECT * FROM sqlite_scan('{file}', 'x')",
        "FROM GAMES_HIDDEN_IN_PYTHON",
        "WITH x AS (SELECT * FROM read_json('{file}')) SELECT * FROM x",
    ],
)
def test_no_query_reaches_a_file_the_network_or_the_process(sql: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("password\nhunter2\n")

    said = refusal(sql.format(file=secret))

    assert "hunter2" not in said


def test_no_setting_tells_where_the_server_keeps_its_files() -> None:
    answer = query("SELECT value FROM duckdb_settings() WHERE value LIKE '%/%'", {})

    assert not [
        value for (value,) in answer.table.rows() if str(Path(__file__).parents[1]) in value or "/root" in value
    ]


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r",
        "SELECT count(*) FROM range(1000000000) x, range(1000000000) y",
        "SELECT unnest(range(1000000000))",
        "SELECT list(repeat('x', 1000000)) FROM range(100000)",
    ],
)
def test_a_query_without_end_is_stopped(sql: str) -> None:
    said = refusal(sql, Limits(seconds=1.5))

    assert said.endswith("was stopped") or "memory" in said.lower()


def test_an_answer_of_many_rows_is_cut_and_says_so() -> None:
    answer = query("SELECT * FROM range(50)", {}, Limits(rows=20))

    assert (answer.table.height, answer.more) == (20, True)


def test_an_answer_of_too_many_bytes_is_refused() -> None:
    said = refusal("SELECT repeat('x', 1000000) FROM range(100)", Limits(answer=1))

    assert said == "The answer is larger than 1 MiB: select less, or add a LIMIT"


def test_every_kind_of_value_can_be_shown() -> None:
    sql = (
        "SELECT [1, 2] AS l, {'a': 1} AS s, DATE '2026-05-01' AS d, INTERVAL 1 DAY AS i, 'x'::BLOB AS b, NULL AS n, "
        "uuid() AS u, 1.5::DECIMAL(10, 2) AS e, MAP {'k': 1} AS m, TIME '10:00' AS t, 'NaN'::DOUBLE AS f, 1 AS l"
    )

    answer = query(sql, {})

    assert answer.table.columns == ["l", "s", "d", "i", "b", "n", "u", "e", "m", "t", "f", "l_2"]
    assert answer.table.height == 1


def test_a_name_that_is_an_attack_is_a_name() -> None:
    answer = query('SELECT 1 AS "<img src=x onerror=alert(1)>"', {})

    assert answer.table.columns == ["<img src=x onerror=alert(1)>"]


def test_tables_stand_in_schemas_of_which_one_need_not_be_written() -> None:
    tables = {"boba.games": GAMES, "challengers.games": GAMES.head(1)}

    answer = query(
        "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM challengers.games)", tables, schema="boba"
    )

    assert answer.table.row(0) == (3, 1)
