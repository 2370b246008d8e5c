"""Cells of tables: rates, means and differences of what is observed in games, with intervals clustered by game."""

from collections.abc import Callable, Sequence

import msgspec
import polars as pl

from projector.facts import CLUSTER_SUMS, GAME, Tables
from projector.statistics.intervals import Z, clustered, clustered_sums, newcombe, wilson
from projector.statistics.rates import MINIMUM

_TRIALS = ("m", "y", "mm", "my", "yy", "clusters")
_ARMS = ("", "other_")
# What is added up of the games of a cell, where nothing and where something is compared with it.
SUMS_OF_ONE = ("all_games", *_TRIALS)
SUMS = (
    *SUMS_OF_ONE,
    *(f"other_{name}" for name in _TRIALS),
    *(f"cross_{mine}{other}" for mine in "my" for other in "my"),
)


class Cells(msgspec.Struct, frozen=True):
    """Cells of a statistic whose sums are kept beside the tables, as they add up over games.

    `games` makes the games that stand once in each cell that the columns `by` name: with `m` trials of which `y` were
    won, or observations that add up to `y`, and where two are compared `other_m` and `other_y`.
    """

    name: str
    by: tuple[str, ...]
    games: Callable[[Tables], pl.LazyFrame]

    def sums(self, tables: Tables) -> pl.LazyFrame:
        """The sums of each cell by mode and `by`: those that are kept, where filters leave them."""
        by = ["mode", *self.by]
        if CLUSTER_SUMS in tables:
            kept = tables[CLUSTER_SUMS].filter(pl.col("cells") == self.name)
            return kept.group_by(by).agg(pl.col(SUMS).sum()).sort(by, nulls_last=True)
        return self.added(tables, tables["games"].select(GAME, "mode"))

    def added(self, tables: Tables, told: pl.LazyFrame) -> pl.LazyFrame:
        """The sums of each cell by what is told of each game."""
        more = [column for column in told.collect_schema() if column != GAME]
        return added(self.games(tables).join(told, on=GAME), [*more, *self.by]).sort(*more, *self.by, nulls_last=True)


def added(games: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The sums over games that stand once in each cell; without another side to compare with, those of one."""
    sums = {"all_games": pl.len().cast(pl.Float64), **clustered_sums("m", "y")}
    if "other_m" in games.collect_schema():
        sums |= {f"other_{name}": total for name, total in clustered_sums("other_m", "other_y").items()}
        sums |= {
            f"cross_{mine}{other}": (pl.col(mine).cast(pl.Float64) * pl.col(f"other_{other}")).sum()
            for mine in "my"
            for other in "my"
        }
    return games.group_by(by).agg(**sums)


def other_side(sums: pl.LazyFrame) -> pl.LazyFrame:
    """The sums of the other side as if it were the one."""
    return sums.drop(_TRIALS).rename({f"other_{name}": name for name in _TRIALS})


def clustered_rates(
    rows: pl.LazyFrame, by: Sequence[str], won: str = "won", of: pl.LazyFrame | None = None
) -> pl.LazyFrame:
    """The rate of `won` (1, 0.5 or 0) over rows that are one trial each, by the columns `by`.

    Of them `of` tells, by game, those that rows have not. Adds `games`, `n` (trials), `rate`, `n_eff`, `low`, `high`
    (Wilson's with n_eff, clustered by game) and `enough`.
    """
    return rates_of(by_game(rows, by, of, m=pl.len(), y=pl.col(won).cast(pl.Float64).sum()), by)


def by_game(rows: pl.LazyFrame, by: Sequence[str], of: pl.LazyFrame | None = None, **sums: pl.Expr) -> pl.LazyFrame:
    """Sums over the rows of each game in each cell. What `of` tells of games is looked up once they are summed."""
    told = set() if of is None else set(of.collect_schema()) - {GAME}
    found = rows.group_by(*(column for column in by if column not in told), GAME).agg(**sums)
    return found if of is None else found.join(of, on=GAME)


def rates_of(games: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The same of games that stand once in each cell, with `m` trials of which `y` were won."""
    return rated_sums(added(games, by), by)


def rated_sums(sums: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The same of what was added up of each cell."""
    size = clustered(**{name: pl.col(name) for name in _TRIALS})
    # Of a single game nobody knows how its trials hang together: it is worth one.
    low, high = wilson(pl.col("rate"), pl.col("n_eff").fill_null(1.0))
    return (
        sums.with_columns(rate=pl.col("y") / pl.col("m"), n_eff=size)
        .with_columns(low=low, high=high)
        .select(
            *by,
            games=pl.col("clusters").cast(pl.UInt32),
            n=pl.col("m").cast(pl.UInt32),
            rate="rate",
            n_eff="n_eff",
            low="low",
            high="high",
            enough=pl.col("clusters") >= MINIMUM,
        )
    )


def clustered_means(
    rows: pl.LazyFrame, by: Sequence[str], value: str, per: str | None = None, of: pl.LazyFrame | None = None
) -> pl.LazyFrame:
    """The mean of a value over rows that are one observation each, with its 95 % interval clustered by game.

    With `per`, a column of counts, the sum of the values for each of those counted; `of` as for rates. Adds `games`,
    `n`, `mean`, `low`, `high` and `enough`; the interval is null for a single game.
    """
    each = pl.len() if per is None else pl.col(per).sum()
    return means_of(by_game(rows, by, of, m=each.cast(pl.Float64), y=pl.col(value).cast(pl.Float64).sum()), by)


def means_of(games: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The same of games that stand once in each cell, with `m` observations that add up to `y`."""
    return meant_sums(added(games, by), by)


def meant_sums(sums: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The same of what was added up of each cell."""
    mean = pl.when(pl.col("m") > 0).then(pl.col("y") / pl.col("m"))
    spread = (pl.col("yy") - 2 * mean * pl.col("my") + mean**2 * pl.col("mm")).clip(0.0)
    number = pl.col("all_games")
    half = Z * pl.when(number > 1).then((number / (number - 1) * spread).sqrt() / pl.col("m"))
    return sums.select(
        *by,
        games=pl.col("all_games").cast(pl.UInt32),
        n=pl.col("m").cast(pl.UInt32),
        mean=mean,
        low=mean - half,
        high=mean + half,
        enough=pl.col("clusters") >= MINIMUM,
    )


def of_arms(arm: str, won: str = "won") -> dict[str, pl.Expr]:
    """Trials and those won where `arm` is true, and of the others, added up."""
    trial = pl.col(won).cast(pl.Float64)
    sides = dict(zip(_ARMS, (pl.col(arm), ~pl.col(arm)), strict=True))
    return {
        **{f"{side}m": which.sum().cast(pl.Float64) for side, which in sides.items()},
        **{f"{side}y": trial.filter(which).sum() for side, which in sides.items()},
    }


def differed_sums(sums: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The rate of trials of one side less that of the other, of what was added up of each cell, clustered by game.

    Adds `games`, `n`, `rate`, `low`, `high` of the one, `other_n`, `other_rate`, `other_low`, `other_high` of the
    other, and `difference`, `difference_low`, `difference_high`: Newcombe's interval from Wilson's with the sizes that
    the trials are worth, and with the correlation of both rates, as one game can have trials of both. `enough`: either
    side rests on as many games as a cell needs.
    """
    sides, rated = _ARMS, sums
    for side in sides:
        size = clustered(**{name: pl.col(f"{side}{name}") for name in _TRIALS})
        rate = pl.when(pl.col(f"{side}m") > 0).then(pl.col(f"{side}y") / pl.col(f"{side}m"))
        rated = rated.with_columns(rate.alias(f"{side}rate"), size.alias(f"{side}n_eff"))
        low, high = wilson(pl.col(f"{side}rate"), pl.col(f"{side}n_eff").fill_null(1.0))
        rated = rated.with_columns(low.alias(f"{side}low"), high.alias(f"{side}high"))
    low, high = newcombe(
        pl.col("rate"),
        (pl.col("low"), pl.col("high")),
        pl.col("other_rate"),
        (pl.col("other_low"), pl.col("other_high")),
        correlation=_correlation(),
    )
    games = pl.min_horizontal("clusters", "other_clusters")
    return rated.select(
        *by,
        games=pl.col("all_games").cast(pl.UInt32),
        **{
            name: expr
            for side in sides
            for name, expr in {
                f"{side}n": pl.col(f"{side}m").cast(pl.UInt32),
                **{f"{side}{name}": pl.col(f"{side}{name}") for name in ("rate", "low", "high")},
            }.items()
        },
        difference=pl.col("rate") - pl.col("other_rate"),
        difference_low=low,
        difference_high=high,
        enough=games >= MINIMUM,
    )


def _correlation() -> pl.Expr:
    """The correlation of both rates, from what games with trials of both sides tell."""
    rate, other = pl.col("rate"), pl.col("other_rate")
    product = {name: pl.col(f"cross_{name}") for name in ("yy", "ym", "my", "mm")}
    spread = product["yy"] - other * product["ym"] - rate * product["my"] + rate * other * product["mm"]
    games = pl.col("all_games")
    covariance = games / (games - 1) * spread / (pl.col("m") * pl.col("other_m"))
    variance = rate * (1 - rate) / pl.col("n_eff") * other * (1 - other) / pl.col("other_n_eff")
    return pl.when((games > 1) & (variance > 0)).then((covariance / variance.sqrt()).clip(-1.0, 1.0)).fill_null(0.0)


def games_of(rows: pl.LazyFrame, by: Sequence[str]) -> pl.LazyFrame:
    """The games behind rows, each once for each value of the columns `by`."""
    return rows.select(*by, GAME).unique()
