"""Statistics that take a shorter way through the tables tell what the longer one tells."""

from typing import Any

import polars as pl
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from projector.boba.counts import COUNTS
from projector.facts import CLUSTER_SUMS, Tables
from projector.filters import Filters
from projector.statistics import BY_NAME
from projector.statistics.boba.battles import STATISTICS
from tests.made_tables import battles, games, made
from tests.result_tables import RESULTS, Result, tables_of

SUMS = ("honors_fought", "honors_won", "margin_fought", "margin_sum", "printed_fought", "printed_sum")
_HELD = (("aggro", "H1"), ("control", "H1"), ("control", "H2"), ("never played", "H1"))
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
    coin = st.fixed_dictionaries({"seat": st.sampled_from([1, 2]), "shown": st.sampled_from([0, 1, None])})
    thrown = [(game, shown) for game in range(len(results)) for shown in draw(st.lists(coin, max_size=3))]
    chances = [{"game": game, "sides": 2, **shown} for game, shown in thrown]
    tables = made(**games(*results), battles=rows, chances=chances)
    mode = pl.when(pl.col("game") % 2 == 0).then(pl.lit("playmaker")).otherwise(pl.lit("rookie"))
    whole = tables["games"].with_columns(mode=mode, counted=pl.col("winner").is_not_null())
    counted = whole.select("game", "counted")
    return {
        **tables,
        "games": whole,
        **{
            name: tables[name].drop("counted").join(counted, on="game", maintain_order="left")
            for name in ("battles", "seats", "chances")
        },
    }


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


@pytest.mark.parametrize("name", ["decks", "matchups", "shares", "field", "strata", "first_honors", "modes", "runs_it"])
@settings(max_examples=25, deadline=None)
@given(results=RESULTS)
def test_counts_of_decks_tell_what_seats_tell(results: list[Result], name: str) -> None:
    held = [{"deck": deck, "card": card, "kind": "hero", "copies": 1} for deck, card in _HELD]
    tables = {**tables_of(results), "deck_cards": pl.LazyFrame(held)}
    from_seats = {table: rows for table, rows in tables.items() if table not in COUNTS}

    # Strata are added up as fractions, whose last bit hangs on how polars adds.
    exact = name != "strata"
    found, expected = BY_NAME[name].compute(tables), BY_NAME[name].compute(from_seats)
    assert_frame_equal(found, expected, check_exact=exact, rel_tol=1e-12, abs_tol=1e-12)


_OF_CELLS = (
    "honors_by",
    "substitutions",
    "margins_by",
    "zones",
    "comebacks",
    "ties",
    "rescored",
    "plays",
    "hot_dogs",
    "hot_dogs_for_wins",
    "hot_dogs_left",
    "substitution_worth",
    "coins",
)


@pytest.mark.parametrize("name", _OF_CELLS)
@settings(max_examples=10, deadline=None, phases=[Phase.explicit, Phase.generate])
@given(tables=fought(), more=fought())
def test_sums_of_cells_tell_what_battles_tell(name: str, tables: Tables, more: Tables) -> None:
    """Whatever segments the games are cut into."""
    moved = {table: rows.with_columns(pl.col("game") + 10) for table, rows in more.items() if _of_games(rows)}
    whole = {table: pl.concat([rows, moved[table]]) if table in moved else rows for table, rows in tables.items()}
    sums = COUNTS[CLUSTER_SUMS]
    parts = [sums.of(part) for part in (tables, {**more, **moved})]
    usual = Filters()

    found = BY_NAME[name].compute(usual.apply({**whole, CLUSTER_SUMS: sums.summed(parts)}))
    expected = BY_NAME[name].compute(usual.apply(whole))

    # The last bit of a rate hangs on which row of a table it stands in.
    assert_frame_equal(found, expected, rel_tol=1e-12, abs_tol=1e-12)


def test_sums_of_cells_are_left_aside_where_battles_after_the_clinch_are_asked_for() -> None:
    tables = made(**games(1), battles=battles(0, 1, 1, after_clinch=[False, True]))
    kept = {**tables, CLUSTER_SUMS: COUNTS[CLUSTER_SUMS].of(tables)}

    assert CLUSTER_SUMS in Filters().apply(kept)
    assert CLUSTER_SUMS not in Filters(post_clinch=True).apply(kept)
    assert CLUSTER_SUMS not in Filters(player="p1").apply(kept)


def _of_games(rows: pl.LazyFrame) -> bool:
    return "game" in rows.collect_schema()
