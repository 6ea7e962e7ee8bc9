"""The first schema."""

from alembic import op

from beholder.store.schema import metadata

revision = "0001_first"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    metadata.create_all(op.get_bind())
