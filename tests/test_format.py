"""docs/format.md names every event and field, and each of its examples is read.

`python -m tests.test_format` writes the tables at the end of the page from the definitions in `events/`.
"""

import re
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec
import pytest
from msgspec.structs import FieldInfo, fields

from events import base, boba, challengers, contest
from events.base import Event, Part
from events.codec import FAMILIES, Family
from events.erasable import Problem
from ingest.adapter import Document, Told
from ingest.native import Client, Header, read
from projector.games import GAMES
from tests.expected import shipped

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "format.md"
GENERATED = "<!-- What follows is written by `python -m tests.test_format` from the definitions in events/. -->\n"
FAMILIES_TOLD: tuple[Family, ...] = ("boba", "challengers", "contest")
PARTS: tuple[type[Part], ...] = (
    boba.Seated,
    boba.Deck,
    boba.Setup,
    challengers.Seated,
    challengers.Setup,
    challengers.AllowedDraw,
    challengers.Pairing,
    challengers.Bonus,
    challengers.Trophy,
    contest.Pairing,
    contest.Standing,
)
# Groups of one name in two families: what those of the second are called on the page.
RENAMED: dict[type[Part], str] = {
    challengers.Seated: "Seated in a tournament",
    challengers.Setup: "Setup of a tournament",
    challengers.Pairing: "Pairing in a park",
}
TITLES = {
    "Events of any game": base.TABLE_EVENTS,
    "Events of Bo Jackson Battle Arena": tuple(kind for kind in boba.BOBA_EVENTS if kind not in base.TABLE_EVENTS),
    "Events of Challengers!": tuple(kind for kind in challengers.CHALLENGERS_EVENTS if kind not in base.TABLE_EVENTS),
    "Events of a contest": tuple(kind for kind in contest.CONTEST_EVENTS if kind not in base.TABLE_EVENTS),
}
WORDS: dict[Any, str] = {
    base.CardId: "card",
    base.PlayerId: "player",
    base.TextId: "words of a person",
    base.ContestId: "your id of the contest",
    base.MatchId: "your id of the match",
    base.RecordingId: "your id of the game",
    bool: "true or false",
    int: "number",
    float: "number",
    str: "word",
}

IN_JSON = {"None": "null", "True": "true", "False": "false"}


def tables() -> str:
    """Every event and part with its docstring and its fields."""
    lines = [""]
    for title, kinds in TITLES.items():
        lines += [f"## {title}", *(line for kind in kinds for line in _table(str(kind.__struct_config__.tag), kind))]
        if title == "Events of a contest":
            lines += ["A contest may also hold `game.GapLeft` and `game.NoteAdded`.", ""]
    lines += ["## Groups of fields", *(line for part in PARTS for line in _table(_called(part), part))]
    return "\n".join(lines)


def _called(part: type[Part]) -> str:
    return RENAMED.get(part, part.__name__)


def _table(title: str, kind: type[Event] | type[Part]) -> Iterator[str]:
    yield f"### {title}"
    paragraphs = (kind.__doc__ or "").strip().split("\n\n")
    for paragraph in paragraphs:
        yield re.sub(r"\b(None|True|False)\b", lambda word: IN_JSON[word[0]], " ".join(paragraph.split()))
        yield ""
    hints = typing.get_type_hints(kind, include_extras=True)
    told = [field for field in fields(kind) if field.name != "at"]
    if told:
        yield "| field | value | when left out |"
        yield "|---|---|---|"
        for field in told:
            yield f"| `{field.encode_name}` | {_value(hints[field.name])} | {_left_out(field)} |"
        yield ""


def _value(hint: Any) -> str:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _limited(inner[1])
    if origin in {Union, types.UnionType}:
        return " or ".join(dict.fromkeys(_value(part) for part in inner))
    if origin is Literal:
        return ", ".join(f"`{value}`" for value in inner)
    if origin is tuple:
        if inner[-1] is Ellipsis:
            return f"list of ({_value(inner[0])})"
        return f"pair of ({_value(inner[0])})"
    if hint is type(None):
        return "null"
    if hint in WORDS:
        return WORDS[hint]
    return f"[{_called(hint)}](#{_called(hint).lower().replace(' ', '-')})"


def _limited(limits: msgspec.Meta) -> str:
    """The bounds that say something of the game; the wide ones only keep nonsense out."""
    low, high = limits.ge, limits.le
    if high is None or high >= 10_000:
        return "number" if low is None or low < 0 else f"number from {low}"
    return f"{low} or {high}" if high == 2 else f"{low} to {high}"


def _left_out(field: FieldInfo) -> str:
    if field.required:
        return "must be there"
    return f"`{msgspec.json.encode(field.default).decode()}`"


def blocks() -> list[bytes]:
    """The examples of the page."""
    return [
        found.encode() for found in re.findall(r"^```jsonl?\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.M | re.S)
    ]


def test_the_tables_of_the_page_are_those_of_the_definitions() -> None:
    written = PAGE.read_text(encoding="utf-8").split(GENERATED)[1]

    assert written.splitlines() == tables().splitlines()


def test_every_event_and_field_of_the_format_is_named_on_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    kinds = {kind for family in FAMILIES_TOLD for kind in FAMILIES[family]}
    parts: tuple[type[msgspec.Struct], ...] = (*PARTS, Header, Client)

    missing = [str(kind.__struct_config__.tag) for kind in kinds if f"### {kind.__struct_config__.tag}\n" not in page]
    missing += [
        f"{struct.__name__}.{field.encode_name}"
        for struct in (*kinds, *parts)
        for field in fields(struct)
        if f"`{field.encode_name}`" not in page
    ]
    assert missing == []


def test_every_part_of_an_event_has_a_table() -> None:
    defined = {
        found
        for module in (boba, challengers, contest)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, Part) and found is not Part
    }

    assert defined == set(PARTS)


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block[:40].decode())
def test_an_example_is_read_without_a_problem(block: bytes) -> None:
    cards = shipped()
    found = list(read(Document("block", block)))

    assert [problem for problem in found if isinstance(problem, Problem)] == []
    games = [game for game in found if isinstance(game, Told)]
    assert games
    for game in games:
        if game.family in GAMES:
            assert GAMES[game.family].fold(cards[game.family], game.events).findings == []


def test_there_is_an_example_of_each_mode_and_of_a_contest() -> None:
    games = [game for block in blocks() for game in read(Document("block", block)) if isinstance(game, Told)]

    modes = {getattr(game.events[0], "mode", None) for game in games}
    assert modes == {"rookie", "substitution", "playmaker", "duel", None}
    assert {game.family for game in games} == set(FAMILIES_TOLD)


def _write_tables() -> None:
    page = PAGE.read_text(encoding="utf-8").split(GENERATED)[0]
    PAGE.write_text(page + GENERATED + tables(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _write_tables()
