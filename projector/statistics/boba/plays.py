"""What plays do to the battle they are run in, and how often they stay in hand."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.cells import clustered_means, clustered_rates, games_of
from projector.statistics.comparisons import false_discoveries, mean_p
from projector.statistics.statistic import Statistic

_BY = ["card"]


def _runs(tables: Tables) -> pl.LazyFrame:
    """Plays that were run in games that count, margins seen so that more is better."""
    low = tables["games"].select(GAME, low=pl.col("low_power").fill_null(value=False))
    sign = pl.when("low").then(-1).otherwise(1)
    return (
        tables["plays"]
        .filter(pl.col(COUNTED) & pl.col("card").is_not_null())
        .join(low, on=GAME)
        .with_columns(
            swing=(pl.col("margin_after") - pl.col("margin_before")) * sign,
            needed=pl.col("margin_before") * sign <= 0,
        )
    )


def _hands(tables: Tables) -> pl.LazyFrame:
    """Seats that had a play in hand, with whether they never ran it."""
    return (
        tables["appearances"]
        .filter(pl.col(COUNTED) & (pl.col("kind") == "play") & (pl.col("lineup") + pl.col("drawn") > 0))
        .select(GAME, "seat", "card", dead=(pl.col("run") == 0).cast(pl.Float64))
    )


def plays(tables: Tables) -> pl.DataFrame:
    """What each play does when it is run. `n` are the times it was, in `games`.

    `swing`: the change of the margin that it caused, over the runs with both margins told (`swing_n`). `turned`: how
    often it made a battle that was lost or drawn one that was won, over runs that found it so (`turned_n`).
    `dogs_per_turn`: hot dogs paid for each battle turned. `acted`: how often something was caused by it, so that its
    condition was met, over the runs of which the log tells. `won`: battles won in which it was run, which is biased, as
    seats run plays when they can win. `dead`: of the seats that had it in hand (`dead_n`), those that never ran it.
    95 % intervals, clustered by game; `q` (Benjamini-Hochberg) of a swing other than none, among all plays shown that
    are enough (20 games). Best lower end of the swing first.
    """
    runs = _runs(tables)
    told = runs.filter(pl.col("swing").is_not_null())
    known = runs.filter(pl.col("acted").is_not_null())
    decided = runs.filter(pl.col("battle_result").is_not_null())
    found = (
        runs.group_by(_BY)
        .agg(games=pl.col(GAME).n_unique().cast(pl.UInt32), n=pl.len().cast(pl.UInt32))
        .join(_named("swing", clustered_means(told, _BY, "swing")), on="card", how="left")
        .join(_named("turned", clustered_rates(told.filter(pl.col("needed")), _BY, "turned")), on="card", how="left")
        .join(_named("dogs_per_turn", clustered_means(told, _BY, "dogs_paid", per="turned")), on="card", how="left")
        .join(_named("acted", clustered_rates(known, _BY, "acted")), on="card", how="left")
        .join(_named("won", clustered_rates(decided, _BY, "battle_result")), on="card", how="left")
        .join(_named("dead", clustered_rates(_hands(tables), _BY, "dead")), on="card", how="left")
        .with_columns(pl.col("^.*_n$").fill_null(0), enough=pl.col("swing_enough").fill_null(value=False))
        .sort("swing_low", "games", "card", descending=[True, True, False], nulls_last=True)
        .collect(engine="streaming")
    )
    p = mean_p(found["swing"], found["swing_low"], found["swing_high"])
    q = false_discoveries(p.zip_with(found["enough"], pl.Series([None], dtype=pl.Float64)))
    parts = ("swing", "turned", "dogs_per_turn", "acted", "won", "dead")
    columns = [f"{part}{end}" for part in parts for end in ("", "_low", "_high", "_n")]
    return found.with_columns(q).select("card", "games", "n", *columns[:4], "q", "enough", *columns[4:])


def _named(name: str, cells: pl.LazyFrame) -> pl.LazyFrame:
    """The number, the interval and the size of a cell under the name of what it is."""
    columns = cells.collect_schema().names()
    value = "rate" if "rate" in columns else "mean"
    return cells.select(
        "card",
        pl.col(value).alias(name),
        *(pl.col(end).alias(f"{name}_{end}") for end in ("low", "high", "n", "enough")),
    )


STATISTICS = (
    Statistic(
        name="plays",
        title="What plays do to the battle",
        subject="card",
        compute=plays,
        key=("card",),
        behind=lambda tables: games_of(_runs(tables), _BY),
    ),
)
