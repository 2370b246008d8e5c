"""Battles: honors, substitutions at equal power, margins, and what lies in which zone.

Battles after the one that decides the game are in none of them: filters leave them out, unless they are asked for.
"""

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes, signed
from projector.statistics.cells import Cells, by_game, games_of, meant_sums, rated_sums
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
# The columns that name a cell, cut by cut.
_CELLS = {"all": ["mode"], "battle": ["mode", "battle"]}
_ZONES = ("mode", "battle", "substituted")
_BUT_ROOKIE = pl.col("mode").ne_missing("rookie")


def honors_rows(tables: Tables) -> pl.LazyFrame:
    """Battles from the seat that has honors when they begin."""
    return _with_honors(tables).join(modes(tables), on=GAME)


def _with_honors(tables: Tables) -> pl.LazyFrame:
    rows = battle_sides(tables).filter(pl.col("with_honors"))
    return rows.select(GAME, "battle", "won", m=1.0, y="won")


_HONORS_CELLS = Cells("honors_by", ("battle",), _with_honors)


def honors_by(tables: Tables) -> pl.DataFrame:
    """P(win battle | honors) by mode and number of the battle: won by the seat that has honors when it begins.

    A draw counts half; Wilson's 95 % interval over the games that fought the battle. From battle 2 on honors are with
    who won the one before, so they tell the better seat too: what honors are worth alone is in battle 1.
    """
    found = rated_sums(_HONORS_CELLS.sums(tables), _HONORS)
    return found.sort(_HONORS, nulls_last=True).collect(engine="streaming")


def _known(tables: Tables) -> pl.LazyFrame:
    """Battles of seats that substituted alone, or where neither did; `power` by its place among the classes."""
    ahead = (pl.col("own_printed") - pl.col("other_printed")) * pl.col("sign")
    classes = pl.sum_horizontal((ahead >= edge).cast(pl.Int8) for edge in _FROM)
    return (
        signed(battle_sides(tables, "printed", "substituted", "score"), tables)
        .filter(pl.col("own_substituted").is_not_null() & ~pl.col("other_substituted"))
        .select(
            GAME,
            "seat",
            "battle",
            "won",
            own="own_score",
            other="other_score",
            substituted="own_substituted",
            power=pl.when(ahead.is_not_null()).then(classes.cast(pl.Int8)),
            both=pl.col("opposed") & ~pl.col("own_substituted"),
        )
    )


def _cut(name: str, *more: str) -> Cells:
    """A cut of `substitutions`: its cells, by power too if `more` says so, and the games in them."""
    by = ("substituted", *more)
    m, y = pl.len().cast(pl.Float64), pl.col("won").sum()
    # Where neither substituted both seats stand in one cell, unless one of them is ahead.
    both = pl.col("both") & (pl.col("power") == _EVEN) if more else pl.col("both")

    def known(tables: Tables) -> pl.LazyFrame:
        return _known(tables).drop_nulls(more) if more else _known(tables)

    def by_score(tables: Tables) -> pl.LazyFrame:
        rows = known(tables).drop_nulls(_SCORE)
        drawn = tables["battles"].filter(pl.col("winner") == 0).select(GAME)
        level = pl.col("own") == pl.col("other")
        # A score comes again only after a drawn battle.
        once = _once(rows.join(drawn, on=GAME, how="anti"), both & level)
        again = by_game(rows.join(drawn, on=GAME, how="semi"), [*_SCORE, *by], m=m, y=y)
        return pl.concat([it.select(GAME, *_SCORE, *by, "m", "y") for it in (once, again)])

    columns: tuple[str, ...]
    games: Callable[[Tables], pl.LazyFrame]
    if name == "all":
        columns, games = by, lambda tables: by_game(known(tables), by, m=m, y=y)
    elif name == "battle":
        columns = ("battle", *by)
        games = lambda tables: _once(known(tables), both).select(GAME, *columns, "m", "y")  # noqa: E731
    else:
        columns, games = (*_SCORE, *by), by_score
    return Cells(" ".join(("substitutions by", name, *more)), columns, games)


_SCORE = ("own", "other")
_CUTS = {(name, more): _cut(name, *more) for more in ((), ("power",)) for name in ("all", "battle", "score")}


def _once(rows: pl.LazyFrame, both: pl.Expr) -> pl.LazyFrame:
    """Rows as games with `m` and `y`, those of both seats in one."""
    return rows.filter(~both | (pl.col("seat") == 1)).with_columns(
        m=pl.when(both).then(2.0).otherwise(1.0), y=pl.when(both).then(1.0).otherwise("won")
    )


def _named(cells: pl.LazyFrame, name: str, more: Sequence[str]) -> pl.LazyFrame:
    """What names a cell of `substitutions`, in words."""
    score = pl.format("{}:{}", *_SCORE)
    power = pl.col("power").replace_strict(dict(enumerate(_POWERS)), return_dtype=pl.String)
    return cells.with_columns(
        by=pl.lit(name),
        of=score if name == "score" else _of(name),
        power=power if "power" in more else pl.lit(ANY),
    )


def substituting_rows(tables: Tables) -> pl.LazyFrame:
    """The games of each cell of `substitutions`."""
    cuts = (
        _named(cells.games(tables).join(_but_rookie(tables), on=GAME), name, more).select(*_SUBSTITUTIONS, GAME)
        for (name, more), cells in _CUTS.items()
    )
    return pl.concat(cuts)


def _but_rookie(tables: Tables) -> pl.LazyFrame:
    return modes(tables).filter(_BUT_ROOKIE)


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
        _named(rated_sums(cells.sums(tables).filter(_BUT_ROOKIE), ["mode", *cells.by]), name, more).select(
            *_SUBSTITUTIONS, *_RATED
        )
        for (name, more), cells in _CUTS.items()
    ]
    table = pl.concat(pl.collect_all(found, engine="streaming"))
    return table.sort("mode", "by", "of", order, "substituted", nulls_last=True)


def _margins(tables: Tables) -> pl.LazyFrame:
    """Battles won by power with all powers known: the margins printed and final from the winner's side."""
    final, printed = (pl.col(f"own_{name}") - pl.col(f"other_{name}") for name in ("power", "printed"))
    return (
        signed(battle_sides(tables, "power", "printed"), tables)
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
    kept = pl.collect_all([cells.sums(tables) for cells in _MARGIN_CELLS.values()], engine="streaming")
    found = [
        meant_sums(sums.lazy().with_columns(**told), _CELLS[by])
        .with_columns(by=pl.lit(by), of=_of(by), margin=pl.lit(margin))
        .select(*_MARGINS, "games", "n", "mean", "low", "high", "enough")
        for by, sums in zip(_MARGIN_CELLS, kept, strict=True)
        for margin, told in _KINDS_OF_MARGIN.items()
    ]
    return pl.concat(found).sort(_MARGINS, nulls_last=True).collect(engine="streaming")


def _margins_of_games(tables: Tables) -> pl.LazyFrame:
    final, printed = (pl.col(name).cast(pl.Float64).sum() for name in ("final", "printed"))
    m = pl.len().cast(pl.Float64)
    return by_game(_margins(tables), [], m=m, y=final, other_m=m, other_y=printed)


def _margins_of_battles(tables: Tables) -> pl.LazyFrame:
    return _margins(tables).select(GAME, "battle", m=1.0, y="final", other_m=1.0, other_y="printed")


_MARGIN_CELLS = {
    "all": Cells("margins by all", (), _margins_of_games),
    "battle": Cells("margins by battle", ("battle",), _margins_of_battles),
}


def _less(take: str, *, my: str, crossed: str, yy: str) -> dict[str, pl.Expr]:
    """Sums of the final margin less another number of the same battles, of which the sums are named."""
    return {
        "y": pl.col("y") - pl.col(take),
        "my": pl.col("my") - pl.col(my),
        "yy": pl.col("yy") - 2 * pl.col(crossed) + pl.col(yy),
    }


# What is added up are final margins, and beside them printed ones: sums of all others follow.
_KINDS_OF_MARGIN: Mapping[str, Mapping[str, pl.Expr]] = {
    "printed": {name: pl.col(f"other_{name}") for name in ("y", "my", "yy")},
    "by_plays": _less("other_y", my="other_my", crossed="cross_yy", yy="other_yy"),
    "final": {},
    "wasted": _less("m", my="mm", crossed="my", yy="mm"),
}


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
    """Heroes that fought, with whether they came in as substitutes."""
    return _laid(tables).join(modes(tables), on=GAME)


def _laid(tables: Tables) -> pl.LazyFrame:
    """The same without modes. `twin`: the other seat's hero did alike."""
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
    )


def zones(tables: Tables) -> pl.DataFrame:
    """Mean printed power of the heroes that fought, by mode, number of the battle and whether they came as substitutes.

    Both seats count; 95 % intervals clustered by game. Heroes that are no substitutes show what seats lay into each
    zone, as far as it was fought and they did not replace it.
    """
    found = meant_sums(_ZONE_CELLS.sums(tables), _ZONES)
    return found.sort(_ZONES, nulls_last=True).collect(engine="streaming")


def _zones_of_games(tables: Tables) -> pl.LazyFrame:
    twin = pl.col("twin")
    return (
        _laid(tables)
        .filter(~twin | (pl.col("seat") == 1))
        .with_columns(
            m=pl.when(twin).then(2).otherwise(1), y=pl.col("power") + pl.when(twin).then("other").otherwise(0)
        )
    )


_ZONE_CELLS = Cells("zones", ("battle", "substituted"), _zones_of_games)


CELLS = (_HONORS_CELLS, *_CUTS.values(), *_MARGIN_CELLS.values(), _ZONE_CELLS)
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
