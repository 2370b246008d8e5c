"""The tables of a tape: where they lie, and how they are brought up to where the tape is."""

import hashlib
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from dashboard.table_parts import Folded, Part, Source, decoded, fold_elsewhere, fold_part, joins_at
from events.base import RecordingId
from events.bookmarks import START, Bookmark, BookmarkError
from events.codec import Family
from events.recordings import REGISTRY
from events.tape import Tape, TapeError
from projector.games import GAMES
from projector.joins import Joins
from projector.tables import Change, DamagedTablesError, LockedError, Mark, Snapshot, TablesError, TableStore

# Where the tables of all tapes lie, unless this names another folder.
TABLES_VARIABLE = "GAMETAPE_TABLES"
# Rows of the tape, which usually are games, that are folded together and written to one file a table.
A_PART = 4096
# Seconds to wait for another process that is changing the tables.
PATIENCE = 10.0
# Called with how many rows of the tape are folded, and how many there are, both to a part.
Progress = Callable[[int, int], None]


class TapeTables:
    """The tables of one tape, all of it or as far as it was known at the bookmark `through`. Threads may share them."""

    def __init__(
        self, database: str, tape: Tape, cards: Mapping[Family, Any], root: Path, *, through: Bookmark | None = None
    ) -> None:
        """`root` is the folder that holds `data` and `var`. Raises BookmarkError if `through` is none of this tape."""
        if through is not None:
            tape.follow(through, 1)
        self.database = database
        self.tape = tape
        self.cards = cards
        self.through = through
        self.folder = folder_of(tape, root / "var" / "tables", through)
        self.store = TableStore(self.folder, GAMES)
        self.inputs = {name: _fingerprint(root / "data" / name, root / "var" / "cards" / name) for name in GAMES}
        self._lock = threading.Lock()
        self._joins: tuple[Bookmark, Joins] | None = None
        self._ours: Path | None = None

    def refresh(self, patience: float = PATIENCE) -> Snapshot:
        """The tables as of now: what is new on the tape since the last refresh is folded into them.

        If somebody else is changing them for longer than the patience, they are as they were before. Raises
        TablesError and TapeError.
        """
        with _writable(self.folder):
            snapshot, _ = self._usable()
            if snapshot is not None and snapshot.manifest.mark.bookmark == self._end():
                return snapshot
            try:
                with self._alone(patience):
                    # Somebody else may have brought them here meanwhile.
                    snapshot, why = self._usable()
                    end = self._end()
                    if snapshot is not None and snapshot.manifest.mark.bookmark == end:
                        return snapshot
                    if why:
                        click.echo(f"{why}: all tables are built again", err=True)
                    return self._advance(snapshot, end)
            except LockedError as error:
                if snapshot is None:
                    raise TablesError(
                        f"Somebody else is building the tables in {self.folder}: try again in a while"
                    ) from error
                return snapshot

    def rebuild(self, executor: Executor | None = None, progress: Progress | None = None) -> tuple[Snapshot, int]:
        """Build the tables from nothing, in the processes of an executor; the old ones serve meanwhile.

        The answer has the number of events that were folded. Raises TablesError and TapeError.
        """
        with _writable(self.folder), self.store.workplace() as place:
            end = self._end()
            source = Source(self.tape, self.cards, joins_at(self.tape, end), end)
            folded = self._fold(source, START, place, executor, progress)
            try:
                with self._alone(PATIENCE):
                    snapshot = self.store.publish(
                        _changes(folded, frozenset()), self._mark(folded, end, None), self.inputs, None, executor
                    )
            except LockedError as error:
                raise TablesError(
                    f"Somebody else is changing the tables in {self.folder}: try again in a while"
                ) from error
            return snapshot, sum(it.events for it in folded)

    @contextmanager
    def _alone(self, patience: float) -> Iterator[None]:
        """Let no other thread and no other process change the tables meanwhile. Raises LockedError."""
        if not self._lock.acquire(timeout=patience):
            raise LockedError("Another thread is changing the tables")
        try:
            with self.store.changing(patience):
                yield
        finally:
            self._lock.release()

    def _end(self) -> Bookmark:
        return self.tape.bookmark() if self.through is None else self.through

    def _usable(self) -> tuple[Snapshot | None, str]:
        """The tables that are there; none if they are not what would be built from this tape now, and then why not."""
        try:
            snapshot = self.store.current()
        except DamagedTablesError as error:
            return None, str(error)
        if snapshot is None or self._ours == snapshot.folder:
            return snapshot, ""
        if not self._is_of_this_tape(snapshot.manifest.mark):
            return None, f"The tables in {self.folder} are of another tape"
        if outdated := self.store.outdated(snapshot, self.inputs):
            return None, "; ".join(outdated)
        self._ours = snapshot.folder
        return snapshot, ""

    def _is_of_this_tape(self, mark: Mark) -> bool:
        """Whether the tape is the one that was read, and still holds what was read last."""
        if mark.last is None:
            return True
        recording, _, number = mark.last.partition(":")
        try:
            return mark.tape == _identity(self.tape) and self.tape.recording(RecordingId(recording)).head >= int(number)
        except TapeError:
            return False

    def _advance(self, base: Snapshot | None, end: Bookmark) -> Snapshot:
        with self.store.workplace() as place:
            try:
                changes, mark = self._since(base, end, place)
            except BookmarkError:
                if base is None:
                    raise
                # A tape that was restored from an export: the same events, with other bookmarks.
                base = None
                changes, mark = self._since(None, end, place / "again")
            snapshot = self.store.publish(changes, mark, self.inputs, base)
        self._ours = snapshot.folder
        return snapshot

    def _since(self, base: Snapshot | None, end: Bookmark, place: Path) -> tuple[dict[Family, Change], Mark]:
        """What changed in the games since a snapshot was made."""
        start = START if base is None else Bookmark(base.manifest.mark.bookmark)
        joins, changed = self._joined(start, end)
        source = Source(self.tape, self.cards, joins, end)
        folded = self._fold(source, start, place, None, None)
        gone: frozenset[RecordingId] = frozenset()
        if base is not None:
            gone = changed | {joins.game_of(recording) for it in folded for recording in it.grown}
            new = {lead for it in folded for piece in it.all() for lead in piece.ids()} if gone else set()
            again = [lead for lead in sorted(gone - new) if joins.is_lead(lead)]
            folded += self._run(source, [Part(end, games=some) for some in _chunks(again)], place / "again", None, None)
        return _changes(folded, gone), self._mark(folded, end, base)

    def _joined(self, start: Bookmark, end: Bookmark) -> tuple[Joins, frozenset[RecordingId]]:
        """Which recordings tell one game at `end`, and the leads of all games in which this changed since `start`."""
        known, self._joins = self._joins, None
        joins = known[1] if known is not None and known[0] == start else joins_at(self.tape, start)
        changed: set[RecordingId] = set()
        for row in self.tape.scan(start, end, recording=REGISTRY):
            for event in decoded(row):
                changed |= joins.advance(event)
        self._joins = end, joins
        return joins, frozenset(changed)

    def _fold(
        self, source: Source, start: Bookmark, place: Path, executor: Executor | None, progress: Progress | None
    ) -> list[Folded]:
        """All games that begin behind a bookmark, and what else stands there."""
        parts = [Part(source.through, between) for between in self.tape.parts(start, source.through, A_PART)]
        return self._run(source, parts, place, executor, progress)

    def _run(
        self, source: Source, parts: Sequence[Part], place: Path, executor: Executor | None, progress: Progress | None
    ) -> list[Folded]:
        if executor is None and len(parts) <= 1:
            return [fold_part(source, part) for part in parts]
        placed = [part.into(place / f"{number:06d}") for number, part in enumerate(parts)]
        folding: Iterator[Folded]
        if executor is None:
            folding = (fold_part(source, part) for part in placed)
        else:
            futures = [executor.submit(fold_elsewhere, self.database, part) for part in placed]
            folding = (future.result() for future in futures)
        folded = []
        for it in folding:
            folded.append(it)
            if progress is not None:
                progress(len(folded) * A_PART, len(placed) * A_PART)
        return folded

    def _mark(self, folded: Sequence[Folded], end: Bookmark, base: Snapshot | None) -> Mark:
        last = next((f"{it.last[0]}:{it.last[1]}" for it in reversed(folded) if it.last is not None), None)
        return Mark(_identity(self.tape), end, last or (base.manifest.mark.last if base is not None else None))


def folder_of(tape: Tape, tables: Path, through: Bookmark | None = None) -> Path:
    """Where the tables of a tape lie: two databases never share a folder."""
    name = tape.database.name
    place = name if "://" in name else str(Path(name).resolve())
    called = re.sub(r"[^\w-]+", "-", Path(place).stem)[:40]
    folder = (
        Path(os.environ.get(TABLES_VARIABLE) or tables) / f"{called}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"
    )
    return folder if through is None else folder.with_name(f"{folder.name}-through-{through}")


def _changes(folded: Sequence[Folded], gone: frozenset[RecordingId]) -> dict[Family, Change]:
    return {
        name: Change(
            [it.pieces[name] for it in folded if name in it.pieces],
            [it.live[name] for it in folded if name in it.live],
            frozenset(gone),
        )
        for name in GAMES
    }


def _identity(tape: Tape) -> str:
    """Tells a tape from every other: the random id of its first recording."""
    first = tape.recordings(limit=1, newest_first=False)
    return first[0].id if first else ""


def _fingerprint(*folders: Path) -> str:
    """Tells whether the catalogue that facts are folded with is still the same."""
    hashed = hashlib.sha256()
    for folder in folders:
        for path in sorted(folder.iterdir() if folder.is_dir() else ()):
            if path.is_file():
                hashed.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return hashed.hexdigest()[:16]


def _chunks(games: Sequence[RecordingId]) -> Iterator[Sequence[RecordingId]]:
    for first in range(0, len(games), A_PART):
        yield games[first : first + A_PART]


@contextmanager
def _writable(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TablesError(
            f"The tables in {folder} cannot be written: {error.strerror or error}; "
            f"{TABLES_VARIABLE} can name another place for them"
        ) from error
