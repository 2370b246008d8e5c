"""The lines of OnlyChamps' game log, as its server writes them: an envelope with a game and a number, and a payload."""

from typing import Annotated, Any, NamedTuple

import msgspec

from events.base import Moment
from events.boba import Seat
from ingest.json_files import Foreign, Id, decoded_line

# A line longer than this is no action; the largest one has 200 bytes.
LONGEST_LINE = 100_000
ZONES = 7

Zone = Annotated[int, msgspec.Meta(ge=0, le=ZONES - 1)]


class Line(Foreign, frozen=True):
    """A line of the log."""

    game_id: Id
    seq: Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
    type: Id
    payload: msgspec.Raw = msgspec.Raw(b"{}")
    at: Moment | None = None


class Player(Foreign, frozen=True):
    seat: Seat
    deck_id: Id | None = None


class Create(Foreign, frozen=True):
    mode_code: Id | None = None
    players: tuple[Player, ...] = ()


class Place(Foreign, frozen=True):
    seat: Seat
    zone_index: Zone
    version_key: Id


class OfZone(Foreign, frozen=True):
    zone_index: Zone


class Other(Foreign, frozen=True):
    """An action of which nothing but its name is read."""


PLACE, REVEAL, END = "ROOKIE_PLACE", "ROOKIE_REVEAL", "ROOKIE_END_MATCH"
SCORES = ("ROOKIE_SCORE_MATCH", "ROOKIE_RESOLVE_MATCH")
_OTHER: msgspec.json.Decoder[Foreign] = msgspec.json.Decoder(Other)
_OF_ZONE: msgspec.json.Decoder[Foreign] = msgspec.json.Decoder(OfZone)
_ACTIONS: dict[str, msgspec.json.Decoder[Foreign]] = {
    "CREATE": msgspec.json.Decoder(Create),
    "START": _OTHER,
    "END_TURN": _OTHER,
    PLACE: msgspec.json.Decoder(Place),
    REVEAL: _OF_ZONE,
    "ROOKIE_HIDE": _OF_ZONE,
    "ROOKIE_BEGIN_MATCH": _OTHER,
    **dict.fromkeys(SCORES, _OTHER),
    END: _OTHER,
}
_LINE = msgspec.json.Decoder(Line)
_ANY = msgspec.json.Decoder(Any)
SIGNS = (b'"gameId"', b'"seq"', b'"type"')


class Action(NamedTuple):
    """A line of the log and its number in the file."""

    line: int
    told: Line


def line_of(text: bytes) -> Line | str:
    """A line of the log, or as a string what is wrong with it."""
    if len(text) > LONGEST_LINE:
        return f"The line has over {LONGEST_LINE:,} bytes, which no action has"
    return decoded_line(text, _LINE)


def opened(line: Line) -> Foreign | str:
    """The payload of a line, or as a string what is wrong with it."""
    decoder = _ACTIONS.get(line.type)
    if decoder is None:
        return f"{line.type!r} is no action of OnlyChamps that Gametape knows; what it did stays unknown"
    payload = decoded_line(line.payload, decoder)
    if isinstance(payload, str):
        return f"The payload of {line.type} is not as expected: {payload}"
    return payload


def is_same(one: msgspec.Raw, two: msgspec.Raw) -> bool:
    """Whether two payloads hold the same, however they are written."""
    return bytes(one) == bytes(two) or bool(decoded_line(one, _ANY) == decoded_line(two, _ANY))
