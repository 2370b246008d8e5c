"""A snapshot of the tables: files that do not change, read as they are."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from events.codec import Family
from projector.facts import GAME, GAMES_TABLE, Tables
from projector.game import Game
from projector.tables.errors import DamagedTablesError
from projector.tables.manifest import Manifest, read_manifest
from projector.tables.pieces import Piece
from projector.tables.segments import Segment


class Snapshot:
    """All tables as they were at one moment. `folder` holds TABLES of a game system as `SYSTEM/TABLE/*.parquet`."""

    def __init__(self, folder: Path, games: Mapping[Family, Game[Any]]) -> None:
        """Raises DamagedTablesError if a file is missing or not of its size, and NewerTablesError."""
        self.folder = folder
        self._place = str(folder)
        self.games = games
        self.manifest: Manifest = read_manifest(folder)
        for system in games.keys() & self.manifest.systems.keys():
            told = self.manifest.systems[system]
            for table, sizes in told.bytes.items():
                for path, size in zip(self._paths(system, table, told.segments), sizes, strict=True):
                    _check(path, size)

    def files(self, system: Family) -> dict[str, list[Path]]:
        """The Parquet files of each table and counts of a game system."""
        told = self.manifest.systems[system]
        return {table: [Path(it) for it in self._paths(system, table, told.segments)] for table in told.bytes}

    def tables(self, system: Family) -> Tables:
        """All tables and counts of a game system; only what is asked of them is read."""
        return {table: pl.scan_parquet(paths, glob=False) for table, paths in self.files(system).items()}

    def numbers(self, system: Family, ids: Collection[str]) -> dict[str, int]:
        """The numbers of those of these games that are in the tables."""
        if not ids:
            return {}
        wanted = pl.Series("id", list(ids), pl.String)
        games = self.tables(system)[GAMES_TABLE].select("id", GAME).filter(pl.col("id").is_in(wanted.implode()))
        return dict(games.collect().iter_rows())

    def piece(self, system: Family, segment: Segment) -> Piece:
        """A segment as a piece of others."""
        tables = self.manifest.systems[system].bytes
        files = {table: self._paths(system, table, (segment,))[0] for table in tables}
        return Piece(segment.games, files=files)

    def keys(self, system: Family, table: str) -> pl.DataFrame:
        """The keys that a keyed table has rows of, those of live games apart."""
        key = self.games[system].keyed[table]
        settled = [it for it in self.manifest.systems[system].segments if not it.live]
        paths = self._paths(system, table, settled)
        if not paths:
            return pl.DataFrame(schema={key: self.games[system].tables[table][key]})
        return pl.scan_parquet(paths, glob=False).select(key).unique().collect()

    def _paths(self, system: Family, table: str, segments: Collection[Segment]) -> list[str]:
        # As text: there are hundreds at each refresh, and paths take ten times as long to put together.
        return [f"{self._place}/{system}/{table}/{segment.name}" for segment in segments]


def _check(path: str, size: int) -> None:
    try:
        found = os.stat(path).st_size
    except OSError as error:
        raise DamagedTablesError(f"The tables' file {path} is missing or cannot be read") from error
    if found != size:
        raise DamagedTablesError(f"The tables' file {path} has {found} bytes instead of {size}")
