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
    of games that are left out.
    """

    games: int
    frames: Mapping[str, pl.DataFrame] = {}
    files: Mapping[str, str] = {}
    first: int = 0
    without: Sequence[int] = ()

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
