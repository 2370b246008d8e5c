"""Who wins: by player, by deck, by mode, by honors, and by how much."""

from collections.abc import Callable

import msgspec
import polars as pl

from projector.coverage import counts
from projector.facts import Tables
from projector.statistics.intervals import clustered_size, wilson


class Statistic(msgspec.Struct, frozen=True):
    """A statistic by its name; `compute` makes its table, and the docstring of that function is its definition."""

    name: str
    title: str
    compute: Callable[[Tables], pl.DataFrame]

    @property
    def definition(self) -> str:
        return " ".join((self.compute.__doc__ or "").split())


def counted(tables: Tables) -> pl.LazyFrame:
    """The games that count: finished, with a result, not contradicting themselves, not retracted."""
    return tables["games"].filter(counts(tables["games"]))


def _rates(results: pl.LazyFrame, by: list[str]) -> pl.LazyFrame:
    """Wins, draws, losses and the win rate with its interval, best lower end first."""
    rate = (pl.col("wins") + pl.col("draws") / 2) / pl.col("games")
    low, high = wilson(pl.col("win_rate"), pl.col("games"))
    return (
        results.group_by(by)
        .agg(
            games=pl.len(),
            wins=(pl.col("result") == 1.0).sum(),
            draws=(pl.col("result") == 0.5).sum(),
            losses=(pl.col("result") == 0.0).sum(),
        )
        .with_columns(win_rate=rate)
        .with_columns(low=low, high=high)
        .sort("low", "games", *by, descending=[True, True, *[False] * len(by)], nulls_last=True)
    )


def _seats(tables: Tables) -> pl.LazyFrame:
    games = counted(tables).select("game", "mode", "simulated")
    return tables["seats"].join(games, on="game").filter(pl.col("result").is_not_null())


def players(tables: Tables) -> pl.DataFrame:
    """Win rate of each player: (wins + draws/2) / games over finished games with a result, with Wilson's 95 % interval.

    Sorted by the interval's lower end, so that one lucky game does not lead the table.
    """
    return _rates(_seats(tables).filter(pl.col("player").is_not_null()), ["player"]).collect()


def decks(tables: Tables) -> pl.DataFrame:
    """Win rate of each deck that is known card by card, named by a hash of its contents, as for players."""
    return _rates(_seats(tables).filter(pl.col("deck").is_not_null()), ["deck"]).collect()


def modes(tables: Tables) -> pl.DataFrame:
    """What became of the games of each mode: results by the seat that had first honors, and how many had none.

    `win_rate` is that of first honors over games with a result in which they are known; `unfinished` and
    `contradicting` games are counted beside, in no rate.
    """
    games = tables["games"]
    counts = games.group_by("mode").agg(
        recorded=pl.len(),
        unfinished=(~pl.col("finished") | pl.col("winner").is_null()).sum(),
        contradicting=(pl.col("status") == "quarantined").sum(),
    )
    first = _seats(tables).filter(pl.col("first_honors"))
    rates = _rates(first, ["mode"])
    return counts.join(rates, on="mode", how="left", nulls_equal=True).sort("mode", nulls_last=True).collect()


def honors(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode: battles won by the seat that began with honors, a draw half, over those decided.

    Battles of a game are not independent, so the interval is Wilson's with the sample size clustered by game (`n_eff`).
    """
    battles = (
        tables["battles"]
        .join(counted(tables).select("game", "mode"), on="game")
        .filter(pl.col("honors").is_not_null() & pl.col("winner").is_not_null())
        .with_columns(
            won=pl.when(pl.col("winner") == 0)
            .then(0.5)
            .otherwise((pl.col("winner") == pl.col("honors")).cast(pl.Float64))
        )
    )
    by_game = battles.group_by("mode", "game").agg(won=pl.col("won").sum(), fought=pl.len()).collect()
    rows = []
    for mode in sorted(by_game["mode"].unique().to_list(), key=str):
        games = by_game.filter(pl.col("mode").eq_missing(pl.lit(mode)))
        fought = int(games["fought"].sum())
        rate = float(games["won"].sum()) / fought
        rows.append((mode, games.height, fought, rate, clustered_size(games, "won", "fought")))
    table = pl.DataFrame(
        rows,
        schema={
            "mode": pl.String,
            "games": pl.UInt32,
            "battles": pl.UInt32,
            "win_rate": pl.Float64,
            "n_eff": pl.Float64,
        },
        orient="row",
    )
    low, high = wilson(pl.col("win_rate"), pl.col("n_eff"))
    return table.with_columns(low=low, high=high)


def margins(tables: Tables) -> pl.DataFrame:
    """The margin of battles by mode: winner's power less loser's, of battles decided by power with both powers known.

    `printed` is the margin of the printed powers seen from the battle's winner, so it is negative where plays or a
    substitution's luck turned the battle. `se` is the standard error of the mean, clustered by game. Low-power wins
    count with their sign turned.
    """
    battles = (
        tables["battles"]
        .join(counted(tables).select("game", "mode"), on="game")
        .filter(pl.col("winner").is_in([1, 2]) & pl.col("power_1").is_not_null() & pl.col("power_2").is_not_null())
        .filter(pl.col("reason").is_null() | pl.col("reason").is_in(["power", "super_weapon"]))
    )
    sign = pl.when(pl.col("winner") == 1).then(1).otherwise(-1)
    seen = battles.with_columns(
        margin=(pl.col("power_1") - pl.col("power_2")) * sign,
        printed_margin=(pl.col("printed_1") - pl.col("printed_2")) * sign,
    )
    by_game = seen.group_by("mode", "game").agg(
        fought=pl.len(), total=pl.col("margin").sum(), printed=pl.col("printed_margin").mean()
    )
    mean = pl.col("total").sum() / pl.col("fought").sum()
    spread = ((pl.col("total") - mean * pl.col("fought")) ** 2).sum()
    games = pl.len().cast(pl.Float64)
    return (
        by_game.group_by("mode")
        .agg(
            games=pl.len(),
            battles=pl.col("fought").sum(),
            margin=mean,
            se=pl.when(games > 1).then((games / (games - 1) * spread).sqrt() / pl.col("fought").sum()),
            printed=pl.col("printed").mean(),
        )
        .sort("mode", nulls_last=True)
        .collect()
    )


STATISTICS: dict[str, Statistic] = {
    statistic.name: statistic
    for statistic in (
        Statistic("players", "Win rate by player", players),
        Statistic("decks", "Win rate by deck", decks),
        Statistic("modes", "Results by mode and first honors", modes),
        Statistic("honors", "Battles won with honors", honors),
        Statistic("margins", "Margins of battles", margins),
    )
}
