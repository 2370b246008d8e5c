"""Counts where the packets and the types of messages of an archive went."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

from events.erasable import Problem
from ingest.bga.copies import Message
from ingest.bga.packets import Packet
from ingest.bga.table import STRONGEST, Table, Treatment

# As many reasons of unread messages of a type as a problem tells, and as many types.
_REASONS = 3
_NAMED = 30
_HINT = "`gametape bga types FILE` shows what they hold, for the mapping"
# What the shipped mapping reads of every game of the site.
_OF_ANY_GAME = frozenset({"SeatConceded", "GapLeft", "TournamentEnded"})

Json: TypeAlias = Any


class Account(msgspec.Struct, frozen=True):
    """Where the packets of a file went: `total` is `read + framework + unknown`.

    `unknown`: something in it is unknown to the mapping or cannot be read. `read`: else, something in it was read.
    `framework`: the rest, which the site's framework sends or the mapping passes over.
    """

    total: int
    read: int
    framework: int
    unknown: int


class KindOfMessage(msgspec.Struct, frozen=True):
    """A type of messages: how many came, how many of those to single players, and how many tell a fact once more.

    `treated`: how many were read, of the framework and unknown. `reasons` say why messages were not read.
    """

    type: str
    count: int
    private: int
    copies: int
    treated: dict[Treatment, int]
    events: tuple[str, ...]
    reasons: tuple[str, ...]
    sample: Json


class Tally:
    """The types of messages of all tables of a file."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.private: Counter[str] = Counter()
        self.copies: Counter[str] = Counter()
        self.treated: dict[str, Counter[Treatment]] = {}
        self.events: dict[str, dict[str, None]] = {}
        self.reasons: dict[str, Counter[str]] = {}
        self.samples: dict[str, Json] = {}

    def add(self, table: Table) -> None:
        for copied, found in ((False, table.order.messages), (True, table.order.copies)):
            for packet, message in found:
                if isinstance(message, Message):
                    self._count(message, packet, table.treatment(message), copied=copied)
        for kind, names in table.told_as.items():
            self.events.setdefault(kind, {}).update(names)
        for kind, reasons in table.reasons.items():
            self.reasons.setdefault(kind, Counter()).update(reasons)

    def _count(self, message: Message, packet: Packet, treatment: Treatment, *, copied: bool) -> None:
        kind = message.type
        self.counts[kind] += 1
        self.private[kind] += packet.to is not None
        self.copies[kind] += copied
        self.treated.setdefault(kind, Counter())[treatment] += 1
        if not self.samples.get(kind):
            self.samples[kind] = message.args

    def kinds(self) -> tuple[KindOfMessage, ...]:
        """Every type, unknown ones first, then by number."""
        found = (
            KindOfMessage(
                type=kind,
                count=count,
                private=self.private[kind],
                copies=self.copies[kind],
                treated={one: self.treated[kind][one] for one in STRONGEST if self.treated[kind][one]},
                events=tuple(self.events.get(kind, ())),
                reasons=tuple(reason for reason, _ in self.reasons.get(kind, Counter()).most_common(_REASONS)),
                sample=self.samples[kind],
            )
            for kind, count in self.counts.items()
        )
        return tuple(sorted(found, key=lambda one: ("unknown" not in one.treated, -one.count, one.type)))

    def unknown(self) -> Iterator[Problem]:
        """Every type with messages that were not read, by name and number."""
        without_rule = [one for one in self.kinds() if "unknown" in one.treated and not one.reasons]
        for some in (without_rule[start : start + _NAMED] for start in range(0, len(without_rule), _NAMED)):
            named = ", ".join(f"{one.type} ({one.treated['unknown']})" for one in some)
            yield Problem(None, f"Unknown types of messages, each left as a gap in its place: {named}. {_HINT}")
        if without_rule and not any(set(names) - _OF_ANY_GAME for names in self.events.values()):
            yield Problem(
                None,
                "Nothing but the frame of the game and its result was read. An archive does not name its game: "
                "this one may be of another",
            )
        for one in self.kinds():
            if one.reasons:
                yield Problem(
                    None,
                    f"{one.treated['unknown']} of {one.count} messages of type {one.type} cannot be read by the "
                    f"mapping: {'; '.join(one.reasons)}",
                )
