"""Archives of Board Game Arena that a user supplies: packets of messages, read into events by a mapping."""

from ingest.bga.accounting import Account, KindOfMessage
from ingest.bga.mapping import BgaMapping, BgaMappingError, is_mapping, keep_bga_mapping, mapping_in, parse_bga_mapping
from ingest.bga.reading import BGA, Reading, bga_adapter, read_archive

__all__ = [
    "BGA",
    "Account",
    "BgaMapping",
    "BgaMappingError",
    "KindOfMessage",
    "Reading",
    "bga_adapter",
    "is_mapping",
    "keep_bga_mapping",
    "mapping_in",
    "parse_bga_mapping",
    "read_archive",
]
