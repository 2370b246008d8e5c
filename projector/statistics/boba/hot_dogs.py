"""Hot dogs: what each more spent on a battle goes with, how many a won battle takes, and what is left at the end."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.boba.sides import battle_sides, modes
from projector.statistics.cells import Cells, by_game, differed_sums, games_of, meant_sums, rated_sums
from projector.statistics.statistic import Statistic

# As many are told apart in a battle; the last row holds all above.
_MOST = 8
_NUMBERS = range(_MOST + 1)


def spending_rows(tables: Tables) -> pl.LazyFrame:
    """Battles by how many hot dogs the seat spent on them: what it had spent up to then less that of the one before."""
    follows = (pl.col(GAME) == pl.col(GAME).shift(1)) & (pl.col("battle") == pl.col("battle").shift(1) + 1)
    battles = (
        tables["battles"]
        .filter(pl.col(COUNTED) & pl.col("winner").is_not_null())
        .sort(GAME, "battle")
        .with_columns(
            pl.when(pl.col("battle") == 1)
            .then(f"spent_{seat}")
            .when(follows)
            .then(pl.col(f"spent_{seat}") - pl.col(f"spent_{seat}").shift(1))
            .alias(f"paid_{seat}")
            for seat in (1, 2)
        )
    )
    return (
        battle_sides({"seats": tables["seats"], "games": tables["games"], "battles": battles}, "paid")
        .filter(pl.col("own_paid") >= 0)
        .select(GAME, "seat", "battle", "won", hot_dogs=pl.col("own_paid").clip(0, _MOST))
    )


def hot_dogs(tables: Tables) -> pl.DataFrame:
    """P(win battle) by how many hot dogs the seat spent on it, by mode; the last row holds all of 8 and more.

    `difference` is what the last of them goes with: the rate less that of seats that spent one fewer. 95 % intervals,
    clustered by game. Hot dogs are spent where they can help, so this is no experiment.
    """
    by = ["mode", "hot_dogs"]
    sums = _SPENT_CELLS.sums(tables).collect(engine="streaming").lazy()
    gains = differed_sums(sums, by).select(*by, "difference", "difference_low", "difference_high", "other_n")
    rates = rated_sums(sums.filter(pl.col("m") > 0), by)
    found = rates.join(gains, on=by, how="left", nulls_equal=True)
    return found.sort(by, nulls_last=True).collect(engine="streaming")


def _numbers_by_game(tables: Tables) -> pl.LazyFrame:
    """Games with `m` battles on which so many hot dogs were spent, and `y` of them won, for each number."""
    spent = {number: pl.col("hot_dogs") == number for number in _NUMBERS}
    sums = {f"m{number}": is_it.sum().cast(pl.Float64) for number, is_it in spent.items()}
    sums |= {f"y{number}": pl.col("won").filter(is_it).sum() for number, is_it in spent.items()}
    return by_game(spending_rows(tables), [], None, **sums)


def _spent(tables: Tables) -> pl.LazyFrame:
    """Games by number of hot dogs: battles on which so many were spent, beside those on which one fewer was."""
    # One row a game with all numbers beside each other: a row for each of them takes five times as long.
    games = _numbers_by_game(tables).collect(engine="streaming").lazy()
    found = []
    for number in _NUMBERS:
        fewer = {f"other_{it}": pl.col(f"{it}{number - 1}") if number else pl.lit(0.0) for it in "my"}
        cells = games.select(GAME, hot_dogs=pl.lit(number, pl.Int32), m=f"m{number}", y=f"y{number}", **fewer)
        found.append(cells.filter((pl.col("m") > 0) | (pl.col("other_m") > 0)))
    return pl.concat(found)


_SPENT_CELLS = Cells("hot_dogs", ("hot_dogs",), _spent)


def winning_rows(tables: Tables) -> pl.LazyFrame:
    """Battles that the seat won, with what it spent on them."""
    return _won(tables).join(modes(tables), on=GAME)


def _won(tables: Tables) -> pl.LazyFrame:
    rows = spending_rows(tables).filter(pl.col("won") == 1.0)
    return rows.select(GAME, "seat", "battle", m=1.0, y="hot_dogs")


_WON_CELLS = Cells("hot_dogs_for_wins", ("battle",), _won)


def hot_dogs_for_wins(tables: Tables) -> pl.DataFrame:
    """How many hot dogs a seat spent on the battles that it won: the mean by mode and battle, clustered by game."""
    by = ["mode", "battle"]
    return meant_sums(_WON_CELLS.sums(tables), by).sort(by, nulls_last=True).collect(engine="streaming")


def leftover_rows(tables: Tables) -> pl.LazyFrame:
    """Seats whose hot dogs at the end are told."""
    return _left(tables).join(modes(tables), on=GAME)


def _left(tables: Tables) -> pl.LazyFrame:
    known = pl.col("result").is_not_null() & pl.col("dogs_left").is_not_null()
    seats = tables["seats"].filter(pl.col(COUNTED) & known)
    return seats.select(GAME, "seat", won="result", hot_dogs="dogs_left")


def _left_by_game(tables: Tables) -> pl.LazyFrame:
    return by_game(_left(tables), ["hot_dogs"], m=pl.len().cast(pl.Float64), y=pl.col("won").sum())


_LEFT_CELLS = Cells("hot_dogs_left", ("hot_dogs",), _left_by_game)


def hot_dogs_left(tables: Tables) -> pl.DataFrame:
    """Hot dogs that were not spent: P(win game) by how many a seat had left at the end, by mode, and their `share`.

    Wilson's 95 % interval, clustered by game where both seats have as many left; those games are even.
    """
    by = ["mode", "dogs_left"]
    share = pl.col("n") / pl.col("n").sum().over("mode")
    return (
        rated_sums(_LEFT_CELLS.sums(tables).rename({"hot_dogs": "dogs_left"}), by)
        .with_columns(share=share)
        .sort(by, nulls_last=True)
        .collect(engine="streaming")
    )


CELLS = (_SPENT_CELLS, _WON_CELLS, _LEFT_CELLS)
STATISTICS = (
    Statistic(
        name="hot_dogs",
        title="Battles won by hot dogs spent on them",
        subject="hot dogs",
        compute=hot_dogs,
        key=("mode", "hot_dogs"),
        behind=lambda tables: games_of(spending_rows(tables).join(modes(tables), on=GAME), ["mode", "hot_dogs"]),
    ),
    Statistic(
        name="hot_dogs_for_wins",
        title="Hot dogs spent on battles won",
        subject="battle",
        compute=hot_dogs_for_wins,
        key=("mode", "battle"),
        behind=lambda tables: games_of(winning_rows(tables), ["mode", "battle"]),
    ),
    Statistic(
        name="hot_dogs_left",
        title="Games won by hot dogs left",
        subject="hot dogs",
        compute=hot_dogs_left,
        key=("mode", "dogs_left"),
        behind=lambda tables: games_of(leftover_rows(tables).rename({"hot_dogs": "dogs_left"}), ["mode", "dogs_left"]),
    ),
)
