"""The Contests page: the list, one contest with its standings and games, and what there is to say without any."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.screens.shared import opened
from dashboard.workspace import DATABASE_VARIABLE, Workspace
from events.tape import migrate
from ingest.importing import import_files
from tests.expected import SAMPLES


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    place = tmp_path / "tape.db"
    migrate(place)
    monkeypatch.setenv(DATABASE_VARIABLE, str(place))
    yield place
    opened.clear()


def contest_page(**query: str) -> AppTest:
    """The page by itself, as the menu would show it."""

    def script() -> None:
        import streamlit as st

        from dashboard.screens import pages
        from dashboard.screens.contests import page
        from dashboard.screens.shared import guarded

        st.navigation(list(pages()))
        guarded(page)()

    app = AppTest.from_function(script, default_timeout=30)
    for name, value in query.items():
        app.query_params[name] = value
    return app.run()


def imported(database: Path, *names: str) -> list[str]:
    """Import samples; the ids of the contests they tell."""
    with Workspace(str(database)) as work:
        reports = list(import_files(work.tape, [SAMPLES / name for name in names], work.cards))
    return [game.recording for report in reports for game in report.games if game.family == "contest"]


@pytest.mark.usefixtures("database")
def test_a_tape_without_contests_says_what_to_do() -> None:
    page = contest_page()

    assert not page.exception
    assert [info.value for info in page.info] == ["There is no event or league on the tape yet."]


def test_the_list_shows_every_contest(database: Path) -> None:
    imported(database, "native/contest.jsonl", "boba-playbook/tournament.json")

    (table,) = contest_page().dataframe

    assert sorted(table.value["Contest"]) == ["Saturday Six", "Spring Cup"]


def test_one_contest_shows_its_standings_its_matches_and_its_games(database: Path) -> None:
    (cup,) = imported(database, "boba-playbook/tournament.json")

    page = contest_page(contest=cup)

    assert not page.exception
    assert [header.value for header in page.header] == ["Saturday Six"]
    assert page.dataframe[0].value["Points"].to_list() == [3, 3, 1, 1, 0]
    assert any("Wren v Balanced bot" in block.value for block in page.markdown)


def test_a_contest_known_by_its_standings_alone_shows_those(database: Path) -> None:
    (event,) = imported(database, "cardeio/standings.json")

    page = contest_page(contest=event)

    assert not page.exception
    assert any("As they were published" in caption.value for caption in page.caption)


@pytest.mark.usefixtures("database")
def test_a_contest_that_is_not_there_is_told() -> None:
    page = contest_page(contest="nothing")

    assert not page.exception
    assert len(page.warning) == 1
