"""Resume codes are found by a digest, and people's sessions are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0003_codes_and_sessions"
down_revision = "0002_platform_salt"


def upgrade() -> None:
    """Adds both columns. Digests are keyed by the study's secret: they are filled in when the study is next served."""
    op.add_column("raters", sa.Column("code_digest", sa.Text(), nullable=True))
    op.create_index("raters_code", "raters", ["study", "code_digest"], unique=True)
    op.add_column("people", sa.Column("session", sa.Integer(), nullable=False, server_default="0"))
