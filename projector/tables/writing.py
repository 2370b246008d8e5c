"""Writes a segment: one file a table, and the counts of its games beside them."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from events.codec import Family
from projector.facts import columns_of
from projector.game import Counts, Game
from projector.tables.pieces import Piece

# Up to so many games are put together in memory, which takes less time than a stream.
_A_FEW = 4096
# Rows that a reader takes in at once: enough for columns to compress, few enough to skip what a filter leaves out.
_ROW_GROUP = 131_072


class Written(msgspec.Struct, frozen=True):
    """Rows and bytes of a segment's files by table."""

    rows: dict[str, int]
    bytes: dict[str, int]


def write_segment(game: Game[Any], folder: str, name: str, pieces: Sequence[Piece]) -> Written:
    """Write `folder/TABLE/name` for all tables of a game system, of these pieces one after the other.

    Counts add up where all pieces have them whole; else they are computed of what was written.
    """
    paths = {table: Path(folder) / table / name for table in (*game.tables, *game.counts)}
    few = sum(piece.games for piece in pieces) <= _A_FEW
    tables: dict[str, pl.LazyFrame] = {}
    rows: dict[str, int] = {}
    for table in game.tables:
        keyed = table in game.keyed
        frame = pl.concat([piece.unnumbered(table) if keyed else piece.table(table) for piece in pieces])
        frame = frame.select(columns_of(game, table).keys())
        if few:
            collected = frame.collect()
            collected.write_parquet(paths[table], row_group_size=_ROW_GROUP)
            tables[table], rows[table] = collected.lazy(), collected.height
        else:
            frame.sink_parquet(paths[table], row_group_size=_ROW_GROUP)
            tables[table] = pl.scan_parquet(paths[table], glob=False)
            rows[table] = tables[table].select(pl.len()).collect().item()
    for table, counts in game.counts.items():
        found = _counted(table, counts, pieces, tables)
        found.write_parquet(paths[table])
        rows[table] = found.height
    return Written(rows, {table: path.stat().st_size for table, path in paths.items()})


def write_segment_of(system: Family, folder: str, name: str, pieces: Sequence[Piece]) -> Written:
    """The same in another process, which has the game system by its name."""
    from projector.games import GAMES

    return write_segment(GAMES[system], folder, name, pieces)


def _counted(name: str, counts: Counts, pieces: Sequence[Piece], tables: Mapping[str, pl.LazyFrame]) -> pl.DataFrame:
    whole = all(not piece.without and (name in piece.files or name in piece.frames) for piece in pieces)
    if whole:
        found = (
            pl.concat([piece.unnumbered(name) for piece in pieces])
            .group_by(list(counts.by))
            .agg(pl.col(list(counts.sums)).sum())
        )
    else:
        found = counts.compute(tables)
    told = [pl.col(column).cast(kind) for column, kind in counts.columns.items()]
    return found.select(told).sort(list(counts.by), nulls_last=True).collect()
