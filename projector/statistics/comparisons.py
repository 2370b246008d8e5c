"""Many comparisons at once: p values of rates, and the share of false discoveries among them."""

import numpy as np
import polars as pl

from projector.statistics.intervals import Z


def score_p(rate: pl.Series, size: pl.Series, against: float = 0.5) -> pl.Series:
    """Two-sided p values of the score test that a rate over `size` trials is `against`; null where it has none.

    It rejects at 5 % just where Wilson's 95 % interval leaves `against` out.
    """
    from scipy.special import ndtr

    trials = size.cast(pl.Float64).to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        z = (rate.cast(pl.Float64).to_numpy() - against) / np.sqrt(against * (1 - against) / trials)
    return pl.Series("p", 2 * ndtr(-np.abs(z)), dtype=pl.Float64).fill_nan(None)


def false_discoveries(p: pl.Series) -> pl.Series:
    """Benjamini and Hochberg's q of each p value, over all that are not null: the family that is displayed."""
    from scipy.stats import false_discovery_control

    known = p.is_not_null()
    found = p.filter(known).to_numpy()
    q = false_discovery_control(found) if len(found) else found
    return pl.Series("q", [None] * len(p), dtype=pl.Float64).scatter(known.arg_true(), q)


def difference_p(rate: pl.Series, size: pl.Series, other: pl.Series, other_size: pl.Series) -> pl.Series:
    """Two-sided p values of the score test that two rates are the same; null where either has no trials."""
    from scipy.special import ndtr

    mine, n, its, m = (it.cast(pl.Float64).to_numpy() for it in (rate, size, other, other_size))
    with np.errstate(divide="ignore", invalid="ignore"):
        pooled = (mine * n + its * m) / (n + m)
        z = (mine - its) / np.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return pl.Series("p", 2 * ndtr(-np.abs(z)), dtype=pl.Float64).fill_nan(None)


def mean_p(mean: pl.Series, low: pl.Series, high: pl.Series) -> pl.Series:
    """Two-sided p values that a mean is 0, from its 95 % interval; null where that has no width."""
    from scipy.special import ndtr

    half = ((high - low) / 2).cast(pl.Float64).to_numpy()
    with np.errstate(divide="ignore", invalid="ignore"):
        z = np.where(half > 0, Z * mean.cast(pl.Float64).to_numpy() / half, np.nan)
    return pl.Series("p", 2 * ndtr(-np.abs(z)), dtype=pl.Float64).fill_nan(None)
