"""BOBA Playbook's saves tell what they prove and no more; its tournaments become a contest and its games."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.base import CardId, GapLeft
from events.boba import (
    BattleResolved,
    GameEnded,
    GameStarted,
    HeroesRevealed,
    PlayRun,
    PowerChanged,
    StateShown,
)
from events.contest import ByeGiven, ContestEnded, GameLinked, MatchEnded, RoundPaired, StandingsPublished
from events.erasable import Problem
from ingest.adapter import Document, Person, Skipped, Told
from ingest.playbook import PLAYBOOK
from projector.boba import GAME
from projector.boba.cards import Catalogue, Hero, Play

SAMPLES = Path(__file__).resolve().parents[1] / "data" / "samples" / "boba-playbook"

CARDS = Catalogue(
    [
        Hero(CardId("A:117"), "A", "117", "Bam-Mer", "First Edition", "Base Set", "Steel", 95),
        Hero(CardId("A:BF-1"), "A", "BF-1", "Other", "First Edition", "Battlefoil", "Fire", 100),
        Hero(CardId("G:BF-1"), "G", "BF-1", "Other", "Second Edition", "Battlefoil", "Fire", 180),
    ],
    [
        Play(CardId("A:PL-1"), "A", "PL-1", "Front Run", "PL", 2, 16),
        Play(CardId("G:PL-1"), "G", "PL-1", "Grilled-Bandit", "PL", 5, 44),
    ],
)
MINE, THEIRS = "117-Bam-Mer-Base Set-First Edition", "BF-1-Other-Battlefoil-First Edition"
PLAY = "PL-1-Front Run-Plays-First Edition"


def save(**changed: Any) -> dict[str, Any]:
    return {
        "mode": "playmaker",
        "currentBattle": 1,
        "playerScore": 1,
        "cpuScore": 0,
        "honors": "player",
        "playerHD": 7,
        "cpuHD": 10,
        "battles": [
            battle(0, result="win", revealed=True, playerEffectPower=15, playerPlaysPlayed=[PLAY]),
            *(battle(number) for number in range(1, 7)),
        ],
        "savedAt": 1781290000000,
        **changed,
    }


def battle(number: int, **changed: Any) -> dict[str, Any]:
    return {
        "id": number,
        "result": None,
        "revealed": False,
        "playerEffectPower": 0,
        "cpuEffectPower": 0,
        "playerCardId": MINE,
        "cpuCardId": THEIRS,
        "playerPlaysPlayed": [],
        **changed,
    }


def read(data: Any) -> list[Told | Skipped | Problem]:
    return list(PLAYBOOK.read(Document("save.json", json.dumps(data).encode())))


def game_of(data: Any) -> Told:
    (game,) = read(data)
    assert isinstance(game, Told)
    return game


def test_a_save_becomes_the_events_that_it_proves() -> None:
    events = game_of(save()).events

    assert isinstance(events[0], GameStarted)
    assert (events[0].seen_from, events[0].mode) == (1, "playmaker")
    assert events[1:7] == [
        GapLeft(),
        HeroesRevealed(1, (CardId(MINE), CardId(THEIRS))),
        PlayRun(1, 1, CardId(PLAY), cost=None),
        PowerChanged(1, 1, 15),
        BattleResolved(1, 1),
        StateShown(trophies=(1, 0)),
    ]
    assert events[7] == GapLeft()
    shown = events[8]
    assert isinstance(shown, StateShown)
    assert (shown.battle, shown.honors, shown.hot_dogs) == (2, 1, (7, 10))
    assert shown.at is not None
    assert shown.at.isoformat() == "2026-06-12T18:46:40+00:00"
    assert len(events) == 9


def test_a_save_is_partial_and_contradicts_nothing() -> None:
    state = GAME.fold(CARDS, game_of(save()).events)

    assert (state.findings, GAME.summary(state).status, state.ended) == ([], "partial", None)
    assert (state.fought[0][1], state.fought[0][2], state.fought[0][5], state.fought[0][6]) == (
        "A:117",
        "A:BF-1",
        110,
        100,
    )


def test_a_score_that_its_battles_contradict_is_found() -> None:
    state = GAME.fold(CARDS, game_of(save(playerScore=3)).events)

    assert [found.message for found in state.findings] == [
        "Seat 1's trophies: the log states 3, the rules derive 1",
    ]


def test_what_the_player_does_not_see_is_not_told() -> None:
    game = game_of(save(cpuBenchIds=[THEIRS, THEIRS], playerBenchIds=[MINE, None]))

    shown = game.events[-1]
    assert isinstance(shown, StateShown)
    assert shown.benches == ((CardId(MINE), None), (None, None))
    assert shown.zones == ((None, *[CardId(MINE)] * 6), None)
    assert game.people["player"] == Person()  # type: ignore[index]
    assert game.people["cpu"] == Person(name="Computer")  # type: ignore[index]


def test_a_battle_that_is_being_fought_is_revealed_and_not_decided() -> None:
    battles = [battle(0, revealed=True, cpuEffectPower=-20), *(battle(number) for number in range(1, 7))]

    events = game_of(save(battles=battles, currentBattle=0, playerScore=0)).events

    assert events[2:4] == [HeroesRevealed(1, (CardId(MINE), CardId(THEIRS))), PowerChanged(2, 1, -20)]
    state = GAME.fold(CARDS, events)
    assert (state.resolved[1], state.seats[1].zones[1].power, state.findings) == (False, 80, [])


def test_a_match_that_is_over_has_its_end() -> None:
    battles = [battle(number, result="lose", revealed=True) for number in range(7)]

    over = game_of(save(battles=battles, playerScore=0, cpuScore=7, matchOver=True, matchWinner="cpu", savedAt=0))

    assert over.events[-1] == GameEnded(winner=2, reason="trophies", trophies=(0, 7))


def test_modes_without_hot_dogs_tell_none_though_the_client_deals_them() -> None:
    shown = game_of(save(mode="rookie", playerBenchIds=[MINE], playerPlayHandIds=[PLAY])).events[-1]

    assert isinstance(shown, StateShown)
    assert (shown.hot_dogs, shown.benches, shown.play_hands) == ((None, None), (None, None), (None, None))


@pytest.mark.parametrize(
    ("card", "meant"),
    [
        (MINE, "A:117"),
        (THEIRS, "A:BF-1"),
        ("BF-1-Other-Battlefoil-Second Edition", "G:BF-1"),
        ("PL-1-Front Run-Plays-First Edition", "A:PL-1"),
        ("PL-1-Grilled-Bandit-Plays-First Edition", "G:PL-1"),
        ("PL-1-Unheard Of-Plays-First Edition", "PL-1-Unheard Of-Plays-First Edition"),
        ("BF-1-Other-Battlefoil-Third Edition", "BF-1-Other-Battlefoil-Third Edition"),
    ],
)
def test_playbook_ids_resolve_by_number_name_treatment_and_variation(card: str, meant: str) -> None:
    assert CARDS.resolve(CardId(card)) == meant


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (save(currentBattle=7), "Expected `int` <= 6 - at `$.currentBattle`"),
        (save(mode="draft"), "Invalid enum value 'draft' - at `$.mode`"),
        (save(battles=[battle(0), battle(0)]), "Two battles have one id - at `$.battles`"),
        (save(battles=[battle(0, result="won")]), "Invalid enum value 'won' - at `$.battles[0].result`"),
    ],
)
def test_a_save_that_is_not_as_expected_is_refused_with_its_path(data: Any, message: str) -> None:
    assert read(data) == [Problem(None, message)]


def told_of(sample: str) -> list[Told]:
    document = Document(sample, (SAMPLES / sample).read_bytes())
    return [found for found in PLAYBOOK.read(document) if isinstance(found, Told)]


def test_a_tournament_becomes_a_contest_and_a_game_for_each_that_was_reported() -> None:
    contest, *games = told_of("tournament.json")

    assert (contest.family, contest.client_game) == ("contest", "bp-t1")
    assert [game.client_game for game in games] == ["bp-t1/g1/1", "bp-t1/g1/2"]
    assert [event.recording for event in contest.events if isinstance(event, GameLinked)] == [
        game.client_game for game in games
    ]
    assert [event.round for event in contest.events if isinstance(event, RoundPaired)] == [1, 2]
    assert [event.player for event in contest.events if isinstance(event, ByeGiven)] == ["a5"]
    assert [event.side for event in contest.events if isinstance(event, MatchEnded)] == [1, "draw", None]
    assert isinstance(contest.events[-2], StandingsPublished)
    assert contest.events[-1] == ContestEnded()


def test_a_battle_without_a_winner_is_a_draw_only_before_one_that_was_won() -> None:
    first = told_of("tournament.json")[1]

    assert [event.winner for event in first.events if isinstance(event, BattleResolved)] == [1, 1, "draw", 2, 1, 1]


def test_participants_who_share_a_name_stay_two() -> None:
    people = told_of("tournament.json")[0].people

    handles = [person.handle() for person in people.values()]
    assert handles == ["name:Wren", "name:Balanced bot", "account:bp-t1/a3", "account:bp-t1/a4", "account:bp-t1/a5"]
