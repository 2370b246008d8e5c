"""How a mapping says where in a message a value stands: paths, constants, value tables, lists, seats, memories."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

Json: TypeAlias = Any
Tables: TypeAlias = Mapping[str, Mapping[str, str | int | bool]]
ROOTS = ("args", "item", "move", "uid", "to")
_MOST_PLACES = 20


class ExpressionError(ValueError):
    """An expression that cannot be; the text says what was found and expected."""


class Path(msgspec.Struct, frozen=True):
    """Where a value stands in a message, such as `args.card.id`; a list has its members by number, from 0."""

    parts: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.parts)


class _Base(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One form of an expression, as TOML writes it. `optional`: what is not there is None."""

    optional: bool = False


_Paths: TypeAlias = Annotated[str, msgspec.Meta(min_length=1)] | list[Annotated[str, msgspec.Meta(min_length=1)]]


class _AtPath(_Base, frozen=True, kw_only=True):
    path: _Paths
    table: str | None = None
    as_: Literal["text", "number"] | None = msgspec.field(default=None, name="as")
    plus: int = 0


class _Constant(_Base, frozen=True, kw_only=True):
    constant: Any


class _SeatOf(_Base, frozen=True, kw_only=True):
    seat: _Paths


class _Each(_Base, frozen=True, kw_only=True):
    each: _Paths
    item: Any


class _Hidden(_Base, frozen=True, kw_only=True):
    hidden: _Paths


class _Of(_Base, frozen=True, kw_only=True):
    remembered: str | list[str]
    by: Any = None
    plus: int = 0


class _Winner(_Base, frozen=True, kw_only=True):
    winner: str
    player: str = "item.player"
    rank: str = "item.rank"


class _BySeat(_Base, frozen=True, kw_only=True):
    by_seat: str
    player: str = "item.player"
    value: Any = "item.score"


class _BeforeMove(_Base, frozen=True, kw_only=True):
    before_move: str


class _BeforeUid(_Base, frozen=True, kw_only=True):
    before_uid: str


class AtPath(msgspec.Struct, frozen=True):
    """The first value that stands at one of these paths, looked up in a table, brought to a form, plus a number."""

    paths: tuple[Path, ...]
    table: Mapping[str, str | int | bool] | None = None
    table_name: str | None = None
    form: Literal["text", "number"] | None = None
    plus: int = 0
    optional: bool = False


class Constant(msgspec.Struct, frozen=True):
    value: Json


class SeatOf(msgspec.Struct, frozen=True):
    """The seat of the player whose id or name stands at one of these paths."""

    player: AtPath


class Each(msgspec.Struct, frozen=True):
    """A list: the expression of each member, which it calls `item`. An object's members are its values."""

    members: AtPath
    item: "Expression"


class Hidden(msgspec.Struct, frozen=True):
    """A list of so many unknown things."""

    number: AtPath


class FromMemory(msgspec.Struct, frozen=True):
    """What was remembered under the first of these names that has something."""

    names: tuple[str, ...]
    by: "Expression | None"
    plus: int
    optional: bool


class Winner(msgspec.Struct, frozen=True):
    """The seat of the one player with rank 1, "draw" where there are several."""

    rows: AtPath
    player: SeatOf
    rank: AtPath


class BySeat(msgspec.Struct, frozen=True):
    """A value of each seat, in their order, out of a list with a row for each player."""

    rows: AtPath
    player: SeatOf
    value: "Expression"


class EventBefore(msgspec.Struct, frozen=True):
    """The number of the last event before a move, or before the message with a uid, for what takes it back."""

    place: AtPath
    kind: Literal["move", "uid"]


Expression: TypeAlias = AtPath | Constant | SeatOf | Each | Hidden | FromMemory | Winner | BySeat | EventBefore


class Condition(msgspec.Struct, frozen=True):
    """What must hold of a message: a value is among some, or it holds at all (is there and not 0, empty, false)."""

    path: Path
    among: frozenset[str] | None
    holds: bool | None


class _Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    path: str
    among: Any = msgspec.field(default=None, name="is")
    holds: bool | None = None


_FORMS: dict[str, type[_Base]] = {
    "path": _AtPath,
    "constant": _Constant,
    "seat": _SeatOf,
    "each": _Each,
    "hidden": _Hidden,
    "remembered": _Of,
    "winner": _Winner,
    "by_seat": _BySeat,
    "before_move": _BeforeMove,
    "before_uid": _BeforeUid,
}


def parse_expression(told: Json, tables: Tables) -> Expression:
    """An expression of a mapping; a bare text is a path, a bare number or truth a constant. Raises ExpressionError."""
    if isinstance(told, str):
        return AtPath((_path(told),))
    if isinstance(told, int):
        return Constant(told)
    if not isinstance(told, dict):
        raise ExpressionError(f"Expected a path or an expression, found {told!r}")
    forms = [form for form in _FORMS if form in told]
    if len(forms) != 1:
        raise ExpressionError(f"An expression has one of {', '.join(_FORMS)}, found {', '.join(told) or 'nothing'}")
    try:
        form = msgspec.convert(told, _FORMS[forms[0]])
    except msgspec.ValidationError as error:
        raise ExpressionError(f"{error} in the expression of {forms[0]}") from error
    return _parsed(form, tables)


def _parsed(form: _Base, tables: Tables) -> Expression:
    match form:
        case _AtPath():
            if form.table is not None and form.table not in tables:
                raise ExpressionError(
                    f"There is no table {form.table!r}, expected one of {', '.join(tables) or 'none'}"
                )
            table = tables[form.table] if form.table is not None else None
            return AtPath(_paths(form.path), table, form.table, form.as_, form.plus, form.optional)
        case _Constant():
            return Constant(form.constant)
        case _SeatOf():
            return SeatOf(_at(form.seat, optional=form.optional))
        case _Each():
            return Each(_at(form.each, optional=form.optional), parse_expression(form.item, tables))
        case _Hidden():
            return Hidden(_at(form.hidden, optional=form.optional))
        case _Of():
            by = None if form.by is None else parse_expression(form.by, tables)
            names = (form.remembered,) if isinstance(form.remembered, str) else tuple(form.remembered)
            return FromMemory(names, by, form.plus, form.optional)
        case _Winner():
            return Winner(_at(form.winner, optional=form.optional), SeatOf(_at(form.player)), _at(form.rank))
        case _BySeat():
            rows = _at(form.by_seat, optional=form.optional)
            return BySeat(rows, SeatOf(_at(form.player)), parse_expression(form.value, tables))
        case _BeforeMove():
            return EventBefore(_at(form.before_move), "move")
        case _BeforeUid():
            return EventBefore(_at(form.before_uid), "uid")
        case _:
            raise TypeError(type(form))


def parse_condition(told: Json) -> Condition:
    """A condition of a mapping. Raises ExpressionError."""
    try:
        form = msgspec.convert(told, _Condition)
    except msgspec.ValidationError as error:
        raise ExpressionError(f"{error} in a condition") from error
    if (form.among is None) == (form.holds is None):
        raise ExpressionError(f"The condition on {form.path} needs either `is` or `holds`")
    values = form.among if isinstance(form.among, list) else [form.among]
    return Condition(
        _path(form.path), None if form.among is None else frozenset(as_text(one) or "" for one in values), form.holds
    )


def _at(told: str | list[str], *, optional: bool = False) -> AtPath:
    return AtPath(_paths(told), optional=optional)


def _paths(told: str | list[str]) -> tuple[Path, ...]:
    return tuple(_path(one) for one in ([told] if isinstance(told, str) else told))


def _path(told: str) -> Path:
    parts = tuple(told.split("."))
    if parts[0] not in ROOTS or not all(parts) or len(parts) > _MOST_PLACES:
        raise ExpressionError(f"{told!r} is no path: expected one that begins with {', '.join(ROOTS)}, as args.card.id")
    return Path(parts)


def as_text(value: Json) -> str | None:
    """A string, number or truth as text, by which ids of either kind are one; None for everything else."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        return value
    # A number of more digits than any id; Python would refuse to write the longest ones.
    return str(value) if isinstance(value, int) and abs(value) < 10**30 else None
