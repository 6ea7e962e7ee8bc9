"""How far a study is and how fast it goes."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.engine.status import Status, read_status
from beholder.protocols import Showing
from beholder.store.raters import count_present
from beholder.store.work_done import count_since
from beholder.web.served_study import ServedStudy

__all__ = ["StudyProgress", "progress_of"]

# in milliseconds, as all times in the store
_HOUR = 3_600_000
# a whole day, so that nights are seen as nights
_HOURS_SHOWN = 24
# long enough that a pause is no standstill, short enough to notice one
_PACE_HOURS = 3
# somebody at work is heard of with every answer; four trials' time without one is more than a long look
_PRESENT_TRIALS = 4
_PRESENT_MS = 120_000


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """Counts, wanted answers in each of the last 24 hours, and the pace of the last three in answers per hour.

    `active` raters are at it now. Practice, checks and repeats are no part of the pace: they bring the end no nearer.
    """

    status: Status
    active: int
    series: list[int]
    pace: float
    now: int

    @property
    def percent(self) -> int:
        """Whole percent of the wanted ratings; 100 only when all are there."""
        return int(100 * self.status.share)

    @property
    def hours_left(self) -> float | None:
        """Hours until all ratings are there at this pace; None if that cannot be said."""
        left = self.status.wanted - self.status.given
        return left / self.pace if self.pace > 0 and left > 0 else None

    @property
    def finish(self) -> int | None:
        """When that will be, in milliseconds."""
        return None if self.hours_left is None else self.now + round(self.hours_left * _HOUR)


async def progress_of(study: ServedStudy) -> StudyProgress:
    """The progress of a study as of now."""
    now = study.engine.clock()

    def load(conn: Connection) -> StudyProgress:
        key = study.engine.key
        since = now - _HOURS_SHOWN * _HOUR
        series = count_since(conn, key, since=since, step=_HOUR, until=now, kinds=Showing.PLANNED)
        pace_ms = 1000 * study.definition.declaration.timing.pace_seconds
        active = count_present(conn, key, since=now - round(max(_PRESENT_MS, _PRESENT_TRIALS * pace_ms)))
        return StudyProgress(read_status(conn, key), active, series, sum(series[-_PACE_HOURS:]) / _PACE_HOURS, now)

    return await study.read(load)
