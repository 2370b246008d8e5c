"""The one place that turns players' ids into names, and ids of free texts into words: theirs, or pseudonyms."""

import threading
from collections.abc import Iterable

from events.base import PlayerId, TextId
from events.tape import Tape
from ingest.registering import registered
from projector.identities import Identities


class Names:
    """What players of a tape are called. Threads may share it."""

    def __init__(self, tape: Tape) -> None:
        self.tape = tape
        self._identities = Identities()
        self._registered = 0
        self._lock = threading.Lock()

    def identities(self) -> Identities:
        """Who is who, as the registry says by now."""
        with self._lock:
            for event in registered(self.tape, after=self._registered):
                self._identities.advance(event)
                self._registered += 1
            return self._identities

    @property
    def version(self) -> int:
        """Tells one state of who is who from another."""
        self.identities()
        return self._registered

    def called(self, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """Names for those players whose person has one.

        The name that a person at this tape gave last, else the one by which a client calls the player by whom the
        person is known, else another of its players.
        """
        identities = self.identities()
        members = {player: identities.members(player) for player in players}
        known = self.tape.names({one for every in members.values() for one in every})
        given = {}
        if identities.given:
            given = {player: text for player in members if (text := identities.given_name(player)) is not None}
        words = self.tape.texts(given.values()) if given else {}
        found: dict[PlayerId, str] = {}
        for player, every in members.items():
            own = words.get(given[player]) if player in given else None
            name = own or next((known[one] for one in every if one in known), None)
            if name is not None:
                found[player] = name
        return found

    def words(self, texts: Iterable[TextId]) -> dict[TextId, str]:
        """What people wrote, as far as it is there and may be shown."""
        return self.tape.texts(texts)
