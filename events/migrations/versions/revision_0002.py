"""PostgreSQL gets its guards and the order in which followers read; both databases learn of vacant positions.

Never change the tables `tape` and `seal` with Alembic's batch mode: see revision 0001.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_TEXTS = {
    "source": ("id", "name"),
    "problem": ("source", "message"),
    "player": ("id", "client", "handle", "name"),
    "text": ("id", "text"),
    "recording": ("id", "family", "source", "adapter", "client", "client_game", "digest"),
    "seal": ("bookmark",),
}

_FUNCTIONS = (
    """
    CREATE FUNCTION gametape_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE integrity_constraint_violation USING MESSAGE = TG_ARGV[0];
    END $$
    """,
    # A row gets the transaction's number first and its position then (only a restore brings its own): so whoever has a
    # position has a number that others can wait for. The rows of a recording follow each other in the order of
    # followers, too; a transaction that got its number before the one that wrote the last row is told to begin again.
    """
    CREATE FUNCTION tape_takes_its_place() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
        before record;
    BEGIN
        NEW.xid := pg_current_xact_id();
        IF NEW.position IS NULL THEN
            NEW.position := nextval('tape_position_seq');
        ELSIF current_setting('gametape.restoring', true) IS DISTINCT FROM 'yes'
            OR NEW.position <= (SELECT max(position) FROM tape)
        THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'the tape is append only';
        END IF;
        SELECT last, xid, position INTO before
        FROM tape WHERE recording = NEW.recording ORDER BY first DESC LIMIT 1;
        IF NEW.first <= before.last THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'the tape is append only';
        ELSIF NEW.first > 1 + coalesce(before.last, 0) THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'events are missing before these';
        ELSIF before.xid > NEW.xid AND before.position > (SELECT coalesce(max(through), 0) FROM epoch) THEN
            RAISE serialization_failure USING MESSAGE = 'a later transaction was here first';
        END IF;
        RETURN NEW;
    END $$
    """,
    """
    CREATE FUNCTION seal_follows_the_last() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    DECLARE
        -- Read once: each statement sees what was committed before it.
        newest bigint := coalesce((SELECT max(number) FROM seal), 0);
    BEGIN
        IF NEW.number <= newest THEN
            RAISE unique_violation USING MESSAGE = 'seals are append only';
        ELSIF NEW.number > newest + 1 THEN
            RAISE integrity_constraint_violation USING MESSAGE = 'seals are append only';
        END IF;
        RETURN NEW;
    END $$
    """,
)

_KEPT = (
    "number, id, family, source, ordinal, adapter, adapter_version, client, client_game, digest, simulated, created_at"
)

_TRIGGERS = (
    """
    CREATE TRIGGER tape_refuses_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON tape
    FOR EACH STATEMENT EXECUTE FUNCTION gametape_refuses('the tape is append only')
    """,
    """
    CREATE TRIGGER tape_takes_its_place BEFORE INSERT ON tape
    FOR EACH ROW EXECUTE FUNCTION tape_takes_its_place()
    """,
    """
    CREATE TRIGGER seal_refuses_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON seal
    FOR EACH STATEMENT EXECUTE FUNCTION gametape_refuses('seals are append only')
    """,
    """
    CREATE TRIGGER seal_follows_the_last BEFORE INSERT ON seal
    FOR EACH ROW EXECUTE FUNCTION seal_follows_the_last()
    """,
    f"""
    CREATE TRIGGER recording_keeps_what_it_says BEFORE UPDATE OF {_KEPT} ON recording
    FOR EACH STATEMENT EXECUTE FUNCTION gametape_refuses('of a recording only the head moves')
    """,
    """
    CREATE TRIGGER recording_head_moves_on BEFORE UPDATE OF head ON recording
    FOR EACH ROW WHEN (NEW.head <= OLD.head)
    EXECUTE FUNCTION gametape_refuses('the head of a recording only moves on')
    """,
    """
    CREATE TRIGGER recording_refuses_delete BEFORE DELETE OR TRUNCATE ON recording
    FOR EACH STATEMENT EXECUTE FUNCTION gametape_refuses('recordings are never deleted')
    """,
)


def upgrade() -> None:
    """Makes what both databases need, then what only PostgreSQL has."""
    op.create_table(
        "vacancy",
        sa.Column("first", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("last", sa.BigInteger, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        _order()
        for statement in (*_FUNCTIONS, *_TRIGGERS):
            op.execute(statement)


def _order() -> None:
    """Texts sort by their bytes as in SQLite, and rows of the tape by the number of their transaction."""
    for table, columns in _TEXTS.items():
        for column in columns:
            op.execute(f'ALTER TABLE "{table}" ALTER "{column}" TYPE text COLLATE "C"')
    # A position is given by the trigger, which can then tell one that somebody chose.
    op.execute("ALTER TABLE tape ALTER position DROP DEFAULT, ADD xid xid8 NOT NULL")
    op.execute("CREATE INDEX ix_tape_followed ON tape (xid, position)")
    op.execute("CREATE TABLE epoch (through bigint PRIMARY KEY, restored_at bigint NOT NULL)")
