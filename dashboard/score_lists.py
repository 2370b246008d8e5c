"""Tables that are laid beside the facts of a game system: what its cards score by date."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import polars as pl

from events.codec import Family
from ingest.deck_rules import load_lists
from projector.boba.dbs import score_table
from projector.facts import Tables
from projector.statistics.boba.scores import SCORES


def _boba(cards: Any, data: Path) -> Tables:
    return {SCORES: score_table(load_lists(data / "boba"), cards).lazy()}


# Game systems that have such tables, and what makes them of the catalogue and the folder of its data.
_BESIDE: Mapping[Family, Callable[[Any, Path], Tables]] = {"boba": _boba}


def laid_beside(system: Family, cards: Any, data: Path) -> Mapping[str, pl.LazyFrame]:
    """The tables beside those of a game system. Raises DbsError if a list cannot be read."""
    return _BESIDE[system](cards, data) if system in _BESIDE else {}
