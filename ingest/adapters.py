"""Every adapter there is, in the order in which they are asked whether they know a file."""

from pathlib import Path

from ingest.adapter import Adapter
from ingest.native import NATIVE
from ingest.onlychamps import ONLYCHAMPS
from ingest.onlychamps_results import ONLYCHAMPS_RESULTS
from ingest.playbook import PLAYBOOK
from ingest.scoresheet import SCORESHEET, scoresheet_adapter
from ingest.standings import CARDEIO, SCANNER

ADAPTERS: tuple[Adapter, ...] = (
    NATIVE,
    SCORESHEET,
    ONLYCHAMPS,
    ONLYCHAMPS_RESULTS,
    PLAYBOOK,
    SCANNER,
    CARDEIO,
)


def adapters_with(mappings: Path) -> tuple[Adapter, ...]:
    """All adapters, scoresheets being read by the column mappings that this folder keeps."""
    return tuple(scoresheet_adapter(mappings) if adapter is SCORESHEET else adapter for adapter in ADAPTERS)
