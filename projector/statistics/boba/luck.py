"""Luck that can be told: coins and dice against what they show on average."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.cells import SUMS_OF_ONE, Cells, by_game, games_of, rated_sums
from projector.statistics.comparisons import false_discoveries, score_p
from projector.statistics.intervals import Z
from projector.statistics.rates import MINIMUM
from projector.statistics.statistic import Statistic

_COIN = 2


def coin_rows(tables: Tables) -> pl.LazyFrame:
    """Coins of games that count whose face is told, by who threw them."""
    return (
        _thrown(tables)
        .filter((pl.col("sides") == _COIN) & pl.col("shown").is_in([0, 1]) & pl.col("player").is_not_null())
        .with_columns(won=pl.col("shown").cast(pl.Float64))
    )


def coins(tables: Tables) -> pl.DataFrame:
    """Coins by player: how many were thrown, the share of `heads`, and `luck`, heads less the half to be expected.

    Wilson's 95 % interval; throws are independent of each other. `q`: the false discovery rate of calling this coin
    uneven, over all players shown. What heads are worth depends on the play.
    """
    by = ["player"]
    sums = CELLS[0].sums(tables).group_by(by).agg(pl.col(SUMS_OF_ONE).sum())
    # In one order: rounding must not depend on where a row happens to stand.
    found = rated_sums(sums.sort(by), by).collect(engine="streaming")
    q = false_discoveries(score_p(found["rate"], found["n"]))
    return (
        found.with_columns(q.alias("q"), heads=(pl.col("rate") * pl.col("n")).round().cast(pl.UInt32))
        .with_columns(luck=pl.col("heads") - pl.col("n") / 2)
        .select("player", "games", "n", "heads", "luck", "rate", "low", "high", "q", "enough")
        .sort("low", "n", "player", descending=[True, True, False], nulls_last=True)
    )


def _by_player(tables: Tables) -> pl.LazyFrame:
    return by_game(coin_rows(tables), ["player"], m=pl.len().cast(pl.Float64), y=pl.col("won").sum())


CELLS = (Cells("coins", ("player",), _by_player),)


def dice_rows(tables: Tables) -> pl.LazyFrame:
    """Dice of games that count whose face is told, by who threw them."""
    shown = pl.col("shown")
    return _thrown(tables).filter(
        (pl.col("sides") > _COIN) & (shown >= 1) & (shown <= pl.col("sides")) & pl.col("player").is_not_null()
    )


def dice(tables: Tables) -> pl.DataFrame:
    """Dice by player and sides: the mean shown, and `luck`, the sum shown less what it is on average.

    The interval is 95 %: the mean, give or take what that many fair dice vary by.
    """
    sides, n = pl.col("sides").cast(pl.Float64), pl.col("n").cast(pl.Float64)
    half = Z * ((sides**2 - 1) / 12 / n).sqrt()
    return (
        dice_rows(tables)
        .group_by("player", "sides")
        .agg(games=pl.col(GAME).n_unique(), n=pl.len(), mean=pl.col("shown").mean())
        .with_columns(low=pl.col("mean") - half, high=pl.col("mean") + half)
        .with_columns(luck=(pl.col("mean") - (sides + 1) / 2) * n, enough=pl.col("games") >= MINIMUM)
        .select("player", "sides", "games", "n", "luck", "mean", "low", "high", "enough")
        .sort("low", "n", "player", "sides", descending=[True, True, False, False], nulls_last=True)
        .collect(engine="streaming")
    )


def card_rows(tables: Tables) -> pl.LazyFrame:
    """Coins and dice of games that count whose face is told, by the card they were thrown for."""
    return tables["chances"].filter(pl.col(COUNTED) & pl.col("shown").is_not_null() & pl.col("sides").is_not_null())


def chance_luck(tables: Tables) -> pl.DataFrame:
    """What coins and dice showed less what they are expected to, by the card they were thrown for.

    A coin (2 sides) counts 1 for heads and is expected to show one half, a die of s sides (s + 1) / 2. `luck` is the
    sum over the throws of games that count, `mean` a throw's, `low` and `high` its 95 % interval by the spread of fair
    throws, which are independent also within a game. Of many cards one in twenty leaves 0 out by chance.
    """
    coin = pl.col("sides") == 2
    number = pl.col("sides").cast(pl.Float64)
    expected = pl.when(coin).then(0.5).otherwise((number + 1) / 2)
    variance = pl.when(coin).then(0.25).otherwise((number**2 - 1) / 12)
    half = Z * (variance / pl.col("n")).sqrt()
    return (
        card_rows(tables)
        .group_by("card", "sides")
        .agg(
            games=pl.col(GAME).n_unique(),
            n=pl.len(),
            luck=(pl.col("shown") - expected).sum(),
            mean=(pl.col("shown") - expected).mean(),
        )
        .with_columns(low=pl.col("mean") - half, high=pl.col("mean") + half, enough=pl.col("n") >= MINIMUM)
        .sort("card", "sides", nulls_last=True)
        .collect(engine="streaming")
    )


def _thrown(tables: Tables) -> pl.LazyFrame:
    players = tables["seats"].select(GAME, "seat", "player")
    return (
        tables["chances"]
        .filter(pl.col(COUNTED))
        .join(players, on=[GAME, "seat"])
        .select(GAME, "seat", "player", "sides", "shown")
    )


STATISTICS = (
    Statistic(
        name="coins",
        title="Coins by player",
        subject="player",
        compute=coins,
        key=("player",),
        behind=lambda tables: games_of(coin_rows(tables), ["player"]),
    ),
    Statistic(
        name="dice",
        title="Dice by player",
        subject="player",
        compute=dice,
        key=("player", "sides"),
        behind=lambda tables: games_of(dice_rows(tables), ["player", "sides"]),
    ),
    Statistic(
        name="chance_luck",
        title="Luck of coins and dice by card",
        subject="card",
        compute=chance_luck,
        key=("card", "sides"),
        behind=lambda tables: games_of(card_rows(tables), ["card", "sides"]),
    ),
)
