"""Scoresheets: tables of games or battles that people keep by hand, as CSV or XLSX with columns of any name."""

from ingest.scoresheet.mapping import Column, Mapping, MappingError, keep_mapping, kept_mapping, parse_mapping
from ingest.scoresheet.reading import (
    SCORESHEET,
    Reading,
    describe_mapping,
    propose,
    read_proposed,
    read_with,
    scoresheet_adapter,
)
from ingest.scoresheet.sheet import SheetError

__all__ = [
    "SCORESHEET",
    "Column",
    "Mapping",
    "MappingError",
    "Reading",
    "SheetError",
    "describe_mapping",
    "keep_mapping",
    "kept_mapping",
    "parse_mapping",
    "propose",
    "read_proposed",
    "read_with",
    "scoresheet_adapter",
]
