"""How two tellings of one fact complete each other: what one does not show, the other may."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, Part
from events.references import number_fields

# How a masked card is called that was described but never seen.
_UNSEEN = "?"
# What says how a recording tells, not what happened: told one by one below, or by clocks that never agree.
_APART = frozenset({"at", "seen_from", "effects_told"})

Merged = Mapping[type[Part], Callable[[Any, Any], Any]]


class Differing(msgspec.Struct, frozen=True):
    """A field in which two tellings of one fact contradict each other: the value that is kept, and the other one."""

    field: str
    kept: Any
    other: Any


def compared(one: Event, other: Event, merged: Merged) -> tuple[int, int]:
    """How many values two events of one type both tell and agree in, and in how many they contradict each other."""
    agreed = differing = 0
    for name, default in _fields(type(one)):
        first, second = getattr(one, name), getattr(other, name)
        if first is None or second is None:
            continue
        if first == second:
            agreed += first != default
        else:
            more, less = _compared(first, second, default, merged)
            agreed, differing = agreed + more, differing + less
    return agreed, differing


def completed(one: Event, other: Event, merged: Merged) -> tuple[Event, list[Differing]]:
    """Event `one`, completed by what `other` tells of the same fact, and where it contradicts it."""
    changed: dict[str, Any] = {}
    differing: list[Differing] = []
    for name, default in _fields(type(one)):
        first, second = getattr(one, name), getattr(other, name)
        if first == second:
            continue
        value = _completed(first, second, default, merged)
        if value is _CONTRADICTION:
            differing.append(Differing(name, first, second))
        elif value != first:
            changed[name] = value
    changed |= _numbers(one, other)
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
    """The fields of a type that tell what happened, with their defaults; numbers of other events are told apart."""
    numbers = number_fields(kind)
    return tuple(
        (field.name, field.default)
        for field in msgspec.structs.fields(kind)
        if field.name not in _APART and not (field.name in numbers and not numbers[field.name])
    )


def _compared(first: Any, second: Any, default: Any, merged: Merged) -> tuple[int, int]:
    if first is None or second is None or _UNSEEN in (first, second):
        return 0, 0
    if first == second:
        return 1, 0
    if isinstance(first, tuple) and isinstance(second, tuple):
        if len(first) != len(second):
            return (0, 0) if () in (first, second) else (0, 1)
        if _equal_in_another_order(first, second):
            return 1, 0
        pairs = [_compared(*pair, msgspec.NODEFAULT, merged) for pair in zip(first, second, strict=True)]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    if isinstance(first, Part) and type(first) is type(second):
        if type(first) in merged:
            return (0, 1) if merged[type(first)](first, second) is None else (1, 0)
        pairs = [
            _compared(getattr(first, name), getattr(second, name), usual, merged)
            for name, usual in _fields(type(first))
        ]
        return sum(pair[0] for pair in pairs), sum(pair[1] for pair in pairs)
    return (0, 0) if default in (first, second) else (0, 1)


def _completed(first: Any, second: Any, default: Any, merged: Merged) -> Any:
    if first == second or second is None or second == _UNSEEN:
        return first
    if first is None or first == _UNSEEN:
        return second
    if isinstance(first, tuple) and isinstance(second, tuple):
        if not first or not second:
            return first or second
        if len(first) != len(second):
            return _CONTRADICTION
        if _equal_in_another_order(first, second):
            return first
        pairs = [_completed(*pair, msgspec.NODEFAULT, merged) for pair in zip(first, second, strict=True)]
        return _CONTRADICTION if any(pair is _CONTRADICTION for pair in pairs) else tuple(pairs)
    if isinstance(first, Part) and type(first) is type(second):
        if type(first) in merged:
            whole = merged[type(first)](first, second)
            return _CONTRADICTION if whole is None else whole
        fields = {
            name: _completed(getattr(first, name), getattr(second, name), usual, merged)
            for name, usual in _fields(type(first))
        }
        if any(value is _CONTRADICTION for value in fields.values()):
            return _CONTRADICTION
        return replace(first, **fields, **_numbers(first, second))
    # A field that has a default other than None cannot say that it is not told: what somebody stated counts.
    return second if first == default else first if second == default else _CONTRADICTION


def _numbers(one: Event | Part, other: Event | Part) -> dict[str, int]:
    """The numbers of other events that only the other telling names, such as a cause."""
    return {
        name: getattr(other, name)
        for name, in_parts in number_fields(type(one)).items()
        if not in_parts and getattr(one, name) is None and getattr(other, name) is not None
    }


def _equal_in_another_order(first: tuple[Any, ...], second: tuple[Any, ...]) -> bool:
    if not all(isinstance(it, str) for it in (*first, *second)):
        return False
    return sorted(first) == sorted(second)
