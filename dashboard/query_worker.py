"""A process that answers one SELECT and ends, so that whatever a query does can be stopped and is over with it.

It reads one request from standard input and writes one reply to standard output, both msgpack. The tables' files are
opened here and handed to DuckDB as Arrow datasets; DuckDB itself has no way to files, the network, extensions or
Python's variables, and its settings are locked.
"""

import resource
import sys
import warnings
from collections.abc import Mapping
from typing import Any

import duckdb
import msgspec
import pyarrow as pa
import pyarrow.dataset as arrow_dataset

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "enable_external_access": False,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "threads": 2,
}
_LOCKS = (
    "SET python_enable_replacements = false",
    "SET max_temp_directory_size = '0B'",
    "SET lock_configuration = true",
)
# Address space beside DuckDB's own limit: libraries and the answer.
_BESIDE = 4 * 2**30
_BATCH = 2048


class Limits(msgspec.Struct, frozen=True):
    """What a query may take: seconds, MiB of memory while it runs, rows and MiB of its answer."""

    seconds: float = 10.0
    memory: int = 512
    rows: int = 10_000
    answer: int = 16


class Request(msgspec.Struct, frozen=True):
    """A query, and its tables by their names in SQL: the paths of Parquet files, or the bytes of an Arrow file.

    A name may have a schema before it (`system.games`); `schema` is the one that need not be written.
    """

    sql: str
    schema: str | None
    files: dict[str, list[str]]
    frames: dict[str, bytes]
    limits: Limits


class Reply(msgspec.Struct, frozen=True):
    """The answer as an Arrow stream and whether there was `more`, or what is `wrong` with the query."""

    answer: bytes = b""
    more: bool = False
    wrong: str | None = None


class RefusedError(Exception):
    """The query is not answered; the message says why."""


def answered(request: Request) -> Reply:
    """The reply to a request."""
    try:
        _expect_one_select(request.sql)
        return _read(request)
    except RefusedError as error:
        return Reply(wrong=str(error))
    except (duckdb.OutOfMemoryException, MemoryError):
        return Reply(wrong=f"The query needs more than {request.limits.memory} MiB of memory and was stopped")
    except (duckdb.Error, pa.ArrowException) as error:
        return Reply(wrong=_said(error))


def _expect_one_select(sql: str) -> None:
    statements = duckdb.extract_statements(sql)
    if not statements:
        raise RefusedError("Write a SELECT, such as SELECT mode, count(*) FROM games GROUP BY mode")
    if len(statements) > 1:
        raise RefusedError(f"These are {len(statements)} statements; write one SELECT")
    if statements[0].type != duckdb.StatementType.SELECT:
        raise RefusedError(f"This is a {statements[0].type.name}; only a SELECT is answered")


def _read(request: Request) -> Reply:
    limits = request.limits
    with duckdb.connect(":memory:", config=_SETTINGS | {"memory_limit": f"{limits.memory}MiB"}) as connection:
        for name, source in _sources(request).items():
            _register(connection, name, source)
        if request.schema is not None:
            connection.execute(f"SET search_path = '{_word(request.schema)},main'")
        for lock in _LOCKS:
            connection.execute(lock)
        reader: Any = connection.sql(request.sql).to_arrow_reader(_BATCH)
        batches: list[pa.RecordBatch] = []
        rows = size = 0
        for batch in reader:
            batches.append(batch.slice(0, limits.rows - rows))
            rows += batch.num_rows
            size += batch.nbytes
            if size > limits.answer * 2**20:
                raise RefusedError(f"The answer is larger than {limits.answer} MiB: select less, or add a LIMIT")
            if rows > limits.rows:
                break
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, reader.schema) as stream:
            for batch in batches:
                stream.write_batch(batch)
        return Reply(sink.getvalue().to_pybytes(), rows > limits.rows)


def _register(connection: duckdb.DuckDBPyConnection, name: str, source: Any) -> None:
    schema, _, table = name.rpartition(".")
    if not schema:
        connection.register(_word(table), source)
        return
    hidden = f"{_word(schema)}__{_word(table)}"
    connection.register(hidden, source)
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {schema}")
    connection.execute(f"CREATE VIEW {schema}.{table} AS FROM {hidden}")


def _word(name: str) -> str:
    """A name of a table or schema, which our own code gives. Raises ValueError if it is no plain word."""
    if not name.isidentifier():
        raise ValueError(f"{name!r} cannot name a table")
    return name


def _sources(request: Request) -> Mapping[str, Any]:
    files = {name: arrow_dataset.dataset(paths, format="parquet") for name, paths in request.files.items()}
    return files | {name: pa.ipc.open_file(data).read_all() for name, data in request.frames.items()}


def _said(error: Exception) -> str:
    """What DuckDB says, without the picture of the place it points to."""
    return str(error).split("\n\nLINE", 1)[0].strip()


def main() -> None:
    """Answer the request of standard input."""
    warnings.simplefilter("ignore")
    request = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Request)
    space = request.limits.memory * 2**20 + _BESIDE
    resource.setrlimit(resource.RLIMIT_AS, (space, space))
    sys.stdout.buffer.write(msgspec.msgpack.encode(answered(request)))


if __name__ == "__main__":
    main()
