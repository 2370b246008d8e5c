"""Statistics of cards: rows one can check by head, what holds of all games, and seasons whose truth is known.

GAMETAPE_TEST_REPEATS plays the season more often, for the coverage of the intervals.
"""

import os
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.base import RecordingId
from ingest.selfplay import HOUSES, Wish
from ingest.selfplay.season import draw_season, season_tables, truth_of
from projector.boba import GAME
from projector.boba.counts import COUNTS
from projector.facts import FactTables, Tables
from projector.filters import Filters
from projector.statistics.boba.cards import STATISTICS, cards, runs_it
from projector.statistics.statistic import Statistic, games_behind
from tests.expected import ROOT, shipped
from tests.made_tables import made

REPEATS = int(os.environ.get("GAMETAPE_TEST_REPEATS", "3"))


def dealt(*seats: dict[str, Any], shown: list[dict[str, Any]], deck: dict[str, int]) -> Tables:
    """A game each seat, of deck d with these copies of heroes; `shown` are appearances."""
    usual = {"seat": 1, "deck": "d", "counted": True, "heroes_told": True, "plays_told": True}
    counted = [usual | {"game": number} | seat for number, seat in enumerate(seats)]
    results = {row["game"]: row for row in counted}
    return made(
        games=[{"game": row["game"], "id": str(row["game"]), "counted": True} for row in counted],
        seats=counted,
        appearances=[
            {"seat": 1, "kind": "hero", "lineup": 0, "drawn": 0, "substituted": 0, "run": 0, "counted": True}
            | {"deck": results[row["game"]]["deck"], "result": results[row["game"]]["result"]}
            | row
            for row in shown
        ],
        deck_cards=[{"deck": "d", "card": card, "kind": "hero", "copies": copies} for card, copies in deck.items()],
    )


@pytest.fixture(scope="module")
def played() -> Tables:
    facts = FactTables(GAME, shipped()["boba"])
    folder = ROOT / "data" / "boba"
    for mode in ("rookie", "playmaker"):
        for number, events in enumerate(HOUSES["boba"].deal(Wish(games=15, seed=6, mode=mode), folder, facts.cards)):
            facts.add(RecordingId(f"{mode}/{number}"), list(events))
    return facts.tables()


def test_a_card_that_was_not_seen_counts_where_the_log_would_tell() -> None:
    tables = dealt(
        {"result": 1.0},
        {"result": 0.0},
        {"result": 1.0, "heroes_told": False},
        {"result": 1.0, "deck": None},
        shown=[{"game": 0, "card": "x", "lineup": 1, "run": 1}, {"game": 3, "card": "x", "drawn": 1}],
        deck={"x": 1},
    )

    row = cards(tables).row(0, named=True)

    counts = ("games", "in_deck", "seen", "not_seen", "lineup", "drawn", "substituted", "run")
    assert [row[name] for name in counts] == [4, 3, 1, 1, 1, 1, 0, 1]
    assert (row["seen_rate"], row["not_seen_rate"], row["improvement"]) == (1.0, 0.0, 1.0)
    assert (row["in_deck_rate"], row["substituted_rate"], row["enough"]) == (2 / 3, None, False)


def test_copies_do_not_count_a_seat_twice() -> None:
    tables = dealt(
        {"result": 1.0}, {"result": 0.5}, shown=[{"game": 0, "card": "x", "lineup": 2, "drawn": 1}], deck={"x": 3}
    )

    row = cards(tables).row(0, named=True)

    assert (row["in_deck"], row["seen"], row["not_seen"]) == (2, 1, 1)
    assert (row["lineup"], row["drawn"], row["not_seen_rate"]) == (1, 1, 0.5)


@given(
    seats=st.lists(
        st.fixed_dictionaries(
            {
                "result": st.sampled_from([0.0, 0.5, 1.0]),
                "deck": st.sampled_from(["d", "e", None]),
                "heroes_told": st.booleans(),
            }
        ),
        min_size=1,
        max_size=6,
    ),
    data=st.data(),
)
def test_counts_of_cards_tell_what_seats_tell(seats: list[dict[str, Any]], data: st.DataObject) -> None:
    shown = data.draw(
        st.lists(
            st.fixed_dictionaries(
                {"game": st.sampled_from(range(len(seats))), "card": st.sampled_from("xyz"), "run": st.integers(0, 2)}
            ),
            unique_by=lambda row: (row["game"], row["card"]),
        )
    )
    tables = dealt(*seats, shown=shown, deck={"x": 1, "y": 2})

    assert cards({**tables, "card_counts": COUNTS["card_counts"].of(tables)}).equals(cards(tables))


@pytest.mark.parametrize("filters", [Filters(), Filters(mode="rookie"), Filters(simulated=True, mode="playmaker")])
def test_filters_of_games_leave_the_counts_of_cards(played: Tables, filters: Filters) -> None:
    chosen = filters.apply(played)
    from_seats = {name: table for name, table in chosen.items() if name != "card_counts"}

    assert "card_counts" in chosen
    assert cards(chosen).equals(cards(from_seats))


def test_who_runs_a_card() -> None:
    tables = dealt({"result": 1.0}, {"result": 0.0}, {"result": 0.0, "deck": None}, shown=[], deck={"x": 2})

    assert runs_it(tables).select("card", "deck", "copies", "n", "share").rows() == [("x", "d", 2, 2, 1.0)]


def test_seen_and_not_seen_are_the_told_seats_with_the_card_in_their_deck(played: Tables) -> None:
    told = pl.when(pl.col("kind") == "hero").then("heroes_told").otherwise("plays_told")
    held = (
        played["seats"]
        .filter("counted")
        .join(played["deck_cards"].filter(pl.col("kind") != "hot_dog"), on="deck")
        .filter(told)
        .group_by("card", "kind")
        .agg(held=pl.len())
        .collect()
    )

    both = cards(played).join(held, on=["card", "kind"], how="left").with_columns(pl.col("held").fill_null(0))

    assert both.height > 50
    assert both.filter(pl.col("seen") + pl.col("not_seen") != pl.col("held")).is_empty()
    assert both["held"].sum() > 0


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name)
def test_a_count_is_the_length_of_the_list_behind_it(played: Tables, statistic: Statistic) -> None:
    for row in statistic.compute(played).head(20).to_dicts():
        assert games_behind(statistic, row, played).collect().height == row[statistic.count]


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name)
def test_without_a_game_there_is_a_table_without_rows(played: Tables, statistic: Statistic) -> None:
    empty = statistic.compute(made())

    assert empty.is_empty()
    assert empty.schema == statistic.compute(played).schema


def test_the_true_improvement_lies_in_the_interval() -> None:
    """Of 95 % intervals, at least 93 % hold what is true; fewer repeats leave more to chance."""
    catalogue = shipped()["boba"]
    season = draw_season(7, catalogue)
    true = {card.card: card.improvement for card in truth_of(season).cards}
    held: list[bool] = []
    for replicate in range(1, REPEATS + 1):
        tables = {
            name: frame.lazy() for name, frame in season_tables(season, catalogue, 4000, replicate=replicate).items()
        }
        for row in cards(tables).filter("enough").to_dicts():
            held.append(row["low"] <= true[row["card"]] <= row["high"])

    share = sum(held) / len(held)
    assert share >= (0.93 if REPEATS >= 20 else 0.9), f"{share:.4f} of {len(held)} intervals hold the truth"
