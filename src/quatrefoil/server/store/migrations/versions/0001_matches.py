"""The first tables: matches, their logs, drafts, and the heartbeat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "matches",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("phase", sa.Text, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.create_index("matches_by_phase", "matches", ["phase"])
    op.create_table(
        "events",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("type", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("hidden", sa.Text, nullable=False),
        sa.Column("request", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "drafts",
        sa.Column("match", sa.Text, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("tokens", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables."""
    for name in ("heartbeat", "drafts", "events", "matches"):
        op.drop_table(name)
