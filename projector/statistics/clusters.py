"""Rates and means of what shares a game, battles or plays: each game is one cluster."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from projector.statistics.intervals import clustered, clustered_sums, wilson
from projector.statistics.rates import MINIMUM


def clustered_rates(trials: pl.LazyFrame, by: Sequence[str], won: str = "won", *, of: str = "n") -> pl.DataFrame:
    """How often `won` (1, 0.5 or 0) by these columns, a row a trial, with the sample size clustered by `game`.

    `games` that hold a trial, trials (`of`), `rate`, `low` and `high` of Wilson's 95 % interval with n_eff trials (null
    with a single game), `enough` from 20 games. Rows without `won` are left out. Sorted by these columns.
    """
    by_game = (
        trials.filter(pl.col(won).is_not_null())
        .group_by(*by, "game")
        .agg(fought=pl.len(), won=pl.col(won).cast(pl.Float64).sum())
    )
    size = clustered(**{name: pl.col(name) for name in clustered_sums("fought", "won")})
    low, high = wilson(pl.col("rate"), pl.col("n_eff"))
    summed = by_game.group_by(by) if by else by_game.group_by(pl.lit(0).alias("all"))
    return (
        summed.agg(pl.len().alias("games"), pl.col("fought").sum().alias(of), **clustered_sums("fought", "won"))
        .with_columns(rate=pl.col("y") / pl.col("m"), n_eff=size)
        .with_columns(low=low, high=high, enough=pl.col("games") >= MINIMUM)
        .select(*by, "games", of, "rate", "low", "high", "enough")
        .sort(by or "games", nulls_last=True)
        .collect()
    )


def clustered_means(
    rows: pl.LazyFrame, by: Sequence[str], value: str, *, of: str = "n", mean: str = "mean"
) -> pl.DataFrame:
    """The mean of a column by these columns, with a 95 % interval clustered by `game`.

    The variance of the ratio of sums over G games, and Student's quantile with G - 1 degrees of freedom; no interval
    with a single game. `games`, `enough` and rows without the value as for `clustered_rates`.
    """
    number = pl.col(value).cast(pl.Float64)
    by_game = rows.filter(number.is_not_null()).group_by(*by, "game").agg(n=pl.len(), total=number.sum())
    n, total = pl.col("n").cast(pl.Float64), pl.col("total")
    table = (
        by_game.group_by(by)
        .agg(
            pl.len().alias("games"),
            pl.col("n").sum().alias(of),
            whole=n.sum(),
            total=total.sum(),
            nn=(n**2).sum(),
            nt=(n * total).sum(),
            tt=(total**2).sum(),
        )
        .with_columns((pl.col("total") / pl.col("whole")).alias(mean))
        .collect()
    )
    return (
        interval_of_means(table, mean)
        .with_columns(enough=pl.col("games") >= MINIMUM)
        .select(*by, "games", of, mean, "low", "high", "enough")
        .sort(by, nulls_last=True)
    )


def interval_of_means(table: pl.DataFrame, mean: str) -> pl.DataFrame:
    """Adds `low` and `high` of a ratio of sums over `games`, from `whole` and the sums nn, nt and tt."""
    spread = pl.col("tt") - 2 * pl.col(mean) * pl.col("nt") + pl.col(mean) ** 2 * pl.col("nn")
    games = pl.col("games").cast(pl.Float64)
    error = pl.when(games > 1).then((games / (games - 1) * spread.clip(0)).sqrt() / pl.col("whole"))
    half = error * student(table["games"])
    return table.with_columns(low=pl.col(mean) - half, high=pl.col(mean) + half)


def student(clusters: pl.Series) -> pl.Series:
    """The 97.5 % quantile of Student's distribution for so many clusters; null for fewer than two."""
    from scipy.special import stdtrit

    freedom = clusters.cast(pl.Float64).to_numpy() - 1
    return pl.Series("t", stdtrit(np.where(freedom > 0, freedom, np.nan), 0.975), dtype=pl.Float64).fill_nan(None)
