"""What a person may ask to have erased: source files, players' names, free texts. None of it is on the tape itself."""

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NewType, TypeAlias, TypeVar

import msgspec
import sqlalchemy as sa

from events.base import PlayerId, TextId
from events.database import Database
from events.errors import TapeError
from events.parts import hashed, part_of, rewrite, store
from events.schema import PLAYER, PROBLEM, SOURCE, SOURCE_PART, TEXT
from events.tombstones import ERASED, find_secret, forget_sources, is_forgotten, tombstone

SourceId = NewType("SourceId", str)
Thing = TypeVar("Thing")
# A client and the player's name there, by which it is always the same player.
_Key: TypeAlias = tuple[str, str]


class NothingToEraseError(TapeError):
    """There is no source, player or text of that id: look it up again."""


class Source(msgspec.Struct, frozen=True):
    """A file as it came in. `data` and `name` are None once they are erased; `size` counts bytes."""

    id: SourceId
    name: str | None
    data: bytes | None
    size: int


class SourceHeader(msgspec.Struct, frozen=True):
    """What is known of a file without its bytes. `name` is None once it is erased."""

    id: SourceId
    name: str | None
    size: int
    erased: bool


class Account(msgspec.Struct, frozen=True):
    """A player as a client knows it; `handle` and `name` are None once they are erased, the name if it has none."""

    id: PlayerId
    client: str
    handle: str | None
    name: str | None


class Problem(msgspec.Struct, frozen=True):
    """What could not be read in a source; lines count from 1, None is the source as a whole."""

    line: int | None
    message: str


class Erasable:
    """The side tables of a database. An id that is not there, or was erased, is missing in what a lookup returns.

    Nothing that is erased can be read by any query again. In a SQLite file its bytes are overwritten at once and the
    write-ahead log is emptied. On PostgreSQL its old rows are vacuumed, but bytes may stay in free space of the tables'
    files until that is used again, and in the write-ahead log and replicas. Backups keep it, on either.
    """

    def __init__(self, database: Database) -> None:
        self.database = database

    # Sources

    def store_source(self, data: bytes, name: str | None = None) -> SourceId:
        """Keeps the bytes of a file, once; storing an erased one keeps it again."""
        return self.store_file(lambda: (data,), name)

    def store_file(
        self,
        read: Callable[[], Iterable[bytes]],
        name: str | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> SourceId:
        """Keeps a file of any size, once, without ever holding more than a part of it.

        `read` gives its bytes in pieces from the beginning, and is called twice: the file is known by the hash of all
        of it. `progress(stored)` counts bytes. Raises ChangedSourceError if the second reading differs.
        """
        return SourceId(store(self.database, read, name, now(), progress))

    def store_redacted(self, data: bytes, redacted: bytes | None, name: str | None) -> SourceId:
        """Keeps another form of a file, None for nothing of it, under the hash of the file; once, and for good."""
        source = SourceId(hashed([data])[0])
        row = {"id": source, "size": len(data), "received_at": now(), "name": name}

        def store(connection: sa.Connection) -> None:
            if not is_forgotten(connection, source):
                if connection.execute(sa.select(SOURCE.c.id).where(SOURCE.c.id == source)).first() is None:
                    connection.execute(sa.insert(SOURCE).values(**row))
                rewrite(connection, source, redacted)
                forget_sources(connection, [source])

        self.database.write(store)
        return source

    def source(self, source: SourceId) -> Source | None:
        """A source with all its bytes, None if it was never stored."""
        found = self.source_header(source)
        if found is None:
            return None
        data = None if found.erased else b"".join(self.source_parts(source))
        return Source(source, found.name, data, found.size)

    def source_header(self, source: SourceId) -> SourceHeader | None:
        """A source without its bytes, None if it was never stored."""
        query = sa.select(SOURCE.c.name, SOURCE.c.size, SOURCE.c.bytes.is_(None)).where(SOURCE.c.id == source)
        with self.database.reading() as connection:
            row = connection.execute(query).one_or_none()
        return None if row is None else SourceHeader(source, *row)

    def source_parts(self, source: SourceId) -> Iterator[bytes]:
        """The bytes of a source in its parts, read as they are asked for; none of one that was erased."""
        number = 1
        while (part := self.source_part(source, number)) is not None:
            yield part
            number += 1

    def source_part(self, source: SourceId, number: int) -> bytes | None:
        """Part `number` of a source, from 1; None behind the last. All but the last have `events.parts.PART` bytes."""
        return part_of(self.database, source, number)

    def erase_source(self, source: SourceId) -> None:
        """Erases the bytes and name of a source, and its problems, which quote it."""
        with self.database.writing() as connection:
            connection.execute(sa.delete(PROBLEM).where(PROBLEM.c.source == source))
            connection.execute(sa.delete(SOURCE_PART).where(SOURCE_PART.c.source == source))
            erased = sa.update(SOURCE).where(SOURCE.c.id == source).values(bytes=None, name=None)
            _expect_one(connection.execute(erased).rowcount, "source", source)
        self.database.scrub()

    def store_problems(self, source: SourceId, problems: Sequence[Problem]) -> None:
        """Makes these the problems of a stored source, in place of those of an earlier reading.

        What they quote of a source with somebody who was forgotten is not kept.
        """
        at = now()
        with self.database.writing() as connection:
            forgotten = is_forgotten(connection, source)
            rows = [
                {"source": source, "line": it.line, "message": ERASED if forgotten else it.message, "at": at}
                for it in problems
            ]
            connection.execute(sa.delete(PROBLEM).where(PROBLEM.c.source == source))
            if rows:
                connection.execute(sa.insert(PROBLEM), rows)

    def problems(self, source: SourceId) -> list[Problem]:
        """The problems of a source, in the order they were given."""
        query = sa.select(PROBLEM.c.line, PROBLEM.c.message).where(PROBLEM.c.source == source)
        with self.database.reading() as connection:
            return [Problem(line, message) for line, message in connection.execute(query.order_by(PROBLEM.c.number))]

    # Players

    def player(self, client: str, handle: str, name: str | None = None) -> PlayerId:
        """The player whom a client calls by a handle, a new one if need be. A name fills an empty one."""
        return self.players([(client, handle, name)])[0]

    def players(self, wanted: Iterable[tuple[str, str, str | None]]) -> list[PlayerId]:
        """The player of each (client, handle, name), in their order."""
        keys: list[_Key] = []
        names: dict[_Key, str | None] = {}
        for client, handle, name in wanted:
            keys.append((client, handle))
            names[client, handle] = names.get((client, handle)) or name
        with self.database.reading() as connection:
            found = _find_players(connection, names)
        if any(key not in found or (name and found[key][1] == "") for key, name in names.items()):
            found = self.database.write(lambda connection: _add_players(connection, names))
        return [found[key][0] for key in keys]

    def names(self, players: Iterable[PlayerId]) -> dict[PlayerId, str]:
        """The names of those players that have one."""
        query = sa.select(PLAYER.c.id, PLAYER.c.name).where(PLAYER.c.name.is_not(None))
        found: dict[PlayerId, str] = {}
        with self.database.reading() as connection:
            for some in chunks(players):
                rows = connection.execute(query.where(PLAYER.c.id.in_(some)))
                found |= {PlayerId(player): name for player, name in rows}
        return found

    def accounts(self) -> list[Account]:
        """Every player of the tape, by id."""
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(PLAYER).order_by(PLAYER.c.id))
            return [Account(PlayerId(row.id), row.client, row.handle, row.name) for row in rows]

    def forgetting_secret(self) -> str | None:
        """The secret that tokens and tombstones of this tape are made with; None: nobody was ever forgotten here."""
        with self.database.reading() as connection:
            return find_secret(connection)

    def forgotten(self, keys: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
        """Those of these clients and handles whose players were forgotten."""
        with self.database.reading() as connection:
            if find_secret(connection) is None:
                return []
            return [key for key, (_, name) in _find_players(connection, keys).items() if name is None]

    def erase_player(self, player: PlayerId) -> None:
        """Erases handle and name of a player. If the client names the handle again, that is a new player."""
        with self.database.writing() as connection:
            erased = sa.update(PLAYER).where(PLAYER.c.id == player).values(handle=None, name=None)
            _expect_one(connection.execute(erased).rowcount, "player", player)
        self.database.scrub()

    # Texts

    def store_texts(self, texts: Sequence[str | None]) -> list[TextId]:
        """Keeps texts; a new id for each, in their order. None: one that is erased already."""
        ids = [TextId(random_id()) for _ in texts]
        rows = [{"id": name, "text": text} for name, text in zip(ids, texts, strict=True)]
        if rows:
            with self.database.writing() as connection:
                connection.execute(sa.insert(TEXT), rows)
        return ids

    def texts(self, texts: Iterable[TextId]) -> dict[TextId, str]:
        """The words of those texts that are there."""
        query = sa.select(TEXT.c.id, TEXT.c.text).where(TEXT.c.text.is_not(None))
        found: dict[TextId, str] = {}
        with self.database.reading() as connection:
            for some in chunks(texts):
                rows = connection.execute(query.where(TEXT.c.id.in_(some)))
                found |= {TextId(text): words for text, words in rows}
        return found

    def erase_text(self, text: TextId) -> None:
        """Erases the words of a text."""
        with self.database.writing() as connection:
            erased = sa.update(TEXT).where(TEXT.c.id == text).values(text=None)
            _expect_one(connection.execute(erased).rowcount, "text", text)
        self.database.scrub()


def random_id() -> str:
    """20 random hexadecimal digits: 80 bits, fit for an address, never like an option of a command."""
    return secrets.token_hex(10)


def now() -> int:
    """Microseconds since 1970 in UTC."""
    return time.time_ns() // 1000


def _find_players(connection: sa.Connection, keys: Iterable[_Key]) -> dict[_Key, tuple[PlayerId, str | None]]:
    """The players of these keys with their names; "" for one without a name, None for one that stays without.

    Somebody who was forgotten is found under the tombstone that took the place of the handle.
    """
    secret = find_secret(connection)
    wanted = {key: key for key in keys}
    if secret is not None:
        wanted |= {(client, tombstone(secret, client, handle)): (client, handle) for client, handle in list(wanted)}
    found: dict[_Key, tuple[PlayerId, str | None]] = {}
    for some in chunks(wanted):
        rows = connection.execute(sa.select(PLAYER).where(sa.tuple_(PLAYER.c.client, PLAYER.c.handle).in_(some)))
        for row in rows:
            stored = (row.client, row.handle)
            forgotten = wanted[stored] != stored
            found[wanted[stored]] = (PlayerId(row.id), None if forgotten else row.name or "")
    return found


def _add_players(connection: sa.Connection, names: dict[_Key, str | None]) -> dict[_Key, tuple[PlayerId, str | None]]:
    found = _find_players(connection, names)
    new = [
        {"id": random_id(), "client": client, "handle": handle, "name": name}
        for (client, handle), name in names.items()
        if (client, handle) not in found
    ]
    if new:
        connection.execute(sa.insert(PLAYER), new)
    for key, (player, name) in found.items():
        if names[key] and name == "":
            connection.execute(sa.update(PLAYER).where(PLAYER.c.id == player).values(name=names[key]))
    return _find_players(connection, names)


def chunks(things: Iterable[Thing], size: int = 500) -> Iterator[list[Thing]]:
    """The things in lists of at most `size`, as many as a statement can take."""
    rest = iter(things)
    while chunk := list(islice(rest, size)):
        yield chunk


def _expect_one(count: int, kind: str, wanted: str) -> None:
    if count != 1:
        raise NothingToEraseError(f"There is no {kind} {wanted}")
