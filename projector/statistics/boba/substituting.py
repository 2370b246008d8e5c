"""What substitutions are worth, whoever needs them."""

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import games_of
from projector.statistics.guard import guarded
from projector.statistics.statistic import Statistic

_SCORED = ("substituted", "score")


def substitution_rows(tables: Tables) -> pl.LazyFrame:
    """Battles of seats opposite which nobody substituted, with whether the seat did and how far it was ahead."""
    return (
        battle_sides(tables, *_SCORED)
        .filter(~pl.col("other_substituted") & pl.col("own_substituted").is_not_null())
        .filter(pl.col("own_score").is_not_null() & pl.col("other_score").is_not_null())
        .select(
            GAME,
            "seat",
            "battle",
            "won",
            "with_honors",
            substituted="own_substituted",
            lead=pl.col("own_score").cast(pl.Int8) - pl.col("other_score").cast(pl.Int8),
        )
        .join(modes(tables), on=GAME)
    )


def substitution_worth(tables: Tables) -> pl.DataFrame:
    """What a substitution is worth: P(win battle) of seats that alone substituted, less that where nobody did, by mode.

    `difference` pools all battles. `within` compares battles of the same number, the same lead in trophies and the same
    holder of honors (Mantel and Haenszel), as seats that are behind substitute more; `flips` warns where the two have
    different signs. Substitutions are chosen: whoever has a weak hero in the zone replaces it, so this is what
    substituting goes with, not what it causes. The log does not tell the power of every hero that left. All intervals
    are 95 % and clustered by game.
    """
    found = guarded(substitution_rows(tables), ["mode"], ["battle", "lead", "with_honors"], "substituted")
    return found.filter(pl.col("n") > 0).sort("mode", nulls_last=True).collect(engine="streaming")


STATISTICS = (
    Statistic(
        name="substitution_worth",
        title="What a substitution is worth",
        subject="mode",
        compute=substitution_worth,
        key=("mode",),
        behind=lambda tables: games_of(substitution_rows(tables), ["mode"]),
    ),
)
