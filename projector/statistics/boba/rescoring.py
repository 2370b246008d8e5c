"""The same games under other rules: who would have won, had the same battles been scored otherwise."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.boba.sides import modes
from projector.statistics.cells import SUMS, Cells, games_of, other_side, rated_sums
from projector.statistics.statistic import Statistic

_BATTLES, _NEEDED = 7, 4
# An option, and what it makes of the battles and of the result; documented in `rescored`.
AS_FOUGHT, FIRST_TO_FOUR, NO_SUPER, LOW_POWER, TIES_STAND = (
    "most trophies",
    "first to four",
    "no super weapon",
    "low power",
    "ties stand",
)
_PLACES = {option: place for place, option in enumerate((AS_FOUGHT, FIRST_TO_FOUR, NO_SUPER, LOW_POWER, TIES_STAND))}


def option_rows(tables: Tables) -> pl.LazyFrame:
    """Games that were decided by their battles, once for each option that tells their winner.

    `changed`: it is another than the one they had; `won`: the result of the seat with first honors under the option.
    """
    games = (
        tables["games"]
        .filter(pl.col(COUNTED) & pl.col("reason").is_in(["trophies", "tie", "sudden_death"]))
        .select(GAME, "winner", "reason", "first_honors", "low_power")
        .join(modes(tables), on=GAME)
    )
    battles = tables["battles"].filter(pl.col(COUNTED)).join(games.select(GAME), on=GAME, how="semi")
    differ = (pl.col("power_1") != pl.col("power_2")).fill_null(value=False)
    turned = (
        pl.when((pl.col("winner") == 0) | pl.col("reason").is_in(["super_weapon", "effect", "ruling"]))
        .then("winner")
        .when((pl.col("reason") == "power") | differ)
        .then(3 - pl.col("winner"))
    )
    winners = {
        AS_FOUGHT: pl.col("winner"),
        FIRST_TO_FOUR: pl.col("winner"),
        NO_SUPER: pl.when(pl.col("reason") == "super_weapon").then(0).otherwise("winner"),
        LOW_POWER: turned,
        TIES_STAND: pl.col("winner"),
    }
    counts = {
        f"{option} {told}": counted.sum().cast(pl.Int32)
        for option, winner in winners.items()
        for told, counted in {"one": winner == 1, "two": winner == 2, "told": winner.is_not_null()}.items()
    }
    rows = games.join(battles.group_by(GAME).agg(**counts), on=GAME).collect(engine="streaming")
    found = [
        rows.lazy()
        .rename({f"{option} {told}": told for told in ("one", "two", "told")})
        .with_columns(option=pl.lit(option), then=_winner(option))
        .filter(pl.col("then").is_not_null() & pl.col("winner").is_not_null())
        .select(GAME, "mode", "winner", "first_honors", "option", "then")
        for option in winners
    ]
    then = pl.col("then")
    return pl.concat(found).with_columns(
        changed=(then != pl.col("winner")).cast(pl.Float64),
        won=pl.when(then == 0)
        .then(0.5)
        .when(pl.col("first_honors").is_not_null())
        .then((then == pl.col("first_honors")).cast(pl.Float64)),
    )


def _winner(option: str) -> pl.Expr:
    """The winner by trophies, 0 for a draw; null where battles that nobody tells could still decide."""
    one, two = pl.col("one"), pl.col("two")
    left = _BATTLES - pl.col("told")
    ahead = pl.when(one > two).then(1).when(two > one).then(2).otherwise(0)
    settled = ((one - two).abs() > left) | (left <= 0)
    if option == FIRST_TO_FOUR:
        ahead = pl.when(one >= _NEEDED).then(1).when(two >= _NEEDED).then(2).otherwise(0)
        settled = (pl.max_horizontal("one", "two") >= _NEEDED) | (left <= 0)
    elif option == AS_FOUGHT:
        # A tied game keeps what broke the tie.
        ahead = pl.when(one == two).then(pl.col("winner").cast(pl.Int32)).otherwise(ahead)
    elif option == LOW_POWER:
        settled = settled & ~pl.col("low_power").fill_null(value=True)
    return pl.when(settled).then(ahead)


def _options(tables: Tables) -> pl.LazyFrame:
    """Whether an option changes each game, and beside it what seats with first honors would have won."""
    won = pl.col("won")
    return option_rows(tables).select(
        GAME,
        part="option",
        drawn=pl.col("then") == 0,
        m=1.0,
        y="changed",
        other_m=won.is_not_null().cast(pl.Float64),
        other_y=won.fill_null(0.0),
    )


_OPTION_CELLS = Cells("rescored", ("part", "drawn"), _options)


def rescored(tables: Tables) -> pl.DataFrame:
    """The same battles under other rule options: how often another seat would have won, by mode.

    *most trophies*: the usual count (a change here is a result that its battles do not bear out). *first to four*:
    whoever wins four battles, else a draw, so that 3-2 with draws is no win. *no super weapon*: battles that a Super
    weapon decided are drawn. *low power*: battles decided by power go to the other seat. *ties stand*: sudden deaths
    are undone.
    `rate` is the share of games with another winner, with Wilson's 95 % interval; `drawn` is the share of draws and
    `first_honors` the win rate of first honors under the option. Games whose told battles do not settle an option are
    left out of it. Seats would have played otherwise under other rules.
    """
    by = ["mode", "option"]
    kept = _OPTION_CELLS.sums(tables).rename({"part": "option"}).collect(engine="streaming").lazy()
    sums = kept.group_by(by).agg(pl.col(SUMS).sum())
    games = pl.col("all_games")
    more = kept.group_by(by).agg(drawn=games.filter("drawn").sum() / games.sum())
    honors = rated_sums(other_side(sums).filter(pl.col("m") > 0), by).select(
        *by, first_honors="rate", first_honors_low="low", first_honors_high="high"
    )
    return (
        rated_sums(sums, by)
        .join(more, on=by, how="left", nulls_equal=True)
        .join(honors, on=by, how="left", nulls_equal=True)
        .with_columns(changed=(pl.col("rate") * pl.col("games")).round().cast(pl.UInt32))
        .sort("mode", pl.col("option").replace_strict(_PLACES, return_dtype=pl.UInt8), nulls_last=True)
        .collect(engine="streaming")
    )


CELLS = (_OPTION_CELLS,)
STATISTICS = (
    Statistic(
        name="rescored",
        title="The same games under other rules",
        subject="option",
        compute=rescored,
        key=("mode", "option"),
        behind=lambda tables: games_of(option_rows(tables), ["mode", "option"]),
    ),
)
