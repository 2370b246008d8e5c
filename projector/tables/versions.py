"""Versions of tables: whether files hold what this Gametape would write."""

import hashlib
from typing import Any

from projector.facts import columns_of
from projector.game import Game


def versions_of(game: Game[Any]) -> dict[str, str]:
    """The version of each table and of each counts: its number, and a hash of its columns."""
    return {name: f"{game.versions.get(name, 1)}-{_hash(game, name)}" for name in (*game.tables, *game.counts)}


def newer(written: str, ours: str) -> bool:
    """Whether a later version of a table was written than ours."""
    return int(written.partition("-")[0]) > int(ours.partition("-")[0])


def _hash(game: Game[Any], table: str) -> str:
    columns = ";".join(f"{name} {kind}" for name, kind in columns_of(game, table).items())
    return hashlib.sha256(columns.encode()).hexdigest()[:8]
