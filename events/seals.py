"""Seals: what the whole tape was at a moment, in one line that a person can keep elsewhere.

A seal covers rows in the order of their positions, on every database alike, so that it outlives a move from one to
another. Its bookmark is a position.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeAlias

import msgspec
import sqlalchemy as sa

from events.bookmarks import START, WITHOUT_END, Bookmark, position_of
from events.chain import NOTHING, root_hash, seal_hash
from events.database import Database
from events.erasable import now
from events.errors import TapeError
from events.schema import RECORDING, SEAL, TAPE
from events.tape import Tape

# (position, recording, first, last, recorded_at, hash)
Place: TypeAlias = tuple[int, str, int, int, int, bytes]


class SealLineError(TapeError):
    """A line that was kept is no seal: look for the one that `seal` returned."""


class Seal(msgspec.Struct, frozen=True):
    """The state of the tape up to a bookmark: how many rows it had, and the root hash over all of them in order."""

    number: int
    bookmark: Bookmark
    rows: int
    root: bytes

    def line(self) -> str:
        """One line to keep where nobody who can change the tape can change it."""
        return f"gametape-seal:1:{self.number}:{self.bookmark}:{self.rows}:{self.root.hex()}"


# What the first seal follows.
UNSEALED = Seal(0, START, 0, NOTHING)


def parse_seal(line: str) -> Seal:
    """The seal of a line that was kept. Raises SealLineError."""
    try:
        name, version, number, bookmark, rows, root = line.strip().split(":")
        kept = Seal(int(number), Bookmark(bookmark), int(rows), bytes.fromhex(root))
    except ValueError as error:
        raise SealLineError(
            f"{line.strip()!r} is no seal: expected gametape-seal:1:NUMBER:BOOKMARK:ROWS:ROOT"
        ) from error
    if (name, version, len(kept.root)) != ("gametape-seal", "1", 32):
        raise SealLineError(f"{line.strip()!r} is no seal that this Gametape knows: expected one of version 1")
    return kept


def seal(tape: Tape) -> str:
    """Seals the tape as it is now and returns the line to keep; without new rows, the line of the last seal.

    On PostgreSQL it waits until the transactions that are open now have ended. Raises BusyTapeError if one stays open.
    """
    newest = sa.select(SEAL).order_by(SEAL.c.number.desc()).limit(1)
    while True:
        through = tape.database.settled()
        with tape.database.snapshot() as connection:
            last = connection.execute(newest).one_or_none()
            before = UNSEALED if last is None else Seal(last.number, last.bookmark, last.rows, last.root)
            after = _sealed(tape.database, connection, before, through)
        if last is not None and after.rows == before.rows:
            return before.line()
        previous = NOTHING if last is None else last.hash
        sealed_at = now()
        row = msgspec.structs.asdict(after) | {
            "previous": previous,
            "hash": seal_hash(previous, after.number, after.bookmark, after.rows, after.root, sealed_at),
            "sealed_at": sealed_at,
        }
        if tape.database.write(partial(_add, before=before, row=row)):
            return after.line()


def _add(connection: sa.Connection, before: Seal, row: dict[str, Any]) -> bool:
    """Adds a seal, unless somebody else sealed meanwhile: this one has to follow that one then."""
    number = connection.execute(sa.select(sa.func.max(SEAL.c.number))).scalar_one()
    if (number or 0) != before.number:
        return False
    connection.execute(sa.insert(SEAL).values(row))
    return True


def places(
    database: Database, connection: sa.Connection, position: int = 0, through: int = WITHOUT_END
) -> Iterator[Place]:
    """The rows behind a position, by position, without their payloads; memory stays flat."""
    query = (
        sa.select(
            TAPE.c.position,
            sa.func.coalesce(RECORDING.c.id, sa.literal_column("''")),
            TAPE.c.first,
            TAPE.c.last,
            TAPE.c.recorded_at,
            TAPE.c.hash,
        )
        .join_from(TAPE, RECORDING, isouter=True)
        .where(TAPE.c.position > sa.bindparam("after"), TAPE.c.position <= sa.bindparam("through"))
        .order_by(TAPE.c.position)
    )
    rows: Any = database.stream(connection, database.prepare(query), (position, through))
    return iter(rows)


def _sealed(database: Database, connection: sa.Connection, before: Seal, through: int) -> Seal:
    rows, root, position = before.rows, before.root, position_of(before.bookmark)
    for place in places(database, connection, position, through):
        position = place[0]
        root = root_hash(root, *place)
        rows += 1
    return Seal(before.number + 1, Bookmark(str(position)), rows, root)
