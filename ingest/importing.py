"""Imports files: keep each as it is, open it as text, recognise it, read it, and append the games that it tells."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from events import gzips
from events.base import RecordingId
from events.codec import Family
from events.erasable import Problem, SourceId
from events.errors import ChangedSourceError
from events.tape import Recorded, Tape
from ingest.adapter import Adapter, Told
from ingest.adapters import ADAPTERS
from ingest.appending import append_told
from ingest.files import FileError, pieces_of, start_of
from ingest.forgetting import Curtain, complete
from ingest.gathering import Passed, gather, text_of
from ingest.joining import Joining
from ingest.opening import Reading, opened
from ingest.reading import FileReading, Lines
from ingest.wrappings import wrapping_of
from ingest.zips import is_archive, members
from projector.games import GAMES
from projector.referee import Finding

# Games that share a transaction: 32 give six times the speed of one.
_TOGETHER = 32
# What an archive holds may be so large, each member of it.
_LARGEST_MEMBER = 16 * 1024 * 1024 * 1024
# Keeping a file takes about so much of the time of its import; the rest is reading it.
_KEEPING = 0.1


class Imported(msgspec.Struct, frozen=True):
    """A game that a file tells: `added` now, or on the tape already. Findings are what contradicts the rules.

    `unclear`: a sentence on each card that the game does not name clearly. `joined`: the game on the tape that it tells
    again, with other games if it shows that they are one.
    """

    recording: RecordingId
    family: str
    line: int
    events: int
    unread: int
    added: bool
    status: str
    findings: tuple[Finding, ...]
    unclear: tuple[str, ...] = ()
    joined: tuple[RecordingId, ...] = ()


class FileReport(msgspec.Struct, frozen=True):
    """What became of a file. `adapter` None: nothing knows this kind of file, and the problems say what was found.

    `lines`: an account of every line, of files that are read by lines.
    """

    path: str
    source: SourceId | None
    adapter: str | None
    games: tuple[Imported, ...]
    problems: tuple[Problem, ...]
    lines: Lines | None = None

    @property
    def added(self) -> int:
        return sum(game.added for game in self.games)


def import_files(
    tape: Tape,
    paths: list[Path],
    cards: Mapping[Family, Any],
    *,
    adapters: Sequence[Adapter] = ADAPTERS,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[FileReport]:
    """Import files and folders, one report a file; an archive has one for each of its members.

    `cards`: the catalogue of each game system, to fold with. `progress(done, of)` counts bytes, also within a file.
    Memory stays flat in the size of files that are read by lines.
    """
    found = list(gather(paths))
    files = _Files(tape, cards, adapters, progress, sum(it.size for it in found if not isinstance(it, Passed)))
    for it in found:
        name = text_of(it.path)
        if isinstance(it, Passed):
            yield _refused(name, None, it.why)
        else:
            yield from files.brought(name, partial(pieces_of, it.path), partial(_open, it.path), it.size)


def import_upload(
    tape: Tape,
    data: bytes,
    name: str,
    cards: Mapping[Family, Any],
    *,
    adapters: Sequence[Adapter] = ADAPTERS,
    progress: Callable[[int, int], None] | None = None,
) -> list[FileReport]:
    """Import the bytes of a file, or of an archive with files."""
    files = _Files(tape, cards, adapters, progress, len(data))
    return list(files.brought(name, lambda: (data,), partial(BytesIO, data), len(data)))


def import_bytes(
    tape: Tape, data: bytes, name: str, cards: Mapping[Family, Any], *, adapters: Sequence[Adapter] = ADAPTERS
) -> FileReport:
    """Import the bytes of one file that is no archive. The file itself is kept first, whatever can be read of it."""
    return _Files(tape, cards, adapters, None, len(data)).file(name, lambda: (data,), len(data))


def _open(path: Path) -> BinaryIO:
    return path.open("rb")


class _Files:
    """The files of one import."""

    def __init__(
        self,
        tape: Tape,
        cards: Mapping[Family, Any],
        adapters: Sequence[Adapter],
        progress: Callable[[int, int], None] | None,
        size: int,
    ) -> None:
        complete(tape, adapters)
        self.tape = tape
        self.cards = cards
        self.adapters = adapters
        self.joining = Joining(tape)
        self.joining.join_unnoticed()
        self._progress = progress
        self._size = size
        self._done = 0

    def brought(self, name: str, read: Reading, open_file: Callable[[], BinaryIO], size: int) -> Iterator[FileReport]:
        """A file, or the members of an archive; the archive itself is kept if not all of it could be read."""
        try:
            packed = is_archive(start_of(read()), name)
        except FileError as error:
            yield _refused(name, None, str(error))
            return
        if not packed:
            yield self.file(name, read, size)
            return
        left: list[str] = []
        with open_file() as archive:
            for member in members(archive, _LARGEST_MEMBER):
                if isinstance(member, str):
                    left.append(member)
                else:
                    yield self.file(f"{name}/{member.name}", member.pieces, 0)
                    left += member.problems
        self._done += size
        self._tell(0)
        if left:
            yield self._archive(name, read, left)

    def _archive(self, name: str, read: Reading, left: list[str]) -> FileReport:
        """Keeps an archive that could be read in part only."""
        if self.tape.forgetting_secret() is not None:
            left.append("The archive itself is not kept: nobody can tell whether it names somebody who was forgotten")
            return FileReport(name, None, None, (), tuple(Problem(None, it) for it in left))
        source = self.tape.store_file(read, Path(name).name)
        return self._kept(FileReport(name, source, None, (), tuple(Problem(None, it) for it in left)))

    def file(self, name: str, read: Reading, size: int) -> FileReport:
        """Keep a file and read it. If this is cut off, doing it again completes it."""
        try:
            report = self._file(name, read, size)
        except (FileError, ChangedSourceError) as error:
            report = _refused(name, None, str(error))
        self._done += size
        self._tell(0)
        return report

    def _file(self, name: str, read: Reading, size: int) -> FileReport:
        start = start_of(read())
        if not start:
            return _refused(name, None, "The file is empty")
        curtain = Curtain(self.tape, name, read, self.adapters)
        source = curtain.store(self.tape, read, name, lambda stored: self._tell(_KEEPING * stored))
        # What may not be kept as it is can only be read from where it comes.
        there = not curtain.hiding and self.tape.source_part(source, 1) is not None
        kept = _Counted(partial(self.tape.source_parts, source) if there else read)
        try:
            document = opened(name, kept)
        except FileError as error:
            return self._kept(_refused(name, source, str(error)))
        known = [adapter for adapter in self.adapters if adapter.recognises(document)]
        if len(known) != 1:
            return self._kept(_refused(name, source, _not_recognised(start, document.start, known)))
        reading = FileReading(known[0], document, curtain)
        games = self._appended(
            reading, source, curtain, lambda: self._tell(size * _KEEPING + kept.bytes * (1 - _KEEPING))
        )
        return self._kept(_report(name, source, reading, games, curtain))

    def _appended(
        self, reading: FileReading, source: SourceId, curtain: Curtain, tell: Callable[[], None]
    ) -> list[Imported]:
        """Puts the games of a file onto the tape, a few at a time."""
        imported: list[Imported] = []
        seen: dict[str, int] = {}
        told = reading.games()
        while together := list(islice(told, _TOGETHER)):
            recorded = append_told(
                self.tape,
                together,
                reading.adapter,
                source=source,
                before=len(imported),
                seen=seen,
                joining=self.joining,
                curtain=curtain,
            )
            imported += [
                _imported(game, its, self.cards, self.joining.joined.get(its.id, ()))
                for game, its in zip(together, recorded, strict=True)
            ]
            tell()
        return imported

    def _kept(self, report: FileReport) -> FileReport:
        if report.source is not None:
            self.tape.store_problems(report.source, report.problems)
        return report

    def _tell(self, done: float) -> None:
        """Tells how far it is: bytes of the current file, beside all of those before."""
        if self._progress is not None:
            self._progress(min(self._done + int(done), self._size), self._size)


class _Counted:
    """A reading of a file that knows how many bytes it gave, this time."""

    def __init__(self, read: Reading) -> None:
        self._read = read
        self.bytes = 0

    def __call__(self) -> Iterator[bytes]:
        self.bytes = 0
        for piece in self._read():
            self.bytes += len(piece)
            yield piece


def _report(
    name: str, source: SourceId, reading: FileReading, games: Sequence[Imported], curtain: Curtain
) -> FileReport:
    """What became of a file that was read to its end."""
    problems = reading.problems()
    unclear = dict.fromkeys(curtain.message(sentence) for game in games for sentence in game.unclear)
    problems += [Problem(None, sentence) for sentence in unclear]
    if not games and not problems:
        title = reading.adapter.title
        problems.append(Problem(None, f"The file is recognised as {title}, but it tells no game"))
    return FileReport(name, source, reading.adapter.name, tuple(games), tuple(problems), reading.lines())


def _refused(name: str, source: SourceId | None, message: str) -> FileReport:
    return FileReport(name, source, None, (), (Problem(None, message),))


def _not_recognised(packed: bytes, start: bytes, known: list[Adapter]) -> str:
    """What a file is instead. `packed`: how it begins as it came, `start`: how its text does."""
    if known:
        return f"The file could be of {' or '.join(adapter.title for adapter in known)}"
    is_gzip = packed.startswith(gzips.SIGN)
    if is_gzip and start.startswith((gzips.SIGN, b"PK")):
        return "This gzip file holds another packed file: unpack it once and give what is in it"
    if wrapping := wrapping_of(start if is_gzip else packed):
        return wrapping
    words = start[:60].decode(errors="backslashreplace").split("\n", 1)[0].rstrip("\r")
    kinds = ", ".join(adapter.title for adapter in ADAPTERS)
    return f"This is no file that Gametape knows (it knows: {kinds}). It begins with {words!r}"


def _imported(game: Told, recorded: Recorded, cards: Mapping[Family, Any], joined: tuple[RecordingId, ...]) -> Imported:
    status, findings = "complete", ()
    unclear: tuple[str, ...] = ()
    system = GAMES.get(game.family)
    if system is not None:
        state = system.fold(cards[game.family], game.events)
        status, findings = system.summary(state).status, tuple(state.findings)
        unclear = tuple(system.unclear(state))
    return Imported(
        recording=recorded.id,
        family=game.family,
        line=game.line,
        events=len(game.events),
        unread=game.unread,
        added=recorded.added,
        status=status,
        findings=findings,
        unclear=unclear,
        joined=joined,
    )
