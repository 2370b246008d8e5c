"""The replay board: what it is given, and what it does in a real browser."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Dialog, Page, expect

from dashboard.boards.boba import board_data
from dashboard.boards.shared import BoardData, frames_of, steps_of
from events import base, boba
from events.base import CardId, Event, PlayerId
from events.boba import Deck, Seated, Setup
from ingest.catalogue import load_catalogue
from projector.boba.modes import MODES
from projector.games import GAMES
from projector.replay import Viewer, frame, replay
from tests.serving import boards, chromium, opened, press, step_in_address, step_of

ROOT = Path(__file__).parent.parent
CARDS = load_catalogue(ROOT / "data" / "boba")
EFFECTS: Mapping[str, list[dict[str, Any]]] = {
    play["play"]: play["effects"] for play in json.loads((ROOT / "data" / "boba" / "plain_plays.json").read_text())
}


def house_deck(name: str) -> Deck:
    told = json.loads((ROOT / "data" / "boba" / "decks" / f"{name}.json").read_text())
    return Deck(tuple(told["heroes"]), tuple(told["plays"]), tuple(told["hot_dogs"]))


class Dealer:
    """Deals and plays a whole Playmaker game by the dice of its seed, event by event."""

    def __init__(self, seed: int, decks: tuple[Deck, Deck], setup: Setup | None = None) -> None:
        self.dice = Random(seed)  # noqa: S311 (a game for a test)
        self.setup = setup
        self.decks = decks
        self.events: list[Event] = []
        self.heroes = [self.shuffled(deck.heroes) for deck in decks]
        self.plays = [self.shuffled(deck.plays) for deck in decks]
        self.zones: list[list[CardId]] = []
        self.bench: list[list[CardId]] = []
        self.hand: list[list[CardId]] = []
        self.hot_dogs = [10, 10]
        self.power = [0, 0]
        self.trophies = [0, 0]
        self.honors = 1

    def shuffled(self, cards: tuple[CardId, ...] | None) -> list[CardId]:
        pile = list(cards or ())
        self.dice.shuffle(pile)
        return pile

    def take(self, pile: list[CardId], count: int) -> list[CardId]:
        taken, pile[:count] = pile[:count], []
        return taken

    def tell(self, event: Event) -> int:
        self.events.append(event)
        return len(self.events)

    def game(self) -> list[Event]:
        self.tell(
            boba.GameStarted(
                (Seated(PlayerId("p1"), self.decks[0]), Seated(PlayerId("p2"), self.decks[1])),
                "playmaker",
                setup=self.setup,
                format="SPEC",
                round=3,
                game_of_match=1,
            )
        )
        self.tell(boba.StarterFound(1, "dice", ((3, 3), (5, 2))))
        self.tell(boba.HonorsChosen(1, by=1))
        self.tell(boba.DirectionChosen("left_to_right", by=1))
        for seat in (1, 2):
            for pile in ("hero_deck", "playbook"):
                self.tell(boba.PileShuffled(seat, pile))
            self.zones.append(self.take(self.heroes[seat - 1], 7))
            self.tell(boba.HeroesPlaced(seat, tuple(self.zones[-1])))
        for seat in (1, 2):
            self.bench.append(self.take(self.heroes[seat - 1], 4))
            self.tell(boba.HeroesDrawn(seat, tuple(self.bench[-1]), "opening"))
            self.hand.append(self.take(self.plays[seat - 1], 4))
            self.tell(boba.PlaysDrawn(seat, tuple(self.hand[-1]), "opening"))
        for battle in range(1, 8):
            self.battle(battle)
        self.end()
        return self.events

    def battle(self, battle: int) -> None:
        order = (self.honors, 3 - self.honors)
        for seat in order:
            self.substitute(seat, battle)
        heroes = (self.zones[0][battle - 1], self.zones[1][battle - 1])
        self.power = [CARDS.power_of(hero) or 0 for hero in heroes]
        self.tell(boba.HeroesRevealed(battle, heroes))
        for seat in order:
            self.run_plays(seat, battle)
            self.tell(boba.Passed(seat, battle))
        one, two = self.power
        winner = self.decided(heroes, one, two)
        self.tell(boba.BattleResolved(battle, winner))
        if winner != "draw":
            self.trophies[winner - 1] += 1
            self.honors = winner
        for seat in (1, 2):
            self.draw_plays(seat, 1, "battle_end", None)

    def decided(self, heroes: tuple[CardId, CardId], one: int, two: int) -> Any:
        supers = [CARDS.weapon_of(hero) == "Super" for hero in heroes]
        if one != two:
            return 1 if one > two else 2
        return "draw" if supers[0] == supers[1] else 1 if supers[0] else 2

    def substitute(self, seat: int, battle: int) -> None:
        mine = seat - 1
        best = max(self.bench[mine], key=lambda hero: CARDS.power_of(hero) or 0)
        old = self.zones[mine][battle - 1]
        gain = (CARDS.power_of(best) or 0) - (CARDS.power_of(old) or 0)
        if self.hot_dogs[mine] < 4 or gain < 25:
            self.tell(boba.SubstitutionDeclined(seat, battle))
            return
        self.hot_dogs[mine] -= 2
        self.bench[mine].remove(best)
        self.zones[mine][battle - 1] = best
        self.tell(boba.HeroSubstituted(seat, battle, best, old, 2, seat))
        drawn = self.take(self.heroes[mine], 1)
        self.bench[mine] += drawn
        self.tell(boba.HeroesDrawn(seat, tuple(drawn), "substitution"))

    def run_plays(self, seat: int, battle: int) -> None:
        mine = seat - 1
        for _ in range(self.dice.choice((0, 1, 1, 2, 3))):
            affordable = [
                play
                for play in self.hand[mine]
                if play in EFFECTS and (CARDS.cost_of(play) or 0) <= self.hot_dogs[mine]
            ]
            if not affordable:
                return
            play = self.dice.choice(affordable)
            cost = CARDS.cost_of(play) or 0
            self.hot_dogs[mine] -= cost
            self.hand[mine].remove(play)
            run = self.tell(boba.PlayRun(seat, battle, play, cost))
            for effect in EFFECTS[play]:
                self.take_effect(seat, battle, run, effect)

    def take_effect(self, seat: int, battle: int, run: int, effect: dict[str, Any]) -> None:
        on = 3 - seat if effect.get("who") == "other" else seat
        if "power" in effect:
            self.power[on - 1] += effect["power"]
            self.tell(boba.PowerChanged(on, battle, effect["power"], cause=run))
        elif "draw_plays" in effect:
            self.draw_plays(on, effect["draw_plays"], "effect", run)
        elif "recover" in effect:
            count = min(effect["recover"], 10 - self.hot_dogs[on - 1])
            self.hot_dogs[on - 1] += count
            self.tell(boba.HotDogsRecovered(on, count, cause=run))
        elif "flip" in effect:
            for _ in range(effect["flip"]):
                face = self.dice.choice(("heads", "tails"))
                self.tell(boba.CoinFlipped(seat, face, cause=run))  # type: ignore[arg-type]
                for then in effect.get(f"each_{face}", ()):
                    self.take_effect(seat, battle, run, then)
        elif "if_weapon" in effect and CARDS.weapon_of(self.zones[on - 1][battle - 1]) == effect["if_weapon"]:
            for then in effect["then"]:
                self.take_effect(seat, battle, run, then)

    def draw_plays(self, seat: int, count: int, reason: Any, cause: int | None) -> None:
        drawn = self.take(self.plays[seat - 1], count)
        self.hand[seat - 1] += drawn
        self.tell(boba.PlaysDrawn(seat, tuple(drawn), reason, cause=cause))

    def end(self) -> None:
        one, two = self.trophies
        if one != two:
            self.tell(boba.GameEnded(1 if one > two else 2, "trophies", (one, two)))
            return
        if self.setup is None or self.setup.tied_game == "stands":
            self.tell(boba.GameEnded("draw", "tie", (one, two)))
            return
        winner: Any = "draw"
        while winner == "draw":
            heroes = (self.heroes[0].pop(0), self.heroes[1].pop(0))
            self.tell(boba.SuddenDeathRevealed(heroes))
            winner = self.decided(heroes, CARDS.power_of(heroes[0]) or 0, CARDS.power_of(heroes[1]) or 0)
        self.tell(boba.GameEnded(winner, "sudden_death", (one, two)))


DECKS = (house_deck("fire_rush"), house_deck("heads_or_tails"))
PLAYED_OUT = replace(MODES["playmaker"], tied_game="sudden_death", ends="after_all_battles")
NAMES = ("Dana", "Marcus")
FULL = Dealer(1, DECKS, PLAYED_OUT).game()
SUDDEN = Dealer(3, DECKS, PLAYED_OUT).game()
RESULT_ONLY: list[Event] = [
    boba.GameStarted((Seated(), Seated()), "playmaker"),
    boba.GameEnded(1, "trophies", (4, 2)),
]


def told(events: Sequence[Event], viewer: Viewer = "all", names: tuple[str, ...] = NAMES) -> BoardData:
    return board_data(GAMES["boba"], CARDS, events, viewer=viewer, names=names, game_id="g-1")


def size(value: Any) -> int:
    return len(json.dumps(value, separators=(",", ":")))


# What the board is given


@pytest.mark.parametrize("viewer", ["all", 1, 2])
def test_the_deltas_give_every_frame_of_the_replay(viewer: Viewer) -> None:
    played = replay(GAMES["boba"], CARDS, FULL, viewer=viewer, names=NAMES)
    whole = [frame(view) for view in (played.first, *(step.view for step in played.steps))]
    for number, picture in enumerate(whole):
        assert picture.pop("step") == number

    data = told(FULL)

    assert frames_of(data, str(viewer)) == whole


def test_the_words_are_those_of_the_replay() -> None:
    played = replay(GAMES["boba"], CARDS, FULL, names=NAMES)

    data = told(FULL)

    assert [step["words"] for step in steps_of(data, "all")] == [step.words for step in played.steps]


def test_everybody_but_the_one_who_sees_all_gets_one_perspective() -> None:
    assert {viewer: told(FULL, viewer)["views"] for viewer in ("all", "public", 1, 2)} == {
        "all": ["all", "1", "2"],
        "public": ["public"],
        1: ["1"],
        2: ["2"],
    }


@pytest.mark.parametrize(("viewer", "others"), [(1, (2,)), (2, (1,)), ("public", (1, 2))])
def test_what_a_viewer_may_not_know_is_nowhere_in_its_data(viewer: Viewer, others: tuple[int, ...]) -> None:
    early = FULL[:40]
    data = told(early, viewer)
    text = json.dumps(data)
    known = set(data["perspectives"][str(viewer)]["cards"])
    known_names = {CARDS.name_of(card) for card in known}

    hidden = {
        card for seat in others for card in (DECKS[seat - 1].heroes or ()) + (DECKS[seat - 1].plays or ())
    } - known
    hidden_names = {CARDS.name_of(card) for card in hidden} - known_names

    assert len(hidden) > 60
    assert [card for card in sorted(hidden) if json.dumps(card) in text] == []
    assert [name for name in sorted(hidden_names) if json.dumps(name)[1:-1] in text] == []


def test_heroes_face_down_are_in_the_views_of_their_seat_and_of_all() -> None:
    perspectives = told(FULL[:20])["perspectives"]
    one, two = (set(event.heroes) for event in FULL if isinstance(event, boba.HeroesPlaced))
    two -= set(DECKS[0].heroes or ())

    assert len(two) > 4
    assert one <= set(perspectives["1"]["cards"])
    assert two.isdisjoint(perspectives["1"]["cards"])
    assert one | two <= set(perspectives["all"]["cards"])


def test_data_is_byte_for_byte_the_same_when_built_again() -> None:
    assert json.dumps(told(FULL)) == json.dumps(told(list(FULL)))


def test_a_game_takes_a_twentieth_of_its_whole_frames_and_two_hundred_steps_sixty_kilobytes() -> None:
    data, seat = told(FULL), told(FULL, 1)

    whole = sum(size(picture) for view in data["views"] for picture in frames_of(data, view))
    assert size(data) < 0.05 * whole
    assert size(seat) < 60_000 * len(FULL) / 200


def test_a_note_is_told_in_its_own_words() -> None:
    events = [*FULL[:4], base.NoteAdded(base.TextId("t-1"))]

    data = board_data(GAMES["boba"], CARDS, events, viewer="all", game_id="g-1", notes={5: "A bold call"})

    assert steps_of(data, "all")[4]["words"] == "A note: A bold call"


def test_tags_tell_mode_format_and_place_in_the_contest() -> None:
    data = board_data(GAMES["boba"], CARDS, FULL, viewer="all", game_id="g-1")

    assert data["tags"] == ["Playmaker", "SPEC", "Round 3", "Game 1"]
    assert not data["simulated"]


def test_a_coin_shows_its_face() -> None:
    place, coin = next((place, event) for place, event in enumerate(FULL) if isinstance(event, boba.CoinFlipped))

    assert steps_of(told(FULL), "2")[place]["chance"] == coin.face


@pytest.mark.parametrize("events", [[], FULL[:1], RESULT_ONLY])
def test_a_game_of_hardly_any_events_has_data_too(events: list[Event]) -> None:
    assert len(told(events)["perspectives"]["all"]["steps"]) == len(events)


# What it does in a browser

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A small app with nothing but boards, on a port of its own."""
    gapped = [*FULL[:30], base.GapLeft(first_line=31, last_line=31), *FULL[31:]]
    games = {
        "full": told(FULL),
        "seat": told(FULL[:60], 1),
        "sudden": told(SUDDEN),
        "hostile": told(FULL, names=(HOSTILE, "Marcus")),
        "empty": told([]),
        "one": told(FULL[:1]),
        "result": told(RESULT_ONLY),
        "gapped": told(gapped),
    }
    with boards(tmp_path_factory.mktemp("board"), games) as served:
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


@pytest.mark.browser
def test_forty_presses_are_forty_steps_without_a_click_and_the_address_follows(page: Page, address: str) -> None:
    opened(page, address, game="full")

    press(page, *["ArrowRight"] * 40)

    assert step_of(page) == 40
    assert step_in_address(page, 40)
    assert parse_qs(urlsplit(page.url).query) == {"system": ["boba"], "game": ["full"], "step": ["40"]}


@pytest.mark.browser
def test_a_rerun_and_another_theme_leave_one_listener(page: Page, address: str) -> None:
    opened(page, address, game="full")
    press(page, *["ArrowRight"] * 3)

    page.get_by_role("button", name="Again").click()
    page.emulate_media(color_scheme="light")
    expect(page.locator(".board")).to_have_attribute("data-theme", "light")
    page.wait_for_timeout(300)
    press(page, *["ArrowRight"] * 40)

    assert step_of(page) == 43
    assert page.locator(".board").count() == 1


@pytest.mark.browser
def test_a_board_that_was_put_away_hears_no_keys(page: Page, address: str) -> None:
    opened(page, address, game="full", step=5)
    press(page, "ArrowRight")
    assert step_in_address(page, 6)

    page.get_by_text("Put the board away").click()
    page.locator(".board").wait_for(state="detached")
    press(page, "Escape", *["ArrowRight"] * 5)
    page.wait_for_timeout(300)

    assert "step=6" in page.url
    page.get_by_text("Put the board away").click()
    page.locator(".board").wait_for()
    press(page, "Escape", "ArrowRight")
    assert step_of(page) == 7


@pytest.mark.browser
def test_after_the_end_and_the_start_keys_and_buttons_go_on(page: Page, address: str) -> None:
    opened(page, address, game="full")
    end = len(FULL)

    press(page, "End", "ArrowRight", "ArrowLeft")
    assert step_of(page) == end - 1
    page.get_by_role("button", name="To the end").click()
    assert step_of(page) == end
    page.get_by_role("button", name="A step back").click()
    assert step_of(page) == end - 1
    page.get_by_role("button", name="To the start").click()
    assert step_of(page) == 0
    page.get_by_role("button", name="A step on").click()
    press(page, "ArrowRight")
    assert step_of(page) == 2
    press(page, "Home", "ArrowRight")
    assert step_of(page) == 1


@pytest.mark.browser
def test_a_permalink_opens_at_its_step_and_back_returns_to_it(page: Page, address: str) -> None:
    opened(page, address, game="full", step=25)
    assert step_of(page) == 25

    opened(page, address, game="full", step=9999)
    assert step_of(page) == len(FULL)
    page.evaluate("for (const step of [7, 3]) history.pushState({}, '', `?system=boba&game=full&step=${step}`)")
    page.go_back()
    page.wait_for_timeout(300)

    assert step_of(page) == 7


@pytest.mark.browser
def test_share_copies_the_link_or_shows_it(browser: Browser, address: str) -> None:
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    page = opened(context.new_page(), address, game="full", step=12)
    page.get_by_role("button", name="Share this step").click()
    expect(page.locator(".toast")).to_contain_text("Link to step 12 copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"{address}?system=boba&game=full&step=12"

    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Share this step").click()
    expect(page.get_by_label("Link to this step")).to_have_value(f"{address}?system=boba&game=full&step=12")
    context.close()


@pytest.mark.browser
def test_flipping_changes_whose_side_is_near(page: Page, address: str) -> None:
    opened(page, address, game="full", step=30)
    cards = page.locator(".lane").first.locator(".card")
    one, two = (cards.nth(seat).bounding_box() for seat in (0, 1))
    assert one is not None
    assert two is not None
    assert one["y"] > two["y"]

    press(page, "f")

    one, two = (cards.nth(seat).bounding_box() for seat in (0, 1))
    assert one is not None
    assert two is not None
    assert one["y"] < two["y"]


@pytest.mark.browser
def test_fog_goes_round_the_views_and_hides_the_other_hand(page: Page, address: str) -> None:
    opened(page, address, game="full", step=20)
    backs = page.locator(".strip.s2 .hand .chip[data-kind='back']")
    board = page.locator(".board")

    seen = [(board.get_attribute("data-view"), backs.count())]
    for _ in range(3):
        press(page, "x")
        seen.append((board.get_attribute("data-view"), backs.count()))

    assert seen == [("all", 0), ("1", 4), ("2", 0), ("all", 0)]


@pytest.mark.browser
def test_a_seats_board_has_no_other_view(page: Page, address: str) -> None:
    opened(page, address, game="seat", step=30)

    press(page, "x")

    expect(page.locator(".board")).to_have_attribute("data-view", "1")


@pytest.mark.browser
def test_a_hostile_name_is_text(page: Page, address: str) -> None:
    dialogs: list[str] = []

    def heard(dialog: Dialog) -> None:
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", heard)

    opened(page, address, game="hostile")
    press(page, *["ArrowRight"] * 20, "End", "x", "f", "?")

    assert page.locator(".side-name .who").first.inner_text() == HOSTILE
    assert page.locator(".board img").count() == 0
    assert dialogs == []


@pytest.mark.browser
def test_keys_in_a_field_are_left_alone_until_escape(page: Page, address: str) -> None:
    opened(page, address, game="full", step=10)
    field = page.get_by_label("A field")

    field.click()
    page.keyboard.type("fx 37?")
    press(page, "ArrowLeft", "Home", "End")
    assert field.input_value() == "fx 37?"
    assert step_of(page) == 10
    press(page, "Escape", "ArrowRight")

    assert step_of(page) == 11


@pytest.mark.browser
def test_a_key_with_control_or_alt_is_the_browsers(page: Page, address: str) -> None:
    opened(page, address, game="full", step=10)

    press(page, "Control+ArrowRight", "Alt+f", "Meta+x")

    assert step_of(page) == 10
    expect(page.locator(".board")).to_have_attribute("data-near", "1")


@pytest.mark.browser
def test_a_number_jumps_to_its_battle_and_g_to_a_step(page: Page, address: str) -> None:
    opened(page, address, game="full")
    played = replay(GAMES["boba"], CARDS, FULL)
    starts = {battle: next(s.number for s in played.steps if s.view.battle == battle) for battle in (1, 4, 7)}  # type: ignore[attr-defined]

    reached = {}
    for battle in starts:
        press(page, str(battle))
        reached[battle] = step_of(page)
    press(page, "g", "4", "2", "Enter")

    assert reached == starts
    assert step_of(page) == 42


@pytest.mark.browser
def test_space_plays_to_the_end_and_a_key_stops_it(page: Page, address: str) -> None:
    end = len(FULL)
    opened(page, address, game="full", step=end - 2)
    page.get_by_role("button", name="Speed 4 times").click()

    press(page, " ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".caption .place")).to_have_text(f"{end} / {end}", timeout=5_000)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    press(page, " ", "ArrowRight")

    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert step_of(page) == 1


@pytest.mark.browser
def test_the_timeline_and_the_list_seek(page: Page, address: str) -> None:
    opened(page, address, game="full")
    track = page.get_by_role("slider")
    box = track.bounding_box()
    assert box is not None

    track.click(position={"x": box["width"] / 2, "y": 20})
    assert step_of(page) == len(FULL) // 2
    page.locator(".step[data-step='66']").click()

    assert step_of(page) == 66
    assert track.get_attribute("aria-valuenow") == "66"


@pytest.mark.browser
def test_help_opens_and_closes_by_keys(page: Page, address: str) -> None:
    opened(page, address, game="full", step=3)

    press(page, "?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    press(page, "ArrowRight", "Escape")

    expect(page.get_by_role("dialog", name="Keys")).to_be_hidden()
    assert step_of(page) == 3


@pytest.mark.browser
@pytest.mark.parametrize("game", ["full", "sudden", "hostile"])
def test_a_phone_shows_all_seven_battles_without_scrolling_sideways(browser: Browser, address: str, game: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = opened(context.new_page(), address, game=game, step=9999)

    widest = page.evaluate(
        "Math.max(...[document.documentElement, ...document.querySelectorAll('*')]"
        ".filter(n => /auto|scroll/.test(getComputedStyle(n).overflowX) || n === document.documentElement)"
        ".map(n => n.scrollWidth - n.clientWidth))"
    )
    boxes = [lane.bounding_box() for lane in page.locator(".lane:not(.sudden)").all()]
    controls = page.get_by_role("button", name="A step back").bounding_box()
    context.close()

    assert widest <= 0
    assert len(boxes) == 7
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)
    assert controls is not None
    assert 500 < controls["y"] < 844 - controls["height"]
    assert controls["height"] >= 44


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("empty", "Nothing was recorded of this game yet."),
        ("one", "The recording has no battle so far."),
        ("result", "Only the result of this game is known: its log shows no battle."),
    ],
)
def test_a_game_with_nothing_to_show_says_so(page: Page, address: str, game: str, words: str) -> None:
    opened(page, address, game=game, step=9)

    expect(page.locator(".table-note")).to_have_text(words)


@pytest.mark.browser
def test_a_gap_and_what_follows_it_are_marked(page: Page, address: str) -> None:
    opened(page, address, game="gapped", step=31)

    expect(page.locator(".caption .answer")).to_have_text("cannot be judged")
    expect(page.locator(".strip.s1 .dogs .words")).to_have_text("hot dogs: ?")
    expect(page.locator(".step[data-step='31'] .mark")).to_have_text("?")


@pytest.mark.browser
def test_sudden_death_has_a_lane_and_the_end_a_banner(page: Page, address: str) -> None:
    opened(page, address, game="sudden", step=len(SUDDEN) - 1)

    expect(page.locator(".lane.sudden")).to_be_visible()
    press(page, "ArrowRight")

    expect(page.locator(".banner")).to_contain_text("wins")
    expect(page.locator(".banner")).to_contain_text("sudden death")


@pytest.mark.browser
def test_a_step_takes_a_few_milliseconds(page: Page, address: str) -> None:
    opened(page, address, game="full")

    taken = page.evaluate(
        """() => {
            const key = (name) => document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
            const began = performance.now();
            for (let press = 0; press < 100; press += 1) key("ArrowRight");
            return (performance.now() - began) / 100;
        }"""
    )

    assert step_of(page) == 100
    assert taken < 20
