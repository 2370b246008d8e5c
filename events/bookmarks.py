"""Bookmarks: where a reader of the whole tape stands."""

import datetime as dt
from typing import NewType

import msgspec

from events.errors import TapeError

# Opaque: only the tape that gave it can read it.
Bookmark = NewType("Bookmark", str)
START = Bookmark("0")

# Beyond every event and position.
WITHOUT_END = 2**63 - 1


class BookmarkError(TapeError):
    """A bookmark is none of this tape as it is now: begin again from START."""


class Lag(msgspec.Struct, frozen=True):
    """What is on the tape but not shown to followers yet, because an older transaction may still write before it.

    `rows` of them wait, the oldest for `seconds`. `since`: when the transaction that they wait for began, None if
    none is open or the database does not tell this user.
    """

    rows: int
    seconds: float
    since: dt.datetime | None


def position_of(bookmark: str) -> int:
    """The position on the tape that a bookmark of SQLite, or of a seal, stands for. Raises BookmarkError."""
    if not (bookmark.isascii() and bookmark.isdigit() and len(bookmark) < 19):
        raise BookmarkError(f"{bookmark!r} is no bookmark of this tape: begin again at its start, 0")
    return int(bookmark)
