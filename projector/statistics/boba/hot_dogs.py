"""Hot dogs: what each more spent on a battle goes with, how many a won battle takes, and what is left at the end."""

import polars as pl

from projector.facts import GAME, Tables
from projector.statistics.boba.sides import battle_sides, counted_seats
from projector.statistics.cells import clustered_means, clustered_rates, differences, games_of
from projector.statistics.statistic import Statistic

# As many are told apart in a battle; the last row holds all above.
_MOST = 8


def spending_rows(tables: Tables) -> pl.LazyFrame:
    """Battles by how many hot dogs the seat spent on them: what it had spent up to then less that of the one before."""
    sides = battle_sides(tables, "spent").sort(GAME, "seat", "battle")
    last = pl.col("own_spent").shift(1).over(GAME, "seat")
    first = pl.col("battle") == 1
    follows = pl.col("battle") == pl.col("battle").shift(1).over(GAME, "seat") + 1
    spent = pl.when(first).then(pl.col("own_spent")).when(follows).then(pl.col("own_spent") - last)
    return (
        sides.with_columns(hot_dogs=spent)
        .filter(pl.col("hot_dogs") >= 0)
        .select(GAME, "seat", "mode", "battle", "won", hot_dogs=pl.col("hot_dogs").clip(0, _MOST))
    )


def hot_dogs(tables: Tables) -> pl.DataFrame:
    """P(win battle) by how many hot dogs the seat spent on it, by mode; the last row holds all of 8 and more.

    `difference` is what the last of them goes with: the rate less that of seats that spent one fewer. 95 % intervals,
    clustered by game. Hot dogs are spent where they can help, so this is no experiment.
    """
    rows = spending_rows(tables)
    by = ["mode", "hot_dogs"]
    # A row is compared with that of one hot dog more, where it is one of the others.
    steps = pl.concat(
        [
            rows.with_columns(spent=pl.lit(value=True)),
            rows.with_columns(hot_dogs=pl.col("hot_dogs") + 1, spent=pl.lit(value=False)).filter(
                pl.col("hot_dogs") <= _MOST
            ),
        ]
    )
    gains = differences(steps, by, "spent").select(*by, "difference", "difference_low", "difference_high", "other_n")
    found = clustered_rates(rows, by).join(gains, on=by, how="left", nulls_equal=True)
    return found.sort(by, nulls_last=True).collect(engine="streaming")


def winning_rows(tables: Tables) -> pl.LazyFrame:
    """Battles that the seat won, with what it spent on them."""
    return spending_rows(tables).filter(pl.col("won") == 1.0)


def hot_dogs_for_wins(tables: Tables) -> pl.DataFrame:
    """How many hot dogs a seat spent on the battles that it won: the mean by mode and battle, clustered by game."""
    by = ["mode", "battle"]
    return clustered_means(winning_rows(tables), by, "hot_dogs").sort(by, nulls_last=True).collect(engine="streaming")


def leftover_rows(tables: Tables) -> pl.LazyFrame:
    """Seats whose hot dogs at the end are told."""
    return counted_seats(tables, "dogs_left").filter(pl.col("dogs_left").is_not_null()).rename({"result": "won"})


def hot_dogs_left(tables: Tables) -> pl.DataFrame:
    """Hot dogs that were not spent: P(win game) by how many a seat had left at the end, by mode, and their `share`.

    Wilson's 95 % interval, clustered by game where both seats have as many left; those games are even.
    """
    by = ["mode", "dogs_left"]
    share = pl.col("n") / pl.col("n").sum().over("mode")
    return (
        clustered_rates(leftover_rows(tables), by)
        .with_columns(share=share)
        .sort(by, nulls_last=True)
        .collect(engine="streaming")
    )


STATISTICS = (
    Statistic(
        name="hot_dogs",
        title="Battles won by hot dogs spent on them",
        subject="hot dogs",
        compute=hot_dogs,
        key=("mode", "hot_dogs"),
        behind=lambda tables: games_of(spending_rows(tables), ["mode", "hot_dogs"]),
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
        behind=lambda tables: games_of(leftover_rows(tables), ["mode", "dogs_left"]),
    ),
)
