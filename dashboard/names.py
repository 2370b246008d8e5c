"""The one place that turns players' ids into names, and ids of free texts into words: theirs, or pseudonyms."""

import os
import secrets
import threading
from collections.abc import Iterable
from pathlib import Path

from events.base import PlayerId, TextId
from events.tape import Tape
from ingest.registering import registered
from projector.identities import Identities
from projector.pseudonyms import pseudonym


class Names:
    """What players of a tape are called. Threads may share it.

    With `key`, everybody is called by the pseudonym under that key, and nothing that people wrote is shown.
    """

    def __init__(self, tape: Tape, key: bytes | None = None) -> None:
        self.tape = tape
        self.key = key
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
        if self.key is not None:
            return {player: pseudonym(self.key, identities.person_of(player)) for player in players}
        members = {player: identities.members(player) for player in players}
        # Whoever is being forgotten has no name from the moment this was decided.
        shown = {one for every in members.values() for one in every} - identities.forgotten
        known = self.tape.names(shown)
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
        return self.tape.texts(texts) if self.key is None else {}


def pseudonym_key(folder: Path) -> bytes:
    """The key of pseudonyms that is kept in a folder, made when it is first asked for; only its owner may read it."""
    place = folder / "pseudonym.key"
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"pseudonym-{secrets.token_hex(8)}.new"
    try:
        return place.read_bytes()
    except FileNotFoundError:
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_bytes(32))
    try:
        # A link does not take the place of a key that another process has made meanwhile.
        place.hardlink_to(made)
    except FileExistsError:
        return place.read_bytes()
    finally:
        made.unlink()
    return place.read_bytes()
