"""Salts for the digests by which the chain knows platform ids; ids that were stored before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0002_platform_salt"
down_revision = "0001_first"


def upgrade() -> None:
    """Adds the column."""
    op.add_column("platform_ids", sa.Column("salt", sa.Text(), nullable=False, server_default=""))
