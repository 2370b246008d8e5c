"""Every adapter there is, in the order in which they are asked whether they know a file."""

from ingest.adapter import Adapter
from ingest.native import NATIVE

ADAPTERS: tuple[Adapter, ...] = (NATIVE,)
