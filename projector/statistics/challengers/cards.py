"""Cards of Challengers!: which are kept, and how matches go with them."""

import polars as pl

from projector.facts import COUNTED, Tables
from projector.statistics.cells import clustered_means, clustered_rates, games_of
from projector.statistics.comparisons import false_discoveries, score_p
from projector.statistics.statistic import Statistic


def _picks(tables: Tables) -> pl.LazyFrame:
    return tables["picks"].filter(pl.col("card").is_not_null() & pl.col("kept").is_not_null())


def keeps(tables: Tables) -> pl.DataFrame:
    """How often a card that was drawn is kept, by round, and how often the match of the round is won when it is.

    `rate` is the share kept of the `n` times it was drawn; a card of a first draw that was put away for a new one was
    not kept. `win_rate` is over the `kept_n` times it was kept and the match told its result, a draw half. Wilson's
    95 % intervals, clustered by tournament. Best lower end of the share first.
    """
    by = ["card", "round"]
    picks = _picks(tables)
    with_result = picks.filter(pl.col("kept") & pl.col("result").is_not_null() & pl.col(COUNTED))
    won = clustered_rates(with_result, by, "result")
    return (
        clustered_rates(picks, by, "kept")
        .join(
            won.select(*by, kept_n="n", win_rate="rate", win_low="low", win_high="high"),
            on=by,
            how="left",
            nulls_equal=True,
        )
        .with_columns(pl.col("kept_n").fill_null(0))
        .sort("low", "n", *by, descending=[True, True, False, False], nulls_last=True)
        .collect(engine="streaming")
    )


def _brought(tables: Tables) -> pl.LazyFrame:
    return tables["reveals"].filter(pl.col(COUNTED) & pl.col("result").is_not_null())


def cards(tables: Tables) -> pl.DataFrame:
    """How often matches are won with a card in the deck, by round and copies, and how often it came into play.

    All cards of the deck count, also those that the match did not reveal: cards counted when revealed alone are biased
    toward long matches. `n` seats of matches, a draw half; Wilson's 95 % interval clustered by tournament. `revealed`
    and `held_flag` are times a match for each copy, with their intervals. `q` (Benjamini-Hochberg) is of a rate other
    than one half among all rows that are enough: 20 tournaments. Best lower end first.
    """
    by = ["card", "round", "in_deck"]
    rows = _brought(tables)
    found = clustered_rates(rows, by, "result")
    for name in ("revealed", "held_flag"):
        mean = clustered_means(rows.filter(pl.col(name).is_not_null()), by, name, per="in_deck")
        told = mean.select(*by, **{name: "mean", f"{name}_low": "low", f"{name}_high": "high"})
        found = found.join(told, on=by, how="left", nulls_equal=True)
    table = found.sort("low", "n", *by, descending=[True, True, False, False, False], nulls_last=True).collect(
        engine="streaming"
    )
    p = score_p(table["rate"], table["n_eff"]).zip_with(table["enough"], pl.Series([None], dtype=pl.Float64))
    return table.insert_column(table.columns.index("enough"), false_discoveries(p))


STATISTICS = (
    Statistic(
        name="keeps",
        title="Cards kept when drawn",
        game="challengers",
        subject="card",
        compute=keeps,
        key=("card", "round"),
        behind=lambda tables: games_of(_picks(tables), ["card", "round"]),
        version=2,
    ),
    Statistic(
        name="drafted_cards",
        title="Matches won by cards in the deck",
        game="challengers",
        subject="card",
        compute=cards,
        key=("card", "round", "in_deck"),
        behind=lambda tables: games_of(_brought(tables), ["card", "round", "in_deck"]),
        version=2,
    ),
)
