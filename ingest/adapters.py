"""Every adapter there is, in the order in which they are asked whether they know a file."""

from pathlib import Path

from ingest.adapter import Adapter
from ingest.bga import BGA, bga_adapter
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
    BGA,
)


def adapters_with(mappings: Path) -> tuple[Adapter, ...]:
    """All adapters, those that read by a mapping using the ones that this folder keeps."""
    mapped = {SCORESHEET.name: scoresheet_adapter, BGA.name: bga_adapter}
    return tuple(mapped[adapter.name](mappings) if adapter.name in mapped else adapter for adapter in ADAPTERS)
