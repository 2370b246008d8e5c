"""Battles: honors, substitutions at equal power, margins, and what lies in which zone.

Battles after the one that decides the game are in none of them: filters leave them out, unless they are asked for.
"""

from collections.abc import Iterator, Sequence

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import by_game, games_of, means_of, meant, rates_of
from projector.statistics.intervals import clustered_sums
from projector.statistics.statistic import Statistic

ANY = "any"
# Classes of a difference of power: the lowest of each but the first, and what they are called.
_FROM = (-29, -9, 10, 30)
_POWERS = ("30 or more behind", "10 to 29 behind", "within 9", "10 to 29 ahead", "30 or more ahead")
_EVEN = _POWERS.index("within 9")
_RATED = ("games", "n", "rate", "n_eff", "low", "high", "enough")
_HONORS = ("mode", "battle")
_SUBSTITUTIONS = ("mode", "by", "of", "power", "substituted")
_MARGINS = ("mode", "by", "of", "margin")
_KINDS_OF_MARGIN = ("printed", "by_plays", "final", "wasted")
# The columns that name a cell, cut by cut.
_CELLS = {"all": ["mode"], "battle": ["mode", "battle"]}
_ZONES = ("mode", "battle", "substituted")


def honors_rows(tables: Tables) -> pl.LazyFrame:
    """Battles from the seat that has honors when they begin."""
    rows = battle_sides(tables).filter(pl.col("with_honors")).select(GAME, "battle", "won")
    return rows.join(modes(tables), on=GAME)


def honors_by(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode and number of the battle: won by the seat that has honors when it begins.

    A draw counts half; Wilson's 95 % interval over the games that fought the battle. From battle 2 on honors are with
    who won the one before, so they tell the better seat too: what honors are worth alone is in battle 1.
    """
    alone = honors_rows(tables).with_columns(m=1.0, y="won")
    return rates_of(alone, _HONORS).sort(_HONORS, nulls_last=True).collect(engine="streaming")


def _known(tables: Tables) -> pl.LazyFrame:
    """Battles of seats that substituted alone, or where neither did; `power` by its place among the classes."""
    ahead = (pl.col("own_printed") - pl.col("other_printed")) * pl.col("sign")
    classes = pl.sum_horizontal((ahead >= edge).cast(pl.Int8) for edge in _FROM)
    return (
        _signed(battle_sides(tables, "printed", "substituted", "score"), tables)
        .filter(pl.col("own_substituted").is_not_null() & ~pl.col("other_substituted"))
        .select(
            GAME,
            "seat",
            "battle",
            "own_score",
            "other_score",
            "won",
            substituted="own_substituted",
            power=pl.when(ahead.is_not_null()).then(classes.cast(pl.Int8)),
            both=pl.col("opposed") & ~pl.col("own_substituted"),
        )
    )


def _substitution_cuts(tables: Tables) -> Iterator[tuple[str, list[str], pl.LazyFrame]]:
    """For each cut its name, the columns of its cells but the mode, and its games, which stand once in each cell."""
    known = _known(tables)
    drawn = tables["battles"].filter(pl.col("winner") == 0).select(GAME)
    level = pl.col("own_score") == pl.col("other_score")
    m, y = pl.len().cast(pl.Float64), pl.col("won").sum()
    for more in ([], ["power"]):
        by = ["substituted", *more]
        rows = known.drop_nulls(more) if more else known
        # Where neither substituted both seats stand in one cell, unless one of them is ahead.
        both = pl.col("both") & (pl.col("power") == _EVEN) if more else pl.col("both")
        yield "all", by, by_game(rows, by, m=m, y=y)
        yield "battle", ["battle", *by], _once(rows, both).select(GAME, "battle", *by, "m", "y")
        score = ["own_score", "other_score", *by]
        rows = rows.drop_nulls(["own_score", "other_score"])
        # A score comes again only after a drawn battle.
        once = _once(rows.join(drawn, on=GAME, how="anti"), both & level)
        again = by_game(rows.join(drawn, on=GAME, how="semi"), score, m=m, y=y)
        yield "score", score, pl.concat([it.select(GAME, *score, "m", "y") for it in (once, again)])


def _once(rows: pl.LazyFrame, both: pl.Expr) -> pl.LazyFrame:
    """Rows as games with `m` and `y`, those of both seats in one."""
    return rows.filter(~both | (pl.col("seat") == 1)).with_columns(
        m=pl.when(both).then(2.0).otherwise(1.0), y=pl.when(both).then(1.0).otherwise("won")
    )


def _named(cells: pl.LazyFrame, name: str, more: Sequence[str]) -> pl.LazyFrame:
    """What names a cell of `substitutions`, in words."""
    score = pl.format("{}:{}", "own_score", "other_score")
    power = pl.col("power").replace_strict(dict(enumerate(_POWERS)), return_dtype=pl.String)
    return cells.with_columns(
        by=pl.lit(name),
        of=score if name == "score" else _of(name),
        power=power if "power" in more else pl.lit(ANY),
    )


def substituting_rows(tables: Tables) -> pl.LazyFrame:
    """The games of each cell of `substitutions`."""
    cuts = (
        _named(games.join(_but_rookie(tables), on=GAME), name, by).select(*_SUBSTITUTIONS, GAME)
        for name, by, games in _substitution_cuts(tables)
    )
    return pl.concat(cuts)


def _but_rookie(tables: Tables) -> pl.LazyFrame:
    return modes(tables).filter(pl.col("mode").ne_missing("rookie"))


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
    found = [
        _named(rates_of(games.join(_but_rookie(tables), on=GAME), ["mode", *by]), name, by).select(
            *_SUBSTITUTIONS, *_RATED
        )
        for name, by, games in _substitution_cuts(tables)
    ]
    table = pl.concat(pl.collect_all(found, engine="streaming"))
    return table.sort("mode", "by", "of", order, "substituted", nulls_last=True)


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
    low = tables["games"].filter(pl.col("low_power")).select(GAME, sign=pl.lit(-1))
    if low.select(pl.len()).collect(engine="streaming").item() == 0:
        return sides.with_columns(sign=1)
    return sides.join(low, on=GAME, how="left").with_columns(pl.col("sign").fill_null(1))


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
