"""Erases a person from everything beside the tape: names, handles, texts, problems and the files that mention it."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from events.base import PlayerId, TextId
from events.erasable import Erasable, SourceId, chunks
from events.naming import Mentions
from events.schema import PLAYER, PROBLEM, RECORDING, SOURCE, SOURCE_PART, TEXT
from events.tombstones import ERASED, forget_sources, is_tombstone, make_secret, tombstone


class Erased(msgspec.Struct, frozen=True):
    """What was erased, in numbers. `left` are places that cannot be changed or that tell of somebody else, in words."""

    players: int
    texts: int
    problems: int
    sources: int
    left: tuple[str, ...]


def names_of(tape: Erasable, players: Collection[PlayerId]) -> set[str]:
    """By what clients know these players: names and accounts; nothing of those that are erased already.

    An account of fewer than four signs tells nobody who it is, and would be found everywhere.
    """
    wanted = set(players)
    found: set[str] = set()
    for account in tape.accounts():
        if account.id in wanted:
            kind, _, told = (account.handle or "").partition(":")
            if kind == "name" or (kind == "account" and len(told) > 3):
                found.add(told)
            if account.name:
                found.add(account.name)
    return found


def erase(
    tape: Erasable,
    players: Collection[PlayerId],
    names: Collection[str],
    authored: Collection[TextId] = (),
    sources: Collection[SourceId] | None = None,
) -> Erased:
    """Erases everything that mentions one of the names, the texts these players wrote, and the players' own rows.

    All of it in one transaction, and then from the files of the database. `sources`: look into these files alone.
    """
    mentions = Mentions(names)
    texts = {*authored, *_texts(tape, mentions)}
    found = _sources(tape, mentions, sources)

    def work(connection: sa.Connection) -> Erased:
        for together in chunks(sorted(texts)):
            connection.execute(sa.update(TEXT).where(TEXT.c.id.in_(together)).values(text=None))
        problems = _problems(connection, mentions, found)
        for some in chunks(sorted(found)):
            connection.execute(sa.delete(SOURCE_PART).where(SOURCE_PART.c.source.in_(some)))
            connection.execute(sa.update(SOURCE).where(SOURCE.c.id.in_(some)).values(bytes=None, name=None))
        forget_sources(connection, sorted(found))
        _unname(connection, mentions)
        _bury(connection, players)
        return Erased(len(players), len(texts), problems, len(found), _left(connection, mentions, players))

    erased = tape.database.write(work)
    tape.database.scrub(anew=True)
    return erased


def _texts(tape: Erasable, mentions: Mentions) -> set[TextId]:
    with tape.database.reading() as connection:
        rows = connection.execute(sa.select(TEXT.c.id, TEXT.c.text).where(TEXT.c.text.is_not(None)))
        return {TextId(text) for text, words in rows if mentions.in_text(words)}


def _sources(tape: Erasable, mentions: Mentions, among: Collection[SourceId] | None) -> set[SourceId]:
    """The kept files that mention somebody, each looked at as a whole."""
    query = sa.select(SOURCE.c.id).where(SOURCE.c.bytes.is_not(None))
    with tape.database.reading() as connection:
        kept = [SourceId(source) for source in connection.execute(query).scalars()]
    wanted = kept if among is None else [source for source in kept if source in among]
    return {source for source in wanted if mentions.in_bytes(b"".join(tape.source_parts(source)))}


def _problems(connection: sa.Connection, mentions: Mentions, sources: Collection[SourceId]) -> int:
    rows = connection.execute(sa.select(PROBLEM.c.number, PROBLEM.c.source, PROBLEM.c.message))
    found = [
        number
        for number, source, message in rows
        if message != ERASED and (source in sources or mentions.in_text(message))
    ]
    for some in chunks(found):
        connection.execute(sa.update(PROBLEM).where(PROBLEM.c.number.in_(some)).values(message=ERASED))
    return len(found)


def _unname(connection: sa.Connection, mentions: Mentions) -> None:
    """Takes away names of files that mention somebody."""
    rows = connection.execute(sa.select(SOURCE.c.id, SOURCE.c.name).where(SOURCE.c.name.is_not(None)))
    for some in chunks([source for source, name in rows if mentions.in_text(name)]):
        connection.execute(sa.update(SOURCE).where(SOURCE.c.id.in_(some)).values(name=None))


def _bury(connection: sa.Connection, players: Collection[PlayerId]) -> None:
    """Puts tombstones in the place of the handles, by which a file still finds the same players."""
    secret = make_secret(connection)
    for some in chunks(sorted(players)):
        for row in connection.execute(sa.select(PLAYER).where(PLAYER.c.id.in_(some))).all():
            handle = row.handle
            if handle is not None and not is_tombstone(handle):
                handle = tombstone(secret, row.client, handle)
            connection.execute(sa.update(PLAYER).where(PLAYER.c.id == row.id).values(handle=handle, name=None))


def _left(connection: sa.Connection, mentions: Mentions, players: Collection[PlayerId]) -> tuple[str, ...]:
    left: list[str] = []
    for row in connection.execute(sa.select(PLAYER)).all():
        if row.id not in players and (mentions.in_text(row.name) or mentions.in_text(row.handle)):
            left.append(
                f"player {row.id} of another account is called so too: forget that one as well if it is the same"
            )
    for row in connection.execute(sa.select(RECORDING.c.id, RECORDING.c.client, RECORDING.c.client_game)).all():
        if mentions.in_text(row.client_game) or mentions.in_text(row.client):
            left.append(f"recording {row.id}: its client or the client's id of the game, which cannot be changed")
    return tuple(left)
