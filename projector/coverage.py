"""What a number rests on: how many games, who told them, and which were left out."""

import msgspec
import polars as pl

from projector.facts import COUNTED, GAMES_TABLE, Tables


class Coverage(msgspec.Struct, frozen=True):
    """Games behind statistics. `games` = `counted` + the four that are left out, each game for its first reason.

    `sources`: client and its games, most first; None tells no client. `complete`, `partial` and `quarantined` are all
    games by status.
    """

    games: int
    counted: int
    sources: tuple[tuple[str | None, int], ...]
    complete: int
    partial: int
    quarantined: int
    unfinished: int
    without_result: int
    contradicting: int
    retracted: int

    def told(self) -> str:
        """One sentence, such as "Rests on 8 of 10 games; left out: 2 unfinished."."""
        out = [f"{getattr(self, name)} {name.replace('_', ' ')}" for name in _LEFT_OUT if getattr(self, name)]
        told = f"Rests on {self.counted} of {self.games} games"
        return f"{told}; left out: {', '.join(out)}." if out else f"{told}."


_LEFT_OUT = ("unfinished", "without_result", "contradicting", "retracted")


def counts(games: pl.LazyFrame) -> pl.Expr:
    """Whether a game counts in win rates: as its row says, else finished with a result and not contradicting itself."""
    if COUNTED in games.collect_schema().names():
        return pl.col(COUNTED)
    return pl.col("finished") & pl.col("winner").is_not_null() & (pl.col("status") != "quarantined")


def rests_on(tables: Tables) -> Coverage:
    """What statistics of these tables rest on."""
    games = tables[GAMES_TABLE]
    counted = counts(games)
    reason = (
        pl.when(counted)
        .then(pl.lit("counted"))
        .when(~pl.col("finished"))
        .then(pl.lit("unfinished"))
        .when(pl.col("winner").is_null())
        .then(pl.lit("without_result"))
        .when(pl.col("status") == "quarantined")
        .then(pl.lit("contradicting"))
        .otherwise(pl.lit("retracted"))
    )
    table = games.select("client", "status", reason=reason).collect()
    sources = table.group_by("client").len().sort("len", "client", descending=[True, False], nulls_last=True)
    status = dict(table.group_by("status").len().iter_rows())
    reasons = dict(table.group_by("reason").len().iter_rows())
    return Coverage(
        games=table.height,
        counted=reasons.get("counted", 0),
        sources=tuple(sources.iter_rows()),
        complete=status.get("complete", 0),
        partial=status.get("partial", 0),
        quarantined=status.get("quarantined", 0),
        unfinished=reasons.get("unfinished", 0),
        without_result=reasons.get("without_result", 0),
        contradicting=reasons.get("contradicting", 0),
        retracted=reasons.get("retracted", 0),
    )
