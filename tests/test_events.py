"""The vocabulary is pinned: tags, fields and types of every event, as JSON and as bytes, and what hostile input gets.

The goldens lie in tests/golden. `python -m tests.test_events` adds to them what new events and new fields need, and
keeps every line that stands there: what was once stored can be read for ever.
"""

import datetime as dt
import inspect
import json
import types
import typing
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union

import msgspec
import pytest
from msgspec.structs import FieldInfo, fields

from events import base, boba, challengers, contest, registry
from events.base import Event, GapLeft, NoteAdded, Part, PlayerId, TextId
from events.codec import (
    FAMILIES,
    FORMAT,
    CodecError,
    Family,
    decode_batch,
    decode_line,
    decode_packed,
    encode_batch,
    encode_line,
    event_schema,
)
from events.references import references, with_references

GOLDEN = Path(__file__).parent / "golden"
LINES = GOLDEN / "events.jsonl"
BYTES = GOLDEN / "events.hex"
TYPES = GOLDEN / "types.txt"
MODULES: dict[Family, types.ModuleType] = {
    "boba": boba,
    "challengers": challengers,
    "contest": contest,
    "registry": registry,
}
NAMES: list[Family] = list(FAMILIES)
BASES = {
    Event,
    base.TableEvent,
    boba.BobaEvent,
    challengers.ChallengersEvent,
    challengers.RoundEvent,
    challengers.MatchEvent,
    contest.ContestEvent,
    registry.RegistryEvent,
}
MOMENT = dt.datetime(2026, 11, 14, 19, 30, 15, 250000, tzinfo=dt.timezone(dt.timedelta(hours=-5)))


def tag_of(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


def all_kinds() -> list[type[Event]]:
    """Every event type once, in the order of the families."""
    return list(dict.fromkeys(kind for family in FAMILIES.values() for kind in family))


def family_of(kind: type[Event]) -> Family:
    return next(family for family, kinds in FAMILIES.items() if kind in kinds)


# An example of a type is made of its annotations, so that no field can be left out of the goldens.


def example(hint: Any, name: str, avoid: Any = msgspec.NODEFAULT) -> Any:
    """A value of a type that is not `avoid`."""
    return next(value for value in _values(hint, name) if value != avoid or type(value) is not type(avoid))


def _values(hint: Any, name: str) -> Iterator[Any]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        yield from _values(inner[0], name)
    elif origin in {Union, types.UnionType}:
        for part in inner:
            if part is not type(None):
                yield from _values(part, name)
        yield None
    elif origin is Literal:
        yield from inner
    elif origin is tuple:
        parts = inner[:1] * 2 if inner[-1] is Ellipsis else inner
        values = [list(_values(part, f"{name}{place}")) for place, part in enumerate(parts, 1)]
        yield tuple(value[place % len(value)] for place, value in enumerate(values))
    elif isinstance(hint, typing.NewType):
        yield f"{name}-a"
        yield f"{name}-b"
    elif hint is dt.datetime:
        yield MOMENT
    elif isinstance(hint, type) and issubclass(hint, Part):
        yield full(hint)
    else:
        yield from {bool: (True, False), int: (2, 1), float: (1.5, 2.5), str: (f"a {name}", f"b {name}")}[hint]


def full(kind: type[Any]) -> Any:
    """An example with every field set to something else than its default."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return kind(**{field.name: example(hints[field.name], field.name, field.default) for field in fields(kind)})


def minimal(kind: type[Any]) -> Any:
    """An example with only the fields that must be given, None where they may be."""
    hints = typing.get_type_hints(kind, include_extras=True)
    return kind(**{field.name: _least(hints[field.name], field) for field in fields(kind) if field.required})


def _least(hint: Any, field: FieldInfo) -> Any:
    if type(None) in typing.get_args(hint):
        return None
    value = example(hint, field.name)
    return () if typing.get_origin(hint) is tuple and typing.get_args(hint)[-1] is Ellipsis else value


def goldens() -> list[Event]:
    return [golden for kind in all_kinds() for golden in (full(kind), minimal(kind))]


def stored_lines() -> dict[str, list[bytes]]:
    """The pinned lines of each event type."""
    found: dict[str, list[bytes]] = {}
    for line in LINES.read_bytes().splitlines():
        found.setdefault(json.loads(line)["type"], []).append(line)
    return found


def stored_bytes() -> dict[str, list[bytes]]:
    """The pinned bytes of each event type."""
    found: dict[str, list[bytes]] = {}
    for line in BYTES.read_text(encoding="utf-8").splitlines():
        tag, packed = line.split(" ")
        found.setdefault(tag, []).append(bytes.fromhex(packed))
    return found


def field_types() -> list[str]:
    """A line for each field of each event and group of fields: its name, whether it must be there, its type."""
    kinds = all_kinds()
    _, parts = msgspec.json.schema_components(kinds, ref_template="{name}")
    lines = []
    for name, part in parts.items():
        tag = part["properties"].get("type", {}).get("enum", [name])[0]
        for field, schema in part["properties"].items():
            needed = "required" if field in part.get("required", ()) else "optional"
            lines.append(f"{tag} {field} {needed} {json.dumps(schema, sort_keys=True)}")
    return lines


# The goldens


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_an_event_is_encoded_as_it_was_pinned(kind: type[Event]) -> None:
    pinned = stored_lines()[tag_of(kind)]

    assert [golden for golden in (full(kind), minimal(kind)) if encode_line(golden) not in pinned] == []


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_every_line_ever_pinned_is_read_and_written_as_it_was(kind: type[Event]) -> None:
    pinned = stored_lines()[tag_of(kind)]

    events = [decode_line(family_of(kind), line) for line in pinned]

    assert [encode_line(event) for event in events] == pinned
    assert {type(event) for event in events} == {kind}


def test_the_pinned_lines_are_those_of_every_event_type_and_no_other() -> None:
    assert sorted(stored_lines()) == sorted(tag_of(kind) for kind in all_kinds())


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_an_event_is_packed_as_it_was_pinned(kind: type[Event]) -> None:
    pinned = stored_bytes()[tag_of(kind)]

    assert [golden for golden in (full(kind), minimal(kind)) if msgspec.msgpack.encode([golden]) not in pinned] == []
    assert [msgspec.msgpack.encode(decode_packed(family_of(kind), packed)) for packed in pinned] == pinned


def test_every_field_has_the_type_that_was_pinned() -> None:
    """A type may be widened; then this file is written anew and a person reads the difference. It is never narrowed."""
    assert field_types() == TYPES.read_text(encoding="utf-8").splitlines()


def test_the_pinned_lines_and_bytes_tell_the_same_events() -> None:
    packed = stored_bytes()

    for tag, lines in stored_lines().items():
        family = next(family_of(kind) for kind in all_kinds() if tag_of(kind) == tag)
        events = [decode_line(family, line) for line in lines]
        assert [decode_packed(family, event) for event in packed[tag]] == [[event] for event in events]


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_the_full_example_sets_every_field_to_something_else_than_its_default(kind: type[Event]) -> None:
    golden = full(kind)

    assert [field.name for field in fields(kind) if getattr(golden, field.name) == field.default] == []
    assert list(json.loads(encode_line(golden))) == ["type", *(field.encode_name for field in fields(kind))]


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_an_event_says_its_rule_in_a_docstring(kind: type[Event]) -> None:
    assert kind.__doc__
    assert kind.__doc__.splitlines()[0].endswith((".", "`."))


# The families


@pytest.mark.parametrize("family", NAMES)
def test_every_event_type_of_a_module_stands_in_its_family(family: Family) -> None:
    defined = [
        found
        for _, found in inspect.getmembers(MODULES[family], inspect.isclass)
        if issubclass(found, Event) and found.__module__ == MODULES[family].__name__ and found not in BASES
    ]

    assert [kind.__name__ for kind in defined if kind not in FAMILIES[family]] == []
    assert len(set(FAMILIES[family])) == len(FAMILIES[family])


def test_every_table_event_stands_in_the_list_of_table_events() -> None:
    defined = {
        found
        for _, found in inspect.getmembers(base, inspect.isclass)
        if issubclass(found, base.TableEvent) and found is not base.TableEvent
    }

    assert defined == set(base.TABLE_EVENTS)


def test_a_tag_names_one_event_type() -> None:
    tags = [tag_of(kind) for kind in all_kinds()]

    assert len(set(tags)) == len(tags)
    assert {tag.split(".")[0] for tag in tags} == {"game", "boba", "challengers", "contest", "registry"}


@pytest.mark.parametrize("family", NAMES)
def test_a_batch_of_every_event_type_is_read_back(family: Family) -> None:
    events = [golden for golden in goldens() if type(golden) in FAMILIES[family]]

    assert decode_batch(family, encode_batch(family, events)) == events
    assert [decode_line(family, encode_line(event)) for event in events] == events


@pytest.mark.parametrize("family", NAMES)
def test_the_schema_of_a_family_names_every_event_type_of_it(family: Family) -> None:
    schema = json.dumps(event_schema(family))

    assert [tag_of(kind) for kind in FAMILIES[family] if f'"{tag_of(kind)}"' not in schema] == []


def test_an_empty_batch_is_read_back() -> None:
    assert decode_batch("boba", encode_batch("boba", [])) == []


# What is not written


def test_an_event_of_another_family_is_not_written() -> None:
    with pytest.raises(
        CodecError, match=r"^No batch of boba events: Invalid value 'contest.ContestEnded' - at `\$\[0\].type`$"
    ):
        encode_batch("boba", [contest.ContestEnded()])


def test_a_value_that_its_type_forbids_is_not_written() -> None:
    with pytest.raises(CodecError, match=r"^No batch of boba events: Expected `int` <= 2 - at `\$\[0\].seat`$"):
        encode_batch("boba", [boba.Passed(3, 1)])


def test_a_moment_without_an_offset_is_not_written() -> None:
    naive = dt.datetime(2026, 11, 14)  # noqa: DTZ001 (the mistake under test)
    with pytest.raises(CodecError, match=r"^No batch of boba events: Expected `datetime` with a timezone component"):
        encode_batch("boba", [boba.Passed(1, 1, at=naive)])


# Hostile input


DEEP = b'{"seat":' + b"[" * 100_000 + b"]" * 100_000 + b',"type":"boba.Passed","battle":1}'
WRONG_PLACE = b'{"type":"boba.Passed","seat":' + b"[" * 100_000 + b"]" * 100_000 + b',"battle":1}'
LONG = b'{"type":"boba.Passed","seat":' + b"1" * 10_000 + b',"battle":1}'


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "Input data was truncated"),
        (b'{"type":"boba.Passed","seat":1,', "Input data was truncated"),
        (b"nonsense", "JSON is malformed: invalid character (byte 4)"),
        (b"null", "Expected `object`, got `null`"),
        (b"[1]", "Expected `object`, got `array`"),
        (b"{}", "Object missing required field `type`"),
        (b'{"type":"boba.Bench"}', "Invalid value 'boba.Bench' - at `$.type`"),
        (b'{"type":"contest.ContestEnded"}', "Invalid value 'contest.ContestEnded' - at `$.type`"),
        (b'{"type":7}', "Expected `str` - at `$.type`"),
        (b'{"type":"boba.Passed","seat":1}', "Object missing required field `battle`"),
        (b'{"type":"boba.Passed","seat":1,"battle":1,"hand":2}', "Object contains unknown field `hand`"),
        (b'{"type":"boba.Passed","seat":"1","battle":1}', "Expected `int`, got `str` - at `$.seat`"),
        (b'{"type":"boba.Passed","seat":0,"battle":1}', "Expected `int` >= 1 - at `$.seat`"),
        (b'{"type":"boba.Passed","seat":1,"battle":1.5}', "Expected `int`, got `float` - at `$.battle`"),
        (b'{"type":"boba.Passed","seat":1,"battle":1} x', "JSON is malformed: trailing characters (byte 44)"),
        (
            b'{"type":"boba.Passed","seat":1,"battle":1,"at":"2026-11-14T19:30:00"}',
            "Expected `datetime` with a timezone component - at `$.at`",
        ),
        (
            b'{"type":"boba.Passed","seat":1,"battle":1,"at":"0001-01-01T00:00:00Z"}',
            "The year 1 is none of 1900 to 2200 - at `$.at`",
        ),
        (b'{"type":"boba.Passed","seat":1,"battle":100}', "Expected `int` <= 99 - at `$.battle`"),
        (b'{"type":"game.NoteAdded","text":"\xff"}', "Invalid UTF-8 encoded string"),
        (b"\xff", "JSON is malformed: invalid character (byte 0)"),
        (LONG, "Integer value out of range - at `$.seat`"),
        (WRONG_PLACE, "Expected `int`, got `array` - at `$.seat`"),
        (DEEP, "The JSON is nested too deeply"),
    ],
    ids=lambda value: value[:40].decode(errors="replace") if isinstance(value, bytes) else "",
)
def test_a_line_that_is_no_event_gets_a_clear_message(line: bytes, message: str) -> None:
    with pytest.raises(CodecError) as refused:
        decode_line("boba", line)

    assert str(refused.value) == message


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_a_line_cut_anywhere_or_with_a_field_too_many_is_no_event(kind: type[Event]) -> None:
    line = encode_line(full(kind))

    for end in range(len(line)):
        with pytest.raises(CodecError):
            decode_line(family_of(kind), line[:end])
    with pytest.raises(CodecError, match=r"^Object contains unknown field `unheard_of`$"):
        decode_line(family_of(kind), line[:-1] + b',"unheard_of":1}')


def damaged(change: Callable[[bytes], bytes]) -> bytes:
    return change(encode_batch("boba", [boba.Passed(1, 1), GapLeft()]))


def packed(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))


@pytest.mark.parametrize(
    ("batch", "message"),
    [
        (b"", "A batch of 0 bytes is cut short or larger than 268435456 bytes"),
        (
            b"\xff\xff",
            "A batch of 2 bytes cannot be decompressed: Error -3 while decompressing data: incorrect header check",
        ),
        (b"\xff", "A batch of 1 bytes is cut short or larger than 268435456 bytes"),
        (damaged(lambda batch: batch[:-1]), "A batch of 56 bytes is cut short or larger than 268435456 bytes"),
        (zlib.compress(b""), "No batch of boba events: Input data was truncated"),
        (zlib.compress(b"\xff"), "No batch of boba events: Expected `array`, got `int`"),
        (
            zlib.compress(b"\xc1"),
            "No batch of boba events: MessagePack data is malformed: invalid opcode '\\xc1' (byte 0)",
        ),
        (zlib.compress(b"\x91" * 100_000), "No batch of boba events: Expected `object`, got `array` - at `$[0]`"),
        (packed({}), "No batch of boba events: Expected `array`, got `object`"),
        (packed([{"type": "boba.Bench"}]), "No batch of boba events: Invalid value 'boba.Bench' - at `$[0].type`"),
        (
            packed([{"type": "boba.Passed", "seat": 1}]),
            "No batch of boba events: Object missing required field `battle` - at `$[0]`",
        ),
    ],
)
def test_bytes_that_are_no_batch_get_a_clear_message(batch: bytes, message: str) -> None:
    with pytest.raises(CodecError) as refused:
        decode_batch("boba", batch)

    assert str(refused.value) == message


def test_a_batch_that_swells_without_end_is_refused() -> None:
    press = zlib.compressobj(9)
    block = b"\x00" * 1024 * 1024
    bomb = b"".join(press.compress(block) for _ in range(300)) + press.flush()

    with pytest.raises(CodecError, match=r"^A batch of \d+ bytes is cut short or larger than 268435456 bytes$"):
        decode_batch("boba", bomb)


def test_a_batch_nested_deep_inside_a_field_is_refused() -> None:
    inside = b"\x91\x82\xa4type\xabboba.Passed\xa4seat" + b"\x91" * 100_000 + b"\x01"

    with pytest.raises(CodecError, match=r"^No batch of boba events: Expected `int`, got `array` - at `\$\[0\].seat`$"):
        decode_batch("boba", zlib.compress(inside))


def test_a_batch_of_a_newer_format_is_refused() -> None:
    batch = encode_batch("boba", [])

    with pytest.raises(CodecError, match=r"^Format 2 of a batch is newer than this Gametape, which reads format 1$"):
        decode_batch("boba", batch, FORMAT + 1)


# References


# The fields of full examples that hold players and texts; every other event type holds none.
REFERENCES: dict[str, tuple[list[str], list[str]]] = {
    "game.NoteAdded": (["author-a"], ["text-a"]),
    "game.Rewound": ([], ["reason-a"]),
    "game.PenaltyGiven": ([], ["reason-a"]),
    "game.SeatTakenOver": (["player-a"], []),
    "boba.GameStarted": (["player-a", "player-a"], ["name-a", "name-a"]),
    "boba.StateCorrected": ([], ["reason-a"]),
    "contest.ContestCreated": (["organiser-a"], ["name-a"]),
    "challengers.TournamentStarted": (["player-a", "player-a"], []),
    "challengers.SeatCorrected": ([], ["reason-a"]),
    "challengers.MatchCorrected": ([], ["reason-a"]),
    "contest.PlayerEntered": (["player-a"], ["team-a"]),
    "contest.DeckRegistered": (["player-a"], ["name-a"]),
    "contest.PoolSwapped": (["player-a"], []),
    "contest.RoundPaired": (
        ["sides11-a", "sides12-b", "sides21-a", "sides22-b", "sides11-a", "sides12-b", "sides21-a", "sides22-b"],
        [],
    ),
    "contest.ByeGiven": (["player-a"], []),
    "contest.MatchStarted": (["sides11-a", "sides12-b", "sides21-a", "sides22-b"], []),
    "contest.DoublingOffered": (["player-a"], []),
    "contest.DoublingAccepted": (["player-a"], []),
    "contest.DoublingFolded": (["player-a"], []),
    "contest.PenaltyGiven": (["player-a"], ["reason-a"]),
    "contest.StandingsPublished": (["players1-a", "players2-b", "players1-a", "players2-b"], []),
    "contest.PlayerDropped": (["player-a"], []),
    "registry.RecordingsJoined": (["by-a"], ["reason-a"]),
    "registry.RecordingsParted": (["by-a"], ["reason-a"]),
    "registry.RecordingReplaced": (["by-a"], []),
    "registry.GameRetracted": (["by-a"], ["reason-a"]),
    "registry.GameRestored": (["by-a"], ["reason-a"]),
    "registry.FindingSettled": (["by-a"], ["reason-a"]),
    "registry.FindingReopened": (["by-a"], ["reason-a"]),
    "registry.PlayersMerged": (["by-a", "kept-a", "merged-a"], ["reason-a"]),
    "registry.PlayersSplit": (["by-a", "kept-a", "split-a"], ["reason-a"]),
    "registry.NameGiven": (["by-a", "player-a"], ["name-a"]),
    "registry.MeChosen": (["by-a", "player-a"], []),
    "registry.DeckNamed": (["by-a", "player-a"], ["name-a"]),
    "registry.PlayerForgotten": (["by-a", "player-a"], []),
}


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_every_player_and_text_of_an_event_is_found(kind: type[Event]) -> None:
    assert references(full(kind)) == REFERENCES.get(tag_of(kind), ([], []))


@pytest.mark.parametrize("kind", all_kinds(), ids=tag_of)
def test_every_player_and_text_of_an_event_is_exchanged_and_nothing_else(kind: type[Event]) -> None:
    event = full(kind)
    people, texts = references(event)

    changed = with_references(event, lambda player: PlayerId(f"P{player}"), lambda text: TextId(f"T{text}"))

    assert references(changed) == ([f"P{player}" for player in people], [f"T{text}" for text in texts])
    assert with_references(changed, lambda player: PlayerId(player[1:]), lambda text: TextId(text[1:])) == event


def test_an_event_without_references_is_the_same_event() -> None:
    event = boba.Passed(1, 1)

    assert with_references(event, lambda player: player, lambda text: text) is event


def test_a_note_refers_to_its_text_and_its_author() -> None:
    note = NoteAdded(TextId("t1"), author=PlayerId("p1"))

    assert references(note) == ([PlayerId("p1")], [TextId("t1")])


def _add_to_goldens() -> None:
    lines = LINES.read_bytes().splitlines() if LINES.exists() else []
    packed = BYTES.read_text(encoding="utf-8").splitlines() if BYTES.exists() else []
    for golden in goldens():
        lines.append(encode_line(golden))
        packed.append(f"{tag_of(type(golden))} {msgspec.msgpack.encode([golden]).hex()}")
    LINES.write_bytes(b"".join(line + b"\n" for line in dict.fromkeys(lines)))
    BYTES.write_text("".join(line + "\n" for line in dict.fromkeys(packed)), encoding="utf-8", newline="\n")
    TYPES.write_text("".join(line + "\n" for line in field_types()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    _add_to_goldens()
