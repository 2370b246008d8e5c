"""The dashboard in a real browser on a real server: pages, permalinks, hostile names, tapes that cannot be read."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from dashboard.demo import simulate_onto
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.importing import import_files
from ingest.selfplay import Wish
from tests.serving import chromium, serving

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[1]
TOURNAMENT = ROOT / "data" / "samples" / "native" / "challengers-tournament.jsonl"
KITCHEN_TABLE = ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl"
HOSTILE = "<img src=x onerror=alert(1)>"

Opened: TypeAlias = "Callable[[str], Page]"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The kitchen-table game, between players whose names are attacks."""
    path = tmp_path_factory.mktemp("logs") / "hostile.jsonl"
    lines = KITCHEN_TABLE.read_text().replace('"name":"Ada"', f'"name":"{HOSTILE}"')
    lines = lines.replace('"name":"Ben"', '"name":"[Ben](javascript:alert(1)) **:red[x]**"')
    path.write_text(lines.replace("kitchen-table-7", "kitchen-table-8"))
    return path


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory, hostile: Path) -> Path:
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        simulate_onto(work, "boba", Wish(60, mode="rookie"))
        simulate_onto(work, "challengers", Wish(2, players=8))
        list(import_files(work.tape, [KITCHEN_TABLE, TOURNAMENT, hostile], work.cards))
    return place


@pytest.fixture(scope="module")
def address(database: Path) -> Iterator[str]:
    with serving(database) as found:
        yield found


@pytest.fixture(scope="module")
def games(database: Path) -> dict[str, str]:
    """Ids of games by the name in seat 1; that of the tournament is "Ada of four"."""
    with Workspace(str(database)) as work:
        names = [(listed.names[0], len(listed.names), listed.id) for listed in work.listed(100)]
    return {f"{name} of four" if seats == 4 else name: game for name, seats, game in names}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test if a script of a log runs."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    shown = context.new_page()
    alerts: list[str] = []

    def alerted(dialog: Dialog) -> None:
        alerts.append(dialog.message)
        dialog.dismiss()

    shown.on("dialog", alerted)
    yield shown
    assert alerts == []
    context.close()


def step_of(page: Page) -> str:
    """The number of the step that the board shows."""
    return page.url.partition("step=")[2].partition("&")[0]


def test_the_overview_counts_what_is_on_the_tape(page: Page, address: str) -> None:
    page.goto(address)

    metric = page.get_by_test_id("stMetric")
    expect(metric.first).to_contain_text("65")
    expect(page.get_by_text("First honors by mode")).to_be_visible()
    expect(page.get_by_text("Left out: 0 games without a result, 0 that contradict themselves.")).to_be_visible()


def test_a_permalink_opens_the_step_and_forty_presses_are_forty_steps(
    page: Page, address: str, games: dict[str, str]
) -> None:
    page.goto(f"{address}/replay?game={games['Ada']}&step=40")
    expect(page.get_by_text("40 / 110")).to_be_visible()

    for _ in range(40):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_text("80 / 110")).to_be_visible()
    page.wait_for_url("**step=80")
    page.reload()

    expect(page.get_by_text("80 / 110")).to_be_visible()
    assert step_of(page) == "80"


def test_back_leads_to_the_page_before(page: Page, address: str, games: dict[str, str]) -> None:
    page.goto(f"{address}/replay?game={games['Ada']}&step=12")
    expect(page.get_by_text("12 / 110")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text("110 / 110")).to_be_visible()
    page.get_by_role("link", name="Games").click()
    expect(page.get_by_role("heading", name="Games")).to_be_visible()

    page.go_back()

    expect(page.get_by_text("110 / 110")).to_be_visible()


def test_names_that_are_attacks_show_as_text_everywhere(page: Page, address: str, games: dict[str, str]) -> None:
    page.goto(f"{address}/replay?game={games[HOSTILE]}")
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    expect(page.get_by_text("[Ben](javascript:alert(1)) **:red[x]**").first).to_be_visible()

    page.goto(f"{address}/replay")
    expect(page.get_by_text(HOSTILE).first).to_be_visible()
    page.goto(address)

    assert page.locator("img[src='x']").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0


def test_a_game_that_is_not_there_is_told(page: Page, address: str) -> None:
    page.goto(f"{address}/replay?game=<script>alert(1)</script>")

    expect(page.get_by_role("heading", name="No such game")).to_be_visible()
    expect(page.get_by_text("There is no game '<script>alert(1)</script>'")).to_be_visible()


def test_games_are_searched_and_a_search_without_result_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}/games?q=onerror")
    expect(page.get_by_text("1 of 65 games.")).to_be_visible()

    page.goto(f"{address}/games?q=nobody-of-this-name")

    expect(page.get_by_text("None of the 65 games matches.")).to_be_visible()


def test_a_click_on_a_game_plays_it_back(page: Page, address: str, games: dict[str, str]) -> None:
    page.goto(f"{address}/games?q=onerror")
    grid = page.get_by_test_id("stDataFrame")
    expect(grid).to_be_visible()
    page.wait_for_timeout(1500)  # the grid is a canvas: nothing tells when it has drawn its cells

    grid.click(position={"x": 200, "y": 55})

    expect(page.get_by_text("/ 110")).to_be_visible()
    assert f"game={games[HOSTILE]}" in page.url


def test_the_games_of_every_system_are_listed_and_filtered(page: Page, address: str) -> None:
    page.goto(f"{address}/games?system=Challengers!")
    expect(page.get_by_text("3 of 65 games.")).to_be_visible()

    page.goto(f"{address}/games?system=Challengers!&player=Cleo")

    expect(page.get_by_text("1 of 65 games.")).to_be_visible()


def test_a_tournament_opens_on_its_board_with_every_seat(page: Page, address: str, games: dict[str, str]) -> None:
    page.goto(f"{address}/replay?game={games['Ada of four']}&step=645")

    expect(page.locator(".board .round-title")).to_have_text("Final")
    expect(page.locator(".seat-row .who")).to_have_text(["Ada", "Ben", "Cleo", "Dov"])
    page.keyboard.press("x")
    expect(page.locator(".board")).to_have_attribute("data-view", "1")


@pytest.mark.parametrize("width", [390, 1440])
def test_no_page_scrolls_sideways(browser: Browser, address: str, games: dict[str, str], width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()

    for path in ("", "games", *(f"replay?game={games[name]}&step=66" for name in ("Ada", "Ada of four"))):
        page.goto(f"{address}/{path}")
        expect(page.get_by_test_id("stMainBlockContainer")).to_be_visible()
        page.wait_for_timeout(1000)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path
    context.close()


def test_the_api_answers_json_and_unknown_paths_are_not_pages(page: Page, address: str, games: dict[str, str]) -> None:
    health = page.request.get(f"{address}/api/health")
    game = page.request.get(f"{address}/api/games/{games['Ada']}")
    nobody = page.request.get(f"{address}/api/games/nobody")
    unknown = page.request.get(f"{address}/api/unknown")
    wrong = page.request.get(f"{address}/api/games?limit=0")
    tournaments = page.request.get(f"{address}/api/games?game=challengers")
    chess = page.request.get(f"{address}/api/games?game=chess")
    third = page.request.get(f"{address}/api/games/{games['Ada of four']}?as=3")
    ninth = page.request.get(f"{address}/api/games/{games['Ada of four']}?as=9")

    assert health.json()["ok"] is True
    assert len(game.json()["steps"]) == 110
    assert (nobody.status, nobody.json()) == (
        404,
        {"error": "There is no game 'nobody'; `gametape games` lists those there are"},
    )
    assert unknown.status == 404
    assert "html" not in unknown.headers["content-type"]
    assert (wrong.status, wrong.json()) == (400, {"error": "limit is 1 to 200, not 0"})
    assert sorted(len(listed["names"]) for listed in tournaments.json()["games"]) == [4, 8, 8]
    assert (chess.status, chess.json()) == (400, {"error": "game is one of boba, challengers, not 'chess'"})
    assert (third.json()["viewer"], len(third.json()["steps"])) == (3, 680)
    assert (ninth.status, ninth.json()) == (404, {"error": "The game has 4 seats; nobody looks from seat 9"})


@pytest.mark.parametrize("kind", ["missing", "empty tape", "newer", "folder", "binary", "empty file"])
def test_every_page_answers_a_tape_that_cannot_be_shown(browser: Browser, tmp_path: Path, kind: str) -> None:
    place = tmp_path / "tape.db"
    match kind:
        case "folder":
            place.mkdir()
        case "binary":
            place.write_bytes(bytes(range(256)) * 40)
        case "empty file":
            place.touch()
        case "empty tape" | "newer":
            migrate(place)
    if kind == "newer":
        connection = sqlite3.connect(place)
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
        connection.close()
    told = {
        "missing": "No tape yet",
        "empty tape": "There is no game on the tape yet.",
        "newer": "The tape cannot be read",
        "folder": "The tape cannot be read",
        "binary": "The tape cannot be read",
        "empty file": "The tape needs an update",
    }[kind]

    with serving(place) as address:
        context = browser.new_context()
        page = context.new_page()
        for path in ("", "games", "replay", "replay?game=x&step=3"):
            page.goto(f"{address}/{path}")
            wanted = "No such game" if kind == "empty tape" and "game=" in path else told
            expect(page.get_by_text(wanted).first).to_be_visible(timeout=15_000)
            assert page.get_by_test_id("stException").count() == 0
        context.close()
