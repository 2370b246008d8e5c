"""Reads text tables: cells apart by comma, semicolon or tab, quoted where they hold such signs."""

import csv
from collections.abc import Iterable, Iterator, Sequence

from ingest.scoresheet.sheet import MOST_COLUMNS, MOST_ROWS, Row, Sheet, SheetError, tidy

DELIMITERS = (",", ";", "\t")
# A quotation mark that is not closed within so many lines was never meant to open a cell.
_LONGEST_QUOTE = 20
# Spreadsheet programs write this as a first line to say which delimiter follows.
_STATED = {"sep=,": ",", "sep=;": ";", "sep=\t": "\t", "sep=": "\t"}


def decoded_lines(numbered: Iterable[tuple[int, bytes]]) -> list[str]:
    """The lines of a text in UTF-8. Raises SheetError, which names the first byte that is none."""
    lines = []
    for number, line in numbered:
        try:
            lines.append(line.decode())
        except UnicodeDecodeError as error:
            raise SheetError(
                f"Byte {error.start + 1} of line {number} is 0x{line[error.start]:02X}, which is not UTF-8: "
                "save the table as CSV UTF-8 and import it again",
                number,
            ) from error
    return lines


def stated_delimiter(lines: Sequence[str]) -> str | None:
    """The delimiter that a first line `sep=;` states."""
    return _STATED.get(lines[0].strip(" ").casefold()) if lines else None


def delimited_sheet(lines: Sequence[str], delimiter: str) -> Sheet:
    """The rows of a text table. A row that cannot be split into cells is broken and costs its line."""
    rows: list[Row] = []
    for row in _rows(lines, delimiter):
        if len(rows) >= MOST_ROWS:
            raise SheetError(f"The table has more than {MOST_ROWS} rows: split it by games")
        rows.append(row)
    return Sheet(tuple(rows))


def _rows(lines: Sequence[str], delimiter: str) -> Iterator[Row]:
    first = 0
    if stated_delimiter(lines) is not None:
        yield Row(1)
        first = 1
    while first < len(lines):
        row, taken = _row(lines, first, delimiter)
        yield row
        first += taken


def _row(lines: Sequence[str], first: int, delimiter: str) -> tuple[Row, int]:
    """The row that begins in a line, and how many lines it takes."""
    taken = 0

    def feed() -> Iterator[str]:
        nonlocal taken
        for line in lines[first : first + _LONGEST_QUOTE]:
            taken += 1
            yield line + "\n"

    number = first + 1
    try:
        cells = next(csv.reader(feed(), delimiter=delimiter, strict=True))
    except csv.Error as error:
        if '"' in lines[first] and taken > 1:
            return Row(number, broken="A quotation mark opens a cell in this line and is not closed"), 1
        return Row(number, broken=f"This line cannot be split into cells: {error}"), 1
    except StopIteration:  # pragma: no cover (a line is always there)
        return Row(number), 1
    if len(cells) > MOST_COLUMNS:
        return Row(number, broken=f"Found {len(cells)} cells, expected at most {MOST_COLUMNS}"), taken
    return Row(number, tuple(tidy(cell) for cell in cells)), taken
