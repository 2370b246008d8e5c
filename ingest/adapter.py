"""What an adapter is: it recognises the files of one client and reads the games they tell."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

import msgspec

from events.base import Event, PlayerId
from events.codec import Family, encode_line
from events.erasable import Problem
from ingest.files import FileError, start_of, whole
from ingest.splitting import lines_of


class Person(msgspec.Struct, frozen=True):
    """A player as a file calls one. `account`: the client's own lasting id; without it the name is all there is."""

    name: str | None = None
    account: str | None = None

    def handle(self) -> str | None:
        """What makes it the same player in every file of the client; None for somebody without name and account."""
        if self.account:
            return f"account:{self.account}"
        return f"name:{self.name}" if self.name else None


class Document:
    """A file to be read: its name, and its text in UTF-8, decompressed and without a byte order mark.

    It is read piece by piece, as often as asked. `encoding`: that of the file itself. `problems` are about the text as
    a whole, such as an end that is missing; they are complete once it was read to its end.
    """

    def __init__(
        self,
        name: str,
        text: bytes | Callable[[], Iterable[bytes]],
        problems: Sequence[str] = (),
        encoding: str = "UTF-8",
    ) -> None:
        self.name = name
        self.problems = problems
        self.encoding = encoding
        self._pieces = (lambda: (text,)) if isinstance(text, bytes) else text
        self._lines: int | None = None

    @cached_property
    def start(self) -> bytes:
        """What adapters recognise it by."""
        return start_of(self._pieces())

    @cached_property
    def data(self) -> bytes:
        """The whole text. Raises FileError if it is too large for that."""
        return whole(
            self._pieces(),
            "The file has more than {}, and is of a kind that is read as a whole: split it by games",
        )

    def lines(self, *, ends: bool = False) -> Iterator[tuple[int, bytes]]:
        """Lines numbered from 1, each without its end, or with it, which only the last may lack.

        Of a line that is longer than any can be, its beginning (`splitting.LONGEST`).
        """
        number = 0
        for number, line in enumerate(lines_of(self._pieces()), 1):
            yield number, line if ends else line.rstrip(b"\r\n")
        self._lines = number

    def count(self) -> int:
        """How many lines there are."""
        if self._lines is None:
            self._lines = sum(1 for _ in lines_of(self._pieces()))
        return self._lines


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

    def recognises(self, document: Document) -> bool:
        return self.recognise(document.start, document.name)

    def told(self, document: Document) -> Iterator[Read]:
        """What `read` finds, and a problem where the file is too large for it."""
        try:
            yield from self.read(document)
        except FileError as error:
            yield Problem(None, str(error))
