"""Reads the games of a file, and accounts for everything else in it."""

from collections.abc import Iterator

import msgspec

from events.encodings import WINDOWS_1252
from events.erasable import Problem
from ingest.adapter import Adapter, Document, Skipped, Told
from ingest.forgetting import Curtain


class Lines(msgspec.Struct, frozen=True):
    """Where the lines of a file went: `read` into games, `skipped` (blank or of a game left out), `problems` told."""

    total: int
    read: int
    skipped: int
    problems: int


class FileReading:
    """A file as an adapter reads it. What the account says is complete once `games` came to its end."""

    def __init__(self, adapter: Adapter, document: Document, curtain: Curtain) -> None:
        self.adapter = adapter
        self._document = document
        self._curtain = curtain
        self._problems: list[Problem] = []
        self._read = self._skipped = 0

    def games(self) -> Iterator[Told]:
        """The games, one after the other."""
        for found in self.adapter.told(self._document):
            if isinstance(found, Problem):
                self._problems.append(Problem(found.line, self._curtain.message(found.message)))
            elif isinstance(found, Skipped):
                self._skipped += 1
            else:
                self._read += len({found.line, *found.lines}) - found.unread
                yield found

    def problems(self) -> list[Problem]:
        """What could not be read, and what was only guessed."""
        problems = [*self._problems]
        if self._document.encoding == WINDOWS_1252.name:
            problems.append(Problem(None, f"The file is not UTF-8; it was read as {WINDOWS_1252.name}"))
        return problems + [Problem(None, self._curtain.message(it)) for it in self._document.problems]

    def lines(self) -> Lines | None:
        """An account of every line; None of a file that is not read by lines."""
        if not self.adapter.in_lines:
            return None
        told_of = len({problem.line for problem in self._problems if problem.line is not None})
        return Lines(self._document.count(), self._read, self._skipped, told_of)
