"""Statistics of Challengers!: rows one can check by head, and what holds of all tournaments."""

from typing import Any

import polars as pl
import pytest

from events.base import RecordingId
from ingest.selfplay.challengers import simulate
from projector.challengers import GAME
from projector.facts import FactTables, Tables, columns_of
from projector.statistics import challengers as statistics
from tests.test_challengers_rules import CARDS

ALL = (
    statistics.starters,
    statistics.ends,
    statistics.names,
    statistics.keeps,
    statistics.cards,
    statistics.finals,
    statistics.redraws,
)


def made(**rows: list[dict[str, Any]]) -> Tables:
    """Tables with these rows; what a row does not name is null."""
    return {name: pl.DataFrame(rows.get(name, []), schema=dict(columns_of(GAME, name))).lazy() for name in GAME.tables}


def match(winner: int, **fields: Any) -> dict[str, Any]:
    usual = {"game": 0, "round": 1, "park": "green", "final": False, "seat_1": 1, "seat_2": 2, "counted": True}
    return usual | {"winner": winner, "reason": "bench_full", "revealed_1": 5, "revealed_2": 4} | fields


@pytest.fixture(scope="module")
def played() -> Tables:
    facts = FactTables(GAME, CARDS)
    for players in (2, 4, 8):
        for number, events in enumerate(simulate(6, players, CARDS, players=players)):
            facts.add(RecordingId(f"{players}/{number}"), events)
    return facts.tables()


def test_the_starter_wins_by_round_and_by_why_it_started() -> None:
    tables = made(
        matches=[
            match(1, starter=1, starts_by="toss"),
            match(2, starter=1, starts_by="toss"),
            match(2, starter=2, starts_by="trophy", round=2),
            match(2, starter=2, counted=False),
        ]
    )

    found = statistics.starters(tables)

    assert found.select("round", "starts_by", "n", "won", "rate").rows() == [
        (1, "toss", 2, 1, 0.5),
        (2, "trophy", 1, 1, 1.0),
    ]


def test_ends_are_shares_of_the_matches_of_a_round() -> None:
    tables = made(matches=[match(1), match(1), match(2, reason="out_of_cards", revealed_1=9, revealed_2=8)])

    found = statistics.ends(tables)

    assert found.select("reason", "matches", "n", "revealed").rows() == [
        ("bench_full", 2, 3, 9.0),
        ("out_of_cards", 1, 3, 17.0),
    ]


def test_names_count_both_seats_of_a_match_and_equal_decks_win_half() -> None:
    tables = made(
        matches=[
            match(1, names_1=4, names_2=6),
            match(2, names_1=4, names_2=6),
            match(1, names_1=4, names_2=6),
            match(1, names_1=5, names_2=5),
        ]
    )

    found = statistics.names(tables)

    assert found.select("more", "n", "won", "rate").rows() == [
        (-2, 3, 2.0, 2 / 3),
        (0, 1, 0.5, 0.5),
        (2, 3, 1.0, 1 / 3),
    ]


def test_a_card_put_away_for_a_new_draw_was_not_kept() -> None:
    pick = {"game": 0, "round": 1, "seat": 1, "tray": "A", "card": "CITY:A1"}
    tables = made(picks=[pick | {"kept": True, "redrawn": False}, pick | {"kept": False, "redrawn": True}])

    assert statistics.keeps(tables).select("card", "round", "n", "kept", "rate").rows() == [("CITY:A1", 1, 2, 1, 0.5)]


def test_cards_that_were_not_revealed_count_too() -> None:
    card = {"game": 0, "round": 1, "park": "green", "card": "CITY:A1", "in_deck": 2, "counted": True}
    tables = made(
        reveals=[
            card | {"seat": 1, "revealed": 2, "held_flag": 1, "result": 1.0},
            card | {"seat": 2, "revealed": 0, "held_flag": 0, "result": 0.0},
        ]
    )

    found = statistics.cards(tables)

    assert found.select("n", "won", "rate", "revealed", "held_flag").rows() == [(2, 1.0, 0.5, 0.5, 0.25)]


def test_the_final_is_reached_by_record() -> None:
    seat = {"game": 0, "counted": True}
    tables = made(
        matches=[match(1), match(1, round=2), match(2, round=3), match(3, round=1, park="red")],
        seats=[
            seat | {"seat": 1, "in_final": True, "result": 1.0},
            seat | {"seat": 2, "in_final": True, "result": 0.0},
            seat | {"seat": 3, "in_final": False, "result": 0.0},
            seat | {"seat": 4, "in_final": False, "result": 0.0},
        ],
    )

    found = statistics.finals(tables)

    assert found.select("record", "n", "played", "won").rows() == [(0, 1, 0, 0.0), (1, 2, 1, 0.0), (2, 1, 1, 1.0)]


@pytest.mark.parametrize("statistic", ALL, ids=lambda statistic: statistic.__name__)
def test_without_a_match_there_is_a_table_without_rows(statistic: Any, played: Tables) -> None:
    empty = statistic(made())

    assert empty.is_empty()
    assert empty.columns == statistic(played).columns


@pytest.mark.parametrize("statistic", ALL, ids=lambda statistic: statistic.__name__)
def test_rates_lie_in_their_intervals(statistic: Any, played: Tables) -> None:
    found = statistic(played)

    assert not found.is_empty()
    near = 1e-12
    inside = (pl.col("low") - near <= pl.col("rate")) & (pl.col("rate") <= pl.col("high") + near)
    assert found.select(inside.all()).item()


def test_over_both_seats_of_all_matches_half_are_won(played: Tables) -> None:
    names = statistics.names(played).with_columns(pl.col("more").abs().alias("apart"))

    for _, both in names.filter(pl.col("apart") > 0).group_by("round", "apart"):
        assert both["won"].sum() == both["n"].sum() / 2


def test_a_left_out_set_is_a_filter_of_matches_and_cards(played: Tables) -> None:
    assert "left_out" in played["matches"].collect_schema()
    assert "left_out" in played["reveals"].collect_schema()
    left_out = played["games"].select("left_out").unique().collect()["left_out"].to_list()
    assert len(left_out) > 1
