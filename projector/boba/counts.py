"""Counts of cards, matchups and decks over games that count, by week and kind of game: whatever is cut, they add up.

`_won` are games won, a draw half. A seat of a game is counted once for each card, however often it had it.
"""

from collections.abc import Mapping

import polars as pl

from projector.facts import CLUSTER_SUMS, GAME
from projector.game import Columns, Counts
from projector.statistics.boba import CELLS
from projector.statistics.boba.sides import PAIRS, SIDES, battle_sides, signed
from projector.statistics.cells import SUMS

# What a count can be filtered by.
_KIND: Columns = {
    "mode": pl.String,
    "format": pl.String,
    "client": pl.String,
    "simulated": pl.Boolean,
    "week": pl.Int32,
}
# What names a cell of a statistic, whichever needs it; weeks would be too many.
_CELL: Columns = {
    "cells": pl.String,
    "battle": pl.UInt8,
    "substituted": pl.Boolean,
    "power": pl.Int8,
    "own": pl.UInt8,
    "other": pl.UInt8,
    "hot_dogs": pl.Int32,
    "part": pl.String,
    "drawn": pl.Boolean,
    "card": pl.String,
    "player": pl.String,
    **{name: kind for name, kind in _KIND.items() if name != "week"},
}
_SEAT = ("game", "seat")
# How a seat came to a card, and what did with it, as columns of `appearances` that tell how often.
_WAYS = ("lineup", "drawn", "substituted", "run")
_CARD_SUMS = ("games", "in_deck", "told", "seen", "not_seen", *_WAYS)
_RESULTS = {
    name: (pl.col("result") == result).sum() for name, result in (("wins", 1.0), ("draws", 0.5), ("losses", 0.0))
}


def card_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Seats that had a card in their deck, saw it, did not see it, or came to it in one of the ways.

    `games`: had it in the deck or saw it. `told` counts seats with it in the deck whose log tells every card of its
    kind that they had, `not_seen` those of them that did not see it.
    """
    kinds = _kinds(tables)
    seats = _seats(tables, kinds, "deck", "heroes_told", "plays_told")
    decks = tables["deck_cards"].select("deck", "card", "kind")
    told = (
        pl.when(pl.col("kind") == "hero")
        .then("heroes_told")
        .otherwise((pl.col("kind") == "play") & pl.col("plays_told"))
    )
    # Sums first: the same few decks are played again and again, and one looks into each once.
    brought = (
        seats.group_by("deck", "heroes_told", "plays_told", "of")
        .agg(n=pl.len().cast(pl.Int64), won=pl.col("result").sum())
        .join(decks, on="deck")
        .with_columns(told=told.fill_null(value=False))
    )
    seen = (
        tables["appearances"]
        .filter(pl.col("counted"))
        .select(*_SEAT, "card", "kind", *_WAYS)
        .join(seats, on=_SEAT)
        .group_by("card", "kind", "deck", "heroes_told", "plays_told", "of")
        .agg(
            n=pl.len().cast(pl.Int64),
            won=pl.col("result").sum(),
            **{way: (pl.col(way) > 0).sum().cast(pl.Int64) for way in _WAYS},
            **{f"{way}_won": pl.col("result").filter(pl.col(way) > 0).sum() for way in _WAYS},
        )
        .join(decks.with_columns(in_deck=True), on=["deck", "card", "kind"], how="left")
        .with_columns(in_deck=pl.col("in_deck").fill_null(value=False))
        .with_columns(told=pl.col("in_deck") & told.fill_null(value=False))
    )
    every = pl.lit(value=True)
    by = ["card", "kind", "of"]
    parts = [
        brought.group_by(by).agg(
            **_sums("games", every),
            **_sums("in_deck", every),
            **_sums("told", pl.col("told")),
            **_sums("not_seen", pl.col("told")),
        ),
        seen.group_by(by).agg(
            pl.col([column for way in _WAYS for column in (way, f"{way}_won")]).sum(),
            **_sums("games", ~pl.col("in_deck")),
            **_sums("seen", every),
            **{name: -total for name, total in _sums("not_seen", pl.col("told")).items()},
        ),
    ]
    return pl.concat(parts, how="diagonal").group_by(by).agg(pl.all().sum()).join(kinds, on="of")


def matchup_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Games of a deck against another, both known card by card, from the deck's side, by who had first honors."""
    kinds = _kinds(tables)
    seats = _seats(tables, kinds, "deck", "opponent_deck", "first_honors").drop_nulls(["deck", "opponent_deck"])
    by_both = seats.rename({"opponent_deck": "opponent"}).group_by("deck", "opponent", "first_honors", "of")
    return by_both.agg(games=pl.len(), **_RESULTS).join(kinds, on="of")


def share_counts(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """Seats that brought a deck, which may be one that is not known card by card, and how their games ended."""
    kinds = _kinds(tables)
    by_deck = _seats(tables, kinds, "deck", "first_honors").group_by("deck", "first_honors", "of")
    return by_deck.agg(appearances=pl.len(), **_RESULTS).join(kinds, on="of")


def cluster_sums(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """What statistics add up of the games in each of their cells; battles after the clinch are left out."""
    kind = [name for name in _KIND if name != "week"]
    told = _games(tables)
    kinds = told.select(kind).unique(maintain_order=True).with_row_index("of")
    of = told.join(kinds, on=kind, nulls_equal=True).select(GAME, "of")
    battles = tables["battles"].filter(~pl.col("after_clinch").fill_null(value=False))
    # What many of them begin with is made once.
    counted = {**tables, "battles": battles}
    sides, of = (it.lazy() for it in pl.collect_all([signed(battle_sides(counted, *PAIRS), counted), of]))
    counted |= {SIDES: sides}
    found = pl.collect_all([cells.added(counted, of).with_columns(cells=pl.lit(cells.name)) for cells in CELLS])
    named = pl.concat(found, how="diagonal_relaxed").lazy().join(kinds.collect().lazy(), on="of")
    missing = [pl.lit(None, kind).alias(name) for name, kind in _CELL.items() if name not in named.collect_schema()]
    return named.with_columns(missing).with_columns(pl.col(SUMS).fill_null(0.0))


def _games(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    played = pl.col("played").dt
    week = played.iso_year().cast(pl.Int32) * 100 + played.week().cast(pl.Int32)
    kind = [pl.col(name) for name in _KIND if name != "week"]
    return tables["games"].filter(pl.col("counted")).select("game", *kind, week=week)


def _kinds(tables: Mapping[str, pl.LazyFrame]) -> pl.LazyFrame:
    """The kinds of games there are, numbered (`of`): rows are summed by a number faster than by five columns."""
    return _games(tables).select(_KIND.keys()).unique(maintain_order=True).with_row_index("of")


def _seats(tables: Mapping[str, pl.LazyFrame], kinds: pl.LazyFrame, *columns: str) -> pl.LazyFrame:
    """Seats of games that count, with the kind of their game."""
    games = _games(tables).join(kinds, on=list(_KIND), nulls_equal=True).select("game", "of")
    return tables["seats"].filter(pl.col("counted")).select(*_SEAT, "result", *columns).join(games, on="game")


def _sums(name: str, condition: pl.Expr) -> dict[str, pl.Expr]:
    return {name: pl.col("n").filter(condition).sum(), f"{name}_won": pl.col("won").filter(condition).sum()}


COUNTS: Mapping[str, Counts] = {
    "card_counts": Counts(
        {"card": pl.String, "kind": pl.String, **_KIND},
        {column: kind for name in _CARD_SUMS for column, kind in ((name, pl.UInt32), (f"{name}_won", pl.Float64))},
        card_counts,
    ),
    "matchup_counts": Counts(
        {"deck": pl.String, "opponent": pl.String, "first_honors": pl.Boolean, **_KIND},
        dict.fromkeys(("games", *_RESULTS), pl.UInt32),
        matchup_counts,
    ),
    "share_counts": Counts(
        {"deck": pl.String, "first_honors": pl.Boolean, **_KIND},
        dict.fromkeys(("appearances", *_RESULTS), pl.UInt32),
        share_counts,
    ),
    CLUSTER_SUMS: Counts(_CELL, dict.fromkeys(SUMS, pl.Float64), cluster_sums),
}
