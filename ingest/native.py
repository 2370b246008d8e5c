"""Gametape's own format: JSON Lines, for each game a header line and then one event a line. See docs/format.md."""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, get_args

import msgspec
from msgspec.structs import replace

from events.base import Event, GapLeft, PlayerId, TextId
from events.codec import CodecError, Family, ToldFamily, decode_line, encode_line, event_union
from events.erasable import Problem
from events.references import with_references
from ingest.adapter import Adapter, Document, Person, Read, Skipped, Told

VERSION = 1
# A line longer than this is no event: the largest one, a start with two decks, has 6 kB.
LONGEST_LINE = 1_000_000
_TOLD: tuple[ToldFamily, ...] = get_args(ToldFamily)


class Client(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The program that wrote the file."""

    name: str
    version: str | None = None


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The line that begins a game. `id`: the client's own id of it. `players`: by the names that the events use."""

    gametape: Annotated[int, msgspec.Meta(ge=1)]
    game: ToldFamily
    client: Client
    id: str | None = None
    players: dict[PlayerId, Person] = {}


_HEADER = msgspec.json.Decoder(Header)
_HEADER_SIGN = b'"gametape"'
_HEADER_FIRST = re.compile(rb'\s*\{\s*"gametape"\s*:')


def recognise(start: bytes, _: str) -> bool:
    """A native file's first line that is not blank names the format."""
    first = start.lstrip().split(b"\n", 1)[0]
    return first.startswith(b"{") and _HEADER_SIGN in first


def read(document: Document) -> Iterator[Read]:
    """The games of a native file. A bad event line costs that line, a bad header the game it begins."""
    game: _Game | None = None
    skipping = False
    for number, line in document.lines(ends=True):
        if not line.strip():
            yield Skipped(number)
            continue
        if _begins_game(line):
            if game is not None:
                yield from game.told()
            try:
                game, skipping = _Game(_header(line), number), False
            except CodecError as error:
                game, skipping = None, True
                yield Problem(number, f"This header cannot be read, so its game is left out: {error}")
        elif game is not None:
            yield from game.add(number, line)
        elif skipping:
            yield Skipped(number)
        else:
            skipping = True
            yield Problem(number, 'Expected a header line with "gametape" first; lines before one belong to no game')
    if game is not None:
        yield from game.told()


def _begins_game(line: bytes) -> bool:
    """Whether a line is a header, also one whose author did not write the version first."""
    start = line[:200]
    return _HEADER_FIRST.match(start) is not None or (_HEADER_SIGN in start and b'"type"' not in start)


class _Game:
    """A game that is being read."""

    def __init__(self, header: Header, line: int) -> None:
        self.header = header
        self.line = line
        self.events: list[Event] = []
        self.lines: list[int] = []
        self.bad_lines: set[int] = set()

    def add(self, number: int, line: bytes) -> Iterator[Problem]:
        """Take in a line. One without an end is the file's last, and may be cut: then its event is still to come."""
        self.lines.append(number)
        try:
            if len(line) > LONGEST_LINE:
                raise CodecError(f"The line has over {LONGEST_LINE:,} bytes, which no event has")
            self.events.append(decode_line(self.header.game, line.rstrip(b"\r\n")))
        except CodecError as error:
            self.bad_lines.add(number)
            if not line.endswith((b"\n", b"\r")):
                yield Problem(number, f"The last line is cut short: {error}")
                return
            self.events.append(GapLeft(first_line=number, last_line=number))
            yield Problem(number, str(error))

    def told(self) -> Iterator[Read]:
        header = self.header
        if not self.events:
            yield Problem(self.line, "This header has no event after it, so there is no game")
        elif len(self.bad_lines) * 2 > len(self.lines):
            yield Problem(
                self.line,
                f"{len(self.bad_lines)} of the {len(self.lines)} lines of this game cannot be read: "
                "is it a newer format? The game is left out",
            )
            yield from (Skipped(line) for line in self.lines if line not in self.bad_lines)
        else:
            yield Told(
                family=header.game,
                events=self.events,
                people=dict(header.players),
                client=header.client.name,
                client_version=header.client.version,
                client_game=header.id,
                line=self.line,
                unread=len(self.bad_lines),
                lines=self.lines,
            )


def _header(line: bytes) -> Header:
    try:
        header = _HEADER.decode(line)
    except (RecursionError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CodecError(str(error) or type(error).__name__) from error
    if header.gametape > VERSION:
        raise CodecError(f"it is of format version {header.gametape}, and this Gametape reads version {VERSION}")
    return header


def write(
    family: Family,
    events: Iterable[Event],
    *,
    people: Mapping[PlayerId, Person],
    texts: Mapping[TextId, str],
    client: Client,
    client_game: str | None = None,
) -> Iterator[bytes]:
    """The lines of one game, each with its end. Players are called p1, p2... in the order of `people`."""
    if family not in _TOLD:
        raise ValueError(f"{family} events are not part of the native format")
    called = {player: PlayerId(f"p{number}") for number, player in enumerate(people, 1)}
    header = Header(
        gametape=VERSION,
        game=family,
        client=client,
        id=client_game,
        players={called[player]: person for player, person in people.items()},
    )
    yield msgspec.json.encode(header) + b"\n"
    zone: dt.tzinfo | None = None
    for event in events:
        offset = getattr(event, "utc_offset", None)
        if offset is not None:
            zone = dt.timezone(dt.timedelta(minutes=offset))
        told = with_references(
            event,
            lambda player: called.get(player, player),
            lambda text: TextId(texts.get(text, "")),
        )
        # The tape keeps moments in UTC, and the offset of the place beside them.
        if zone is not None and told.at is not None:
            told = replace(told, at=told.at.astimezone(zone))
        yield encode_line(told) + b"\n"


def schema() -> dict[str, Any]:
    """The JSON Schema of the native format: a header line, and the event lines of each kind of stream."""
    types: list[Any] = [Header, *(event_union(family) for family in _TOLD)]
    found, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Gametape native format",
        "description": "One JSON value a line: a header begins a game, its events follow.",
        "oneOf": list(found),
        "$defs": parts,
    }


NATIVE = Adapter(
    name="native", title="Gametape native format", version=1, recognise=recognise, read=read, in_lines=True
)
