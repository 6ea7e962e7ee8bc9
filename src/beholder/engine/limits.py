"""How long a rater may work: in one sitting, and on one day."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from beholder.engine.batch import Batch
from beholder.store import RaterRow
from beholder.store.answers import worked_since

__all__ = ["limit_reached"]


def limit_reached(batch: Batch, rater: RaterRow) -> str:
    """`session` if the sitting has lasted long enough, `day` if the day's work is done, else nothing."""
    definition = batch.context.definition
    limits = definition.settings.limits
    sitting = limits.session_minutes or definition.declaration.timing.session_minutes
    if batch.now - rater.session_at > sitting * 60_000:
        return "session"
    if limits.daily_minutes is None:
        return ""
    worked = worked_since(
        batch.conn, batch.context.key, rater.rater, since=_midnight(batch.now, definition.settings.timezone)
    )
    return "day" if worked >= limits.daily_minutes * 60_000 else ""


def _midnight(now: int, zone: str) -> int:
    local = datetime.fromtimestamp(now / 1000, tz=UTC).astimezone(ZoneInfo(zone))
    return int(local.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000)
