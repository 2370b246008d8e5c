"""Recognises another telling of a game that is on the tape, and says why."""

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from events.base import Event, PlayerId, RecordingId
from events.codec import Family
from events.erasable import SourceId
from events.recordings import Recording
from events.references import with_references
from events.registry import RecordingsJoined
from events.tape import Tape
from events.traits import alike, counts_of, keep_traits, told_by_clients, without_traits
from ingest.registering import register, registered
from projector.aligning import Alignment
from projector.games import GAMES
from projector.identities import Identities
from projector.joins import Joins
from projector.unite import likeness, seen_from_seat

# A happening that so many recordings share tells no game from another.
_COMMON = 50
# Cards that both tellings saw, at least: of the same players, and where nothing is known of them.
_CARDS, _CARDS_ALONE = 2, 6
# Clocks may be set to another zone, and a long evening lies between the first game and the last.
_TOLERANCE = dt.timedelta(hours=26)
# Recordings whose traits are made at once, of a tape that has them not noted yet.
_TOGETHER = 200


_Why: TypeAlias = Literal["client_game", "contents"]


class _Candidate(msgspec.Struct, frozen=True):
    """A recording, its events, and what it is recognised by."""

    recording: Recording
    events: Sequence[Event]
    evidence: dict[str, int]


class Arrived(msgspec.Struct, frozen=True):
    """A recording that came onto the tape; `client_game`: its client has an id of its own for the game."""

    recording: RecordingId
    family: Family
    events: Sequence[Event]
    client_game: str | None


class Joining:
    """Joins what an import brings with the games that it tells again; `joined` has these, by the new recording."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self.joined: dict[RecordingId, tuple[RecordingId, ...]] = {}
        self._known = Joins()
        self._identities = Identities()
        self._registered = 0

    def join_unnoticed(self) -> None:
        """Join what came onto the tape by other ways than an import, or by one that was cut off before it looked."""
        while names := without_traits(self.tape, list(GAMES), _TOGETHER):
            headers = [self.tape.recording(name) for name in names]
            self.join([Arrived(it.id, it.family, self.tape.read(it.id), it.client_game) for it in headers])

    def join(self, new: Sequence[Arrived]) -> None:
        """Join new recordings by the client's own id of the game, or by contents.

        By contents: chance happenings that both tell, players who may be the same, times within a tolerance. Two that
        contradict each other in anything are two games, and what somebody parted is left apart.
        """
        wanted = {it.recording: _traits(it.family, it.events) for it in new if it.family in GAMES}
        if not wanted:
            return
        by_trait = alike(self.tape, (value for values in wanted.values() for value in values), _COMMON)
        by_client = told_by_clients(self.tape, [it.recording for it in new if it.client_game is not None])
        keep_traits(self.tape, wanted)
        sizes = counts_of(self.tape, {name for names in by_trait.values() for name in names} | set(wanted))
        for it in new:
            mine = wanted.get(it.recording, [])
            shared = Counter(name for value in mine for name in by_trait.get(value, ()))
            shared |= Counter({name: len(set(mine).intersection(theirs)) for name, theirs in wanted.items()})
            most = GAMES[it.family].telling.most_evidence if it.family in GAMES else None
            found = dict.fromkeys(by_client.get(it.recording, ()))
            for name, count in shared.items():
                if count and _may_be_one(count, len(mine), sizes[name], most):
                    found[name] = None
            found.pop(it.recording, None)
            if found and (games := self._join(it, list(found))):
                self.joined[it.recording] = games

    def _join(self, arrived: Arrived, found: Sequence[RecordingId]) -> tuple[RecordingId, ...]:
        tape, name, joins = self.tape, arrived.recording, self._joins()
        mine = self._candidate(name, arrived.events)
        shown: list[tuple[int, RecordingId, _Why, str]] = []
        for other in dict.fromkeys(found):
            if joins.game_of(other) == joins.game_of(name) or joins.kept_apart(name, other):
                continue
            candidate = self._candidate(other)
            if found_why := _why(tape, mine, candidate):
                facts, why, reason = found_why
                shown.append((-facts, other, why, reason))
        whys: dict[RecordingId, tuple[_Why, str]] = {}
        for _, other, why, reason in sorted(shown, key=lambda it: it[0]):
            lead = joins.game_of(other)
            if lead not in whys and not any(joins.kept_apart(lead, it) for it in whys):
                whys[lead] = (why, reason)
        # Whatever tells the same game must contradict none of its other recordings, and those not each other.
        told = [it for lead in whys for it in joins.recordings_of(lead)]
        checked = {other for _, other, *_ in shown}
        candidates = [self._candidate(it) for it in told]
        pairs = [(mine, other) for other in candidates if other.recording.id not in checked]
        pairs += [(one, other) for place, one in enumerate(candidates) for other in candidates[:place]]
        if any(_likeness(one, other).differing for one, other in pairs):
            return ()
        if whys:
            reasons = tape.store_texts([reason for _, reason in whys.values()])
            register(
                tape,
                [
                    RecordingsJoined(recordings=(lead, name), why=why, reason=reason)
                    for (lead, (why, _)), reason in zip(whys.items(), reasons, strict=True)
                ],
            )
        return tuple(whys)

    def _candidate(self, name: RecordingId, events: Sequence[Event] | None = None) -> _Candidate:
        recording = self.tape.recording(name)
        told = self.tape.read(name) if events is None else events
        if self._identities.merged:
            # Players whom somebody merged are one person in whatever tells of them.
            told = [with_references(event, self._identities.person_of, lambda text: text) for event in told]
        return _Candidate(recording, told, GAMES[recording.family].telling.evidence(told))

    def _joins(self) -> Joins:
        for event in registered(self.tape, after=self._registered):
            self._known.advance(event)
            self._identities.advance(event)
            self._registered += 1
        return self._known


def _may_be_one(shared: int, mine: int, theirs: int, most: int | None) -> bool:
    """Whether a game with so many traits may be one with so many, of which they share so many.

    What tells half of a game may share little with what tells the other half; two that tell nearly all of it share
    nearly all, and half of that is asked.
    """
    return most is None or 2 * shared >= mine + theirs - max(mine, theirs, most)


def _traits(family: Family, events: Sequence[Event]) -> list[int]:
    return [
        int.from_bytes(hashlib.blake2b(f"{family}:{told}".encode(), digest_size=8).digest(), signed=True)
        for told in GAMES[family].telling.evidence(events)
    ]


def _likeness(one: _Candidate, other: _Candidate) -> Alignment:
    return likeness(GAMES[one.recording.family].telling, one.events, other.events)


def _why(tape: Tape, one: _Candidate, other: _Candidate) -> tuple[int, _Why, str] | None:
    """Why two recordings tell one game, in words, and how many facts both tell; None: nothing shows that they do."""
    if one.recording.family != other.recording.family:
        return None
    players = _same_players(tape, one, other)
    if players is False or not _at_one_time(one, other):
        return None
    alignment = _likeness(one, other)
    if alignment.differing:
        return None
    told = f"both tell {alignment.alike} facts alike and none otherwise"
    mine, theirs = one.recording, other.recording
    if mine.client_game is not None and (mine.client, mine.client_game) == (theirs.client, theirs.client_game):
        return alignment.alike, "client_game", f"{mine.client} gives both the id {mine.client_game}; {told}"
    if mine.source is not None and _teller(one) == _teller(other):
        # In one file a client tells a game once from each seat; two that look alike in it are two.
        return None
    cards = sum(one.evidence[it] for it in one.evidence.keys() & other.evidence.keys())
    if cards < (_CARDS if players else _CARDS_ALONE):
        return None
    who = "the same players" if players else "players who may be the same"
    return alignment.alike, "contents", f"{who}, {cards} cards seen by both; {told}"


def _teller(it: _Candidate) -> tuple[SourceId | None, str | None, int | None]:
    return it.recording.source, it.recording.client, seen_from_seat(it.events)


def _same_players(tape: Tape, one: _Candidate, other: _Candidate) -> bool | None:
    """Whether the same players sit there; None where a telling does not say, or calls them otherwise."""
    telling = GAMES[one.recording.family].telling
    mine, theirs = telling.seated(one.events), telling.seated(other.events)
    if mine is None or theirs is None or None in mine or None in theirs:
        return None
    if len(mine) != len(theirs):
        return False
    if set(mine) == set(theirs):
        return True
    if one.recording.client == other.recording.client:
        return False
    names = tape.names([it for it in (*mine, *theirs) if it is not None])
    return True if _named(names, mine) == _named(names, theirs) != [] else None


def _named(names: dict[PlayerId, str], players: Iterable[PlayerId | None]) -> list[str]:
    """Their names, in alphabetical order; none if one of them has no name."""
    called = [names.get(it, "").strip().casefold() if it is not None else "" for it in players]
    return sorted(called) if all(called) else []


def _at_one_time(one: _Candidate, other: _Candidate) -> bool:
    """Whether two games may have been played at one time; moments order nothing, but days apart are two games."""
    mine = [event.at for event in one.events if event.at is not None]
    theirs = [event.at for event in other.events if event.at is not None]
    if not mine or not theirs:
        return True
    return min(mine) - max(theirs) <= _TOLERANCE and min(theirs) - max(mine) <= _TOLERANCE
