"""The Query page: examples that run, an answer as chart and table, and what is refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.demo import simulate_onto
from dashboard.querying import WORKERS
from dashboard.screens.query import EXAMPLES
from dashboard.screens.shared import opened
from dashboard.workspace import DATABASE_VARIABLE, Workspace
from events.tape import migrate
from ingest.selfplay import Wish
from projector.games import GAMES


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        simulate_onto(work, "boba", Wish(10, 1))
    yield place
    opened.clear()
    WORKERS.close()


@pytest.fixture(autouse=True)
def _on_the_tape(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))


def shown(**query: str) -> AppTest:
    def script() -> None:
        import streamlit as st

        from dashboard.screens import pages
        from dashboard.screens.query import page
        from dashboard.screens.shared import guarded

        st.navigation(list(pages()))
        guarded(page)()

    app = AppTest.from_function(script, default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def test_without_a_query_the_page_says_what_to_do() -> None:
    page = shown()

    assert not page.exception
    assert [info.value for info in page.info] == ["Write a SELECT, or take an example."]


def test_a_query_in_the_address_is_answered() -> None:
    page = shown(sql="SELECT mode, count(*) AS games FROM games GROUP BY mode")

    assert not page.exception
    assert page.dataframe[0].value.to_dict("list") == {"mode": ["playmaker"], "games": [10]}


@pytest.mark.parametrize(
    ("sql", "said"),
    [("DROP TABLE games", "This is a DROP; only a SELECT is answered"), ("SELECT 1; SELECT 2", "2 statements")],
)
def test_what_is_refused_is_told(sql: str, said: str) -> None:
    page = shown(sql=sql)

    assert not page.exception
    assert said in page.error[0].value


def test_an_answer_without_rows_is_a_state() -> None:
    page = shown(sql="SELECT * FROM games WHERE false")

    assert not page.exception
    assert "no rows" in page.info[0].value


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, its in EXAMPLES.items() for name in its])
def test_every_example_runs(game: str, name: str) -> None:
    page = shown(game=GAMES[game].title, sql=EXAMPLES[game][name])  # type: ignore[index]

    assert not page.exception
    assert not page.error


def test_every_game_has_examples() -> None:
    assert set(EXAMPLES) == set(GAMES)
