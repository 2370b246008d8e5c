"""Win rates of whatever games are grouped by: counts, the rate, its interval, and whether they are enough."""

from collections.abc import Sequence

import polars as pl

from projector.coverage import counts
from projector.facts import Tables
from projector.statistics.comparisons import false_discoveries, score_p
from projector.statistics.intervals import wilson

# A cell that rests on fewer games is shown greyed, with their number.
MINIMUM = 20


def counted(tables: Tables) -> pl.LazyFrame:
    """The games that count: finished, with a result, not contradicting themselves, not retracted."""
    return tables["games"].filter(counts(tables["games"]))


def seats(tables: Tables) -> pl.LazyFrame:
    """The seats of games that count, with mode and simulated of their game."""
    games = counted(tables).select("game", "mode", "simulated")
    return tables["seats"].join(games, on="game").filter(pl.col("result").is_not_null())


def brought(tables: Tables, *by: str) -> pl.LazyFrame:
    """How often each known deck was `played` and how often it `won`, by these columns of games (mode, simulated).

    From counts where filters leave these.
    """
    by = ("deck", *by)
    if "share_counts" not in tables:
        of_decks = seats(tables).drop_nulls("deck")
        return of_decks.group_by(by).agg(won=pl.col("result").sum(), played=pl.len())
    won = pl.col("wins").sum() + pl.col("draws").sum() / 2
    return tables["share_counts"].drop_nulls("deck").group_by(by).agg(won=won, played=pl.col("appearances").sum())


def results() -> dict[str, pl.Expr]:
    """How many games, and of them won, drawn and lost, aggregated over rows of `result`."""
    return {
        "games": pl.len(),
        "wins": (pl.col("result") == 1.0).sum(),
        "draws": (pl.col("result") == 0.5).sum(),
        "losses": (pl.col("result") == 0.0).sum(),
    }


def win_rate() -> pl.Expr:
    return (pl.col("wins") + pl.col("draws") / 2) / pl.col("games")


def rates(rows: pl.LazyFrame, by: Sequence[str], *, mirrors: pl.Expr | None = None) -> pl.DataFrame:
    """Counts and win rate by these columns, best lower end first.

    `low` and `high` are Wilson's 95 % interval. `mirrors` tells rows whose opponent is the same: its two seats cancel,
    so the interval is that of the other games, drawn to one half as far as mirrors draw the rate. Where a filter left
    one seat of a mirror, nothing cancels and it is a game as any other. `q` is Benjamini and
    Hochberg's over all rows, against one half; `enough` from 20 games.
    """
    counts = rows.group_by(by).agg(**results())
    if mirrors is None:
        counts = counts.with_columns(mirrored=pl.lit(0, pl.UInt32))
    else:
        both = rows.filter(mirrors).group_by("game", *by).agg(seats=pl.len()).filter(pl.col("seats") == 2)
        mirrored = both.group_by(by).agg(mirrored=pl.col("seats").sum())
        counts = counts.join(mirrored, on=by, how="left", nulls_equal=True)
    return rated(counts, by)


def rated(counts: pl.LazyFrame, by: Sequence[str]) -> pl.DataFrame:
    """The same of `games`, `wins`, `draws` and `losses` by these columns, and how many of the games were `mirrored`."""
    # In one order: rounding must not depend on where a row happens to stand.
    table = counts.with_columns(pl.col("mirrored").fill_null(0)).sort(by, nulls_last=True).collect(engine="streaming")
    alone = pl.col("games") - pl.col("mirrored")
    half = pl.col("mirrored") / 2
    table = table.with_columns(win_rate=win_rate()).with_columns(
        alone=alone, rate_alone=pl.when(alone > 0).then((pl.col("win_rate") * pl.col("games") - half) / alone)
    )
    low, high = wilson(pl.col("rate_alone"), pl.col("alone"))
    return (
        table.with_columns(
            low=(low * alone + half) / pl.col("games"),
            high=(high * alone + half) / pl.col("games"),
            q=false_discoveries(score_p(table["rate_alone"], table["alone"])),
            enough=pl.col("games") >= MINIMUM,
        )
        .drop("mirrored", "alone", "rate_alone")
        .sort("low", "games", *by, descending=[True, True, *[False] * len(by)], nulls_last=True)
    )
