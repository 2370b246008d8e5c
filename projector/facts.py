"""Gathers the facts of many games into tables: the rows that a game system makes of each fold, under the game's id."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from events.base import Event, RecordingId
from projector.game import Game

Tables = dict[str, pl.DataFrame]
# The column that names the game in every table.
GAME = "game"


class FactTables:
    """The facts of one game system, growing. A game that is added again takes the place of what it was."""

    def __init__(self, game: Game[Any], cards: Any) -> None:
        self.game = game
        self.cards = cards
        self._rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in game.tables}
        self._again: set[RecordingId] = set()
        self._there: set[RecordingId] = set()
        self._tables: Tables = {name: self._frame(name, []) for name in game.tables}

    def add(self, recording: RecordingId, events: Sequence[Event]) -> None:
        """Fold a game and keep its facts."""
        if recording in self._there:
            self._settle()
            self._again.add(recording)
        self._there.add(recording)
        for name, rows in self.game.rows(self.game.fold(self.cards, events)).items():
            self._rows[name].extend([(recording, *row) for row in rows])

    def add_all(self, games: Iterable[tuple[RecordingId, Sequence[Event]]]) -> None:
        for recording, events in games:
            self.add(recording, events)

    def tables(self) -> Tables:
        """All tables as they are now; those handed out earlier do not change."""
        self._settle()
        return dict(self._tables)

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

    def _frame(self, name: str, rows: list[tuple[Any, ...]]) -> pl.DataFrame:
        schema: Mapping[str, Any] = {GAME: pl.String, **self.game.tables[name]}
        columns = zip(*rows, strict=True) if rows else ([] for _ in schema)
        return pl.DataFrame(
            # Not strict: a number that a hostile log drives out of its column is unknown, and counting goes on.
            [
                pl.Series(column, values, kind, strict=False)
                for (column, kind), values in zip(schema.items(), columns, strict=True)
            ]
        )
