"""How two tellings of one fact complete each other: what one does not show, the other may."""

from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, Part
from events.references import id_fields, number_fields
from projector.telling import Telling

# How a masked card is called that was described but never seen.
_UNSEEN = "?"
# What says how a recording tells, not what happened: told one by one below, or by clocks that never agree.
_APART = frozenset({"at", "seen_from", "effects_told"})


class Differing(msgspec.Struct, frozen=True):
    """A field in which two tellings of one fact contradict each other: the value that is kept, and the other one."""

    field: str
    kept: Any
    other: Any


def compared(one: Event, other: Event, telling: Telling) -> tuple[int, int]:
    """How many values two events of one type both tell and agree in, and in how many they contradict each other."""
    agreed = differing = 0
    for name, default in _fields(type(one)):
        first, second = getattr(one, name), getattr(other, name)
        if first is None or second is None:
            continue
        if first == second or _equal_in_any_order(one, first, second, telling):
            agreed += first != default
        else:
            more, less = _compared(first, second, default, telling)
            agreed, differing = agreed + more, differing + less
    return agreed, differing


def completed(one: Event, other: Event, telling: Telling) -> tuple[Event, list[Differing]]:
    """Event `one`, completed by what `other` tells of the same fact, and where it contradicts it."""
    changed: dict[str, Any] = {}
    differing: list[Differing] = []
    for name, default in _fields(type(one)):
        first, second = getattr(one, name), getattr(other, name)
        if first == second or _equal_in_any_order(one, first, second, telling):
            continue
        value = _completed(first, second, default, telling)
        if value is _CONTRADICTION:
            differing.append(Differing(name, first, second))
        elif value != first:
            changed[name] = value
    changed |= _referred(one, other)
    if one.at is None and other.at is not None:
        changed["at"] = other.at
    if "seen_from" in one.__struct_fields__:
        changed["seen_from"] = one.seen_from if one.seen_from == other.seen_from else None  # type: ignore[attr-defined]
        changed["effects_told"] = one.effects_told or other.effects_told  # type: ignore[attr-defined]
    return (replace(one, **changed) if changed else one), differing


# Stands for a value that two tellings cannot both be right about.
_CONTRADICTION: Any = object()


@cache
def _fields(kind: type[Event | Part]) -> tuple[tuple[str, Any], ...]:
    """The fields of a type that tell what happened, with their defaults.

    Numbers of other events are told apart. So are players and texts: each client has ids of its own for them, and who
    is who, a person decides.
    """
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if field.name not in _APART and field.name not in _references(kind)
    )


@cache
def _references(kind: type[Event | Part]) -> frozenset[str]:
    return id_fields(kind).union(name for name, in_parts in number_fields(kind).items() if not in_parts)


def _compared(first: Any, second: Any, default: Any, telling: Telling) -> tuple[int, int]:
    if first is None or second is None or _UNSEEN in (first, second):
        return 0, 0
    if first == second:
        return 1, 0
    if isinstance(first, tuple) and isinstance(second, tuple):
        if len(first) != len(second):
            return (0, 0) if () in (first, second) else (0, 1)
        pairs = [_compared(*pair, msgspec.NODEFAULT, telling) for pair in zip(first, second, strict=True)]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    if isinstance(first, Part) and type(first) is type(second):
        if type(first) in telling.merged:
            return (0, 1) if telling.merged[type(first)](first, second) is None else (1, 0)
        pairs = [
            _compared(getattr(first, name), getattr(second, name), usual, telling)
            for name, usual in _fields(type(first))
        ]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return (0, 0) if default in (first, second) else (0, 1)


def _completed(first: Any, second: Any, default: Any, telling: Telling) -> Any:
    if first == second or second is None or second == _UNSEEN:
        return first
    if first is None or first == _UNSEEN:
        return second
    if isinstance(first, tuple) and isinstance(second, tuple):
        if not first or not second:
            return first or second
        if len(first) != len(second):
            return _CONTRADICTION
        pairs = [_completed(*pair, msgspec.NODEFAULT, telling) for pair in zip(first, second, strict=True)]
        return _CONTRADICTION if any(pair is _CONTRADICTION for pair in pairs) else tuple(pairs)
    if isinstance(first, Part) and type(first) is type(second):
        if type(first) in telling.merged:
            whole = telling.merged[type(first)](first, second)
            return _CONTRADICTION if whole is None else whole
        fields = {
            name: _completed(getattr(first, name), getattr(second, name), usual, telling)
            for name, usual in _fields(type(first))
        }
        if any(value is _CONTRADICTION for value in fields.values()):
            return _CONTRADICTION
        return replace(first, **fields, **_referred(first, second))
    # A field that has a default other than None cannot say that it is not told: what somebody stated counts.
    return second if first == default else first if second == default else _CONTRADICTION


def _referred(one: Event | Part, other: Event | Part) -> dict[str, Any]:
    """What only the other telling refers to, such as a cause."""
    return {
        name: getattr(other, name)
        for name in _references(type(one))
        if getattr(one, name) is None and getattr(other, name) is not None
    }


def _equal_in_any_order(event: Event, first: Any, second: Any, telling: Telling) -> bool:
    """Whether two lists name the same cards, in an event where their order means nothing."""
    if type(event) not in telling.unordered or not isinstance(first, tuple) or not isinstance(second, tuple):
        return False
    if not all(isinstance(it, str) for it in (*first, *second)):
        return False
    return sorted(first) == sorted(second)
