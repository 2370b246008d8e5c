"""Answers one SELECT over the tables, each in a process of its own: nothing of it outlives its time limit."""

import atexit
import io
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec
import polars as pl
import pyarrow as pa

from dashboard.query_worker import Limits, Reply, Request

# Tables by their names in SQL: the Parquet files of each, or a frame.
Source: TypeAlias = Sequence[Path] | pl.DataFrame
_ROOT = Path(__file__).resolve().parents[1]
# Two people's queries run side by side; a third one waits for its turn.
_RUNNING = threading.BoundedSemaphore(2)


class QueryError(ValueError):
    """A query that cannot be answered; the message says why, and what may be done about it."""


class Answer(msgspec.Struct, frozen=True):
    """The rows of a query; `more`: there were more than the limit, and those are left out."""

    table: pl.DataFrame
    more: bool


class Workers:
    """Processes that wait for a query, so that the next one need not wait for one to start."""

    def __init__(self) -> None:
        self._waiting: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()

    def take(self) -> subprocess.Popen[bytes]:
        """A worker for one query; another one starts in its place."""
        with self._lock:
            taken = self._waiting.pop() if self._waiting else _started()
            self._waiting = [worker for worker in self._waiting if worker.poll() is None]
            if not self._waiting:
                self._waiting.append(_started())
        return taken if taken.poll() is None else _started()

    def close(self) -> None:
        with self._lock:
            for worker in self._waiting:
                worker.kill()
                worker.communicate()
            self._waiting.clear()


def _started() -> subprocess.Popen[bytes]:
    """A worker knows no address and no name of this machine but where the code lies."""
    return subprocess.Popen(
        [sys.executable, "-m", "dashboard.query_worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd="/",
        env={"PYTHONPATH": str(_ROOT), "HOME": "/", "PYTHONWARNINGS": "ignore"},
    )


WORKERS = Workers()
atexit.register(WORKERS.close)


def query(
    sql: str,
    tables: Mapping[str, Source],
    limits: Limits = Limits(),  # noqa: B008 (frozen)
    *,
    schema: str | None = None,
) -> Answer:
    """The answer to one SELECT over the tables. Raises QueryError.

    A table's name may have a schema before it (`system.games`); `schema` is the one that need not be written.
    """
    request = Request(
        sql=sql,
        schema=schema,
        files={
            name: [str(path.resolve()) for path in it]
            for name, it in tables.items()
            if not isinstance(it, pl.DataFrame)
        },
        frames={name: _as_arrow(it) for name, it in tables.items() if isinstance(it, pl.DataFrame)},
        limits=limits,
    )
    if not _RUNNING.acquire(timeout=limits.seconds):
        raise QueryError("Other queries are running; try again in a moment")
    try:
        reply = _asked(request)
    finally:
        _RUNNING.release()
    if reply.wrong is not None:
        raise QueryError(reply.wrong)
    return Answer(_frame(reply.answer), reply.more)


def _asked(request: Request) -> Reply:
    worker = WORKERS.take()
    try:
        said, _ = worker.communicate(msgspec.msgpack.encode(request), timeout=request.limits.seconds)
    except subprocess.TimeoutExpired as error:
        worker.kill()
        worker.communicate()
        raise QueryError(f"The query took longer than {request.limits.seconds:g} seconds and was stopped") from error
    if worker.returncode != 0 or not said:
        raise QueryError(f"The query needs more than {request.limits.memory} MiB of memory and was stopped")
    return msgspec.msgpack.decode(said, type=Reply)


def _as_arrow(frame: pl.DataFrame) -> bytes:
    sink = io.BytesIO()
    frame.write_ipc(sink, compat_level=pl.CompatLevel.oldest())
    return sink.getvalue()


def _frame(stream: bytes) -> pl.DataFrame:
    """The rows of an Arrow stream; kinds of values that have no like here are told as text."""
    table = pa.ipc.open_stream(stream).read_all()
    columns = [_series(name, column) for name, column in zip(_unlike(table.column_names), table.columns, strict=True)]
    return pl.DataFrame(columns)


def _series(name: str, column: pa.ChunkedArray) -> pl.Series:
    try:
        found = pl.from_arrow(column)
    except (pl.exceptions.PolarsError, ValueError, TypeError):
        return pl.Series(name, [None if value is None else str(value) for value in column.to_pylist()], pl.String)
    return pl.Series(name, found)


def _unlike(names: Sequence[str]) -> list[str]:
    """The names, with a number behind one that is there before."""
    found: list[str] = []
    for name in names:
        number, told = 1, name
        while told in found:
            number += 1
            told = f"{name}_{number}"
        found.append(told)
    return found
