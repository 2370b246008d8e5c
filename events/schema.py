"""The tables of the tape, as the newest migration leaves them."""

from collections.abc import Collection

import sqlalchemy as sa

from events.errors import NewerTapeError, NotATapeError, OlderTapeError

# Every revision of the database this code can read or mend, oldest first; a test holds it equal to the migrations.
REVISIONS = ("0001", "0002", "0003", "0004", "0005")

METADATA = sa.MetaData()

# SQLite numbers rows by itself only where the type is spelled INTEGER.
_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# Moments are microseconds since 1970 in UTC. What a person may ask to have erased is nullable: NULL is erased.

SOURCE = sa.Table(
    "source",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text),
    sa.Column("bytes", sa.LargeBinary),
    sa.Column("size", sa.BigInteger, nullable=False),
    sa.Column("received_at", sa.BigInteger, nullable=False),
)

# What of a source follows the first part, which lies in the source itself.
SOURCE_PART = sa.Table(
    "source_part",
    METADATA,
    sa.Column("source", sa.Text, sa.ForeignKey("source.id"), primary_key=True),
    sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("bytes", sa.LargeBinary, nullable=False),
)

PROBLEM = sa.Table(
    "problem",
    METADATA,
    sa.Column("number", _NUMBER, primary_key=True),
    sa.Column("source", sa.Text, sa.ForeignKey("source.id"), nullable=False, index=True),
    sa.Column("line", sa.BigInteger),
    sa.Column("message", sa.Text, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

PLAYER = sa.Table(
    "player",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("client", sa.Text, nullable=False),
    sa.Column("handle", sa.Text),
    sa.Column("name", sa.Text),
    sa.UniqueConstraint("client", "handle"),
)

TEXT = sa.Table(
    "text",
    METADATA,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("text", sa.Text),
)

RECORDING = sa.Table(
    "recording",
    METADATA,
    sa.Column("number", _NUMBER, primary_key=True),
    sa.Column("id", sa.Text, nullable=False, unique=True),
    sa.Column("family", sa.Text, nullable=False),
    sa.Column("source", sa.Text, sa.ForeignKey("source.id"), index=True),
    sa.Column("ordinal", sa.BigInteger),
    sa.Column("adapter", sa.Text, nullable=False),
    sa.Column("adapter_version", sa.BigInteger, nullable=False),
    sa.Column("client", sa.Text),
    sa.Column("client_game", sa.Text, index=True),
    sa.Column("digest", sa.Text, unique=True),
    sa.Column("simulated", sa.Boolean, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("head", sa.BigInteger, nullable=False),
    sa.Column("head_hash", sa.LargeBinary, nullable=False),
)

# What a recording says of itself for good: everything but its number here and where it has got to.
HEADER = [column for column in RECORDING.columns if column.name not in ("number", "head", "head_hash")]

# The payload stands last, so that reading the other columns never walks over it.
TAPE = sa.Table(
    "tape",
    METADATA,
    sa.Column("position", _NUMBER, primary_key=True),
    sa.Column("recording", _NUMBER, sa.ForeignKey("recording.number"), nullable=False),
    sa.Column("first", sa.BigInteger, nullable=False),
    sa.Column("last", sa.BigInteger, nullable=False),
    sa.Column("recorded_at", sa.BigInteger, nullable=False),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("payload", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("recording", "first"),
    sa.CheckConstraint("position > 0", name="position_counts_from_1"),
    sa.CheckConstraint("first > 0 AND last >= first", name="events_count_from_1"),
    sqlite_autoincrement=True,
)

# What recordings are recognised by. It follows from the tape, so it is not part of an export.
TRAIT = sa.Table(
    "trait",
    METADATA,
    sa.Column("value", sa.BigInteger, nullable=False, index=True),
    sa.Column("recording", _NUMBER, sa.ForeignKey("recording.number"), nullable=False, index=True),
)

# Positions that no row took: their transactions came to nothing, in the database that the tape was restored from.
VACANCY = sa.Table(
    "vacancy",
    METADATA,
    sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("last", sa.BigInteger, nullable=False),
)

SEAL = sa.Table(
    "seal",
    METADATA,
    sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
    sa.Column("bookmark", sa.Text, nullable=False),
    sa.Column("rows", sa.BigInteger, nullable=False),
    sa.Column("root", sa.LargeBinary, nullable=False),
    sa.Column("previous", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("sealed_at", sa.BigInteger, nullable=False),
)


# What forgetting a person leaves behind: the secret of tombstones, and the sources that are never kept again.
FORGETTING = sa.Table(
    "forgetting",
    METADATA,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)


def check_revision(name: str, tables: Collection[str], found: str | None) -> None:
    """Raises the TapeError that says what a database with these tables is, unless it is a tape of the last revision."""
    if not set(tables) - {"alembic_version"}:
        raise OlderTapeError(f"The database {name} is empty: run `gametape migrate`")
    if not {"alembic_version", "tape", "recording"} <= set(tables):
        others = ", ".join(sorted(set(tables) - METADATA.tables.keys())[:5])
        raise NotATapeError(f"{name} is a database of something else: it has the tables {others}")
    if found not in REVISIONS:
        raise NewerTapeError(
            f"The database {name} has revision {found}, and this Gametape knows revisions up to {REVISIONS[-1]}: "
            "install a newer Gametape"
        )
    if found != REVISIONS[-1]:
        raise OlderTapeError(
            f"The database {name} has revision {found}, and this Gametape needs {REVISIONS[-1]}: run `gametape migrate`"
        )
