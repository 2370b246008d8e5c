"""What forgetting a person leaves behind: the secret of tombstones, and the sources that are never kept again."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table, empty: nobody was forgotten yet."""
    op.create_table(
        "forgetting",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for column in ("name", "value"):
            op.execute(f'ALTER TABLE forgetting ALTER {column} TYPE text COLLATE "C"')
