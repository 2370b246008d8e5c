"""Reads the sheets of an XLSX workbook as text. Formulas are never evaluated: what was saved with them is the value."""

import datetime as dt
import io
import typing
import warnings
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from ingest.scoresheet.package import Surveyed, survey
from ingest.scoresheet.sheet import MOST_COLUMNS, MOST_ROWS, Flaw, Row, Sheet, SheetError, column_letters, tidy

# openpyxl answers a workbook that is damaged with whatever its insides happen to raise.
_DAMAGE = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    InvalidFileException,
    LookupError,
    NotImplementedError,
    OSError,
    ParseError,
    TypeError,
    ValueError,
    zipfile.BadZipFile,
)
_MOST_MERGED = 200_000
_UNCALCULATED = (
    "its formula was never calculated, so it has no value: open the workbook in a spreadsheet program and save it"
)


def workbook_sheets(data: bytes) -> list[Sheet]:
    """The visible sheets of a workbook in their order. Raises SheetError for one that is not to be opened."""
    surveyed = survey(data)
    with warnings.catch_warnings():
        # Of the formatting that openpyxl does not know; nothing of it is read here.
        warnings.simplefilter("ignore")
        try:
            book = load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
            sheets = []
            # Typed as worksheets that can be written; these are for reading only.
            for sheet in typing.cast("list[Any]", book.worksheets):
                if sheet.sheet_state == "visible":
                    # What a sheet says of its own size pads every row to it.
                    sheet.reset_dimensions()
                    part: str = sheet._worksheet_path
                    sheets.append(Sheet(tuple(_rows(sheet, surveyed[part.lstrip("/")])), sheet.title))
        except _DAMAGE as error:
            if isinstance(error, SheetError):
                raise
            raise SheetError(f"The workbook is damaged: {type(error).__name__}: {error}") from error
    return sheets


def _rows(sheet: Any, surveyed: Surveyed) -> Iterator[Row]:
    merged = _covered(surveyed)
    for line, cells in enumerate(sheet.iter_rows(), 1):
        texts = tuple(_text(cell.value) for cell in cells)
        yield Row(line, texts, tuple(_flaws(line, cells, texts, surveyed, merged.get(line, {}))))


def _flaws(
    line: int, cells: Sequence[Any], texts: Sequence[str], surveyed: Surveyed, merged: dict[int, str]
) -> Iterator[Flaw]:
    for column, (cell, text) in enumerate(zip(cells, texts, strict=True)):
        if cell.data_type == "e":
            yield Flaw(column, f"found the error {text}, expected a value")
        elif (line, column) in surveyed.uncalculated:
            yield Flaw(column, _UNCALCULATED)
        elif column in merged and text:
            yield Flaw(column, f"it holds {text!r} under the merged cells {merged[column]}, which hide it")
    for column, ranged in merged.items():
        if column >= len(texts) or not texts[column]:
            first = ranged.partition(":")[0]
            yield Flaw(column, f"it is part of the merged cells {ranged}; their value belongs to {first}", merged=True)


def _covered(surveyed: Surveyed) -> dict[int, dict[int, str]]:
    """The cells under merged ranges but their first ones: the range by line and column."""
    covered: dict[int, dict[int, str]] = {}
    count = 0
    for (top, left), (bottom, right) in surveyed.merged:
        ranged = f"{column_letters(left)}{top}:{column_letters(right)}{bottom}"
        # A merged title may reach to the last column there is; only those a table can have count.
        lines, columns = range(top, min(bottom, MOST_ROWS) + 1), range(left, min(right, MOST_COLUMNS) + 1)
        count += len(lines) * len(columns)
        if count > _MOST_MERGED:
            raise SheetError(f"The workbook is not opened: more than {_MOST_MERGED} of its cells are merged")
        for line in lines:
            for column in columns:
                if (line, column) != (top, left):
                    covered.setdefault(line, {})[column] = ranged
    return covered


def _text(value: object) -> str:
    """A value as a person would write it: dates as ISO dates, whole numbers without a fraction."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case dt.datetime():
            value = (value + dt.timedelta(milliseconds=500)).replace(microsecond=0)
            return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ")
        case dt.time():
            return f"{value.hour}:{value.minute:02}" + (f":{value.second:02}" if value.second else "")
        case dt.timedelta():
            minutes, seconds = divmod(round(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return tidy(str(value))
