"""What decks are called: a deck is its contents, and its names and versions are those that players gave it."""

from collections.abc import Mapping, Sequence

import polars as pl

from events.base import PlayerId, TextId
from events.registry import DeckNamed, RegistryEvent
from projector.statistics.intervals import wilson

GivenNames = Mapping[tuple[str, PlayerId | None], TextId]


def given_names(registry: Sequence[RegistryEvent]) -> GivenNames:
    """The name of each deck, by its hash and the player who calls it so (None: all do); the latest counts."""
    return {(event.deck, event.player): event.name for event in registry if isinstance(event, DeckNamed)}


def named(seats: pl.LazyFrame, words: Mapping[str, str], given: GivenNames) -> pl.LazyFrame:
    """The seats with the name of their deck as words in `name`, null where nobody named it.

    A name that the player gave afterwards comes before one that all use, and that before the one the log tells
    (`deck_name`, the id of a text). `words`: the words of the texts.
    """
    told = pl.col("deck_name").replace_strict(dict(words), default=None, return_dtype=pl.String)
    by_all = {deck: words.get(text) for (deck, player), text in given.items() if player is None}
    own = pl.DataFrame(
        [(deck, player, words.get(text)) for (deck, player), text in given.items() if player is not None],
        schema={"deck": pl.String, "player": pl.String, "own": pl.String},
        orient="row",
    )
    general = pl.col("deck").replace_strict(by_all, default=None, return_dtype=pl.String)
    return (
        seats.join(own.lazy(), on=["deck", "player"], how="left")
        .with_columns(name=pl.coalesce("own", general, told))
        .drop("own")
    )


def versions(seats: pl.LazyFrame) -> pl.DataFrame:
    """The decks that players brought, known card by card: a row a player, name and contents.

    Decks that one player calls by one name are its versions, numbered from 1 in the order in which they were first
    played (those without a date last, and then by contents). A deck without a name is nobody's version: null. Wins,
    draws and losses are of games that count, the win rate with Wilson's 95 % interval.

    `seats`: player, deck, name, played, result, counted.
    """
    result = pl.when("counted").then(pl.col("result"))
    rate = pl.when(pl.col("decided") > 0).then((pl.col("wins") + pl.col("draws") / 2) / pl.col("decided"))
    low, high = wilson(pl.col("win_rate"), pl.col("decided"))
    order = ["played_first", "deck"]
    return (
        seats.filter(pl.col("deck").is_not_null())
        .group_by("player", "name", "deck")
        .agg(
            played_first=pl.col("played").min(),
            played_last=pl.col("played").max(),
            games=pl.len(),
            wins=(result == 1.0).sum(),
            draws=(result == 0.5).sum(),
            losses=(result == 0.0).sum(),
        )
        .with_columns(decided=pl.col("wins") + pl.col("draws") + pl.col("losses"))
        .with_columns(win_rate=rate)
        .with_columns(low=low, high=high)
        .sort("player", "name", *order, nulls_last=True)
        .with_columns(
            version=pl.when(pl.col("name").is_not_null() & pl.col("player").is_not_null()).then(
                pl.int_range(1, pl.len() + 1, dtype=pl.UInt32).over("player", "name")
            )
        )
        .select(
            "player",
            "name",
            "version",
            "deck",
            "played_first",
            "played_last",
            "games",
            "wins",
            "draws",
            "losses",
            "win_rate",
            "low",
            "high",
        )
        .collect()
    )
