"""Puts the packets of a table in order and counts every fact once, sent again or publicly and privately."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from ingest.bga.expressions import as_text
from ingest.bga.packets import Notification, Packet

Json: TypeAlias = Any


class Message(msgspec.Struct):
    """A message that counts. `args` hold what its copies add; `sent`: who alone got it, "" for everybody."""

    packet: Packet
    type: str
    uid: str | None
    args: Json
    sent: set[str]


class Ordered(msgspec.Struct, frozen=True):
    """The messages of a table in their order, with a sentence in place of each unreadable one.

    `holes`: places in `messages` before which moves are missing. `copies`: of which message each further one is.
    `repeated`: packets that came before with the same contents, and those; `contradicted` came before with others.
    """

    messages: tuple[tuple[Packet, "Message | str"], ...]
    holes: frozenset[int]
    copies: tuple[tuple[Packet, "Message"], ...]
    repeated: tuple[tuple[Packet, Packet], ...]
    contradicted: tuple[tuple[Packet, Packet], ...]


def ordered(packets: Iterable[Packet], same_as: Mapping[str, str]) -> Ordered:
    """The packets of one table by their numbers, each fact once.

    Two messages are one fact if one of them went to everybody and one to a single player, in the same move, with
    types that are the same (or said to be by `same_as`), and no argument that both state as a text, number or truth
    differs. So are messages to the same ones with the same uid and contents.
    """
    in_order, repeated, contradicted = _by_number(packets)
    copies: list[tuple[Packet, Message]] = []
    messages: list[tuple[Packet, Message | str]] = []
    holes: set[int] = set()
    waiting: dict[tuple[str, str], list[Message]] = {}
    seen: dict[tuple[str, str | None], list[tuple[Json, Message]]] = {}
    last_move: int | None = None
    for packet in in_order:
        if packet.move is not None:
            if last_move is not None and packet.move > last_move + 1:
                holes.add(len(messages))
            last_move = max(packet.move, last_move or 0)
        moment = f"move {packet.move}" if packet.move is not None else f"time {packet.seconds}"
        for told in packet.notifications:
            if isinstance(told, str):
                messages.append((packet, told))
                continue
            message = Message(packet, told.type, as_text(told.uid), told.args, {packet.to or ""})
            same = _again(message, seen)
            if same is None:
                same = _merged(message, waiting.get((moment, _kind(told, same_as)), ()))
                if message.uid is not None:
                    # What came is kept apart from the message, which a copy may fill up.
                    seen[message.uid, packet.to].append((message.args, same or message))
            if same is not None:
                copies.append((packet, same))
                continue
            waiting.setdefault((moment, _kind(told, same_as)), []).append(message)
            messages.append((packet, message))
    return Ordered(tuple(messages), frozenset(holes), tuple(copies), repeated, contradicted)


def _kind(told: Notification, same_as: Mapping[str, str]) -> str:
    return same_as.get(told.type, told.type)


_Twice: TypeAlias = tuple[tuple[Packet, Packet], ...]


def _by_number(packets: Iterable[Packet]) -> tuple[list[Packet], _Twice, _Twice]:
    """Packets by number, those without one behind the one they follow; then the repeated and the contradicted ones."""
    first: dict[tuple[int, str | None], Packet] = {}
    repeated: list[tuple[Packet, Packet]] = []
    contradicted: list[tuple[Packet, Packet]] = []
    numbered: list[tuple[int, Packet]] = []
    last = 0
    for packet in packets:
        if packet.id is not None:
            known = first.setdefault((packet.id, packet.to), packet)
            if known is not packet:
                twice = repeated if known.notifications == packet.notifications else contradicted
                twice.append((packet, known))
                continue
            last = packet.id
        numbered.append((last, packet))
    numbered.sort(key=lambda one: one[0])
    return [packet for _, packet in numbered], tuple(repeated), tuple(contradicted)


def _again(message: Message, seen: dict[tuple[str, str | None], list[tuple[Json, Message]]]) -> Message | None:
    """The message that was sent before to the same ones; one without a uid is always new."""
    if message.uid is None:
        return None
    earlier = seen.setdefault((message.uid, message.packet.to), [])
    return next((one for args, one in earlier if one.type == message.type and args == message.args), None)


def _merged(message: Message, earlier: Sequence[Message]) -> Message | None:
    """The earlier message that this one is a copy of, for other eyes; what only one of them tells is kept."""
    (to,) = message.sent
    for one in earlier:
        # Two public messages are two facts, and so are two to the same player.
        if to in one.sent or ("" not in one.sent and to != "") or not _agree(one.args, message.args):
            continue
        one.args = _filled(one.args, message.args, private_first=to != "")
        if to == "":
            one.type = message.type
        one.sent.add(to)
        return one
    return None


def _agree(one: Json, two: Json) -> bool:
    if not isinstance(one, dict) or not isinstance(two, dict):
        return True
    return all(_may_be(one[key], two[key]) for key in one.keys() & two.keys())


def _may_be(one: Json, two: Json) -> bool:
    """Whether two values of one argument can be of one fact: hidden values and lists can be anything."""
    if one in (None, "") or two in (None, "") or isinstance(one, dict | list) or isinstance(two, dict | list):
        return True
    return one == two or as_text(one) == as_text(two)


def _filled(public: Json, private: Json, *, private_first: bool) -> Json:
    """The arguments of both copies: where both have one, the private copy's, unless that is hidden or empty."""
    if not private_first:
        public, private = private, public
    if not isinstance(public, dict) or not isinstance(private, dict):
        return private if private not in (None, "", [], {}) else public
    shown = {key: value for key, value in private.items() if value not in (None, "", [], {})}
    return {**private, **public, **shown}
