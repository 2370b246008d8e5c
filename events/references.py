"""Exchanges the players and texts that an event refers to: a file's own names for those of the tape, and back."""

import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from events.base import Event, Part, PlayerId, TextId

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
