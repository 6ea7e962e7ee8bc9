"""What servers that share a database keep there: buckets of attempts, their state, and studies without a folder."""

import sqlalchemy as sa
from alembic import op

revision = "0007_servers"
down_revision = "0006_stopping"


_KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Adds the tables. On PostgreSQL the buckets are unlogged: they change often and are worth nothing after a crash."""
    # a proxy in front of several servers sends a message again whose reply it did not get
    op.add_column("messages", sa.Column("key", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "attempts",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("remaining", sa.Double(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("full_at", sa.Double(), nullable=False),
        sa.Column("taken", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
        prefixes=["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else [],
    )
    op.create_table(
        "server_state",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "publications",
        sa.Column("study", _KEY, nullable=False, autoincrement=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("media", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("published_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("study"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "published_files",
        sa.Column("study", _KEY, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("study", "name"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "published_media",
        sa.Column("study", _KEY, nullable=False, autoincrement=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("format", sa.Text(), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("frame_rate", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("study", "name"),
        sqlite_with_rowid=False,
    )
