"""Reads what a row notes, cell by cell. A cell that cannot be understood costs that cell and is told with its place."""

import datetime as dt
from collections.abc import Callable
from itertools import chain
from typing import TypeVar

import msgspec

from events.base import CardId
from events.boba import Mode, Pair
from events.erasable import Problem
from ingest.scoresheet import cells
from ingest.scoresheet.cells import CellError
from ingest.scoresheet.mapping import Mapping, header_cells, layout_of
from ingest.scoresheet.sheet import Row, Sheet
from ingest.scoresheet.words import UNKNOWN, Field, Reason

Value = TypeVar("Value")


class Noted(msgspec.Struct, frozen=True):
    """What one row notes; None is an empty cell. `winner`, `game_winner` and `honors` are still words.

    `merged`: empty cells that another cell may stand for, and how to say so.
    """

    line: int
    game: str | None
    at: dt.datetime | None
    players: Pair[str | None]
    mode: Mode | None
    format: str | None
    round: int | None
    match: str | None
    game_of_match: int | None
    battle: int | None
    heroes: Pair[CardId | None]
    weapons: Pair[str | None]
    powers: Pair[int | None]
    winner: str | None
    honors: str | None
    substituted: Pair[bool | None]
    hot_dogs: Pair[int | None]
    trophies: Pair[int | None]
    game_winner: str | None
    end_reason: Reason | None
    note: str | None
    merged: tuple[tuple[Field, str], ...]

    @property
    def tells_battle(self) -> bool:
        """Whether anything of a battle is known besides its number."""
        pairs = (self.heroes, self.weapons, self.powers, self.substituted, self.hot_dogs)
        return any(value is not None for value in (*chain(*pairs), self.winner, self.honors))


class Reader:
    """Reads the rows of a sheet by a mapping and collects the problems."""

    def __init__(self, sheet: Sheet, mapping: Mapping, header: int) -> None:
        self.sheet = sheet
        self.mapping = mapping
        self.headers = header_cells(sheet.rows[header])
        self.layout = layout_of(self.headers)
        self.places = {field: mapping.place_of(field) for field in mapping.fields()}
        self.problems: list[Problem] = []

    def complain(self, line: int, field: Field | None, message: str) -> None:
        """Tell what is wrong with a row, or with its cell of a field."""
        place = self.places.get(field) if field is not None else None
        if place is not None:
            message = f"{self.sheet.place(line, place)} ({self.headers[place]}): {message}"
        self.problems.append(Problem(line, message))

    def skipped(self, row: Row) -> bool:
        """Whether a row has nothing in the columns that are used, or is the header again."""
        if row.broken is not None or self._too_long(row):
            return False
        used = [place for place in self.places.values() if place is not None]
        told = any(row.cell(place) for place in used) or any(
            flaw.column in used and not flaw.merged for flaw in row.flaws
        )
        return not told or layout_of(header_cells(row)) == self.layout

    def broken(self, row: Row) -> str | None:
        """Why a row cannot be used at all, if so."""
        if row.broken is not None:
            return row.broken
        if self._too_long(row):
            return (
                f"Found {len(header_cells(row))} cells, expected {len(self.headers)} as in the header: a cell that "
                "holds the delimiter stands in quotation marks"
            )
        return None

    def _too_long(self, row: Row) -> bool:
        # In a workbook no cell can slip into the next column; what stands beside the table is not part of it.
        return self.sheet.title is None and len(header_cells(row)) > len(self.headers)

    def read(self, row: Row) -> Noted | None:
        """What a row notes; None if it has to be left out because nobody can say which battle it tells."""
        before = len(self.problems)
        battle = self._value(row, "battle", lambda text: cells.numbered(text, 99))
        if len(self.problems) > before:
            return None
        score = self._value(row, "score", cells.score) or (None, None)
        trophies = self._pair(row, "trophies_1", "trophies_2", lambda text: cells.whole(text, most=99))
        return Noted(
            line=row.line,
            game=self._value(row, "game", cells.words),
            at=self._value(row, "date", self._date),
            players=self._pair(row, "player_1", "player_2", cells.words),
            mode=self._value(row, "mode", cells.mode),
            format=self._value(row, "format", cells.words),
            round=self._value(row, "round", lambda text: cells.numbered(text, 999)),
            match=self._value(row, "match", cells.words),
            game_of_match=self._value(row, "game_of_match", lambda text: cells.numbered(text, 99)),
            battle=battle,
            heroes=self._pair(row, "hero_1", "hero_2", cells.hero),
            weapons=self._pair(row, "weapon_1", "weapon_2", cells.weapon),
            powers=self._pair(row, "power_1", "power_2", lambda text: cells.whole(text, least=-9_999, most=99_999)),
            winner=self._value(row, "winner", cells.words),
            honors=self._value(row, "honors", cells.words),
            substituted=self._pair(row, "substituted_1", "substituted_2", cells.is_yes),
            hot_dogs=self._pair(row, "hot_dogs_1", "hot_dogs_2", lambda text: cells.whole(text, least=-99, most=999)),
            trophies=self._joined(row, trophies, score),
            game_winner=self._value(row, "game_winner", cells.words),
            end_reason=self._value(row, "end_reason", cells.reason),
            note=self._value(row, "note", cells.words),
            merged=self._merged(row),
        )

    def _value(self, row: Row, field: Field, read: Callable[[str], Value]) -> Value | None:
        place = self.places.get(field)
        if place is None:
            return None
        for flaw in row.flaws:
            if flaw.column == place:
                if not flaw.merged:
                    self.complain(row.line, field, flaw.message)
                return None
        text = row.cell(place)
        if not text or text.casefold() in UNKNOWN:
            return None
        try:
            return read(text)
        except CellError as error:
            self.complain(row.line, field, str(error))
            return None

    def _pair(self, row: Row, one: Field, two: Field, read: Callable[[str], Value]) -> Pair[Value | None]:
        return self._value(row, one, read), self._value(row, two, read)

    def _date(self, text: str) -> dt.datetime:
        at = cells.date(text, self.mapping.date_order)
        if at.tzinfo is not None:
            return at
        return at.replace(tzinfo=dt.timezone(dt.timedelta(minutes=self.mapping.utc_offset or 0)))

    def _joined(self, row: Row, trophies: Pair[int | None], score: Pair[int | None]) -> Pair[int | None]:
        """Trophies from the columns of both players or from the one of the score; two that differ are none."""
        for field, stated, other in zip(_TROPHIES, trophies, score, strict=True):
            if stated is not None and other is not None and stated != other:
                self.complain(row.line, field, f"found {stated}, while the score says {score[0]}:{score[1]}")
                return None, None
        return (
            trophies[0] if trophies[0] is not None else score[0],
            trophies[1] if trophies[1] is not None else score[1],
        )

    def _merged(self, row: Row) -> tuple[tuple[Field, str], ...]:
        fields = {place: field for field, place in self.places.items()}
        return tuple((fields[flaw.column], flaw.message) for flaw in row.flaws if flaw.merged and flaw.column in fields)


_TROPHIES: Pair[Field] = ("trophies_1", "trophies_2")


def unclear_dates(sheet: Sheet, mapping: Mapping, header: int) -> list[tuple[int, str, list[dt.datetime]]]:
    """The dates that can be two days as long as the mapping does not say in which order they are written."""
    place = mapping.place_of("date")
    if place is None or mapping.date_order is not None:
        return []
    unclear = []
    for row in sheet.rows[header + 1 :]:
        text = row.cell(place)
        readings = cells.readings(text) if text else []
        if len(readings) > 1:
            unclear.append((row.line, text, readings))
    return unclear
