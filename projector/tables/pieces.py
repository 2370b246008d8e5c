"""Pieces: the facts of some games that stand together, in memory or in files, a frame or a file a table."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from projector.facts import GAME, GAMES_TABLE, columns_of
from projector.game import Game


class Piece(msgspec.Struct, frozen=True):
    """The facts of some games, by table in memory (`frames`) or in `files`.

    What comes new is numbered from 0 on; `first` is then the number that its first game gets. `without` are the numbers
    of games that are left out. `keyed` are the files with all rows of keyed tables, where the piece has not those of
    its own games.
    """

    games: int
    frames: Mapping[str, pl.DataFrame] = {}
    files: Mapping[str, str] = {}
    first: int = 0
    without: Sequence[int] = ()
    keyed: Mapping[str, Sequence[str]] = {}

    def ids(self) -> pl.Series:
        """The ids of its games, in order."""
        return self.table(GAMES_TABLE).select("id").collect()["id"]

    def table(self, name: str) -> pl.LazyFrame:
        """A table with the numbers that its games get."""
        frame = self.unnumbered(name)
        if self.without:
            frame = frame.filter(~pl.col(GAME).is_in(list(self.without)))
        return frame.with_columns(pl.col(GAME) + pl.lit(self.first, pl.UInt32)) if self.first else frame

    def unnumbered(self, name: str) -> pl.LazyFrame:
        """A table as it stands in memory or in its file, which may be one without games' numbers."""
        if name in self.frames:
            return self.frames[name].lazy()
        return pl.scan_parquet(Path(self.files[name]), glob=False)

    def counted(self, game: Game[Any], counts: str) -> pl.LazyFrame:
        """The counts of its games: those it has, unless games are left out of it."""
        if not self.without and (counts in self.frames or counts in self.files):
            return self.unnumbered(counts)
        tables = {name: self._keyed(name) if name in game.keyed else self.table(name) for name in game.tables}
        return game.counts[counts].of(tables)

    def _keyed(self, name: str) -> pl.LazyFrame:
        if name in self.keyed:
            return pl.scan_parquet([Path(path) for path in self.keyed[name]], glob=False)
        return self.unnumbered(name)


def with_counts(game: Game[Any], piece: Piece) -> Piece:
    """The same piece with its counts, for which it has to have all rows of its keys."""
    counts = pl.collect_all([piece.counted(game, name) for name in game.counts])
    return msgspec.structs.replace(piece, frames={**piece.frames, **dict(zip(game.counts, counts, strict=True))})


def summed(game: Game[Any], counts: str, pieces: Sequence[Piece]) -> pl.LazyFrame:
    """The counts of several pieces together."""
    return game.counts[counts].summed([piece.counted(game, counts) for piece in pieces])


def write_piece(folder: Path, piece: Piece) -> Piece:
    """The same piece in files, to be handed on by their names."""
    folder.mkdir(parents=True)
    files = {name: folder / f"{name}.parquet" for name in piece.frames}
    for name, frame in piece.frames.items():
        frame.write_parquet(files[name])
    return Piece(piece.games, files={name: str(path) for name, path in files.items()})


def empty_piece(game: Game[Any]) -> Piece:
    """No game: every table without a row."""
    return Piece(0, {name: pl.DataFrame(schema=columns_of(game, name)) for name in (*game.tables, *game.counts)})
