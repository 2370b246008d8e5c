"""Writes a segment: one file a table, and the counts of its games beside them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pyarrow.parquet as pq

from events.codec import Family
from projector.facts import columns_of
from projector.game import Game
from projector.tables.pieces import Piece, summed

# Up to so many games are put together in memory, which takes less time than a stream.
_A_FEW = 4096
# Rows that a reader takes in at once: enough for columns to compress, few enough to skip what a filter leaves out.
_ROW_GROUP = 131_072


class Written(msgspec.Struct, frozen=True):
    """Rows and bytes of a segment's files by table."""

    rows: dict[str, int]
    bytes: dict[str, int]


def write_segment(game: Game[Any], folder: str, name: str, pieces: Sequence[Piece]) -> Written:
    """Write `folder/TABLE/name` for all tables and counts of a game system, of these pieces one after the other."""
    paths = {table: Path(folder) / table / name for table in (*game.tables, *game.counts)}
    frames = {
        table: pl.concat([piece.unnumbered(table) if table in game.keyed else piece.table(table) for piece in pieces])
        for table in game.tables
    }
    frames |= {counts: summed(game, counts, pieces) for counts in game.counts}
    if sum(piece.games for piece in pieces) <= _A_FEW:
        # All at once, which takes less time than one stream after the other.
        collected = pl.collect_all(list(frames.values()))
        frames = {table: frame.lazy() for table, frame in zip(frames, collected, strict=True)}
    sinks = [
        frame.select(list(columns_of(game, table))).sink_parquet(paths[table], row_group_size=_ROW_GROUP, lazy=True)
        for table, frame in frames.items()
    ]
    pl.collect_all(sinks)
    rows = {table: pq.read_metadata(path).num_rows for table, path in paths.items()}
    return Written(rows, {table: path.stat().st_size for table, path in paths.items()})


def write_segment_of(system: Family, folder: str, name: str, pieces: Sequence[Piece]) -> Written:
    """The same in another process, which has the game system by its name."""
    from projector.games import GAMES

    return write_segment(GAMES[system], folder, name, pieces)
