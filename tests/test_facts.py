"""The facts of a fold: what the log tells, and nothing it does not."""

from pathlib import Path
from typing import Any

import polars as pl

from events.base import Event, GapLeft, PlayerId
from events.boba import BattleResolved, GameEnded, GameStarted, HeroesRevealed, Seated
from ingest.adapter import Document, Told
from ingest.catalogue import load_catalogue
from ingest.native import read
from projector.facts import FactTables, Tables
from projector.games import GAMES

ROOT = Path(__file__).resolve().parents[1]
CARDS = load_catalogue(ROOT / "data" / "boba")
STARTED = GameStarted((Seated(PlayerId("a")), Seated(PlayerId("b"))), "playmaker")


def tables_of(**games: list[Event]) -> Tables:
    facts = FactTables(GAMES["boba"], CARDS)
    for name, events in games.items():
        facts.add(name, events)  # type: ignore[arg-type]
    return facts.tables()


def table(tables: Tables, name: str) -> pl.DataFrame:
    return tables[name].collect()


def battle(events: list[Event]) -> dict[str, Any]:
    return table(tables_of(game=events), "battles").row(0, named=True)


def kitchen_table() -> list[Event]:
    sample = ROOT / "data" / "samples" / "native" / "kitchen-table.jsonl"
    (told,) = read(Document(sample.name, sample.read_bytes()))
    assert isinstance(told, Told)
    return list(told.events)


def test_a_battle_known_by_its_winner_alone_has_no_other_numbers() -> None:
    row = battle([STARTED, BattleResolved(1, 2)])

    told = {"game": 0, "battle": 1, "winner": 2, "after_clinch": False}
    assert {name: value for name, value in row.items() if value is not None} == told


def test_what_a_gap_may_hide_is_not_counted_as_none() -> None:
    revealed = HeroesRevealed(1, (None, None), powers=(120, 110))

    whole = battle([STARTED, revealed, BattleResolved(1, 1)])
    gapped = battle([STARTED, GapLeft(), revealed, BattleResolved(1, 1)])

    assert (whole["plays_1"], whole["substituted_1"], whole["hot_dogs_1"]) == (0, False, 10)
    assert (gapped["plays_1"], gapped["substituted_1"], gapped["hot_dogs_1"]) == (None, None, None)
    assert (gapped["power_1"], gapped["power_2"]) == (120, 110)


def test_the_winner_in_the_facts_is_the_winner_of_the_fold() -> None:
    events = kitchen_table()
    tables = tables_of(game=events)
    state = GAMES["boba"].fold(CARDS, events)

    assert table(tables, "games")["winner"].to_list() == [state.winner] == [1]
    assert table(tables, "seats")["result"].to_list() == [1.0, 0.0]
    assert table(tables, "battles")["winner"].to_list() == [1, 2, 1, 1, 2, 0, 2]
    assert table(tables, "games").select("trophies_1", "trophies_2").row(0) == (state.trophies(1), state.trophies(2))


def test_an_unfinished_game_has_no_result() -> None:
    tables = tables_of(
        cut=[STARTED, BattleResolved(1, 1)], left=[STARTED, BattleResolved(1, 1), GameEnded(None, "unfinished")]
    )

    assert table(tables, "games")["winner"].to_list() == [None, None]
    assert table(tables, "games")["finished"].to_list() == [False, False]
    assert table(tables, "seats")["result"].to_list() == [None] * 4


def test_a_game_that_is_added_again_takes_the_place_of_what_it_was() -> None:
    facts = FactTables(GAMES["boba"], CARDS)
    events = kitchen_table()
    for length in (30, 60, len(events)):
        facts.add("game", events[:length])  # type: ignore[arg-type]
        facts.tables()

    assert {name: it.collect().rows() for name, it in facts.tables().items()} == {
        name: it.collect().rows() for name, it in tables_of(game=events).items()
    }
