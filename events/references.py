"""Exchanges what an event refers to: players and texts, a file's names for the tape's; and numbers of other events."""

import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from events.base import Event, EventNumber, Part, PlayerId, TextId

Struct = TypeVar("Struct", bound=Event | Part)


def with_references(event: Struct, player: Callable[[PlayerId], PlayerId], text: Callable[[TextId], TextId]) -> Struct:
    """The event with every player and text it refers to passed through these functions."""
    fields = _referring(typing.cast("type[msgspec.Struct]", type(event)))
    if not fields:
        return event
    changed = {name: _exchanged(getattr(event, name), kind, player, text) for name, kind in fields.items()}
    return replace(event, **changed)


def references(event: Event) -> tuple[list[PlayerId], list[TextId]]:
    """The players and texts an event refers to, in order."""
    players: list[PlayerId] = []
    texts: list[TextId] = []

    def player(found: PlayerId) -> PlayerId:
        players.append(found)
        return found

    def text(found: TextId) -> TextId:
        texts.append(found)
        return found

    with_references(event, player, text)
    return players, texts


def with_numbers(event: Struct, number: Callable[[int], int]) -> Struct:
    """The event with every number of another event in it passed through this function."""
    changed: dict[str, Any] = {}
    for name, is_part in number_fields(typing.cast("type[Event | Part]", type(event))).items():
        value = getattr(event, name)
        if value is None:
            continue
        if not is_part:
            changed[name] = number(value)
        elif isinstance(value, tuple):
            changed[name] = tuple(with_numbers(part, number) for part in value)
        else:
            changed[name] = with_numbers(value, number)
    return replace(event, **changed) if changed else event


def numbers_in(event: Event) -> list[int]:
    """The numbers of other events that an event names."""
    found: list[int] = []

    def number(told: int) -> int:
        found.append(told)
        return told

    if number_fields(type(event)):
        with_numbers(event, number)
    return found


@cache
def number_fields(struct: type[Event | Part]) -> dict[str, bool]:
    """The fields of a type that hold numbers of events, True for those that hold parts with some."""
    found: dict[str, bool] = {}
    for name, hint in typing.get_type_hints(struct, include_extras=True).items():
        for leaf in _noted_leaves(hint):
            if leaf == EventNumber:
                found[name] = False
            elif isinstance(leaf, type) and issubclass(leaf, Part) and number_fields(leaf):
                found[name] = True
    return found


@cache
def id_fields(struct: type[Event | Part]) -> frozenset[str]:
    """The fields of a type that hold a player or a text by its id."""
    return frozenset(name for name, kind in _referring(struct).items() if kind is not Part)


def _noted_leaves(hint: object) -> Iterator[object]:
    inner = () if typing.get_origin(hint) is typing.Annotated else typing.get_args(hint)
    if not inner:
        yield hint
    for part in inner:
        yield from _noted_leaves(part)


def _exchanged(value: Any, kind: object, player: Callable[[Any], Any], text: Callable[[Any], Any]) -> Any:
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(_exchanged(part, kind, player, text) for part in value)
    if isinstance(value, Part):
        return with_references(value, player, text)
    if isinstance(value, str):
        return player(value) if kind is PlayerId else text(value)
    return value


@cache
def _referring(struct: type[msgspec.Struct]) -> dict[str, object]:
    """The fields of a type that hold players, texts, or parts with some, and which of them."""
    found: dict[str, object] = {}
    for name, hint in typing.get_type_hints(struct).items():
        for leaf in _leaves(hint):
            if leaf is PlayerId or leaf is TextId:
                found[name] = leaf
            elif isinstance(leaf, type) and issubclass(leaf, Part) and _referring(leaf):
                found[name] = Part
    return found


def _leaves(hint: object) -> Iterator[object]:
    inner = typing.get_args(hint)
    if not inner:
        yield hint
    for part in inner:
        yield from _leaves(part)
