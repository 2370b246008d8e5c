"""What plays do to the battle they are run in, and how often they stay in hand."""

from collections.abc import Mapping

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.cells import SUMS_OF_ONE, Cells, by_game, games_of, meant_sums, rated_sums
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


_TOLD = pl.col("swing").is_not_null()
_MEANS = ("swing", "dogs_per_turn")
# Of each number of runs: which of them it is over, what is added up, and what counts instead of runs.
_OF_RUNS: Mapping[str, tuple[pl.Expr, pl.Expr, pl.Expr | None]] = {
    "runs": (pl.lit(value=True), pl.lit(0.0), None),
    "swing": (_TOLD, pl.col("swing"), None),
    "turned": (_TOLD & pl.col("needed"), pl.col("turned"), None),
    "dogs_per_turn": (_TOLD, pl.col("dogs_paid"), pl.col("turned")),
    "acted": (pl.col("acted").is_not_null(), pl.col("acted"), None),
    "won": (pl.col("battle_result").is_not_null(), pl.col("battle_result"), None),
}
_SHOWN = (*list(_OF_RUNS)[1:], "dead")


def _numbers(tables: Tables) -> pl.LazyFrame:
    """By game and card, for each number that is told of plays (`part`), what is added up."""
    sums: dict[str, pl.Expr] = {}
    for part, (which, value, trials) in _OF_RUNS.items():
        is_it = which & pl.col(COUNTED)
        sums[f"{part} runs"] = is_it.sum()
        sums[f"{part} m"] = (is_it if trials is None else trials.filter(is_it)).sum().cast(pl.Float64)
        sums[f"{part} y"] = value.cast(pl.Float64).filter(is_it).sum()
    # One row a game and card with all numbers beside each other, as for hot dogs.
    runs = by_game(_runs(tables), _BY, None, **sums).collect(engine="streaming").lazy()
    found = [
        runs.filter(pl.col(f"{part} runs") > 0).select(GAME, "card", m=f"{part} m", y=f"{part} y", part=pl.lit(part))
        for part in _OF_RUNS
    ]
    dead = by_game(_hands(tables), _BY, m=pl.len().cast(pl.Float64), y=pl.col("dead").sum())
    return pl.concat([*found, dead.select(GAME, "card", "m", "y", part=pl.lit("dead"))])


CELLS = (Cells("plays", ("part", "card"), _numbers),)


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
    kept = (
        CELLS[0].sums(tables).group_by("part", *_BY).agg(pl.col(SUMS_OF_ONE).sum()).collect(engine="streaming").lazy()
    )
    sums = {part: kept.filter(pl.col("part") == part) for part in ("runs", *_SHOWN)}
    rows = sums["runs"].select("card", games=_whole("all_games"), n=_whole("m"))
    for name in _SHOWN:
        rated = meant_sums if name in _MEANS else rated_sums
        rows = rows.join(_named(name, rated(sums[name], _BY)), on="card", how="left")
    found = (
        rows.with_columns(pl.col("^.*_n$").fill_null(0), enough=pl.col("swing_enough").fill_null(value=False))
        .sort("swing_low", "games", "card", descending=[True, True, False], nulls_last=True)
        .collect(engine="streaming")
    )
    p = mean_p(found["swing"], found["swing_low"], found["swing_high"])
    q = false_discoveries(p.zip_with(found["enough"], pl.Series([None], dtype=pl.Float64)))
    columns = [f"{part}{end}" for part in _SHOWN for end in ("", "_low", "_high", "_n")]
    return found.with_columns(q).select("card", "games", "n", *columns[:4], "q", "enough", *columns[4:])


def _whole(column: str) -> pl.Expr:
    return pl.col(column).cast(pl.UInt32)


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
