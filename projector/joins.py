"""Which recordings tell one game: a fold of the registry's events."""

from collections.abc import Iterable
from typing import TypeAlias

from events.base import Event, EventNumber, RecordingId
from events.registry import (
    FindingReopened,
    FindingSettled,
    GameRestored,
    GameRetracted,
    RecordingReplaced,
    RecordingsJoined,
    RecordingsParted,
    RegistryEvent,
)

# A place that outlives every join: an event of a recording.
Place: TypeAlias = tuple[RecordingId, EventNumber]


class Joins:
    """The games of a tape, as far as the registry says of them. A recording it does not name is a game of its own.

    A game is known by its lead, the first of its recordings. Every recording's id leads to its game, also one whose
    place a newer reading took. `settled` are the decisions on findings, by the place of the finding.
    """

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self.settled: dict[Place, FindingSettled] = {}
        self.replaced: dict[RecordingId, RecordingId] = {}
        self._games: dict[RecordingId, list[RecordingId]] = {}
        self._apart: dict[RecordingId, set[RecordingId]] = {}
        self._retracted: set[RecordingId] = set()
        self._history: dict[RecordingId, list[RegistryEvent]] = {}
        for event in events:
            self.advance(event)

    def advance(self, event: Event) -> frozenset[RecordingId]:
        """Take in one more event of the registry; the leads of all games that it made, changed or unmade."""
        match event:
            case RecordingsJoined():
                return self._join(event)
            case RecordingsParted():
                return self._part(event)
            case RecordingReplaced():
                return self._replace(event)
            case GameRetracted() | GameRestored() | FindingSettled() | FindingReopened():
                return self._judge(event)
            case _:
                return frozenset()

    def current(self, recording: RecordingId) -> RecordingId:
        """The newest reading of what a recording tells."""
        while recording in self.replaced:
            recording = self.replaced[recording]
        return recording

    def game_of(self, recording: RecordingId) -> RecordingId:
        """The lead of the game that a recording tells."""
        return self.recordings_of(recording)[0]

    def recordings_of(self, recording: RecordingId) -> tuple[RecordingId, ...]:
        """The recordings that tell the same game, the lead first; those that were replaced are not among them."""
        current = self.current(recording)
        return tuple(self._games.get(current, (current,)))

    def is_lead(self, recording: RecordingId) -> bool:
        """Whether a recording names a game; every other one is part of another's, or replaced."""
        return self.game_of(recording) == recording

    def is_retracted(self, recording: RecordingId) -> bool:
        """Whether the game that a recording tells counts nowhere."""
        return any(it in self._retracted for it in self.recordings_of(recording))

    @property
    def retracted(self) -> frozenset[RecordingId]:
        """The leads of all retracted games."""
        return frozenset(self.game_of(recording) for recording in self._retracted)

    @property
    def followers(self) -> frozenset[RecordingId]:
        """Every recording that is no lead: it tells a game that is listed under another id."""
        joined = {recording for recording, game in self._games.items() if game[0] != recording}
        return frozenset(joined | self.replaced.keys())

    def is_named(self, recording: RecordingId) -> bool:
        """Whether anything was ever decided of a recording; of any other, the game is the recording as it stands."""
        return recording in self._history

    def kept_apart(self, one: RecordingId, other: RecordingId) -> bool:
        """Whether somebody parted recordings of these two games: only a person may join them again."""
        theirs = self.recordings_of(other)
        return any(not self._apart.get(it, set()).isdisjoint(theirs) for it in self.recordings_of(one))

    def history(self, recording: RecordingId) -> list[RegistryEvent]:
        """What was decided of a recording and of those it was joined with, in order: who, when and why."""
        return list(self._history.get(recording, []))

    def _join(self, event: RecordingsJoined) -> frozenset[RecordingId]:
        joined = list(dict.fromkeys(self.current(it) for it in event.recordings))
        if len(joined) < 2:
            return frozenset()
        before = [self.game_of(it) for it in joined]
        game = list(dict.fromkeys(it for recording in joined for it in self.recordings_of(recording)))
        self._unite(game)
        self._note(event, (*joined, *event.recordings))
        return frozenset(before)

    def _part(self, event: RecordingsParted) -> frozenset[RecordingId]:
        parted = self.current(event.recording)
        game = self.recordings_of(parted)
        others = [it for it in game if it != parted]
        if not others:
            return frozenset()
        self._games[parted] = [parted]
        for recording in others:
            self._games[recording] = others
            self._keep_apart(recording, parted)
        self._note(event, (parted, event.recording, *others))
        return frozenset((game[0], parted, others[0]))

    def _replace(self, event: RecordingReplaced) -> frozenset[RecordingId]:
        old, new = self.current(event.old), self.current(event.new)
        if old == new:
            return frozenset()
        before = frozenset((self.game_of(old), self.game_of(new)))
        # Whatever was joined with the new reading tells the same game.
        others = [it for it in self.recordings_of(new) if it != new]
        game = [new if it == old else it for it in self.recordings_of(old) if it != new]
        game.extend(it for it in others if it not in game and it != old)
        self._games.pop(old, None)
        self._unite(game)
        self.replaced[old] = new
        for parted in self._apart.pop(old, set()):
            self._apart[parted].discard(old)
            if parted not in game:
                self._keep_apart(new, parted)
        if old in self._retracted:
            self._retracted.remove(old)
            self._retracted.add(new)
        self._note(event, (old, new))
        return before | {new, game[0]}

    def _judge(self, event: GameRetracted | GameRestored | FindingSettled | FindingReopened) -> frozenset[RecordingId]:
        recordings = self.recordings_of(event.recording)
        match event:
            case GameRetracted():
                self._retracted.update(recordings)
            case GameRestored():
                self._retracted.difference_update(recordings)
            case FindingSettled():
                self.settled[event.recording, event.event] = event
            case FindingReopened():
                self.settled.pop((event.recording, event.event), None)
        self._note(event, (event.recording, *recordings))
        return frozenset((recordings[0],))

    def _unite(self, game: list[RecordingId]) -> None:
        for recording in game:
            self._games[recording] = game
            self._apart.get(recording, set()).difference_update(game)

    def _keep_apart(self, one: RecordingId, other: RecordingId) -> None:
        self._apart.setdefault(one, set()).add(other)
        self._apart.setdefault(other, set()).add(one)

    def _note(self, event: RegistryEvent, recordings: Iterable[RecordingId]) -> None:
        for recording in dict.fromkeys(recordings):
            self._history.setdefault(recording, []).append(event)
