"""Every sample log is read as the .expected beside it says; `python -m tests.expected FILE...` rewrites one."""

from pathlib import Path
from typing import Any

import pytest

from events import boba
from events.base import Event, GapLeft
from events.boba import (
    BattleResolved,
    CoinFlipped,
    EffectBegan,
    EffectTriggered,
    GameEnded,
    HeroesRevealed,
    HeroSubstituted,
    PlayRun,
    StateShown,
    SubstitutionDeclined,
    SuddenDeathRevealed,
)
from events.codec import Family
from events.erasable import Problem
from ingest.adapter import Told
from projector.boba import GAME
from projector.boba.cards import Catalogue
from projector.boba.state import State
from projector.replay import replay
from tests.expected import SAMPLES, adapters_of, expected_of, rendered, samples, shipped, told_in

NATIVE = SAMPLES / "native"

# Lines that a sample holds on purpose to be unreadable; every other line of every sample can be read.
_UNKNOWN_TYPES = (
    "Unknown types of messages, each left as a gap in its place: {}. "
    "`gametape bga types FILE` shows what they hold, for the mapping"
)
_PERHAPS_ANOTHER_GAME = Problem(
    None,
    "Nothing but the frame of the game and its result was read. An archive does not name its game: this one may be of "
    "another",
)
PROBLEMS = {
    "bga/duel-2021.json": [
        Problem(
            None,
            _UNKNOWN_TYPES.format(
                "athleteShown (4), athletesHired (3), athletesTaken (3), athletesRested (2), bannerSeized (2), "
                "teamReady (2), contestBegins (1), contestOver (1), roundBegins (1)"
            ),
        ),
        _PERHAPS_ANOTHER_GAME,
    ],
    "bga/history.json": [Problem(None, _UNKNOWN_TYPES.format("athletesTaken (2)")), _PERHAPS_ANOTHER_GAME],
    "bga/today.json": [
        Problem(None, _UNKNOWN_TYPES.format("teamReady (2), paradeOfMascots (1)")),
        _PERHAPS_ANOTHER_GAME,
    ],
    "native/substitution-one-seat.jsonl": [Problem(22, "Input data was truncated")],
    "boba-playbook/ratings.json": [
        Problem(
            None, "These are ratings, which tell no game; import the saves and tournaments that they were made from"
        )
    ],
    "boba-playbook/tournament.json": [
        Problem(None, "'a9' is no participant - at `$.rounds[1].matches[1]`"),
        Problem(None, "The match of 2 participants is left out - at `$.rounds[1].matches[1]`"),
        Problem(None, "The winner 'a9' does not play here - at `$.rounds[1].matches[0]`"),
    ],
    "cardeio/events.json": [
        Problem(
            None, "This lists events of Cardeio and holds no result; import the roster or the standings of an event"
        )
    ],
    "cardeio/roster.json": [
        Problem(None, "More pages of this list follow, so its standings are not all - at `$.pagination.nextPage`")
    ],
    "onlychamps/artifact-newer.json": [
        Problem(None, "This is a MatchArtifactV2 of BOBA, expected a MatchArtifactV1 of BOBA")
    ],
    "onlychamps/gaps.jsonl": [
        Problem(4, "Input data was truncated"),
        Problem(29, "Number 3 of the game stands in line 3 already, with other contents"),
        Problem(30, "Expected `int`, got `str` - at `$.seq`"),
        Problem(20, "'ROOKIE_OVERTIME_DRAW' is no action of OnlyChamps that Gametape knows; what it did stays unknown"),
        Problem(
            24, "Zone 5 was revealed already, and now alpha:HERO:NO_029:FIRST_EDITION_BATTLEFOIL_ICE is placed in it"
        ),
    ],
    "onlychamps/record-older.json": [
        Problem(
            None, "The reason 'DETERMINISTIC_HASH_V1' is none that Gametape knows; the winner is kept as it is told"
        )
    ],
    "onlychamps/record-scored.json": [
        Problem(None, "The reason 'MOST_COINS' is none that Gametape knows; the winner is kept as it is told"),
        Problem(None, "The timeline has 1 codes that Gametape does not know, so it tells more: 'HERO_DRAWN'"),
        Problem(None, "The timeline states AWAY as the winner, the result HOME; the result is kept"),
    ],
    "onlychamps/strange.jsonl": [
        Problem(11, "The mode is 'DRAFT', expected one of rookie, substitution, playmaker"),
        *(
            Problem(line, "'DRAFT_PICK' is no action of OnlyChamps that Gametape knows; what it did stays unknown")
            for line in range(17, 21)
        ),
        Problem(None, "4 of the 6 lines of game oc-8 cannot be read: is it a newer format? The game is left out"),
    ],
}

STRANGE = {
    "strange-1.jsonl": "Call it a Day, Copycat, Ghost Dog, Grilled Bandit, Ha! Gotcha, Hot Dog Stock Exchange, "
    "Leave It To Chance, Luck Of The Draw, Student Loan, Ultimatum Dog, By Any Means Necessary",
    "strange-2.jsonl": "Called Shot, Change The Future, Immunity, Last-Minute Re-Org, Lineup Randomizer, Opps' Choice, "
    "Play Reset, Playbook Knowledge, Pulling The Plug, Snack Sanction, Sweet Relish, The Perfect Offense, X-Ray Vision",
    "strange-3.jsonl": "3rd Time Charm, Deadline Deal, Dogpile, Forced Substitution, Hero Reset, Incendiary Dog, "
    "Noble Sacrifice, Only Fire, Pay It For Me, Scare Tactics",
}


@pytest.fixture(scope="module")
def catalogues() -> dict[Family, Any]:
    return shipped()


@pytest.fixture(scope="module")
def cards(catalogues: dict[Family, Any]) -> Catalogue:
    found: Catalogue = catalogues["boba"]
    return found


def named(sample: Path) -> str:
    return sample.relative_to(SAMPLES).as_posix()


def events_of(name: str) -> list[Event]:
    (told,) = (found for found in told_in(NATIVE / name) if isinstance(found, Told))
    return list(told.events)


@pytest.mark.parametrize("sample", samples(), ids=named)
def test_a_sample_is_read_as_expected(sample: Path, catalogues: dict[Family, Any]) -> None:
    expected = expected_of(sample)

    assert rendered(sample, catalogues).splitlines() == expected.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("sample", samples(), ids=named)
def test_exactly_one_adapter_recognises_a_sample(sample: Path) -> None:
    (adapter,) = adapters_of(sample)

    # A folder is a client's, and a client may write files of several kinds.
    assert adapter.name == sample.parent.name or adapter.name.startswith(f"{sample.parent.name}-")


@pytest.mark.parametrize("sample", samples(), ids=named)
def test_a_sample_has_only_the_problems_it_is_meant_to_have(sample: Path) -> None:
    found = [found for found in told_in(sample) if isinstance(found, Problem)]

    assert found == PROBLEMS.get(named(sample), [])


def test_every_expected_file_belongs_to_a_sample() -> None:
    assert sorted(SAMPLES.glob("*/*.expected")) == sorted(expected_of(sample) for sample in samples())


@pytest.mark.parametrize("name", ["kitchen-table.jsonl", "rookie.jsonl", *STRANGE])
def test_a_game_told_in_full_has_only_legal_steps(name: str, cards: Catalogue) -> None:
    steps = replay(GAME, cards, events_of(name)).steps

    assert [(step.number, step.words, step.findings) for step in steps if step.answer != "legal"] == []


@pytest.mark.parametrize("name", STRANGE)
def test_the_strangest_plays_are_run(name: str, cards: Catalogue) -> None:
    run = {cards.name_of(event.play) for event in events_of(name) if isinstance(event, PlayRun) and event.play}

    assert set(STRANGE[name].split(", ")) - run == set()


def test_the_strange_games_use_most_of_the_vocabulary() -> None:
    used = {type(event) for name in STRANGE for event in events_of(name)}

    left = {kind.__name__ for kind in boba.BOBA_EVENTS} - {kind.__name__ for kind in used}

    assert left == {
        "CardDescribed",  # for cards that no catalogue knows
        "CardsRemoved",  # no play of today removes cards from the game
        "ChoiceDeclined",
        "CostChanged",
        "GapLeft",
        "HeroesReturned",
        "HonorsGiven",
        "HotDogsGained",
        "HotDogsSpent",
        "HotDogsStolen",
        "StateShown",
        "SuddenDeathRevealed",
    }


class KitchenTable:
    """The game that holds every rule of the course of a game, and the state it ends in."""

    def __init__(self, cards: Catalogue) -> None:
        self.events = events_of("kitchen-table.jsonl")
        self.state: State = GAME.fold(cards, self.events)

    def all(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if type(event) is kind]


@pytest.fixture(scope="module")
def kitchen(cards: Catalogue) -> KitchenTable:
    return KitchenTable(cards)


def test_the_kitchen_table_has_substitutions_and_declined_ones_of_both_seats(kitchen: KitchenTable) -> None:
    assert {event.seat for event in kitchen.all(HeroSubstituted)} == {1, 2}
    assert {event.seat for event in kitchen.all(SubstitutionDeclined)} == {1, 2}
    both = [event.battle for event in kitchen.all(HeroSubstituted)]
    assert both == [2, 5, 7, 7]


def test_the_kitchen_table_has_plays_of_both_seats_and_coins(kitchen: KitchenTable) -> None:
    assert {event.seat for event in kitchen.all(PlayRun)} == {1, 2}
    assert {event.face for event in kitchen.all(CoinFlipped)} == {"heads", "tails"}


def test_the_kitchen_table_has_an_effect_over_two_battles(kitchen: KitchenTable) -> None:
    (began,) = kitchen.all(EffectBegan)
    (triggered,) = kitchen.all(EffectTriggered)

    assert (began.first, began.last) == (1, 2)
    assert triggered.effect == kitchen.events.index(began) + 1


def test_the_kitchen_table_has_a_super_tie_break_a_draw_and_honors_that_stay(kitchen: KitchenTable) -> None:
    resolved = {event.battle: (event.winner, event.reason, event.powers) for event in kitchen.all(BattleResolved)}

    assert resolved[4] == (1, "super_weapon", (165, 165))
    assert resolved[6] == ("draw", "power", (135, 135))
    assert [row[11] for row in kitchen.state.fought] == [1, 1, 2, 1, 1, 2, 2]


def test_the_kitchen_table_is_tied_and_won_in_sudden_death(kitchen: KitchenTable) -> None:
    assert (kitchen.state.trophies(1), kitchen.state.trophies(2)) == (3, 3)
    assert len(kitchen.all(SuddenDeathRevealed)) == 3
    assert kitchen.all(GameEnded) == [kitchen.events[-1]]
    assert (kitchen.state.winner, kitchen.events[-1]) == (1, kitchen.state.ended)


def test_the_rookie_game_fights_on_after_the_clinch(cards: Catalogue) -> None:
    state = GAME.fold(cards, events_of("rookie.jsonl"))

    assert (state.clinched, [row[0] for row in state.fought if row[18]]) == (5, [6, 7])
    assert state.results[1:] == [1, 1, 2, 1, 1, 2, "draw"]


def test_the_one_sided_game_shows_nothing_hidden_and_is_certain_again_after_its_gap(cards: Catalogue) -> None:
    events = events_of("substitution-one-seat.jsonl")
    steps = replay(GAME, cards, events).steps

    gap = next(number for number, event in enumerate(events, 1) if isinstance(event, GapLeft))
    shown = next(number for number, event in enumerate(events, 1) if isinstance(event, StateShown))
    assert [step.number for step in steps if step.answer != "legal"] == [gap]
    assert gap < shown
    assert not any(isinstance(event, HeroesRevealed) and event.battle == 3 for event in events)
    assert GAME.mask(events, 2) == events


def test_results_alone_are_read_as_far_as_they_go(cards: Catalogue) -> None:
    games = [found for found in told_in(NATIVE / "results-only.jsonl") if isinstance(found, Told)]

    results = [GAME.summary(GAME.fold(cards, game.events)) for game in games]

    assert [(result.winner, result.reason, result.score, result.status) for result in results] == [
        (1, "trophies", "4:2", "complete"),
        (2, "timeout", "2:3", "complete"),
        (None, "unfinished", "1:1", "complete"),
        (0, "tie", "3:3", "complete"),
        (1, "trophies", "4:1", "partial"),
        (2, None, "1:3", "partial"),
        (2, None, "", "complete"),
        (2, "concession", "", "complete"),
        (0, "agreed_draw", "", "complete"),
    ]
