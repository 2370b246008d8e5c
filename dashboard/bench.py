"""Measures speed as ratios to the same work done bare in the same run, so that a noisy machine does not matter.

Bare means: the standard library's sqlite3 and msgspec, the same rows with the same contents, the same sync; none of the
tape's checks. Rounds of ours and bare take turns; medians are told. A ratio of 1 is as fast as bare, more is faster.
"""

import hashlib
import random
import sqlite3
import statistics
import tempfile
import time
import zlib
from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click
import msgspec

from dashboard.demo import simulated
from dashboard.table_parts import Part, Source, fold_part, joins_at
from dashboard.tables import A_PART
from dashboard.workspace import USUAL, Workspace
from events.base import Event
from events.bookmarks import START
from events.codec import Family, event_union, unpack_batch
from events.tape import NewRecording, Tape, migrate
from ingest.selfplay import Wish
from projector.game import Game
from projector.games import GAMES
from projector.replay import view_at

# Games that share a transaction, as an import does it.
TOGETHER = 32
# Events appended one by one in a round: each is a sync to disk.
SINGLE_EVENTS = 300
_SEEKS = 400
LEVEL = 1


class Row(msgspec.Struct, frozen=True):
    """A measurement: ours and bare in `unit`, and how many times the speed of bare ours is."""

    name: str
    ours: float
    bare: float
    ratio: float
    unit: str


def measure(games: int, rounds: int, tabled: int) -> list[Row]:
    """All rows, in a temporary database, and in PostgreSQL where there is a server; tables of `tabled` games."""
    from dashboard.bench_postgres import measure_postgres
    from dashboard.bench_tables import measure_tables

    rows: list[Row] = []
    usual: list[list[Event]] = []
    with tempfile.TemporaryDirectory(prefix="gametape-bench-") as folder:
        for system in GAMES.values():
            place = Path(folder) / system.name
            place.mkdir()
            migrate(place / "seek.db")
            with Workspace(str(place / "seek.db")) as work:
                played = _played(work, system, games, sum(map(len, usual)))
                events = sum(map(len, played))
                click.echo(f"{system.title}: {len(played)} games, {events} events; {rounds} rounds each", err=True)
                rows.append(_append_games(place, system, played, rounds))
                if not usual:
                    # One event is appended like another, whatever the game.
                    usual = played
                    rows.append(_append_events(place, system, played, rounds))
                fill(work.tape, played, system.name)
                rows += [_rebuild(work, system, rounds), _seek(work, system, place / "seek.db")]
                if system.name == USUAL:
                    rows += measure_tables(work, place, tabled, rounds)
        return rows + measure_postgres(usual, rounds)


def _played(work: Workspace, system: Game[Any], games: int, events: int) -> list[list[Event]]:
    """So many games; of a system that is measured after another, as many as have about as many events."""
    played: list[list[Event]] = []
    for game in simulated(work, system.name, Wish(games)):
        played.append(game)
        if events and sum(map(len, played)) >= events:
            break
    return played


def _named(row: str, system: Game[Any]) -> str:
    """The name of a row: plain for the usual system, for others with the system's name behind it."""
    return row if system.name == USUAL else f"{row}_{system.name}"


def row_of(name: str, ours: list[float], bare: list[float], amount: float, unit: str) -> Row:
    fast, plain = statistics.median(ours), statistics.median(bare)
    return Row(name, round(amount / fast), round(amount / plain), round(plain / fast, 3), unit)


def in_turns(
    rounds: int, ours: Callable[[int], float], bare: Callable[[int], float]
) -> tuple[list[float], list[float]]:
    """Seconds of each round, beginning with the other one every time."""
    ours_took: list[float] = []
    bare_took: list[float] = []
    for turn in range(rounds):
        if turn % 2:
            ours_took.append(ours(turn))
            bare_took.append(bare(turn))
        else:
            bare_took.append(bare(turn))
            ours_took.append(ours(turn))
    return ours_took, bare_took


def new_recording(game: Sequence[Event], number: int, family: Family = USUAL) -> NewRecording:
    return NewRecording(family=family, adapter="bench", events=game, digest=f"{number:064x}", simulated=True)


def fill(tape: Tape, played: Sequence[Sequence[Event]], family: Family = USUAL) -> None:
    numbered = iter(enumerate(played))
    while together := list(islice(numbered, TOGETHER)):
        tape.append_new([new_recording(game, number, family) for number, game in together])


def _append_games(place: Path, system: Game[Any], played: Sequence[Sequence[Event]], rounds: int) -> Row:
    def ours(turn: int) -> float:
        path = place / f"games-{turn}.db"
        migrate(path)
        with Tape(path) as tape:
            begin = time.perf_counter()
            fill(tape, played, system.name)
            return time.perf_counter() - begin

    def bare(turn: int) -> float:
        connection = _bare_tape(place / f"bare-games-{turn}.db")
        begin = time.perf_counter()
        numbered = iter(enumerate(played, 1))
        while together := list(islice(numbered, TOGETHER)):
            recordings, rows = [], []
            for number, game in together:
                name = f"bench{number:011d}"
                payload = zlib.compress(msgspec.msgpack.encode(game), LEVEL)
                digest = hashlib.sha256(name.encode() + payload).digest()
                recordings.append((number, name, system.name, "bench", f"{number:064x}", len(game), digest))
                rows.append((number, 1, len(game), time.time_ns() // 1000, 1, digest, payload))
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(_BARE_RECORDING, recordings)
            connection.executemany(_BARE_ROW, rows)
            connection.execute("COMMIT")
        took = time.perf_counter() - begin
        connection.close()
        return took

    events = sum(len(game) for game in played)
    return row_of(_named("append_games", system), *in_turns(rounds, ours, bare), events, "events/s")


def _append_events(place: Path, system: Game[Any], played: Sequence[Sequence[Event]], rounds: int) -> Row:
    singles = [event for game in played for event in game][: SINGLE_EVENTS + 1]

    def ours(turn: int) -> float:
        path = place / f"events-{turn}.db"
        migrate(path)
        with Tape(path) as tape:
            recording = tape.append_new([new_recording(singles[:1], 0, system.name)])[0].id
            begin = time.perf_counter()
            for number, event in enumerate(singles[1:], 1):
                tape.append(recording, [event], after=number)
            return time.perf_counter() - begin

    def bare(turn: int) -> float:
        connection = _bare_tape(place / f"bare-events-{turn}.db")
        payload = zlib.compress(msgspec.msgpack.encode(singles[:1]), LEVEL)
        digest = hashlib.sha256(payload).digest()
        connection.execute(_BARE_RECORDING, (1, "bench", system.name, "bench", "0", 1, digest))
        begin = time.perf_counter()
        for number, event in enumerate(singles[1:], 1):
            payload = zlib.compress(msgspec.msgpack.encode([event]), LEVEL)
            digest = hashlib.sha256(digest + payload).digest()
            connection.execute("BEGIN IMMEDIATE")
            connection.execute(_BARE_HEAD, (number + 1, digest, 1, number))
            connection.execute(_BARE_ROW, (1, number + 1, number + 1, time.time_ns() // 1000, 1, digest, payload))
            connection.execute("COMMIT")
        took = time.perf_counter() - begin
        connection.close()
        return took

    return row_of("append_events", *in_turns(rounds, ours, bare), SINGLE_EVENTS, "events/s")


def _rebuild(work: Workspace, system: Game[Any], rounds: int) -> Row:
    """Ours reads, decodes, folds and gathers facts; bare only decodes the same bytes, which lie in memory."""
    packed = [unpack_batch(row[4]) for row in work.tape.scan()]
    decoder = msgspec.msgpack.Decoder(list.__class_getitem__(event_union(system.name)))
    end = work.tape.bookmark()

    def ours(_: int) -> float:
        begin = time.perf_counter()
        source = Source(work.tape, work.cards, joins_at(work.tape, end), end)
        for between in work.tape.parts(START, end, A_PART):
            fold_part(source, Part(end, between))
        return time.perf_counter() - begin

    def bare(_: int) -> float:
        begin = time.perf_counter()
        for batch in packed:
            decoder.decode(batch)
        return time.perf_counter() - begin

    events = sum(len(decoder.decode(batch)) for batch in packed)
    return row_of(_named("rebuild", system), *in_turns(rounds, ours, bare), events, "events/s")


def _seek(work: Workspace, system: Game[Any], path: Path) -> Row:
    """Any step of any game from the tape to its view, the 99th percentile; bare reads and decodes the same game."""
    games = work.tape.recordings(limit=200)
    pick = random.Random(1)  # noqa: S311 (which steps to measure, not a secret)
    cards = work.cards[system.name]
    ours: list[float] = []
    bare: list[float] = []
    connection = sqlite3.connect(path)
    query = "SELECT payload FROM tape JOIN recording ON recording.number = tape.recording WHERE recording.id = ?"
    decoder = msgspec.msgpack.Decoder(list.__class_getitem__(event_union(system.name)))
    for _ in range(_SEEKS):
        game = pick.choice(games)
        step = pick.randint(0, game.head)
        begin = time.perf_counter()
        view_at(system, cards, work.tape.read(game.id), step)
        between = time.perf_counter()
        for (payload,) in connection.execute(query, (game.id,)):
            decoder.decode(zlib.decompress(payload))
        ours.append((between - begin) * 1000)
        bare.append((time.perf_counter() - between) * 1000)
    connection.close()
    slow, plain = _p99(ours), _p99(bare)
    return Row(_named("seek", system), round(slow, 3), round(plain, 3), round(plain / slow, 3), "ms at p99")


def _p99(values: list[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


_BARE_RECORDING = (
    "INSERT INTO recording (number, id, family, adapter, digest, head, head_hash) VALUES (?, ?, ?, ?, ?, ?, ?)"
)
_BARE_ROW = "INSERT INTO tape (recording, first, last, recorded_at, format, hash, payload) VALUES (?, ?, ?, ?, ?, ?, ?)"
_BARE_HEAD = "UPDATE recording SET head = ?, head_hash = ? WHERE number = ? AND head = ?"


def _bare_tape(path: Path) -> sqlite3.Connection:
    """The same two tables with the same keys and sync as the tape's, without its triggers."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA secure_delete=ON")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute(
        "CREATE TABLE recording (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, family TEXT, adapter TEXT, "
        "digest TEXT UNIQUE, head INTEGER, head_hash BLOB)"
    )
    connection.execute(
        "CREATE TABLE tape (position INTEGER PRIMARY KEY AUTOINCREMENT, "
        "recording INTEGER REFERENCES recording(number), first INTEGER, last INTEGER, recorded_at INTEGER, "
        "format INTEGER, hash BLOB, payload BLOB, "
        "UNIQUE (recording, first))"
    )
    return connection
