"""What happens at the table of any game in words."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from events import base
from events.base import Event


class SeatTeller(Protocol):
    """What words of any game need: the name of a seat."""

    def seat(self, number: int) -> str: ...


def _gap(_: SeatTeller, event: base.GapLeft) -> str:
    if event.first_line is None:
        return "Something happened here that the recording does not tell"
    if event.last_line is None or event.last_line == event.first_line:
        return f"Line {event.first_line} of the log could not be read"
    return f"Lines {event.first_line} to {event.last_line} of the log could not be read"


def _taken_over(tell: SeatTeller, event: base.SeatTakenOver) -> str:
    return f"{tell.seat(event.seat)} is {'abandoned' if event.player is None else 'taken over by another player'}"


TABLE_WORDS: Mapping[type[Event], Callable[[Any, Any], str]] = {
    base.GapLeft: _gap,
    base.NoteAdded: lambda _, __: "A note",
    base.TakenBack: lambda _, event: f"Taken back to step {event.to}",
    base.Rewound: lambda _, event: f"A judge rewinds to step {event.to}",
    base.PenaltyGiven: lambda tell, event: f"{tell.seat(event.seat)} gets a {event.penalty.replace('_', ' ')}",
    base.TimeCalled: lambda _, __: "Time is called",
    base.SeatConceded: lambda tell, event: f"{tell.seat(event.seat)} concedes",
    base.SeatDisconnected: lambda tell, event: f"{tell.seat(event.seat)} loses the connection",
    base.SeatReconnected: lambda tell, event: f"{tell.seat(event.seat)} is connected again",
    base.SeatTakenOver: _taken_over,
}
