"""Where each log ends, so that a write can be stored only after the event before it."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the number of the last event, as the logs have it."""
    op.add_column(
        "matches", sa.Column("last", sa.Integer, nullable=False, server_default=sa.text("0"))
    )
    op.execute(
        "UPDATE matches SET last ="
        " coalesce((SELECT max(number) FROM events WHERE events.match = matches.id), 0)"
    )


def downgrade() -> None:
    """Forget it."""
    op.drop_column("matches", "last")
