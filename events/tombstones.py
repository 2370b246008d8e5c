"""Tombstones of what was forgotten: a player's handle, so that a file finds the same player, and sources."""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable

import sqlalchemy as sa

from events.schema import FORGETTING

# Names of rows: the one of the secret, and what stands before the id of a source.
_SECRET, _SOURCE = "secret", "source:"
# There while files of the database may still have traces of what was erased.
_UNSCRUBBED = "unscrubbed"
_BEGIN = "forgotten:"
# What stands in redacted files in the place of a name or an account.
_TOKEN = re.compile("forgotten-[0-9a-f]{24}")
# What stands where a problem quoted somebody.
ERASED = "erased"


def tombstone(secret: str, client: str, handle: str) -> str:
    """What stands for a handle at a client; without the tape's secret nobody can tell whose it is.

    It is the same for a handle with the token of its name or account.
    """
    kind, colon, told = handle.partition(":")
    return _BEGIN + _hashed(secret, f"{client}\0{kind}{colon}{token(secret, told)}")


def token(secret: str, name: str) -> str:
    """What stands for a name in files; a token stands for itself."""
    return name if _TOKEN.fullmatch(name) else f"forgotten-{_hashed(secret, name)[:24]}"


def _hashed(secret: str, told: str) -> str:
    return hmac.new(secret.encode(), told.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()


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


def mark_unscrubbed(connection: sa.Connection) -> None:
    """Notes that files of the database may have traces of what is erased."""
    if not is_unscrubbed(connection):
        connection.execute(sa.insert(FORGETTING).values(name=_UNSCRUBBED, value=""))


def is_unscrubbed(connection: sa.Connection) -> bool:
    """Whether files of the database may have traces of what was erased."""
    return connection.execute(sa.select(FORGETTING.c.name).where(FORGETTING.c.name == _UNSCRUBBED)).first() is not None


def mark_scrubbed(connection: sa.Connection) -> None:
    """Notes that they have none."""
    connection.execute(sa.delete(FORGETTING).where(FORGETTING.c.name == _UNSCRUBBED))
