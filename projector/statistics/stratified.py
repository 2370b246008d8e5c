"""Two rates compared within strata, so that what differs between strata does not look like a difference of theirs."""

import polars as pl

from projector.statistics.intervals import Z


def mantel_haenszel(won: pl.Expr, played: pl.Expr, other_won: pl.Expr, other_played: pl.Expr) -> dict[str, pl.Expr]:
    """Mantel and Haenszel's difference of two rates and their odds ratio, aggregated over rows that are a stratum each.

    `difference` is the rate less the other, weighted by stratum, `difference_low` and `difference_high` its 95 %
    interval by Greenland and Robins' variance (1985), `odds_ratio` the common odds ratio. Null where no stratum has
    both. The signs of the difference and of the logarithm of the odds ratio are the same.
    """
    x, n, y, m = (expr.cast(pl.Float64) for expr in (won, played, other_won, other_played))
    both = (n > 0) & (m > 0)
    whole = n + m
    weight = (n * m / whole).filter(both).sum()
    difference = ((x * m - y * n) / whole).filter(both).sum() / weight
    variance = ((x * (n - x) * m**3 + y * (m - y) * n**3) / (n * m * whole**2)).filter(both).sum() / weight**2
    odds = (x * (m - y) / whole).filter(both).sum() / ((n - x) * y / whole).filter(both).sum()
    found = {
        "difference": difference,
        "difference_low": difference - Z * variance.sqrt(),
        "difference_high": difference + Z * variance.sqrt(),
        "odds_ratio": odds,
    }
    return {name: pl.when(both.any()).then(expr).fill_nan(None) for name, expr in found.items()}
