"""What substitutions are worth, whoever needs them."""

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import Cells, by_game, differed_sums, games_of, of_arms
from projector.statistics.guard import stratified
from projector.statistics.statistic import Statistic

_BY = ["mode"]
_SCORED = ("substituted", "score")
# More trophies than a seat can be ahead.
_MOST = 256


def _trials(tables: Tables) -> pl.LazyFrame:
    """Battles of seats opposite which nobody substituted, with whether the seat did and how things stood for it."""
    lead = pl.col("own_score").cast(pl.Int16) - pl.col("other_score") + _MOST
    honors = pl.col("with_honors").cast(pl.Int16).fill_null(2)
    return (
        battle_sides(tables, *_SCORED)
        .filter(~pl.col("other_substituted") & pl.col("own_substituted").is_not_null())
        .filter(pl.col("own_score").is_not_null() & pl.col("other_score").is_not_null())
        .select(GAME, "won", substituted="own_substituted", stratum=(pl.col("battle") * 2 * _MOST + lead) * 3 + honors)
    )


def _arms(tables: Tables) -> pl.LazyFrame:
    return by_game(_trials(tables), [], None, **of_arms("substituted"))


_CELLS = Cells("substitution_worth", (), _arms)
CELLS = (_CELLS,)


def substitution_worth(tables: Tables) -> pl.DataFrame:
    """What a substitution is worth: P(win battle) of seats that alone substituted, less that where nobody did, by mode.

    `difference` pools all battles. `within` compares battles of the same number, the same lead in trophies and the same
    holder of honors (Mantel and Haenszel), as seats that are behind substitute more; `flips` warns where the two have
    different signs. Substitutions are chosen: whoever has a weak hero in the zone replaces it, so this is what
    substituting goes with, not what it causes. The log does not tell the power of every hero that left. All intervals
    are 95 % and clustered by game.
    """
    pooled = differed_sums(_CELLS.sums(tables), _BY).filter(pl.col("n") > 0).collect(engine="streaming")
    within = stratified(_trials(tables), _BY, "substituted", modes(tables))
    return (
        pooled.join(within, on=_BY, how="left", nulls_equal=True)
        .with_columns(flips=(pl.col("difference") * pl.col("within") < 0).fill_null(value=False))
        .sort(_BY, nulls_last=True)
    )


STATISTICS = (
    Statistic(
        name="substitution_worth",
        title="What a substitution is worth",
        subject="mode",
        compute=substitution_worth,
        key=("mode",),
        behind=lambda tables: games_of(_trials(tables).join(modes(tables), on=GAME), _BY),
    ),
)
