"""In a real browser: files are brought, told and shown; a game that another process appends to steps on by itself."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from events.tape import migrate
from tests.serving import ROOT, chromium, serving

pytestmark = pytest.mark.browser

KITCHEN_TABLE = ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl"
TOURNAMENT = ROOT / "data" / "samples" / "native" / "challengers-tournament.jsonl"

# Tells the first events, waits for a line, then the rest one by one, as a client would.
_CLIENT = """
import sys, time
from pathlib import Path
from events.tape import NewRecording, Tape
from ingest.adapter import Document
from ingest.native import read
database, log, first, second = sys.argv[1:]
first, second = int(first), int(second)
(told,) = read(Document("log", Path(log).read_bytes()))
with Tape(database) as tape:
    new = NewRecording(family=told.family, adapter="live", events=told.events[:first])
    recording = tape.append_new([new])[0].id
    print(recording, flush=True)
    sys.stdin.readline()
    for number, event in enumerate(told.events[first:second], first + 1):
        tape.append(recording, [event], after=number - 1)
    sys.stdin.readline()
    tape.append(recording, told.events[second:], after=second)
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


def test_a_good_a_duplicate_and_a_broken_file_are_uploaded_and_told(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tape.db"
    migrate(database)
    lines = KITCHEN_TABLE.read_bytes().splitlines(keepends=True)
    lines[64] = b'{"type":"boba.Pased","seat":1,"battle":4}\n'
    lines[66] = lines[66].replace(b'"winner":1', b'"winner":2')
    broken = tmp_path / "broken <b>.jsonl"
    broken.write_bytes(b"".join(lines))

    with serving(database) as address:
        page = browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        page.goto(f"{address}/imports")
        for file, told in (
            (KITCHEN_TABLE, "1 recording: 1 new"),
            (KITCHEN_TABLE, "1 recording: 0 new, 1 there already"),
            (broken, "1 recording: 1 new"),
        ):
            page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
            page.get_by_role("button", name="Import", exact=True).click()
            expect(page.get_by_text(told)).to_be_visible()
            page.reload()
        expect(page.get_by_text("What came in")).to_be_visible()
        page.get_by_role("tab", name="Contradicting games").click()

        # The battle that the broken file gives to the other seat makes the next decision come out of turn.
        expect(page.get_by_text("Line 71 of the file")).to_be_visible()
        expect(page.get_by_text("its decision has passed").first).to_be_visible()
        page.context.close()


def test_a_game_that_another_process_appends_to_steps_on_by_itself(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tape.db"
    migrate(database)
    client = subprocess.Popen(
        [sys.executable, "-c", _CLIENT, str(database), str(KITCHEN_TABLE), "40", "100"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdout is not None
    assert client.stdin is not None
    game = client.stdout.readline().strip()

    with serving(database) as address:
        page = browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
        page.goto(f"{address}/replay?game={game}")
        expect(page.get_by_text("being played")).to_be_visible()
        expect(page.locator(".caption .place")).to_have_text("0 / 40")
        page.keyboard.press("End")
        expect(page.locator(".caption .place")).to_have_text("40 / 40")
        # What no seat has shown yet never left the server: here Ada's bench and Ben's hand.
        hidden = ("Lieutenant", "Robin Who")
        assert [name for name in hidden if any(name in frame for frame in sent)] == []
        client.stdin.write("go\n")
        client.stdin.flush()

        expect(page.locator(".caption .place")).to_have_text("100 / 100")
        client.stdin.write("go\n")
        client.stdin.flush()
        expect(page.locator(".caption .place")).to_have_text("110 / 110")
        expect(page.get_by_text("being played")).to_have_count(0)
        page.context.close()
    assert client.wait(timeout=20) == 0
    client.stdin.close()
    client.stdout.close()


def test_a_tournament_that_is_played_is_shown_as_the_public_sees_it(browser: Browser, tmp_path: Path) -> None:
    database = tmp_path / "tape.db"
    migrate(database)
    # Ada drew this card in round 3 and did not keep it; nobody else ever saw it.
    hidden = ("FUNFAIR:B3", "Pyrotechnician")
    client = subprocess.Popen(
        [sys.executable, "-c", _CLIENT, str(database), str(TOURNAMENT), "208", "300"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert client.stdout is not None
    assert client.stdin is not None
    game = client.stdout.readline().strip()

    with serving(database) as address:
        page = browser.new_context(viewport={"width": 1280, "height": 1000}).new_page()
        sent: list[str] = []
        page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: sent.append(str(frame))))
        page.goto(f"{address}/replay?game={game}")
        expect(page.locator(".view-tag")).to_have_text("as the public saw it")
        page.keyboard.press("End")
        expect(page.locator(".caption .place")).to_have_text("208 / 208")
        expect(page.locator(".deck-stage .chip[data-kind='back']").first).to_be_visible()
        page.keyboard.press("x")
        expect(page.locator(".toast")).to_have_text("Only this view of the game is open to you")
        assert any("Newcomer" in frame for frame in sent)
        assert [card for card in hidden if any(card in frame for frame in sent)] == []
        client.stdin.write("go\n")
        client.stdin.flush()

        expect(page.locator(".caption .place")).to_have_text("300 / 300")
        client.stdin.write("go\n")
        client.stdin.flush()
        expect(page.locator(".caption .place")).to_have_text("680 / 680")
        page.keyboard.press("x")
        expect(page.locator(".view-tag")).to_have_text("as Seat 1 saw it")
        page.context.close()
    assert client.wait(timeout=20) == 0
    client.stdin.close()
    client.stdout.close()
