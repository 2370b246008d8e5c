"""Gathers the facts of many games into tables: the rows that a game system makes of each, under the game's number."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeAlias

import msgspec
import numpy as np
import polars as pl
import pyarrow as pa

from events.base import Event, RecordingId
from projector.game import Columns, Game

# The tables of one game system by name. Collect what you need of them.
Tables: TypeAlias = Mapping[str, pl.LazyFrame]
Rows: TypeAlias = Mapping[str, Sequence[tuple[Any, ...]]]
# The dense number of the game, in every table: in the order in which games came onto the tape.
GAME = "game"
# The table with one row a game. Beside what the game system tells it has the game's id, and the client that told it.
GAMES_TABLE = "games"
# Counts that hold sums of cells clustered by game, over battles up to the clinch.
CLUSTER_SUMS = "cluster_sums"
GAMES_COLUMNS: Columns = {"id": pl.String, "client": pl.String}
# Whether a row counts in statistics: a game system tells it of each game, a retracted game never does.
COUNTED = "counted"


class Origin(msgspec.Struct, frozen=True):
    """What facts of a game do not stand in its events: its id, the client that told it, whether it was retracted."""

    id: RecordingId
    client: str | None = None
    retracted: bool = False


def columns_of(game: Game[Any], table: str) -> Columns:
    """All columns of a table or of counts with their kinds, the game's number first."""
    if table in game.counts:
        return game.counts[table].columns
    if table in game.keyed:
        return game.tables[table]
    given = GAMES_COLUMNS if table == GAMES_TABLE else {}
    return {GAME: pl.UInt32(), **given, **game.tables[table]}


class FactRows:
    """The rows of games as they come, until they are taken as frames. Rows of a key that came before are left out."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self._schemas = {name: (game.told or game.tables)[name] for name in game.tables}
        # Column by column at once, while the rows of a game are still in the processor's cache.
        self._columns: dict[str, list[list[Any]]] = {
            name: [[] for _ in schema] for name, schema in self._schemas.items()
        }
        # How many rows of each table each game has, beside the games' numbers.
        self._numbers: list[int] = []
        self._lengths: dict[str, list[int]] = {name: [] for name in game.tables if name not in game.keyed}
        self._origins: list[Origin] = []
        self._keys: dict[str, set[Any]] = {name: set() for name in game.keyed}
        self._key_columns = {name: list(self._schemas[name]).index(key) for name, key in game.keyed.items()}

    def __len__(self) -> int:
        return len(self._numbers)

    def add(self, number: int, origin: Origin, rows: Rows) -> None:
        self._numbers.append(number)
        self._origins.append(origin)
        for name, lengths in self._lengths.items():
            found = rows[name]
            self._add_rows(name, found)
            lengths.append(len(found))
        for name, keys in self._keys.items():
            self._add_keyed(name, keys, rows[name])

    def take(self) -> dict[str, pl.DataFrame]:
        """A frame of each table, with all rows since they were last taken, the games in the order they were added."""
        return refined(self.game, *self.take_told())

    def take_told(self) -> tuple[dict[str, pl.DataFrame], list[int]]:
        """The same as it was told, for `refined`, and the numbers of the games that were retracted."""
        frames = {name: self._frame(name) for name in self._schemas}
        retracted = [number for number, origin in zip(self._numbers, self._origins, strict=True) if origin.retracted]
        self._numbers.clear()
        self._origins.clear()
        for columns in self._columns.values():
            for column in columns:
                column.clear()
        for lengths in self._lengths.values():
            lengths.clear()
        return frames, retracted

    def _add_rows(self, name: str, rows: Iterable[tuple[Any, ...]]) -> None:
        for column, values in zip(self._columns[name], zip(*rows, strict=True), strict=False):
            column.extend(values)

    def _add_keyed(self, name: str, keys: set[Any], rows: Sequence[tuple[Any, ...]]) -> None:
        column = self._key_columns[name]
        new = dict.fromkeys(row for row in rows if row[column] not in keys)
        self._add_rows(name, new)
        keys.update(row[column] for row in new)

    def _frame(self, name: str) -> pl.DataFrame:
        told = [
            _series(column, values, kind)
            for values, (column, kind) in zip(self._columns[name], self._schemas[name].items(), strict=True)
        ]
        if name in self.game.keyed:
            return pl.DataFrame(told)
        numbers = np.repeat(np.array(self._numbers, dtype=np.uint32), self._lengths[name])
        given = [pl.Series(GAME, numbers)]
        if name == GAMES_TABLE:
            origins = self._origins
            given += [
                pl.Series("id", [origin.id for origin in origins], pl.String),
                pl.Series("client", [origin.client for origin in origins], pl.String),
            ]
        return pl.DataFrame([*given, *told])


def refined(game: Game[Any], told: Mapping[str, pl.DataFrame], retracted: Sequence[int]) -> dict[str, pl.DataFrame]:
    """The tables of what folds told, where no retracted game counts. Threads may do it while other games are folded."""
    frames = dict(game.refine(told))
    for name, frame in frames.items():
        if retracted and COUNTED in frame.columns:
            frames[name] = frame.with_columns(pl.col(COUNTED) & ~pl.col(GAME).is_in(list(retracted)))
    return frames


def _series(name: str, values: list[Any], kind: pl.DataType | type[pl.DataType]) -> pl.Series:
    """Not strict: a number that a hostile log drives out of its column is unknown, and counting goes on."""
    if not isinstance(kind, pl.List):
        return pl.Series(name, values, kind, strict=False)
    # Words by polars, lists by Arrow: each does its own several times as fast as the other.
    ends = np.cumsum([0, *map(len, values)])
    words = pl.Series(list(chain.from_iterable(values)), dtype=pl.String).to_arrow()
    return pl.Series(name, pl.from_arrow(pa.LargeListArray.from_arrays(ends, words)))


class FactTables:
    """The facts of one game system in memory. A game that is added again takes the place of what it was."""

    def __init__(self, game: Game[Any], cards: Any) -> None:
        self.game = game
        self.cards = cards
        self._games: dict[RecordingId, tuple[Origin, Rows]] = {}

    def add(self, recording: RecordingId, events: Sequence[Event], client: str | None = None) -> None:
        """Fold a game and keep its facts."""
        rows = self.game.rows(self.game.fold(self.cards, events))
        self._games[recording] = Origin(recording, client), rows

    def tables(self) -> Tables:
        """All tables and counts as they are now; those handed out earlier do not change."""
        gathered = FactRows(self.game)
        for number, (origin, rows) in enumerate(self._games.values()):
            gathered.add(number, origin, rows)
        tables = {name: frame.lazy() for name, frame in gathered.take().items()}
        return tables | {name: counts.of(tables) for name, counts in self.game.counts.items()}
