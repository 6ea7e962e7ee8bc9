"""Trials that are asked for until a rule is met, and how likely each showing was."""

import sqlalchemy as sa
from alembic import op

revision = "0006_stopping"
down_revision = "0005_judges"


def upgrade() -> None:
    """Adds the table, two columns of leases, and the index that finds the answers to a trial."""
    op.create_table(
        "stopping",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("trial", sa.Integer(), primary_key=True),
        sa.Column("in_full", sa.Boolean(), nullable=False),
        sa.Column("stopped", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.Integer(), nullable=False),
        sa.Column("closed_flipped", sa.Integer(), nullable=False),
        sa.CheckConstraint("closed >= 0 AND closed_flipped >= 0 AND closed_flipped <= closed", name="stopping_places"),
    )
    op.add_column("leases", sa.Column("candidates", sa.Text(), nullable=False, server_default=""))
    op.add_column("leases", sa.Column("probability", sa.Float(), nullable=True))
    answered = sa.text("state = 'answered'")
    op.create_index("leases_answered", "leases", ["study", "trial"], sqlite_where=answered, postgresql_where=answered)
