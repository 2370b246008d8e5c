"""Deck files that are text: one card a line, with or without a number, a count and headings.

    2x Buff Up 15        A:PL-31         PL-31 Buff Up 15       Buff Up 15 (2 HD)
    A - PL-67            117             Bammer 95 STEEL (Base Set)

What a line is, the catalogue does not decide here: a line is taken apart in the ways it can be meant, the likeliest
first, and the first that fits a card counts (see `ingest/decks/reading.py`).
"""

import re
from collections.abc import Iterator, Sequence

from events.base import CardId
from events.erasable import Problem
from ingest.decks.rows import (
    MOST_ROWS,
    Claims,
    Form,
    RawDeck,
    RawFile,
    Row,
    Text,
    copies,
    kind_of,
    play_kind_of,
    set_code_of,
)
from projector.boba.cards import PlayKind
from projector.boba.decks import CardKind, Deck, Told

LONGEST_LINE = 500
_TITLE = re.compile(r"#\s+(.*?)\s*(?:\(([^()]*)\))?\s*")
_HEADING = re.compile(r"(?:#+\s*)?([A-Za-z ]+?)\s*(?:\(\s*[0-9]+\s*(?:/\s*[0-9]+\s*)?\))?\s*:?", re.ASCII)
_COUNT = re.compile(r"([0-9]{1,12})\s*[x×]\s+(.+)|(.+?)\s+[x×]\s*([0-9]{1,12})", re.IGNORECASE)
_BARE_COUNT = re.compile(r"([0-9]{1,3})\s+(.+)")
_BULLET = re.compile(r"[-*•]\s+(.+)")
_OWN_ID = re.compile(r"([A-Z]{1,3}):([A-Za-z]*-?[A-Za-z]*[0-9]+)(?:\s*[-–:]?\s+(.+))?")
_LONG_ID = re.compile(r"[A-Z]{1,3}:[^:]+:.+:[A-Za-z]+")
_FOREIGN_ID = re.compile(r"[A-Za-z0-9-]+-.+-.+-.*|[a-z]+:[A-Z]+:NO_[0-9]+:[A-Z0-9_]+")
_SET_AND_NUMBER = re.compile(r"([A-Za-z]{1,3})\s*-{1,3}\s+([A-Za-z]+-[A-Za-z]*[0-9]+|[0-9]+)(?:\s+(.+))?")
_BUILDER_ID = re.compile(r"([A-Za-z]{1,3})---?(B?PL-[0-9]+)(?:\s+(.+))?")
_NUMBER = re.compile(r"([A-Za-z]+[0-9]*-[A-Za-z]*[0-9]+|[0-9]{1,4})(?:\s*[-–:]?\s+(.+))?")
_IN_BRACKETS = re.compile(r"(.+?)\s*[(\[]\s*([A-Za-z]{1,3})\s*:\s*([^()\[\]]+?)\s*[)\]]")
_COST = re.compile(r"(.+?)\s*\(\s*([0-9]{1,2}|[?-])\s*HDs?\s*\)", re.IGNORECASE)
_HERO = re.compile(r"(.+?)\s+([0-9]{1,3})\s+([A-Za-z]+)(?:\s+\((.+)\))?")
_SECTIONS: dict[str, tuple[CardKind | None, PlayKind | None, bool]] = {
    "heroes": ("hero", None, False),
    "hero deck": ("hero", None, False),
    "hero": ("hero", None, False),
    "plays": ("play", None, False),
    "playbook": ("play", None, False),
    "bonus plays": ("play", "BPL", False),
    "bonus": ("play", "BPL", False),
    "hot dogs": ("hot_dog", None, False),
    "hotdogs": ("hot_dog", None, False),
    "sideboard": ("play", None, True),
    "deck": (None, None, False),
}


class Line(Row, frozen=True):
    """A line of text: `told` is the likeliest it can mean, `others` are the next ones in order, with their counts."""

    others: tuple[Row, ...] = ()


def _read(text: Text) -> RawFile:
    """One card a line; lines under a heading are of its kind."""
    rows: list[Row] = []
    problems: list[Problem] = []
    name: str | None = None
    claims: Claims | None = None
    section: tuple[CardKind | None, PlayKind | None, bool] = (None, None, False)
    for number, told in enumerate(text.text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1):
        line = " ".join(told.split())
        if len(rows) > MOST_ROWS:
            break
        if not line or line.startswith("//"):
            continue
        if len(line) > LONGEST_LINE:
            message = f"The line has {len(line)} characters, expected a card, at most {LONGEST_LINE}"
            problems.append(Problem(number, message))
            line = line[:LONGEST_LINE]
        heading = _HEADING.fullmatch(line)
        if heading is not None and heading[1].casefold() in _SECTIONS:
            section = _SECTIONS[heading[1].casefold()]
        elif line.startswith("#"):
            title = _TITLE.fullmatch(line)
            if title is not None and name is None and title[1]:
                name, claims = title[1], Claims(format=title[2])
        else:
            meanings = [
                Row(told_, copies(count, number, problems), number, section[2], card)
                for told_, count, card in _meanings(line, section)
            ]
            first = meanings[0]
            rows.append(Line(first.told, first.count, number, section[2], first.card, tuple(meanings[1:])))
    return RawFile([RawDeck(tuple(rows), name, claims)], problems)


def _meanings(
    line: str, section: tuple[CardKind | None, PlayKind | None, bool]
) -> Iterator[tuple[Told, int, CardId | None]]:
    """What a line can mean: a count written as one first, then the whole line, then a bare number before a name."""
    if bullet := _BULLET.fullmatch(line):
        line = bullet[1]
    if counted := _COUNT.fullmatch(line):
        count, card = (counted[1], counted[2]) if counted[1] else (counted[4], counted[3])
        for told, own in _cards(card, section):
            yield told, int(count), own
    for told, own in _cards(line, section):
        yield told, 1, own
    if bare := _BARE_COUNT.fullmatch(line):
        for told, own in _cards(bare[2], section):
            yield told, int(bare[1]), own


def _cards(line: str, section: tuple[CardKind | None, PlayKind | None, bool]) -> Iterator[tuple[Told, CardId | None]]:
    kind, play_kind, _ = section
    if _LONG_ID.fullmatch(line):
        yield Told(kind=kind, key=line), CardId(line)
    if own := _OWN_ID.fullmatch(line):
        yield _numbered(own[1], own[2], own[3], kind), CardId(f"{own[1]}:{own[2]}") if own[3] is None else None
    if _FOREIGN_ID.fullmatch(line):
        yield Told(kind=kind, key=line), None
    for shape in (_BUILDER_ID, _SET_AND_NUMBER):
        if found := shape.fullmatch(line):
            yield _numbered(found[1], found[2], found[3], kind), None
    if found := _IN_BRACKETS.fullmatch(line):
        yield _numbered(found[2], found[3], found[1], kind), None
    if found := _COST.fullmatch(line):
        cost = int(found[2]) if found[2].isdecimal() else None
        yield Told(kind="play", play_kind=play_kind, name=found[1], cost=cost), None
    if kind in (None, "hero") and (found := _HERO.fullmatch(line)):
        yield (
            Told(kind="hero", name=found[1], power=int(found[2]), weapon=found[3].title(), treatment=found[4]),
            None,
        )
    if (found := _NUMBER.fullmatch(line)) and not (kind is None and found[1].isdecimal() and found[2]):
        yield _numbered(None, found[1], found[2], kind), None
    yield Told(kind=kind, play_kind=play_kind, name=line), None


def _numbered(set_code: str | None, number: str, name: str | None, kind: CardKind | None) -> Told:
    if name is not None and (cost := _COST.fullmatch(name)):
        name = cost[1]
    return Told(
        kind=kind_of(number) or kind,
        play_kind=play_kind_of(number),
        set_code=set_code_of(set_code),
        number=number,
        name=name,
    )


# Which text it is


def _lines(text: Text) -> list[str]:
    return [line.strip() for line in text.text[:20_000].splitlines() if line.strip()]


def _is_export(text: Text) -> bool:
    lines = _lines(text)
    return bool(lines) and lines[0].startswith("# ") and any(line.startswith("## ") for line in lines)


def _is_entry_list(text: Text) -> bool:
    lines = _lines(text)
    return bool(lines) and all(re.fullmatch(r"[A-Za-z]*[0-9]*-?[A-Za-z]*[0-9]+", line) for line in lines)


def _is_pasted(text: Text) -> bool:
    return bool(text.text.strip())


# Writing


def _write_export(deck: Deck, rows: Sequence[Row]) -> bytes:
    lists: dict[str, list[str]] = {"Heroes": [], "Plays": [], "Bonus Plays": [], "Hot Dogs": [], "Sideboard": []}
    for row in rows:
        told = row.told
        if told.kind == "play":
            place = "Sideboard" if row.in_sideboard else "Bonus Plays" if told.play_kind == "BPL" else "Plays"
            name = f"{told.name} - htd" if told.play_kind == "HTD" and told.number else told.name
            line = f"{name} ({'?' if told.cost is None else told.cost} HD)"
        elif told.kind == "hero" and told.power is not None:
            place = "Heroes"
            treatment = f" ({told.treatment})" if told.treatment else ""
            line = f"{told.name} {told.power} {(told.weapon or '').upper()}{treatment}"
        else:
            place, line = "Heroes" if told.kind == "hero" else "Hot Dogs", told.name or str(told)
        lists[place].extend([line] * row.count)
    mode = "playmaker" if lists["Plays"] else "substitution" if lists["Hot Dogs"] else "rookie"
    most = {"Plays": "/30", "Hot Dogs": "/10"}
    text = f"# {deck.name or 'Deck'} ({mode})\n"
    for name, lines in lists.items():
        if lines:
            size = "" if name == "Bonus Plays" else f" ({len(lines)}{most.get(name, '')})"
            text += f"\n## {name}{size}\n" + "".join(f"{line}\n" for line in lines)
    return text.encode()


def _write_entry_list(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    return "".join(f"{row.told.number}\n" * row.count for row in rows if not row.in_sideboard).encode()


def _write_pasted(deck: Deck, rows: Sequence[Row]) -> bytes:
    lines = [f"# {deck.name}"] if deck.name else []
    headings = {"hero": "Heroes", "play": "Plays", "hot_dog": "Hot Dogs", None: "Deck"}
    section = ""
    for row in rows:
        heading = "Sideboard" if row.in_sideboard else headings[row.told.kind]
        if heading != section:
            section = heading
            lines.append(f"{heading}:")
        told = row.told
        card = row.card or told.key or " ".join(part for part in (told.number, told.name) if part)
        if told.set_code and row.card is None:
            card = f"{told.set_code}:{card}"
        lines.append(f"{row.count}x {card}" if row.count > 1 else card)
    return "".join(f"{line}\n" for line in lines).encode()


TEXTS = (
    Form("playbook-text", "BOBA Playbook, a deck as text", _is_export, _read, _write_export),
    Form("entry-list", "Tournament entry, card numbers", _is_entry_list, _read, _write_entry_list),
    Form("list", "A list, one card a line", _is_pasted, _read, _write_pasted),
)
