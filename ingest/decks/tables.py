"""Deck files that are CSV: BOBA Playbook (web and mobile), Card Scanner's old export, and the tables of organizers."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator, Sequence
from typing import Literal

from events.erasable import Problem
from ingest.decks.rows import (
    MOST_ROWS,
    SET_NAMES,
    Claims,
    Form,
    RawDeck,
    RawFile,
    Row,
    Text,
    kind_of,
    number_in,
    play_kind_of,
    playbook_id,
    set_code_of,
)
from ingest.json_files import known_moment
from projector.boba.decks import CardKind, Deck, Told

_SLOTS, _BONUS_SLOTS = 30, 15
_KINDS: dict[str, CardKind] = {
    "hero": "hero",
    "play": "play",
    "bonusplay": "play",
    "bonus_play": "play",
    "hotdog": "hot_dog",
    "hot_dog": "hot_dog",
    "hot dog": "hot_dog",
}
_NUMBER_COLUMNS = ("number", "card#", "card #", "cardnumber", "card_number")
_CARD = re.compile(r"\s*([A-Za-z0-9]{1,6})\s+-\s+(.+)")


def _cells_of(text: Text) -> Iterator[tuple[int, list[str]] | Problem]:
    """The rows with their line numbers. A row that is no CSV costs itself."""
    reader = csv.reader(io.StringIO(text.text, newline=""))
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield Problem(reader.line_num, f"The line is no CSV: {error}")
            continue
        yield reader.line_num, [cell.strip() for cell in cells]


def _table(text: Text) -> tuple[list[tuple[int, dict[str, str]]], list[Problem]]:
    rows: list[tuple[int, dict[str, str]]] = []
    problems: list[Problem] = []
    header: list[str] | None = None
    for found in _cells_of(text):
        if len(rows) > MOST_ROWS:
            break
        if isinstance(found, Problem):
            problems.append(found)
        elif header is None:
            header = [cell.casefold() for cell in found[1]]
        elif any(found[1]):
            if len(found[1]) != len(header):
                problems.append(Problem(found[0], f"{len(found[1])} cells, the header has {len(header)}"))
            rows.append((found[0], dict(zip(header, [*found[1], *[""] * len(header)], strict=False))))
    return rows, problems


def _header(text: Text) -> list[str]:
    first = next(_cells_of(Text(text.text[:10_000].partition("\n")[0])), None)
    return [] if first is None or isinstance(first, Problem) else [cell.casefold() for cell in first[1]]


# Plays by slot


def _is_web(text: Text) -> bool:
    return {"slot", "card#"} <= set(_header(text))


def _is_scanner(text: Text) -> bool:
    return {"slot", "card #"} <= set(_header(text))


def _read_slots(text: Text) -> RawFile:
    table, problems = _table(text)
    rows = []
    for line, cells in table:
        card = next((cells[name] for name in _NUMBER_COLUMNS if cells.get(name)), "")
        if not card and not cells.get("name"):
            continue
        placed = _CARD.fullmatch(card)
        number = placed[2].strip() if placed else card or None
        is_bonus = cells.get("slot", "").upper().startswith("B")
        told = Told(
            kind="play",
            play_kind=play_kind_of(number) or ("BPL" if is_bonus and number is None else None),
            set_code=set_code_of(placed[1]) if placed else None,
            number=number,
            name=cells.get("name") or None,
            cost=number_in(cells.get("cost")),
            dbs=number_in(cells.get("dbs")),
        )
        rows.append(Row(told, line=line))
    return RawFile([RawDeck(tuple(rows))], problems)


def _slotted(rows: Sequence[Row], header: Sequence[str], *, free_slots: bool) -> list[Sequence[str]]:
    """Lines of a playbook by slot. Their cells of card texts stay empty: we have none."""
    plays = [row.told for row in rows if row.told.kind == "play" and not row.in_sideboard for _ in range(row.count)]
    bonus = [told for told in plays if told.play_kind == "BPL"]
    standard = [told for told in plays if told.play_kind != "BPL"]
    lines: list[Sequence[str]] = [header]
    for told_there, sign, slots in ((standard, "", _SLOTS), (bonus, "B", _BONUS_SLOTS)):
        for slot in range(max(len(told_there), slots if free_slots else 0)):
            told = told_there[slot] if slot < len(told_there) else Told()
            card = " - ".join(part for part in (told.set_code, told.number) if part)
            lines.append([f"{sign}{slot + 1}", card, told.name or "", _cell(told.cost), "", _cell(told.dbs)])
    return lines


def _write_web(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    header = ("Slot", "Card#", "Name", "Cost", "Ability", "DBS")
    return _written(_slotted(rows, header, free_slots=False), end="\r\n")


def _write_scanner(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    header = ("Slot", "Card #", "Name", "Cost", "Ability", "DBS")
    return _written(_slotted(rows, header, free_slots=True), end="\n", quoting=csv.QUOTE_ALL)


# All cards, one a row


def _is_mobile(text: Text) -> bool:
    header = _header(text)
    return {"id", "name", "type", "release"} <= set(header) and not set(header).isdisjoint(_NUMBER_COLUMNS)


def _read_mobile(text: Text) -> RawFile:
    table, problems = _table(text)
    rows = []
    for line, cells in table:
        number = next((cells[name] for name in _NUMBER_COLUMNS if cells.get(name)), None)
        kind = _KINDS.get(cells["type"].casefold()) or kind_of(number)
        is_bonus = cells.get("bonus", "").casefold() == "true"
        told = Told(
            kind=kind,
            play_kind=(play_kind_of(number) or ("BPL" if is_bonus else None)) if kind == "play" else None,
            set_code=set_code_of(cells["release"]),
            number=number,
            name=cells["name"] or None,
            cost=number_in(cells.get("cost")),
            dbs=number_in(cells.get("dbs")),
            key=cells["id"] or None,
        )
        rows.append(Row(told, line=line))
    return RawFile([RawDeck(tuple(rows))], problems)


def _write_mobile(deck: Deck, rows: Sequence[Row]) -> bytes:
    del deck
    lines: list[Sequence[str]] = [("id", "name", "type", "release", "number", "cost", "dbs", "ability", "bonus")]
    types = {"hero": "Hero", "play": "Play", "hot_dog": "HotDog", None: ""}
    for row in rows:
        told = row.told
        release = SET_NAMES.get(told.set_code or "", told.set_code or "")
        bonus = ("true" if told.play_kind == "BPL" else "false") if told.kind == "play" else ""
        line = [playbook_id(told), told.name or "", types[told.kind], release, told.number or ""]
        lines.extend([[*line, _cell(told.cost), _cell(told.dbs), "", bonus]] * (0 if row.in_sideboard else row.count))
    return _written(lines, end="\n")


# Organizers' tables


def _is_organizers(text: Text) -> bool:
    return {"player_name", "hero_card_numbers", "play_card_numbers"} <= set(_header(text))


def _is_submissions(text: Text) -> bool:
    header = set(_header(text))
    return {"player_name", "hero_count", "dbs_total"} <= header and "hero_card_numbers" not in header


def _read_organizers(text: Text) -> RawFile:
    """One deck a row. Who the player is comes along as the deck's name; addresses stay out."""
    table, problems = _table(text)
    decks = []
    kinds: tuple[tuple[CardKind, str], ...] = (("hero", "hero_card_numbers"), ("play", "play_card_numbers"))
    for line, cells in table:
        rows = [
            Row(Told(kind=kind, play_kind=play_kind_of(number) if kind == "play" else None, number=number), line=line)
            for kind, column in kinds
            for number in map(str.strip, cells.get(column, "").split(";"))
            if number
        ]
        decks.append(RawDeck(tuple(rows), cells["player_name"] or None, _claims(cells)))
    return RawFile(decks, problems)


def _claims(cells: dict[str, str]) -> Claims:
    valid = {"true": True, "false": False}.get(cells.get("is_valid", "").casefold())
    average = cells.get("avg_power", "")
    return Claims(
        format=cells.get("format") or None,
        is_valid=valid,
        heroes=number_in(cells.get("hero_count")),
        dbs=number_in(cells.get("dbs_total")),
        average_power=float(average) if re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", average, re.ASCII) else None,
        submitted=_moment(cells.get("submitted_at", "")),
    )


def _write_organizers(deck: Deck, rows: Sequence[Row]) -> bytes:
    header = (
        "player_name,player_email,format,is_valid,hero_count,dbs_total,avg_power,hero_card_numbers,play_card_numbers"
    )
    numbers = {
        kind: [row.told.number or "" for row in rows if row.told.kind == kind for _ in range(row.count)]
        for kind in ("hero", "play")
    }
    line = [deck.name or "", "", "", "", str(len(numbers["hero"])), "", ""]
    return _written([header.split(","), [*line, ";".join(numbers["hero"]), ";".join(numbers["play"])]], end="\n")


def _moment(cell: str) -> dt.datetime | None:
    try:
        return known_moment(dt.datetime.fromisoformat(cell))
    except ValueError:
        return None


def _cell(number: int | None) -> str:
    return "" if number is None else str(number)


def _written(lines: Sequence[Sequence[str]], end: str, quoting: Literal[0, 1] = csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator=end, quoting=quoting).writerows(lines)
    return text.getvalue().encode()


TABLES = (
    Form("playbook-web", "BOBA Playbook, plays as CSV (web)", _is_web, _read_slots, _write_web),
    Form("scanner-legacy", "Card Scanner, plays as CSV (old)", _is_scanner, _read_slots, _write_scanner),
    Form("playbook-mobile", "BOBA Playbook, CSV (mobile)", _is_mobile, _read_mobile, _write_mobile),
    Form("organizer-decks", "Card Scanner, an organizer's decks", _is_organizers, _read_organizers, _write_organizers),
    Form("organizer-submissions", "Card Scanner, who has submitted", _is_submissions, _read_organizers, None),
)
