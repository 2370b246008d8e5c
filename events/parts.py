"""Keeps files of any size in parts, each compressed and written by itself, so that no memory and no writer waits long.

The first part lies in the row of the source, the others in a table of their own. While a file is being stored, its
source has a name and no bytes; so it looks if the storing was cut short, and storing it again completes it.
"""

import hashlib
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import sqlalchemy as sa

from events.database import Database
from events.errors import ChangedSourceError
from events.schema import SOURCE, SOURCE_PART
from events.tombstones import is_forgotten

# Bytes of a file in each of its parts but the last.
PART = 1024 * 1024
# Half the time of zlib's own level (119 against 60 MB/s), and a quarter more bytes.
_LEVEL = 4


def hashed(pieces: Iterable[bytes]) -> tuple[str, int]:
    """The hash by which a file is known, and how many bytes it has."""
    found, size = hashlib.sha256(), 0
    for piece in pieces:
        found.update(piece)
        size += len(piece)
    return found.hexdigest(), size


def store(
    database: Database,
    read: Callable[[], Iterable[bytes]],
    name: str | None,
    at: int,
    progress: Callable[[int], None] | None,
) -> str:
    """Keeps a file, and returns its hash; see `Erasable.store_file`."""
    source, size = hashed(read())
    with database.reading() as connection:
        if _is_kept(connection, source) or is_forgotten(connection, source):
            return source
    row: dict[str, Any] = {"id": source, "size": size, "received_at": at, "name": name}
    again = hashlib.sha256()
    first, stored, begun = b"", 0, False
    for number, part in enumerate(_parts(read()), 1):
        again.update(part)
        packed = zlib.compress(part, _LEVEL)
        if number == 1:
            first = packed
            if len(part) < size:
                begun = database.write(lambda connection: _begin(connection, row))
        else:
            _write_part(database, {"source": source, "number": number, "bytes": packed})
        stored += len(part)
        if progress is not None:
            progress(stored)
    if again.hexdigest() != source:
        database.write(lambda connection: _forget(connection, source, begun=begun))
        raise ChangedSourceError("The file changes while it is read: import it again when it is at rest")
    database.write(lambda connection: _finish(connection, row | {"bytes": first}))
    return source


def rewrite(connection: sa.Connection, source: str, data: bytes | None) -> None:
    """Puts other bytes in the place of a file's; its id stays that of the file as it came in. None: it is erased."""
    connection.execute(sa.delete(SOURCE_PART).where(SOURCE_PART.c.source == source))
    here = sa.update(SOURCE).where(SOURCE.c.id == source)
    if data is None:
        connection.execute(here.values(bytes=None, name=None))
        return
    for number, part in enumerate(_parts([data]), 1):
        packed = zlib.compress(part, _LEVEL)
        if number == 1:
            connection.execute(here.values(bytes=packed, size=len(data)))
        else:
            connection.execute(sa.insert(SOURCE_PART).values(source=source, number=number, bytes=packed))


def part_of(database: Database, source: str, number: int) -> bytes | None:
    """Part `number` of a file, from 1; None behind the last, and of one that is not there."""
    if number == 1:
        query = sa.select(SOURCE.c.bytes).where(SOURCE.c.id == source)
    else:
        query = sa.select(SOURCE_PART.c.bytes).where(SOURCE_PART.c.source == source, SOURCE_PART.c.number == number)
    with database.reading() as connection:
        packed = connection.execute(query).scalar_one_or_none()
    return None if packed is None else zlib.decompress(packed)


def _parts(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in parts of one size; an empty file has one part."""
    held = bytearray()
    cut = False
    for piece in pieces:
        held += piece
        while len(held) > PART:
            yield bytes(held[:PART])
            del held[:PART]
            cut = True
    if held or not cut:
        yield bytes(held)


def _is_kept(connection: sa.Connection, source: str) -> bool | None:
    """Whether all of a source is there; None where there is no place for it."""
    query = sa.select(SOURCE.c.bytes.is_not(None)).where(SOURCE.c.id == source)
    kept: bool | None = connection.execute(query).scalar_one_or_none()
    return kept


def _begin(connection: sa.Connection, row: dict[str, Any]) -> bool:
    """Makes the place of a source; whether there was none."""
    new = _is_kept(connection, row["id"]) is None
    if new:
        connection.execute(sa.insert(SOURCE).values(**row))
    return new


def _write_part(database: Database, row: dict[str, Any]) -> None:
    """Adds a part, in place of one that an earlier storing left there."""

    def write(connection: sa.Connection) -> None:
        place = sa.and_(SOURCE_PART.c.source == row["source"], SOURCE_PART.c.number == row["number"])
        connection.execute(sa.delete(SOURCE_PART).where(place))
        connection.execute(sa.insert(SOURCE_PART).values(**row))

    database.write(write)


def _finish(connection: sa.Connection, row: dict[str, Any]) -> None:
    """Fills the place of a source with its first part, once all others are there."""
    parts = SOURCE_PART.c.source == row["id"]
    there = connection.execute(sa.select(sa.func.count()).select_from(SOURCE_PART).where(parts)).scalar_one()
    if 1 + there != max(1, -(-row["size"] // PART)):
        raise ChangedSourceError("The file was erased while it was being stored: import it again if it is to be kept")
    kept = _is_kept(connection, row["id"])
    if kept is None:
        connection.execute(sa.insert(SOURCE).values(**row))
    elif not kept and not is_forgotten(connection, row["id"]):
        filled = {"bytes": row["bytes"], "name": row["name"]}
        connection.execute(sa.update(SOURCE).where(SOURCE.c.id == row["id"]).values(**filled))


def _forget(connection: sa.Connection, source: str, *, begun: bool) -> None:
    """Removes what was stored of a file that could not be kept whole; an erased one, that it was there, stays."""
    if not _is_kept(connection, source):
        connection.execute(sa.delete(SOURCE_PART).where(SOURCE_PART.c.source == source))
        here = SOURCE.c.id == source
        connection.execute(sa.delete(SOURCE).where(here) if begun else sa.update(SOURCE).where(here).values(name=None))
