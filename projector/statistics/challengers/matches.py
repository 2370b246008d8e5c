"""Matches of Challengers!: who starts, how they end, how decks are built, and who plays the final."""

import polars as pl

from projector.facts import COUNTED, GAME, Tables
from projector.statistics.cells import clustered_means, clustered_rates, games_of
from projector.statistics.intervals import wilson
from projector.statistics.rates import MINIMUM
from projector.statistics.statistic import Statistic


def counted_matches(tables: Tables) -> pl.LazyFrame:
    return tables["matches"].filter(pl.col(COUNTED) & pl.col("winner").is_not_null())


def won_by(seat: str) -> pl.Expr:
    """Whether the seat of a column won its match, a draw half."""
    return pl.when(pl.col("winner") == 0).then(0.5).otherwise((pl.col("winner") == pl.col(seat)).cast(pl.Float64))


def _sides(tables: Tables, *pairs: str) -> pl.LazyFrame:
    """Matches from either seat: `seat`, `won`, and what a match tells of both seats as `own_` and `other_`."""
    views = [
        counted_matches(tables).select(
            GAME,
            "round",
            seat=pl.col(f"seat_{mine}"),
            won=won_by(f"seat_{mine}"),
            **{f"own_{pair}": pl.col(f"{pair}_{mine}") for pair in pairs},
            **{f"other_{pair}": pl.col(f"{pair}_{3 - mine}") for pair in pairs},
        )
        for mine in (1, 2)
    ]
    # Filters of seats leave the other one out.
    return pl.concat(views).join(tables["seats"].select(GAME, "seat"), on=[GAME, "seat"], how="semi")


def _starts(tables: Tables) -> pl.LazyFrame:
    return (
        counted_matches(tables)
        .filter(pl.col("starter").is_not_null())
        .select(GAME, "round", "final", "starts_by", won=won_by("starter"))
    )


def starters(tables: Tables) -> pl.DataFrame:
    """How often the starting seat wins its match, by round, by whether it is the final, and by why it started.

    `n` matches, a draw half; Wilson's 95 % interval with the sample size clustered by tournament. A starter by trophy
    is the seat with the higher trophy, so the better player starts more often: only where the toss decided is the rate
    what starting is worth.
    """
    by = ["round", "final", "starts_by"]
    return clustered_rates(_starts(tables), by).sort(by, nulls_last=True).collect(engine="streaming")


def _ends(tables: Tables) -> pl.LazyFrame:
    both = pl.col("revealed_1").cast(pl.Int32) + pl.col("revealed_2")
    return counted_matches(tables).select(GAME, "round", "reason", revealed=both)


def ends(tables: Tables) -> pl.DataFrame:
    """How matches end, by round: by a full bench, without a card to reveal, by concession and so on.

    `rate` is the share among the `n` matches of the round, with Wilson's 95 % interval; `revealed` is how many cards
    both seats revealed on average, with its interval clustered by tournament.
    """
    by = ["round", "reason"]
    rows = _ends(tables)
    whole = rows.group_by("round").agg(n=pl.len())
    revealed = clustered_means(rows.filter(pl.col("revealed").is_not_null()), by, "revealed")
    found = (
        rows.group_by(by)
        .agg(games=pl.col(GAME).n_unique(), matches=pl.len())
        .join(whole, on="round", nulls_equal=True)
        .with_columns(rate=pl.col("matches") / pl.col("n"), enough=pl.col("n") >= MINIMUM)
    )
    low, high = wilson(pl.col("rate"), pl.col("n"))
    return (
        found.with_columns(low=low, high=high)
        .join(
            revealed.select(*by, revealed="mean", revealed_low="low", revealed_high="high"),
            on=by,
            how="left",
            nulls_equal=True,
        )
        .select(*by, "games", "matches", "n", "rate", "low", "high", "enough", "^revealed.*$")
        .sort(by, nulls_last=True)
        .collect(engine="streaming")
    )


def _names(tables: Tables) -> pl.LazyFrame:
    return (
        _sides(tables, "names")
        .filter(pl.col("own_names").is_not_null() & pl.col("other_names").is_not_null())
        .select(GAME, "round", "won", more=pl.col("own_names").cast(pl.Int32) - pl.col("other_names").cast(pl.Int32))
    )


def names(tables: Tables) -> pl.DataFrame:
    """How often a seat wins its match, by how many names its deck has more than the other's, and by round.

    Names fill the bench: fewer leave it room. Both seats of a match are counted (`n`), so the rates of +d and -d add to
    one, and equal decks (0) stand at one half. A draw counts half; Wilson's 95 % interval clustered by tournament.
    """
    by = ["round", "more"]
    return clustered_rates(_names(tables), by).sort(by).collect(engine="streaming")


def _records(tables: Tables) -> pl.LazyFrame:
    matches = tables["matches"].filter(pl.col("winner").is_not_null() & ~pl.col("final"))
    record = matches.group_by(GAME, seat=pl.col("winner").cast(pl.UInt8)).agg(record=pl.len())
    return (
        tables["seats"]
        .filter(pl.col(COUNTED) & pl.col("in_final").is_not_null())
        .join(record, on=[GAME, "seat"], how="left")
        .select(GAME, "seat", record=pl.col("record").fill_null(0), played="in_final", won="result")
    )


def finals(tables: Tables) -> pl.DataFrame:
    """The chance to play the final and to win the tournament, by the trophies a seat had won before it.

    Of the `n` seats of finished tournaments that had a final; a trophy is a match won. `rate` is the share that played
    the final, `title_rate` the share that won the tournament, each with Wilson's 95 % interval clustered by tournament.
    """
    rows = _records(tables)
    titles = clustered_rates(rows.filter(pl.col("won").is_not_null()), ["record"])
    return (
        clustered_rates(rows, ["record"], "played")
        .join(titles.select("record", title_rate="rate", title_low="low", title_high="high"), on="record", how="left")
        .sort("record")
        .collect(engine="streaming")
    )


def _redraws(tables: Tables) -> pl.LazyFrame:
    return _sides(tables, "redrew").filter(pl.col("own_redrew").is_not_null()).rename({"own_redrew": "redrew"})


def redraws(tables: Tables) -> pl.DataFrame:
    """How often seats win the match of a round in which they drew anew, and otherwise, by round.

    `n` seats of matches, a draw half; Wilson's 95 % interval clustered by tournament. `share` is how many of the seats
    of the round these are.
    """
    by = ["round", "redrew"]
    share = pl.col("n") / pl.col("n").sum().over("round")
    return clustered_rates(_redraws(tables), by).with_columns(share=share).sort(by).collect(engine="streaming")


STATISTICS = tuple(
    Statistic(
        name=name,
        title=title,
        game="challengers",
        subject=subject,
        compute=compute,
        key=key,
        behind=lambda tables, rows=rows, key=key: games_of(rows(tables), key),  # type: ignore[misc]
        version=2,
    )
    for name, title, subject, compute, key, rows in (
        ("starters", "Matches won by the starting seat", "round", starters, ("round", "final", "starts_by"), _starts),
        ("ends", "How matches end", "round", ends, ("round", "reason"), _ends),
        ("names", "Matches won by distinct names in the deck", "round", names, ("round", "more"), _names),
        ("finals", "The final by trophies", "record", finals, ("record",), _records),
        ("redraws", "Matches won after drawing anew", "round", redraws, ("round", "redrew"), _redraws),
    )
)
