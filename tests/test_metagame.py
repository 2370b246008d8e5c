"""The metagame: matchups, shares and fields of results that one can count by head, and what holds of any results."""

import datetime as dt

import polars as pl
import pytest
from hypothesis import given, settings

from projector.statistics import BY_NAME, STATISTICS, games_behind
from projector.statistics.shares import weekly
from tests.result_tables import RESULTS, Result, tables_of

ANY = settings(max_examples=15, deadline=None)


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


def test_a_share_is_of_the_appearances_of_known_decks_in_its_week() -> None:
    """New Year's Day 2027 lies in the last week of 2026, and one minute before Monday in UTC is still Sunday."""
    days = [
        dt.datetime(2026, 12, 28, tzinfo=dt.UTC),
        dt.datetime(2027, 1, 1, 12, tzinfo=dt.UTC),
        dt.datetime(2027, 1, 3, 23, 59, tzinfo=dt.UTC),
        dt.datetime(2027, 1, 4, tzinfo=dt.UTC),
        None,
    ]
    decks = [("aggro", "control"), ("aggro", "aggro"), ("tempo", None), ("tempo", "aggro"), ("aggro", "tempo")]
    played = [Result(pair, 1, played=day) for pair, day in zip(decks, days, strict=True)]

    table = BY_NAME["shares"].compute(tables_of(played))

    assert table.select("deck", "week", "appearances", "known", "unknown", "share").rows() == [
        ("aggro", 202653, 3, 5, 1, 0.6),
        ("control", 202653, 1, 5, 1, 0.2),
        ("tempo", 202653, 1, 5, 1, 0.2),
        ("aggro", 202701, 1, 2, 0, 0.5),
        ("tempo", 202701, 1, 2, 0, 0.5),
        ("aggro", None, 1, 2, 0, None),
        ("tempo", None, 1, 2, 0, None),
    ]
    assert table["monday"].unique(maintain_order=True).to_list() == [dt.date(2026, 12, 28), dt.date(2027, 1, 4), None]


@ANY
@given(RESULTS)
def test_the_shares_of_a_week_add_up_to_one(results: list[Result]) -> None:
    table = BY_NAME["shares"].compute(tables_of(results)).filter(pl.col("week").is_not_null())

    assert table.group_by("week").agg(pl.col("share").sum())["share"].to_list() == pytest.approx(
        [1.0] * table["week"].n_unique()
    )


def test_what_beats_the_field_depends_on_what_is_played_now() -> None:
    """Each beats the next nine times in ten. Long ago all met; today three quarters play control, which aggro beats."""
    ago = dt.datetime(2025, 1, 1, tzinfo=dt.UTC)
    cycle = [("aggro", "control"), ("control", "tempo"), ("tempo", "aggro")]
    old = [Result(pair, 2 if n % 10 == 0 else 1, played=ago, first=None) for pair in cycle for n in range(100)]
    today = [Result(("control", "control" if n % 2 else "tempo"), 0) for n in range(20)]

    rows = {row["deck"]: row for row in BY_NAME["field"].compute(tables_of([*old, *today])).to_dicts()}

    assert {deck: row["share"] for deck, row in rows.items()} == {"control": 0.75, "tempo": 0.25, "aggro": 0.0}
    assert next(iter(rows)) == "aggro"
    assert rows["aggro"]["win_rate"] == 0.5
    assert rows["aggro"]["low"] > 0.55
    assert all(row["low"] < row["against_field"] < row["high"] for row in rows.values())


def test_a_difference_that_flips_within_modes_is_marked() -> None:
    """Simpson: aggro wins more in either mode, and less overall, since it is played where games are lost."""
    wins = {("aggro", "rookie"): (9, 10), ("control", "rookie"): (80, 100)}
    wins |= {("aggro", "playmaker"): (30, 100), ("control", "playmaker"): (2, 10)}
    played = [
        Result((deck, None), 1 if n < won else 2, mode=mode)
        for (deck, mode), (won, games) in wins.items()
        for n in range(games)
    ]

    rows = {row["deck"]: row for row in BY_NAME["strata"].compute(tables_of(played)).to_dicts()}

    row = rows["aggro"]
    assert (row["games"], row["strata"], row["flips"]) == (110, 2, True)
    assert row["pooled"] == pytest.approx(39 / 110 - 82 / 110)
    assert row["stratified"] == pytest.approx(0.1)
    assert rows["control"]["stratified"] == pytest.approx(-0.1)


def test_the_running_week_is_marked_as_partial_and_rare_decks_are_one() -> None:
    shares = pl.DataFrame(
        {
            "deck": ["a", "b", "c", "a", "b"],
            "week": [202653, 202653, 202653, 202701, None],
            "monday": [dt.date(2026, 12, 28)] * 3 + [dt.date(2027, 1, 4), None],
            "appearances": [5, 3, 2, 4, 9],
        }
    )

    found = weekly(shares, 1, dt.date(2027, 1, 10))

    assert found.select("week", "deck", "appearances", "share", "partial").rows() == [
        (202653, "a", 5, 0.5, False),
        (202653, None, 5, 0.5, False),
        (202701, "a", 4, 1.0, True),
    ]
    assert weekly(shares, 1, dt.date(2027, 1, 11))["partial"].sum() == 0
