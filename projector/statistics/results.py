"""Who wins: by player, by deck, by mode, by honors, and by how much."""

import polars as pl

from projector.facts import COUNTED, Tables
from projector.statistics.intervals import clustered, clustered_sums, wilson
from projector.statistics.rates import counted, rated, rates, seats
from projector.statistics.statistic import Statistic


def _of_players(tables: Tables) -> pl.LazyFrame:
    # Seats tell whether their game counts, and nothing else of it is asked for here.
    told = pl.col(COUNTED) & pl.col("result").is_not_null() & pl.col("player").is_not_null()
    return tables["seats"].filter(told)


def players(tables: Tables) -> pl.DataFrame:
    """Win rate of each player: (wins + draws/2) / games over finished games with a result, with Wilson's 95 % interval.

    Sorted by the interval's lower end, so that one lucky game does not lead the table. `q` is the share of false
    discoveries (Benjamini-Hochberg) if all players with so small a q are said not to stand at one half; `enough` is
    true from 20 games. Games against oneself count one half to each seat and widen nothing.
    """
    return rates(_of_players(tables), ["player"], mirrors=pl.col("player") == pl.col("opponent"))


def _of_decks(tables: Tables) -> pl.LazyFrame:
    return seats(tables).filter(pl.col("deck").is_not_null())


def decks(tables: Tables) -> pl.DataFrame:
    """Win rate of each deck that is known card by card, named by a hash of its contents, as for players."""
    if {"share_counts", "matchup_counts"} <= tables.keys():
        return rated(_deck_counts(tables), ["deck"])
    return rates(_of_decks(tables), ["deck"], mirrors=pl.col("deck") == pl.col("opponent_deck"))


def _deck_counts(tables: Tables) -> pl.LazyFrame:
    """Results of each deck and how many games of it were mirrors, from counts, which filters of seats leave out."""
    results = pl.col("appearances", "wins", "draws", "losses").sum()
    decks = tables["share_counts"].drop_nulls("deck").group_by("deck").agg(results).rename({"appearances": "games"})
    mirrors = tables["matchup_counts"].filter(pl.col("deck") == pl.col("opponent"))
    mirrored = mirrors.group_by("deck").agg(mirrored=pl.col("games").sum())
    return decks.join(mirrored, on="deck", how="left")


def _of_first_honors(tables: Tables) -> pl.LazyFrame:
    return seats(tables).filter(pl.col("first_honors"))


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
    of_first = _first_by(tables, ["mode"])
    return (
        counts.join(of_first.lazy(), on="mode", how="left", nulls_equal=True)
        .with_columns(pl.col("games", "wins", "draws", "losses").fill_null(0), pl.col("enough").fill_null(value=False))
        .sort("mode", nulls_last=True)
        .collect(engine="streaming")
    )


def first_honors(tables: Tables) -> pl.DataFrame:
    """Win rate of the seat that began with honors, by mode and by whether house bots played, as for players."""
    return _first_by(tables, ["mode", "simulated"])


def _first_by(tables: Tables, by: list[str]) -> pl.DataFrame:
    """Win rates of seats with first honors, from counts where filters leave these."""
    if "share_counts" not in tables:
        return rates(_of_first_honors(tables), by)
    results = pl.col("appearances", "wins", "draws", "losses").sum()
    found = tables["share_counts"].filter(pl.col("first_honors")).group_by(by).agg(results)
    return rated(found.rename({"appearances": "games"}).with_columns(mirrored=pl.lit(0, pl.UInt32)), by)


def _summed(tables: Tables, *sums: str) -> bool:
    """Whether games have these sums over their battles, which end at the clinch, and later battles are left out."""
    if not set(sums) <= set(tables["games"].collect_schema()):
        return False
    later = tables["battles"].select(pl.col("after_clinch").fill_null(value=False).any())
    return not later.collect(engine="streaming").item()


def _with_honors(tables: Tables) -> pl.LazyFrame:
    """Games with battles in which honors and the result are known: how many, and how many honors won."""
    if _summed(tables, "honors_fought", "honors_won"):
        games = counted(tables).filter(pl.col("honors_fought") > 0)
        return games.select("mode", "game", won=pl.col("honors_won").cast(pl.Float64), fought=_whole("honors_fought"))
    battles = (
        tables["battles"]
        .join(counted(tables).select("game", "mode"), on="game")
        .filter(pl.col("honors").is_not_null() & pl.col("winner").is_not_null())
    )
    won = pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == pl.col("honors")).cast(pl.Float64))
    return battles.group_by("mode", "game").agg(won=won.sum(), fought=pl.len())


def _whole(counter: str) -> pl.Expr:
    return pl.col(counter).cast(pl.UInt32)


def honors(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode: battles won by the seat that has honors when they begin, a draw half.

    Battles of a game are not independent, so the interval is Wilson's with the sample size clustered by game (`n_eff`).
    """
    sums = {name: pl.col(name) for name in clustered_sums("fought", "won")}
    low, high = wilson(pl.col("win_rate"), pl.col("n_eff"))
    return (
        _with_honors(tables)
        .group_by("mode")
        .agg(games=pl.len(), battles=pl.col("fought").sum(), **clustered_sums("fought", "won"))
        .with_columns(win_rate=pl.col("y") / pl.col("m"), n_eff=clustered(**sums))
        .with_columns(low=low, high=high)
        .select("mode", "games", "battles", "win_rate", "n_eff", "low", "high")
        .sort("mode", nulls_last=True)
        .collect(engine="streaming")
    )


def _decided_by_power(tables: Tables) -> pl.LazyFrame:
    """Games with battles won by power with both powers known: how many, their margins, and the mean printed one."""
    if _summed(tables, "margin_fought", "margin_sum", "printed_fought", "printed_sum"):
        printed = pl.when(pl.col("printed_fought") > 0).then(pl.col("printed_sum") / pl.col("printed_fought"))
        games = counted(tables).filter(pl.col("margin_fought") > 0)
        return games.select("mode", "game", fought=_whole("margin_fought"), total="margin_sum", printed=printed)
    sign = pl.when(pl.col("winner") == 1).then(1).otherwise(-1)
    return (
        tables["battles"]
        .join(counted(tables).select("game", "mode"), on="game")
        .filter(pl.col("winner").is_in([1, 2]) & pl.col("power_1").is_not_null() & pl.col("power_2").is_not_null())
        .filter(pl.col("reason").is_null() | pl.col("reason").is_in(["power", "super_weapon"]))
        .with_columns(
            margin=(pl.col("power_1") - pl.col("power_2")) * sign,
            printed_margin=(pl.col("printed_1") - pl.col("printed_2")) * sign,
        )
        .group_by("mode", "game")
        .agg(fought=pl.len(), total=pl.col("margin").sum(), printed=pl.col("printed_margin").mean())
    )


def margins(tables: Tables) -> pl.DataFrame:
    """The margin of battles by mode: winner's power less loser's, of battles decided by power with both powers known.

    `printed` is the margin of the printed powers seen from the battle's winner, so it is negative where plays or a
    substitution's luck turned the battle. `se` is the standard error of the mean, clustered by game. Low-power wins
    count with their sign turned.
    """
    mean = pl.col("total").sum() / pl.col("fought").sum()
    spread = ((pl.col("total") - mean * pl.col("fought")) ** 2).sum()
    games = pl.len().cast(pl.Float64)
    return (
        _decided_by_power(tables)
        .group_by("mode")
        .agg(
            games=pl.len(),
            battles=pl.col("fought").sum(),
            margin=mean,
            se=pl.when(games > 1).then((games / (games - 1) * spread).sqrt() / pl.col("fought").sum()),
            printed=pl.col("printed").mean(),
        )
        .sort("mode", nulls_last=True)
        .collect(engine="streaming")
    )


STATISTICS = (
    Statistic(
        name="players",
        title="Win rate by player",
        subject="player",
        compute=players,
        key=("player",),
        behind=_of_players,
        version=2,
    ),
    Statistic(
        name="decks",
        title="Win rate by deck",
        subject="deck",
        compute=decks,
        key=("deck",),
        behind=_of_decks,
        version=2,
    ),
    Statistic(
        name="modes",
        title="Results by mode and first honors",
        subject="mode",
        compute=modes,
        key=("mode",),
        behind=_of_first_honors,
    ),
    Statistic(
        name="first_honors",
        title="Win rate with first honors",
        subject="mode",
        compute=first_honors,
        key=("mode", "simulated"),
        behind=_of_first_honors,
    ),
    Statistic(
        name="honors",
        title="Battles won with honors",
        subject="mode",
        compute=honors,
        key=("mode",),
        behind=_with_honors,
    ),
    Statistic(
        name="margins",
        title="Margins of battles",
        subject="mode",
        compute=margins,
        key=("mode",),
        behind=_decided_by_power,
    ),
)
