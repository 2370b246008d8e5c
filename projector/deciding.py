"""What a person decided of contradictions is obeyed by the fold; what was found stays visible as settled."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, GapLeft
from events.codec import decode_line
from events.registry import FindingSettled
from projector.game import Game
from projector.referee import Finding, GameEvents
from projector.unite import United


def decided(system: Game[Any], cards: Any, united: United, decisions: Mapping[int, FindingSettled]) -> GameEvents:
    """The events of a game with what was decided of some of them, by their numbers in it.

    "stated": the event stands as told. "derived": what it states is left out, so that the rules derive it; of
    recordings that contradict each other, the other one is believed. "unfinished": the game's end has no result.
    "edited": the line that was decided on stands in its place. Raises CodecError if that is no event.
    """
    if not decisions:
        return united.events
    found = [*system.fold(cards, united.events).findings]
    events: list[Event] = list(united.events)
    accepted = {number: decision.decision for number, decision in decisions.items()}
    for number, decision in sorted(decisions.items()):
        match decision.decision:
            case "derived":
                events[number - 1] = _derived(system, united, number)
            case "unfinished":
                _unfinish(system, events)
            case "edited":
                line = decision.line
                events[number - 1] = GapLeft() if line is None else decode_line(system.name, line.encode())
            case "stated":
                continue
    settled = [
        replace(finding, settled=accepted[finding.event]) if finding.event in accepted else finding
        for finding in found
        if finding in united.events.known or (finding.event in accepted and _changed(united, events, finding))
    ]
    unchanged = {number: it for number, it in accepted.items() if events[number - 1] == united.events[number - 1]}
    return GameEvents(events, settled, unchanged)


def _changed(united: United, events: list[Event], finding: Finding) -> bool:
    return events[finding.event - 1] != united.events[finding.event - 1]


def _derived(system: Game[Any], united: United, number: int) -> Event:
    event = united.events[number - 1]
    differing = [it for at, it in united.differing if at == number]
    if differing:
        return replace(event, **{it.field: it.other for it in differing})
    return _stated_left_out(event, system.telling.stated)


def _unfinish(system: Game[Any], events: list[Event]) -> None:
    for place, event in enumerate(events):
        if isinstance(event, system.telling.ends):
            blank = {name: (None,) * len(getattr(event, name)) for name in ("trophies", "fans") if hasattr(event, name)}
            events[place] = replace(event, winner=None, reason="unfinished", **blank)


def _stated_left_out(event: Event, fields: tuple[str, ...]) -> Event:
    """The event without what it states in these fields, as far as it has them."""
    names = {field.name for field in msgspec.structs.fields(type(event))}
    changed: dict[str, Any] = {}
    for name in fields:
        if name in names:
            value = getattr(event, name)
            changed[name] = (None,) * len(value) if isinstance(value, tuple) else None
    return replace(event, **changed) if changed else event
