"""Games as clients tell them in files of the native format, for tests of what is joined."""

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from events.base import Event, PlayerId
from events.boba import GameStarted, Mode
from events.challengers import TournamentStarted
from events.references import with_numbers, with_references
from ingest.adapter import Person
from ingest.native import Client, write
from projector.game import Game
from tests.strategies import played

EVENING = dt.datetime(2026, 3, 1, 19, 0, tzinfo=dt.UTC)
ONE, OTHER = PlayerId("one"), PlayerId("other")
PEOPLE = {ONE: Person(name="Ida"), OTHER: Person(name="Udo")}


def game_of(seed: int, mode: Mode = "playmaker", at: dt.datetime | None = EVENING) -> list[Event]:
    """A game that house bots played, as one that two people played one evening."""
    events = played(mode, seed).events
    names = {started.player: name for started, name in zip(_started(events).seats, (ONE, OTHER), strict=True)}
    told = [with_references(event, lambda it: names.get(it, it), lambda text: text) for event in events]
    return [
        replace(event, simulated=False, at=at) if isinstance(event, GameStarted) else replace(event, at=None)
        for event in told
    ]


def _started(events: Sequence[Event]) -> GameStarted:
    return next(event for event in events if isinstance(event, GameStarted))


def seen(game: Game[Any], events: Sequence[Event], seat: int) -> list[Event]:
    """The game as the client of a seat records it."""
    return [
        replace(event, seen_from=seat) if isinstance(event, (GameStarted, TournamentStarted)) else event
        for event in game.mask(events, seat)
    ]


def from_on(events: Sequence[Event], place: int) -> list[Event]:
    """The events from a place on, as a client numbers them that came late and knows nothing of what was before."""
    return [
        with_numbers(_without_causes_before(event, place), lambda number: number - place) for event in events[place:]
    ]


def _without_causes_before(event: Event, place: int) -> Event:
    cause = getattr(event, "cause", None)
    return replace(event, cause=None) if cause is not None and cause <= place else event


def file_of(
    *games: Iterable[Event],
    client: str = "phone",
    ids: Sequence[str | None] = (),
    people: dict[PlayerId, Person] = PEOPLE,
) -> bytes:
    """A file in which a client tells these games; `ids` are its own of them."""
    lines: list[bytes] = []
    for place, events in enumerate(games):
        name = ids[place] if place < len(ids) else None
        lines += write("boba", events, people=people, texts={}, client=Client(name=client), client_game=name)
    return b"".join(lines)
