"""Reads files that are one JSON value, and says of one that is not as expected what was found, and where."""

import datetime as dt
from typing import Annotated, TypeAlias, TypeVar

import msgspec

from events.erasable import Problem
from ingest.adapter import Document

Shape = TypeVar("Shape")
# Ids and names of people are short; what is longer is something else.
Id: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=500)]

# The games are younger; a clock that was never set shows 1970 or before.
_FIRST_YEAR, _LAST_YEAR = 2000, 2200


class Foreign(msgspec.Struct, frozen=True, rename="camel"):
    """A part of another program's file. Fields that are not listed are passed over: programs add some at any time."""


def decoded(document: Document, shape: type[Shape]) -> Shape | Problem:
    """The value of a file, or what is wrong with it: a line where JSON breaks off, a path where a value differs."""
    try:
        return msgspec.json.decode(document.data, type=shape)
    except msgspec.ValidationError as error:
        return Problem(None, str(error))
    except RecursionError:
        return Problem(None, "The JSON is nested too deeply")
    except msgspec.DecodeError as error:
        return Problem(_line_of(document.data, str(error)), str(error))
    except UnicodeDecodeError as error:
        return Problem(document.data.count(b"\n", 0, error.start) + 1, f"Byte {error.start + 1} is not UTF-8")


def decoded_line(text: bytes | msgspec.Raw, decoder: msgspec.json.Decoder[Shape]) -> Shape | str:
    """The value of a line that is JSON, or in words what is wrong with it."""
    try:
        return decoder.decode(text)
    except RecursionError:
        return "The JSON is nested too deeply"
    except UnicodeDecodeError as error:
        return f"Byte {error.start + 1} is not UTF-8"
    except msgspec.MsgspecError as error:
        return str(error)


def known_moment(at: dt.datetime | None) -> dt.datetime | None:
    """A moment as it was told; None for one in a year that no clock of a player shows."""
    return at if at is not None and _FIRST_YEAR <= at.year <= _LAST_YEAR else None


def moment_of(milliseconds: float | None) -> dt.datetime | None:
    """The moment of a clock that counts milliseconds from 1970; 0 and less is a clock that was never set."""
    if milliseconds is None or not 0 < milliseconds < 8e12:
        return None
    return known_moment(dt.datetime(1970, 1, 1, tzinfo=dt.UTC) + dt.timedelta(milliseconds=milliseconds))


def _line_of(data: bytes, message: str) -> int:
    """The line that the decoder's message names by its byte; it names none where the data ends early."""
    _, found, rest = message.partition("(byte ")
    end = int(rest.rstrip(")")) if found and rest.rstrip(")").isdecimal() else len(data.rstrip())
    return data.count(b"\n", 0, end) + 1
