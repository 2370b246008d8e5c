"""How the events of any game are folded into its state, and how a game goes back to where it stood."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

import msgspec

from events.base import TABLE_EVENTS, Event, Rewound, TakenBack
from projector.referee import Rule

# Each return costs a fold of the game up to there; a log that asks for more folding than this is no game.
_MOST_FOLDED_AGAIN = 1_000_000


class Foldable(Protocol):
    """What a state has beside its game's own. `undone`: spans of events that a return has taken back."""

    number: int
    findings: Any
    doubts: Any
    events: Sequence[Event]
    undone: list[tuple[int, int]]
    gapped: bool
    ended_at: int

    @property
    def cards(self) -> Any: ...
    @property
    def started(self) -> Event | None: ...
    @property
    def ended(self) -> Event | None: ...
    def become(self, other: Self) -> None: ...
    def illegal(self, rule: Rule, message: str) -> None: ...


State = TypeVar("State", bound=Foldable)


class Course(msgspec.Struct, Generic[State], frozen=True):
    """The course of a game system's games: `state(cards, events)` before the first event, and a function an event type.

    `first` begins a game, `late` are the other types that may come when it is over; events at the table of any game may
    come before and after. `begun_late` says what is unknown of a game whose start was not told. `name` is what one is
    called.
    """

    state: Callable[[Any, Sequence[Event]], State]
    handlers: Mapping[type[Event], Callable[[State, Any], None]]
    first: type[Event]
    late: frozenset[type[Event]]
    name: str
    one_start: Rule
    ended: Rule
    take_back: Rule
    begun_late: Callable[[State], None] = lambda _: None

    def advance(self, state: State, event: Event) -> None:
        """Fold one more event into a state."""
        state.number += 1
        kind = type(event)
        if state.ended is not None and kind not in self.late and kind not in _AT_ANY_TABLE:
            state.illegal(self.ended, f"{kind.__name__} after the game ended with event {state.ended_at}")
            return
        if state.started is None and kind is not self.first and kind not in _AT_ANY_TABLE and not state.gapped:
            state.illegal(self.one_start, f"{kind.__name__} before the {self.name} started")
            state.gapped = True
            self.begun_late(state)
        self.handlers[kind](state, event)

    def fold(self, cards: Any, events: Sequence[Event]) -> State:
        """The state of a game after all its events. It judges each, and never stops at one."""
        state = self.state(cards, events)
        handlers = self.handlers
        for number, event in enumerate(events, 1):
            # Between start and end nothing is asked that `advance` asks: a tenth of a fold.
            if state.ended is None and state.started is not None:
                state.number = number
                handlers[type(event)](state, event)
            else:
                self.advance(state, event)
        return state

    def rewound(self, state: State, event: TakenBack | Rewound) -> None:
        """The game stands as it stood after event `to`, whatever was taken back since: a take-back can be undone."""
        number = state.number
        if event.to >= number:
            state.illegal(self.take_back, f"Event {number} goes back to event {event.to}")
            return
        if (len(state.undone) + 1) * event.to > _MOST_FOLDED_AGAIN:
            state.illegal(
                self.take_back, f"Event {number} goes back to event {event.to}, after {len(state.undone)} others"
            )
            return
        undone = [*state.undone, (event.to, number)]
        findings, doubts = state.findings, state.doubts
        fresh = self.state(state.cards, state.events)
        before = _undone_at(state.undone, event.to)
        for earlier, told in enumerate(state.events[: event.to], 1):
            if not any(start < earlier <= end for start, end in before):
                fresh.number = earlier - 1
                self.advance(fresh, told)
        state.become(fresh)
        state.number, state.findings, state.doubts, state.undone = number, findings, doubts, undone


_AT_ANY_TABLE: frozenset[type[Event]] = frozenset(TABLE_EVENTS)


def _undone_at(undone: Sequence[tuple[int, int]], number: int) -> list[tuple[int, int]]:
    """The spans of events that did not count when the game stood at event `number`."""
    spans: list[tuple[int, int]] = []
    for start, end in undone:
        if end <= number:
            spans = [span for span in spans if span[1] <= start]
            spans.append((start, end))
    return spans
