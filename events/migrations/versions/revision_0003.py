"""Files of any size are kept in parts: the first in the source itself, the others here."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table; files that were kept whole stay as they are, with one part."""
    number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
    op.create_table(
        "source_part",
        sa.Column("source", sa.Text, sa.ForeignKey("source.id"), primary_key=True),
        sa.Column("number", number, primary_key=True, autoincrement=False),
        sa.Column("bytes", sa.LargeBinary, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        op.execute('ALTER TABLE source_part ALTER source TYPE text COLLATE "C"')
