"""Battles: honors, substitutions at equal power, margins, and what lies in which zone.

Battles after the one that decides the game are in none of them: filters leave them out, unless they are asked for.
"""

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import by_game, clustered_rates, games_of, means_of, meant, rates_of
from projector.statistics.intervals import clustered_sums
from projector.statistics.statistic import Statistic

ANY = "any"
# Classes of a difference of power: the lowest of each but the first, and what they are called.
_FROM = (-29, -9, 10, 30)
_POWERS = ("30 or more behind", "10 to 29 behind", "within 9", "10 to 29 ahead", "30 or more ahead")
_HONORS = ("mode", "battle")
_SUBSTITUTIONS = ("mode", "by", "of", "power", "substituted")
_MARGINS = ("mode", "by", "of", "margin")
_KINDS_OF_MARGIN = ("printed", "by_plays", "final", "wasted")
# The columns that name a cell, cut by cut.
_CELLS = {"all": ["mode"], "battle": ["mode", "battle"]}
_ZONES = ("mode", "battle", "substituted")


def honors_rows(tables: Tables) -> pl.LazyFrame:
    """Battles from the seat that has honors when they begin."""
    rows = battle_sides(tables).filter("with_honors").select(GAME, "battle", "won")
    return rows.join(modes(tables), on=GAME)


def honors_by(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode and number of the battle: won by the seat that has honors when it begins.

    A draw counts half; Wilson's 95 % interval over the games that fought the battle. From battle 2 on honors are with
    who won the one before, so they tell the better seat too: what honors are worth alone is in battle 1.
    """
    alone = honors_rows(tables).with_columns(m=1.0, y="won")
    return rates_of(alone, _HONORS).sort(_HONORS, nulls_last=True).collect(engine="streaming")


def substituting_rows(tables: Tables) -> pl.LazyFrame:
    """Battles of seats that substituted alone, or where neither did, once for each of the cuts."""
    known = (
        _signed(battle_sides(tables, "printed", "substituted", "score"), tables)
        .join(modes(tables), on=GAME)
        .filter(pl.col("mode").ne_missing("rookie"))
        .filter(pl.col("own_substituted").is_not_null() & ~pl.col("other_substituted"))
        .with_columns(ahead=(pl.col("own_printed") - pl.col("other_printed")) * pl.col("sign"))
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
        known.select("mode", GAME, "won", "substituted", by=pl.lit(name), of=value, power=power)
        for name, value in of.items()
        for power in (pl.lit(ANY), pl.col("power"))
    ]
    return pl.concat(cuts).drop_nulls(["of", "power"])


def substitutions(tables: Tables) -> pl.DataFrame:
    """P(win battle) of a seat that alone substituted in it, and where neither did, at equal power, by mode but rookie.

    `power` is the seat's printed power less the other's, of the heroes that fought (the lower is ahead where low power
    wins): the tables do not tell whom a substitute replaced, so at equal power the two differ by all that goes with a
    substitution but the power it brought; "any" leaves that in. By all battles, by the number of the battle, and by the
    score before it, the seat's trophies first. Where neither substituted both seats are counted, so "any" is one half.
    A draw counts half; Wilson's 95 % interval clustered by game.
    """
    places = {name: place for place, name in enumerate((ANY, *_POWERS))}
    order = pl.col("power").replace_strict(places, return_dtype=pl.Int8)
    found = clustered_rates(substituting_rows(tables), _SUBSTITUTIONS)
    return found.sort("mode", "by", "of", order, "substituted", nulls_last=True).collect(engine="streaming")


def _margins(tables: Tables) -> pl.LazyFrame:
    """Battles won by power with all powers known: the margins printed and final from the winner's side."""
    final, printed = (pl.col(f"own_{name}") - pl.col(f"other_{name}") for name in ("power", "printed"))
    return (
        _signed(battle_sides(tables, "power", "printed"), tables)
        .filter((pl.col("won") == 1.0) & (pl.col("reason").fill_null("power") == "power"))
        .select(GAME, "battle", final=final * pl.col("sign"), printed=printed * pl.col("sign"))
        .filter((pl.col("final") > 0) & pl.col("printed").is_not_null())
    )


def margins_by(tables: Tables) -> pl.DataFrame:
    """Mean margins of battles won by power, from the winner's side, by mode, over all and by number of the battle.

    `printed`: of the printed powers of the heroes that fought, so after substitutions and before plays; `by_plays`:
    what came to it by plays and effects; `final`: when the battle was decided; `wasted`: the power beyond the one that
    would have won. Where low power wins, the lower is ahead. 95 % intervals clustered by game.
    """
    games = _margins_by_game(tables)
    sums = {
        f"{margin}_{name}": total for margin in _KINDS_OF_MARGIN for name, total in clustered_sums("m", margin).items()
    }
    by_cell = pl.collect_all(
        [it.group_by(_CELLS[by]).agg(**sums, all_games=pl.len()) for by, it in games.items()], engine="streaming"
    )
    found = [
        meant(cells.lazy().rename({f"{margin}_{name}": name for name in clustered_sums("m", "y")}), _CELLS[by])
        .with_columns(by=pl.lit(by), of=_of(by), margin=pl.lit(margin))
        .select(*_MARGINS, "games", "n", "mean", "low", "high", "enough")
        for by, cells in zip(games, by_cell, strict=True)
        for margin in _KINDS_OF_MARGIN
    ]
    return pl.concat(found).sort(_MARGINS, nulls_last=True).collect(engine="streaming")


def _margins_by_game(tables: Tables) -> dict[str, pl.LazyFrame]:
    """For each cut the games that stand once in each cell, with `m` battles and their margins added up."""
    rows, of = _margins(tables), modes(tables)
    found = {
        "all": by_game(rows, ["mode"], of, m=pl.len(), final=pl.col("final").sum(), printed=pl.col("printed").sum()),
        "battle": rows.with_columns(m=1).join(of, on=GAME),
    }
    by_plays, wasted = pl.col("final") - pl.col("printed"), pl.col("final") - pl.col("m")
    return {by: games.with_columns(by_plays=by_plays, wasted=wasted) for by, games in found.items()}


def _of(by: str) -> pl.Expr:
    return pl.lit(ANY) if by == "all" else pl.col(by).cast(pl.String)


def margin_rows(tables: Tables) -> pl.LazyFrame:
    """The games of each of these cells."""
    rows = _margins(tables).join(modes(tables), on=GAME)
    return pl.concat(
        rows.select("mode", GAME, by=pl.lit(by), of=_of(by), margin=pl.lit(margin))
        for by in _CELLS
        for margin in _KINDS_OF_MARGIN
    )


def zone_rows(tables: Tables) -> pl.LazyFrame:
    """Heroes that fought, with whether they came in as substitutes; `twin`: the other seat's hero did alike."""
    alike = pl.col("opposed") & (pl.col("own_substituted") == pl.col("other_substituted"))
    return (
        battle_sides(tables, "printed", "substituted")
        .filter(pl.col("own_printed").is_not_null() & pl.col("own_substituted").is_not_null())
        .select(
            GAME,
            "seat",
            "battle",
            substituted="own_substituted",
            power="own_printed",
            other="other_printed",
            twin=alike.fill_null(value=False) & pl.col("other_printed").is_not_null(),
        )
        .join(modes(tables), on=GAME)
    )


def zones(tables: Tables) -> pl.DataFrame:
    """Mean printed power of the heroes that fought, by mode, number of the battle and whether they came as substitutes.

    Both seats count; 95 % intervals clustered by game. Heroes that are no substitutes show what seats lay into each
    zone, as far as it was fought and they did not replace it.
    """
    twin = pl.col("twin")
    games = (
        zone_rows(tables)
        .filter(~twin | (pl.col("seat") == 1))
        .with_columns(
            m=pl.when(twin).then(2).otherwise(1), y=pl.col("power") + pl.when(twin).then("other").otherwise(0)
        )
    )
    return means_of(games, _ZONES).sort(_ZONES, nulls_last=True).collect(engine="streaming")


def _signed(sides: pl.LazyFrame, tables: Tables) -> pl.LazyFrame:
    """With `sign`, which turns differences of power where the lower wins."""
    low = tables["games"].select(GAME, sign=pl.when("low_power").then(-1).otherwise(1))
    return sides.join(low, on=GAME)


STATISTICS = (
    Statistic(
        name="honors_by",
        title="Battles won with honors, by battle",
        subject="battle",
        compute=honors_by,
        key=_HONORS,
        behind=lambda tables: games_of(honors_rows(tables), _HONORS),
    ),
    Statistic(
        name="substitutions",
        title="Battles won with a substitution",
        subject="battle",
        compute=substitutions,
        key=_SUBSTITUTIONS,
        behind=lambda tables: games_of(substituting_rows(tables), _SUBSTITUTIONS),
    ),
    Statistic(
        name="margins_by",
        title="Margins printed, by plays and final",
        subject="battle",
        compute=margins_by,
        key=_MARGINS,
        behind=lambda tables: games_of(margin_rows(tables), _MARGINS),
    ),
    Statistic(
        name="zones",
        title="Power by zone",
        subject="battle",
        compute=zones,
        key=_ZONES,
        behind=lambda tables: games_of(zone_rows(tables), _ZONES),
    ),
)
