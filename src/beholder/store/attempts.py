"""How often something was tried, where several servers share one PostgreSQL: buckets that fill up again with time.

Each draw is one statement, so that what several servers do at once is counted as if by one. The clock is the database's.
"""

from __future__ import annotations

from typing import NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

__all__ = ["Draw", "draw", "forget_full", "give_back"]


class Draw(NamedTuple):
    """Whether an attempt was taken from its bucket, and how many are left in it."""

    taken: bool
    left: float


_NOW = "EXTRACT(EPOCH FROM clock_timestamp())::double precision"
_FILLED = f"LEAST(:burst, attempts.remaining + GREATEST(0, {_NOW} - attempts.at) * :per_second)"
_NUMBERS = [sa.bindparam(name, type_=sa.Double) for name in ("burst", "per_second")]

_DRAW = sa.text(f"""
    INSERT INTO attempts (name, remaining, at, full_at, taken)
    VALUES (:name, :burst - 1, {_NOW}, {_NOW} + 1 / :per_second, true)
    ON CONFLICT (name) DO UPDATE SET
      taken = {_FILLED} - 1 >= :least,
      remaining = {_FILLED} - CASE WHEN {_FILLED} - 1 >= :least THEN 1 ELSE 0 END,
      at = {_NOW},
      full_at = {_NOW} + (:burst - {_FILLED} + 1) / :per_second
    RETURNING taken, remaining
""").bindparams(*_NUMBERS, sa.bindparam("least", type_=sa.Double))
_GIVE_BACK = sa.text(
    f"UPDATE attempts SET remaining = LEAST(:burst, {_FILLED} + 1), at = {_NOW} WHERE name = :name"
).bindparams(*_NUMBERS)
_FORGET = sa.text(f"DELETE FROM attempts WHERE full_at < {_NOW}")


def draw(conn: Connection, name: str, *, burst: float, per_second: float, least: float) -> Draw:
    """Takes one attempt from the bucket of that name, unless fewer than `least` would then be left in it."""
    values = {"name": name, "burst": burst, "per_second": per_second, "least": least}
    taken, left = conn.execute(_DRAW, values).one()
    return Draw(bool(taken), float(left))


def give_back(conn: Connection, name: str, *, burst: float, per_second: float) -> None:
    """Returns an attempt to its bucket."""
    conn.execute(_GIVE_BACK, {"name": name, "burst": burst, "per_second": per_second})


def forget_full(conn: Connection) -> None:
    """Drops buckets that are full again: they say nothing."""
    conn.execute(_FORGET)
