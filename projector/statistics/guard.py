"""Simpson's guard: a difference of rates within strata, to be told beside the pooled one."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from projector.facts import GAME
from projector.statistics.intervals import Z

# What a trial can come to.
_RESULTS = np.array([0.0, 0.5, 1.0])
# The arms times the results.
_KINDS = 2 * len(_RESULTS)
# How many trials are taken at once.
_SLICE = 1 << 20

_Array = npt.NDArray[Any]


def stratified(rows: pl.LazyFrame, by: Sequence[str], arm: str, of: pl.LazyFrame, won: str = "won") -> pl.DataFrame:
    """Mantel and Haenszel's difference of two rates within strata, by the columns `by` of games, clustered by game.

    Rows are a trial each: `game`, `stratum` (a small whole number), `won` (1, 0.5 or 0), and whether it is one of those
    that `arm` compares with the others. `of` tells the columns `by` of each game. A stratum weighs n * m / (n + m), and
    only strata with trials of both sides tell anything. Gives `by`, `within`, `within_low` and `within_high` (95 %);
    the interval is null for a single game.
    """
    kind = (pl.col("stratum").cast(pl.Int32) * 2 + pl.col(arm)) * len(_RESULTS) + (pl.col(won) * 2).cast(pl.Int32)
    told = rows.filter(pl.col(arm).is_not_null()).select(GAME, kind=kind)
    trials, games = pl.collect_all([told, of.select(GAME, *by)], engine="streaming")
    groups = games.select(by).unique().sort(by, nulls_last=True).with_row_index("group")
    if trials.is_empty():
        return groups.select(*by, **dict.fromkeys(("within", "within_low", "within_high"), pl.lit(None, pl.Float64)))

    # Looked up by number: joins of as many rows as there are trials take several times as long.
    numbers = games[GAME].to_numpy()
    group = np.zeros(numbers.max() + 1, np.intp)
    group[numbers] = games.join(groups, on=by, nulls_equal=True, maintain_order="left")["group"]
    slices = [(part[GAME].to_numpy(), part["kind"].to_numpy()) for part in trials.iter_slices(_SLICE)]
    kinds = (max(kind_of.max() for _, kind_of in slices) // _KINDS + 1) * _KINDS

    counts = np.zeros(len(groups) * kinds)
    for game, kind_of in slices:
        counts += np.bincount(group[game] * kinds + kind_of, minlength=len(counts))
    difference, weight, moves, matched = _within(counts.reshape(len(groups), -1, 2, len(_RESULTS)))

    # What trials of one game move the difference by adds up before it is squared.
    moved, compared = np.zeros(len(group)), np.zeros(len(group), bool)
    for game, kind_of in slices:
        places, first = group[game] * kinds + kind_of, game.min()
        sums = np.bincount(game - first, moves[places])
        moved[first : first + len(sums)] += sums
        compared[game[matched[places]]] = True
    spread = np.bincount(group, moved**2, len(groups))
    clusters = np.bincount(group[compared], minlength=len(groups))
    with np.errstate(divide="ignore", invalid="ignore"):
        half = Z * np.sqrt(clusters / (clusters - 1) * spread) / weight
    within, give = (pl.Series(it).fill_nan(None) for it in (difference, np.where(clusters > 1, half, np.nan)))
    return groups.select(*by, within=within, within_low=within - give, within_high=within + give)


def _within(counts: _Array) -> tuple[_Array, _Array, _Array, _Array]:
    """The difference and its weight by group; how much a trial moves it, and whether it has others to compare with.

    Counts are of trials by group, stratum, arm (the others first) and result; the last two are flat in that order.
    """
    trials = counts.sum(-1)
    matched = (trials > 0).all(-1)
    with np.errstate(divide="ignore", invalid="ignore"):
        rate = counts @ _RESULTS / trials
        weight = np.where(matched, trials.prod(-1) / trials.sum(-1), 0.0)
        whole = weight.sum(-1)
        difference = np.where(matched, (rate[..., 1] - rate[..., 0]) * weight, 0.0).sum(-1) / whole
        sign = np.array([-1.0, 1.0])[:, None]
        moves = sign * (_RESULTS - rate[..., None]) * (weight[..., None] / trials)[..., None]
    usable = np.broadcast_to(matched[..., None, None], counts.shape)
    return difference, whole, np.where(usable, moves, 0.0).ravel(), usable.ravel()
