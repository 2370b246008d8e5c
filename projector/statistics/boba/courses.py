"""How games go: who wins from which score, and how games end."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import Cells, games_of, other_side, rated_sums
from projector.statistics.intervals import wilson
from projector.statistics.rates import MINIMUM
from projector.statistics.statistic import Statistic


def score_rows(tables: Tables) -> pl.LazyFrame:
    """Every score after a battle as the seat sees it, with its result of the game.

    A level score tells nothing where both seats are looked at, as one of them wins: it is left out there.
    """
    return _scores(tables).join(modes(tables), on=GAME)


def _scores(tables: Tables) -> pl.LazyFrame:
    after = pl.col("own_score") + (pl.col("won") == 1.0)
    other = pl.col("other_score") + (pl.col("won") == 0.0)
    results = tables["seats"].select(GAME, "seat", "result")
    return (
        battle_sides(tables, "score")
        .filter(pl.col("own_score").is_not_null() & pl.col("other_score").is_not_null())
        .with_columns(own=after.cast(pl.UInt8), other=other.cast(pl.UInt8))
        .join(results, on=[GAME, "seat"])
        .filter(pl.col("result").is_not_null())
        .filter((pl.col("own") != pl.col("other")) | ~pl.col("opposed"))
        .select(GAME, "seat", "battle", "own", "other", m=1.0, y="result")
    )


_SCORE_CELLS = Cells("comebacks", ("battle", "own", "other"), _scores)


def comebacks(tables: Tables) -> pl.DataFrame:
    """P(win game | score after a battle), by mode: `own` trophies of the seat against `other`, a drawn game half.

    Each game stands in the row of either seat, so the rates of 3 to 1 and 1 to 3 add up to one; level scores are left
    out, as they are always even. Wilson's 95 % interval over games. With two even seats 1-0 wins 65.6 %.
    """
    by = ["mode", "battle", "own", "other"]
    return rated_sums(_SCORE_CELLS.sums(tables), by).sort(by, nulls_last=True).collect(engine="streaming")


def ending_rows(tables: Tables) -> pl.LazyFrame:
    """Games that count, with the reason of their end."""
    games = tables["games"].filter(pl.col(COUNTED))
    return games.select(GAME, "mode", "reason", "winner", battles="battles")


def endings(tables: Tables) -> pl.DataFrame:
    """How games end, by mode: by trophies, as a tie, by sudden death, by concession and so on.

    `rate` is the share of the reason among the games of the mode, with Wilson's 95 % interval; `drawn` are the games
    among them without a winner, `battles` how many were fought on average. Unfinished games are left out.
    """
    found = (
        ending_rows(tables)
        .group_by("mode", "reason")
        .agg(games=pl.len(), drawn=(pl.col("winner") == 0).sum(), battles=pl.col("battles").mean())
        .with_columns(n=pl.col("games").sum().over("mode"))
        .with_columns(rate=pl.col("games") / pl.col("n"))
    )
    low, high = wilson(pl.col("rate"), pl.col("n"))
    return (
        found.with_columns(low=low, high=high, enough=pl.col("n") >= MINIMUM)
        .select("mode", "reason", "games", "n", "rate", "low", "high", "enough", "drawn", "battles")
        .sort("mode", "games", "reason", descending=[False, True, False], nulls_last=True)
        .collect(engine="streaming")
    )


def drawn_rows(tables: Tables) -> pl.LazyFrame:
    """Battles that were decided one way or the other."""
    return _decided(tables).join(modes(tables), on=GAME)


def _decided(tables: Tables) -> pl.LazyFrame:
    """The same without modes: whether nobody won, and beside it whether a Super weapon did."""
    return (
        tables["battles"]
        .filter(pl.col(COUNTED) & pl.col("winner").is_not_null())
        .select(
            GAME,
            "battle",
            m=1.0,
            y=(pl.col("winner") == 0).cast(pl.Float64),
            other_m=1.0,
            other_y=(pl.col("reason") == "super_weapon").fill_null(value=False).cast(pl.Float64),
        )
    )


_DRAWN_CELLS = Cells("ties", ("battle",), _decided)


def ties(tables: Tables) -> pl.DataFrame:
    """How often a battle has no winner, by mode and battle, and how often a Super weapon decides one.

    `rate` is the share of drawn battles, `super_rate` that of battles a Super weapon decided, with Wilson's 95 %
    intervals over the games that fought the battle.
    """
    by = ["mode", "battle"]
    sums = _DRAWN_CELLS.sums(tables).collect(engine="streaming").lazy()
    broken = rated_sums(other_side(sums), by).select(*by, super_rate="rate", super_low="low", super_high="high")
    drawn = rated_sums(sums, by)
    return drawn.join(broken, on=by, how="left", nulls_equal=True).sort(by, nulls_last=True).collect(engine="streaming")


CELLS = (_SCORE_CELLS, _DRAWN_CELLS)
STATISTICS = (
    Statistic(
        name="comebacks",
        title="Games won from each score",
        subject="score",
        compute=comebacks,
        key=("mode", "battle", "own", "other"),
        behind=lambda tables: games_of(score_rows(tables), ["mode", "battle", "own", "other"]),
    ),
    Statistic(
        name="endings",
        title="How games end",
        subject="reason",
        compute=endings,
        key=("mode", "reason"),
        behind=lambda tables: games_of(ending_rows(tables), ["mode", "reason"]),
    ),
    Statistic(
        name="ties",
        title="Drawn battles and Super weapons",
        subject="battle",
        compute=ties,
        key=("mode", "battle"),
        behind=lambda tables: games_of(drawn_rows(tables), ["mode", "battle"]),
    ),
)
