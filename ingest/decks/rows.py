"""What the deck files of all programs are read into, and written from: rows that each tell of a card."""

import datetime as dt
import re
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from events.base import CardId
from events.erasable import Problem
from projector.boba.cards import Catalogue, PlayKind
from projector.boba.decks import CardKind, Deck, Told

# How a card was found: by an id, by its set and number, by its number alone or by its name.
By: TypeAlias = Literal["id", "set and number", "number", "name"]
MOST_COPIES = 999
# A longer list is no deck; what is behind is not looked at.
MOST_ROWS = 50_000
SET_NAMES = {
    "A": "Alpha Edition",
    "U": "Alpha Update",
    "G": "Griffey Edition",
    "B": "Alpha Blast",
    "SS": "Sandstorm Superfan Series",
    "LA": "World Champions LA 2024",
    "PH": "World Champions Philly 2025",
}
# Hot dogs of these sets are foils; the catalogue does not say so, and ids of BOBA Playbook do.
FOIL_SETS = frozenset({"B", "LA", "PH", "SS"})
_SET_CODES = {name.casefold(): code for code, name in SET_NAMES.items()} | {
    "alpha": "A",
    "update": "U",
    "griffey": "G",
    "blast": "B",
    "superfan": "SS",
    "sse": "SS",
    "phi": "PH",
    # The deck builder files the discounts under a release of their own.
    "htd": "B",
}
_PLAY_KIND = re.compile(r"(BPL|HTD|PL)-?[0-9]+$", re.IGNORECASE)


class Row(msgspec.Struct, frozen=True):
    """A row of a file: what it tells of a card, how many of it, and where. `card` is our own id, told as such."""

    told: Told
    count: int = 1
    line: int | None = None
    in_sideboard: bool = False
    card: CardId | None = None


class Claims(msgspec.Struct, frozen=True):
    """What a file says of a deck beside its cards. It is kept to be compared, never believed."""

    format: str | None = None
    is_valid: bool | None = None
    heroes: int | None = None
    dbs: int | None = None
    average_power: float | None = None
    submitted: dt.datetime | None = None


class RawDeck(msgspec.Struct, frozen=True):
    """A deck as a file tells it, before its rows are looked up."""

    rows: tuple[Row, ...]
    name: str | None = None
    claims: Claims | None = None


class Text(NamedTuple):
    """A file as text, or as the JSON value in it."""

    text: str
    value: object = None


class RawFile(NamedTuple):
    """What a file tells, and what of it could not be read."""

    decks: Sequence[RawDeck]
    problems: Sequence[Problem]


class Form(NamedTuple):
    """A form of files. `is_in` looks at a file; `write` None: it tells of decks but holds none.

    `has_faces` False: of hot dogs it holds the number only.
    """

    name: str
    title: str
    is_in: Callable[[Text], bool]
    read: Callable[[Text], RawFile]
    write: Callable[[Deck, Sequence[Row]], bytes] | None
    has_faces: bool = True


def set_code_of(name: str | None) -> str | None:
    """Our code of a set that a file calls by its code or its name; a set that is not known keeps what it is called."""
    if name is None or not name.strip():
        return None
    name = name.strip()
    return _SET_CODES.get(name.casefold(), name.upper() if len(name) <= 4 else name)


def play_kind_of(number: str | None) -> PlayKind | None:
    """The kind of a play by its number: labels of some files are wrong, numbers are not. Promos do not tell."""
    found = _PLAY_KIND.match(number.strip()) if number else None
    if found is None:
        return None
    kind: PlayKind = msgspec.convert(found[1].upper(), PlayKind)
    return kind


def kind_of(number: str | None) -> CardKind | None:
    """The kind of a card by its number, where the number shows it."""
    if number is None:
        return None
    if play_kind_of(number) is not None:
        return "play"
    return "hot_dog" if re.fullmatch(r"HD-?[0-9]+", number.strip(), re.IGNORECASE) else None


def copies(count: object, line: int | None, problems: list[Problem]) -> int:
    """How many copies a row tells; what is no sound number is told and counts once."""
    if isinstance(count, int) and 0 <= count <= MOST_COPIES:
        return count
    shown = str(count)[:20]
    problems.append(Problem(line, f"{shown} copies of a card, expected 0 to {MOST_COPIES}; the row counts once"))
    return 1


def number_in(cell: str | None) -> int | None:
    """The whole number of a cell; None where there is none."""
    cell = (cell or "").strip()
    return int(cell) if cell.isascii() and cell.isdecimal() and len(cell) <= 6 else None


def rows_of(deck: Deck, cards: Catalogue) -> list[Row]:
    """The deck as rows that tell all that the catalogue knows, equal cards together, in the order of the deck."""
    found: list[Row] = []
    lists: tuple[tuple[CardKind, tuple[CardId, ...], bool], ...] = (
        ("hero", deck.heroes, False),
        ("play", deck.plays, False),
        ("hot_dog", deck.hot_dogs, False),
        ("play", deck.sideboard, True),
    )
    for kind, ids, in_sideboard in lists:
        for card in dict.fromkeys(ids):
            told = told_of(card, kind, cards)
            found.append(Row(told, ids.count(card), in_sideboard=in_sideboard, card=card))
    found.extend(Row(row.told, row.count, in_sideboard=row.in_sideboard) for row in deck.unresolved)
    return found


def told_of(card: CardId, kind: CardKind, cards: Catalogue) -> Told:
    """All that the catalogue tells of a card; of one it does not know, what its id tells."""
    if hero := cards.heroes.get(card):
        return Told(
            kind="hero",
            set_code=hero.set_code,
            number=hero.number,
            name=hero.name,
            variation=hero.variation,
            treatment=hero.treatment,
            weapon=hero.weapon,
            power=hero.power,
        )
    if play := cards.plays.get(card):
        return Told(
            kind="play",
            play_kind=play.kind,
            set_code=play.set_code,
            number=play.number,
            name=play.name,
            cost=play.cost,
            dbs=play.dbs,
        )
    if hot_dog := cards.hot_dogs.get(card):
        return Told(kind="hot_dog", set_code=hot_dog.set_code, number=hot_dog.number, name=hot_dog.name)
    set_code, _, number = card.partition(":")
    return Told(kind=kind, play_kind=play_kind_of(number), set_code=set_code, number=number or None)


def playbook_id(told: Told) -> str:
    """The id that BOBA Playbook gives a card. Of plays it knows more than we do: they are all called First Edition."""
    if told.key is not None:
        return told.key
    if told.kind == "hero":
        return f"{told.number}-{told.name}-{told.treatment}-{told.variation}"
    if told.kind == "hot_dog":
        return f"{told.number}-{told.name}-{'Foil Hot Dog' if told.set_code in FOIL_SETS else 'Hot Dog'}-"
    return f"{told.number}-{told.name}-{'Bonus Plays' if told.play_kind == 'BPL' else 'Plays'}-First Edition"
