"""The board of a tournament: what it is given, and what it does in a real browser, driven by keys."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from dashboard.boards.challengers import board_data
from dashboard.boards.shared import BoardData, frames_of, steps_of
from events.base import Event
from events.challengers import CardRevealed, CardsDrawn, FinalistsFound, FlagTaken, MatchStarted, RoundStarted
from ingest.adapter import Told
from projector.challengers.fog import named
from projector.games import GAMES
from projector.replay import Viewer, as_seen, frame, replay, view_at
from tests.expected import SAMPLES, shipped, told_in
from tests.serving import boards, chromium, opened, press, step_in_address, step_of

GAME = GAMES["challengers"]
CARDS = shipped()["challengers"]
GOLDEN = next(
    found.events for found in told_in(SAMPLES / "native" / "challengers-tournament.jsonl") if isinstance(found, Told)
)
NAMES = ("Ada", "Ben", "Cleo", "Dov")
HOSTILE = "<img src=x onerror=alert(1)>"


def told(events: Sequence[Event], viewer: Viewer = "all", names: tuple[str, ...] | None = NAMES) -> BoardData:
    return board_data(GAME, CARDS, events, viewer=viewer, names=names, game_id="g-1")


def number_of(kind: type[Event], **fields: object) -> int:
    """The number of the first event of a kind with these values."""
    return next(
        number
        for number, event in enumerate(GOLDEN, 1)
        if isinstance(event, kind) and all(getattr(event, name) == value for name, value in fields.items())
    )


def view(step: int, viewer: Viewer = "all") -> Any:
    return view_at(GAME, CARDS, GOLDEN, step, viewer=viewer)


# In the middle of the deck phase of round 4: everybody has a deck, cards are in hands.
EARLY = GOLDEN[: number_of(CardsDrawn, round=4, seat=3)]


# What the board is given


@pytest.mark.parametrize("viewer", ["all", 1, 4])
def test_the_deltas_give_every_frame_of_the_replay(viewer: Viewer) -> None:
    played = replay(GAME, CARDS, GOLDEN, viewer=viewer, names=NAMES)
    whole = [frame(one) for one in (played.first, *(step.view for step in played.steps))]
    for number, picture in enumerate(whole):
        assert picture.pop("step") == number

    data = told(GOLDEN)

    assert frames_of(data, str(viewer)) == whole
    assert [step["words"] for step in steps_of(data, str(viewer))] == [step.words for step in played.steps]


def test_five_perspectives_take_a_twenty_fifth_of_their_whole_frames() -> None:
    data = told(GOLDEN)

    whole = sum(len(json.dumps(picture)) for one in data["views"] for picture in frames_of(data, one))
    assert data["views"] == ["all", "1", "2", "3", "4"]
    assert len(json.dumps(data)) < 0.04 * whole


@pytest.mark.parametrize("viewer", [1, 2, 3, "public"])
def test_what_a_viewer_may_not_know_is_nowhere_in_its_data(viewer: Viewer) -> None:
    seen = {name for event in as_seen(GAME, EARLY, viewer) for name in named(event)}
    all_cards = {name for event in EARLY for name in named(event) if ":" in name}
    hidden = all_cards - seen

    text = json.dumps(told(EARLY, viewer))

    assert len(hidden) > 10
    assert [card for card in sorted(hidden) if json.dumps(card) in text] == []
    names = {CARDS.cards[card].name for card in hidden} - {CARDS.cards[card].name for card in seen if ":" in card}
    assert len(names) > 5
    assert [name for name in sorted(names) if name in text] == []


def test_data_is_byte_for_byte_the_same_when_built_again() -> None:
    assert json.dumps(told(GOLDEN)) == json.dumps(told(list(GOLDEN)))


@pytest.mark.parametrize("events", [[], GOLDEN[:1], GOLDEN[:30]])
def test_a_tournament_that_hardly_began_has_data_too(events: Sequence[Event]) -> None:
    assert len(steps_of(told(events, names=None), "all")) == len(events)


# What it does in a browser


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    games = {
        "golden": told(GOLDEN),
        "running": told(EARLY, 1),
        "hostile": told(GOLDEN, names=(HOSTILE, "Ben", "Cleo", "Dov")),
        "empty": told([], names=None),
    }
    with boards(tmp_path_factory.mktemp("hall"), games) as served:
        yield served


@pytest.fixture(scope="module")
def browser(address: str) -> Iterator[Browser]:  # noqa: ARG001 (no server, no browser)
    with chromium() as found:
        yield found


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme="dark")
    yield context.new_page()
    context.close()


def hall(page: Page, address: str, game: str = "golden", **query: object) -> Page:
    return opened(page, address, "challengers", game=game, **query)


@pytest.mark.browser
def test_the_golden_tournament_is_stepped_by_keys_and_the_address_follows(page: Page, address: str) -> None:
    hall(page, address)

    press(page, *["ArrowRight"] * 40, "ArrowLeft")
    assert step_of(page) == 39
    assert step_in_address(page, 39)
    press(page, "End")
    assert step_of(page) == len(GOLDEN)
    press(page, "Home", "g", "4", "2", "Enter")

    assert step_of(page) == 42


@pytest.mark.browser
def test_a_number_jumps_to_its_round_and_eight_to_the_final(page: Page, address: str) -> None:
    hall(page, address)

    reached = {}
    for round_ in (1, 4, 7):
        press(page, str(round_))
        reached[round_] = (step_of(page), page.locator(".round-title").inner_text())
    press(page, "8")

    assert reached == {round_: (number_of(RoundStarted, round=round_), f"Round {round_}") for round_ in (1, 4, 7)}
    assert view(step_of(page) - 1).phase == "trophies"
    assert page.locator(".round-title").inner_text() == "Final"
    press(page, "9")
    assert page.locator(".round-title").inner_text() == "Final"


@pytest.mark.browser
def test_the_match_shows_total_and_needed_power_benches_and_flag(page: Page, address: str) -> None:
    taken = number_of(FlagTaken, total=15)
    match = next(match for match in view(taken - 1).matches if match.park == "green")
    holder, attacker = sorted(match.sides, key=lambda side: not side.holds_flag)

    hall(page, address, step=taken - 1)

    side = page.locator(f".match-side.s{attacker.seat}")
    assert page.locator(".gauge .sum").inner_text().split() == ["15", "of", "9"]
    expect(page.locator(".gauge")).to_have_attribute("data-reached", "true")
    assert side.locator(".park-cards .power").all_inner_texts() == ["3", "5", "7"]
    assert page.locator(f".match-side.s{holder.seat} .holds").count() == 1
    seats = [seat.inner_text().split("\n") for seat in side.locator(".bench-seat:not(.empty)").all()]
    assert seats == [[seat.name, f"\u00d7{len(seat.cards)}"] for seat in attacker.bench]
    assert side.locator(".bench-seat").count() == 6
    assert side.locator(".pile b").first.inner_text() == str(attacker.deck)


@pytest.mark.browser
def test_a_named_bonus_stands_on_its_card_and_one_of_the_match_by_its_seat(page: Page, address: str) -> None:
    hall(page, address, step=number_of(CardRevealed, round=2, seat=1, power=4))
    expect(page.locator(".park-cards .bonus")).to_have_text("+2 House pack")

    hall(page, address, step=number_of(FlagTaken, round=5, total=10))
    expect(page.locator(".match-side.s1 .own .bonus")).to_have_text("+1 Team spirit all match")


@pytest.mark.browser
def test_following_a_player_shows_its_match_of_every_round(page: Page, address: str) -> None:
    hall(page, address)

    press(page, "f", "f")
    shown = []
    for round_ in range(1, 8):
        started = max(number_of(MatchStarted, round=round_, park=park) for park in ("green", "red"))
        press(page, "g", *str(started), "Enter")
        shown.append(
            (
                page.locator(".match-side .side-name .who").all_inner_texts(),
                page.locator(".match").get_attribute("data-park"),
            )
        )

    assert all("Ben" in names for names, _ in shown)
    assert [park for _, park in shown] == ["red", "green", "red", "red", "green", "red", "red"]
    expect(page.locator(".seat-row[aria-pressed='true']")).to_contain_text("Ben")


@pytest.mark.browser
def test_n_and_b_stay_with_what_is_followed(page: Page, address: str) -> None:
    start = number_of(MatchStarted, round=2, park="red")
    hall(page, address, step=start)
    press(page, "p", "p")

    press(page, "n", "n", "n")

    own = [number for number, event in enumerate(GOLDEN, 1) if number > start and getattr(event, "park", "") == "red"]
    assert step_of(page) == own[2]
    press(page, "b", "b")
    assert step_of(page) == own[0]


@pytest.mark.browser
def test_p_goes_round_the_parks_and_a_park_can_be_pressed(page: Page, address: str) -> None:
    hall(page, address, step=number_of(FlagTaken, round=2, park="red"))
    match = page.locator(".match")

    seen = []
    for _ in range(3):
        press(page, "p")
        seen.append((match.get_attribute("data-park"), page.locator(".park[aria-pressed='true']").count()))
    page.get_by_role("button", name="The green park: Ada against Ben").click()

    assert seen == [("green", 1), ("red", 1), ("red", 0)]
    expect(match).to_have_attribute("data-park", "green")


@pytest.mark.browser
def test_fog_goes_round_the_seats_and_hides_hand_deck_and_fans(page: Page, address: str) -> None:
    drawn = number_of(CardsDrawn, round=4, seat=2)
    hall(page, address, step=drawn)
    backs, known = page.locator(".hand .card[data-face='down']"), page.locator(".hand .card[data-face='up']")
    assert (backs.count(), known.count()) == (0, 5)

    press(page, "x", "f")
    assert page.locator(".board").get_attribute("data-view") == "1"
    assert page.locator(".seat-row.s2 .fans").inner_text() == "1+?"
    assert page.locator(".stage-head .who").inner_text() == "Ben"
    assert (backs.count(), known.count()) == (5, 0)
    press(page, "x")

    assert page.locator(".board").get_attribute("data-view") == "2"
    assert (backs.count(), known.count()) == (0, 5)
    assert page.locator(".seat-row.s2 .fans").inner_text() == "4"
    expect(page.locator(".view-tag")).to_have_text("as Ben saw it")


@pytest.mark.browser
def test_no_hidden_card_reaches_the_browser_of_a_seat(page: Page, address: str) -> None:
    sent: list[bytes] = []
    page.on(
        "websocket",
        lambda socket: socket.on(
            "framereceived", lambda data: sent.append(data if isinstance(data, bytes) else data.encode())
        ),
    )
    seen = {name for event in as_seen(GAME, EARLY, 1) for name in named(event)}
    hidden = sorted({name for event in EARLY for name in named(event) if ":" in name} - seen)

    hall(page, address, "running", step=9999)
    press(page, *["ArrowLeft"] * 10, "x", "f", "f")

    everything = b"".join(sent)
    assert b"CITY:S1" in everything
    assert len(hidden) > 10
    assert [card for card in hidden if f'"{card}"'.encode() in everything] == []
    expect(page.locator(".board")).to_have_attribute("data-view", "1")


@pytest.mark.browser
def test_the_rounds_list_every_match_so_far_and_go_to_one(page: Page, address: str) -> None:
    hall(page, address, step=number_of(RoundStarted, round=4))
    page.get_by_role("tab", name="rounds").click()
    pairings = page.locator(".pairing:visible")
    assert pairings.count() == 8
    assert page.locator(".pairing .who[data-won='true']").all_inner_texts() == [
        "Ada",
        "Cleo",
        "Ben",
        "Cleo",
        "Cleo",
        "Dov",
    ]

    page.get_by_role("button", name="Go to the match in the red park of round 2").click()

    assert step_of(page) == number_of(MatchStarted, round=2, park="red")
    expect(page.locator(".match")).to_have_attribute("data-park", "red")


@pytest.mark.browser
def test_a_deck_opens_over_the_match_and_escape_closes_it(page: Page, address: str) -> None:
    hall(page, address, step=number_of(FlagTaken, round=6))

    page.locator(".match-side .pile").first.click()
    expect(page.locator(".popover")).to_contain_text("deck:")
    press(page, "Escape")

    expect(page.locator(".popover")).to_be_hidden()


@pytest.mark.browser
def test_trophies_turn_up_and_the_end_says_who_won(page: Page, address: str) -> None:
    hall(page, address, step=number_of(FinalistsFound))

    expect(page.locator(".banner")).to_contain_text("Ada and Cleo play the final")
    assert page.locator(".standing > b").all_inner_texts() == ["24", "24", "24", "4"]
    assert page.locator(".standing[data-finalist='true'] .who").all_inner_texts() == ["Cleo", "Ada"]
    press(page, "End")

    expect(page.locator(".banner")).to_contain_text("Ada wins")
    expect(page.locator(".banner")).to_contain_text("in the final")


@pytest.mark.browser
def test_a_hostile_name_is_text(page: Page, address: str) -> None:
    dialogs: list[str] = []

    def heard(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", heard)

    hall(page, address, "hostile", step=60)
    press(page, *["ArrowRight"] * 10, "f", "p", "End", "x", "?")

    assert page.locator(".seat-row .who").first.inner_text() == HOSTILE
    assert page.locator(".board img").count() == 0
    assert dialogs == []


@pytest.mark.browser
@pytest.mark.parametrize("step", [number_of(CardsDrawn, round=4, seat=2), number_of(FlagTaken, total=15) - 1, 9999])
def test_a_phone_shows_the_board_without_scrolling_sideways(browser: Browser, address: str, step: int) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = hall(context.new_page(), address, step=step)

    widest = page.evaluate(
        "Math.max(...[document.documentElement, ...document.querySelectorAll('*')]"
        ".filter(n => /auto|scroll/.test(getComputedStyle(n).overflowX) || n === document.documentElement)"
        ".map(n => n.scrollWidth - n.clientWidth))"
    )
    controls = page.get_by_role("button", name="A step back").bounding_box()
    pips = [pip.bounding_box() for pip in page.locator(".pip").all()]
    context.close()

    assert widest <= 0
    assert controls is not None
    assert 500 < controls["y"] < 844 - controls["height"]
    assert controls["height"] >= 44
    assert len(pips) == 8
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in pips)


@pytest.mark.browser
def test_a_recording_of_nothing_says_so(page: Page, address: str) -> None:
    hall(page, address, "empty", step=9)

    expect(page.locator(".table-note")).to_have_text("Nothing was recorded of this game yet.")


@pytest.mark.browser
def test_every_control_has_a_name_and_help_tells_the_keys(page: Page, address: str) -> None:
    hall(page, address, step=number_of(FlagTaken, round=2))

    unnamed = page.locator(".board button:visible").evaluate_all(
        "nodes => nodes.filter(n => !(n.getAttribute('aria-label') || n.textContent).trim()).map(n => n.className)"
    )
    press(page, "?")

    assert unnamed == []
    dialog = page.get_by_role("dialog", name="Keys")
    for words in ("to a round; 8 is the final", "follow the next player", "stay with the next park"):
        expect(dialog).to_contain_text(words)


@pytest.mark.browser
def test_a_step_takes_a_few_milliseconds(page: Page, address: str) -> None:
    hall(page, address)

    taken = page.evaluate(
        """() => {
            const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
            const began = performance.now();
            for (let press = 0; press < 200; press += 1) key("ArrowRight");
            return (performance.now() - began) / 200;
        }"""
    )

    assert step_of(page) == 200
    assert taken < 20
