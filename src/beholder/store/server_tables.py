"""Tables of the servers themselves: what processes that share a database keep there, no study's record.

They stand apart from `schema`: nothing in them is exported, covered by the chain or copied with a study.
"""

from __future__ import annotations

import sqlalchemy as sa

__all__ = [
    "attempts",
    "publications",
    "published_files",
    "published_media",
    "server_metadata",
    "server_state",
]

server_metadata = sa.MetaData()
_Key = sa.BigInteger().with_variant(sa.Integer, "sqlite")

# Buckets of attempts; without a log, since losing them in a crash costs nothing but a few guesses.
attempts = sa.Table(
    "attempts",
    server_metadata,
    sa.Column("name", sa.Text, primary_key=True),  # a keyed digest: no address of a rater is ever written
    sa.Column("remaining", sa.Double, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("full_at", sa.Double, nullable=False),  # when the bucket is full again, and says nothing any more
    sa.Column("taken", sa.Boolean, nullable=False),  # whether the last draw was granted
)

# What the servers of one database share: their key, and who holds them.
server_state = sa.Table(
    "server_state",
    server_metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)

# Studies that servers can run without their folder. The secret signs links and cookies, as the one in a folder does.
publications = sa.Table(
    "publications",
    server_metadata,
    sa.Column("study", _Key, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("media", sa.Text, nullable=False),  # address of the store that has the pictures
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("digest", sa.Text, nullable=False),  # of the definition without its items
    sa.Column("published_at", sa.BigInteger, nullable=False),
)

published_files = sa.Table(
    "published_files",
    server_metadata,
    sa.Column("study", _Key, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)

# What items call their pictures, and where the store has them.
published_media = sa.Table(
    "published_media",
    server_metadata,
    sa.Column("study", _Key, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("file", sa.Text, nullable=False),
    sa.Column("format", sa.Text, nullable=False),  # mask for the file of a mask
    sa.Column("width", sa.Integer, nullable=False),
    sa.Column("height", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("frame_rate", sa.Double, nullable=False),
)
