"""In a real browser: recordings are joined and parted on the replay page, and a quarantined game is settled."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect
from streamlit.testing.v1 import AppTest

from dashboard.workspace import DATABASE_VARIABLE, Workspace
from events.boba import GameEnded
from events.tape import migrate
from ingest.importing import import_bytes
from projector.boba import GAME
from tests.serving import chromium, press, serving, step_in_address, step_of
from tests.tellings import file_of, from_on, game_of, seen

GAME_1 = game_of(1)
END = next(event for event in GAME_1 if isinstance(event, GameEnded))
WRONG = [*GAME_1[:-1], replace(END, winner=2 if END.winner == 1 else 1)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def database(tmp_path: Path) -> Path:
    migrate(tmp_path / "tape.db")
    return tmp_path / "tape.db"


def brought(database: Path, *files: bytes) -> list[str]:
    with Workspace(str(database)) as work:
        reports = [import_bytes(work.tape, data, f"{number}", work.cards) for number, data in enumerate(files)]
    return [game.recording for report in reports for game in report.games]


def statuses(database: Path) -> list[tuple[str, str, int | None]]:
    with Workspace(str(database)) as work:
        return [(it.id, it.summary.status, it.summary.winner) for it in work.listed(9)]


def new_page(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()


@pytest.mark.browser
def test_two_halves_are_joined_and_parted_and_addresses_keep_their_events(browser: Browser, database: Path) -> None:
    first, second = brought(
        database, file_of(GAME_1[:30], client="phone"), file_of(from_on(GAME_1, 35), client="tablet")
    )
    with serving(database) as address:
        page = new_page(browser)
        page.goto(f"{address}/replay?game={first}")
        page.locator(".board").wait_for(timeout=60_000)
        page.get_by_text("Recordings", exact=True).click()
        page.get_by_label("Join with").fill(second)
        page.get_by_label("Your name").fill("Ole")
        page.get_by_label("Why").fill("I was there")
        page.get_by_role("button", name="Join").click()

        expect(page.get_by_text("2 recordings tell this game")).to_be_visible()
        expect(page.get_by_text("by Ole: I was there")).to_be_visible()
        assert [game for game, *_ in statuses(database)] == [first]

        # The fifth event of the second recording is step 36 of the game: 30 events, a gap, and five.
        page.goto(f"{address}/replay?game={second}&step=5")
        page.locator(".board").wait_for(timeout=60_000)
        assert step_of(page) == 36
        press(page, "ArrowRight")
        assert step_in_address(page, 6)
        assert f"game={second}" in page.url
        press(page, "Home", "ArrowRight")
        assert step_in_address(page, 1)
        assert f"game={first}" in page.url

        page.get_by_text("Recordings", exact=True).click()
        page.get_by_role("button", name="Part").nth(1).click()

        expect(page.get_by_text("One recording tells this game")).to_be_visible()
        assert sorted(game for game, *_ in statuses(database)) == sorted([first, second])
        page.goto(f"{address}/replay?game={second}&step=5")
        page.locator(".board").wait_for(timeout=60_000)
        assert step_of(page) == 5


@pytest.mark.browser
def test_a_quarantined_game_is_settled_and_opened_again(browser: Browser, database: Path) -> None:
    (game,) = brought(database, file_of(WRONG))
    with serving(database) as address:
        page = new_page(browser)
        page.goto(f"{address}/quarantine")
        expect(page.get_by_text(re.compile("the log states seat . wins, the rules derive seat . wins"))).to_be_visible(
            timeout=60_000
        )
        page.get_by_text("What the rules derive holds").click()
        page.get_by_label("Your name").fill("Ida")
        page.get_by_label("Why").fill("we counted again")
        page.get_by_role("button", name="Settle").click()

        expect(page.get_by_text(re.compile("Settled. What the rules derive holds.*we counted again"))).to_be_visible()
        expect(page.get_by_text(re.compile("what the rules derive holds, by Ida"))).to_be_visible()
        assert statuses(database) == [(game, "complete", END.winner)]

        # The button that was pressed is drawn until the page has run to its end.
        expect(page.get_by_role("button", name="Settle")).to_have_count(0)

        page.get_by_role("button", name="Open again").click()

        expect(page.get_by_role("button", name="Settle")).to_be_visible()
        assert [status for _, status, _ in statuses(database)] == ["quarantined"]


def _shown() -> None:
    from dashboard.screens.quarantine import page

    page()


def test_a_tape_without_contradictions_says_so(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    brought(database, file_of(GAME_1))
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))

    page = AppTest.from_function(_shown, default_timeout=60).run()

    assert not page.exception
    assert [it.value for it in page.info] == ["No game contradicts itself."]


def test_of_recordings_that_contradict_each_other_the_page_shows_both_values(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashboard.judging import Author, join

    first, second = brought(database, file_of(seen(GAME, GAME_1, 1)), file_of(seen(GAME, WRONG, 2), client="tablet"))
    with Workspace(str(database)) as work:
        join(work, first, second, Author("Ole", "one evening"))
    monkeypatch.setenv(DATABASE_VARIABLE, str(database))

    page = AppTest.from_function(_shown, default_timeout=60).run()

    assert not page.exception
    shown = " ".join(it.value for it in page.markdown)
    assert "The recordings contradict each other in winner" in shown
    assert page.radio[0].options[0] == "What is stated holds"
