"""Tombstones of what was forgotten: a player's handle, so that a file finds the same player, and sources."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable

import sqlalchemy as sa

from events.schema import FORGETTING

# Names of rows: the one of the secret, and what stands before the id of a source.
_SECRET, _SOURCE = "secret", "source:"
_BEGIN = "forgotten:"
# What stands where a problem quoted somebody.
ERASED = "erased"


def tombstone(secret: str, client: str, handle: str) -> str:
    """What stands for a handle at a client; without the tape's secret nobody can tell whose it is."""
    told = f"{client}\0{handle}".encode("utf-8", "surrogatepass")
    return _BEGIN + hmac.new(secret.encode(), told, hashlib.sha256).hexdigest()


def is_tombstone(handle: str | None) -> bool:
    """Whether a handle is the one of a player who was forgotten."""
    return handle is not None and handle.startswith(_BEGIN)


def find_secret(connection: sa.Connection) -> str | None:
    """The tape's secret; None: nobody was ever forgotten here."""
    found: str | None = connection.execute(
        sa.select(FORGETTING.c.value).where(FORGETTING.c.name == _SECRET)
    ).scalar_one_or_none()
    return found


def make_secret(connection: sa.Connection) -> str:
    """The tape's secret, a new one if it has none yet."""
    found = find_secret(connection)
    if found is None:
        found = secrets.token_hex(32)
        connection.execute(sa.insert(FORGETTING).values(name=_SECRET, value=found))
    return found


def forget_sources(connection: sa.Connection, sources: Iterable[str]) -> None:
    """Marks sources as never to be kept again."""
    known = set(connection.execute(sa.select(FORGETTING.c.name)).scalars())
    rows = [{"name": name, "value": ""} for it in sources if (name := f"{_SOURCE}{it}") not in known]
    if rows:
        connection.execute(sa.insert(FORGETTING), rows)


def is_forgotten(connection: sa.Connection, source: str) -> bool:
    """Whether a source was erased because somebody in it asked to be forgotten: it is never kept again."""
    query = sa.select(FORGETTING.c.name).where(FORGETTING.c.name == f"{_SOURCE}{source}")
    return connection.execute(query).first() is not None
