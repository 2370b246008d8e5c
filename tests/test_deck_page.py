"""The Deck page in a real browser: verdicts, faults beside their cards, hostile names, long lists, no tape."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from dashboard.demo import simulate_onto
from dashboard.tape_decks import decks_on_tape
from dashboard.workspace import Workspace
from events.tape import migrate
from ingest.selfplay import Wish
from tests.serving import chromium, serving

pytestmark = pytest.mark.browser

ROOT = Path(__file__).resolve().parents[1]
AFTERGLOW = ROOT / "data" / "boba" / "decks" / "afterglow.json"
SAMPLES = ROOT / "data" / "deck_samples"
HOSTILE = "<img src=x onerror=alert(1)>"
DAY = "format=Sanctioned+Playmaker&on=2026-05-01"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games that house bots played with house decks."""
    place = tmp_path_factory.mktemp("tape") / "tape.db"
    migrate(place)
    with Workspace(str(place)) as work:
        simulate_onto(work, "boba", Wish(20))
    return place


@pytest.fixture(scope="module")
def address(tape: Path) -> Iterator[str]:
    """A dashboard on the tape."""
    with serving(tape) as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that fails the test if a script of a deck runs."""
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


def paste(page: Page, text: str) -> None:
    box = page.get_by_role("textbox", name="A list")
    expect(box).to_be_visible()
    # As a paste does, at once: `fill` types, which takes a browser minutes for 10,000 lines.
    box.evaluate(
        """(box, text) => {
            Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set.call(box, text);
            box.dispatchEvent(new Event("input", { bubbles: true }));
            box.focus();
        }""",
        text,
    )
    page.get_by_role("button", name="Check the list").click()


def house_deck() -> dict[str, list[str]]:
    told: dict[str, list[str]] = json.loads(AFTERGLOW.read_bytes())
    return told


def as_list(deck: dict[str, list[str]]) -> str:
    return "\n".join(["Heroes", *deck["heroes"], "Plays", *deck["plays"], "Hot Dogs", *deck["hot_dogs"]])


def test_a_page_without_a_deck_offers_house_decks_and_the_address_keeps_all(page: Page, address: str) -> None:
    page.goto(f"{address}/decks")
    expect(page.get_by_text("Paste a list, choose a file, or pick a house deck")).to_be_visible()

    page.get_by_text("Afterglow", exact=True).click()
    expect(page.get_by_text("Legal. Afterglow may be played in Sanctioned Playmaker")).to_be_visible()
    page.goto(f"{address}/decks?deck=Afterglow&format=Rookie&on=2026-05-01")

    expect(page.get_by_text("Illegal. Afterglow may not be played in Rookie on 2026-05-01")).to_be_visible()


def test_a_legal_deck_is_legal_pasted_and_uploaded_and_shows_its_record(page: Page, address: str) -> None:
    page.goto(f"{address}/decks?{DAY}")
    paste(page, as_list(house_deck()))
    expect(page.get_by_text("Legal. The deck may be played in Sanctioned Playmaker on 2026-05-01.")).to_be_visible()
    expect(page.get_by_text("609 of 1,000")).to_be_visible()

    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(AFTERGLOW)

    expect(page.get_by_text("Legal. Afterglow may be played in Sanctioned Playmaker on 2026-05-01.")).to_be_visible()
    expect(page.get_by_role("heading", name="On the tape")).to_be_visible()
    expect(page.get_by_text("95 % interval (Wilson)")).to_be_visible()
    expect(page.get_by_test_id("stVegaLiteChart")).to_have_count(4)


def test_an_illegal_deck_names_each_fault_beside_its_cards_and_what_mends_it(page: Page, address: str) -> None:
    deck = house_deck()
    deck["plays"][1] = deck["plays"][0]
    page.goto(f"{address}/decks?{DAY}")

    paste(page, as_list(deck))

    expect(page.get_by_text("Illegal. The deck may not be played")).to_be_visible()
    expect(page.get_by_text("Each play may be brought once; reprints of one name are one play")).to_be_visible()
    expect(page.get_by_text("Found 2 of one play, allowed at most 1.")).to_be_visible()
    expect(page.get_by_text(f"({deck['plays'][0]})").first).to_be_visible()
    expect(page.get_by_text("Then the deck is legal.")).to_be_visible()


def test_names_that_are_attacks_show_as_text(page: Page, address: str, tmp_path: Path) -> None:
    attack = "[Ben](javascript:alert(1)) **:red[x]**"
    path = tmp_path / f"{attack}.json"
    path.write_text(json.dumps(house_deck() | {"name": HOSTILE, "heroes": [HOSTILE, attack, HOSTILE]}))
    page.goto(f"{address}/decks?{DAY}")

    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(path)

    expect(page.get_by_text(f"Illegal. {HOSTILE} may not be played")).to_be_visible()
    expect(page.get_by_text(attack).first).to_be_visible()
    assert page.locator("img[src='x']").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0


def test_a_row_without_a_card_leaves_the_deck_unknown(page: Page, address: str) -> None:
    deck = house_deck()
    deck["heroes"][0] = "Nobody Of This Name"
    page.goto(f"{address}/decks?{DAY}")

    paste(page, as_list(deck))

    expect(page.get_by_text("Unknown. Nothing that is known of The deck breaks a rule")).to_be_visible()
    expect(page.get_by_role("heading", name="Rows that are not clear")).to_be_visible()


def test_ten_thousand_lines_are_answered(page: Page, address: str) -> None:
    page.goto(f"{address}/decks?{DAY}")

    paste(page, "\n".join(["Heroes", *(house_deck()["heroes"] * 170)[:10_000]]))

    expect(page.get_by_text("Illegal. The deck may not be played")).to_be_visible()
    expect(page.get_by_role("heading", name="What would mend it")).to_be_visible()


def test_a_file_of_several_decks_asks_which(page: Page, address: str) -> None:
    page.goto(f"{address}/decks?{DAY}")
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(SAMPLES / "organizer-decks.csv")
    expect(page.get_by_text("Illegal. Ada may not be played in Sanctioned Playmaker")).to_be_visible()

    page.get_by_role("combobox", name="Which of the 2 decks").click()
    page.get_by_role("option", name="2: Ben").click()

    expect(page.get_by_text("Illegal. Ben may not be played in Sanctioned Playmaker")).to_be_visible()


def test_the_event_s_list_of_plays_decides_in_a_checklist_format(page: Page, address: str, tmp_path: Path) -> None:
    deck = house_deck()
    listed, short = tmp_path / "listed.txt", tmp_path / "short.txt"
    listed.write_text("\n".join(["Plays", *deck["plays"]]))
    short.write_text("\n".join(["Plays", *deck["plays"][1:]]))
    page.goto(f"{address}/decks?deck=Afterglow&format=Checklist&on=2026-05-01")
    expect(page.get_by_text("Unknown. Nothing that is known of Afterglow breaks a rule")).to_be_visible()
    upload = page.get_by_test_id("stFileUploaderDropzoneInput").nth(1)

    upload.set_input_files(listed)
    expect(page.get_by_text("Legal. Afterglow may be played in Checklist on 2026-05-01.")).to_be_visible()
    upload.set_input_files(short)

    expect(page.get_by_text("Illegal. Afterglow may not be played in Checklist on 2026-05-01")).to_be_visible()


def test_a_list_of_millions_is_no_deck(page: Page, address: str) -> None:
    page.goto(f"{address}/decks?{DAY}")

    paste(page, "\n".join(["999x A:BF-82"] * 2_000))

    expect(page.get_by_text("that is no deck")).to_be_visible()


@pytest.mark.parametrize("width", [390, 1440])
def test_the_page_does_not_scroll_sideways(browser: Browser, address: str, width: int) -> None:
    context = browser.new_context(viewport={"width": width, "height": 844})
    page = context.new_page()

    for query in ("", "deck=Afterglow", "deck=Afterglow&format=SPEC"):
        page.goto(f"{address}/decks?{query}")
        expect(page.get_by_text("A house deck", exact=True)).to_be_visible()
        page.wait_for_timeout(1500)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, query
        main = page.get_by_test_id("stMain")
        assert main.evaluate("it => it.scrollWidth - it.clientWidth") <= 0, query
    context.close()


def test_without_a_database_the_deck_is_checked_all_the_same(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path / "missing.db") as bare:
        page.goto(f"{bare}/decks?deck=Afterglow&{DAY}")

        expect(
            page.get_by_text("Legal. Afterglow may be played in Sanctioned Playmaker on 2026-05-01.")
        ).to_be_visible()
        expect(page.get_by_role("heading", name="Formats")).to_be_visible()
        expect(page.get_by_role("heading", name="On the tape")).to_have_count(0)
        assert page.get_by_test_id("stException").count() == 0


def test_a_deck_on_the_tape_has_an_address(page: Page, address: str, tape: Path) -> None:
    with Workspace(str(tape)) as work:
        deck = decks_on_tape(work)["deck"][0]

    page.goto(f"{address}/decks?tape={deck}&{DAY}")

    expect(page.get_by_text("as it was brought to games on the tape")).to_be_visible()
    expect(page.get_by_role("heading", name="On the tape")).to_be_visible()


def test_a_deck_that_is_not_on_the_tape_is_told(page: Page, address: str) -> None:
    page.goto(f"{address}/decks?tape=ffffffffffff")

    expect(page.get_by_text("No deck on the tape begins with")).to_be_visible()
