"""Mappings: the columns of a scoresheet shown for a file, and any mapping kept when a person gives one."""

from collections.abc import Iterable
from pathlib import Path

from dashboard.cli import fail
from dashboard.workspace import MAPPINGS
from ingest.adapter import Document
from ingest.bga import BgaMappingError, is_mapping, keep_bga_mapping
from ingest.files import FileError, read_bytes
from ingest.opening import unpacked
from ingest.scoresheet import MappingError, SheetError, describe_mapping, keep_mapping, parse_mapping


def mapping_of(file: Path) -> str:
    """How a scoresheet is read, as TOML."""
    try:
        return describe_mapping(Document(file.name, unpacked(read_bytes(file))), MAPPINGS)
    except (FileError, SheetError, MappingError) as error:
        fail(f"{file}: {error}")


def keep_mappings(files: Iterable[Path]) -> None:
    """Keep these mappings: of scoresheets each for the sheets of its layout, of archives for all of its game."""
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
            if is_mapping(text):
                keep_bga_mapping(MAPPINGS, text)
            else:
                keep_mapping(MAPPINGS, parse_mapping(text))
        except BgaMappingError as error:
            fail(f"{file} is no mapping of archives: {error}")
        except (MappingError, UnicodeDecodeError) as error:
            fail(f"{file} is no column mapping: {error}")
        except OSError as error:
            fail(f"{file}: {error.strerror or error}")
