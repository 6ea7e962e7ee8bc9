"""The first schema, written out: it stays as it was when later migrations change the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001_first"
down_revision = None


def upgrade() -> None:
    """Creates all tables."""
    op.create_table(
        "guidelines",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("texts", sa.Text(), nullable=False),
        sa.Column("changes", sa.Text(), nullable=False),
        sa.Column("material", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("study", "number"),
    )
    op.create_table(
        "leases",
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.Column("trial", sa.Integer(), nullable=False),
        sa.Column("occasion", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("flipped", sa.Boolean(), nullable=False),
        sa.Column("slots", sa.Text(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("adjacent", sa.Boolean(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("issued_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("lease"),
        sa.UniqueConstraint("study", "rater", "trial", "occasion", name="leases_once"),
    )
    op.create_index("leases_item", "leases", ["study", "rater", "item"], unique=False)
    op.create_index(
        "leases_open",
        "leases",
        ["study", "rater"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "messages",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("message", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.Column("author", sa.Text(), nullable=False),
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("about", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study", "message"),
    )
    op.create_table(
        "people",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("adjudicates", sa.Boolean(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("link_digest", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("study", "name"),
    )
    op.create_table(
        "platform_ids",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study", "platform", "external"),
    )
    op.create_table(
        "raters",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("token_digest", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("cursor", sa.Integer(), nullable=False),
        sa.Column("sequence", sa.Integer(), nullable=False),
        sa.Column("last_item", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Text(), nullable=False),
        sa.Column("session_at", sa.BigInteger(), nullable=False),
        sa.Column("flips", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("study", "rater"),
        sa.UniqueConstraint("study", "number", name="raters_number"),
    )
    op.create_index(
        "raters_active",
        "raters",
        ["study", "seen_at"],
        unique=False,
        sqlite_where=sa.text("state = 'active'"),
        postgresql_where=sa.text("state = 'active'"),
    )
    op.create_index("raters_token", "raters", ["token_digest"], unique=True)
    op.create_table(
        "records",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study", "seq"),
    )
    op.create_index("records_kind", "records", ["study", "kind"], unique=False)
    op.create_table(
        "sheets",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=True),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("study", "rater", "name"),
    )
    op.create_table(
        "studies",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("phase", sa.Text(), nullable=False),
        sa.Column("simulated", sa.Boolean(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("open_places", sa.BigInteger(), nullable=False),
        sa.Column("chain_length", sa.BigInteger(), nullable=False),
        sa.Column("chain_head", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("study"),
        sa.UniqueConstraint("id"),
    )
    op.create_table(
        "trials",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("trial", sa.Integer(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("systems", sa.Text(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("quota", sa.Integer(), nullable=False),
        sa.Column("open", sa.Integer(), nullable=False),
        sa.Column("open_flipped", sa.Integer(), nullable=False),
        sa.CheckConstraint(
            "open >= 0 AND open_flipped >= 0 AND open_flipped <= open AND open <= quota", name="trials_places"
        ),
        sa.PrimaryKeyConstraint("study", "trial"),
    )
    op.create_index(
        "trials_open",
        "trials",
        ["study", "rank"],
        unique=False,
        sqlite_where=sa.text("open > 0"),
        postgresql_where=sa.text("open > 0"),
    )
    op.create_table(
        "answers",
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("lease", sa.Text(), nullable=False),
        sa.Column("rater", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("submitted_at", sa.BigInteger(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("active_ms", sa.Integer(), nullable=False),
        sa.Column("guideline", sa.Text(), nullable=False),
        sa.Column("request_digest", sa.Text(), nullable=False),
        sa.Column("excluded_by", sa.Text(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=True),
        sa.ForeignKeyConstraint(
            ["lease"],
            ["leases.lease"],
        ),
        sa.PrimaryKeyConstraint("answer"),
        sa.UniqueConstraint("lease", "revision", name="answers_revision"),
        sa.UniqueConstraint("study", "seq", name="answers_seq"),
    )
    op.create_index("answers_rater", "answers", ["study", "rater"], unique=False)
    op.create_table(
        "items",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["study"],
            ["studies.study"],
        ),
        sa.PrimaryKeyConstraint("study", "item"),
        sa.UniqueConstraint("study", "id", name="items_id"),
    )
    op.create_table(
        "versions",
        sa.Column("study", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("definition", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["study"],
            ["studies.study"],
        ),
        sa.PrimaryKeyConstraint("study", "version"),
    )
    op.create_table(
        "payloads",
        sa.Column("answer", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=True),
        sa.Column("meta", sa.Text(), nullable=True),
        sa.Column("salt", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["answer"],
            ["answers.answer"],
        ),
        sa.PrimaryKeyConstraint("answer"),
    )
