"""When an answer was given and how long it took: the browser's word, as far as the server's clock allows it."""

from __future__ import annotations

from typing import NamedTuple

from beholder.engine.commands import Answer

__all__ = ["WorkTime", "work_time"]

_MOST_CLAIMED = 2**31 - 1


class WorkTime(NamedTuple):
    """Times of one answer.

    `worked_until` is up to when the rater's time is accounted for now, `overclaimed_ms` what the browser claimed beyond
    what can have passed.
    """

    started_at: int
    submitted_at: int
    active_ms: int
    worked_until: int
    overclaimed_ms: int


def work_time(command: Answer, *, issued_at: int, worked_until: int, now: int, lease_ms: int) -> WorkTime:
    """The times of an answer that arrives now, to a showing first issued then, by a rater whose time until then is paid.

    Between the issue of a trial and its answer lies the rater's time for it, and nobody works on two trials at once: each
    answer uses up time after the issue, the earliest that no other answer has used. Answers given without a connection
    lose nothing by that, however late they arrive, nor does a trial that was put aside for the change of an earlier one.
    """
    # where the clock was set back, nothing is known but that a lease does not last longer
    issued = issued_at if issued_at <= now else now - lease_ms
    free = max(issued, worked_until if worked_until <= now else 0)
    submitted = max(issued, now - max(0, command.age_ms))
    claimed = min(max(0, command.active_ms), _MOST_CLAIMED)
    started = max(issued, submitted - max(claimed, command.elapsed_ms))
    active = max(0, min(claimed, submitted - started, submitted - free))
    return WorkTime(started, submitted, active, free + active, claimed - active)
