"""Statistics of Challengers!: who starts, how matches end, which decks and cards win, and who plays the final."""

import polars as pl

from projector.facts import Tables
from projector.statistics.intervals import wilson
from projector.statistics.statistic import Statistic


def _matches(tables: Tables) -> pl.LazyFrame:
    return tables["matches"].filter("counted")


def _rate(table: pl.LazyFrame, won: str = "won", size: str = "n") -> pl.LazyFrame:
    """The rate of `won` in `size` with Wilson's interval."""
    rate = pl.when(pl.col(size) > 0).then(pl.col(won) / pl.col(size))
    low, high = wilson(pl.col("rate"), pl.col(size))
    return table.with_columns(rate=rate).with_columns(low=low, high=high)


def starters(tables: Tables) -> pl.DataFrame:
    """How often the starting seat wins its match, by round, by whether it is the final, and by why it started.

    Wilson's 95 % interval over matches. A starter by trophy is the seat with the higher trophy, so the better player
    starts more often: only where the toss decided is the rate what starting is worth.
    """
    return (
        _rate(
            _matches(tables)
            .filter(pl.col("starter").is_not_null())
            .group_by("round", "final", "starts_by")
            .agg(n=pl.len(), won=(pl.col("starter") == pl.col("winner")).sum())
        )
        .sort("round", "final", "starts_by", nulls_last=True)
        .collect()
    )


def ends(tables: Tables) -> pl.DataFrame:
    """How matches end, by round: by a full bench, without a card to reveal, by concession and so on.

    `rate` is the share among the matches of the round with Wilson's 95 % interval; `revealed` is how many cards both
    seats revealed on average.
    """
    matches = _matches(tables)
    whole = matches.group_by("round").agg(n=pl.len())
    found = matches.group_by("round", "reason").agg(
        won=pl.len(), revealed=(pl.col("revealed_1").cast(pl.Int32) + pl.col("revealed_2")).mean()
    )
    return (
        _rate(found.join(whole, on="round"))
        .rename({"won": "matches"})
        .sort("round", "reason", nulls_last=True)
        .select("round", "reason", "matches", "n", "rate", "low", "high", "revealed")
        .collect()
    )


def names(tables: Tables) -> pl.DataFrame:
    """How often a seat wins its match, by how many names its deck has more than the other's, and by round.

    Names fill the bench: fewer leave it room. Both seats of a match are counted, so the rates of +d and -d add to one,
    and equal decks (0) stand at one half. Wilson's 95 % interval over matches.
    """
    told = _matches(tables).filter(pl.col("names_1").is_not_null() & pl.col("names_2").is_not_null())
    sides = [
        told.select(
            "round",
            more=pl.col(f"names_{mine}").cast(pl.Int32) - pl.col(f"names_{other}").cast(pl.Int32),
            won=(pl.col("winner") == pl.col(f"seat_{mine}")),
        )
        for mine, other in ((1, 2), (2, 1))
    ]
    both = pl.concat(sides).group_by("round", "more").agg(n=pl.len(), won=pl.col("won").sum())
    # An equal match is in both lists.
    once = pl.when(pl.col("more") == 0).then(pl.col("n") // 2).otherwise("n")
    return _rate(both.with_columns(won=pl.col("won") / (pl.col("n") / once), n=once)).sort("round", "more").collect()


def keeps(tables: Tables) -> pl.DataFrame:
    """How often a card that was drawn is kept, by round, with Wilson's 95 % interval over the cards drawn.

    A card of a first draw that was put away for a new one counts as not kept.
    """
    return (
        _rate(
            tables["picks"]
            .filter(pl.col("card").is_not_null())
            .group_by("card", "round")
            .agg(n=pl.len(), won=pl.col("kept").sum())
        )
        .rename({"won": "kept"})
        .sort("low", "n", "card", "round", descending=[True, True, False, False], nulls_last=True)
        .collect()
    )


def cards(tables: Tables) -> pl.DataFrame:
    """How often matches are won with a card in the deck, by round and copies, and how often it came into play.

    All cards of the deck count, also those that the match did not reveal: cards counted when revealed alone are biased
    toward long matches. `revealed` and `held_flag` are times a match for each copy. Wilson's 95 % interval over the
    seats of matches; `kept_in` 0 are starters, and cards whose keeping the log does not tell.
    """
    return (
        _rate(
            tables["reveals"]
            .filter("counted")
            .group_by("card", "round", "in_deck")
            .agg(
                n=pl.len(),
                won=pl.col("result").sum(),
                revealed=pl.col("revealed").sum() / pl.col("in_deck").sum(),
                held_flag=pl.col("held_flag").sum() / pl.col("in_deck").sum(),
            )
        )
        .sort("low", "n", "card", "round", "in_deck", descending=[True, True, False, False, False], nulls_last=True)
        .collect()
    )


def finals(tables: Tables) -> pl.DataFrame:
    """The chance to play the final and to win the tournament, by the trophies a seat had won before it.

    Of seats of finished tournaments that had a final; a trophy is a match won. `rate` is the share that played the
    final, with Wilson's 95 % interval; `won` is the share that won the tournament.
    """
    matches = tables["matches"].filter(pl.col("winner").is_not_null() & ~pl.col("final"))
    record = matches.group_by("game", seat=pl.col("winner").cast(pl.UInt8)).agg(record=pl.len())
    return (
        _rate(
            tables["seats"]
            .filter(pl.col("counted") & pl.col("in_final").is_not_null())
            .join(record, on=["game", "seat"], how="left")
            .with_columns(record=pl.col("record").fill_null(0))
            .group_by("record")
            .agg(n=pl.len(), played=pl.col("in_final").sum(), won=pl.col("result").mean()),
            won="played",
        )
        .sort("record")
        .select("record", "n", "played", "rate", "low", "high", "won")
        .collect()
    )


def redraws(tables: Tables) -> pl.DataFrame:
    """How often seats draw anew, and how often they win the match of the round then and otherwise, by round.

    `rate` is the share of matches won, with Wilson's 95 % interval over the seats of matches.
    """
    sides = [
        _matches(tables)
        .filter(pl.col(f"redrew_{place}").is_not_null())
        .select(
            "round",
            redrew=pl.col(f"redrew_{place}"),
            won=(pl.col("winner") == pl.col(f"seat_{place}")),
        )
        for place in (1, 2)
    ]
    return (
        _rate(pl.concat(sides).group_by("round", "redrew").agg(n=pl.len(), won=pl.col("won").sum()))
        .sort("round", "redrew")
        .collect()
    )


_LISTED = (
    ("starters", "Matches won by the starting seat", "round", starters, ("round", "final", "starts_by")),
    ("ends", "How matches end", "round", ends, ("round", "reason")),
    ("names", "Matches won by distinct names in the deck", "round", names, ("round", "more")),
    ("keeps", "Cards kept when drawn", "card", keeps, ("card", "round")),
    ("drafted_cards", "Matches won by cards in the deck", "card", cards, ("card", "round", "in_deck")),
    ("finals", "The final by trophies", "record", finals, ("record",)),
    ("redraws", "Matches won after drawing anew", "round", redraws, ("round", "redrew")),
)
STATISTICS = tuple(
    Statistic(name=name, title=title, game="challengers", subject=subject, compute=compute, key=key)
    for name, title, subject, compute, key in _LISTED
)
