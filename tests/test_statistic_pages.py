"""Every page of statistics: full, empty, narrowed to nothing, with absurd addresses, with the games behind a row."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.demo import simulate_onto
from dashboard.screens.shared import opened
from dashboard.workspace import DATABASE_VARIABLE, Workspace
from events.tape import migrate
from ingest.importing import import_files
from ingest.selfplay import Wish
from projector.statistics import STATISTICS
from tests.expected import SAMPLES

PAGES = ("metagame", "deck_stats", "cards", "battles", "players", "tournaments", "definitions")
OF_GAMES = PAGES[:-1]


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("full") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        list(import_files(work.tape, sorted((SAMPLES / "native").glob("*.jsonl")), work.cards))
        simulate_onto(work, "boba", Wish(30))
        simulate_onto(work, "challengers", Wish(3, players=4))
    return place


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("empty") / "tape.db"
    migrate(place)
    return place


@pytest.fixture(autouse=True)
def _own_cache() -> Iterator[None]:
    yield
    opened.clear()


def shown(name: str, database: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> AppTest:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))

    def script(name: str) -> None:
        import importlib

        import streamlit as st

        from dashboard.screens import menu
        from dashboard.screens.shared import guarded

        st.navigation(menu())
        guarded(importlib.import_module(f"dashboard.screens.{name}").page)()

    app = AppTest.from_function(script, args=(name,), default_timeout=60)
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    assert not app.exception, app.exception
    return app


def said(app: AppTest) -> str:
    return "\n".join(str(it.value) for kind in (app.caption, app.info, app.warning, app.markdown) for it in kind)


@pytest.mark.parametrize("name", OF_GAMES)
def test_a_page_shows_tables_and_says_what_they_rest_on(name: str, full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown(name, full, monkeypatch)

    assert page.dataframe or (name == "cards" and "cards" not in STATISTICS["boba"])
    assert "Rests on" in said(page)
    assert "Told by" in said(page)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_an_empty_tape_says_what_to_do(name: str, empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown(name, empty, monkeypatch)

    assert name == "definitions" or "There is no game on the tape yet." in said(page)


@pytest.mark.parametrize("name", OF_GAMES)
@pytest.mark.parametrize(
    "query",
    [
        {"since": "2999-01-01"},
        {"format": "<img src=x onerror=alert(1)>"},
        {"source": "nobody", "simulated": "yes", "post_clinch": "yes"},
        {"player": "nobody", "seat": "8"},
        {"finished": "no"},
        {"card": "X:none", "honors": "second", "deck": "ffff"},
    ],
    ids="-".join,
)
def test_filters_that_match_nothing_leave_a_state(
    name: str, query: dict[str, str], full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(name, full, monkeypatch, **query)

    assert "Rests on 0 of 0 games" in said(page) or "left out" in said(page) or page.warning


@pytest.mark.parametrize("name", OF_GAMES)
@pytest.mark.parametrize(
    "query",
    [
        {"seat": "none"},
        {"since": "June"},
        {"mode": "draft"},
        {"simulated": "perhaps"},
        {"finished": "soon"},
        {"system": "chess"},
        {"behind": "{["},
        {"behind": json.dumps(["decks", {"a": 1}])},
        {"behind": json.dumps(["decks", "no such deck"])},
        {"one": "nobody"},
    ],
    ids=lambda query: "-".join(f"{key}-{value[:8]}" for key, value in query.items()),
)
def test_an_address_that_makes_no_sense_is_told_and_harms_nothing(
    name: str, query: dict[str, str], full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = shown(name, full, monkeypatch, **query)

    if set(query) & {"seat", "since", "mode", "simulated", "finished"}:
        assert "A filter of the address is left out" in said(page)


def test_a_count_opens_as_many_games_as_it_says(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Workspace(str(full)) as work:
        row = STATISTICS["boba"]["decks"].compute(work.tables("boba")).row(0, named=True)

    page = shown("deck_stats", full, monkeypatch, behind=json.dumps(["decks", row["deck"]]))

    assert f"**Games behind this row** :gray[deck {row['deck']}]: {row['games']:,}" in said(page)


@pytest.mark.parametrize(("name", "statistic"), [("deck_stats", "decks"), ("players", "players")])
def test_one_deck_or_player_has_a_page_of_its_own(
    name: str, statistic: str, full: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Workspace(str(full)) as work:
        table = STATISTICS["boba"][statistic].compute(work.tables("boba"))

    page = shown(name, full, monkeypatch, one=table.row(0)[0])

    assert page.header
    assert page.dataframe


def test_definitions_name_every_statistic(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown("definitions", full, monkeypatch)

    titles = {it.value for it in page.subheader}
    assert len(titles) >= len({it.title for its in STATISTICS.values() for it in its.values()}) - 1


def test_a_search_without_a_match_is_a_state(full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = shown("definitions", full, monkeypatch, q="zzzzz")

    assert "No definition has that word." in said(page)
