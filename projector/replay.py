"""Plays a game back step by step: each event in words, the table after it, and what the referee says."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from events.base import CardId, Event
from projector.game import Game
from projector.referee import Answer, Finding

# Who looks: "all" sees everything, a seat what it saw, "public" what everybody saw.
Viewer: TypeAlias = Literal["all", "public"] | int


def viewer_named(text: str) -> Viewer:
    """Who looks, from what a person wrote: "all", "public" or the number of a seat. Raises ValueError."""
    if text == "all":
        return "all"
    if text == "public":
        return "public"
    if text.isdecimal() and text.isascii() and 0 < int(text) < 100:
        return int(text)
    raise ValueError(f"who looks is a seat, all or public, not {text!r}")


class Step(msgspec.Struct, frozen=True):
    """One event played back. `number` counts from 1; `view` is the game's own struct, after the event."""

    number: int
    type: str
    words: str
    answer: Answer
    findings: tuple[Finding, ...]
    view: msgspec.Struct


class Replay(msgspec.Struct, frozen=True):
    """A game played back for one viewer. `first` is the table before the first event; `cards`: all that views name."""

    viewer: Viewer
    first: msgspec.Struct
    steps: tuple[Step, ...]
    cards: dict[CardId, msgspec.Struct]


def as_seen(game: Game[Any], events: Sequence[Event], viewer: Viewer) -> Sequence[Event]:
    """The events a viewer may know of."""
    if viewer == "all":
        return events
    return game.mask(events, 0 if viewer == "public" else viewer)


def replay(
    game: Game[Any],
    cards: Any,
    events: Sequence[Event],
    *,
    viewer: Viewer = "all",
    names: tuple[str, ...] | None = None,
) -> Replay:
    """Every step of a game. It plays to the end whatever the referee finds; a step names each finding it met."""
    seen = as_seen(game, events, viewer)
    state = game.start(cards, seen)
    first = game.view(state)
    tell = names if names is not None else seat_names(len(game.players(state)))
    steps: list[Step] = []
    known: dict[int, list[Finding]] = {}
    for finding in state.findings:
        known.setdefault(finding.event, []).append(finding)
    named: set[CardId] = set()
    for event in seen:
        found, doubted = len(state.findings), len(state.doubts)
        game.advance(state, event)
        findings = (*known.get(state.number, ()), *state.findings[found:])
        answer: Answer = "illegal" if findings else "unknown" if len(state.doubts) > doubted else "legal"
        shown = game.view(state)
        named |= game.cards_in(shown)
        steps.append(Step(state.number, event_type(event), game.describe(state, event, tell), answer, findings, shown))
    facts = {card: game.card_facts(cards, state, card) for card in sorted(named)}
    return Replay(viewer, first, tuple(steps), facts)


def view_at(
    game: Game[Any], cards: Any, events: Sequence[Event], step: int, *, viewer: Viewer = "all"
) -> msgspec.Struct:
    """The table after one step (0: before the first event). Raises IndexError if the game has no such step."""
    if not 0 <= step <= len(events):
        raise IndexError(f"The game has steps 0 to {len(events)}, not {step}")
    return game.view(game.fold(cards, as_seen(game, events[:step], viewer)))


def seat_names(seats: int) -> tuple[str, ...]:
    """What seats are called where nobody's name is known."""
    return tuple(f"Seat {number}" for number in range(1, seats + 1))


def event_type(event: Event) -> str:
    """The name of an event's type as in the native format, such as "game.GapLeft"."""
    return str(event.__struct_config__.tag)


def frame(view: Any) -> Any:
    """A view, or a part of one, as plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(view))


def delta(before: Any, after: Any) -> Any:
    """What changed between two frames, or between the views that they are made of, as plain JSON values.

    Objects give only the fields that changed, lists of equal length an object of the places that changed under "~",
    anything else is given whole. None means nothing changed (None itself is given as {"=": None}). `applied` undoes it.
    """
    if before == after:
        return None
    if isinstance(before, msgspec.Struct) and type(before) is type(after):
        pairs = ((name, getattr(before, name), getattr(after, name)) for name in before.__struct_encode_fields__)
        return {name: delta(old, new) for name, old, new in pairs if old != new}
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        return {key: delta(before[key], after[key]) for key in after if before[key] != after[key]}
    if isinstance(before, list | tuple) and isinstance(after, list | tuple) and len(before) == len(after):
        changed = {
            str(place): delta(old, new)
            for place, (old, new) in enumerate(zip(before, after, strict=True))
            if old != new
        }
        return {"~": changed}
    return {"=": frame(after)}


def applied(before: Any, change: Any) -> Any:
    """The frame after a delta; `before` stays as it is."""
    if change is None:
        return before
    if "=" in change:
        return change["="]
    if "~" in change:
        places = change["~"]
        return [applied(old, places.get(str(place))) for place, old in enumerate(before)]
    return {key: applied(value, change.get(key)) for key, value in before.items()}
