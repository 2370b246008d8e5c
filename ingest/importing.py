"""Brings files onto the tape: keep the file, recognise it, read it, fold each game, append it."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from events.base import PlayerId, RecordingId, TextId
from events.erasable import Problem, SourceId
from events.references import references, with_references
from events.tape import NewRecording, Tape
from ingest.adapter import Adapter, Told
from ingest.adapters import ADAPTERS
from ingest.files import FileError, gather, numbered_lines, read_bytes, unpacked
from projector.games import GAMES
from projector.referee import Finding

# Games that share a transaction: 32 give six times the speed of one.
_TOGETHER = 32
# As much of a file as adapters see to recognise it.
_START = 64 * 1024


class Imported(msgspec.Struct, frozen=True):
    """A game that a file tells: `added` now, or on the tape already. Findings are what contradicts the rules."""

    recording: RecordingId
    family: str
    line: int
    events: int
    unread: int
    added: bool
    status: str
    findings: tuple[Finding, ...]


class FileReport(msgspec.Struct, frozen=True):
    """What became of a file. `adapter` None: nothing knows this kind of file, and the problems say what was found."""

    path: str
    source: SourceId | None
    adapter: str | None
    games: tuple[Imported, ...]
    problems: tuple[Problem, ...]

    @property
    def added(self) -> int:
        return sum(game.added for game in self.games)


def import_files(
    tape: Tape,
    paths: list[Path],
    cards: Mapping[str, Any],
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Iterator[FileReport]:
    """Import files and folders, one report a file. `cards`: the catalogue of each game system, to fold with.

    `progress(done, of)` counts bytes.
    """
    files = list(gather(paths))
    sizes = [file.stat().st_size if file.is_file() else 0 for file in files]
    done = 0
    for file, size in zip(files, sizes, strict=True):
        try:
            data = read_bytes(file)
        except FileError as error:
            yield _refused(str(file), None, str(error))
        else:
            yield import_bytes(tape, data, str(file), cards)
        done += size
        if progress is not None:
            progress(done, sum(sizes))


def import_bytes(tape: Tape, data: bytes, name: str, cards: Mapping[str, Any]) -> FileReport:
    """Import one file's bytes. The file itself is kept first, whatever can be read of it."""
    if not data:
        return _refused(name, None, "The file is empty")
    source = tape.store_source(data, Path(name).name)
    try:
        text = unpacked(data)
    except FileError as error:
        return _kept(tape, _refused(name, source, str(error)))
    known = [adapter for adapter in ADAPTERS if adapter.recognise(text[:_START], name)]
    if len(known) != 1:
        return _kept(tape, _refused(name, source, _not_recognised(text, known)))
    return _kept(tape, _read(tape, text, name, source, known[0], cards))


def _kept(tape: Tape, report: FileReport) -> FileReport:
    if report.source is not None:
        tape.store_problems(report.source, report.problems)
    return report


def _refused(name: str, source: SourceId | None, message: str) -> FileReport:
    return FileReport(name, source, None, (), (Problem(None, message),))


def _not_recognised(text: bytes, known: list[Adapter]) -> str:
    if known:
        return f"The file could be of {' or '.join(adapter.title for adapter in known)}"
    start = text[:60].decode(errors="backslashreplace").split("\n", 1)[0].rstrip("\r")
    kinds = ", ".join(adapter.title for adapter in ADAPTERS)
    return f"This is no file that Gametape knows (it knows: {kinds}). It begins with {start!r}"


def _read(
    tape: Tape, text: bytes, name: str, source: SourceId, adapter: Adapter, cards: Mapping[str, Any]
) -> FileReport:
    problems: list[Problem] = []
    games: list[Imported] = []
    seen: dict[str, int] = {}

    def told() -> Iterator[Told]:
        for found in adapter.read(numbered_lines(text)):
            if isinstance(found, Problem):
                problems.append(found)
            else:
                yield found

    ordinal = 0
    games_told = told()
    while together := list(islice(games_told, _TOGETHER)):
        new = []
        for game in together:
            ordinal += 1
            once = game.digest(0)
            digest = game.digest(seen[once]) if once in seen else once
            seen[once] = seen.get(once, 0) + 1
            new.append(prepared(tape, game, adapter, digest, source=source, ordinal=ordinal))
        for game, recording, added in zip(together, new, tape.append_new(new), strict=True):
            games.append(_imported(game, recording, added.id, cards, added=added.added))
    if not games and not problems:
        problems.append(Problem(None, f"The file is recognised as {adapter.title}, but it tells no game"))
    return FileReport(name, source, adapter.name, tuple(games), tuple(problems))


def prepared(
    tape: Tape, game: Told, adapter: Adapter, digest: str, *, source: SourceId | None, ordinal: int
) -> NewRecording:
    """A game with the players and texts of the tape in place of the file's own names for them."""
    called: dict[PlayerId, None] = {}
    texts: dict[TextId, None] = {}
    for event in game.events:
        players, words = references(event)
        called.update(dict.fromkeys(players))
        texts.update(dict.fromkeys(words))
    ids = _players(tape, game, list(called), digest)
    stored = dict(zip(texts, tape.store_texts(list(texts)), strict=True)) if texts else {}
    events = [with_references(event, ids.__getitem__, stored.__getitem__) for event in game.events]
    return NewRecording(
        family=game.family,
        adapter=adapter.name,
        adapter_version=adapter.version,
        source=source,
        ordinal=ordinal,
        client=game.client,
        client_game=game.client_game,
        digest=digest,
        simulated=any(getattr(event, "simulated", False) for event in game.events),
        events=events,
    )


def _players(tape: Tape, game: Told, called: list[PlayerId], digest: str) -> dict[PlayerId, PlayerId]:
    """Who a file's players are. One that the header does not list is known by that name as an account."""
    wanted = []
    for local in called:
        person = game.people.get(local)
        # Somebody without name and account is a player of this one game.
        handle = (person.handle() or f"game:{digest}:{local}") if person is not None else f"account:{local}"
        wanted.append((game.client, handle, person.name if person is not None else None))
    return dict(zip(called, tape.players(wanted), strict=True))


def _imported(
    game: Told, new: NewRecording, recording: RecordingId, cards: Mapping[str, Any], *, added: bool
) -> Imported:
    status, findings = "complete", ()
    system = GAMES.get(game.family)
    if system is not None:
        state = system.fold(cards[game.family], new.events)
        status, findings = system.summary(state).status, tuple(state.findings)
    return Imported(
        recording=recording,
        family=game.family,
        line=game.line,
        events=len(game.events),
        unread=game.unread,
        added=added,
        status=status,
        findings=findings,
    )
