"""The derived tables: facts of games in Parquet files, which grow by a little and can be built again at any time."""

from projector.tables.errors import DamagedTablesError, NewerTablesError, TablesError
from projector.tables.locks import LockedError
from projector.tables.manifest import Manifest, Mark
from projector.tables.pieces import Piece, with_counts, write_piece
from projector.tables.planning import Change
from projector.tables.snapshot import Snapshot
from projector.tables.store import TableStore
from projector.tables.versions import versions_of

__all__ = [
    "Change",
    "DamagedTablesError",
    "LockedError",
    "Manifest",
    "Mark",
    "NewerTablesError",
    "Piece",
    "Snapshot",
    "TableStore",
    "TablesError",
    "versions_of",
    "with_counts",
    "write_piece",
]
