"""Brings files onto the tape: keep the file, recognise it, read it, fold each game, append it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from events.base import Event, PlayerId, RecordingId, TextId
from events.codec import Family
from events.erasable import Problem, SourceId
from events.references import references, with_references
from events.tape import NewRecording, Recorded, Tape
from ingest.adapter import Adapter, Document, Skipped, Told
from ingest.adapters import ADAPTERS
from ingest.files import START, FileError, read_bytes, unpacked
from ingest.forgetting import Curtain, complete
from ingest.gathering import Passed, gather, text_of
from ingest.joining import Arrived, Joining
from ingest.offsets import with_offset
from projector.games import GAMES
from projector.referee import Finding

# Games that share a transaction: 32 give six times the speed of one.
_TOGETHER = 32


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


class Lines(msgspec.Struct, frozen=True):
    """Where the lines of a file went: `read` into games, `skipped` (blank or of a game left out), `problems` told."""

    total: int
    read: int
    skipped: int
    problems: int


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
    """Import files and folders, one report a file. `cards`: the catalogue of each game system, to fold with.

    `progress(done, of)` counts bytes.
    """
    complete(tape, adapters)
    joining = Joining(tape)
    joining.join_unnoticed()
    gathered = list(gather(paths))
    whole = sum(found.size for found in gathered if not isinstance(found, Passed))
    done = 0
    for found in gathered:
        name = text_of(found.path)
        if isinstance(found, Passed):
            yield _refused(name, None, found.why)
            continue
        try:
            data = read_bytes(found.path)
        except FileError as error:
            yield _refused(name, None, str(error))
        else:
            yield _import(joining, data, name, cards, adapters)
        done += found.size
        if progress is not None:
            progress(done, whole)


def import_bytes(
    tape: Tape, data: bytes, name: str, cards: Mapping[Family, Any], *, adapters: Sequence[Adapter] = ADAPTERS
) -> FileReport:
    """Import one file's bytes. The file itself is kept first, whatever can be read of it."""
    complete(tape, adapters)
    joining = Joining(tape)
    joining.join_unnoticed()
    return _import(joining, data, name, cards, adapters)


def _import(
    joining: Joining, data: bytes, name: str, cards: Mapping[Family, Any], adapters: Sequence[Adapter]
) -> FileReport:
    tape = joining.tape
    if not data:
        return _refused(name, None, "The file is empty")
    curtain = Curtain(tape, data, name, adapters)
    source = curtain.store(tape, data, name, adapters)
    try:
        text = unpacked(data)
    except FileError as error:
        return _kept(tape, _refused(name, source, str(error)))
    known = [adapter for adapter in adapters if adapter.recognise(text[:START], name)]
    if len(known) != 1:
        return _kept(tape, _refused(name, source, _not_recognised(text, known)))
    return _kept(tape, _read(joining, text, name, source=source, adapter=known[0], cards=cards, curtain=curtain))


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
    joining: Joining,
    text: bytes,
    name: str,
    *,
    source: SourceId,
    adapter: Adapter,
    cards: Mapping[Family, Any],
    curtain: Curtain,
) -> FileReport:
    problems: list[Problem] = []
    games: list[Imported] = []
    seen: dict[str, int] = {}
    document = Document(name, text)
    read = skipped = 0

    def told() -> Iterator[Told]:
        nonlocal read, skipped
        for found in adapter.read(document):
            if isinstance(found, Problem):
                problems.append(Problem(found.line, curtain.message(found.message)))
            elif isinstance(found, Skipped):
                skipped += 1
            else:
                read += len({found.line, *found.lines}) - found.unread
                yield found

    games_told = told()
    while together := list(islice(games_told, _TOGETHER)):
        recorded = append_told(
            joining.tape,
            together,
            adapter,
            source=source,
            before=len(games),
            seen=seen,
            joining=joining,
            curtain=curtain,
        )
        games.extend(
            _imported(game, its, cards, joining.joined.get(its.id, ()))
            for game, its in zip(together, recorded, strict=True)
        )
    unclear = dict.fromkeys(curtain.message(sentence) for game in games for sentence in game.unclear)
    problems.extend(Problem(None, sentence) for sentence in unclear)
    if not games and not problems:
        problems.append(Problem(None, f"The file is recognised as {adapter.title}, but it tells no game"))
    lines = None
    if adapter.in_lines:
        told_of = len({problem.line for problem in problems if problem.line is not None})
        lines = Lines(sum(1 for _ in document.lines()), read, skipped, told_of)
    return FileReport(name, source, adapter.name, tuple(games), tuple(problems), lines)


def append_told(
    tape: Tape,
    games: Sequence[Told],
    adapter: Adapter,
    *,
    source: SourceId | None = None,
    before: int = 0,
    seen: dict[str, int] | None = None,
    joining: Joining | None = None,
    curtain: Curtain | None = None,
) -> list[Recorded]:
    """Append games in one transaction, with the tape's players and texts in place of the file's own names for them.

    `before` games of the source were read already; `seen` counts equal ones, which are games of their own: the same
    file tells each again, so importing it twice adds none. `joining` joins what tells a game again, `curtain` hides
    what may not be kept.
    """
    digests = digests_of(games, seen)
    known = tape.told(digests)
    unknown = [(place, game) for place, game in enumerate(games) if digests[place] not in known]
    renamed = with_tape_ids(tape, [game for _, game in unknown], [digests[place] for place, _ in unknown], curtain)
    grown: dict[int, Recorded] = {}
    new: list[tuple[int, Told, list[Event]]] = []
    for (place, game), events in zip(unknown, renamed, strict=True):
        recorded = _grown(tape, game, adapter, events)
        if recorded is None:
            new.append((place, game, events))
        else:
            grown[place] = recorded
    added = tape.append_new(
        [
            NewRecording(
                family=game.family,
                adapter=adapter.name,
                adapter_version=adapter.version,
                source=source,
                ordinal=before + place + 1,
                client=game.client,
                client_game=game.client_game,
                digest=digests[place],
                simulated=any(getattr(event, "simulated", False) for event in game.events[:1]),
                events=events,
            )
            for place, game, events in new
        ]
    )
    fresh = grown | {place: recorded for (place, _, _), recorded in zip(new, added, strict=True)}
    (joining or Joining(tape)).join(
        [
            Arrived(fresh[place].id, game.family, events, game.client_game)
            for (place, game), events in zip(unknown, renamed, strict=True)
            if (fresh[place].added or place in grown) and not getattr(events[0], "simulated", False)
        ],
    )
    return [fresh.get(place) or Recorded(known[digest], added=False) for place, digest in enumerate(digests)]


def digests_of(games: Sequence[Told], seen: dict[str, int] | None = None) -> list[str]:
    """What each game of a file is known by; `seen` counts equal ones that came before."""
    counts = seen if seen is not None else {}
    digests = []
    for game in games:
        once = game.digest(0)
        digests.append(game.digest(counts[once]) if once in counts else once)
        counts[once] = counts.get(once, 0) + 1
    return digests


def _grown(tape: Tape, game: Told, adapter: Adapter, events: list[Event]) -> Recorded | None:
    """The recording that this telling goes on with: the client's own game id is the same, and one begins as the other.

    So a log that is imported while it grows stays one game, in whatever order its states arrive. None: there is none.
    """
    if game.client_game is None:
        return None
    for found in tape.recordings(family=game.family, client_game=game.client_game):
        if (found.client, found.adapter) != (game.client, adapter.name):
            continue
        there = tape.read(found.id)
        both = min(len(there), len(events))
        if _in_words(tape, there[:both]) != _in_words(tape, events[:both]):
            continue
        if len(events) > len(there):
            tape.append(found.id, events[len(there) :], after=len(there))
        return Recorded(found.id, added=False)
    return None


def _in_words(tape: Tape, events: Sequence[Event]) -> list[Event]:
    """Events with the words of their texts in place of the ids, which are new at each import."""
    texts = [text for event in events for text in references(event)[1]]
    if not texts:
        return list(events)
    words = tape.texts(texts)
    return [with_references(event, lambda player: player, lambda text: TextId(words.get(text, ""))) for event in events]


def with_tape_ids(
    tape: Tape, games: Sequence[Told], digests: Sequence[str], curtain: Curtain | None = None
) -> list[list[Event]]:
    """The events of games with players and texts of the tape; one query for all of them."""
    wanted: dict[tuple[int, PlayerId], tuple[str, str, str | None]] = {}
    words: dict[TextId, str | None] = {}
    for place, (game, digest) in enumerate(zip(games, digests, strict=True)):
        for event in game.events:
            called, texts = references(event)
            for text in texts:
                hidden = curtain is not None and curtain.hides(game, getattr(event, "author", None))
                words[text] = None if hidden else text if curtain is None else curtain.text(text)
            for local in called:
                wanted[place, local] = (game.client, *_called(game, local, digest))
    players = dict(zip(wanted, tape.players(list(wanted.values())), strict=True)) if wanted else {}
    stored = dict(zip(words, tape.store_texts(list(words.values())), strict=True)) if words else {}
    return [
        [
            with_references(with_offset(event), lambda local, place=place: players[place, local], stored.__getitem__)  # type: ignore[misc]
            for event in game.events
        ]
        for place, game in enumerate(games)
    ]


def _called(game: Told, local: PlayerId, digest: str) -> tuple[str, str | None]:
    """The handle and name of a player."""
    person = game.person(local)
    name = person.name if person.name and person.name.strip() else None
    # Somebody without name and account is a player of this one game.
    return person.handle() or f"game:{game.client_game or digest}:{local}", name


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
