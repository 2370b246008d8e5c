"""Simpson's guard: whether a deck is better only because of where it is played."""

import polars as pl

from projector.facts import Tables
from projector.statistics.rates import MINIMUM, brought, seats
from projector.statistics.statistic import Statistic
from projector.statistics.stratified import mantel_haenszel

_STRATUM = ("mode", "simulated")


def _of_decks(tables: Tables) -> pl.LazyFrame:
    return seats(tables).filter(pl.col("deck").is_not_null())


def strata(tables: Tables) -> pl.DataFrame:
    """Win rate of each deck less that of all other decks: pooled, and within mode and real or simulated games.

    `pooled` compares all appearances, `stratified` (Mantel-Haenszel) only those of the same stratum, with Greenland
    and Robins' 95 % interval; null where no stratum has another deck. `flips` where one says better and the other
    worse: then the pooled difference comes of where a deck is played, and a rate by mode is to be read instead.
    `strata` counts those that hold the deck and others.
    """
    # In one order: rounding must not depend on where a row happens to stand.
    rows = brought(tables, *_STRATUM).sort("deck", *_STRATUM, nulls_last=True).collect(engine="streaming").lazy()
    won, played = pl.col("won"), pl.col("played")
    whole = rows.group_by(_STRATUM).agg(all_won=won.sum(), all_played=played.sum())
    overall = rows.select(all_won=won.sum(), all_played=played.sum())
    cells = rows.join(whole, on=_STRATUM, nulls_equal=True, maintain_order="left")
    others_won, others = pl.col("all_won") - won, pl.col("all_played") - played
    within = mantel_haenszel(won, played, others_won, others)
    pooled = pl.when(others > 0).then(won / played - others_won / others)
    low, high = pl.col("difference_low"), pl.col("difference_high")
    return (
        cells.group_by("deck", maintain_order=True)
        .agg(**within, won=won.sum(), played=played.sum(), strata=(others > 0).sum())
        .join(overall, how="cross")
        .with_columns(pooled=pooled)
        .select(
            "deck",
            games="played",
            win_rate=won / played,
            pooled="pooled",
            stratified="difference",
            low=low.clip(-1, 1),
            high=high.clip(-1, 1),
            strata="strata",
            flips=(pl.col("pooled").sign() * pl.col("difference").sign() < 0).fill_null(value=False),
            enough=played >= MINIMUM,
        )
        .sort("low", "games", "deck", descending=[True, True, False], nulls_last=True)
        .collect()
    )


STATISTICS = (
    Statistic(
        name="strata",
        title="Decks within modes, real and simulated games",
        subject="deck",
        compute=strata,
        key=("deck",),
        behind=_of_decks,
    ),
)
