"""What games are recognised by, so that another telling of one is found among millions."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table, empty: what earlier recordings are recognised by is added at the next import."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "trait",
        sa.Column("value", sa.BigInteger, nullable=False),
        sa.Column("recording", number, sa.ForeignKey("recording.number"), nullable=False),
    )
    op.create_index("ix_trait_value", "trait", ["value"])
    op.create_index("ix_trait_recording", "trait", ["recording"])
