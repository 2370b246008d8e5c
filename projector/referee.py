"""What the referee says of an event: legal, illegal (impossible in the state it met) or unknown (the log hides it)."""

from typing import Literal, TypeAlias

import msgspec

Answer: TypeAlias = Literal["legal", "illegal", "unknown"]


class Rule(msgspec.Struct, frozen=True):
    """A rule of a game in our words, with the place in the publisher's rules that it comes from."""

    source: str
    text: str

    def __str__(self) -> str:
        return f"{self.source}: {self.text}"


class Finding(msgspec.Struct, frozen=True):
    """A contradiction at event `event`. `kind` "differs": the log states one thing, the rules derive another."""

    event: int
    kind: Literal["illegal", "differs"]
    message: str
    rule: str
    stated: str | None = None
    derived: str | None = None


class Judged:
    """A state that keeps what the referee found while it was folded.

    `number` is the event being folded, counted from 1. `doubts` are the numbers of events that could not be judged.
    """

    __slots__ = ("doubts", "findings", "number")

    def __init__(self) -> None:
        self.number = 0
        self.findings: list[Finding] = []
        self.doubts: list[int] = []

    def illegal(self, rule: Rule, message: str) -> None:
        """The event is impossible in the state it met."""
        self.findings.append(Finding(self.number, "illegal", message, str(rule)))

    def differs(self, rule: Rule, what: str, *, stated: object, derived: object) -> None:
        """The event states a value that the rules contradict."""
        message = f"{what}: the log states {stated}, the rules derive {derived}"
        self.findings.append(Finding(self.number, "differs", message, str(rule), str(stated), str(derived)))

    def doubt(self) -> None:
        """The log hides what would decide whether the event is legal."""
        doubts = self.doubts
        if not doubts or doubts[-1] != self.number:
            doubts.append(self.number)
