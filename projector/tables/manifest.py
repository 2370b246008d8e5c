"""What a snapshot of the tables holds: the manifest beside its files."""

from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec

from events.codec import Family
from projector.tables.errors import DamagedTablesError, NewerTablesError
from projector.tables.segments import Segment

# Of the manifest and the layout of the files; one that is higher was written by a newer Gametape.
FORMAT = 1
MANIFEST = "manifest.json"


# The number of a table's version, and a hash of its columns.
Version: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{1,9}-[0-9a-f]+$")]


class Mark(msgspec.Struct, frozen=True):
    """How far on which tape the tables go: opaque here, and given back to whoever refreshes them.

    `tape` tells it from others, `bookmark` is how far it was read, `last` the last of its recordings that was seen.
    """

    tape: str
    bookmark: str
    last: str | None = None


class SystemTables(msgspec.Struct, frozen=True):
    """The tables of a game system. `versions` by table; `inputs` is what facts depend on beside the events.

    `bytes` are the sizes of files by table, in the order of `segments`, `rows` their numbers of rows. `next` is the
    number of the next game.
    """

    versions: dict[str, Version]
    inputs: str
    next: int
    segments: tuple[Segment, ...]
    rows: dict[str, tuple[int, ...]]
    bytes: dict[str, tuple[int, ...]]


class Manifest(msgspec.Struct, frozen=True):
    """A snapshot: how far it goes, and what it holds of each game system."""

    format: int
    mark: Mark
    systems: dict[Family, SystemTables]


def write_manifest(folder: Path, manifest: Manifest) -> None:
    (folder / MANIFEST).write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=1))


def read_manifest(folder: Path) -> Manifest:
    """Raises DamagedTablesError and NewerTablesError."""
    path = folder / MANIFEST
    try:
        written = path.read_bytes()
        found = msgspec.json.decode(written, type=_Format)
        if found.format > FORMAT:
            raise NewerTablesError(
                f"The tables in {folder} were written by a newer Gametape (format {found.format}, this one reads "
                f"{FORMAT}): use that one, or remove the folder"
            )
        return msgspec.json.decode(written, type=Manifest)
    except (OSError, msgspec.DecodeError) as error:
        raise DamagedTablesError(f"The tables' manifest {path} cannot be read: {error}") from error


class _Format(msgspec.Struct, frozen=True):
    format: int
