"""Reads scoresheets: finds the table and its mapping, tells the games, and counts what became of every row."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from events.erasable import Problem
from ingest.adapter import Adapter, Document, Read, Told
from ingest.scoresheet.delimited import DELIMITERS, decoded_lines, delimited_sheet, stated_delimiter
from ingest.scoresheet.games import all_told
from ingest.scoresheet.grouping import grouped
from ingest.scoresheet.mapping import (
    NEEDS_BATTLES,
    Mapping,
    MappingError,
    Proposal,
    described,
    header_cells,
    header_places,
    keep_mapping,
    kept_mapping,
    layout_of,
    mapping_file,
    proposal_at,
    propose_for,
)
from ingest.scoresheet.rows import Reader, unclear_dates
from ingest.scoresheet.sheet import Sheet, SheetError
from ingest.scoresheet.workbook import workbook_sheets

VERSION = 1
_ZIP = b"PK\x03\x04"
_LOOK_AT_LINES = 60


class Reading(msgspec.Struct, frozen=True):
    """Everything that a scoresheet tells, and a count of its rows: `rows` is `read + skipped + faulty`.

    `skipped` rows are blank, titles or headers; `faulty` ones have problems, whatever else of them was read.
    """

    games: tuple[Told, ...]
    problems: tuple[Problem, ...]
    rows: int
    read: int
    skipped: int
    faulty: int


def propose(document: Document, folder: Path | None = None) -> Mapping:
    """The mapping by which a document is read: the one kept in `folder`, else what its headers suggest.

    Where nothing fits, the first row is taken for the header, for people to say what its columns are.
    Raises SheetError for what is no table, MappingError for a kept mapping that cannot be used.
    """
    return _laid_out(document, folder)[1].mapping


def describe_mapping(document: Document, folder: Path | None = None) -> str:
    """The mapping of a document as TOML that people can read, change and import with. Raises as `propose`."""
    sheet, proposal = _laid_out(document, folder)
    return described(proposal.mapping, sheet, proposal.header)


def read_with(document: Document, mapping: Mapping) -> Reading:
    """What a document tells by a mapping. Whatever is wrong with it is among the problems."""
    try:
        sheets = _sheets(document)
        for sheet in sheets:
            for place in header_places(sheet):
                if layout_of(header_cells(sheet.rows[place])) == mapping.layout:
                    return _read(sheet, Proposal(mapping, place), sheets)
    except SheetError as error:
        return _refused(error)
    return _refused(SheetError(f"The mapping is for another layout: no row has the headers {mapping.layout}"))


def read_proposed(document: Document, folder: Path | None = None) -> Reading:
    """What a document tells by the mapping kept in `folder`, else by the proposed one, which is then kept there."""
    try:
        sheets = _sheets(document)
        found = _located(sheets, folder)
        if found is None:
            raise SheetError(
                "No row is the header of a scoresheet: expected columns such as Player 1, Player 2, Battle, Power 1, "
                "Power 2, Winner or Score. Say what the columns are in a mapping"
            )
        sheet, proposal = found
        reading = _read(sheet, proposal, sheets)
    except MappingError as error:
        return _refused(SheetError(str(error)))
    except SheetError as error:
        return _refused(error)
    if folder is not None and reading.games and not mapping_file(folder, proposal.mapping.layout).exists():
        try:
            keep_mapping(folder, proposal.mapping)
        except MappingError as error:
            return replace(reading, problems=(*reading.problems, Problem(None, str(error))))
    return reading


def scoresheet_adapter(folder: Path | None = None) -> Adapter:
    """The adapter of scoresheets. `folder`: where mappings are looked for and kept; None proposes each time anew."""

    def recognise(start: bytes, name: str) -> bool:
        return _recognised(start, name, folder)

    def read(document: Document) -> Iterator[Read]:
        reading = read_proposed(document, folder)
        found: list[Read] = [*reading.problems, *reading.games]
        yield from sorted(found, key=_line_of)

    return Adapter(name="scoresheet", title="Scoresheet (CSV, XLSX)", version=VERSION, recognise=recognise, read=read)


def _line_of(found: Read) -> int:
    return found.line or 0


def _recognised(start: bytes, name: str, folder: Path | None) -> bool:
    """A workbook by its parts, since its header is somewhere inside; a text table by its header row."""
    if start.startswith(_ZIP):
        return b"xl/" in start or name.casefold().endswith((".xlsx", ".xlsm"))
    first = start.lstrip()[:1]
    if not first or first in b"{[<" or b"\0" in start:
        return False
    # Not UTF-8 is told while reading, not here.
    lines = start.decode("utf-8", errors="replace").splitlines()[:_LOOK_AT_LINES]
    try:
        return _located([delimited_sheet(lines, delimiter) for delimiter in _delimiters(lines)], folder) is not None
    except MappingError:
        # There is one for this layout, and reading tells what is wrong with it.
        return True


def _sheets(document: Document) -> list[Sheet]:
    """The tables a document can be read as: the sheets of a workbook, or a text by the delimiter that fits best."""
    if document.start.startswith(_ZIP):
        return workbook_sheets(document.data)
    lines = decoded_lines(document.lines())
    best = max(_delimiters(lines), key=lambda delimiter: _fit(lines[:_LOOK_AT_LINES], delimiter))
    return [delimited_sheet(lines, best)]


def _delimiters(lines: Sequence[str]) -> tuple[str, ...]:
    stated = stated_delimiter(lines)
    return DELIMITERS if stated is None else (stated,)


def _fit(lines: Sequence[str], delimiter: str) -> tuple[int, int]:
    """How many columns a delimiter makes sense of, and how many it makes."""
    sheet = delimited_sheet(lines, delimiter)
    places = header_places(sheet)
    proposal = propose_for(sheet) or (proposal_at(sheet, places[0]) if places else None)
    return (len(proposal.mapping.fields()), len(proposal.mapping.column)) if proposal is not None else (0, 0)


def _laid_out(document: Document, folder: Path | None) -> tuple[Sheet, Proposal]:
    sheets = _sheets(document)
    found = _located(sheets, folder)
    if found is not None:
        return found
    for sheet in sheets:
        places = header_places(sheet)
        if places:
            return sheet, proposal_at(sheet, places[0])
    raise SheetError("There is no row in it")


def _located(sheets: Sequence[Sheet], folder: Path | None) -> tuple[Sheet, Proposal] | None:
    """The first table with a header that a kept mapping knows, or else that suggests one."""
    if folder is not None:
        for sheet in sheets:
            for place in header_places(sheet):
                kept = kept_mapping(folder, layout_of(header_cells(sheet.rows[place])))
                if kept is not None:
                    return sheet, Proposal(kept, place)
    fitting = ((sheet, proposal) for sheet in sheets if (proposal := propose_for(sheet)) is not None)
    return next(fitting, None)


def _read(sheet: Sheet, proposal: Proposal, sheets: Sequence[Sheet]) -> Reading:
    mapping, header = proposal.mapping, proposal.header
    if mapping.rows == "battle" and not {"battle", "game"} & mapping.fields():
        raise SheetError(NEEDS_BATTLES, sheet.rows[header].line)
    problems = [*_unclear(sheet, mapping, header), *_other_sheets(sheet, sheets, mapping.layout)]
    reader = Reader(sheet, mapping, header)
    below = sheet.rows[header + 1 :]
    used = [row for row in below if not reader.skipped(row)]
    skipped = len(sheet.rows) - len(used)
    if any(problem.line is not None for problem in problems):
        return Reading((), tuple(problems), len(sheet.rows), 0, skipped, len(used))
    games = all_told(reader, grouped(reader, used))
    if sheet.title is not None:
        # A workbook's rows are no lines of its file.
        games = [replace(game, lines=()) for game in games]
    problems += sorted(reader.problems, key=lambda problem: problem.line or 0)
    faulty = len({problem.line for problem in reader.problems})
    return Reading(tuple(games), tuple(problems), len(sheet.rows), len(used) - faulty, skipped, faulty)


def _unclear(sheet: Sheet, mapping: Mapping, header: int) -> Iterator[Problem]:
    """Dates with two readings: nothing is read until somebody says which is meant."""
    unclear = unclear_dates(sheet, mapping, header)
    if unclear:
        shown = "; ".join(
            f"{text} in line {line} is {readings[0]:%Y-%m-%d} or {readings[1]:%Y-%m-%d}"
            for line, text, readings in unclear[:5]
        )
        more = f" (and {len(unclear) - 5} more)" if len(unclear) > 5 else ""
        yield Problem(
            unclear[0][0],
            f"The order of day and month is not clear, so nothing of this file is read: {shown}{more}. "
            'Set date_order in its mapping to "dmy" (day, month, year) or "mdy" (month, day, year)',
        )


def _other_sheets(sheet: Sheet, sheets: Sequence[Sheet], layout: str) -> Iterator[Problem]:
    """A workbook's other sheets that look like scoresheets too."""
    others = [
        other.title for other in sheets if other is not sheet and other.title is not None and _has_games(other, layout)
    ]
    if others:
        yield Problem(
            None,
            f"Only the sheet {sheet.title!r} is read. There are games in {', '.join(map(repr, others))} too: save "
            "each of them as a file of its own",
        )


def _has_games(sheet: Sheet, layout: str) -> bool:
    same = any(layout_of(header_cells(sheet.rows[place])) == layout for place in header_places(sheet))
    return same or propose_for(sheet) is not None


def _refused(error: SheetError) -> Reading:
    return Reading((), (Problem(error.line, str(error)),), 0, 0, 0, 0)


SCORESHEET = scoresheet_adapter()
