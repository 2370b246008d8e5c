"""Which column of a sheet holds what: proposed from its headers, shown as TOML, changed by people, kept by layout."""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec

from events.base import UtcOffset
from events.boba import Mode
from ingest.scoresheet import cells
from ingest.scoresheet.cells import ORDERS, CellError, DateOrder, shortened
from ingest.scoresheet.sheet import Row, Sheet
from ingest.scoresheet.words import FIELDS, UNKNOWN, Field, field_of, header_key, seated_fields

UNUSED: Literal["unused"] = "unused"
Rows: TypeAlias = Literal["battle", "game"]

_HEADER_WITHIN = 10
_LOOK_AT = 200
_OF_A_BATTLE: frozenset[Field] = frozenset(
    {
        *("battle", "hero_1", "hero_2", "weapon_1", "weapon_2", "power_1", "power_2"),
        *("substituted_1", "substituted_2"),
    }
)


class MappingError(ValueError):
    """A mapping that says what cannot be; the text says what was found and what was expected."""


class Column(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A column by its header, and the field it holds."""

    header: str
    field: Field | Literal["unused"]


class Mapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the sheets of one layout are read.

    `layout` is the key of their header row. `rows`: what one row tells. `date_order` None: every date that is not
    clear by itself is asked about. `utc_offset`: minutes east of UTC where the games were played. `client` is whose
    sheet it is: players of one name and client are one person. `lasting_ids`: the same game id in another file is
    the same game. `mode` and `format` hold where a row does not say.
    """

    layout: str
    rows: Rows
    column: tuple[Column, ...]
    date_order: DateOrder | None = None
    utc_offset: UtcOffset | None = None
    client: Annotated[str, msgspec.Meta(min_length=1, max_length=100)] = "Scoresheet"
    lasting_ids: bool = False
    mode: Mode | None = None
    format: Annotated[str, msgspec.Meta(min_length=1, max_length=100)] | None = None

    def place_of(self, field: Field) -> int | None:
        """The column, from 0, that holds a field."""
        return next((place for place, column in enumerate(self.column) if column.field == field), None)

    def fields(self) -> frozenset[Field]:
        return frozenset(column.field for column in self.column if column.field != UNUSED)


class Proposal(msgspec.Struct, frozen=True):
    """A mapping of a sheet's columns, and where its header row is (a place in its rows)."""

    mapping: Mapping
    header: int


def header_places(sheet: Sheet) -> list[int]:
    """The rows that can be a sheet's header: a few of the first ones, since titles may stand above it."""
    shown = (place for place, row in enumerate(sheet.rows) if not row.blank and row.broken is None)
    return list(islice(shown, _HEADER_WITHIN))


def propose_for(sheet: Sheet) -> Proposal | None:
    """The mapping that a sheet's headers and contents suggest; None if no row is the header of a scoresheet."""
    proposals = (proposal_at(sheet, place) for place in header_places(sheet))
    return next((proposal for proposal in proposals if tells_games(proposal.mapping.fields())), None)


def proposal_at(sheet: Sheet, place: int) -> Proposal:
    """What the row at this place suggests as a header row. It may tell no games."""
    below = [row for row in sheet.rows[place + 1 : place + 1 + _LOOK_AT] if not row.blank and row.broken is None]
    headers = header_cells(sheet.rows[place])
    fields = _proposed_fields(headers, below)
    columns = (Column(header, field or UNUSED) for header, field in zip(headers, fields, strict=True))
    rows: Rows = "battle" if _OF_A_BATTLE.intersection(fields) else "game"
    return Proposal(Mapping(layout_of(headers), rows, tuple(columns)), place)


def header_cells(row: Row) -> tuple[str, ...]:
    """The cells of a header row without the blank ones at its end."""
    cells = list(row.cells)
    while cells and not cells[-1]:
        cells.pop()
    return tuple(cells)


def layout_of(headers: Iterable[str]) -> str:
    """The key of a header row: sheets whose headers differ in case, spaces and signs only are of one layout."""
    return "|".join(header_key(header) for header in headers)


def tells_games(fields: Iterable[Field]) -> bool:
    """Whether these are columns of games: something that was won, and who or in which battle."""
    had = set(fields)
    outcome = had & {"winner", "game_winner", "score", "end_reason"} or any(
        {f"{what}_1", f"{what}_2"} <= had for what in ("trophies", "power", "hero")
    )
    whose = had & {"battle", "game", "date"} or any(
        {f"{what}_1", f"{what}_2"} <= had for what in ("player", "power", "hero")
    )
    return bool(outcome and whose)


def _proposed_fields(headers: Sequence[str], below: Sequence[Row]) -> list[Field | None]:
    fields: list[Field | None] = [field_of(header) for header in headers]
    _pair_up(headers, fields)
    _player_and_opponent(headers, fields)
    _first_of_each(fields)
    for place, field in enumerate(fields):
        if field == "winner" and "score" not in fields and _all_read(below, place, cells.score):
            fields[place] = "score"
    if "date" not in fields:
        for place, field in enumerate(fields):
            if field is None and _all_read(below, place, lambda text: cells.date(text, None)):
                fields[place] = "date"
                break
    return fields


def _pair_up(headers: Sequence[str], fields: list[Field | None]) -> None:
    """Two columns of one name are player 1's and player 2's: `Hero, Power, Hero, Power`."""
    places: dict[tuple[Field, Field], list[int]] = {}
    for place, header in enumerate(headers):
        seated = seated_fields(header)
        if seated is not None:
            places.setdefault(seated, []).append(place)
    for seated, found in places.items():
        if len(found) == 2 and not set(seated) & set(fields):
            fields[found[0]], fields[found[1]] = seated


def _player_and_opponent(headers: Sequence[str], fields: list[Field | None]) -> None:
    """`Player` beside `Opponent` is player 1."""
    if "player_2" in fields and "player_1" not in fields:
        for place, header in enumerate(headers):
            if fields[place] is None and seated_fields(header) == ("player_1", "player_2"):
                fields[place] = "player_1"
                return


def _first_of_each(fields: list[Field | None]) -> None:
    seen: set[Field] = set()
    for place, field in enumerate(fields):
        if field in seen:
            fields[place] = None
        elif field is not None:
            seen.add(field)


def _all_read(rows: Sequence[Row], place: int, read: Callable[[str], object]) -> bool:
    """Whether a column has values, and each of them can be read so."""
    texts = [text for row in rows if (text := row.cell(place)) and text not in UNKNOWN]
    try:
        for text in texts:
            read(text)
    except CellError:
        return False
    return bool(texts)


# As text


def described(mapping: Mapping, sheet: Sheet | None = None, header: int = 0) -> str:
    """A mapping as TOML to be read and changed by people; with a sheet, each column with examples of what it holds."""
    unused = [shortened(column.header) for column in mapping.column if column.field == UNUSED and column.header]
    below = () if sheet is None else sheet.rows[header + 1 :]
    lines = [
        "# How Gametape reads scoresheets of this layout. Change it, then import with it.",
        f"# Columns that are not used: {', '.join(unused) or 'none'}",
        "",
        f"layout = {_string(mapping.layout)}",
        "",
        '# What one row tells: "battle" or "game".',
        f"rows = {_string(mapping.rows)}",
        "",
        f"# In which order dates are written: {', '.join(f'{key} ({order})' for key, order in ORDERS.items())}.",
        "# Needed only where a date has two readings: 03/04/2026 is 3 April or 4 March.",
        _line("date_order", mapping.date_order, "dmy"),
        "# Minutes east of UTC where the games were played.",
        _line("utc_offset", mapping.utc_offset, 60),
        "",
        "# Whose sheet it is. Players of one name in sheets of one client are one person.",
        f"client = {_string(mapping.client)}",
        "# Whether a game id means the same game in every file of this client.",
        f"lasting_ids = {'true' if mapping.lasting_ids else 'false'}",
        "",
        "# For rows that do not say it.",
        _line("mode", mapping.mode, "playmaker"),
        _line("format", mapping.format, "SPEC"),
        "",
        f"# The columns in their order. Fields: {', '.join(FIELDS[: len(FIELDS) // 2])},",
        f"# {', '.join(FIELDS[len(FIELDS) // 2 :])}, {UNUSED}.",
    ]
    for place, column in enumerate(mapping.column):
        lines.append("")
        if sheet is not None:
            lines.append(f"# {sheet.place(sheet.rows[header].line, place)}, {_examples(below, place)}")
        lines += ["[[column]]", f"header = {_string(column.header)}", f"field = {_string(column.field)}"]
    return "\n".join(lines) + "\n"


def _examples(rows: Sequence[Row], place: int) -> str:
    found = list(dict.fromkeys(text for row in rows[:_LOOK_AT] if (text := row.cell(place))))[:3]
    return f"for example {', '.join(_string(text[:40]) for text in found)}" if found else "empty"


def _line(key: str, value: str | int | None, example: str | int) -> str:
    """A setting, or the same as a comment where it is not set."""
    shown = example if value is None else value
    text = _string(shown) if isinstance(shown, str) else str(shown)
    return f"{'# ' if value is None else ''}{key} = {text}"


def _string(text: str) -> str:
    """A TOML string: JSON's, which lets one more sign stand bare."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def parse_mapping(text: str) -> Mapping:
    """The mapping that TOML text states. Raises MappingError, which says what was found and expected."""
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise MappingError(f"The mapping is no TOML: {error}") from error
    for column in told["column"] if isinstance(told.get("column"), list) else ():
        field = column.get("field") if isinstance(column, dict) else None
        if isinstance(field, str) and field not in {*FIELDS, UNUSED}:
            near = difflib.get_close_matches(field, [*FIELDS, UNUSED], 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise MappingError(f"There is no field {field!r}, expected one of {', '.join(FIELDS)} or {UNUSED}{hint}")
    try:
        mapping = msgspec.convert(told, Mapping)
    except msgspec.ValidationError as error:
        raise MappingError(f"The mapping is not complete or not right: {error}") from error
    _check(mapping)
    return mapping


def _check(mapping: Mapping) -> None:
    if layout_of(column.header for column in mapping.column) != mapping.layout:
        raise MappingError("The headers of the columns are not those of the layout: keep both as they were proposed")
    used = [column.field for column in mapping.column if column.field != UNUSED]
    twice = sorted({field for field in used if used.count(field) > 1})
    if twice:
        raise MappingError(f"Two columns are {' and '.join(twice)}; a field has one column, the others are {UNUSED!r}")
    if not tells_games(used):
        raise MappingError(
            "The mapping names no games: expected a winner, a score, or trophies, powers or heroes of both players, "
            "and beside it the players, a battle number, a game id or a date"
        )
    lost = sorted(_OF_A_BATTLE.intersection(used))
    if mapping.rows == "game" and lost:
        raise MappingError(f"One row a game has no {', '.join(lost)}: set rows to 'battle', or these to {UNUSED!r}")
    if mapping.rows == "battle" and not {"battle", "game"} & set(used):
        raise MappingError(NEEDS_BATTLES)


NEEDS_BATTLES = (
    "One row a battle needs to say which: expected a column with battle numbers, or with game ids whose rows are in "
    "the order of the battles"
)

# Kept


def mapping_file(folder: Path, layout: str) -> Path:
    """Where the mapping of a layout is kept."""
    return folder / f"{hashlib.sha256(layout.encode()).hexdigest()[:16]}.toml"


def kept_mapping(folder: Path, layout: str) -> Mapping | None:
    """The mapping kept for a layout, None if there is none. Raises MappingError for one that cannot be read."""
    path = mapping_file(folder, layout)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as error:
        raise MappingError(f"The mapping kept in {path} cannot be read ({error}): mend or remove it") from error
    try:
        mapping = parse_mapping(text)
    except MappingError as error:
        raise MappingError(f"The mapping kept in {path} cannot be used: {error}. Mend or remove it") from error
    if mapping.layout != layout:
        raise MappingError(f"The mapping kept in {path} is one of another layout: remove it")
    return mapping


def keep_mapping(folder: Path, mapping: Mapping) -> Path:
    """Keep a mapping for its layout, in place of an earlier one. Raises MappingError where it cannot be written."""
    path = mapping_file(folder, mapping.layout)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(described(mapping), encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise MappingError(f"The mapping cannot be kept in {path}: {error.strerror or error}") from error
    return path
