"""A sheet of text cells with its line numbers, whatever file it came from, and what no sheet may exceed."""

import msgspec

MOST_ROWS = 50_000
MOST_COLUMNS = 100
LONGEST_CELL = 1_000


class SheetError(ValueError):
    """A file that cannot be read as a scoresheet at all; `line` is where that shows, if it shows in one."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


class Flaw(msgspec.Struct, frozen=True):
    """Why the cell in `column` (from 0) has no value that could be used. `merged`: another cell may stand for it."""

    column: int
    message: str
    merged: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row's cells as text, blank ones empty. `broken` says why a row cannot be split into cells."""

    line: int
    cells: tuple[str, ...] = ()
    flaws: tuple[Flaw, ...] = ()
    broken: str | None = None

    @property
    def blank(self) -> bool:
        return not any(self.cells) and all(flaw.merged for flaw in self.flaws) and self.broken is None

    def cell(self, column: int) -> str:
        return self.cells[column] if column < len(self.cells) else ""


class Sheet(msgspec.Struct, frozen=True):
    """All rows of a table in their order. `title`: the sheet's name in a workbook, None in a text file."""

    rows: tuple[Row, ...]
    title: str | None = None

    def place(self, line: int, column: int) -> str:
        """How people find a cell: `Cell C5` in a workbook, `Column 3` in a line of text."""
        return f"Column {column + 1}" if self.title is None else f"Cell {column_letters(column)}{line}"


def column_letters(column: int) -> str:
    """A column as spreadsheets name it: 0 is A, 26 is AA."""
    letters = ""
    while column >= 0:
        column, last = divmod(column, 26)
        letters = chr(ord("A") + last) + letters
        column -= 1
    return letters


def tidy(text: str) -> str:
    """Text without spaces around it and with one space inside where there are several, or line ends."""
    return " ".join(text.split())
