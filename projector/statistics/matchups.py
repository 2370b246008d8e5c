"""Decks against each other: counts, raw rates, and rates drawn towards what the strengths of decks let expect."""

from typing import TypeAlias

import msgspec
import numpy as np
import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.bradley_terry import Strengths, bradley_terry
from projector.statistics.comparisons import false_discoveries, score_p
from projector.statistics.intervals import wilson
from projector.statistics.rates import MINIMUM, results, seats, win_rate
from projector.statistics.statistic import Statistic

Array: TypeAlias = np.ndarray
# Of more decks than this the most played alone are fitted: a matrix of more is neither read nor computed at once.
MOST_DECKS = 200
# By how much matchups can differ from what strengths let expect, as standard deviations in log-odds of a game.
SPREADS = np.linspace(0.02, 1.0, 25)
# Strengths are held near each other as if they were drawn with a standard deviation of 1 in log-odds of a game, so
# that a deck that won all its few games is not believed to win always.
HELD = 1.0
# How many games an expectation is worth with each: the variance of a beta distribution about one half is the same.
WEIGHTS = 4 / SPREADS**2 - 1
_PAIR = ("deck", "opponent")


class Fit(msgspec.Struct, frozen=True):
    """What strengths let expect of decks by their places if that is worth `weight` games: `rate[i, j]` of i against j.

    `likelihood` is the logarithm of how likely the games are then, whatever the strengths.
    """

    weight: float
    strengths: Strengths
    rate: Array
    likelihood: float

    def doubt(self, i: Array, j: Array) -> Array:
        """The variance of the rates of i against j."""
        covariance = self.strengths.covariance
        of_difference = covariance[i, i] + covariance[j, j] - 2 * covariance[i, j]
        result: Array = (self.rate[i, j] * (1 - self.rate[i, j])) ** 2 * of_difference
        return result


class Expected(msgspec.Struct, frozen=True):
    """What is expected of decks, by their places: the likeliest fit, and all with how `likely` they are."""

    places: dict[str, int]
    best: Fit
    fits: tuple[Fit, ...]
    likely: Array

    def shrunk(self, i: Array, j: Array, won: Array, played: Array) -> tuple[Array, Array]:
        """The rate of i against j after these games, and its variance: of the cell, of what is expected, and of k."""
        rate = (won + self.best.weight * self.best.rate[i, j]) / (played + self.best.weight)
        variance = np.zeros_like(rate)
        for fit, likely in zip(self.fits, self.likely, strict=True):
            k = fit.weight
            mean = (won + k * fit.rate[i, j]) / (played + k)
            own = mean * (1 - mean) / (played + k + 1) + (k / (played + k)) ** 2 * fit.doubt(i, j)
            variance += likely * (own + (mean - rate) ** 2)
        return rate, variance


def pairs(tables: Tables) -> pl.LazyFrame:
    """The seats of games that count between two different decks, both known: deck, opponent, result, going (first)."""
    found = seats(tables).filter(pl.col("deck") != pl.col("opponent_deck"))
    return found.select(GAME, "seat", "deck", "result", opponent="opponent_deck", going=_going())


def _going() -> pl.Expr:
    return pl.when(pl.col("first_honors")).then(1).when(~pl.col("first_honors")).then(-1).otherwise(0)


class Met(msgspec.Struct, frozen=True):
    """Games of decks against others: `cells` by deck and opponent, from either side, with their results.

    `once` has each game once, from the deck that comes first by name, so that a cell is one whichever seat tells it:
    one, other, going (first), played and won, a draw half.
    """

    cells: pl.DataFrame
    once: pl.DataFrame


def met(tables: Tables) -> Met:
    """The games of `pairs`, from their counts where filters leave these."""
    return _of_counts(tables["matchup_counts"]) if "matchup_counts" in tables else _of_seats(tables)


def _of_counts(counts: pl.LazyFrame) -> Met:
    sums = pl.col("games", "wins", "draws", "losses").sum()
    found = counts.filter(pl.col("deck") != pl.col("opponent")).group_by(*_PAIR, going=_going()).agg(sums)
    rows = found.collect(engine="streaming").sort(*_PAIR, "going")
    first = rows.filter(pl.col("deck") < pl.col("opponent"))
    won = pl.col("wins") + pl.col("draws") / 2
    return Met(
        cells=rows.group_by(_PAIR).agg(sums).sort(_PAIR),
        once=first.select("going", one="deck", other="opponent", played="games", won=won),
    )


def _of_seats(tables: Tables) -> Met:
    rows = pairs(tables).collect(engine="streaming")
    turned = pl.col("deck") > pl.col("opponent")
    once = (
        rows.sort(GAME, "seat")
        .unique(GAME, keep="first", maintain_order=True)
        .group_by(
            one=pl.when(turned).then("opponent").otherwise("deck"),
            other=pl.when(turned).then("deck").otherwise("opponent"),
            going=pl.when(turned).then(-pl.col("going")).otherwise("going"),
        )
        .agg(played=pl.len(), won=pl.when(turned).then(1 - pl.col("result")).otherwise("result").sum())
    )
    return Met(rows.group_by(_PAIR).agg(**results()).sort(_PAIR), once.sort("one", "other", "going"))


def expected_of(games: Met) -> Expected | None:
    """Fit strengths and k to games, each once; None without any."""
    if games.once.is_empty():
        return None
    played = pl.concat([games.cells.select("games", deck=side) for side in _PAIR])
    by_deck = played.group_by("deck").agg(pl.col("games").sum())
    chosen = by_deck.sort("games", "deck", descending=[True, False]).head(MOST_DECKS)["deck"]
    places = {deck: place for place, deck in enumerate(chosen.sort().to_list())}
    known = pl.all_horizontal(pl.col("one", "other").is_in(list(places)))
    cells = games.once.filter(known).with_columns(
        i=pl.col("one").replace_strict(places, return_dtype=pl.Int64),
        j=pl.col("other").replace_strict(places, return_dtype=pl.Int64),
        whole=pl.col("played").sum().over("one", "other").cast(pl.Float64),
    )
    fits: list[Fit] = []
    for weight in WEIGHTS:
        fits.append(_fit(cells, float(weight), len(places), near=fits[-1].strengths if fits else None))
    logs = np.array([fit.likelihood for fit in fits])
    likely = np.exp(logs - logs.max())
    return Expected(places, fits[int(logs.argmax())], tuple(fits), likely / likely.sum())


def _fit(cells: pl.DataFrame, weight: float, sides: int, *, near: Strengths | None) -> Fit:
    """Fit strengths to cells of which each may differ from them by its own, so that one with many games counts less.

    The likelihood is beta-binomial, integrated over the strengths (Laplace): without that, strengths that follow the
    cells would make them look alike.
    """
    from scipy.special import betaln

    i, j, going, won, played, whole = (cells[name].to_numpy() for name in ("i", "j", "going", "won", "played", "whole"))
    counts = (weight + 1) / (weight + whole)
    strengths = bradley_terry(i, j, going, won * counts, played * counts, sides=sides, ridge=HELD, near=near)
    everyone = np.arange(sides)
    first, second = (strengths.chance(everyone[:, None], everyone, side) for side in (1.0, -1.0))
    rate = (first + second) / 2
    pair = i * sides + j
    pairs_won, pairs_played = (np.bincount(pair, counted, sides * sides) for counted in (won, played))
    met = pairs_played > 0
    w, n, m = pairs_won[met], pairs_played[met], rate.ravel()[met]
    likelihood = (betaln(w + weight * m, n - w + weight * (1 - m)) - betaln(weight * m, weight * (1 - m))).sum()
    doubt = np.linalg.slogdet(strengths.covariance[:-1, :-1] + 1 / sides)[1] / 2
    held = HELD * (strengths.strength @ strengths.strength) / 2
    return Fit(weight, strengths, rate, float(likelihood + doubt - held))


def _placed(decks: pl.Series, places: dict[str, int]) -> Array:
    found: Array = decks.replace_strict(places, return_dtype=pl.Int64).to_numpy()
    return found


def interval(rate: Array, variance: Array) -> tuple[Array, Array]:
    """The middle 95 % of the beta distribution with this mean and variance."""
    from scipy.special import betaincinv

    size = np.maximum(rate * (1 - rate) / variance - 1, 1e-3)
    low, high = (betaincinv(rate * size, (1 - rate) * size, end) for end in (0.025, 0.975))
    return np.minimum(low, rate), np.maximum(high, rate)


_SHRUNK = {"expected": pl.Float64, "shrunk": pl.Float64, "shrunk_low": pl.Float64, "shrunk_high": pl.Float64}


def matchups(tables: Tables) -> pl.DataFrame:
    """Win rate of each deck against each other: counts, the raw rate with Wilson's 95 % interval, and a shrunk rate.

    Only decks that are known card by card; mirrors are left out, and each game stands in two rows, one from either
    side, so that two rates of a pair add to one. `expected` (m) is what the strengths of both decks let expect: a
    Bradley-Terry fit with a term for first honors, held near even by a weak prior. `shrunk` is (w + k*m) / (n + k),
    where k, by the beta-binomial marginal likelihood, is how many games the expectation is worth; its interval also
    counts what is not known of m and k. `q` as for players, over all cells; `enough` applies to the cell. Of more than
    200 decks the most played are fitted.
    """
    games = met(tables)
    table = games.cells.with_columns(win_rate=win_rate())
    low, high = wilson(pl.col("win_rate"), pl.col("games"))
    return (
        table.with_columns(low=low, high=high)
        .with_columns(_shrunk(table, expected_of(games)))
        .with_columns(
            q=false_discoveries(score_p(table["win_rate"], table["games"])), enough=pl.col("games") >= MINIMUM
        )
        .sort("low", "games", "deck", "opponent", descending=[True, True, False, False])
    )


def _shrunk(table: pl.DataFrame, expected: Expected | None) -> list[pl.Series]:
    """The columns of the shrunk rate beside the cells of a table; null where a deck was not fitted."""
    if expected is None:
        return [pl.Series(name, [None] * table.height, kind) for name, kind in _SHRUNK.items()]
    fitted = table.select(
        fitted=pl.col("deck").is_in(list(expected.places)) & pl.col("opponent").is_in(list(expected.places))
    )["fitted"]
    cells = table.filter(fitted)
    i, j = _placed(cells["deck"], expected.places), _placed(cells["opponent"], expected.places)
    won = (cells["wins"] + cells["draws"] / 2).to_numpy()
    rate, variance = expected.shrunk(i, j, won, cells["games"].to_numpy().astype(float))
    low, high = interval(rate, variance)
    empty = pl.Series([None] * table.height, dtype=pl.Float64)
    return [
        empty.scatter(fitted.arg_true(), values).alias(name)
        for name, values in zip(_SHRUNK, (expected.best.rate[i, j], rate, low, high), strict=True)
    ]


STATISTICS = (
    Statistic(
        name="matchups",
        title="Decks against each other",
        subject="matchup",
        compute=matchups,
        key=("deck", "opponent"),
        behind=pairs,
    ),
)
