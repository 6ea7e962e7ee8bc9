"""Models that judge, what they were asked, and what they answered."""

import sqlalchemy as sa
from alembic import op

revision = "0005_judges"
down_revision = "0004_work"

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _texts(*names: str) -> list[sa.Column[str]]:
    return [sa.Column(name, sa.Text(), nullable=False) for name in names]


def _numbers(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.Integer(), nullable=False) for name in names]


def upgrade() -> None:
    """Creates three tables that nothing else refers to."""
    op.create_table(
        "judges",
        sa.Column("study", _KEY, primary_key=True),
        sa.Column("judge", sa.Text(), primary_key=True),
        *_texts("name", "model", "guideline", "setup"),
        sa.Column("at", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "judge_calls",
        sa.Column("study", _KEY, primary_key=True),
        sa.Column("call", sa.Integer(), primary_key=True),
        *_texts("judge", "digest"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        *_numbers("ms", "status"),
        *_texts("reply", "model", "fingerprint", "finish"),
        *_numbers("sent_tokens", "received_tokens"),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        *_texts("error"),
    )
    op.create_index("judge_calls_digest", "judge_calls", ["study", "digest", "call"])
    op.create_table(
        "judgments",
        sa.Column("study", _KEY, primary_key=True),
        sa.Column("judge", sa.Text(), primary_key=True),
        sa.Column("trial", sa.Integer(), primary_key=True),
        sa.Column("occasion", sa.Integer(), primary_key=True),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        *_texts("kind"),
        *_numbers("sample", "item"),
        *_texts("slots"),
        *_numbers("version"),
        *_texts("guideline"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        *_texts("state"),
        sa.Column("payload", sa.Text()),
        *_texts("reason", "error"),
        sa.Column("passed", sa.Boolean()),
        *_numbers("repairs"),
        *_texts("calls"),
    )
