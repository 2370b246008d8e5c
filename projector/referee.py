"""What the referee says of an event: legal, illegal (impossible in the state it met) or unknown (the log hides it)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

import msgspec

from events.base import Event

Answer: TypeAlias = Literal["legal", "illegal", "unknown"]


class Rule(msgspec.Struct, frozen=True):
    """A rule of a game in our words, with the place in the publisher's rules that it comes from."""

    source: str
    text: str

    def __str__(self) -> str:
        return f"{self.source}: {self.text}"


# What a person may decide of a contradiction.
Decision: TypeAlias = Literal["stated", "derived", "unfinished", "edited"]


class Finding(msgspec.Struct, frozen=True):
    """A contradiction at event `event`. `kind` "differs": the log states one thing, the rules derive another.

    `settled`: what a person decided of it, None while it is open.
    """

    event: int
    kind: Literal["illegal", "differs"]
    message: str
    rule: str
    stated: str | None = None
    derived: str | None = None
    settled: Decision | None = None


class GameEvents(list[Event]):
    """The events of a game, with what no fold of them could find: recordings that contradict each other.

    `known` are those findings, settled or not; `accepted` the numbers of events whose findings a person settled.
    """

    def __init__(
        self,
        events: Iterable[Event],
        known: Iterable[Finding] = (),
        accepted: Mapping[int, Decision] | None = None,
    ) -> None:
        super().__init__(events)
        self.known = tuple(known)
        self.accepted = dict(accepted or {})


class Judged:
    """A state that keeps what the referee found while it was folded, behind what is known of the events beforehand.

    `number` is the event being folded, counted from 1. `doubts` are the numbers of events that could not be judged.
    """

    __slots__ = ("accepted", "doubts", "findings", "number")

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.number = 0
        self.findings: list[Finding] = []
        self.doubts: list[int] = []
        self.accepted: Mapping[int, Decision] = {}
        if isinstance(events, GameEvents):
            self.findings.extend(events.known)
            self.accepted = events.accepted

    @property
    def is_contradicted(self) -> bool:
        """Whether there is a finding that nobody has settled."""
        return any(finding.settled is None for finding in self.findings)

    def illegal(self, rule: Rule, message: str) -> None:
        """The event is impossible in the state it met."""
        settled = self.accepted.get(self.number)
        self.findings.append(Finding(self.number, "illegal", message, str(rule), settled=settled))

    def differs(self, rule: Rule, what: str, *, stated: object, derived: object) -> None:
        """The event states a value that the rules contradict."""
        message = f"{what}: the log states {stated}, the rules derive {derived}"
        settled = self.accepted.get(self.number)
        self.findings.append(Finding(self.number, "differs", message, str(rule), str(stated), str(derived), settled))

    def doubt(self) -> None:
        """The log hides what would decide whether the event is legal."""
        doubts = self.doubts
        if not doubts or doubts[-1] != self.number:
            doubts.append(self.number)
