"""Deck balancing scores against what plays turn out to be worth, list by list."""

from typing import TypeAlias

import numpy as np
import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.comparisons import false_discoveries
from projector.statistics.intervals import Z, newcombe, wilson
from projector.statistics.rates import MINIMUM
from projector.statistics.statistic import Statistic

Array: TypeAlias = np.ndarray
# The table of scores that a page or command lays beside the others: what each play scores from a day on.
SCORES = "dbs"
_COLUMNS = {"valid_from": pl.Date, "card": pl.String, "dbs": pl.Int64, "home_team_discount": pl.Boolean}
# What the interval of `over` says of a price, where it leaves zero out.
_PRICED = (
    pl.when(pl.col("enough") & (pl.col("over_low") > 0))
    .then(pl.lit("too low"))
    .when(pl.col("enough") & (pl.col("over_high") < 0))
    .then(pl.lit("too high"))
)
_FIT = {"slope": pl.Float64, "slope_low": pl.Float64, "slope_high": pl.Float64, "at_zero": pl.Float64}


def _scores(tables: Tables) -> pl.LazyFrame:
    none = pl.LazyFrame(schema=_COLUMNS)
    return pl.concat([none, tables[SCORES]], how="diagonal").select(*_COLUMNS) if SCORES in tables else none


def _periods(tables: Tables) -> pl.LazyFrame:
    """The list that was valid when each game was played; games before the first, or without a date, have none."""
    lists = _scores(tables).select("valid_from").unique().sort("valid_from")
    return (
        tables["games"]
        .filter(pl.col(COUNTED) & pl.col("played").is_not_null())
        .select(GAME, day=pl.col("played").dt.date())
        .sort("day")
        .join_asof(lists, left_on="day", right_on="valid_from")
        .filter(pl.col("valid_from").is_not_null())
        .select(GAME, "valid_from")
    )


def _told_seats(tables: Tables) -> pl.LazyFrame:
    """Seats of known decks whose log tells every play they drew, with the list that was valid."""
    return (
        tables["seats"]
        .filter(pl.col(COUNTED) & pl.col("plays_told") & pl.col("deck").is_not_null())
        .select(GAME, "seat", "deck", "result")
        .join(_periods(tables), on=GAME)
    )


def _impact(tables: Tables) -> pl.LazyFrame:
    """Improvement when seen of each play by the list of the day, with Newcombe's 95 % interval.

    Which of two seats sees a play is drawn for each alone: what their opposite results take from one side of the
    difference they give to the other, so that seats count as independent.
    """
    by = ["valid_from", "card"]
    seats = _told_seats(tables)
    plays = tables["deck_cards"].filter(pl.col("kind") == "play").select("deck", "card")
    # Decks first: the same few are played again and again.
    told = (
        seats.group_by("deck", "valid_from")
        .agg(told=pl.len().cast(pl.Float64), told_won=pl.col("result").sum())
        .join(plays, on="deck")
        .group_by(by)
        .agg(pl.col("told", "told_won").sum())
    )
    seen = (
        tables["appearances"]
        .filter(pl.col("kind") == "play")
        .select(GAME, "seat", "card")
        .join(seats, on=[GAME, "seat"])
        .join(plays, on=["deck", "card"], how="semi")
        .group_by(by)
        .agg(seen_told=pl.len().cast(pl.Float64), won=pl.col("result").sum())
    )
    seen_told, not_seen = pl.col("seen_told"), pl.col("told") - pl.col("seen_told")
    rated = (
        told.join(seen, on=by, how="left")
        .with_columns(pl.col("seen_told", "won").fill_null(0.0))
        .select(
            *by,
            "seen_told",
            seen_told_rate=pl.when(seen_told > 0).then(pl.col("won") / seen_told),
            not_seen=not_seen,
            not_seen_rate=pl.when(not_seen > 0).then((pl.col("told_won") - pl.col("won")) / not_seen),
        )
    )
    mine, other = pl.col("seen_told_rate"), pl.col("not_seen_rate")
    low, high = newcombe(mine, wilson(mine, pl.col("seen_told")), other, wilson(other, pl.col("not_seen")))
    return rated.with_columns(
        pl.col("seen_told", "not_seen").cast(pl.UInt32),
        improvement=mine - other,
        improvement_low=low,
        improvement_high=high,
        enough=pl.min_horizontal("seen_told", "not_seen") >= MINIMUM,
    )


def _impacts(tables: Tables) -> pl.DataFrame:
    """Improvement when seen of each play by the list of the day, with its score in that list and in the one before."""
    scores = _scores(tables)
    number = scores.select("valid_from").unique().sort("valid_from").with_row_index("list")
    listed = scores.join(number, on="valid_from")
    before = listed.select("card", list=pl.col("list") + 1, dbs_before="dbs")
    return (
        _impact(tables)
        .join(listed, on=["valid_from", "card"])
        .join(before, on=["list", "card"], how="left")
        .sort("valid_from", "card")
        .collect(engine="streaming")
    )


def _line(period: pl.DataFrame) -> tuple[float | None, ...]:
    """The line of improvement over score, each play weighing by its certainty: slope, its interval, where it starts.

    Plays differ from the line by more than chance, so the interval is as much wider. None of fewer than three scores.
    """
    known = period.filter(pl.col("improvement").is_not_null() & pl.col("enough"))
    if known["dbs"].n_unique() < 3:
        return None, None, None, None
    score, worth = known["dbs"].to_numpy().astype(float), known["improvement"].to_numpy()
    weight = 1 / _error(known) ** 2
    middle = np.average(score, weights=weight)
    across = float((weight * (score - middle) ** 2).sum())
    slope = float((weight * (score - middle) * worth).sum()) / across
    start = float(np.average(worth, weights=weight)) - slope * float(middle)
    squares = float((weight * (worth - start - slope * score) ** 2).sum())
    half = Z * (max(1.0, squares / max(len(score) - 2, 1)) / across) ** 0.5
    return slope, slope - half, slope + half, start


def _error(table: pl.DataFrame) -> Array:
    found: Array = ((table["improvement_high"] - table["improvement_low"]) / (2 * Z)).to_numpy().clip(1e-6)
    return found


def scored_plays(tables: Tables) -> pl.DataFrame:
    """What each play is worth against its deck balancing score (DBS), for each list, over games played while it held.

    `improvement`: as for cards. `expected` is what plays of that score are worth, by a line through all plays of the
    list that are enough, each weighing by its certainty; `over` is the improvement less that: above zero the play is
    priced too low, below it too high, and `priced` says so where the interval of `over` leaves zero out. `dbs_before`
    is the score in the list before, `improvement_before` what the play was worth then, and `change` the difference.
    95 % intervals; `q` (Benjamini-Hochberg) of `over` among all plays shown that are enough. Games without a date or
    before the first list are left out. Best lower end of `over` first.
    """
    found = _impacts(tables)
    lines = _lines(found)
    before = found.select(
        "card",
        list=pl.col("list") + 1,
        improvement_before="improvement",
        low_before="improvement_low",
        high_before="improvement_high",
    )
    now, then = pl.col("improvement"), pl.col("improvement_before")
    low, high = pl.col("improvement_low"), pl.col("improvement_high")
    table = (
        found.join(lines, on="valid_from", how="left")
        .join(before, on=["list", "card"], how="left")
        .with_columns(expected=pl.col("at_zero") + pl.col("slope") * pl.col("dbs"))
        .with_columns(
            over=now - pl.col("expected"),
            over_low=low - pl.col("expected"),
            over_high=high - pl.col("expected"),
            change=now - then,
            change_low=now - then - ((now - low) ** 2 + (pl.col("high_before") - then) ** 2).sqrt(),
            change_high=now - then + ((high - now) ** 2 + (then - pl.col("low_before")) ** 2).sqrt(),
            games=pl.col("seen_told") + pl.col("not_seen"),
        )
        .with_columns(priced=_PRICED)
    )
    return table.select(
        "card",
        "valid_from",
        "dbs",
        "home_team_discount",
        "games",
        "improvement",
        "improvement_low",
        "improvement_high",
        "expected",
        "over",
        "over_low",
        "over_high",
        "priced",
        _q(table),
        "enough",
        "seen_told",
        "seen_told_rate",
        "not_seen",
        "not_seen_rate",
        "dbs_before",
        "improvement_before",
        "change",
        "change_low",
        "change_high",
    ).sort("over_low", "games", "card", "valid_from", descending=[True, True, False, False], nulls_last=True)


def _q(table: pl.DataFrame) -> pl.Series:
    from scipy.special import ndtr

    over = table["over"].to_numpy()
    p = pl.Series("p", 2 * ndtr(-np.abs(over / _error(table))), dtype=pl.Float64).fill_nan(None)
    is_shown = table["enough"] & table["over"].is_not_null()
    return false_discoveries(p.zip_with(is_shown, pl.Series([None], dtype=pl.Float64)))


def _lines(found: pl.DataFrame) -> pl.DataFrame:
    lines = [(*key, *_line(period)) for key, period in found.group_by("valid_from", maintain_order=True)]
    return pl.DataFrame(lines, schema={"valid_from": pl.Date, **_FIT}, orient="row")


def score_lists(tables: Tables) -> pl.DataFrame:
    """What a point of deck balancing score is worth, list by list: the slope of improvement over score.

    Each play that is enough weighs by its certainty; `slope` is in win rate for each point, with its 95 % interval,
    which counts that plays differ from the line. Null where fewer than three scores are told apart. A home team
    discount costs five points: it is worth them where its `over` among the scored plays does not lie below zero.
    """
    found = _impacts(tables)
    sizes = found.group_by("valid_from").agg(plays=pl.len().cast(pl.UInt32), n=pl.col("enough").sum().cast(pl.UInt32))
    return (
        sizes.join(_lines(found), on="valid_from", how="left")
        .with_columns(enough=pl.col("n") >= MINIMUM)
        .select("valid_from", "plays", "n", "slope", "slope_low", "slope_high", "at_zero", "enough")
        .sort("valid_from")
    )


def _scored_seats(tables: Tables) -> pl.LazyFrame:
    """Seats whose log tells whether they saw a play of their deck, which the list of the day scores."""
    plays = tables["deck_cards"].filter(pl.col("kind") == "play").select("deck", "card")
    return (
        _told_seats(tables)
        .join(plays, on="deck")
        .join(_scores(tables), on=["valid_from", "card"], how="semi")
        .select(GAME, "seat", "card", "valid_from")
    )


STATISTICS = (
    Statistic(
        name="scored_plays",
        title="Plays against their deck balancing score",
        subject="card",
        compute=scored_plays,
        key=("card", "valid_from"),
        behind=_scored_seats,
    ),
    Statistic(
        name="score_lists",
        title="What a point of deck balancing score is worth",
        subject="list",
        compute=score_lists,
        key=("valid_from",),
    ),
)
