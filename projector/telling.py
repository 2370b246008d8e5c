"""What uniting asks of a game system: which facts its events tell, where they happened, and who sat where."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

import msgspec

from events.base import Event, Part, PlayerId


class Fact(msgspec.Struct, frozen=True, gc=False):
    """Which fact an event tells. Two events with equal keys may tell the same fact, others never do.

    `thread`: what happened in one thread has an order that every telling keeps; threads run side by side. `progress`:
    how far the game had got, to order what only one side tells. `seats`: who was there, and so knows best. What
    happened on one side of a landmark never happened on the other.
    """

    key: Hashable
    progress: tuple[int, ...]
    thread: Hashable = None
    seats: frozenset[int] = frozenset()
    is_landmark: bool = False


class Telling(msgspec.Struct, frozen=True):
    """How recordings of a game system are laid beside each other.

    `facts(events)` has a fact for each event; keys keep the order of a thread. `seated` are the players by seat, None
    if the recording does not begin with the start. `reseated(events, seats)` tells the same game with seat n called
    `seats[n]`. `begins` and `ends` are the types that begin and end a game. `stated` are fields that state what the
    rules derive as well. `evidence(events)` are chance happenings that everybody saw, each with the number of cards in
    it: two games hardly ever share one; a game has at most `most_evidence` of them, None: nobody knows. `unordered` are
    the types whose lists of cards have no order. `merged`: how parts of a type complete each other where field by field
    is not enough; None for two that contradict each other.
    """

    facts: Callable[[Sequence[Event]], list[Fact]]
    seated: Callable[[Sequence[Event]], tuple[PlayerId | None, ...] | None]
    reseated: Callable[[Sequence[Event], Mapping[int, int]], list[Event]]
    begins: type[Event]
    ends: type[Event]
    stated: tuple[str, ...]
    evidence: Callable[[Sequence[Event]], dict[str, int]]
    most_evidence: int | None = None
    unordered: frozenset[type[Event]] = frozenset()
    merged: Mapping[type[Part], Callable[[Any, Any], Any]] = {}
