"""Which message of an archive is which of our events: a mapping in TOML that people can read, change and complete."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from events.base import Event
from events.codec import FAMILIES
from ingest.bga.expressions import Condition, Expression, ExpressionError, Tables, parse_condition, parse_expression

# What ships; names of Challengers!' own messages are not public, so it covers those of the site's framework.
SHIPPED = Path(__file__).parents[2] / "data" / "challengers" / "bga-mapping.toml"
FILE = "bga-{game}.toml"
# Events whose first part of the tag is `game` can happen at the table of any game.
_AT_ANY_TABLE = "game"

Name: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class BgaMappingError(ValueError):
    """A mapping that says what cannot be; the text says what was found, what was expected and where."""


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`effects_told`: whether the mapped messages tell everything that effects of cards do.

    Neither the site's `framework` types nor those `passed_over` tell anything, where no rule reads them.
    """

    game: Literal["challengers"] = "challengers"
    effects_told: bool = False
    framework: list[Name] = []
    passed_over: list[Name] = []


class _Type(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: Name
    event: str | None = None
    when: Any = None
    fields: dict[str, Any] = {}
    remember: dict[str, Any] = {}
    same_as: Name | None = None


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bga: _Head
    tables: dict[str, dict[str, str | int | bool]] = {}
    type: list[_Type] = []


class Remembered(msgspec.Struct, frozen=True):
    """A value kept for later messages under a name, once for all or once for each value of `by`."""

    value: Expression
    by: Expression | None = None


class Rule(msgspec.Struct, frozen=True):
    """What a message of one type tells, under conditions. `event` None: nothing, but it may be worth remembering."""

    name: str
    event: type[Event] | None
    when: tuple[Condition, ...]
    fields: dict[str, Expression]
    remember: dict[str, Remembered]


class BgaMapping(msgspec.Struct, frozen=True):
    """How the messages of an archive are read. `same_as`: types whose messages are private copies of another type's."""

    game: Literal["challengers"]
    effects_told: bool
    framework: frozenset[str]
    passed_over: frozenset[str]
    tables: Tables
    rules: dict[str, tuple[Rule, ...]]
    same_as: dict[str, str]

    def over(self, shipped: "BgaMapping") -> "BgaMapping":
        """This mapping with the shipped one behind it: what it says of a type or a table replaces what that says."""
        ours = {*self.rules, *self.passed_over}
        return BgaMapping(
            self.game,
            self.effects_told,
            (self.framework | shipped.framework) - self.passed_over,
            self.passed_over | (shipped.passed_over - self.rules.keys()),
            {**shipped.tables, **self.tables},
            {**{name: rules for name, rules in shipped.rules.items() if name not in ours}, **self.rules},
            {**shipped.same_as, **self.same_as},
        )


def is_mapping(text: str) -> bool:
    """Whether TOML text means to be a mapping of archives."""
    try:
        return "bga" in tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return False


def parse_bga_mapping(text: str) -> BgaMapping:
    """The mapping that TOML text states. Raises BgaMappingError."""
    try:
        told = msgspec.convert(tomllib.loads(text), _File)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BgaMappingError(f"The mapping is no TOML: {error}") from error
    except msgspec.ValidationError as error:
        raise BgaMappingError(f"The mapping is not complete or not right: {error}") from error
    rules: dict[str, tuple[Rule, ...]] = {}
    same_as: dict[str, str] = {}
    for place, one in enumerate(told.type):
        try:
            rule = _rule(one, told)
        except ExpressionError as error:
            raise BgaMappingError(f"Type {one.name!r}: {error} - at `type[{place}]`") from error
        rules[one.name] = (*rules.get(one.name, ()), rule)
        if one.same_as is not None:
            same_as[one.name] = one.same_as
    return BgaMapping(
        told.bga.game,
        told.bga.effects_told,
        frozenset(told.bga.framework),
        frozenset(told.bga.passed_over),
        told.tables,
        rules,
        same_as,
    )


def _rule(told: _Type, file: _File) -> Rule:
    event = None if told.event is None else _event(file.bga.game, told.event)
    if event is None and told.fields:
        raise ExpressionError("It has fields and no event")
    if event is not None:
        known = {field.name for field in msgspec.structs.fields(event)}
        for field in told.fields:
            if field not in known:
                raise ExpressionError(
                    f"{told.event} has no field {field!r}, expected one of {', '.join(sorted(known))}"
                )
        needed = {field.name for field in msgspec.structs.fields(event) if field.required}
        if missing := sorted(needed - told.fields.keys()):
            raise ExpressionError(f"{told.event} needs {', '.join(missing)}")
    conditions = told.when if isinstance(told.when, list) else [] if told.when is None else [told.when]
    return Rule(
        told.name,
        event,
        tuple(parse_condition(one) for one in conditions),
        {field: parse_expression(one, file.tables) for field, one in told.fields.items()},
        {name: _remembered(one, file.tables) for name, one in told.remember.items()},
    )


def _event(game: str, name: str) -> type[Event]:
    known = {event.__name__: event for event in FAMILIES[game]}  # type: ignore[index]
    if name not in known:
        raise ExpressionError(f"There is no event {name!r}, expected one of {', '.join(sorted(known))}")
    return known[name]


def _remembered(told: Any, tables: Tables) -> Remembered:
    if isinstance(told, dict) and "value" in told:
        if extra := sorted(told.keys() - {"value", "by"}):
            raise ExpressionError(f"What is remembered has a value and by, found {', '.join(extra)}")
        by = parse_expression(told["by"], tables) if "by" in told else None
        return Remembered(parse_expression(told["value"], tables), by)
    return Remembered(parse_expression(told, tables))


def read_mapping(path: Path) -> BgaMapping:
    """The mapping in a file. Raises BgaMappingError, also where it cannot be opened."""
    try:
        return parse_bga_mapping(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeError) as error:
        raise BgaMappingError(f"The mapping {path} cannot be read: {error}") from error
    except BgaMappingError as error:
        raise BgaMappingError(f"The mapping {path} cannot be used: {error}") from error


def mapping_in(folder: Path | None) -> BgaMapping:
    """The shipped mapping, under the user's own where the folder keeps one. Raises BgaMappingError."""
    shipped = read_mapping(SHIPPED)
    kept = None if folder is None else folder / FILE.format(game=shipped.game)
    return shipped if kept is None or not kept.is_file() else read_mapping(kept).over(shipped)


def keep_bga_mapping(folder: Path, text: str) -> Path:
    """Keep a user's mapping, as it was written, in place of an earlier one. Raises BgaMappingError."""
    mapping = parse_bga_mapping(text)
    path = folder / FILE.format(game=mapping.game)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(text, encoding="utf-8", newline="\n")
        part.replace(path)
    except OSError as error:
        raise BgaMappingError(f"The mapping cannot be kept in {path}: {error.strerror or error}") from error
    return path
