"""Simpson's guard: a difference of rates within strata beside the pooled one, both clustered by game."""

from collections.abc import Sequence

import polars as pl

from projector.facts import GAME
from projector.statistics.cells import differences
from projector.statistics.intervals import Z


def stratified(
    rows: pl.LazyFrame, by: Sequence[str], strata: Sequence[str], arm: str, won: str = "won"
) -> pl.LazyFrame:
    """Mantel and Haenszel's difference of two rates within strata, by the columns `by`, clustered by game.

    Rows are a trial each: `won` (1, 0.5 or 0), and whether it is one of those that `arm` compares with the others. A
    stratum weighs n * m / (n + m), and only strata with trials of both sides tell anything. Adds `within`, `within_low`
    and `within_high` (95 %); the interval is null for a single game.
    """
    cell = [*by, *strata]
    trial, inside = pl.col(won).cast(pl.Float64), pl.col(arm)
    known = rows.filter(inside.is_not_null()).select(GAME, *cell, arm, won)
    weight = pl.col("n") * pl.col("m") / (pl.col("n") + pl.col("m"))
    tables = (
        known.group_by(cell)
        .agg(
            n=inside.sum().cast(pl.Float64),
            m=(~inside).sum().cast(pl.Float64),
            rate=trial.filter(inside).mean(),
            other=trial.filter(~inside).mean(),
        )
        .filter((pl.col("n") > 0) & (pl.col("m") > 0))
        .with_columns(weight=weight)
    )
    pooled = tables.group_by(by).agg(
        whole=pl.col("weight").sum(),
        within=((pl.col("rate") - pl.col("other")) * pl.col("weight")).sum() / pl.col("weight").sum(),
    )
    # How much a trial moves the difference; what trials of one game move it by adds up before it is squared.
    moves = pl.when(inside).then((trial - pl.col("rate")) / pl.col("n")).otherwise(
        (pl.col("other") - trial) / pl.col("m")
    ) * pl.col("weight")
    games = pl.len().cast(pl.Float64)
    spread = (
        known.join(tables, on=cell, nulls_equal=True)
        .group_by(*by, GAME)
        .agg(moves=moves.sum())
        .group_by(by)
        .agg(spread=pl.when(games > 1).then(games / (games - 1) * (pl.col("moves") ** 2).sum()))
    )
    half = Z * pl.col("spread").sqrt() / pl.col("whole")
    return (
        pooled.join(spread, on=by, how="left", nulls_equal=True)
        .with_columns(within_low=pl.col("within") - half, within_high=pl.col("within") + half)
        .drop("whole", "spread")
    )


def guarded(rows: pl.LazyFrame, by: Sequence[str], strata: Sequence[str], arm: str, won: str = "won") -> pl.LazyFrame:
    """The pooled difference of `cells.differences` with the stratified one beside it.

    `flips`: the two have different signs, so what is compared differs in its mix of strata; believe the one within.
    """
    return (
        differences(rows, by, arm, won)
        .join(stratified(rows, by, strata, arm, won), on=by, how="left", nulls_equal=True)
        .with_columns(flips=(pl.col("difference") * pl.col("within") < 0).fill_null(value=False))
    )
