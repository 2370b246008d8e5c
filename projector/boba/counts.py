"""Counts of cards, matchups and decks over games that count, by week and kind of game: whatever is cut, they add up.

`_won` are games won, a draw half. A seat of a game is counted once for each card, however often it had it.
"""

from collections.abc import Mapping

import polars as pl

from projector.game import Columns, Counts

# What a count can be filtered by.
_KIND: Columns = {
    "mode": pl.String,
    "format": pl.String,
    "client": pl.String,
    "simulated": pl.Boolean,
    "week": pl.Int32,
}
_SEAT = ("game", "seat")
# How a seat came to a card, and what did with it, as columns of `appearances` that tell how often.
_WAYS = ("lineup", "drawn", "substituted", "run")
_CARD_SUMS = ("games", "in_deck", "seen", "not_seen", *_WAYS)
_RESULTS = {
    name: (pl.col("result") == result).sum() for name, result in (("wins", 1.0), ("draws", 0.5), ("losses", 0.0))
}


def card_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Seats that had a card in their deck, saw it, did not see it, or came to it in one of the ways.

    `games`: had it in the deck or saw it. `not_seen` counts seats alone whose log tells every card of its kind.
    """
    seats = _seats(tables, "deck", "heroes_told", "plays_told")
    decks = tables["deck_cards"].select("deck", "card", "kind")
    told = (
        pl.when(pl.col("kind") == "hero")
        .then(pl.col("heroes_told"))
        .otherwise((pl.col("kind") == "play") & pl.col("plays_told"))
    )
    brought = (
        # Decks first: the same few are played again and again.
        seats.group_by("deck", "heroes_told", "plays_told", *_KIND)
        .agg(n=pl.len().cast(pl.Int64), won=pl.col("result").sum())
        .join(decks, on="deck")
        .with_columns(told=told.fill_null(value=False))
    )
    seen = (
        tables["appearances"]
        .filter(pl.col("counted"))
        .select(*_SEAT, "card", "kind", "deck", *_WAYS)
        .join(seats.drop("deck"), on=_SEAT)
        .join(decks.with_columns(in_deck=True), on=["deck", "card", "kind"], how="left")
        .with_columns(n=pl.lit(1, pl.Int64), won=pl.col("result"), in_deck=pl.col("in_deck").fill_null(value=False))
        .with_columns(told=pl.col("in_deck") & told.fill_null(value=False))
    )
    every = pl.lit(value=True)
    return _summed(
        [
            _counted(brought, {"games": every, "in_deck": every, "not_seen": pl.col("told")}, 1),
            _counted(seen, {"games": ~pl.col("in_deck"), "seen": every, **{way: pl.col(way) > 0 for way in _WAYS}}, 1),
            _counted(seen, {"not_seen": pl.col("told")}, -1),
        ]
    )


def matchup_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Games of a deck against another, both known card by card, from the deck's side."""
    seats = _seats(tables, "deck", "opponent_deck").drop_nulls(["deck", "opponent_deck"])
    return (
        seats.rename({"opponent_deck": "opponent"}).group_by("deck", "opponent", *_KIND).agg(games=pl.len(), **_RESULTS)
    )


def share_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Seats that brought a deck, and how their games ended."""
    return _seats(tables, "deck").drop_nulls("deck").group_by("deck", *_KIND).agg(appearances=pl.len(), **_RESULTS)


def _seats(tables: Mapping[str, pl.LazyFrame], *columns: str) -> pl.LazyFrame:
    """Seats of games that count, with what their game can be filtered by."""
    played = pl.col("played").dt
    games = (
        tables["games"]
        .filter(pl.col("counted"))
        .select(
            "game",
            *(name for name in _KIND if name != "week"),
            week=played.iso_year().cast(pl.Int32) * 100 + played.week().cast(pl.Int32),
        )
    )
    return tables["seats"].filter(pl.col("counted")).select(*_SEAT, "result", *columns).join(games, on="game")


def _counted(rows: pl.LazyFrame, conditions: Mapping[str, pl.Expr], sign: int) -> pl.LazyFrame:
    counted = {}
    for name, condition in conditions.items():
        counted[name] = (pl.col("n") * sign).filter(condition).sum()
        counted[f"{name}_won"] = (pl.col("won") * sign).filter(condition).sum()
    return rows.group_by("card", "kind", *_KIND).agg(**counted)


def _summed(parts: list[pl.LazyFrame]) -> pl.LazyFrame:
    sums = [column for name in _CARD_SUMS for column in (name, f"{name}_won")]
    return pl.concat(parts, how="diagonal").group_by("card", "kind", *_KIND).agg(pl.col(sums).sum())


COUNTS: Mapping[str, Counts] = {
    "card_counts": Counts(
        {"card": pl.String, "kind": pl.String, **_KIND},
        {column: kind for name in _CARD_SUMS for column, kind in ((name, pl.UInt32), (f"{name}_won", pl.Float64))},
        card_counts,
    ),
    "matchup_counts": Counts(
        {"deck": pl.String, "opponent": pl.String, **_KIND},
        dict.fromkeys(("games", *_RESULTS), pl.UInt32),
        matchup_counts,
    ),
    "share_counts": Counts(
        {"deck": pl.String, **_KIND}, dict.fromkeys(("appearances", *_RESULTS), pl.UInt32), share_counts
    ),
}
