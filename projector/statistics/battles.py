"""Statistics of battles: honors, what a substitution is worth, margins and zones."""

from collections.abc import Callable, Sequence

import polars as pl

from projector.facts import Tables
from projector.statistics.clusters import clustered_means, clustered_rates
from projector.statistics.rates import counted
from projector.statistics.statistic import Statistic

ANY = "any"
# Classes of a difference of power: the lowest of each but the first, and what they are called.
_FROM = (-29, -9, 10, 30)
_POWERS = ("30 or more behind", "10 to 29 behind", "within 9", "10 to 29 ahead", "30 or more ahead")


def fought(tables: Tables) -> pl.LazyFrame:
    """Decided battles of games that count, up to the one that decides the game, with `mode` and `low_power`."""
    games = counted(tables).select("game", "mode", pl.col("low_power").fill_null(value=False))
    return (
        tables["battles"]
        .filter(pl.col("winner").is_not_null() & ~pl.col("after_clinch").fill_null(value=False))
        .join(games, on="game")
    )


def sides(battles: pl.LazyFrame, *columns: str) -> pl.LazyFrame:
    """Battles from both seats: the columns that both have as `own_` and `other_`, and `won`, a draw half."""
    both = [
        battles.with_columns(
            *(pl.col(f"{column}_{seat}").alias(f"own_{column}") for column in columns),
            *(pl.col(f"{column}_{3 - seat}").alias(f"other_{column}") for column in columns),
            seat=pl.lit(seat, pl.UInt8),
            won=pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == seat).cast(pl.Float64)),
        )
        for seat in (1, 2)
    ]
    return pl.concat(both)


def behind_of(trials: Callable[[Tables], pl.LazyFrame], key: Sequence[str]) -> Callable[[Tables], pl.LazyFrame]:
    """The games in which a row's trials lie, each once."""

    def games(tables: Tables) -> pl.LazyFrame:
        return trials(tables).select(*key, "game").unique()

    return games


# Honors


def _with_honors(tables: Tables) -> pl.LazyFrame:
    won = pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == pl.col("honors")).cast(pl.Float64))
    return fought(tables).filter(pl.col("honors").is_not_null()).select("mode", "battle", "game", won=won)


def honors_by(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode and number of the battle: won by the seat that has honors when it begins.

    A draw counts half. Battles up to the one that decides the game; Wilson's 95 % interval with the sample size
    clustered by game. From battle 2 on honors are with who won before, so they tell the better seat too.
    """
    return clustered_rates(_with_honors(tables), ("mode", "battle"), of="battles")


# Substitutions


def _substituting(tables: Tables) -> pl.LazyFrame:
    """A row a seat and battle in which it substituted alone or neither did, once for each of the cuts."""
    sign = pl.when("low_power").then(-1).otherwise(1)
    known = (
        sides(fought(tables), "printed", "substituted", "score")
        .filter(pl.col("mode").ne_missing("rookie"))
        .filter(pl.col("own_substituted").is_not_null() & ~pl.col("other_substituted"))
        .with_columns(ahead=(pl.col("own_printed") - pl.col("other_printed")) * sign)
        .with_columns(
            substituted="own_substituted",
            score=pl.format("{}:{}", "own_score", "other_score"),
            power=pl.sum_horizontal(pl.col("ahead") >= edge for edge in _FROM).replace_strict(
                dict(enumerate(_POWERS)), return_dtype=pl.String
            ),
        )
        .with_columns(power=pl.when(pl.col("ahead").is_not_null()).then("power"))
    )
    of = {"all": pl.lit(ANY), "battle": pl.col("battle").cast(pl.String), "score": pl.col("score")}
    cuts = [
        known.select("mode", "game", "won", "substituted", by=pl.lit(name), of=value, power=power)
        for name, value in of.items()
        for power in (pl.lit(ANY), pl.col("power"))
    ]
    return pl.concat(cuts).drop_nulls(["of", "power"])


_SUBSTITUTIONS = ("mode", "by", "of", "power", "substituted")


def substitutions(tables: Tables) -> pl.DataFrame:
    """P(win battle) of a seat that alone substituted in it, and where neither did, at equal power, by mode but rookie.

    `power` is the seat's printed power less the other's, of the heroes that fought (the lower is ahead where low power
    wins): the tables do not tell whom a substitute replaced, so at equal power the two differ by all that goes with a
    substitution but the power it brought; "any" leaves that in. By all battles, by the number of the battle, and by the
    score before it, the seat's trophies first. Where neither substituted both seats are counted, so "any" is one half.
    A draw counts half; up to the battle that decides the game; Wilson's 95 % interval clustered by game.
    """
    order = pl.col("power").replace_strict(
        {name: place for place, name in enumerate((ANY, *_POWERS))}, return_dtype=pl.Int8
    )
    return clustered_rates(_substituting(tables), _SUBSTITUTIONS).sort(
        "mode", "by", "of", order, "substituted", nulls_last=True
    )


# Margins


def _margins(tables: Tables) -> pl.LazyFrame:
    """Battles won by power with all powers known: margins from the winner's side, once for each of the cuts."""
    sign = pl.when("low_power").then(-1).otherwise(1) * pl.when(pl.col("winner") == 1).then(1).otherwise(-1)
    final, printed = (pl.col(f"{name}_1") - pl.col(f"{name}_2") for name in ("power", "printed"))
    known = (
        fought(tables)
        .filter(pl.col("winner").is_in([1, 2]))
        .filter(pl.col("reason").fill_null("power") == "power")
        .with_columns(final=final * sign, printed=printed * sign)
        .filter((pl.col("final") > 0) & pl.col("printed").is_not_null())
        .with_columns(by_plays=pl.col("final") - pl.col("printed"), wasted=pl.col("final") - 1)
    )
    of = {"all": pl.lit(ANY), "battle": pl.col("battle").cast(pl.String)}
    return pl.concat(
        known.select("mode", "game", by=pl.lit(by), of=value, margin=pl.lit(margin), value=pl.col(margin))
        for by, value in of.items()
        for margin in ("printed", "by_plays", "final", "wasted")
    )


_MARGINS = ("mode", "by", "of", "margin")


def margins_by(tables: Tables) -> pl.DataFrame:
    """Mean margins of battles won by power, from the winner's side, by mode, over all and by number of the battle.

    `printed`: of the printed powers of the heroes that fought, so after substitutions and before plays; `by_plays`:
    what came to it by plays and effects; `final`: when the battle was decided; `wasted`: the power beyond the one that
    would have won. Where low power wins, the lower is ahead. Up to the battle that decides the game; 95 % intervals
    clustered by game.
    """
    return clustered_means(_margins(tables), _MARGINS, "value", of="battles")


# Zones


def _placed(tables: Tables) -> pl.LazyFrame:
    return (
        sides(fought(tables), "printed", "substituted")
        .filter(pl.col("own_printed").is_not_null() & pl.col("own_substituted").is_not_null())
        .select("mode", "battle", "game", substituted="own_substituted", power="own_printed")
    )


def zones(tables: Tables) -> pl.DataFrame:
    """Mean printed power of the heroes that fought, by mode, number of the battle and whether they came as substitutes.

    Both seats count, up to the battle that decides the game; 95 % intervals clustered by game. Heroes that are no
    substitutes show what seats lay into each zone, as far as it was fought and they did not replace it.
    """
    return clustered_means(_placed(tables), ("mode", "battle", "substituted"), "power", of="heroes")


STATISTICS = tuple(
    Statistic(name=name, title=title, subject="battle", compute=compute, key=key, behind=behind_of(trials, key))
    for name, title, compute, key, trials in (
        ("honors_by", "Battles won with honors, by battle", honors_by, ("mode", "battle"), _with_honors),
        ("substitutions", "Battles won with a substitution", substitutions, _SUBSTITUTIONS, _substituting),
        ("margins_by", "Margins printed, by plays and final", margins_by, _MARGINS, _margins),
        ("zones", "Power by zone", zones, ("mode", "battle", "substituted"), _placed),
    )
)
