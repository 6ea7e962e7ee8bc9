"""How much a rater may still do: in one visit, in one sitting, and on one day."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from beholder.declarations.states import NoTrial
from beholder.engine.batch import Batch
from beholder.store import RaterRow
from beholder.store.work_done import answer_times, worked_since

__all__ = ["Room", "room_left"]

# in milliseconds, as all times in the store
_MINUTE = 60_000
# more than anybody can do: there is no limit
_PLENTY = 2**31


class Room(NamedTuple):
    """How many trials a rater may hold now, and which limit ends the work when there are none."""

    trials: int
    reason: str


def room_left(batch: Batch, rater: RaterRow) -> Room:
    """The tightest limit: `visit`, `session` or `day`.

    Minutes that are left count as the trials that fit into them at the protocol's pace, so that nobody holds trials
    ahead which would carry them past the limit.
    """
    return min((_visit(batch, rater), _sitting(batch, rater), _day(batch, rater)), key=lambda room: room.trials)


def _visit(batch: Batch, rater: RaterRow) -> Room:
    settings = batch.context.definition.settings
    most = settings.trials_per_visit
    if most is None:
        return Room(_PLENTY, NoTrial.VISIT)
    times = answer_times(batch.conn, batch.context.key, rater.rater, most=most)
    gap = settings.limits.visit_gap_minutes
    if gap is None:
        midnight = _midnight(batch.now, settings.timezone)
        done = sum(time >= midnight for time in times)
    else:
        done, later = 0, batch.now
        while done < len(times) and later - times[done] < gap * _MINUTE:
            later, done = times[done], done + 1
    return Room(most - done, NoTrial.VISIT)


def _sitting(batch: Batch, rater: RaterRow) -> Room:
    definition = batch.context.definition
    most = definition.settings.limits.session_minutes or definition.declaration.timing.session_minutes
    return Room(_that_fit(batch, most * _MINUTE - (batch.now - rater.session_at)), NoTrial.SESSION)


def _day(batch: Batch, rater: RaterRow) -> Room:
    settings = batch.context.definition.settings
    most = settings.limits.daily_minutes
    if most is None:
        return Room(_PLENTY, NoTrial.DAY)
    since = _midnight(batch.now, settings.timezone)
    fast = batch.context.definition.fast_seconds
    worked = worked_since(batch.conn, batch.context.key, rater.rater, since=since, least=int(1000 * fast))
    return Room(_that_fit(batch, most * _MINUTE - worked), NoTrial.DAY)


def _that_fit(batch: Batch, milliseconds: float) -> int:
    return max(0, math.ceil(milliseconds / (1000 * batch.context.definition.declaration.timing.pace_seconds)))


def _midnight(now: int, zone: str) -> int:
    local = datetime.fromtimestamp(now / 1000, tz=UTC).astimezone(ZoneInfo(zone))
    return int(local.replace(hour=0, minute=0, second=0, microsecond=0).timestamp() * 1000)
