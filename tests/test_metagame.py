"""The metagame: matchups, shares and fields of results that one can count by head, and what holds of any results."""

import polars as pl
import pytest
from hypothesis import given, settings

from projector.statistics import BY_NAME, STATISTICS, games_behind
from tests.result_tables import RESULTS, Result, tables_of

ANY = settings(max_examples=25, deadline=None)


@ANY
@given(RESULTS)
def test_every_displayed_count_is_the_length_of_the_list_behind_it(results: list[Result]) -> None:
    tables = tables_of(results)

    for statistic in STATISTICS["boba"].values():
        if statistic.behind is None:
            continue
        for row in statistic.compute(tables).to_dicts():
            assert games_behind(statistic, row, tables).collect().height == row[statistic.count], (statistic.name, row)


@ANY
@given(RESULTS)
def test_both_sides_of_a_matchup_make_up_its_games(results: list[Result]) -> None:
    cells = {(row["deck"], row["opponent"]): row for row in BY_NAME["matchups"].compute(tables_of(results)).to_dicts()}

    for (deck, opponent), row in cells.items():
        other = cells[opponent, deck]
        assert deck != opponent
        assert row["wins"] + row["draws"] / 2 + other["wins"] + other["draws"] / 2 == row["games"] == other["games"]
        assert row["shrunk"] + other["shrunk"] == pytest.approx(1)
        assert row["expected"] + other["expected"] == pytest.approx(1)
        assert row["shrunk_low"] + other["shrunk_high"] == pytest.approx(1)
        assert 0 <= row["shrunk_low"] <= row["shrunk"] <= row["shrunk_high"] <= 1


def test_a_matchup_shows_what_was_counted_beside_what_is_believed() -> None:
    """Aggro beats control 3 of 4 (one a draw), control beats tempo 9 of 9; mirrors and unknown decks are no matchup."""
    table = tables_of(
        [
            *[Result(("aggro", "control"), 1)] * 2,
            Result(("control", "aggro"), 2),
            Result(("aggro", "control"), 0),
            *[Result(("control", "tempo"), 1)] * 9,
            *[Result(("aggro", "aggro"), 1)] * 5,
            *[Result(("aggro", None), 1)] * 5,
        ]
    )

    cells = {(row["deck"], row["opponent"]): row for row in BY_NAME["matchups"].compute(table).to_dicts()}

    assert len(cells) == 4
    row = cells["aggro", "control"]
    assert (row["games"], row["wins"], row["draws"], row["losses"], row["win_rate"]) == (4, 3, 1, 0, 0.875)
    # One that won all its games is not believed to win always.
    assert cells["control", "tempo"]["win_rate"] == 1
    assert 0.4 < cells["control", "tempo"]["shrunk_low"] < cells["control", "tempo"]["shrunk"] < 1
    assert not row["enough"]


def test_a_shrunk_rate_lies_between_what_was_counted_and_what_is_expected() -> None:
    cycle = [("aggro", "control"), ("control", "tempo"), ("tempo", "aggro")]
    table = BY_NAME["matchups"].compute(tables_of([Result(pair, 1) for pair in cycle for _ in range(30)]))

    # Strengths are alike, so each expectation is even; that one beats the next comes of the cells alone.
    assert table["expected"].to_list() == pytest.approx([0.5] * 6, abs=0.02)
    assert table.select(((pl.col("shrunk") - 0.5).abs() < (pl.col("win_rate") - 0.5).abs()).all()).item()
