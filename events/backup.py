"""Writes the whole database as JSON Lines, and makes an equal one from them.

The first line is a header, the last one counts the rows of each table, and every line between them is a row, its bytes
in base64. A row of the tape also shows its `family` and `events`, so that the file can be read without Gametape; the
events are null where the payload cannot be decoded. Restoring takes the payload, and refuses events that differ.

SQLite and PostgreSQL write the same lines, and either restores what the other wrote: equal rows, hashes and seals.
What belongs to one database only is left out: the transactions that gave PostgreSQL's followers their order. So their
old bookmarks do not fit what was restored.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import sqlalchemy as sa

from events.codec import CodecError, Family, decode_batch, decode_line, encode_line
from events.database import STREAMED, Database, Insert
from events.errors import PATIENCE, RefusedRowsError, TapeError
from events.opening import migrate, open_database
from events.schema import (
    FORGETTING,
    PLAYER,
    PROBLEM,
    RECORDING,
    REVISIONS,
    SEAL,
    SOURCE,
    SOURCE_PART,
    TAPE,
    TEXT,
    VACANCY,
)
from events.tape import Tape

# Each behind those that it refers to.
_TABLES = {
    str(table.name): table
    for table in (SOURCE, SOURCE_PART, PROBLEM, PLAYER, TEXT, RECORDING, TAPE, VACANCY, SEAL, FORGETTING)
}
# Broken lines that an error lists.
_LISTED = 20
# Rows that are added at once, and the bytes in them.
_TOGETHER = 500
_LARGEST_TOGETHER = 8 * 1024 * 1024
# A row with a part of a file has up to a megabyte, so fewer of them are read at once.
_STREAMED = {SOURCE: 4, SOURCE_PART: 4}
# Positions that are vacant where nobody writes them down: those that no row has.
_VACANT = """
    SELECT before + 1 AS first, position - 1 AS last
    FROM (SELECT position, lag(position, 1, CAST(0 AS bigint)) OVER (ORDER BY position) AS before FROM tape) AS places
    WHERE position > before + 1 ORDER BY position
"""


class NotEmptyError(TapeError):
    """The database has something in it: restore into a new one."""


class BackupError(TapeError):
    """A file is no whole export, and nothing of it was restored: mend what `problems` tells, or export anew."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("Nothing was restored. " + "; ".join(problems))
        self.problems = tuple(problems)


def export(tape: Tape, file: BinaryIO) -> int:
    """Writes everything that is in the database at this moment; how many rows that is."""
    counts = dict.fromkeys(_TABLES, 0)
    with tape.database.snapshot() as connection:
        _write(file, {"gametape_export": 1, "revision": REVISIONS[-1]})
        for name, table in _TABLES.items():
            for line in _lines(tape.database, connection, table):
                _write(file, {"table": name, **line})
                counts[name] += 1
        _write(file, {"end": counts})
    return sum(counts.values())


def restore(file: BinaryIO, url: str | Path, *, patience: float = PATIENCE) -> int:
    """Makes a new database equal to the one exported, or none; how many rows that is.

    Raises NotEmptyError, and BackupError with the number of every broken line.
    """
    migrate(url, patience)
    database = open_database(url, patience)
    try:
        with database.restoring() as connection:
            for table in _TABLES.values():
                if connection.execute(sa.select(table).limit(1)).first() is not None:
                    raise NotEmptyError(f"The database {database.name} is not empty: restore into a new one")
            return _restore(file, database, connection)
    finally:
        database.close()


# Writing


def _write(file: BinaryIO, line: dict[str, Any]) -> None:
    file.write(msgspec.json.encode(line))
    file.write(b"\n")


def _lines(database: Database, connection: sa.Connection, table: sa.Table) -> Iterator[dict[str, Any]]:
    query = sa.select(table).order_by(*table.primary_key.columns)
    if table is TAPE:
        query = query.add_columns(RECORDING.c.family).join_from(TAPE, RECORDING)
    statement = _VACANT if table is VACANCY and database.leaves_gaps else database.prepare(query)
    for values in database.stream(connection, statement, (), _STREAMED.get(table, STREAMED)):
        row = {
            str(column.name): bool(value) if isinstance(column.type, sa.Boolean) else value
            for column, value in zip(table.columns, values, strict=False)
        }
        yield {"row": row, "family": values.family, "events": _events(values)} if table is TAPE else {"row": row}


def _events(row: Any) -> list[msgspec.Raw] | None:
    try:
        return [msgspec.Raw(encode_line(event)) for event in decode_batch(row.family, row.payload, row.format)]
    except (CodecError, KeyError):
        # A damaged row is exported as it is: its bytes are all that is left of it.
        return None


# Reading


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line of an export: the header, a row of a table, or the end."""

    gametape_export: int | None = None
    revision: str | None = None
    table: str | None = None
    row: msgspec.Raw = msgspec.Raw()
    family: Family | None = None
    events: list[msgspec.Raw] | None = None
    end: dict[str, int] | None = None


def _row_type(table: sa.Table) -> type[msgspec.Struct]:
    whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]
    kinds: dict[type, Any] = {str: str, bytes: bytes, bool: bool, int: whole}
    columns = [
        (str(column.name), kinds[column.type.python_type] | None if column.nullable else kinds[column.type.python_type])
        for column in table.columns
    ]
    return msgspec.defstruct(table.name, columns, forbid_unknown_fields=True)


_READ_LINE = msgspec.json.Decoder(_Line)
_READ_ROW = {name: msgspec.json.Decoder(_row_type(table)) for name, table in _TABLES.items()}


def _restore(file: BinaryIO, database: Database, connection: sa.Connection) -> int:
    adding = _Adding(database, connection)
    counts = dict.fromkeys(_TABLES, 0)
    problems = adding.problems
    end: dict[str, int] | None = None
    number = 0
    for number, text in enumerate(file, 1):
        try:
            line = _line(text, number, end)
            if line.table is not None:
                table, values = _row(line)
                adding.add(number, table, values)
                counts[table] += 1
            end = line.end
        except (_BrokenLineError, CodecError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            problems[number] = str(error)
        if len(problems) >= _LISTED or (problems and number == 1):
            break
    adding.flush()
    # An export of an older Gametape does not count what came later: vacancies, parts of files.
    if not problems and (end is None or dict.fromkeys(_TABLES, 0) | end != counts):
        problems[number] = f"expected an end that counts {_told(counts)}; found {_told(end)}"
    if problems:
        raise BackupError([f"Line {line}: {problems[line]}" for line in sorted(problems)[:_LISTED]])
    return sum(counts.values())


class _Adding:
    """Adds rows, many at a time, and finds the line whose row the database refuses."""

    def __init__(self, database: Database, connection: sa.Connection) -> None:
        self.problems: dict[int, str] = {}
        self._connection = connection
        self._inserts = {name: database.inserting(table) for name, table in _TABLES.items()}
        self._table = ""
        self._rows: list[tuple[int, tuple[Any, ...]]] = []
        self._bytes = 0

    def add(self, line: int, table: str, row: tuple[Any, ...]) -> None:
        if table != self._table or len(self._rows) == _TOGETHER or self._bytes >= _LARGEST_TOGETHER:
            self.flush()
        self._table = table
        self._rows.append((line, row))
        self._bytes += sum(len(value) for value in row if isinstance(value, bytes))

    def flush(self) -> None:
        rows, self._rows, self._bytes = self._rows, [], 0
        if not rows:
            return
        insert = self._inserts[self._table]
        if self._refused(insert, [row for _, row in rows]) is None:
            return
        for line, row in rows:
            reason = self._refused(insert, [row])
            if reason is not None:
                self.problems[line] = reason

    def _refused(self, insert: Insert, rows: list[tuple[Any, ...]]) -> str | None:
        """Why rows were not added, None if they were."""
        self._connection.exec_driver_sql("SAVEPOINT rows_before")
        try:
            insert(self._connection, rows)
        except RefusedRowsError as error:
            self._connection.exec_driver_sql("ROLLBACK TO SAVEPOINT rows_before")
            return error.reason
        finally:
            self._connection.exec_driver_sql("RELEASE SAVEPOINT rows_before")
        return None


class _BrokenLineError(Exception):
    """What is wrong with a line."""


def _line(text: bytes, number: int, end: dict[str, int] | None) -> _Line:
    """A line, once it is found to be of a kind that may stand there."""
    try:
        line = _READ_LINE.decode(text)
    except RecursionError as error:
        raise _BrokenLineError("the JSON is nested too deeply") from error
    if number == 1:
        if line.gametape_export != 1:
            raise _BrokenLineError('expected the header of an export, {"gametape_export": 1, ...}')
        if line.revision not in REVISIONS:
            raise _BrokenLineError(f"the export has revision {line.revision}, this Gametape knows {REVISIONS[-1]}")
    elif end is not None:
        raise _BrokenLineError("expected nothing behind the end")
    elif (line.table is None) == (line.end is None):
        raise _BrokenLineError("expected the row of a table, or the end")
    return line


def _row(line: _Line) -> tuple[str, tuple[Any, ...]]:
    """The table and the values of a row, once its events are found to be those of its payload."""
    if line.table is None or line.table not in _TABLES:
        raise _BrokenLineError(f"expected a row of {', '.join(_TABLES)}, found {line.table}")
    row = _READ_ROW[line.table].decode(line.row)
    if line.family is not None and line.events is not None:
        shown = [decode_line(line.family, bytes(event)) for event in line.events]
        stored: Any = row
        if shown != decode_batch(line.family, stored.payload, stored.format):
            raise _BrokenLineError("the events are not those of the payload")
    return line.table, msgspec.structs.astuple(row)


def _told(counts: dict[str, int] | None) -> str:
    return "none" if counts is None else ", ".join(f"{name} {count}" for name, count in counts.items())
