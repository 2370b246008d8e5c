"""Intervals of rates: Wilson's, and Wilson's with the sample size that clustered battles are worth."""

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
