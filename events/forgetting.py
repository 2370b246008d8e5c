"""Erases a person from everything beside the tape: names, handles, texts, problems and the files that mention it."""

from collections.abc import Collection
from typing import Protocol

import msgspec
import sqlalchemy as sa

from events.base import PlayerId, TextId
from events.erasable import Erasable, SourceId, chunks
from events.naming import Mentions
from events.parts import rewrite
from events.schema import PLAYER, PROBLEM, RECORDING, SOURCE, TEXT
from events.tombstones import (
    ERASED,
    forget_sources,
    is_tombstone,
    is_unscrubbed,
    make_secret,
    mark_scrubbed,
    mark_unscrubbed,
    tombstone,
)


class Erased(msgspec.Struct, frozen=True):
    """What was erased, in numbers. `left` are places that cannot be changed or that tell of somebody else, in words.

    `redacted` files are kept with tokens for names, those of `sources` are erased whole.
    """

    players: int
    texts: int
    problems: int
    redacted: int
    sources: int
    left: tuple[str, ...]


class Redactor(Protocol):
    """Takes somebody out of what is kept."""

    def text(self, words: str) -> str | None:
        """A text that mentions somebody, with tokens in the place of names; None: it cannot be kept."""

    def file(self, name: str | None, data: bytes) -> bytes | None:
        """A file, which is the same if it does not tell of anybody who is forgotten; None: it cannot be kept."""


def names_of(tape: Erasable, players: Collection[PlayerId]) -> set[str]:
    """By what clients know these players: names and accounts; nothing of those that are erased already."""
    wanted = set(players)
    found: set[str] = set()
    for account in tape.accounts():
        if account.id in wanted:
            found.update(named_by(account.handle))
            if account.name:
                found.add(account.name)
    return found


def named_by(handle: str | None) -> list[str]:
    """The name or account in a handle.

    An account of fewer than four signs tells nobody who it is, and would be found everywhere.
    """
    kind, _, told = (handle or "").partition(":")
    return [told] if kind == "name" or (kind == "account" and len(told) > 3) else []


def erase(
    tape: Erasable,
    players: Collection[PlayerId],
    names: Collection[str],
    redactor: Redactor,
    *,
    authored: Collection[TextId] = (),
    words: Collection[str] = (),
) -> Erased:
    """Erases the players' own rows and the texts they wrote, and takes every mention of a name out of all else.

    `words`: what of those texts came in files, and goes from them too. All in one transaction, and then from the files
    of the database; `finish` does the latter if it is cut off.
    """
    mentions = Mentions(names)
    texts = {**_texts(tape, mentions, redactor), **dict.fromkeys(authored)}
    found = _sources(tape, Mentions([*names, *words]))

    def work(connection: sa.Connection) -> Erased:
        for text, told in texts.items():
            connection.execute(sa.update(TEXT).where(TEXT.c.id == text).values(text=told))
        redacted, erased, kept = _redact(tape, connection, found, redactor)
        forget_sources(connection, sorted(found - kept))
        problems = _problems(connection, mentions, redactor)
        _unname(connection, mentions)
        _bury(connection, players)
        mark_unscrubbed(connection)
        left = [*_left(connection, mentions, players), *map(_unclear, sorted(kept))]
        return Erased(len(players), len(texts), problems, redacted, erased, tuple(left))

    done = tape.database.write(work)
    finish(tape)
    return done


def _redact(
    tape: Erasable, connection: sa.Connection, sources: Collection[SourceId], redactor: Redactor
) -> tuple[int, int, set[SourceId]]:
    """How many files were redacted and erased, and those that stay as they are."""
    redacted = erased = 0
    kept: set[SourceId] = set()
    for source in sorted(sources):
        found = tape.source(source)
        if found is None or found.data is None:
            continue
        data = redactor.file(found.name, found.data)
        if data == found.data:
            kept.add(source)
            continue
        rewrite(connection, source, data)
        if data is None:
            connection.execute(sa.update(PROBLEM).where(PROBLEM.c.source == source).values(message=ERASED))
            erased += 1
        else:
            redacted += 1
    return redacted, erased, kept


def _unclear(source: SourceId) -> str:
    return f"file {source[:8]}: a name stands in it as a word of its format, and it tells of others"


def finish(tape: Erasable) -> None:
    """Removes what was erased from the files of the database, if that was cut off or never done.

    Raises BusyTapeError if a reader needs the old bytes still.
    """
    with tape.database.reading() as connection:
        if not is_unscrubbed(connection):
            return
    tape.database.scrub(anew=True)
    tape.database.write(mark_scrubbed)


def buried(tape: Erasable, players: Collection[PlayerId]) -> bool:
    """Whether nothing of these players' own rows tells who they are."""
    wanted = set(players)
    return all(
        it.name is None and (it.handle is None or is_tombstone(it.handle)) for it in tape.accounts() if it.id in wanted
    )


def _texts(tape: Erasable, mentions: Mentions, redactor: Redactor) -> dict[TextId, str | None]:
    with tape.database.reading() as connection:
        rows = connection.execute(sa.select(TEXT.c.id, TEXT.c.text).where(TEXT.c.text.is_not(None)))
        return {TextId(text): redactor.text(words) for text, words in rows if mentions.in_text(words)}


def _sources(tape: Erasable, mentions: Mentions) -> set[SourceId]:
    """The kept files that mention somebody, each looked at as a whole."""
    query = sa.select(SOURCE.c.id).where(SOURCE.c.bytes.is_not(None))
    with tape.database.reading() as connection:
        kept = [SourceId(source) for source in connection.execute(query).scalars()]
    return {source for source in kept if mentions.in_bytes(b"".join(tape.source_parts(source)))}


def _problems(connection: sa.Connection, mentions: Mentions, redactor: Redactor) -> int:
    rows = connection.execute(sa.select(PROBLEM.c.number, PROBLEM.c.message)).all()
    found = {number: redactor.text(message) or ERASED for number, message in rows if mentions.in_text(message)}
    for number, message in found.items():
        connection.execute(sa.update(PROBLEM).where(PROBLEM.c.number == number).values(message=message))
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
