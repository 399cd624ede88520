"""How finished matches began, where their makers let it be counted."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "opening_matches",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "opening_parts",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("key", sa.BigInteger, nullable=False),
        sa.Column("after", sa.BigInteger, nullable=False),
        sa.Column("by", sa.Integer, nullable=False),
        sa.Column("tokens", sa.Text, nullable=False),
        sa.Column("shares", sa.Text, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("opening_parts_by_key", "opening_parts", ["rules", "key", "ended"])
    op.create_index("opening_parts_by_end", "opening_parts", ["ended"])


def downgrade() -> None:
    """Drop the tables."""
    op.drop_table("opening_parts")
    op.drop_table("opening_matches")
