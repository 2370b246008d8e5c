"""The facts of a fold: what the log tells, and nothing it does not."""

from pathlib import Path
from typing import Any

import polars as pl

from events.base import CardId, Event, GapLeft, PlayerId
from events.boba import BattleResolved, GameEnded, GameStarted, HeroesRevealed, PlayRun, PowerChanged, Seated
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

    told = {
        "game": 0,
        "battle": 1,
        "winner": 2,
        "after_clinch": False,
        "score_1": 0,
        "score_2": 0,
        "counted": False,
    }
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


# What follows from a fold, column by column; read off the kitchen table's .expected


def kitchen() -> Tables:
    return tables_of(game=kitchen_table())


def test_the_kitchen_table_s_scores_before_each_battle() -> None:
    battles = table(kitchen(), "battles")

    assert battles.select("battle", "winner", "score_1", "score_2").rows() == [
        (1, 1, 0, 0),
        (2, 2, 1, 0),
        (3, 1, 1, 1),
        (4, 1, 2, 1),
        (5, 2, 3, 1),
        (6, 0, 3, 2),
        (7, 2, 3, 2),
    ]


def test_the_kitchen_table_s_counters_are_the_sums_of_its_battles() -> None:
    tables = kitchen()
    (game,) = table(tables, "games").to_dicts()
    battles = table(tables, "battles")

    decided = battles.filter(~pl.col("after_clinch"))
    won = decided.filter(pl.col("winner") == pl.col("honors")).height
    drawn = decided.filter(pl.col("winner") == 0).height
    assert (game["honors_fought"], game["honors_won"]) == (decided.height, won + drawn / 2)
    assert (game["drawn_battles"], game["super_breaks"], game["sudden_deaths"]) == (1, 1, 3)
    assert (game["subs_1"], game["subs_2"]) == (
        battles["substituted_1"].sum(),
        battles["substituted_2"].sum(),
    )
    assert (game["player_1"], game["player_2"]) == tuple(table(tables, "seats")["player"])


def test_seats_know_who_sits_opposite() -> None:
    one, two = table(kitchen(), "seats").to_dicts()

    assert (one["opponent"], two["opponent"]) == (two["player"], one["player"])
    assert (one["opponent_deck"], two["opponent_deck"]) == (two["deck"], one["deck"])
    assert one["result"] + two["result"] == 1


def test_every_hero_of_a_lineup_is_seen_and_those_that_fought_ran() -> None:
    tables = kitchen()
    heroes = table(tables, "appearances").filter(pl.col("kind") == "hero")
    battles = table(tables, "battles")

    assert heroes.group_by("seat").agg(pl.col("lineup").sum()).sort("seat").rows() == [(1, 7), (2, 7)]
    for seat in (1, 2):
        fought = sorted(battles[f"hero_{seat}"])
        ran = heroes.filter((pl.col("seat") == seat) & (pl.col("run") > 0))
        assert sorted(card for card, run in ran.select("card", "run").rows() for _ in range(run)) == fought


def test_plays_that_were_run_have_a_row_each_with_what_they_cost() -> None:
    tables = kitchen()
    run = [event for event in kitchen_table() if type(event).__name__ == "PlayRun"]
    plays = table(tables, "plays")

    assert plays.select("battle", "seat", "card", "dogs_paid").rows() == [
        (event.battle, event.seat, event.play, event.cost)  # type: ignore[attr-defined]
        for event in run
    ]
    appearances = table(tables, "appearances").filter(pl.col("kind") == "play")
    assert appearances["run"].sum() == len(run)


def test_a_deck_is_told_once_with_its_cards() -> None:
    tables = tables_of(one=kitchen_table(), two=kitchen_table())

    decks, cards = table(tables, "decks"), table(tables, "deck_cards")
    assert decks["deck"].n_unique() == decks.height
    summed = cards.group_by("deck").agg(pl.col("copies").sum()).join(decks, on="deck")
    assert (summed["copies"] == summed["heroes"] + summed["plays"] + summed["hot_dogs"]).all()


def test_a_game_known_by_its_result_alone_tells_no_card_and_no_counter() -> None:
    tables = tables_of(game=[STARTED, GameEnded(1, "trophies", (4, 2))])

    (game,) = table(tables, "games").to_dicts()
    assert (game["counted"], game["honors_fought"], game["plays_1"], game["margin_sum"]) == (True, None, None, None)
    assert table(tables, "seats").select("heroes_told", "plays_told").rows() == [(False, False)] * 2
    assert table(tables, "appearances").is_empty()


def test_a_play_that_turns_a_battle_says_so() -> None:
    hero, other = CardId("A:BF-1"), CardId("A:BF-3")
    game: list[Event] = [
        STARTED,
        HeroesRevealed(1, (hero, other), powers=(100, 120)),
        PlayRun(1, 1, CardId("A:PL-1"), 2),
        PowerChanged(1, 1, 30, cause=3),
        PlayRun(2, 1, CardId("A:PL-2"), 1),
        PowerChanged(2, 1, 5, cause=5),
        BattleResolved(1, 1),
    ]

    plays = table(tables_of(game=game), "plays")

    told = plays.select("seat", "margin_before", "margin_after", "turned", "battle_result")
    assert told.rows() == [(1, -20, 10, True, 1.0), (2, -10, -5, False, 0.0)]
