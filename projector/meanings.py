"""What tables hold: a row of each table and each column, in a sentence."""

from typing import Any

import msgspec

from projector.facts import columns_of
from projector.game import Game

# Of the columns that every game system has alike.
_EVERYWHERE = {
    "game": "the game's number: the same in all tables of a snapshot, another after the game changed",
    "id": "the game's id, by which it is replayed: its leading recording",
    "client": "the program that told it",
}


class Column(msgspec.Struct, frozen=True):
    """A column of a table."""

    name: str
    kind: str
    meaning: str


def meaning_of_table(game: Game[Any], table: str) -> str:
    """What one row is. Raises KeyError if nobody said it."""
    return game.meanings[f"{table}.*"]


def columns_with_meanings(game: Game[Any], table: str) -> list[Column]:
    """The columns of a table or of counts, in order. Raises KeyError if nobody said what one means."""
    said = {**game.meanings, **_EVERYWHERE}
    return [
        Column(name, str(kind), said[f"{table}.{name}"] if f"{table}.{name}" in said else said[name])
        for name, kind in columns_of(game, table).items()
    ]
