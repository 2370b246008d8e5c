"""In a real browser: two players are merged on the page Who is who, and split again."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from streamlit.testing.v1 import AppTest

from dashboard import people
from dashboard.judging import Author
from dashboard.workspace import DATABASE_VARIABLE, Workspace
from events.base import PlayerId
from events.tape import migrate
from ingest.adapter import Person
from ingest.importing import import_bytes
from tests.serving import chromium, serving
from tests.tellings import ONE, OTHER, file_of, game_of

HOSTILE = "<img src=x onerror=\"document.title='run'\"> [Udo](javascript:alert(1)) **:red[x]**"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    migrate(tmp_path / "tape.db")
    with Workspace(str(tmp_path / "tape.db")) as work:
        for seed, client, other in ((1, "phone", "Udo"), (2, "tablet", HOSTILE)):
            told = {ONE: Person("Ida", f"{client}-0001"), OTHER: Person(other, f"{client}-0002")}
            import_bytes(work.tape, file_of(game_of(seed), client=client, people=told), client, work.cards)
    return tmp_path / "tape.db"


def persons(database: Path) -> list[tuple[str | None, int, int]]:
    """Name, number of players and of games of everybody who plays."""
    with Workspace(str(database)) as work:
        return sorted((one.name, len(one.aliases), one.games) for one in people.individuals(work) if one.games)


def player(database: Path, name: str, client: str) -> PlayerId:
    with Workspace(str(database)) as work:
        return next(it.id for it in work.tape.accounts() if (it.name, it.client) == (name, client))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def new_page(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 1200}).new_page()


@pytest.mark.browser
def test_two_players_are_merged_and_the_merge_is_undone(browser: Browser, database: Path) -> None:
    apart = persons(database)
    kept, other = player(database, "Ida", "phone"), player(database, "Ida", "tablet")
    with serving(database) as address:
        page = new_page(browser)
        page.goto(f"{address}/who-is-who?person={kept}")
        expect(page.get_by_role("heading", name="Ida")).to_be_visible(timeout=60_000)
        field = page.get_by_role("combobox", name=re.compile("Is the same person as"))
        field.click()
        field.fill("Ida tablet")
        page.get_by_role("option", name=re.compile("Ida · tablet ...0001 · 1 game")).click()
        page.get_by_label("Your name").fill("Ole")
        page.get_by_label("Why").fill("one phone, one tablet")
        page.get_by_role("button", name="Merge").click()

        expect(page.get_by_text("One person by 2 players, in 2 games")).to_be_visible()
        expect(page.get_by_text(re.compile("Merged: Ida .* is Ida .*, by Ole: one phone, one tablet"))).to_be_visible()
        assert persons(database) == sorted([("Ida", 2, 2), ("Udo", 1, 1), (HOSTILE, 1, 1)])

        # The other player's address shows the person that it is.
        page.goto(f"{address}/who-is-who?person={other}")
        expect(page.get_by_text("One person by 2 players, in 2 games")).to_be_visible(timeout=60_000)
        page.get_by_role("button", name="Undo").click()

        expect(page.get_by_text("One player", exact=True)).to_be_visible()
        expect(page.get_by_text(re.compile("Split: Ida .* is not Ida"))).to_be_visible()
        assert persons(database) == apart


@pytest.mark.browser
def test_a_hostile_name_is_text_on_the_page_and_a_player_is_named_and_chosen_as_me(
    browser: Browser, database: Path
) -> None:
    who = player(database, HOSTILE, "tablet")
    with serving(database) as address:
        page = new_page(browser)
        page.goto(f"{address}/who-is-who?person={who}")
        expect(page.get_by_role("heading", name="<img src=x")).to_be_visible(timeout=60_000)
        expect(page.get_by_role("heading", name="[Udo](javascript:alert(1)) **:red[x]**")).to_be_visible()
        page.get_by_label("Is called").fill("Udo <b>Lund</b>")
        page.get_by_role("button", name="Name", exact=True).click()

        expect(page.get_by_role("heading", name="Udo <b>Lund</b>")).to_be_visible()
        page.get_by_role("button", name="This is me").click()
        expect(page.get_by_role("button", name="This is not me")).to_be_visible()
        assert page.locator("img[src='x'], h2 b, h2 a").count() == 0
        assert page.title() != "run"
    with Workspace(str(database)) as work:
        assert work.identities.me == who


def _shown() -> None:
    from dashboard.screens.people import page

    page()


def opened(database: Path, monkeypatch: pytest.MonkeyPatch, **query: str) -> AppTest:
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))
    page = AppTest.from_function(_shown, default_timeout=60)
    for name, value in query.items():
        page.query_params[name] = value
    page.run()
    assert not page.exception
    return page


def test_an_empty_tape_says_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(tmp_path / "empty.db")

    page = opened(tmp_path / "empty.db", monkeypatch)

    assert [it.value for it in page.info] == ["There is no game on the tape yet."]


def test_an_address_of_nobody_says_so_and_lists_everybody(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = opened(database, monkeypatch, person="nobody")

    assert [it.value for it in page.info] == ["There is no such player on this tape."]
    assert page.dataframe[0].value["Games"].to_list() == [1, 1, 1, 1]


def test_with_pseudonyms_the_page_tells_no_name_account_or_reason_and_changes_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = player(database, "Ida", "phone"), player(database, "Ida", "tablet")
    with Workspace(str(database)) as work:
        people.merge(work, kept, other, Author("Ole", "a secret reason"))
        people.give_name(work, kept, "Idun", Author("Ole"))

    page = opened(database, monkeypatch, person=kept, pseudonyms="true")

    shown = " ".join(
        str(value) for kind in (page.markdown, page.header, page.caption, page.selectbox) for value in kind.values
    )
    assert "One person by 2 players, in 2 games" in shown
    for told in ("Ida", "Idun", "Ole", "Udo", "secret", "0001", "onerror"):
        assert told not in shown
    assert not page.button
