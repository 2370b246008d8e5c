"""What goes onto the tape and comes off it: recordings, batches of their events, conflicts."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from events.base import Event, RecordingId
from events.codec import CodecError, Family, decode_batch, encode_line
from events.erasable import SourceId
from events.errors import DamagedTapeError, TapeError

# The stream of what becomes known of recordings and players afterwards.
REGISTRY = RecordingId("registry")

# (recording, family, first, last, payload, head, adapter, client): a batch, and what its recording is by now
ScannedRow: TypeAlias = tuple[RecordingId, Family, int, int, bytes, int, str, str | None]

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
# As many characters of an event as a message shows.
_SHOWN = 200


class AppendConflict(TapeError):  # noqa: N818 (an answer to a writer rather than a fault: somebody else was first)
    """Other events stand where these were to go, or events before them are missing: read on, then decide anew.

    `head` is the last event there is; `event` is the number of the first that differs, None if none does.
    """

    def __init__(self, message: str, recording: RecordingId, *, head: int, event: int | None) -> None:
        super().__init__(message)
        self.recording = recording
        self.head = head
        self.event = event


class UnknownRecordingError(TapeError):
    """The tape has no such recording: look for it among `recordings`."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Where a telling of a game comes from.

    `adapter` and `adapter_version` read it; `ordinal` is its place among the games of `source`, from 1; `client_game`
    is the client's own id of the game; `digest` is a hash of the contents, by which a telling that is already there is
    recognised.
    """

    family: Family
    adapter: str
    adapter_version: int = 1
    source: SourceId | None = None
    ordinal: int | None = None
    client: str | None = None
    client_game: str | None = None
    digest: str | None = None
    simulated: bool = False


class NewRecording(Header, frozen=True, kw_only=True):
    """A telling to be added, with its events so far, at least one. `id` None: it gets a random one."""

    events: Sequence[Event]
    id: RecordingId | None = None


class Recording(Header, frozen=True, kw_only=True):
    """A telling on the tape; `head` is the number of its last event."""

    id: RecordingId
    head: int
    created_at: dt.datetime


class Recorded(msgspec.Struct, frozen=True):
    """What became of a new recording: it was `added`, or is already there, as `id`."""

    id: RecordingId
    added: bool


class Appended(msgspec.Struct, frozen=True):
    """The numbers of events in their recording; `added` False: they were there already."""

    recording: RecordingId
    first: int
    last: int
    added: bool


class Batch(msgspec.Struct, frozen=True):
    """The events of one append, numbers `first` to `last`, still encoded in `payload`."""

    recording: RecordingId
    family: Family
    first: int
    last: int
    recorded_at: dt.datetime
    format: int
    payload: bytes

    def events(self) -> list[Event]:
        """The events, decoded. Raises DamagedTapeError."""
        where = f"Recording {self.recording}: {span(self.first, self.last)}"
        try:
            events = decode_batch(self.family, self.payload, self.format)
        except CodecError as error:
            raise DamagedTapeError(f"{where} cannot be read: {error}") from error
        except KeyError as error:
            raise DamagedTapeError(f"{where} cannot be read: this Gametape knows no family {self.family!r}") from error
        if len(events) != self.last - self.first + 1:
            raise DamagedTapeError(f"{where} cannot be read: the row holds {len(events)} events")
        return events


def moment(microseconds: int) -> dt.datetime:
    """The moment that many microseconds after the beginning of 1970, in UTC."""
    return _EPOCH + dt.timedelta(microseconds=microseconds)


def header_columns(recording: RecordingId, header: Header, created_at: int) -> tuple[str | int | None, ...]:
    """What `HEADER` names."""
    return (
        recording,
        header.family,
        header.source,
        header.ordinal,
        header.adapter,
        header.adapter_version,
        header.client,
        header.client_game,
        header.digest,
        header.simulated,
        created_at,
    )


def recording_of(row: Any) -> Recording:
    """The recording of a row of its table."""
    columns = {name: value for name, value in row._mapping.items() if name not in ("number", "head_hash")}
    return Recording(**columns | {"created_at": moment(row.created_at)})


def batch_of(row: Any) -> Batch:
    """The batch of a row that begins with the fields of one."""
    recording, family, first, last, recorded_at, form, payload = row[:7]
    return Batch(recording, family, first, last, moment(recorded_at), form, payload)


def cut(batches: Sequence[Batch], after: int, through: int | None) -> list[Event]:
    """The events after `after` up to and with `through` of batches that hold them."""
    events: list[Event] = []
    for batch in batches:
        inside = slice(max(after + 1 - batch.first, 0), None if through is None else through - batch.first + 1)
        events += batch.events()[inside]
    return events


def span(first: int, last: int, kind: str = "event") -> str:
    """How a message calls the events, or whatever `kind`, from one number to another."""
    return f"{kind} {first}" if first == last else f"{kind}s {first} to {last}"


def conflict(
    recording: RecordingId, there: Sequence[Event], offered: Sequence[Event], *, after: int, head: int
) -> AppendConflict | None:
    """Why events offered after event `after` do not fit a recording whose head is elsewhere; None: they are `there`."""
    wanted = f"Recording {recording} was offered {span(after + 1, after + len(offered))}, but"
    if head < after:
        message = f"{wanted} ends at event {head}: {span(head + 1, after)} would be missing"
        return AppendConflict(message, recording, head=head, event=None)
    for number, (found, expected) in enumerate(zip(there, offered, strict=False), after + 1):
        if found != expected:
            message = f"{wanted} has another event {number}: {_shown(found)}, not {_shown(expected)}"
            return AppendConflict(message, recording, head=head, event=number)
    if len(there) < len(offered):
        message = f"{wanted} has them up to event {head} already: append only those after it"
        return AppendConflict(message, recording, head=head, event=None)
    return None


def _shown(event: Event) -> str:
    line = encode_line(event).decode()
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
