"""The packets of a Board Game Arena archive, out of whichever envelope holds them.

Envelopes of three times: the archive of 2020-21 (`data.data.data`), that of today (`data.logs`, with the players), and
the notification history (`data.data`). Also read: the bare list, and a saved replay page with its `g_gamelogs`.
Ids are strings or integers, by age and within one file; here they are strings.
"""

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, TypeAlias

import msgspec

from events.erasable import Problem
from ingest.adapter import Document
from ingest.json_files import decoded

# What is nested deeper is no message of a game; comparing it could exhaust the stack.
_DEEPEST = 64
_MOST_WRAPPINGS = 5
_LONGEST_ID = 100
_PAGE = re.compile(rb"g_gamelogs\s*=\s*(?=[\[{])")

RawId: TypeAlias = int | Annotated[str, msgspec.Meta(max_length=_LONGEST_ID)] | None
Json: TypeAlias = Any


class Notification(msgspec.Struct, frozen=True):
    """One message to the clients at the table. `args` are as they came: an object, but also `[]`, a list or null."""

    type: Annotated[str, msgspec.Meta(max_length=200)]
    uid: RawId = None
    args: Json = None


class Packet(msgspec.Struct, frozen=True):
    """Messages that went out together. `place`: its number in the file, from 1; `where`: its path there.

    `to`: the player who alone got it, None if everybody did. `notifications` holds a sentence for each unreadable one.
    """

    place: int
    where: str
    table: str | None
    to: str | None
    id: int | None
    move: int | None
    seconds: float | None
    notifications: tuple[Notification | str, ...]


class Archive(msgspec.Struct, frozen=True):
    """All packets of a file, a problem for each that cannot be read, and the players where the envelope lists them."""

    total: int
    packets: tuple[Packet, ...]
    problems: tuple[Problem, ...]
    players: tuple[tuple[str, str | None], ...] = ()
    game: str | None = None


class _Player(msgspec.Struct, frozen=True):
    id: RawId = None
    name: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class _Packet(msgspec.Struct, frozen=True):
    data: list[msgspec.Raw]
    channel: Annotated[str, msgspec.Meta(max_length=_LONGEST_ID)] | None = None
    table_id: RawId = None
    packet_id: RawId = None
    move_id: RawId = None
    time: float | RawId = None


def archive_of(document: Document) -> Archive | Problem:
    """The archive that a document is, or what it is instead."""
    start = _PAGE.search(document.data)
    if start is not None and not document.data.lstrip().startswith((b"{", b"[")):
        return _page(document, start.end())
    value = decoded(document, msgspec.Raw)
    if isinstance(value, Problem):
        return value
    return _unwrapped(value)


def _page(document: Document, start: int) -> Archive | Problem:
    """The value that a page gives to `g_gamelogs`; behind it more of the script follows."""
    try:
        text = document.data[start:].decode()
        _, end = json.JSONDecoder().raw_decode(text)
    except UnicodeDecodeError as error:
        return Problem(None, f"Byte {start + error.start + 1} is not UTF-8")
    except RecursionError:
        return Problem(None, "The JSON is nested too deeply")
    except ValueError as error:
        return Problem(
            document.data.count(b"\n", 0, start) + 1, f"What the page gives to g_gamelogs is broken: {error}"
        )
    return _unwrapped(msgspec.Raw(text[:end].encode()))


def _unwrapped(value: msgspec.Raw) -> Archive | Problem:
    path, game = "$", None
    players: tuple[tuple[str, str | None], ...] = ()
    for _ in range(_MOST_WRAPPINGS):
        text = bytes(value).lstrip()
        if text.startswith(b"["):
            return _listed(value, path, players, game)
        try:
            envelope = _decode(value, dict[str, msgspec.Raw])
        except msgspec.MsgspecError as error:
            return Problem(None, f"{error} - in `{path}`")
        players = players or _players(envelope.get("players"))
        game = game or _word(envelope.get("game_name"))
        if "error" in envelope and not {"data", "logs"} & envelope.keys():
            code = f" (code {_word(envelope['code'])})" if "code" in envelope else ""
            said = _word(envelope["error"])
            return Problem(None, f"Board Game Arena answered with an error instead of an archive: {said}{code}")
        inner = next((key for key in ("logs", "data") if key in envelope), None)
        if inner is None:
            break
        value, path = envelope[inner], f"{path}.{inner}"
    return Problem(
        None,
        f"This holds no list of packets: expected one at `$.data.data.data`, `$.data.data` or "
        f"`$.data.logs`, and `{path}` is the last that is there",
    )


def _word(raw: msgspec.Raw | None) -> str | None:
    """A value as a short text."""
    if raw is None:
        return None
    value = _decode(raw, object)
    return value[:200] if isinstance(value, str) else bytes(raw)[:200].decode(errors="replace")


def _players(raw: msgspec.Raw | None) -> tuple[tuple[str, str | None], ...]:
    """The players that an envelope lists, as (id, name); an object by seat or id is a list, too."""
    if raw is None:
        return ()
    try:
        listed = _decode(raw, list[_Player] | dict[str, _Player])
    except msgspec.MsgspecError:
        # The packets name them as well.
        return ()
    people = listed.values() if isinstance(listed, dict) else listed
    return tuple((str(one.id), one.name) for one in people if one.id is not None)


def _listed(raw: msgspec.Raw, path: str, players: tuple[tuple[str, str | None], ...], game: str | None) -> Archive:
    packets: list[Packet] = []
    problems: list[Problem] = []
    listed: list[msgspec.Raw] = _decode(raw, list[msgspec.Raw])
    for place, one in enumerate(listed, 1):
        where = f"{path}[{place - 1}]"
        packet = _packet(one, place, where)
        if isinstance(packet, str):
            problems.append(Problem(None, f"Packet {place} cannot be read: {packet} - in `{where}`"))
        else:
            packets.append(packet)
    return Archive(len(listed), tuple(packets), tuple(problems), players, game)


def _packet(raw: msgspec.Raw, place: int, where: str) -> Packet | str:
    try:
        told = _decode(raw, _Packet)
    except msgspec.MsgspecError as error:
        return str(error)
    channel, _, whose = (told.channel or "").lstrip("/").partition("/")
    table = _text(told.table_id)
    if channel == "table" and table is None:
        table = whose.removeprefix("t") or None
    return Packet(
        place=place,
        where=where,
        table=table,
        to=whose.removeprefix("p") if channel == "player" else None,
        id=whole(told.packet_id),
        move=whole(told.move_id),
        seconds=_seconds(told.time),
        notifications=tuple(_notification(one) for one in told.data),
    )


def _notification(raw: msgspec.Raw) -> Notification | str:
    try:
        told = _decode(raw, Notification)
    except msgspec.MsgspecError as error:
        return str(error)
    return told if is_shallow(told.args) else f"The args of {told.type} are nested deeper than {_DEEPEST} levels"


def is_shallow(value: Json) -> bool:
    """Whether a value is nested no deeper than messages are."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return True
    return False


def _inside(value: Json) -> Iterator[Json]:
    if isinstance(value, dict):
        return (inner for inner in value.values() if isinstance(inner, dict | list))
    return (inner for inner in value if isinstance(inner, dict | list)) if isinstance(value, list) else iter(())


def _text(found: RawId) -> str | None:
    return None if found is None or found == "" else str(found)


def whole(found: Json) -> int | None:
    """A number of reasonable size, written as one or as text; None for everything else."""
    if isinstance(found, str) and found.isascii() and found.isdecimal() and len(found) < 16:
        return int(found)
    return found if isinstance(found, int) and not isinstance(found, bool) and 0 <= found < 10**15 else None


def _seconds(found: float | RawId) -> float | None:
    if isinstance(found, float):
        return found
    return whole(found)


def _decode(raw: msgspec.Raw, shape: Any) -> Any:
    """A part of the file as a shape. Raises msgspec's errors, and no others."""
    try:
        return msgspec.json.decode(raw, type=shape)
    except RecursionError as error:
        raise msgspec.DecodeError("The JSON is nested too deeply") from error
    except UnicodeDecodeError as error:
        raise msgspec.DecodeError(f"Byte {error.start + 1} of it is not UTF-8") from error
