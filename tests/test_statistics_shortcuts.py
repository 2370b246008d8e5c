"""Statistics that take a shorter way through the tables tell what the longer one tells."""

from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from projector.boba.counts import COUNTS
from projector.facts import Tables
from projector.filters import Filters
from projector.statistics import BY_NAME
from projector.statistics.boba.battles import STATISTICS
from tests.made_tables import battles, games, made
from tests.result_tables import RESULTS, Result, tables_of

SUMS = ("honors_fought", "honors_won", "margin_fought", "margin_sum", "printed_fought", "printed_sum")
POWERS = st.none() | st.sampled_from([80, 120, 150, 155])


@st.composite
def fought(draw: st.DrawFn) -> Tables:
    """A few games of two modes with up to four battles each, of which logs do not tell everything."""
    results = draw(st.lists(st.sampled_from([0, 1, 2, None]), min_size=1, max_size=4))
    rows = []
    for game in range(len(results)):
        winners = draw(st.lists(st.sampled_from([0, 1, 2]), max_size=4))
        columns: dict[str, Any] = {
            "honors": st.sampled_from([1, 2, None]),
            "after_clinch": st.sampled_from([False, False, True, None]),
            "reason": st.sampled_from(["power", "power", "super_weapon", "effect", None]),
        }
        columns |= {f"{power}_{seat}": POWERS for power in ("printed", "power") for seat in (1, 2)}
        columns |= {f"substituted_{seat}": st.booleans() for seat in (1, 2)}
        told = {
            name: draw(st.lists(values, min_size=len(winners), max_size=len(winners)))
            for name, values in columns.items()
        }
        rows += battles(game, *winners, **told)
    tables = made(**games(*results), battles=rows)
    mode = pl.when(pl.col("game") % 2 == 0).then(pl.lit("playmaker")).otherwise(pl.lit("rookie"))
    return {**tables, "games": tables["games"].with_columns(mode=mode, counted=pl.col("winner").is_not_null())}


@given(fought(), st.booleans())
def test_sums_of_games_tell_what_battles_tell(tables: Tables, post_clinch: bool) -> None:  # noqa: FBT001 (drawn)
    chosen = Filters(post_clinch=post_clinch).apply(tables)
    without = {**chosen, "games": chosen["games"].drop(SUMS)}

    for name in ("honors", "margins"):
        assert BY_NAME[name].compute(chosen).equals(BY_NAME[name].compute(without))


@pytest.mark.parametrize("statistic", [*STATISTICS, BY_NAME["comebacks"]], ids=lambda statistic: statistic.name)
@given(tables=fought())
def test_a_game_that_nobody_sits_in_changes_nothing(tables: Tables, statistic: Any) -> None:
    """Beside it, who sits where is looked up game by game."""
    empty = tables["games"].filter(pl.col("game") == 0).with_columns(game=pl.lit(99, pl.UInt32))
    beside = {**tables, "games": pl.concat([tables["games"], empty])}

    assert statistic.compute(beside).equals(statistic.compute(tables))


@pytest.mark.parametrize("name", ["decks", "matchups", "shares", "field"])
@settings(max_examples=25, deadline=None)
@given(results=RESULTS)
def test_counts_of_decks_tell_what_seats_tell(results: list[Result], name: str) -> None:
    tables = tables_of(results)
    from_seats = {table: rows for table, rows in tables.items() if table not in COUNTS}

    assert_frame_equal(BY_NAME[name].compute(tables), BY_NAME[name].compute(from_seats), check_exact=True)
