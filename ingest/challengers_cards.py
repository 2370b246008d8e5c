"""Reads cards, plans and trophies of Challengers! that a user brings, and keeps them beside those that ship.

A file is what its ending and contents say: CSV with the columns of `data/challengers/cards.csv`, or TOML like
`plans.toml` or `trophies.toml` there. Cards add up by id; plans and trophies are taken whole.
"""

import csv
import io
import tomllib
from collections.abc import Iterable
from pathlib import Path

import msgspec

from events.base import CardId
from ingest.catalogue import LONGEST_FILE, MOST_PROBLEMS, ImportedCards, Problem
from projector.challengers.cards import COLUMNS, Card, card_of
from projector.challengers.plans import Plans

CARDS, PLANS, TROPHIES = "cards.csv", "plans.toml", "trophies.toml"


class CardCounts(msgspec.Struct, frozen=True):
    """How many cards, and files of plans and of trophies."""

    cards: int
    plans: int
    trophies: int


def import_cards(paths: Iterable[Path], folder: Path) -> ImportedCards:
    """Read files and add what they hold to `folder`; importing twice is importing once.

    The sound lines of a card list with problems are saved, a plan with problems is not.
    """
    cards: dict[CardId, Card] = {}
    whole: dict[str, bytes] = {}
    problems: list[Problem] = []
    for path in paths:
        try:
            data = _bytes_of(path)
            if path.suffix.lower() == ".toml":
                whole[_kind_of(data)] = data
            else:
                cards |= _read(data, str(path), problems)
        except (OSError, ValueError) as error:
            problems.append(Problem(str(path), 0, getattr(error, "strerror", None) or str(error)))
    try:
        _save(cards, whole, folder)
    except (OSError, ValueError) as error:
        problems.append(Problem(str(folder), 0, f"cannot be written: {getattr(error, 'strerror', None) or error}"))
        return ImportedCards(CardCounts(0, 0, 0), tuple(problems))
    counts = CardCounts(len(cards), int(PLANS in whole), int(TROPHIES in whole))
    return ImportedCards(counts, tuple(problems[:MOST_PROBLEMS]))


def _bytes_of(path: Path) -> bytes:
    if path.is_dir():
        raise IsADirectoryError("is a folder, expected a CSV file of cards, or TOML of plans or trophies")
    with path.open("rb") as file:
        data = file.read(LONGEST_FILE + 1)
    if len(data) > LONGEST_FILE:
        raise ValueError(f"has more than {LONGEST_FILE:,} bytes, expected a list of cards")
    return data


def _kind_of(data: bytes) -> str:
    """The name under which a TOML file is kept. Raises ValueError."""
    table = tomllib.loads(data.decode())
    if "plan" in table:
        Plans.read(data, b"fans = []")
        return PLANS
    if "fans" in table:
        Plans.read(b"draws = []\nplan = []", data)
        return TROPHIES
    raise ValueError(f"has {', '.join(table) or 'nothing'}, expected `draws` and `plan`, or `fans`")


def _read(data: bytes, file: str, problems: list[Problem]) -> dict[CardId, Card]:
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline=""))
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise ValueError(f"has no column {', '.join(missing)}, expected {', '.join(COLUMNS)}")
    found: dict[CardId, Card] = {}
    try:
        for row in rows:
            try:
                card = card_of(row)
            except ValueError as error:
                problems.append(Problem(file, rows.line_num, str(error)))
            else:
                found[card.id] = card
    except csv.Error as error:
        problems.append(Problem(file, rows.line_num, str(error)))
    return found


def _save(cards: dict[CardId, Card], whole: dict[str, bytes], folder: Path) -> None:
    files = dict(whole)
    if cards:
        ignored: list[Problem] = []
        kept = _read((folder / CARDS).read_bytes(), CARDS, ignored) if (folder / CARDS).is_file() else {}
        files[CARDS] = _written({**kept, **cards})
    for name, data in files.items():
        folder.mkdir(parents=True, exist_ok=True)
        part = folder / f"{name}.part"
        part.write_bytes(data)
        part.replace(folder / name)


def _written(cards: dict[CardId, Card]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in sorted(cards.values(), key=lambda one: one.id):
        number = card.id.removeprefix(f"{card.set}:{card.level}")
        plain = "yes" if card.is_plain else ""
        writer.writerow(
            [card.set, card.set_name, card.level, number, card.name, card.name_fr, card.power, card.copies, plain]
        )
    return text.getvalue().encode()
