"""OnlyChamps' files are read as far as they go: order by number, gaps where something is missing, no guessed winner."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.base import CardId, GapLeft
from events.boba import BattleResolved, CardDescribed, GameEnded, GameStarted, HeroesPlaced, HeroesRevealed
from events.erasable import Problem
from events.tape import Tape, migrate
from ingest.adapter import Document, Skipped, Told
from ingest.catalogue import load_catalogue
from ingest.importing import import_bytes
from ingest.onlychamps import ONLYCHAMPS
from ingest.onlychamps_results import ONLYCHAMPS_RESULTS
from projector.boba import GAME
from projector.boba.cards import Catalogue, Hero, Play
from projector.boba.state import State

SAMPLES = Path(__file__).resolve().parents[1] / "data" / "samples" / "onlychamps"


def hero(number: str, name: str, weapon: str, power: int, treatment: str = "Battlefoil") -> Hero:
    return Hero(CardId(f"A:{number}"), "A", number, name, "First Edition", treatment, weapon, power)


def key(number: int, weapon: str = "FIRE") -> str:
    return f"alpha:HERO:NO_{number:03}:FIRST_EDITION_BATTLEFOIL_{weapon}"


# Power rises with the number. Number 20 is two cards of one power, number 30 two of different powers.
CARDS = Catalogue(
    [
        *(hero(f"BF-{number}", f"Hero {number}", "Fire", 100 + 5 * number) for number in range(1, 8)),
        hero("BF-20", "Twin", "Fire", 150),
        hero("RF-20", "Other Twin", "Fire", 150),
        hero("BF-30", "Small", "Fire", 75),
        hero("RF-30", "Large", "Fire", 200),
    ],
    [Play(CardId("A:PL-1"), "A", "PL-1", "Front Run", "PL", 2, 16)],
)


class Log:
    """A log that is being written."""

    def __init__(self, game: str = "g") -> None:
        self.game = game
        self.lines: list[dict[str, Any]] = []

    def add(self, kind: str, **payload: Any) -> "Log":
        self.lines.append({"gameId": self.game, "seq": len(self.lines) + 1, "type": kind, "payload": payload})
        return self

    def create(self) -> "Log":
        return self.add("CREATE", modeCode="ROOKIE", players=[{"seat": 1, "deckId": "d1"}, {"seat": 2, "deckId": "d2"}])

    def place(self, seat: int, *numbers: int) -> "Log":
        for zone, number in enumerate(numbers):
            self.add("ROOKIE_PLACE", seat=seat, zoneIndex=zone, versionKey=key(number))
        return self

    def reveal(self, *zones: int) -> "Log":
        for zone in zones:
            self.add("ROOKIE_REVEAL", zoneIndex=zone)
        return self

    def end(self) -> "Log":
        return self.add("ROOKIE_BEGIN_MATCH").add("ROOKIE_SCORE_MATCH").add("ROOKIE_END_MATCH")

    def data(self) -> bytes:
        return "\n".join(map(json.dumps, self.lines)).encode()


def whole(one: tuple[int, ...] = (1, 2, 3, 4, 5, 6, 7), two: tuple[int, ...] = (7, 6, 5, 4, 3, 2, 1)) -> Log:
    return Log().create().add("START").place(1, *one).place(2, *two).reveal(*range(7)).end()


def told(data: bytes) -> tuple[list[Told], list[Problem]]:
    found = list(ONLYCHAMPS.read(Document("log.jsonl", data)))
    return [it for it in found if isinstance(it, Told)], [it for it in found if isinstance(it, Problem)]


def folded(data: bytes) -> State:
    ((game,), problems) = told(data)
    assert problems == []
    return GAME.fold(CARDS, game.events)


def test_a_log_that_states_no_result_has_those_that_the_rules_derive() -> None:
    state = folded(whole().data())

    assert state.results[1:] == [2, 2, 2, "draw", 1, 1, 1]
    assert (state.winner, state.findings, state.doubts) == ("draw", [], [])
    assert GAME.summary(state).score == "3:3"


def test_a_lane_is_the_zone_that_one_reveal_turns_up_for_both_seats() -> None:
    ((game,), _) = told(whole().data())

    first = next(event for event in game.events if isinstance(event, HeroesRevealed))
    assert first == HeroesRevealed(1, (CardId(key(1)), CardId(key(7))))


def test_battles_count_in_the_order_of_the_reveals() -> None:
    log = Log().create().place(1, 1, 2, 3, 4, 5, 6, 7).place(2, 7, 6, 5, 4, 3, 2, 1).reveal(2, 0, 6, 1, 3, 5, 4).end()

    ((game,), _) = told(log.data())

    placed = next(event for event in game.events if isinstance(event, HeroesPlaced))
    assert placed.heroes == tuple(CardId(key(number)) for number in (3, 1, 7, 2, 4, 6, 5))
    assert GAME.fold(CARDS, game.events).findings == []


def test_no_result_is_guessed_of_a_card_that_nobody_knows() -> None:
    state = folded(whole(one=(1, 2, 3, 4, 5, 6, 99)).data())

    assert state.results[1:] == [2, 2, 2, "draw", 1, 1, None]
    assert (state.winner, GAME.summary(state).status) == (None, "partial")


def test_a_game_without_an_end_is_not_over_and_its_open_battle_not_decided() -> None:
    log = Log().create().place(1, 1, 2, 3, 4, 5, 6, 7).place(2, 7, 6, 5, 4, 3, 2, 1).reveal(0, 1)

    state = folded(log.data())

    assert (state.results[1:3], state.ended) == ([2, None], None)


def test_lines_are_ordered_by_their_number_and_counted_once() -> None:
    log = whole()
    for place, line in enumerate(log.lines):
        line["at"] = f"2026-06-{28 - place:02}T10:00:00Z"
    mixed = [*log.lines[13:], *log.lines[:15], *log.lines[20:]]

    ((game,), problems) = told("\n".join(map(json.dumps, mixed)).encode())

    assert problems == []
    assert [type(event) for event in game.events] == [type(event) for event in told(whole().data())[0][0].events]
    assert GAME.fold(CARDS, game.events).results[1:] == [2, 2, 2, "draw", 1, 1, 1]


def test_a_number_that_is_missing_leaves_a_gap_where_it_is_missing() -> None:
    log = whole()
    missing = log.lines.pop(19)

    ((game,), problems) = told(log.data())

    assert (missing["type"], problems) == ("ROOKIE_REVEAL", [])
    shown = [event.battle if isinstance(event, HeroesRevealed) else type(event) for event in game.events[17:24]]
    assert shown == [1, 2, 3, GapLeft, 5, 6, 7]
    assert GAME.fold(CARDS, game.events).findings == []


def test_reveals_from_the_last_zone_down_say_their_battles_even_where_one_is_missing() -> None:
    log = Log().create().place(1, 1, 2, 3, 4, 5, 6, 7).place(2, 7, 6, 5, 4, 3, 2, 1).reveal(6, 5, 4, 3, 2, 1, 0)
    log.lines.pop(17)

    ((game,), _) = told(log.data())

    assert [event.battle for event in game.events if isinstance(event, HeroesRevealed)] == [1, 2, 4, 5, 6, 7]


def test_an_unknown_action_is_named_with_its_line_and_leaves_a_gap() -> None:
    log = Log().create().add("ROOKIE_OVERTIME_REVEAL", draw=1).add("START")

    ((game,), problems) = told(log.data())

    assert problems == [
        Problem(2, "'ROOKIE_OVERTIME_REVEAL' is no action of OnlyChamps that Gametape knows; what it did stays unknown")
    ]
    assert game.events[1:] == [GapLeft(first_line=2, last_line=2)]
    assert (game.unread, list(game.lines)) == (1, [1, 2])


def test_a_game_in_a_format_of_tomorrow_is_left_out_and_the_others_are_not() -> None:
    tomorrow = Log("t").create().add("MOVE_V2").add("MOVE_V2").add("MOVE_V2")

    games, problems = told(tomorrow.data() + b"\n" + whole().data())

    assert [game.client_game for game in games] == ["g"]
    assert problems[-1] == Problem(
        None, "3 of the 4 lines of game t cannot be read: is it a newer format? The game is left out"
    )


def test_a_zone_may_be_filled_again_until_it_is_revealed() -> None:
    log = Log().create().place(1, 1, 2, 3, 4, 5, 6, 7).place(1, 5).place(2, 7, 6, 5, 4, 3, 2, 1).reveal(0).place(2, 6)

    ((game,), problems) = told(log.data())

    assert next(event for event in game.events if isinstance(event, HeroesRevealed)).heroes == (key(5), key(7))
    assert [problem.line for problem in problems] == [18]
    assert isinstance(game.events[-1], GapLeft)


def test_a_log_that_begins_late_still_tells_a_game_that_began() -> None:
    log = whole()
    del log.lines[:2]

    ((game,), _) = told(log.data())

    assert [type(event) for event in game.events[:3]] == [GameStarted, GapLeft, CardDescribed]
    state = GAME.fold(CARDS, game.events)
    assert (state.results[1:], state.findings) == ([2, 2, 2, "draw", 1, 1, 1], [])
    assert GAME.summary(state).status == "partial"


def test_the_end_states_no_winner() -> None:
    ((game,), _) = told(whole().data())

    assert game.events[-2:] == [BattleResolved(7, winner=None), GameEnded(winner=None, reason=None)]


@pytest.mark.parametrize(
    ("card", "weapon"),
    [
        (key(1, "FIRE"), "Fire"),
        (key(1, "GUM_SSP"), "Gum"),
        ("alpha:HERO:NO_001:ICE_AGE_BATTLEFOIL_PLASMA", None),
        ("alpha:HERO:NO_001:", None),
        ("?", None),
    ],
)
def test_a_weapon_is_told_where_the_key_ends_in_one_that_is_known(card: str, weapon: str | None) -> None:
    log = Log().create().add("ROOKIE_PLACE", seat=1, zoneIndex=0, versionKey=card)

    ((game,), _) = told(log.data())

    assert game.events[1] == CardDescribed(CardId(card), kind="hero", weapon=weapon)


def test_version_keys_resolve_by_set_last_number_and_words() -> None:
    cards = Catalogue(
        [
            hero("280", "Plain", "Fire", 90, "Base Set"),
            hero("ABF-280", "Foil", "Fire", 110),
            hero("ABF-281", "Rad", "Hex", 120, "80's Rad Battlefoil"),
        ]
    )

    def meant(card: str) -> str:
        return cards.resolve(CardId(card))

    assert meant("alpha:HERO:NO_280:FIRST_EDITION_BASE_SET_FIRE") == "A:280"
    assert meant("alpha:HERO:NO_280:FIRST_EDITION_BATTLEFOIL_FIRE_SP") == "A:ABF-280"
    assert meant("alpha:HERO:NO_281:FIRST_EDITION_80_S_RAD_BATTLEFOIL_HEX") == "A:ABF-281"
    unknown = "alpha:HERO:NO_280:FIRST_EDITION_BASE_SET_FIREWORK"
    assert meant(unknown) == unknown
    assert meant("griffey:HERO:NO_280:FIRST_EDITION_BASE_SET_FIRE").startswith("griffey")


def test_what_all_cards_of_an_ambiguous_key_agree_in_is_known_and_nothing_else() -> None:
    state = folded(whole(one=(20, 30, 3, 4, 5, 6, 7)).data())

    assert state.results[1:3] == [1, None]
    assert [row[1] for row in state.fought[:3]] == [key(20), key(30), "A:BF-3"]
    assert list(GAME.unclear(state)) == [
        f"{key(20)} fits 2 cards, and what they differ in is unknown: A:BF-20 (Twin), A:RF-20 (Other Twin)",
        f"{key(30)} fits 2 cards, and what they differ in is unknown: A:BF-30 (Small), A:RF-30 (Large)",
    ]


def test_an_ambiguous_card_is_told_in_the_report_and_costs_no_game(tmp_path: Path) -> None:
    migrate(tmp_path / "tape.db")
    with Tape(tmp_path / "tape.db") as tape:
        data = whole(one=(20, 2, 3, 4, 5, 6, 7)).data()
        report = import_bytes(tape, data, "log.jsonl", {"boba": CARDS})
        again = import_bytes(tape, data, "log.jsonl", {"boba": CARDS})

    assert (report.added, again.added) == (1, 0)
    (problem,) = report.problems
    assert (problem.line, problem.message.split(",")[0]) == (None, f"{key(20)} fits 2 cards")


def test_a_card_that_the_catalogue_learns_of_later_is_known_in_the_game_that_named_it() -> None:
    ((game,), _) = told(whole().data())

    before = GAME.fold(Catalogue(), game.events)
    after = GAME.fold(CARDS, game.events)

    assert (before.results[1], before.winner, GAME.summary(before).score) == (None, None, "")
    assert after.results[1] == 2


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.jsonl")), ids=lambda path: path.stem)
def test_every_line_of_every_log_is_accounted_for(sample: Path, tmp_path: Path) -> None:
    migrate(tmp_path / "tape.db")
    cards = load_catalogue(SAMPLES.parents[1] / "boba")
    with Tape(tmp_path / "tape.db") as tape:
        lines = import_bytes(tape, sample.read_bytes(), sample.name, {"boba": cards}).lines

    assert lines is not None
    assert lines.read + lines.skipped + lines.problems == lines.total


def result(data: Any) -> list[Told | Skipped | Problem]:
    return list(ONLYCHAMPS_RESULTS.read(Document("result.json", json.dumps(data).encode())))


def record(**changed: Any) -> dict[str, Any]:
    outcome = {"winner": "HOME", "winReason": None, "totalBattles": 7, "finalCoinCount": {"home": 4, "away": 2}}
    return {"matchId": "m", "formatId": "FMT_ROOKIE", "timeline": [], "result": {**outcome, **changed}}


@pytest.mark.parametrize(
    ("changed", "finding"),
    [
        ({"winner": "HOME"}, None),
        (
            {"winner": "AWAY"},
            "The game at 4:2 trophies: the log states seat 2 wins, the rules derive seat 1 wins",
        ),
        ({"winner": "DRAW"}, "The game at 4:2 trophies: the log states a draw, the rules derive seat 1 wins"),
        (
            {"winner": "HOME", "winReason": "SUDDEN_DEATH", "finalCoinCount": {"home": 1, "away": 3}},
            "The game ended in sudden death at 1:3 trophies, and seat 1 wins",
        ),
    ],
)
def test_a_winner_that_contradicts_the_coins_is_kept_and_found(changed: dict[str, Any], finding: str | None) -> None:
    (game,) = result(record(**changed))

    assert isinstance(game, Told)
    state = GAME.fold(CARDS, game.events)
    assert [found.message for found in state.findings] == ([] if finding is None else [finding])
    assert GAME.summary(state).status == ("complete" if finding is None else "quarantined")


def test_an_older_record_has_its_own_number_of_battles() -> None:
    (game,) = result(record(totalBattles=9, finalCoinCount=None))

    assert isinstance(game, Told)
    started = game.events[0]
    assert isinstance(started, GameStarted)
    assert started.setup is not None
    assert (started.setup.battles, game.events[1]) == (9, GameEnded(winner=1, reason=None))


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"winner": "home"}, "Invalid enum value 'home' - at `$.result.winner`"),
        ({"totalBattles": 10**30}, "Expected `int` <= 99 - at `$.result.totalBattles`"),
        ({"totalBattles": 0}, "Expected `int` >= 1 - at `$.result.totalBattles`"),
        ({"finalCoinCount": {"home": "4", "away": 2}}, "Expected `int`, got `str` - at `$.result.finalCoinCount.home`"),
    ],
)
def test_a_result_that_is_not_as_expected_is_refused_with_its_path(changed: dict[str, Any], message: str) -> None:
    assert result(record(**changed)) == [Problem(None, message)]
