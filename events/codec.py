"""Encodes events for the tape and for people, and decodes them again: one decoder per family of streams."""

import zlib
from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, Union

import msgspec

from events.base import Event
from events.boba import BOBA_EVENTS
from events.challengers import CHALLENGERS_EVENTS
from events.contest import CONTEST_EVENTS
from events.registry import REGISTRY_EVENTS

# What a file can tell; the registry is the tape's own.
ToldFamily: TypeAlias = Literal["boba", "challengers", "contest"]
Family: TypeAlias = Literal[ToldFamily, "registry"]

FAMILIES: dict[Family, tuple[type[Event], ...]] = {
    "boba": BOBA_EVENTS,
    "challengers": CHALLENGERS_EVENTS,
    "contest": CONTEST_EVENTS,
    "registry": REGISTRY_EVENTS,
}

# The format number stands in every row of the tape. A new vocabulary that older code cannot read gets a new number.
FORMAT = 1
# zlib 1: 12 bytes an event in whole games; higher levels save 5 % and cost three times the time.
_LEVEL = 1
# A year at the edge of what there is leaves it when it is brought to UTC.
_FIRST_YEAR, _LAST_YEAR = 1900, 2200
# A batch that claims to be larger than this was not written by Gametape.
_LARGEST_BATCH = 256 * 1024 * 1024


class CodecError(ValueError):
    """What was to be decoded is no event, or no batch of events, of its family."""


def event_union(family: Family) -> Any:
    """The type of all events of a family, for decoders and schemas."""
    return Union[FAMILIES[family]]  # noqa: UP007 (a union made of a tuple)


_ENCODER = msgspec.msgpack.Encoder()
_JSON = msgspec.json.Encoder()
_BATCHES: dict[Family, msgspec.msgpack.Decoder[Any]] = {
    family: msgspec.msgpack.Decoder(list.__class_getitem__(event_union(family))) for family in FAMILIES
}
_LINES: dict[Family, msgspec.json.Decoder[Any]] = {
    family: msgspec.json.Decoder(event_union(family)) for family in FAMILIES
}


def encode_batch(family: Family, events: Sequence[Event]) -> bytes:
    """The bytes of one row of the tape. They are read back first: the tape holds nothing unreadable.

    Raises CodecError if an event is not of the family or holds a value that its type forbids.
    """
    try:
        packed = _ENCODER.encode(events)
        same = _decoder(family).decode(packed) == list(events)
    except (msgspec.MsgspecError, RecursionError, OverflowError, UnicodeEncodeError) as error:
        raise CodecError(f"No batch of {family} events: {error}") from error
    if not same:
        raise CodecError(f"A {family} event would not be read back as it was written")
    return zlib.compress(packed, _LEVEL)


def decode_batch(family: Family, batch: bytes, form: int = FORMAT) -> list[Event]:
    """The events of one row of the tape. Raises CodecError on bytes that are none."""
    if form != FORMAT:
        raise CodecError(f"Format {form} of a batch is newer than this Gametape, which reads format {FORMAT}")
    return decode_packed(family, unpack_batch(batch))


def unpack_batch(batch: bytes) -> bytes:
    """The msgpack bytes of a batch, decompressed within limits. Raises CodecError."""
    inflater = zlib.decompressobj()
    try:
        packed = inflater.decompress(batch, _LARGEST_BATCH)
    except zlib.error as error:
        raise CodecError(f"A batch of {len(batch)} bytes cannot be decompressed: {error}") from error
    if not inflater.eof:
        raise CodecError(f"A batch of {len(batch)} bytes is cut short or larger than {_LARGEST_BATCH} bytes")
    if inflater.unused_data:
        raise CodecError(f"A batch of {len(batch)} bytes ends {len(inflater.unused_data)} bytes before its end")
    return packed


def decode_packed(family: Family, packed: bytes) -> list[Event]:
    """The events of msgpack bytes. Raises CodecError."""
    try:
        events: list[Event] = _decoder(family).decode(packed)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise CodecError(f"No batch of {family} events: {error}") from error
    return events


def _decoder(family: Family) -> msgspec.msgpack.Decoder[Any]:
    decoder = _BATCHES.get(family)
    if decoder is None:
        raise CodecError(f"{family!r} is no family of events; there are {', '.join(FAMILIES)}")
    return decoder


def encode_line(event: Event) -> bytes:
    """The JSON of one event, as in the native format."""
    return _JSON.encode(event)


def decode_line(family: Family, line: bytes) -> Event:
    """The event of one line of JSON. Raises CodecError with what was found and expected."""
    try:
        event: Event = _LINES[family].decode(line)
    except RecursionError as error:
        raise CodecError("The JSON is nested too deeply") from error
    except UnicodeDecodeError as error:
        raise CodecError(f"Byte {error.start + 1} is not UTF-8") from error
    except msgspec.MsgspecError as error:
        raise CodecError(str(error)) from error
    if event.at is not None and not _FIRST_YEAR <= event.at.year <= _LAST_YEAR:
        raise CodecError(f"The year {event.at.year} is none of {_FIRST_YEAR} to {_LAST_YEAR} - at `$.at`")
    return event


def event_schema(family: Family) -> dict[str, Any]:
    """The JSON Schema of one event of a family."""
    return msgspec.json.schema(event_union(family))
