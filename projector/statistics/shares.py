"""What is played: the share of each deck week by week, and how well each deck fares against what is played now."""

import datetime as dt
from typing import TypeAlias

import msgspec
import numpy as np
import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.comparisons import false_discoveries
from projector.statistics.intervals import Z, wilson
from projector.statistics.matchups import Expected, expected_of, met, pairs
from projector.statistics.rates import MINIMUM, counted, win_rate
from projector.statistics.statistic import Statistic

Array: TypeAlias = np.ndarray
# Today's field is what was played in so many days up to the latest game.
FIELD_DAYS = 28


def week_of(moment: pl.Expr) -> pl.Expr:
    """The ISO week in UTC as year*100 + week, such as 202653 for 2027-01-01."""
    return (moment.dt.iso_year() * 100 + moment.dt.week()).cast(pl.Int32)


def monday_of(week: pl.Expr) -> pl.Expr:
    """The first day of an ISO week; the fourth of January is always in the first of its year."""
    return pl.date(week // 100, 1, 4).dt.truncate("1w") + pl.duration(weeks=week % 100 - 1)


def _appearances(tables: Tables) -> pl.LazyFrame:
    """The seats of games that count, with the day and the week of their game."""
    played = counted(tables).select(GAME, "played", week=week_of(pl.col("played")))
    return tables["seats"].join(played, on=GAME).filter(pl.col("result").is_not_null())


def _of_known_decks(tables: Tables) -> pl.LazyFrame:
    return _appearances(tables).filter(pl.col("deck").is_not_null())


def shares(tables: Tables) -> pl.DataFrame:
    """Share of each deck in each week: its appearances by those of all decks known card by card.

    A seat of a game that counts is an appearance; Wilson's 95 % interval. Weeks are ISO weeks in UTC (202653 holds
    2027-01-01), `monday` is their first day; the latest may still be running. `known` is what the share is of,
    `unknown` the week's appearances of decks that are not known. Games without a date have no week: their appearances
    are counted, at the end, without a share.
    """
    known, dated = pl.col("deck").is_not_null(), pl.col("week").is_not_null()
    low, high = wilson(pl.col("share"), pl.col("known"))
    return (
        _by_week(tables)
        .with_columns(
            monday=monday_of(pl.col("week")),
            known=pl.col("appearances").filter(known).sum().over("week"),
            unknown=pl.col("appearances").filter(~known).sum().over("week"),
        )
        .filter(known)
        .with_columns(share=pl.when(dated).then(pl.col("appearances") / pl.col("known")))
        .with_columns(low=pl.when(dated).then(low), high=pl.when(dated).then(high), enough=pl.col("known") >= MINIMUM)
        .select("deck", "week", "monday", "appearances", "known", "unknown", "share", "low", "high", "enough")
        .sort("week", "low", "appearances", "deck", descending=[False, True, True, False], nulls_last=True)
    )


def _by_week(tables: Tables) -> pl.DataFrame:
    """Appearances of each deck in each week, from their counts where filters leave these."""
    if "share_counts" in tables:
        found = tables["share_counts"].group_by("deck", "week").agg(pl.col("appearances").sum())
    else:
        found = _appearances(tables).group_by("deck", "week").agg(appearances=pl.len())
    return found.sort("deck", "week").collect(engine="streaming")


def weekly(shares: pl.DataFrame, most: int, today: dt.date) -> pl.DataFrame:
    """The shares by week of the decks that are played most, and of all others together, as `deck` null.

    `share` is of the week's known appearances. `partial`: the week holds today, so it is not whole yet. Appearances
    without a week are left out.
    """
    weeks = shares.filter(pl.col("week").is_not_null())
    by_deck = weeks.group_by("deck").agg(pl.col("appearances").sum())
    best = by_deck.sort("appearances", "deck", descending=[True, False]).head(most)["deck"]
    running = today - dt.timedelta(days=today.weekday())
    return (
        weeks.with_columns(deck=pl.when(pl.col("deck").is_in(best.implode())).then("deck"))
        .group_by("week", "monday", "deck")
        .agg(pl.col("appearances").sum())
        .with_columns(
            share=pl.col("appearances") / pl.col("appearances").sum().over("week"), partial=pl.col("monday") >= running
        )
        .sort("week", "deck", nulls_last=True)
    )


class _Field(msgspec.Struct, frozen=True):
    """What is played now, by the places of decks: the share of each among `appearances`."""

    share: Array
    appearances: int


def _field_of(tables: Tables, places: dict[str, int]) -> _Field:
    """Appearances of the last 28 days, of all games if none has a date."""
    rows, whole = _of_late(tables)
    latest = rows["played"].max()
    if isinstance(latest, dt.datetime):
        rows = rows.filter(pl.col("played") > latest - dt.timedelta(days=FIELD_DAYS))
    played = pl.concat([rows.group_by("deck").agg(appearances=pl.len()), whole])
    played = played.filter(pl.col("deck").is_in(list(places)))
    decks = played["deck"].replace_strict(places, return_dtype=pl.Int64).to_numpy()
    found = np.bincount(decks, played["appearances"].to_numpy(), minlength=len(places))
    return _Field(found / max(found.sum(), 1), int(found.sum()))


def _of_late(tables: Tables) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The known decks that were brought and when, and the appearances of decks in weeks that lie in the field whole.

    Where counts tell when the last week was, the first are of that week and the one in which the field begins alone.
    """
    if "share_counts" not in tables:
        every = _of_known_decks(tables).select("deck", "played").collect(engine="streaming")
        return every, pl.DataFrame(schema={"deck": pl.String, "appearances": pl.UInt32})
    monday, day = monday_of(pl.col("week")), pl.col("played").dt.date()
    known = tables["share_counts"].drop_nulls("deck").with_columns(monday=monday).collect(engine="streaming")
    last = known["monday"].max()
    # Where counts are left, no filter leaves one seat of a game without the other.
    games = counted(tables).filter(pl.col("winner").is_not_null())
    if isinstance(last, dt.date):
        first = last - dt.timedelta(days=FIELD_DAYS)
        games = games.filter((day >= last) | day.is_between(first, first + dt.timedelta(days=6)))
        known = known.filter(pl.col("monday").is_between(first, last, closed="none"))
    else:
        known = known.clear()
    rows = pl.concat([games.select("played", deck=deck) for deck in ("deck_1", "deck_2")])
    return rows.drop_nulls("deck").collect(engine="streaming"), known.select("deck", "appearances")


def field(tables: Tables) -> pl.DataFrame:
    """What beats today's field: the win rate to expect of each deck against decks drawn by their current shares.

    The sum over opponents of share times shrunk rate (see matchups), a mirror as one half; the field is what was
    played in the 28 days up to the latest game. Its 95 % interval counts what is not known of the rates and of the
    shares. Beside it `win_rate` over all `games` against other decks: against whatever opponents it happened to meet.
    """
    games = met(tables)
    results = games.cells.group_by("deck").agg(pl.col("games", "wins", "draws", "losses").sum())
    table = results.with_columns(win_rate=win_rate()).sort("deck")
    expected = expected_of(games)
    kinds = {"share": pl.Float64, "against_field": pl.Float64, "low": pl.Float64, "high": pl.Float64}
    found = pl.DataFrame(schema={"deck": pl.String, **kinds, "p": pl.Float64})
    if expected is not None:
        found = _against(games.cells, expected, _field_of(tables, expected.places))
    joined = table.join(found, on="deck", how="left")
    return (
        joined.with_columns(q=false_discoveries(joined["p"]), enough=pl.col("games") >= MINIMUM)
        .select("deck", *kinds, "q", "games", "wins", "draws", "losses", "win_rate", "enough")
        .sort("low", "games", "deck", descending=[True, True, False], nulls_last=True)
    )


def _against(cells: pl.DataFrame, expected: Expected, now: _Field) -> pl.DataFrame:
    """The expected win rate of each deck that was fitted, with its variance by the delta method."""
    from scipy.special import ndtr

    decks = list(expected.places)
    sides = len(decks)
    cells = cells.filter(pl.all_horizontal(pl.col("deck", "opponent").is_in(decks)))
    i, j = (
        cells[name].replace_strict(expected.places, return_dtype=pl.Int64).to_numpy() for name in ("deck", "opponent")
    )
    won, played = np.zeros((sides, sides)), np.zeros((sides, sides))
    won[i, j], played[i, j] = (cells["wins"] + cells["draws"] / 2).to_numpy(), cells["games"].to_numpy()
    k, believed = expected.best.weight, expected.best.rate
    rate = (won + k * believed) / (played + k)
    np.fill_diagonal(rate, 0.5)
    own = rate * (1 - rate) / (played + k + 1)
    np.fill_diagonal(own, 0.0)
    # What strengths are off by is off in every cell of a row.
    pull = now.share * k / (played + k) * believed * (1 - believed)
    np.fill_diagonal(pull, 0.0)
    slope = -pull
    slope[np.arange(sides), np.arange(sides)] = pull.sum(axis=1)
    covariance = expected.best.strengths.covariance[:-1, :-1]
    mean = rate @ now.share
    of_shares = ((rate - mean[:, None]) ** 2 @ now.share) / max(now.appearances, 1)
    variance = own @ now.share**2 + ((slope @ covariance) * slope).sum(axis=1) + of_shares
    half = Z * np.sqrt(variance)
    with np.errstate(divide="ignore", invalid="ignore"):
        # A deck that meets itself alone stands at one half for certain: nothing is tested.
        p = np.where(variance > 0, 2 * ndtr(-np.abs(mean - 0.5) / np.sqrt(variance)), np.nan)
    return pl.DataFrame(
        {
            "deck": decks,
            "share": now.share,
            "against_field": mean,
            "low": np.clip(mean - half, 0, 1),
            "high": np.clip(mean + half, 0, 1),
            "p": p,
        }
    ).with_columns(pl.col("p").fill_nan(None))


STATISTICS = (
    Statistic(
        name="shares",
        title="Decks by week",
        subject="deck",
        compute=shares,
        key=("deck", "week"),
        behind=_of_known_decks,
        count="appearances",
    ),
    Statistic(name="field", title="What beats the field", subject="deck", compute=field, key=("deck",), behind=pairs),
)
