"""Battles and games as each of their seats sees them: a row a seat, its own numbers beside the other's."""

import polars as pl

from projector.facts import GAME, Tables

# All sides of battles with their sign, where somebody has made a table of them.
SIDES = "sides"
PAIRS = ("printed", "power", "substituted", "score")
# The numbers of the seats added up.
_BOTH = 3


def battle_sides(tables: Tables, *pairs: str) -> pl.LazyFrame:
    """Decided battles of games that count, from each seat that the filters leave.

    `pairs` name columns that a battle has for both seats: `power` gives `own_power` and `other_power`. Beside them
    stand `game`, `battle`, `seat`, `won` (of the battle, a draw half), `reason`, `with_honors`, and `opposed`: whether
    the filters leave the other seat too.
    """
    if SIDES in tables:
        return tables[SIDES]
    battles = tables["battles"].filter(pl.col("counted") & pl.col("winner").is_not_null())
    if both_seats(tables):
        seated = battles.with_columns(seated=_BOTH)
    else:
        seated = battles.join(tables["seats"].group_by(GAME).agg(seated=pl.col("seat").sum()), on=GAME)
    views = [
        seated.filter(pl.col("seated").is_in([seat, _BOTH])).select(
            GAME,
            "battle",
            "reason",
            pl.lit(seat, pl.UInt8).alias("seat"),
            won=pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == seat).cast(pl.Float64)),
            with_honors=pl.col("honors") == seat,
            opposed=pl.col("seated") == _BOTH,
            **{f"own_{pair}": pl.col(f"{pair}_{seat}") for pair in pairs},
            **{f"other_{pair}": pl.col(f"{pair}_{3 - seat}") for pair in pairs},
        )
        for seat in (1, 2)
    ]
    return pl.concat(views)


def signed(sides: pl.LazyFrame, tables: Tables) -> pl.LazyFrame:
    """With `sign`, which turns differences of power where the lower wins."""
    if SIDES in tables:
        return sides
    low = tables["games"].filter(pl.col("low_power")).select(GAME, sign=pl.lit(-1))
    if low.select(pl.len()).collect(engine="streaming").item() == 0:
        return sides.with_columns(sign=1)
    return sides.join(low, on=GAME, how="left").with_columns(pl.col("sign").fill_null(1))


def both_seats(tables: Tables) -> bool:
    """Whether the filters leave both seats of every game, so that nobody has to look for them."""
    games, seats = pl.collect_all([tables[name].select(pl.len()) for name in ("games", "seats")], engine="streaming")
    return bool(seats.item() == 2 * games.item())


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
