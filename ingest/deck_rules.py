"""Loads what decks are checked by: the formats and the dated lists of deck balancing scores in `data/boba`."""

import datetime as dt
from pathlib import Path

from projector.boba.dbs import DbsError, DbsLists, read_dbs
from projector.boba.formats import Formats, read_formats

FORMATS_FILE, LISTS_FOLDER = "formats.toml", "dbs"


def load_formats(folder: Path) -> Formats:
    """The formats of a folder. Raises FormatError, and OSError if there is no such file."""
    return read_formats((folder / FORMATS_FILE).read_bytes())


def load_lists(folder: Path) -> DbsLists:
    """The lists of a folder; a file is named after the day its list is valid from. Raises DbsError."""
    found = []
    for path in sorted((folder / LISTS_FOLDER).glob("*.csv")):
        try:
            day = dt.date.fromisoformat(path.stem)
        except ValueError as error:
            raise DbsError(f"{path.name} is not named after a day, such as 2026-04-27.csv") from error
        found.append(read_dbs(day, path.read_bytes()))
    return DbsLists(found)
