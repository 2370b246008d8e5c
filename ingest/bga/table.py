"""The game of one table of an archive, message by message, and what became of each of them."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, TypeAlias

import msgspec

from events.base import Event, GapLeft, Moment, PlayerId, TableEvent
from events.challengers import Seated, TournamentStarted
from events.codec import event_union
from events.erasable import Problem
from ingest.adapter import Person, Told
from ingest.bga.copies import Message, Ordered, ordered
from ingest.bga.evaluating import Context, UnreadError, evaluate, holds
from ingest.bga.expressions import as_text
from ingest.bga.mapping import BgaMapping, Rule
from ingest.bga.packets import Archive, Packet
from ingest.bga.people import people_of, players_of
from ingest.json_files import moment_of

CLIENT = "Board Game Arena"
MOST_SEATS = 8

Json: TypeAlias = Any
Treatment: TypeAlias = Literal["read", "framework", "unknown"]
# A packet is treated as the first of these that any of its messages is.
STRONGEST: tuple[Treatment, ...] = ("unknown", "read", "framework")


class Table:
    """A table that is being read, from its packets."""

    def __init__(self, table: str | None, packets: list[Packet], archive: Archive, mapping: BgaMapping) -> None:
        self.table = table
        self.packets = packets
        self.mapping = mapping
        self.order: Ordered = ordered(packets, mapping.same_as)
        self.people = people_of(self.order, archive)
        self.players = players_of(self.people)
        self.problems: list[Problem] = []
        self.events: list[Event] = []
        self.context = Context(self.players, {}, {}, {})
        # What became of each message, and why some were not read.
        self.treatments: dict[int, Treatment] = {}
        self.reasons: dict[str, Counter[str]] = {}
        self.told_as: dict[str, dict[str, None]] = {}
        self.unread = 0

    def told(self) -> Iterator[Told]:
        what = f"table {self.table}" if self.table else "the table"
        for packet, known in self.order.contradicted:
            self.problems.append(
                Problem(
                    None,
                    f"Packet {packet.place} has the number of packet {known.place}, {packet.id}, with other contents; "
                    f"it is left out - in `{packet.where}`",
                )
            )
        if not 1 < len(self.people) <= MOST_SEATS:
            self.problems.append(
                Problem(None, f"The packets name {len(self.people)} players of {what}, expected 2 to {MOST_SEATS}")
            )
            self._read_messages()
            return
        self.events.append(self._start())
        if self._begins_late():
            self._gap()
        self._read_messages()
        yield Told(
            family=self.mapping.game,
            events=self.events,
            people={PlayerId(one): Person(name, one) for one, name in self.people.items()},
            client=CLIENT,
            client_game=self.table,
            line=1,
            unread=self.unread,
        )

    def _start(self) -> Event:
        alone = {packet.to for packet in self.packets if packet.to is not None}
        viewer = self.players.seat(next(iter(alone))) if len(alone) == 1 else None
        moments = (moment for packet, _ in self.order.messages if (moment := _moment(packet)) is not None)
        return TournamentStarted(
            tuple(Seated(PlayerId(one)) for one in self.people),
            seen_from=viewer,
            effects_told=self.mapping.effects_told,
            at=next(moments, None),
        )

    def _begins_late(self) -> bool:
        first = min((packet.id for packet in self.packets if packet.id is not None), default=None)
        return first is not None and first > 1

    def _gap(self, at: Moment | None = None) -> None:
        if not isinstance(self.events[-1] if self.events else None, GapLeft):
            self.events.append(GapLeft(at=at))

    def _read_messages(self) -> None:
        for place, (packet, message) in enumerate(self.order.messages):
            if place in self.order.holes:
                self._gap()
            if isinstance(message, str):
                self.problems.append(
                    Problem(None, f"A message of packet {packet.place} cannot be read: {message} - in `{packet.where}`")
                )
                self._not_read(packet)
                continue
            for kind, key in (("move", packet.move), ("uid", message.uid)):
                if key is not None:
                    self.context.before.setdefault((kind, str(key)), len(self.events))
            self.treatments[id(message)] = self._treat(packet, message)

    def _not_read(self, packet: Packet) -> None:
        self.unread += 1
        self._gap(_moment(packet))

    def _treat(self, packet: Packet, message: Message) -> Treatment:
        self.context.roots = {
            "args": message.args,
            "uid": message.uid,
            "move": packet.move,
            "to": next(iter(sorted(message.sent - {""})), None),
        }
        fitting = [
            rule
            for rule in self.mapping.rules.get(message.type, ())
            if all(holds(condition, self.context) for condition in rule.when)
        ]
        if fitting:
            read = [self._tell(rule, packet) for rule in fitting]
            return "read" if all(read) else "unknown"
        if message.type in self.mapping.framework or message.type in self.mapping.passed_over:
            return "framework"
        if message.type in self.mapping.rules:
            self._because(message.type, "no rule of it fits")
        self._not_read(packet)
        return "unknown"

    def _tell(self, rule: Rule, packet: Packet) -> bool:
        """Tell what a rule makes of a message; what it cannot read leaves a gap."""
        try:
            for name, remembered in rule.remember.items():
                by = None if remembered.by is None else as_text(evaluate(remembered.by, self.context))
                self.context.memory[name, by] = evaluate(remembered.value, self.context)
            if rule.event is GapLeft:
                self._gap(_moment(packet))
            elif rule.event is not None:
                fields = {name: evaluate(one, self.context) for name, one in rule.fields.items()}
                self.events.append(self._event(rule.event, fields, _moment(packet)))
            if rule.event is not None:
                self.told_as.setdefault(rule.name, {})[rule.event.__name__] = None
        except UnreadError as error:
            self._because(rule.name, str(error))
        else:
            return True
        self._not_read(packet)
        return False

    def _event(self, kind: type[Event], fields: dict[str, Json], at: Moment | None) -> Event:
        tag = "game" if issubclass(kind, TableEvent) else self.mapping.game
        told = {"type": f"{tag}.{kind.__name__}", "at": at, **fields}
        try:
            event: Event = msgspec.convert(told, event_union(self.mapping.game), strict=False)
        except msgspec.ValidationError as error:
            raise UnreadError(f"it is no {kind.__name__}: {error}") from error
        return event

    def _because(self, kind: str, reason: str) -> None:
        self.reasons.setdefault(kind, Counter())[reason] += 1

    def treatment(self, message: Message | str) -> Treatment:
        return "unknown" if isinstance(message, str) else self.treatments[id(message)]

    def packets_treated(self) -> dict[int, Treatment]:
        """What became of each packet, by its place in the file."""
        found: dict[int, set[Treatment]] = {packet.place: {"framework"} for packet in self.packets}
        for packet, message in (*self.order.messages, *self.order.copies):
            found[packet.place].add(self.treatment(message))
        treated = {place: next(one for one in STRONGEST if one in had) for place, had in found.items()}
        treated |= {packet.place: treated[known.place] for packet, known in self.order.repeated}
        treated |= {packet.place: "unknown" for packet, _ in self.order.contradicted}
        return treated


def _moment(packet: Packet) -> Moment | None:
    return None if packet.seconds is None else moment_of(packet.seconds * 1000)
