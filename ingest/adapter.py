"""What an adapter is: it recognises the files of one client and reads the games they tell."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from events.base import Event, PlayerId
from events.codec import Family, encode_line
from events.erasable import Problem
from ingest.files import numbered_lines


class Person(msgspec.Struct, frozen=True):
    """A player as a file calls one. `account`: the client's own lasting id; without it the name is all there is."""

    name: str | None = None
    account: str | None = None

    def handle(self) -> str | None:
        """What makes it the same player in every file of the client; None for somebody without name and account."""
        if self.account:
            return f"account:{self.account}"
        return f"name:{self.name}" if self.name else None


class Document(msgspec.Struct, frozen=True):
    """A file to be read: its name, and its bytes, decompressed and without a byte order mark."""

    name: str
    data: bytes

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Lines numbered from 1, without their ends."""
        return numbered_lines(self.data)


class Told(msgspec.Struct, frozen=True):
    """One game as a file tells it. Events refer to players by the file's own names and hold texts as they are.

    `line` is where it begins. `unread` counts the lines of it that could not be read; each left a gap in its place.
    `lines`: the line of each event, where events stand in lines.
    """

    family: Family
    events: Sequence[Event]
    people: dict[PlayerId, Person]
    client: str
    line: int
    client_version: str | None = None
    client_game: str | None = None
    unread: int = 0
    lines: Sequence[int] = ()

    def person(self, player: PlayerId) -> Person:
        """Who a player is; one that the file does not list is known by its name in the file."""
        return self.people.get(player) or Person(account=player)

    def digest(self, times: int) -> str:
        """A hash of everything told. `times`: how many equal games came before in the same file."""
        told = hashlib.sha256()
        for part in (self.family, self.client, self.client_game or "", str(times)):
            told.update(part.encode() + b"\n")
        told.update(msgspec.json.encode(self.people, order="deterministic") + b"\n")
        for event in self.events:
            told.update(encode_line(event) + b"\n")
        return told.hexdigest()


class Skipped(msgspec.Struct, frozen=True):
    """A line that tells nothing, or belongs to a game that is left out: not read, and not a problem of its own."""

    line: int


Read: TypeAlias = Told | Skipped | Problem


class Adapter(msgspec.Struct, frozen=True):
    """Reads the files of a client. A new `version` reads the same files differently.

    `recognise(start, name)` judges by the beginning of a file, without a byte order mark, and its name.
    `read(document)` yields games and problems in the order of the file. `in_lines`: it accounts for every line, as read
    in a game, skipped or a problem.
    """

    name: str
    title: str
    version: int
    recognise: Callable[[bytes, str], bool]
    read: Callable[[Document], Iterator[Read]]
    in_lines: bool = False
