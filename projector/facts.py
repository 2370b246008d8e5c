"""Gathers the facts of many games into tables: the rows that a game system makes of each, under the game's number."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import polars as pl

from events.base import Event, RecordingId
from projector.game import Columns, Game

# The tables of one game system by name. Collect what you need of them.
Tables: TypeAlias = Mapping[str, pl.LazyFrame]
# The dense number of the game, in every table: in the order in which games came onto the tape.
GAME = "game"
# The table with one row a game. Beside what the game system tells it has the game's id, and the client that told it.
GAMES_TABLE = "games"
GAMES_COLUMNS: Columns = {"id": pl.String, "client": pl.String}
# Whether a row counts in statistics: a game system tells it of each game, a retracted game never does.
COUNTED = "counted"


def columns_of(game: Game[Any], table: str) -> Columns:
    """All columns of a table with their kinds, the game's number first."""
    given = GAMES_COLUMNS if table == GAMES_TABLE else {}
    return {GAME: pl.UInt32(), **given, **game.tables[table]}


class FactTables:
    """The facts of one game system in memory, growing. A game that is added again takes the place of what it was."""

    def __init__(self, game: Game[Any], cards: Any) -> None:
        self.game = game
        self.cards = cards
        self._rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in game.tables}
        self._again: set[int] = set()
        self._pending: set[int] = set()
        self._numbers: dict[RecordingId, int] = {}
        self._tables: dict[str, pl.DataFrame] = {name: self._frame(name, []) for name in game.tables}

    def add(self, recording: RecordingId, events: Sequence[Event], client: str | None = None) -> None:
        """Fold a game and keep its facts."""
        self.remove(recording)
        number = self._numbers.setdefault(recording, len(self._numbers))
        self._pending.add(number)
        for name, rows in self.game.rows(self.game.fold(self.cards, events)).items():
            given = (number, recording, client) if name == GAMES_TABLE else (number,)
            self._rows[name].extend([(*given, *row) for row in rows])

    def remove(self, recording: RecordingId) -> None:
        """Forget the facts of a game, if there are some: it is no game of its own any more, or counts nowhere."""
        number = self._numbers.get(recording)
        if number is None:
            return
        if number in self._pending:
            self._settle()
        self._again.add(number)

    def add_all(self, games: Iterable[tuple[RecordingId, Sequence[Event]]]) -> None:
        for recording, events in games:
            self.add(recording, events)

    def tables(self) -> Tables:
        """All tables as they are now; those handed out earlier do not change."""
        self._settle()
        return {name: table.lazy() for name, table in self._tables.items()}

    def _settle(self) -> None:
        for name, rows in self._rows.items():
            table = self._tables[name]
            if self._again:
                table = table.filter(~pl.col(GAME).is_in(list(self._again)))
            if rows:
                table = pl.concat([table, self._frame(name, rows)])
                rows.clear()
            self._tables[name] = table
        self._again.clear()
        self._pending.clear()

    def _frame(self, name: str, rows: list[tuple[Any, ...]]) -> pl.DataFrame:
        schema = columns_of(self.game, name)
        columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
        return pl.DataFrame(
            # Not strict: a number that a hostile log drives out of its column is unknown, and counting goes on.
            [
                pl.Series(column, values, kind, strict=False)
                for (column, kind), values in zip(schema.items(), columns, strict=True)
            ]
        )
