"""Finds in a message what an expression of a mapping looks for, or says what stands there instead."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import msgspec

from ingest.bga.expressions import (
    AtPath,
    BySeat,
    Condition,
    Constant,
    Each,
    EventBefore,
    Expression,
    FromMemory,
    Hidden,
    Path,
    SeatOf,
    Winner,
    as_text,
)
from ingest.bga.packets import whole

Json: TypeAlias = Any
# No pile or deck holds more cards.
_MOST_HIDDEN = 200


class UnreadError(ValueError):
    """A message does not hold what an expression looks for; the text says what it holds instead."""


class Players(msgspec.Struct, frozen=True):
    """The seats of a table by the ids of their players, and by those names that only one of them has."""

    ids: tuple[str, ...]
    names: dict[str, int]

    def seat(self, found: Json) -> int | None:
        text = as_text(found)
        if text in self.ids:
            return self.ids.index(text) + 1
        return None if text is None else self.names.get(text)


class Context(msgspec.Struct):
    """What expressions look at: a message, and what the ones before it left."""

    players: Players
    memory: dict[tuple[str, str | None], Json]
    before: dict[tuple[str, str], int]
    roots: dict[str, Json]


def evaluate(expression: Expression, context: Context) -> Json:
    """The value of an expression in a message. Raises UnreadError."""
    match expression:
        case AtPath():
            return _value(expression, context)
        case Constant():
            return expression.value
        case SeatOf():
            return _seat(expression, context)
        case Each():
            rows = _rows(expression.members, context)
            return None if rows is None else [_of_item(expression.item, row, context) for row in rows]
        case Hidden():
            return _hidden(expression, context)
        case FromMemory():
            return _remembered(expression, context)
        case Winner():
            return _winner(expression, context)
        case BySeat():
            return _by_seat(expression, context)
        case EventBefore():
            return _event_before(expression, context)


def holds(condition: Condition, context: Context) -> bool:
    """Whether a condition holds of a message."""
    found = _found(condition.path, context)
    if condition.among is not None:
        return (as_text(found) or "") in condition.among
    empty = found is _MISSING or found in (None, False, 0, "", "0", "false", "null", [], {})
    return empty is not condition.holds


_MISSING = object()


def _found(path: Path, context: Context) -> Json:
    value: Json = context.roots.get(path.parts[0], _MISSING)
    for part in path.parts[1:]:
        if isinstance(value, dict):
            value = value.get(part, _MISSING)
        elif isinstance(value, list) and (place := whole(part)) is not None and place < len(value):
            value = value[place]
        else:
            return _MISSING
    return value


def _first(expression: AtPath, context: Context) -> Json:
    for path in expression.paths:
        value = _found(path, context)
        if value is not _MISSING:
            return value
    if expression.optional:
        return None
    raise UnreadError(f"there is no {' or '.join(map(str, expression.paths))}")


def _value(expression: AtPath, context: Context) -> Json:
    value = _first(expression, context)
    if value is None:
        return None
    called = expression.paths[0]
    if expression.table is not None:
        text = as_text(value)
        if text is None or text not in expression.table:
            raise UnreadError(f"the table {expression.table_name} has no {_shown(value)} for {called}")
        value = expression.table[text]
    if expression.form == "text":
        text = as_text(value)
        if text is None:
            raise UnreadError(f"{called} is {_shown(value)}, expected a text")
        return text
    if expression.form == "number" or expression.plus:
        return number_in(value, str(called)) + expression.plus
    return value


def number_in(value: Json, called: str) -> int:
    """A whole number, written as one or as text. Raises UnreadError."""
    if isinstance(value, str) and len(value) < 16:
        digits = value.strip().removeprefix("-")
        if digits.isascii() and digits.isdecimal():
            return int(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**15:
        return value
    raise UnreadError(f"{called} is {_shown(value)}, expected a number")


def _shown(value: Json) -> str:
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a huge number"
    return repr(value if not isinstance(value, str) or len(value) <= 40 else f"{value[:40]}...")


def _seat(expression: SeatOf, context: Context) -> int | None:
    found = [value for path in expression.player.paths if (value := _found(path, context)) is not _MISSING]
    for value in found:
        seat = context.players.seat(value)
        if seat is not None:
            return seat
    if expression.player.optional and all(value is None for value in found):
        return None
    if not found:
        raise UnreadError(f"there is no {' or '.join(map(str, expression.player.paths))}")
    raise UnreadError(f"no player of the table is {' or '.join(map(_shown, found))}")


def _rows(expression: AtPath, context: Context) -> Sequence[Json] | None:
    value = _first(expression, context)
    if value is None:
        return None
    if isinstance(value, dict):
        return list(value.values())
    if isinstance(value, list):
        return value
    raise UnreadError(f"{expression.paths[0]} is {_shown(value)}, expected a list")


def _of_item(expression: Expression, item: Json, context: Context) -> Json:
    inner = Context(context.players, context.memory, context.before, {**context.roots, "item": item})
    return evaluate(expression, inner)


def _hidden(expression: Hidden, context: Context) -> list[None] | None:
    value = _first(expression.number, context)
    if value is None:
        return None
    count = number_in(value, str(expression.number.paths[0]))
    if not 0 <= count <= _MOST_HIDDEN:
        raise UnreadError(f"{expression.number.paths[0]} is {count}, expected at most {_MOST_HIDDEN}")
    return [None] * count


def _remembered(expression: FromMemory, context: Context) -> Json:
    by = None if expression.by is None else as_text(evaluate(expression.by, context))
    name = next((name for name in expression.names if (name, by) in context.memory), None)
    if name is None:
        if expression.optional:
            return None
        of = "" if by is None else f" of {_shown(by)}"
        raise UnreadError(f"no {' or '.join(expression.names)}{of} was told before")
    value = context.memory[name, by]
    return number_in(value, name) + expression.plus if expression.plus else value


def _winner(expression: Winner, context: Context) -> Json:
    first = []
    for row in _rows(expression.rows, context) or ():
        if as_text(_of_item(expression.rank, row, context)) == "1":
            first.append(_of_item(expression.player, row, context))
    if len(first) > 1:
        return "draw"
    return first[0] if first else None


def _by_seat(expression: BySeat, context: Context) -> Json:
    values: list[Json] = [None] * len(context.players.ids)
    for row in _rows(expression.rows, context) or ():
        seat = _of_item(expression.player, row, context)
        if seat is not None:
            values[seat - 1] = _of_item(expression.value, row, context)
    return values


def _event_before(expression: EventBefore, context: Context) -> int:
    found = as_text(_value(expression.place, context))
    number = None if found is None else context.before.get((expression.kind, found))
    if number is None:
        raise UnreadError(f"nothing was told of the {expression.kind} {_shown(found)}")
    if number < 1:
        raise UnreadError(f"nothing was told before the {expression.kind} {_shown(found)}")
    return number
