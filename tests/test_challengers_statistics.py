"""Statistics of Challengers!: rows one can check by head, and what holds of all tournaments."""

from typing import Any

import polars as pl
import pytest

from events.base import RecordingId
from ingest.selfplay.challengers import simulate
from projector.challengers import GAME
from projector.facts import FactTables, Tables, columns_of
from projector.filters import Filters
from projector.statistics import games_behind
from projector.statistics.challengers import STATISTICS, cards, matches
from projector.statistics.statistic import Statistic
from tests.test_challengers_rules import CARDS


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

    found = matches.starters(tables)

    assert found.select("round", "starts_by", "n", "rate").rows() == [(1, "toss", 2, 0.5), (2, "trophy", 1, 1.0)]


def test_ends_are_shares_of_the_matches_of_a_round() -> None:
    tables = made(matches=[match(1), match(1), match(2, reason="out_of_cards", revealed_1=9, revealed_2=8)])

    found = matches.ends(tables)

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
        ],
        seats=[{"game": 0, "seat": 1}, {"game": 0, "seat": 2}],
    )

    found = matches.names(tables)

    assert found.select("more", "n", "rate").rows() == [(-2, 3, 2 / 3), (0, 2, 0.5), (2, 3, 1 / 3)]


def test_a_card_put_away_for_a_new_draw_was_not_kept() -> None:
    pick = {"game": 0, "round": 1, "seat": 1, "tray": "A", "card": "CITY:A1"}
    tables = made(picks=[pick | {"kept": True, "redrawn": False}, pick | {"kept": False, "redrawn": True}])

    assert cards.keeps(tables).select("card", "round", "n", "rate").rows() == [("CITY:A1", 1, 2, 0.5)]


def test_a_card_is_told_by_the_matches_won_when_it_was_kept() -> None:
    pick = {"game": 0, "round": 1, "tray": "A", "card": "CITY:A1", "kept": True, "counted": True}
    tables = made(picks=[pick | {"seat": 1, "result": 1.0}, pick | {"seat": 2, "result": 0.5}, pick | {"seat": 3}])

    assert cards.keeps(tables).select("n", "rate", "kept_n", "win_rate").rows() == [(3, 1.0, 2, 0.75)]


def test_cards_that_were_not_revealed_count_too() -> None:
    card = {"game": 0, "round": 1, "park": "green", "card": "CITY:A1", "in_deck": 2, "counted": True}
    tables = made(
        reveals=[
            card | {"seat": 1, "revealed": 2, "held_flag": 1, "result": 1.0},
            card | {"seat": 2, "revealed": 0, "held_flag": 0, "result": 0.0},
        ]
    )

    found = cards.cards(tables)

    assert found.select("games", "n", "rate", "revealed", "held_flag").rows() == [(1, 2, 0.5, 0.5, 0.25)]


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

    found = matches.finals(tables)

    assert found.select("record", "n", "rate", "title_rate").rows() == [
        (0, 1, 0.0, 0.0),
        (1, 2, 0.5, 0.0),
        (2, 1, 1.0, 1.0),
    ]


def test_a_drawn_match_is_half_a_win_to_either_seat() -> None:
    tables = made(matches=[match(0, starter=1, starts_by="toss"), match(1, starter=1, starts_by="toss")])

    assert matches.starters(tables)["rate"].to_list() == [0.75]


def test_drawing_anew_is_compared_within_a_round() -> None:
    tables = made(
        matches=[match(1, redrew_1=True, redrew_2=False), match(2, redrew_1=False)],
        seats=[{"game": 0, "seat": 1}, {"game": 0, "seat": 2}],
    )

    found = matches.redraws(tables)

    assert found.select("redrew", "n", "rate", "share").rows() == [(False, 2, 0.0, 2 / 3), (True, 1, 1.0, 1 / 3)]


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name)
def test_without_a_match_there_is_a_table_without_rows(statistic: Statistic, played: Tables) -> None:
    empty = statistic.compute(made())

    assert empty.is_empty()
    assert empty.schema == statistic.compute(played).schema


@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name)
def test_rates_lie_in_their_intervals(statistic: Statistic, played: Tables) -> None:
    found = statistic.compute(played)

    assert not found.is_empty()
    near = 1e-12
    inside = (pl.col("low") - near <= pl.col("rate")) & (pl.col("rate") <= pl.col("high") + near)
    assert found.select(inside.all()).item()


@pytest.mark.parametrize("chosen", [Filters(), Filters(seat=1), Filters(mode="duel")])
@pytest.mark.parametrize("statistic", STATISTICS, ids=lambda statistic: statistic.name)
def test_a_count_is_the_length_of_the_list_behind_it(statistic: Statistic, chosen: Filters, played: Tables) -> None:
    tables = chosen.apply(played)
    table = statistic.compute(tables)

    assert table.select(statistic.key).is_unique().all() or table.is_empty()
    for row in table.sample(min(12, table.height), seed=1).to_dicts():
        assert games_behind(statistic, row, tables).collect().height == row["games"]


def test_over_both_seats_of_all_matches_half_are_won(played: Tables) -> None:
    names = matches.names(played).with_columns(pl.col("more").abs().alias("apart"))

    for _, both in names.filter(pl.col("apart") > 0).group_by("round", "apart"):
        assert both["rate"].mean() == pytest.approx(0.5)


def test_a_left_out_set_is_a_filter_of_matches_and_cards(played: Tables) -> None:
    assert "left_out" in played["matches"].collect_schema()
    assert "left_out" in played["reveals"].collect_schema()
    left_out = played["games"].select("left_out").unique().collect()["left_out"].to_list()
    assert len(left_out) > 1
