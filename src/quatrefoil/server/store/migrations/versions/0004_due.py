"""When something is to be done in a match without anybody asking for it."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the time; so far only clocks were waited for."""
    op.add_column("matches", sa.Column("due", sa.BigInteger))
    op.execute("UPDATE matches SET due = deadline")
    op.create_index("matches_by_due", "matches", ["due"])
    op.drop_index("matches_by_deadline", "matches")
    if op.get_context().dialect.name == "postgresql":
        # Every event changes the row of its match: with room beside it no index has to follow.
        op.execute("ALTER TABLE matches SET (fillfactor = 60)")


def downgrade() -> None:
    """Forget it."""
    op.create_index("matches_by_deadline", "matches", ["deadline"])
    op.drop_index("matches_by_due", "matches")
    op.drop_column("matches", "due")
