"""A walk through the dashboard in a real browser: every page of the menu, and from a count to the replay behind it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from dashboard.demo import prepare
from dashboard.screens import Pages
from projector.games import GAMES
from tests.serving import chromium, serving

pytestmark = pytest.mark.browser

# Every address of the menu with its heading.
PAGES = {
    "": "Game tape",
    "games": "Games",
    "replay": "Replay",
    "metagame": "Metagame",
    "deck-stats": "Decks",
    "cards": "Cards",
    "battles": "Battles",
    "players": "Players",
    "tournaments": "Challengers!",
    "decks": "Deck",
    "contests": "Contests",
    "query": "Query",
    "definitions": "Definitions",
    "imports": "Imports",
    "quarantine": "Quarantine",
    "who-is-who": "Who is who",
}
STATISTICAL = ("metagame", "deck-stats", "cards", "battles", "players", "tournaments")
# Where a count and the games behind it are looked at, for each game system: the page, and a statistic on it.
COUNTS = {"boba": ("deck-stats", "decks"), "challengers": ("tournaments", "starters")}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    place = tmp_path_factory.mktemp("walk") / "tape.db"
    prepare(str(place), 12)
    with serving(place) as found:
        yield found


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page(viewport={"width": 1440, "height": 1000})


def settled(page: Page) -> None:
    """Wait until the script of the page has run to its end."""
    expect(page.locator("[data-testid=stApp][data-test-script-state=notRunning]")).to_be_visible(timeout=60_000)
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_text("Traceback").count() == 0


def table_on(page: Page, key: str) -> Locator:
    return page.locator(f".st-key-{key} [data-testid=stDataFrame]")


def cell(table: Locator, column: str) -> str:
    """What the first row of a grid has in a column. A grid is a canvas; screen readers find its words beside it."""
    title = table.get_by_role("columnheader", name=column, exact=True, include_hidden=True)
    expect(title).to_be_attached()
    place = title.get_attribute("aria-colindex")
    return table.locator(f"[role=gridcell][aria-colindex='{place}']").first.text_content() or ""


def test_every_page_of_the_menu_has_its_heading_and_says_what_it_rests_on(page: Page, address: str) -> None:
    page.goto(address)
    settled(page)

    for path, heading in PAGES.items():
        page.goto(f"{address}/{path}")
        expect(page.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()
        settled(page)
        if path in STATISTICAL:
            expect(page.get_by_text("Rests on").first).to_be_visible()


def test_the_walk_leaves_no_page_out() -> None:
    assert len(PAGES) == len(Pages._fields)


@pytest.mark.parametrize("system", list(GAMES))
def test_a_count_leads_to_its_games_and_each_of_them_to_the_replay_with_the_same_winner(
    page: Page, address: str, system: str
) -> None:
    path, statistic = COUNTS[system]
    page.goto(f"{address}/{path}?system={system}")
    settled(page)
    counts = table_on(page, f"rows-{statistic}")
    count = cell(counts, "Games")

    _press_cell(page, counts, 18)  # the box before the row
    expect(page.locator("p", has_text="Games behind this row")).to_contain_text(f": {count}")
    behind = table_on(page, f"behind-{statistic}")
    winner = cell(behind, "Winner")
    _press_cell(page, behind, 60)
    page.locator(".board").wait_for()
    page.keyboard.press("End")

    expect(page.locator(".board .banner b")).to_have_text(f"{winner} wins")


def test_a_player_leads_to_who_it_is_and_back(page: Page, address: str) -> None:
    page.goto(f"{address}/players")
    settled(page)
    players = table_on(page, "rows-players")
    name = cell(players, "Player")
    _press_cell(page, players, 18)
    behind = page.locator("p", has_text="Games behind this row")
    expect(behind).to_be_visible()
    player = behind.inner_text().split("player ")[1].split(":")[0]
    page.goto(f"{address}/players?one={player}")
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()

    page.get_by_role("link", name="Who is who").click()
    expect(page.get_by_role("heading", name="Who is who", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()
    page.get_by_role("link", name="Results, decks, opponents").click()

    expect(page.get_by_role("heading", name="Players", level=1)).to_be_visible()
    expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()


def _press_cell(page: Page, table: Locator, left: int) -> None:
    """Press the first row of a grid, so far from its left edge."""
    table.scroll_into_view_if_needed()
    page.wait_for_timeout(1000)  # nothing tells when a canvas has drawn its cells
    table.click(position={"x": left, "y": 55})
