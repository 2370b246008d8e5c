"""Looks a workbook over before anything of it is believed: its parts, their sizes, and the XML inside them.

A workbook is a ZIP of XML. A few kilobytes of it can claim gigabytes (a bomb), a table of 17 billion cells, or entities
that name other files. So sizes are checked before a byte is decompressed, and every XML part is read once with the
bare parser, in constant memory, before a library builds anything out of it.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import NoReturn
from xml.parsers import expat

import msgspec

from ingest.scoresheet.sheet import MOST_COLUMNS, MOST_ROWS, SheetError

MOST_PARTS = 1_000
LARGEST_TOTAL = 64 * 1024 * 1024
# Sheets of real tables shrink to a thirtieth at most, what a bomb is made of to a thousandth.
LARGEST_RATIO = 200
_SMALL = 256 * 1024
MOST_CELLS = 500_000
# By the root of a part: a cell has up to three elements, a shared text up to two.
_MOST_ELEMENTS = {"worksheet": 3 * MOST_CELLS, "sst": 2 * MOST_CELLS}
# Of everything else, and of what stands outside a sheet's rows: styles, themes, relations, formatting.
_MOST_OTHER_ELEMENTS = 100_000
_DEEPEST = 100
_PARTS = re.compile(
    r"\[Content_Types\]\.xml"
    r"|(_rels|docProps|docMetadata|customXml|xl)/[A-Za-z0-9_./ -]+\.(xml|rels|vml|png|jpe?g|gif|emf|wmf)"
    r"|_rels/\.rels|xl/printerSettings/[A-Za-z0-9_]+\.bin"
)
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_CHUNK = 64 * 1024


class Surveyed(msgspec.Struct, frozen=True):
    """What a sheet holds besides values: cells with a formula and no value, and merged ranges as `(first, last)`.

    Cells are `(row, column)`, counted from 1 and 0.
    """

    uncalculated: frozenset[tuple[int, int]]
    merged: tuple[tuple[tuple[int, int], tuple[int, int]], ...]


def survey(data: bytes) -> Mapping[str, Surveyed]:
    """Every sheet of a workbook by the name of its part. Raises SheetError for a workbook that is not to be opened."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            parts = package.infolist()
            _check_sizes(parts)
            return {part.filename: found for part in parts if (found := _surveyed(package, part)) is not None}
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, ValueError) as error:
        if isinstance(error, SheetError):
            raise
        raise SheetError(f"The workbook cannot be opened: {error}") from error


def _check_sizes(parts: list[zipfile.ZipInfo]) -> None:
    if len(parts) > MOST_PARTS:
        _refuse(f"it has {len(parts)} parts; a workbook has {MOST_PARTS} at most")
    names = [part.filename for part in parts]
    if len(set(names)) < len(names):
        _refuse("two of its parts have one name")
    if "xl/vbaProject.bin" in names:
        _refuse("it holds macros: save it as .xlsx without them")
    for part in parts:
        if part.flag_bits & 0x1:
            _refuse("it is encrypted: remove the password and save it again")
        if part.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED}:
            _refuse(f"its part {part.filename[:100]!r} is compressed as no workbook is")
        if part.is_dir():
            continue
        if not _PARTS.fullmatch(part.filename) or ".." in part.filename:
            _refuse(f"it holds {part.filename[:100]!r}, which is no part of a table")
        if part.file_size > _SMALL and part.file_size > LARGEST_RATIO * max(part.compress_size, 1):
            _refuse(
                f"its part {part.filename} claims to grow from {part.compress_size} to {part.file_size} bytes, "
                f"more than {LARGEST_RATIO} times"
            )
    total = sum(part.file_size for part in parts)
    if total > LARGEST_TOTAL:
        _refuse(f"its parts claim {total} bytes; {LARGEST_TOTAL} are the most: split it by games")


def _surveyed(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> Surveyed | None:
    """Parse one part without keeping it; None for one that is no sheet."""
    if not part.filename.endswith((".xml", ".rels", ".vml")):
        return None
    look = _Look(part.filename)
    with package.open(part) as file:
        try:
            while chunk := file.read(_CHUNK):
                look.parser.Parse(chunk, False)  # noqa: FBT003 (expat takes it by place only)
            look.parser.Parse(b"", True)  # noqa: FBT003
        except (expat.ExpatError, LookupError) as error:
            # LookupError: of an encoding that there is not.
            _refuse(f"its part {part.filename} is no XML: {error}")
    return Surveyed(frozenset(look.uncalculated), tuple(look.merged)) if look.is_sheet else None


class _Look:
    """Counts and checks the elements of a part while they stream by."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_sheet = False
        self.most = _MOST_OTHER_ELEMENTS
        self.elements = self.outside = self.depth = self.cells = 0
        self.row = self.row_depth = 0
        self.column = -1
        self.has_formula = self.has_value = self.in_value = self.is_text = False
        self.uncalculated: list[tuple[int, int]] = []
        self.merged: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartDoctypeDeclHandler = self.doctype
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.characters

    def doctype(self, *_: object) -> None:
        _refuse(f"its part {self.name} declares a document type, through which XML reads other files and grows")

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(":")[2]
        self.elements += 1
        self.depth += 1
        if self.elements == 1:
            self.is_sheet = name == "worksheet"
            self.most = _MOST_ELEMENTS.get(name, _MOST_OTHER_ELEMENTS)
        self.outside += not self.row_depth
        if self.elements > self.most or (self.is_sheet and self.outside > _MOST_OTHER_ELEMENTS + MOST_ROWS):
            _refuse(f"its part {self.name} has more elements than a table needs")
        if self.depth > _DEEPEST:
            _refuse(f"its part {self.name} is nested more than {_DEEPEST} deep")
        if not self.is_sheet:
            return
        if self.row_depth and self.depth == self.row_depth + 1:
            self.start_cell(attributes)
        elif self.row_depth:
            self.has_formula |= name == "f"
            # An empty value was calculated if it is a text; else it is what writers leave who calculate nothing.
            self.has_value |= name == "is" or (name == "v" and self.is_text)
            self.in_value = name == "v"
        else:
            self.start_around(name, attributes)

    def start_around(self, name: str, attributes: dict[str, str]) -> None:
        """What stands in a sheet outside its rows, and the rows themselves."""
        if name == "row":
            row = _row_number(attributes.get("r"), self.row + 1)
            if row <= self.row:
                _refuse(f"row {row} of {self.name} stands after row {self.row}")
            self.row, self.column, self.row_depth = row, -1, self.depth
            _check_place(row, 0, "It reaches to")
        elif name == "dimension":
            _, last = _corners(attributes.get("ref", "A1"))
            _check_place(*last, "It says that it reaches to")
        elif name == "mergeCell":
            self.merged.append(_corners(attributes.get("ref", "A1")))

    def start_cell(self, attributes: dict[str, str]) -> None:
        reference = attributes.get("r")
        row, column = _corners(reference)[0] if reference else (self.row, self.column + 1)
        if row != self.row or column <= self.column:
            _refuse(f"cell {reference or column + 1} of {self.name} stands in row {self.row} out of its order")
        self.column = column
        self.cells += 1
        self.has_formula = self.has_value = self.in_value = False
        self.is_text = attributes.get("t") == "str"
        _check_place(row, column, "It reaches to")
        if self.cells > MOST_CELLS:
            _refuse(f"it has more than {MOST_CELLS} cells: split it by games")

    def characters(self, _: str) -> None:
        self.has_value |= self.in_value

    def end(self, _: str) -> None:
        self.in_value = False
        if self.row_depth and self.depth == self.row_depth + 1 and self.has_formula and not self.has_value:
            self.uncalculated.append((self.row, self.column))
        if self.depth == self.row_depth:
            self.row_depth = 0
        self.depth -= 1


def _check_place(row: int, column: int, what: str) -> None:
    if row > MOST_ROWS or column >= MOST_COLUMNS:
        raise SheetError(
            f"The sheet is too large. {what} row {row}, column {column + 1}; the most are {MOST_ROWS} rows and "
            f"{MOST_COLUMNS} columns: delete what stands outside the table, empty rows and columns too"
        )


def _corners(reference: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """The first and last cell of `A1` or `A1:B2`."""
    first, _, last = reference.replace("$", "").partition(":")
    return _cell(first), _cell(last or first)


def _cell(reference: str) -> tuple[int, int]:
    found = _CELL.fullmatch(reference)
    if found is None:
        raise SheetError(f"The workbook cannot be opened: {reference[:40]!r} is no cell")
    column = 0
    for letter in found[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(found[2]), column - 1


def _row_number(stated: str | None, following: int) -> int:
    if stated is None:
        return following
    if not stated.isascii() or not stated.isdigit() or len(stated) > 7:
        raise SheetError(f"The workbook cannot be opened: {stated[:40]!r} is no row")
    return int(stated)


def _refuse(reason: str) -> NoReturn:
    raise SheetError(f"The workbook is not opened: {reason}")
