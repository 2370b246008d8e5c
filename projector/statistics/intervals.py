"""Intervals of rates and of their differences: Wilson's, also for battles clustered by game, and Newcombe's."""

import polars as pl

# The 97.5 % quantile of the normal distribution: intervals are 95 %.
Z = 1.959963984540054


def wilson(rate: pl.Expr, size: pl.Expr) -> tuple[pl.Expr, pl.Expr]:
    """The lower and upper end of Wilson's 95 % interval of a rate over `size` independent trials; null without any."""
    trials = pl.when(size > 0).then(size)
    middle = (rate + Z**2 / (2 * trials)) / (1 + Z**2 / trials)
    half = Z / (1 + Z**2 / trials) * ((rate * (1 - rate) / trials + Z**2 / (4 * trials**2)).sqrt())
    return (middle - half).clip(0.0, 1.0), (middle + half).clip(0.0, 1.0)


def clustered_size(games: pl.DataFrame, won: str, fought: str) -> float | None:
    """How many independent battles the battles of these games are worth (n_eff).

    One row a game: `fought` battles of it, `won` of them (halves count). The variance of the ratio of sums over G games
    is G/(G-1) * sum((y - p*m)^2) / (sum m)^2, and n_eff = p(1-p) / variance. Without spread it is the plain count; None
    without battles or with a single game.
    """
    total = float(games[fought].sum())
    clusters = games.height
    if not total or clusters < 2:
        return None
    rate = float(games[won].sum()) / total
    spread = games.select(((pl.col(won) - rate * pl.col(fought)) ** 2).sum()).item()
    variance = clusters / (clusters - 1) * spread / total**2
    return rate * (1 - rate) / variance if variance > 0 else total


def clustered(*, clusters: pl.Expr, m: pl.Expr, y: pl.Expr, mm: pl.Expr, my: pl.Expr, yy: pl.Expr) -> pl.Expr:
    """The same n_eff from sums over clusters of m trials with y won (halves count): of m, y, m*m, m*y and y*y.

    Null without trials or with a single cluster.
    """
    rate = y / m
    spread = yy - 2 * rate * my + rate**2 * mm
    variance = clusters / (clusters - 1) * spread / m**2
    # What rounding leaves of a spread of nothing is no spread.
    size = pl.when(spread > 1e-9 * m).then(rate * (1 - rate) / variance).otherwise(m.cast(pl.Float64))
    return pl.when((m > 0) & (clusters > 1)).then(size)


def clustered_sums(m: str, y: str) -> dict[str, pl.Expr]:
    """What `clustered` needs, as sums over rows that are one cluster each."""
    trials, won = pl.col(m).cast(pl.Float64), pl.col(y).cast(pl.Float64)
    return {
        "m": trials.sum(),
        "y": won.sum(),
        "mm": (trials**2).sum(),
        "my": (trials * won).sum(),
        "yy": (won**2).sum(),
        "clusters": (trials > 0).sum().cast(pl.Float64),
    }


def newcombe(
    rate: pl.Expr,
    ends: tuple[pl.Expr, pl.Expr],
    other: pl.Expr,
    other_ends: tuple[pl.Expr, pl.Expr],
    correlation: pl.Expr | None = None,
) -> tuple[pl.Expr, pl.Expr]:
    """The lower and upper end of the difference rate - other, from both intervals (Newcombe 1998, method 10).

    `correlation` of the two rates, where they are not independent (Zou and Donner 2008).
    """
    (low, high), (other_low, other_high) = ends, other_ends
    twice = 2 * correlation if correlation is not None else pl.lit(0.0)
    under, over = (rate - low, other_high - other), (high - rate, other - other_low)
    below = (under[0] ** 2 + under[1] ** 2 - twice * under[0] * under[1]).clip(0.0).sqrt()
    above = (over[0] ** 2 + over[1] ** 2 - twice * over[0] * over[1]).clip(0.0).sqrt()
    return rate - other - below, rate - other + above
