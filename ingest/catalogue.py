"""Reads card lists into a catalogue: the project's own compact files and the full lists people keep.

Which kind a file is, its header tells. Both forms are CSV in UTF-8, one card a line:

    compact  set_code,number,name,variation,treatment,weapon,power        full  set_code,card_number,hero,...
             set_code,number,name,kind,cost,dbs                                 set_code,card_number,name,kind,...
             set_code,number,name                                               set_code,card_number,name,...

Columns may stand in any order and a full list may have more of them; who the athlete is, is never kept. Every cell is
text until its own column is checked, since numbers like `BF-148` follow thousands of plain integers.
"""

import csv
import io
import logging
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import Literal

import msgspec

from events.base import CardId
from projector.boba.cards import Catalogue, Hero, HotDog, Play, PlayKind, identified, name_key, short_id

HEROES, PLAYS, HOT_DOGS = "heroes.csv", "plays.csv", "hotdogs.csv"
LONGEST_FILE = 32 * 1024 * 1024
LONGEST_LINE = 10_000
MOST_PROBLEMS = 1_000

_log = logging.getLogger(__name__)


class Problem(msgspec.Struct, frozen=True):
    """Something of a file that could not be read; lines count from 1, and line 0 is the file as a whole."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        """The problem as one line for a person."""
        return f"{self.file}, line {self.line}: {self.message}" if self.line else f"{self.file}: {self.message}"


class ReadCards(msgspec.Struct, frozen=True):
    """What was read: the cards that are sound, and one problem for everything that is not among them."""

    catalogue: Catalogue
    problems: tuple[Problem, ...]


class CardCounts(msgspec.Struct, frozen=True):
    """How many cards of each kind."""

    heroes: int
    plays: int
    hot_dogs: int


class ImportedCards(msgspec.Struct, frozen=True):
    """What an import read and saved. `counts` is the game's own struct of numbers; 0 means that nothing was saved."""

    counts: msgspec.Struct
    problems: tuple[Problem, ...]


class CompactFiles(msgspec.Struct, frozen=True):
    """A catalogue as the bytes of its three compact files."""

    heroes: bytes
    plays: bytes
    hot_dogs: bytes


def load_catalogue(*folders: Path) -> Catalogue:
    """The cards of these folders of compact files; of a card in two folders, the later one's facts.

    A folder or file that is not there holds no cards. What cannot be read is told to the log, line by line;
    `read_folders` gives it back instead.
    """
    read = read_folders(*folders)
    for problem in read.problems:
        _log.warning("%s", problem)
    return read.catalogue


def read_folders(*folders: Path) -> ReadCards:
    """The cards of these folders, as `load_catalogue`, with the problems."""
    paths = [folder / name for folder in folders for name in (HEROES, PLAYS, HOT_DOGS)]
    return read_files(path for path in paths if path.exists())


def read_files(paths: Iterable[Path]) -> ReadCards:
    """The cards of these files, compact or full; of a card in two files, the later one's facts."""
    found = _Found()
    for path in paths:
        try:
            if path.is_dir():
                raise IsADirectoryError("is a folder, expected a CSV file of cards")
            with path.open("rb") as file:
                data = file.read(LONGEST_FILE + 1)
        except (OSError, ValueError) as error:
            # A path with a NUL in it is a ValueError.
            found.tell(str(path), 0, getattr(error, "strerror", None) or str(error))
        else:
            _read(data, str(path), found)
    return found.read()


def read_cards(data: bytes, file: str) -> ReadCards:
    """The cards of one file's bytes; `file` is what its problems call it."""
    found = _Found()
    _read(data, file, found)
    return found.read()


def import_cards(paths: Iterable[Path], folder: Path) -> ImportedCards:
    """Read card lists and add what they hold to the compact files of `folder`; importing twice is importing once.

    The sound lines of a file with problems are saved. Nothing is saved while the folder's own files have problems,
    because writing them anew would lose the lines that cannot be read.
    """
    read = read_files(paths)
    counts = CardCounts(len(read.catalogue.heroes), len(read.catalogue.plays), len(read.catalogue.hot_dogs))
    nothing = CardCounts(0, 0, 0)
    if counts == nothing:
        return ImportedCards(nothing, read.problems)
    saved = read_folders(folder)
    if saved.problems:
        stop = Problem(str(folder), 0, "nothing was saved; mend or remove the files named above, then import again")
        return ImportedCards(nothing, (*read.problems, *saved.problems, stop))
    files = write_compact(saved.catalogue.merged(read.catalogue))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in ((HEROES, files.heroes), (PLAYS, files.plays), (HOT_DOGS, files.hot_dogs)):
            part = folder / f"{name}.part"
            part.write_bytes(data)
            part.replace(folder / name)
    except OSError as error:
        problem = Problem(str(folder), 0, f"cannot be written: {error.strerror}")
        return ImportedCards(nothing, (*read.problems, problem))
    return ImportedCards(counts, read.problems)


def write_compact(catalogue: Catalogue) -> CompactFiles:
    """The catalogue as compact files: sorted, so that the same cards always give the same bytes."""
    return CompactFiles(
        heroes=_written(_COLUMNS["heroes"], catalogue.heroes.values()),
        plays=_written(_COLUMNS["plays"], catalogue.plays.values()),
        hot_dogs=_written(_COLUMNS["hot dogs"], catalogue.hot_dogs.values()),
    )


_Kind = Literal["heroes", "plays", "hot dogs"]
_COLUMNS: dict[_Kind, tuple[str, ...]] = {
    "heroes": ("set_code", "number", "name", "variation", "treatment", "weapon", "power"),
    "plays": ("set_code", "number", "name", "kind", "cost", "dbs"),
    "hot dogs": ("set_code", "number", "name"),
}
_MAY_BE_BLANK = frozenset({"variation", "treatment", "cost", "dbs"})
# A full list shows the cost 0 for the play that costs what the play it copies costs.
_NO_FIXED_COST = frozenset({"U:BPL-1"})


class _BadLineError(Exception):
    """A line that cannot be read; the text says what was found and what was expected."""


class _Found:
    """What has been read so far."""

    def __init__(self) -> None:
        self.heroes: list[Hero] = []
        self.plays: dict[CardId, Play] = {}
        self.hot_dogs: dict[CardId, HotDog] = {}
        self.problems: list[Problem] = []

    def tell(self, file: str, line: int, message: str) -> None:
        self.problems.append(Problem(file, line, message))

    def read(self) -> ReadCards:
        catalogue = Catalogue(identified(self.heroes), self.plays.values(), self.hot_dogs.values())
        return ReadCards(catalogue, tuple(self.problems))


def _read(data: bytes, file: str, found: _Found) -> None:
    if len(data) > LONGEST_FILE:
        found.tell(file, 0, f"is longer than {LONGEST_FILE} bytes; the file was not read")
        return
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        found.tell(file, 1, "is in UTF-16, expected UTF-8 (save it as CSV UTF-8); the file was not read")
        return
    # Bytes that are no UTF-8 stay in as lone surrogates, so that they cost their own line only.
    text = data.decode("utf-8-sig", errors="surrogateescape").replace("\r\n", "\n").replace("\r", "\n")
    lines = ((number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip())
    number, line = next(lines, (1, ""))
    try:
        reader = _LineReader(line, found)
    except _BadLineError as error:
        found.tell(file, number, f"{error}; the file was not read")
        return
    bad = 0
    for number, line in lines:
        try:
            reader.read(number, line)
        except _BadLineError as error:
            bad += 1
            if bad <= MOST_PROBLEMS:
                found.tell(file, number, str(error))
    if bad > MOST_PROBLEMS:
        found.tell(file, 0, f"{bad - MOST_PROBLEMS} more lines after these could not be read")


class _LineReader:
    """Reads the lines under one header."""

    def __init__(self, header: str, found: _Found) -> None:
        if not header:
            raise _BadLineError("is empty, expected a header such as " + ",".join(_COLUMNS["heroes"]))
        names = [name.strip().casefold() for name in _cells(header)]
        self._found = found
        self._kind, self._is_full, names = _recognised(names)
        self._width = len(names)
        columns = _COLUMNS[self._kind]
        self._pick = itemgetter(*(names.index(column) for column in columns))
        self._by_name = names.index("dbs_by_name") if "dbs_by_name" in names else None
        self._needed = [place for place, column in enumerate(columns) if column not in _MAY_BE_BLANK]
        self._heroes_at: dict[tuple[str, str, str], list[tuple[str, int]]] = {}
        self._cards_at: dict[CardId, int] = {}

    def read(self, number: int, line: str) -> None:
        cells = _cells(line)
        if len(cells) != self._width:
            raise _BadLineError(f"has {len(cells)} cells, expected {self._width} as in the header")
        facts = [cell if cell.isalnum() else _tidy(cell) for cell in self._pick(cells)]
        for place in self._needed:
            if not facts[place]:
                raise _BadLineError(f"the column {_COLUMNS[self._kind][place]} is blank")
        if ":" in facts[0] or ":" in facts[1]:
            raise _BadLineError(f"found {_shown(':'.join(facts[:2]))}, expected a set code and number without a colon")
        if self._kind == "heroes":
            self._read_hero(number, facts)
        elif self._kind == "plays":
            self._read_play(number, facts, cells)
        else:
            card = self._new_card(number, facts)
            self._found.hot_dogs[card] = HotDog(card, *facts)

    def _read_hero(self, number: int, facts: list[str]) -> None:
        set_code, card_number, name, variation, treatment, weapon, power = facts
        if ":" in weapon:
            raise _BadLineError(f"the weapon is {_shown(weapon)}, expected one without a colon")
        weapon = weapon.title()
        hero = Hero(
            short_id(set_code, card_number),
            set_code,
            card_number,
            name,
            variation,
            treatment,
            weapon,
            _whole("power", power),
        )
        others = self._heroes_at.setdefault((set_code, card_number, weapon), [])
        if others:
            for other, at in others:
                if name_key(other) == name_key(name):
                    raise _BadLineError(f"{hero.id} {name} ({weapon}) is on line {at} already")
        others.append((name, number))
        self._found.heroes.append(hero)

    def _read_play(self, number: int, facts: list[str], cells: Sequence[str]) -> None:
        set_code, card_number, name, kind, cost, dbs = facts
        try:
            play_kind = msgspec.convert(kind, PlayKind)
        except msgspec.ValidationError as error:
            raise _BadLineError(f"the kind is {_shown(kind)}, expected PL, BPL or HTD") from error
        if not dbs and self._by_name is not None:
            # A reprint has no line of its own in the lists: it is the same play, so the list knows it by its name.
            dbs = cells[self._by_name].strip()
        no_fixed_cost = not cost or (self._is_full and short_id(set_code, card_number) in _NO_FIXED_COST)
        play = Play(
            short_id(set_code, card_number),
            set_code,
            card_number,
            name,
            play_kind,
            None if no_fixed_cost else _whole("cost", cost),
            _whole("dbs", dbs) if dbs else None,
        )
        self._found.plays[self._new_card(number, facts)] = play

    def _new_card(self, number: int, facts: list[str]) -> CardId:
        card = short_id(facts[0], facts[1])
        at = self._cards_at.setdefault(card, number)
        if at != number:
            raise _BadLineError(f"{card} is on line {at} already")
        return card


def _recognised(names: list[str]) -> tuple[_Kind, bool, list[str]]:
    """The kind of the file, whether it is a full list, and its columns by the names of the compact form."""
    kind: _Kind
    if not {"hero", "weapon", "power"}.isdisjoint(names):
        kind = "heroes"
    elif not {"kind", "cost", "dbs"}.isdisjoint(names):
        kind = "plays"
    elif "name" in names and not {"number", "card_number"}.isdisjoint(names):
        kind = "hot dogs"
    else:
        hint = " (columns are separated by commas)" if len(names) == 1 else ""
        raise _BadLineError(
            f"found {_shown(','.join(names))}, expected the header of heroes, plays or hot dogs, such as "
            + ",".join(_COLUMNS["heroes"])
            + hint
        )
    is_full = "card_number" in names
    full = {"card_number": "number"} | ({"hero": "name"} if kind == "heroes" else {})
    names = [full.get(name, name) for name in names]
    missing = [column for column in _COLUMNS[kind] if column not in names]
    if missing:
        raise _BadLineError(f"a list of {kind} without the columns {', '.join(missing)}")
    twice = [column for column in _COLUMNS[kind] if names.count(column) > 1]
    if twice:
        raise _BadLineError(f"a list of {kind} with the columns {', '.join(twice)} twice")
    return kind, is_full, names


def _cells(line: str) -> list[str]:
    """The cells of one line. A cell holds no line break, so a quote left open costs its own line only."""
    if len(line) > LONGEST_LINE:
        raise _BadLineError(f"is {len(line)} characters long, expected at most {LONGEST_LINE}")
    if not line.isascii() or "\0" in line:
        if "\0" in line:
            raise _BadLineError("holds a NUL byte, expected text")
        if stray := re.search("[\udc80-\udcff]", line):
            byte = ord(stray[0]) - 0xDC00
            raise _BadLineError(f"holds the byte 0x{byte:02X}, which is no UTF-8 (save the file as CSV UTF-8)")
    try:
        return next(csv.reader((line,), strict=True))
    except csv.Error as error:
        reason = "a quote is not closed on it" if "unexpected end" in str(error) else str(error)
        raise _BadLineError(f"is no line of CSV: {reason}") from error


@lru_cache(maxsize=4096)
def _tidy(cell: str) -> str:
    """The cell with single spaces, and none around it."""
    cell = " ".join(cell.split())
    if not cell.isprintable():
        raise _BadLineError(f"found {_shown(cell)}, expected text that can be printed")
    return cell


def _whole(column: str, cell: str) -> int:
    if not (cell.isascii() and cell.isdecimal() and len(cell) <= 5):
        raise _BadLineError(f"the {column} is {_shown(cell)}, expected a whole number")
    return int(cell)


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 60 else text[:57] + "...")


def _written(columns: Sequence[str], cards: Iterable[Hero] | Iterable[Play] | Iterable[HotDog]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    for card in sorted(cards, key=_order):
        writer.writerow(getattr(card, column) for column in columns)
    return text.getvalue().encode()


def _order(card: Hero | Play | HotDog) -> tuple[str, list[tuple[int, str]], str]:
    """By set, then number with its digits counted (`BF-9` before `BF-10`), then id."""
    parts = re.findall(r"0*([0-9]+)|([^0-9]+)", card.number)
    return card.set_code, [(len(digits) or -1, digits or other) for digits, other in parts], card.id
