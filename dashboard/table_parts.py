"""Folds a part of the tape into pieces of tables: here, in a process of a pool, or on another machine of a cluster."""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import polars as pl

from dashboard.tellings import decisions_on, told_by
from events.base import Event, RecordingId
from events.bookmarks import START, Bookmark
from events.codec import CodecError, Family, decode_batch
from events.recordings import REGISTRY, Recording
from events.tape import DamagedTapeError, ScannedRow, Tape
from projector.facts import COUNTED, GAMES_TABLE, FactRows, Origin, refined
from projector.games import GAMES
from projector.joins import Joins
from projector.tables import Piece, with_counts, write_piece

# The adapter of recordings that a client appends while the game is played.
LIVE = "live"
# Games whose rows are held as Python's own values at a time: they take ten times the memory of a frame.
_AT_A_TIME = 1024


class Part(msgspec.Struct, frozen=True):
    """What to fold: the games that begin between two bookmarks, or these `games`; each as far as it goes at `through`.

    `folder` is where the pieces go, None: they stay in memory.
    """

    through: Bookmark
    between: tuple[Bookmark, Bookmark] | None = None
    games: Sequence[RecordingId] = ()
    folder: str | None = None

    def into(self, folder: Path) -> "Part":
        return msgspec.structs.replace(self, folder=str(folder))


class Folded(msgspec.Struct, frozen=True):
    """The pieces of a part, and what else stood in it.

    `grown` are recordings that began before it and went on in it. `last` is its last row: the recording and the number
    of the event. So many `events` were folded.
    """

    pieces: dict[Family, Piece]
    live: dict[Family, Piece]
    grown: frozenset[RecordingId]
    last: tuple[RecordingId, int] | None
    events: int

    def all(self) -> tuple[Piece, ...]:
        return (*self.pieces.values(), *self.live.values())


class Source:
    """What parts are folded of: a tape, catalogues, and which recordings tell one game at a bookmark."""

    def __init__(self, tape: Tape, cards: Mapping[Family, Any], joins: Joins, through: Bookmark) -> None:
        self.tape = tape
        self.cards = cards
        self.joins = joins
        self.through = through

    def game(self, lead: RecordingId) -> tuple[Recording, Sequence[Event]] | None:
        """A game as its recordings tell it together at `through`, and the leading one; None if there is none."""
        recordings, events = [], []
        for name in self.joins.recordings_of(lead):
            rows = list(self.tape.scan(START, self.through, recording=name))
            if rows and rows[0][1] in GAMES:
                events.append([event for row in rows for event in decoded(row)])
                recordings.append(msgspec.structs.replace(self.tape.recording(name), head=rows[-1][3]))
        if not recordings:
            return None
        decisions = decisions_on(self.joins, recordings)
        return recordings[0], told_by(self.tape, self.cards, recordings, events, decisions).events


def joins_at(tape: Tape, through: Bookmark) -> Joins:
    """Which recordings tell one game, by what was decided up to a bookmark."""
    decided = tape.scan(START, through, recording=REGISTRY)
    return Joins(event for row in decided for event in decoded(row))


def fold_elsewhere(database: str, part: Part) -> Folded:
    """Fold a part in another process, which opens the tape itself and keeps it for the next part."""
    return fold_part(_source(database, part.through), part)


def fold_part(source: Source, part: Part) -> Folded:
    """Fold the games of a part. Raises DamagedTapeError and BookmarkError."""
    with _without_collecting(), ThreadPoolExecutor(1, "refining") as refining:
        gathered = _Gathered(source, refining)
        if part.between is not None:
            gathered.scan(*part.between)
        gathered.read(part.games)
        pieces, live = gathered.taken(live=False), gathered.taken(live=True)
    if part.folder is not None:
        place = Path(part.folder)
        pieces = {name: write_piece(place / name, piece) for name, piece in pieces.items()}
        live = {name: write_piece(place / f"{name}-live", piece) for name, piece in live.items()}
    return Folded(pieces, live, frozenset(gathered.grown), gathered.last, gathered.events)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """No search for unreachable cycles meanwhile: games make none, and it walks all rows held again and again."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def decoded(row: ScannedRow) -> list[Event]:
    """The events of a row of the tape. Raises DamagedTapeError."""
    try:
        return decode_batch(row[1], row[4])
    except CodecError as error:
        raise DamagedTapeError(f"Recording {row[0]}: events {row[2]} to {row[3]} cannot be read: {error}") from error


class _Gathered:
    """The facts of a part while it is folded."""

    def __init__(self, source: Source, refining: Executor) -> None:
        self.source = source
        self.refining = refining
        self.grown: set[RecordingId] = set()
        self.last: tuple[RecordingId, int] | None = None
        self.events = 0
        self._rows = {(name, live): FactRows(game) for name, game in GAMES.items() for live in (False, True)}
        self._frames: dict[tuple[Family, bool], list[Future[dict[str, pl.DataFrame]]]] = {key: [] for key in self._rows}
        self._games = dict.fromkeys(self._rows, 0)

    def scan(self, after: Bookmark, through: Bookmark) -> None:
        """All games that begin here. One that goes on behind this part is read to its end when the part is through."""
        begun: dict[RecordingId, list[ScannedRow]] = {}
        decided: list[RecordingId] = []
        for row in self.source.tape.scan(after, through):
            recording, family, first, last, _, head, *_ = row
            self.last = recording, last
            if family not in GAMES:
                continue
            if first > 1:
                if recording in begun:
                    begun[recording].append(row)
                else:
                    self.grown.add(recording)
            elif self.source.joins.is_named(recording):
                if self.source.joins.is_lead(recording):
                    decided.append(recording)
            else:
                begun[recording] = [row]
            if recording in begun and last == head:
                rows = begun.pop(recording)
                self._add(recording, family, row[6], row[7], [event for it in rows for event in decoded(it)])
        self.read([*begun, *decided])

    def read(self, games: Iterable[RecordingId]) -> None:
        """Games as they are at the source's bookmark, whatever recordings tell them."""
        for lead in games:
            found = self.source.game(lead)
            if found is not None:
                recording, events = found
                self._add(lead, recording.family, recording.adapter, recording.client, events)

    def taken(self, *, live: bool) -> dict[Family, Piece]:
        """The pieces of all game systems that have a game."""
        pieces = {}
        for name in GAMES:
            self._take(name, live=live)
            games = self._games[name, live]
            if games:
                frames = [it.result() for it in self._frames[name, live]]
                whole = Piece(games, {table: pl.concat([it[table] for it in frames]) for table in frames[0]})
                pieces[name] = with_counts(GAMES[name], whole)
        return pieces

    def _add(
        self, lead: RecordingId, family: Family, adapter: str, client: str | None, events: Sequence[Event]
    ) -> None:
        game = GAMES[family]
        retracted = self.source.joins.is_retracted(lead)
        if retracted and COUNTED not in game.tables[GAMES_TABLE]:
            return
        state = game.fold(self.source.cards[family], events)
        live = adapter == LIVE and not game.summary(state).ended
        gathered = self._rows[family, live]
        number = self._games[family, live]
        gathered.add(number, Origin(lead, client, retracted), game.rows(state))
        self._games[family, live] = number + 1
        self.events += len(events)
        if len(gathered) >= _AT_A_TIME:
            self._take(family, live=live)

    def _take(self, family: Family, *, live: bool) -> None:
        gathered = self._rows[family, live]
        if len(gathered):
            # While the next games are folded: it is polars' work, which needs no lock of the interpreter.
            refining = self.refining.submit(refined, GAMES[family], *gathered.take_told())
            self._frames[family, live].append(refining)


def _source(database: str, through: Bookmark) -> Source:
    """The tape and all that goes with it, opened once for all parts that a process is given of it."""
    from dashboard.workspace import catalogue

    known = _OPENED.get((database, through))
    if known is None:
        for source in _OPENED.values():
            source.tape.close()
        _OPENED.clear()
        tape = Tape(database)
        cards = {name: catalogue(name) for name in GAMES}
        known = _OPENED[database, through] = Source(tape, cards, joins_at(tape, through), through)
    return known


_OPENED: dict[tuple[str, Bookmark], Source] = {}
