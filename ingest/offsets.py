"""Keeps the offset of a place: the tape holds moments in UTC, so the offset that a start tells stands beside them."""

import datetime as dt

from msgspec.structs import replace

from events.base import Event
from events.boba import GameStarted
from events.challengers import TournamentStarted
from events.contest import ContestCreated


def offset_of(at: dt.datetime | None) -> int | None:
    """Minutes east of UTC that a moment tells; None for one in UTC, which tells nothing of the place."""
    offset = at.utcoffset() if at is not None else None
    return int(offset.total_seconds() // 60) or None if offset is not None else None


def with_offset(event: Event) -> Event:
    """A start that tells its moment with an offset, and no other, with that one beside it."""
    if isinstance(event, GameStarted | TournamentStarted | ContestCreated) and event.utc_offset is None:
        offset = offset_of(event.at)
        return event if offset is None else replace(event, utc_offset=offset)
    return event
