"""What bounds the time raters can claim, and how long they can hold a trial."""

import sqlalchemy as sa
from alembic import op

revision = "0004_work"
down_revision = "0003_codes_and_sessions"


def upgrade() -> None:
    """Adds columns to raters and leases, and the two indexes that find leases given back and held for long."""
    for name in ("worked_until", "overclaimed_ms", "unopened", "answered", "implausible"):
        op.add_column("raters", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("leases", sa.Column("held_at", sa.BigInteger(), nullable=False, server_default="0"))
    op.execute("UPDATE leases SET held_at = issued_at")
    back, held = sa.text("state = 'expired' OR state = 'released'"), sa.text("state = 'open'")
    op.create_index("leases_back", "leases", ["study", "rater"], sqlite_where=back, postgresql_where=back)
    op.create_index("leases_held", "leases", ["study", "held_at"], sqlite_where=held, postgresql_where=held)
