"""What every event has in common, and the events that can happen at the table of any game."""

import datetime as dt
from typing import Annotated, Literal, NewType, TypeAlias

import msgspec

RecordingId = NewType("RecordingId", str)
PlayerId = NewType("PlayerId", str)
TextId = NewType("TextId", str)
ContestId = NewType("ContestId", str)
MatchId = NewType("MatchId", str)
CardId = NewType("CardId", str)

Seat: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=8)]
# Numbers of a game are small. The bounds keep what a file claims from filling memory or leaving a column's range.
EventNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=100_000_000)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number: TypeAlias = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
UtcOffset: TypeAlias = Annotated[int, msgspec.Meta(ge=-1439, le=1439)]
Moment: TypeAlias = Annotated[dt.datetime, msgspec.Meta(tz=True)]
Draw: TypeAlias = Literal["draw"]


class Event(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something that happened; `at` is when, with its offset, or None where nobody noted it."""

    at: Moment | None = None


class Part(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A group of fields inside an event."""


class TableEvent(Event, frozen=True, tag_field="type", tag=lambda name: f"game.{name}"):
    """An event that any game can have."""


class GapLeft(TableEvent, frozen=True):
    """Something happened here that the recording does not tell.

    An unreadable line leaves one, and so does a client that was away. It takes one event number, so that the numbers
    of the lines after it stay what their author meant. Lines count from 1 in the source file.
    """

    first_line: Annotated[int, msgspec.Meta(ge=1, le=10**12)] | None = None
    last_line: Annotated[int, msgspec.Meta(ge=1, le=10**12)] | None = None


class NoteAdded(TableEvent, frozen=True):
    """Somebody wrote a remark; the words lie in the erasable text `text`."""

    text: TextId
    author: PlayerId | None = None


class TakenBack(TableEvent, frozen=True):
    """The players agreed that what followed event `to` did not happen."""

    to: EventNumber
    seat: Seat | None = None


class Rewound(TableEvent, frozen=True):
    """A judge set the game back to the state after event `to`."""

    to: EventNumber
    reason: TextId | None = None


class PenaltyGiven(TableEvent, frozen=True):
    """A judge gave a seat a penalty. What it does to the result is told by the end of the game or match."""

    seat: Seat
    penalty: Literal["caution", "warning", "game_loss", "match_loss", "disqualification"]
    reason: TextId | None = None


class TimeCalled(TableEvent, frozen=True):
    """The round's time ran out; by the event's rules the current turn, and so many more, are still played."""

    extra_turns: Count | None = None


class SeatConceded(TableEvent, frozen=True):
    """A seat gave the game up."""

    seat: Seat


class SeatDisconnected(TableEvent, frozen=True):
    """A seat's client lost its connection."""

    seat: Seat


class SeatReconnected(TableEvent, frozen=True):
    """A seat's client came back."""

    seat: Seat


class SeatTakenOver(TableEvent, frozen=True):
    """Somebody else went on in a seat: another player, or nobody (None), which archives call a zombie."""

    seat: Seat
    player: PlayerId | None


TABLE_EVENTS: tuple[type[TableEvent], ...] = (
    GapLeft,
    NoteAdded,
    TakenBack,
    Rewound,
    PenaltyGiven,
    TimeCalled,
    SeatConceded,
    SeatDisconnected,
    SeatReconnected,
    SeatTakenOver,
)
