"""The games of a tape: which recordings tell each, and the events that they tell together."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from events.base import Event, RecordingId, TextId
from events.codec import Family
from events.recordings import Recording
from events.references import references, with_references
from events.registry import FindingSettled
from events.tape import Tape
from ingest.registering import registered
from projector.aligning import Side, aligned
from projector.deciding import decided
from projector.game import Game
from projector.games import GAMES
from projector.joins import Joins
from projector.referee import GameEvents
from projector.unite import United, unite

# By the place of a recording in its game and the number of the event in it.
Decisions: TypeAlias = Mapping[tuple[int, int], FindingSettled]
# Games that are remembered as they were united last.
_REMEMBERED = 32


class ToldGame(msgspec.Struct, frozen=True):
    """A game as its recordings tell it together, the lead first. `events`: with what was decided of contradictions.

    `version` tells one state of the game from another.
    """

    recordings: tuple[Recording, ...]
    united: United
    events: GameEvents
    version: str

    @property
    def head(self) -> int:
        return len(self.events)

    def address_of(self, step: int) -> tuple[RecordingId, int]:
        """By which event of which recording an address calls a step, so that it outlives joins and partings.

        A gap that nobody tells is called by what stands before it.
        """
        for places in self.united.places[:step][::-1]:
            for recording, number in zip(self.recordings, places, strict=True):
                if number is not None:
                    return recording.id, number
        return self.recordings[0].id, 0


def decisions_on(joins: Joins, recordings: Sequence[Recording]) -> Decisions:
    """What was decided of contradictions in the recordings of a game."""
    return {
        (index, number): decision
        for (recording, number), decision in list(joins.settled.items())
        for index, it in enumerate(recordings)
        if recording == it.id
    }


def told_by(
    tape: Tape,
    cards: Mapping[Family, Any],
    recordings: Sequence[Recording],
    events: Sequence[Sequence[Event]],
    decisions: Decisions,
) -> ToldGame:
    """The game that recordings with these events tell together."""
    system: Game[Any] = GAMES[recordings[0].family]
    united = unite(system.telling, _with_equal_texts(tape, events) if len(events) > 1 else events)
    numbered = {united.number_of(index, number): decision for (index, number), decision in decisions.items()}
    numbered.pop(0, None)
    version = ",".join(f"{it.id}:{it.head}" for it in recordings) + "".join(map(str, decisions.values()))
    return ToldGame(tuple(recordings), united, decided(system, cards[system.name], united, numbered), version)


def _with_equal_texts(tape: Tape, recordings: Sequence[Sequence[Event]]) -> list[list[Event]]:
    """The recordings with one id for texts of the same words: each import gave them ids of its own."""
    texts = sorted({text for events in recordings for event in events for text in references(event)[1]})
    if not texts:
        return [list(events) for events in recordings]
    words = tape.texts(texts)
    first: dict[str, TextId] = {}
    same = {text: first.setdefault(words[text], text) if text in words else text for text in texts}
    return [
        [with_references(event, lambda player: player, same.__getitem__) for event in events] for events in recordings
    ]


class Tellings:
    """The games of a tape. Threads may share it."""

    def __init__(self, tape: Tape, cards: Mapping[Family, Any]) -> None:
        self.tape = tape
        self.cards = cards
        self._joins = Joins()
        self._registered = 0
        self._remembered: OrderedDict[tuple[object, ...], ToldGame] = OrderedDict()
        self._lock = threading.Lock()

    def joins(self) -> Joins:
        """Which recordings tell one game, as the registry says by now."""
        with self._lock:
            for event in registered(self.tape, after=self._registered):
                self._joins.advance(event)
                self._registered += 1
            return self._joins

    def told(self, game: RecordingId) -> ToldGame:
        """A game by the id of any recording of it. Raises UnknownRecordingError."""
        joins = self.joins()
        recordings = tuple(self.tape.recording(it) for it in joins.recordings_of(game))
        decisions = decisions_on(joins, recordings)
        key = (*((it.id, it.head) for it in recordings), *decisions.values())
        with self._lock:
            if key in self._remembered:
                self._remembered.move_to_end(key)
                return self._remembered[key]
        told = told_by(self.tape, self.cards, recordings, [self.tape.read(it.id) for it in recordings], decisions)
        if len(recordings) > 1 or decisions:
            with self._lock:
                self._remembered[key] = told
                while len(self._remembered) > _REMEMBERED:
                    self._remembered.popitem(last=False)
        return told

    def steps_of(self, recording: RecordingId) -> list[int]:
        """For each event of a recording, from 1 on, its number in the game, also of one that was replaced."""
        told = self.told(recording)
        joins = self.joins()
        current = joins.current(recording)
        index = next(place for place, it in enumerate(told.recordings) if it.id == current)
        numbers = [told.united.number_of(index, number) for number in range(1, told.recordings[index].head + 1)]
        if current == recording:
            return numbers
        telling = GAMES[told.recordings[index].family].telling
        old, new = self.tape.read(recording), self.tape.read(current)
        pairs = dict(aligned(Side.of(telling, old), Side.of(telling, new)).pairs)
        steps: list[int] = []
        for place in range(len(old)):
            before = steps[-1] if steps else 0
            steps.append(numbers[pairs[place]] if place in pairs else before)
        return steps
