"""Battles and games as each of their seats sees them: a row a seat, its own numbers beside the other's."""

import polars as pl

from projector.facts import GAME, Tables

# Who won a row of battles, from the seat that `seat` names: null where nobody tells.
_WON = (
    pl.when(pl.col("winner") == 0)
    .then(0.5)
    .when(pl.col("winner").is_not_null())
    .then((pl.col("winner") == pl.col("seat")).cast(pl.Float64))
)


def battle_sides(tables: Tables, *pairs: str) -> pl.LazyFrame:
    """Decided battles of games that count, from each seat that the filters leave.

    `pairs` name columns that a battle has for both seats: `power` gives `own_power` and `other_power`. Beside them
    stand `game`, `mode`, `battle`, `seat`, `won` (of the battle, a draw half), `reason` and `with_honors`.
    """
    battles = tables["battles"].filter(pl.col("counted") & pl.col("winner").is_not_null())
    views = [
        battles.select(
            GAME,
            "battle",
            "winner",
            "reason",
            "honors",
            pl.lit(seat, pl.UInt8).alias("seat"),
            **{f"own_{pair}": pl.col(f"{pair}_{seat}") for pair in pairs},
            **{f"other_{pair}": pl.col(f"{pair}_{3 - seat}") for pair in pairs},
        )
        for seat in (1, 2)
    ]
    return (
        pl.concat(views)
        .join(tables["seats"].select(GAME, "seat"), on=[GAME, "seat"], how="semi")
        .join(modes(tables), on=GAME)
        .with_columns(won=_WON, with_honors=pl.col("honors") == pl.col("seat"))
        .drop("winner", "honors")
    )


def modes(tables: Tables) -> pl.LazyFrame:
    """The mode of each game."""
    return tables["games"].select(GAME, "mode")


def counted_seats(tables: Tables, *columns: str) -> pl.LazyFrame:
    """Seats of games that count: `game`, `mode`, `seat`, `result`, and the columns named."""
    return (
        tables["seats"]
        .filter(pl.col("counted") & pl.col("result").is_not_null())
        .select(GAME, "seat", "result", *columns)
        .join(modes(tables), on=GAME)
    )
