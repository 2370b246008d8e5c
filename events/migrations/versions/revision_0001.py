"""The first tape: recordings, their rows, seals, and the side tables that can be erased.

Never change the tables `tape` and `seal` with Alembic's batch mode: it copies a table and leaves behind its triggers
and its AUTOINCREMENT, and with them all that keeps the tape append only.
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# A row of the tape can only be added, at the end of the tape and right after the last event of its recording. The
# guards on INSERT are there because INSERT OR REPLACE fires no trigger on DELETE.
_SQLITE_GUARDS = (
    """
    CREATE TRIGGER tape_refuses_update BEFORE UPDATE ON tape
    BEGIN SELECT RAISE(ABORT, 'the tape is append only'); END
    """,
    """
    CREATE TRIGGER tape_refuses_delete BEFORE DELETE ON tape
    BEGIN SELECT RAISE(ABORT, 'the tape is append only'); END
    """,
    """
    CREATE TRIGGER tape_refuses_a_taken_place BEFORE INSERT ON tape
    BEGIN
        SELECT RAISE(ABORT, 'the tape is append only')
        WHERE EXISTS (SELECT 1 FROM tape WHERE position = NEW.position)
           OR NEW.first <= (SELECT last FROM tape WHERE recording = NEW.recording ORDER BY first DESC LIMIT 1);
        SELECT RAISE(ABORT, 'events are missing before these')
        WHERE NEW.first > 1 + coalesce(
            (SELECT last FROM tape WHERE recording = NEW.recording ORDER BY first DESC LIMIT 1), 0);
    END
    """,
    """
    CREATE TRIGGER tape_grows_at_its_end AFTER INSERT ON tape
    WHEN NEW.position < (SELECT max(position) FROM tape)
    BEGIN SELECT RAISE(ABORT, 'the tape is append only'); END
    """,
    """
    CREATE TRIGGER seal_refuses_update BEFORE UPDATE ON seal
    BEGIN SELECT RAISE(ABORT, 'seals are append only'); END
    """,
    """
    CREATE TRIGGER seal_refuses_delete BEFORE DELETE ON seal
    BEGIN SELECT RAISE(ABORT, 'seals are append only'); END
    """,
    """
    CREATE TRIGGER seal_follows_the_last BEFORE INSERT ON seal
    WHEN NEW.number <> 1 + coalesce((SELECT max(number) FROM seal), 0)
    BEGIN SELECT RAISE(ABORT, 'seals are append only'); END
    """,
    """
    CREATE TRIGGER recording_keeps_what_it_says
    BEFORE UPDATE OF number, id, family, source, ordinal, adapter, adapter_version, client, client_game, digest,
        simulated, created_at ON recording
    BEGIN SELECT RAISE(ABORT, 'of a recording only the head moves'); END
    """,
    """
    CREATE TRIGGER recording_head_moves_on BEFORE UPDATE OF head ON recording
    WHEN NEW.head <= OLD.head
    BEGIN SELECT RAISE(ABORT, 'the head of a recording only moves on'); END
    """,
    """
    CREATE TRIGGER recording_refuses_delete BEFORE DELETE ON recording
    BEGIN SELECT RAISE(ABORT, 'recordings are never deleted'); END
    """,
)


def upgrade() -> None:
    """Makes all tables and what guards them."""
    _side_tables()
    _recordings()
    _tape()
    if op.get_bind().dialect.name == "sqlite":
        for guard in _SQLITE_GUARDS:
            op.execute(guard)


def _side_tables() -> None:
    op.create_table(
        "source",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text),
        sa.Column("bytes", sa.LargeBinary),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("received_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "problem",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("source", sa.Text, sa.ForeignKey("source.id"), nullable=False),
        sa.Column("line", sa.BigInteger),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_problem_source", "problem", ["source"])
    op.create_table(
        "player",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("client", sa.Text, nullable=False),
        sa.Column("handle", sa.Text),
        sa.Column("name", sa.Text),
        sa.UniqueConstraint("client", "handle"),
    )
    op.create_table("text", sa.Column("id", sa.Text, primary_key=True), sa.Column("text", sa.Text))


def _recordings() -> None:
    op.create_table(
        "recording",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("family", sa.Text, nullable=False),
        sa.Column("source", sa.Text, sa.ForeignKey("source.id")),
        sa.Column("ordinal", sa.BigInteger),
        sa.Column("adapter", sa.Text, nullable=False),
        sa.Column("adapter_version", sa.BigInteger, nullable=False),
        sa.Column("client", sa.Text),
        sa.Column("client_game", sa.Text),
        sa.Column("digest", sa.Text, unique=True),
        sa.Column("simulated", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("head", sa.BigInteger, nullable=False),
        sa.Column("head_hash", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_recording_source", "recording", ["source"])
    op.create_index("ix_recording_client_game", "recording", ["client_game"])


def _tape() -> None:
    op.create_table(
        "tape",
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
    op.create_table(
        "seal",
        sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("bookmark", sa.Text, nullable=False),
        sa.Column("rows", sa.BigInteger, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("sealed_at", sa.BigInteger, nullable=False),
    )
