"""Measures the tables: a refresh and queries on generated ones of any size, and rebuilds with several workers."""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from dashboard.table_parts import Part, Source, fold_part, joins_at
from dashboard.workspace import USUAL, Workspace
from events.bookmarks import START
from projector.facts import GAME, GAMES_TABLE, Tables, columns_of
from projector.game import Game
from projector.games import GAMES
from projector.tables import Change, Mark, Piece, Snapshot, TableStore

# Games that a refresh adds.
REFRESHED = 1000
SYSTEM = USUAL
_MARK = Mark("bench", "0")


def folded(work: Workspace) -> Piece:
    """The facts of all games on a tape in one piece."""
    end = work.tape.bookmark()
    source = Source(work.tape, work.cards, joins_at(work.tape, end), end)
    return fold_part(source, Part(end, (START, end))).pieces[SYSTEM]


class Generated:
    """Tables of many games, made of the facts of a few again and again under other ids."""

    def __init__(self, folder: Path, piece: Piece) -> None:
        self.game: Game[Any] = GAMES[SYSTEM]
        self.store = TableStore(folder, {SYSTEM: self.game})
        self.frames = piece.frames
        self.few = piece.games
        self._made = 0

    def fill(self, games: int) -> Snapshot:
        """At least so many games, as a rebuild leaves them."""
        pieces = []
        made = 0
        while made < games:
            pieces.append(self.piece(self.few))
            made += self.few
        return self.store.publish({SYSTEM: Change(pieces)}, _MARK, {SYSTEM: ""}, None)

    def piece(self, games: int) -> Piece:
        """The facts of some more games."""
        told = pl.col(GAME) < games
        frames = {name: frame if name in self.game.keyed else frame.filter(told) for name, frame in self.frames.items()}
        self._made += 1
        again = pl.format("{}-{}", "id", pl.lit(self._made))
        frames[GAMES_TABLE] = frames[GAMES_TABLE].with_columns(id=again)
        return Piece(games, frames)

    def refresh(self, piece: Piece) -> Snapshot:
        base = self.store.current()
        return self.store.publish({SYSTEM: Change([piece])}, _MARK, {SYSTEM: ""}, base)


def read_by(compute: Callable[[Tables], pl.DataFrame], game: Game[Any]) -> dict[str, list[str]]:
    """The columns of each table that a statistic cannot do without."""
    empty = {name: pl.LazyFrame(schema=columns_of(game, name)) for name in (*game.tables, *game.counts)}
    found: dict[str, list[str]] = {}
    for name, table in empty.items():
        for column in columns_of(game, name):
            try:
                compute({**empty, name: table.drop(column)})
            except pl.exceptions.PolarsError:
                found.setdefault(name, []).append(column)
    return found


def scan(tables: Tables, columns: Mapping[str, Sequence[str]]) -> None:
    """Read these columns and do nothing with them."""
    pl.collect_all([tables[name].select(told) for name, told in columns.items()])


def seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin
