"""Writes and reads the registry: what becomes known of recordings and players afterwards."""

import datetime as dt
from collections.abc import Sequence

from msgspec.structs import replace

from events.base import Event, PlayerId, TextId
from events.registry import RegistryEvent
from events.tape import REGISTRY, Appended, Tape, UnknownRecordingError

# A person who decides something at the tape is known by name here, as players are at their clients.
_CLIENT = "gametape"


def register(tape: Tape, events: Sequence[RegistryEvent]) -> Appended:
    """Append what became known, all of it or nothing, after whatever the registry holds by now.

    Events without a moment happened now. Raises ValueError if there is no event.
    """
    now = dt.datetime.now(dt.UTC).replace(microsecond=0)
    return tape.append_registry([event if event.at is not None else replace(event, at=now) for event in events])


def registered(tape: Tape, after: int = 0) -> list[Event]:
    """What the registry holds behind its event number `after`; on a tape without one, nothing."""
    try:
        return tape.read(REGISTRY, after=after)
    except UnknownRecordingError:
        return []


def person(tape: Tape, name: str | None) -> PlayerId | None:
    """Who decides something, by name; None for nobody in particular."""
    return tape.player(_CLIENT, f"name:{name}", name) if name else None


def words(tape: Tape, reason: str | None) -> TextId | None:
    """A reason as the erasable text it is kept in; None for none."""
    return tape.store_texts([reason])[0] if reason else None
