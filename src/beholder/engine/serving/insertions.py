"""What is mixed among a rater's trials without being told: attention checks and repeats."""

from __future__ import annotations

from beholder.engine.batch import Batch
from beholder.engine.planning.chance import keyed_number
from beholder.store import LeaseRow, RaterRow, TrialRow, leases

__all__ = ["Repeats", "check_at"]

_LOOKED_AT = 40


def check_at(batch: Batch, rater: RaterRow, position: int, had: set[int]) -> TrialRow | None:
    """The attention check that belongs at this place of the rater's sequence, if one does.

    Each stretch of `every` trials holds one check at a place that only the seed tells. Nobody gets one twice.
    """
    checks = batch.context.definition.settings.checks
    made = batch.context.extras.get("attention")
    if checks is None or not made or not _falls_on(batch, "check", rater, position, checks.every):
        return None
    left = [trial for trial in made if trial.trial not in had]
    return left[keyed_number(batch.row.seed, len(left), "which check", rater.rater, position)] if left else None


class Repeats:
    """The earlier showings that may be repeated at the next places of a rater's sequence.

    They are looked up in every request, whether one is due or not: a reply that takes longer would give repeats away.
    """

    def __init__(self, batch: Batch, rater: RaterRow, last: int) -> None:
        settings = batch.context.definition.settings.repeats
        wanted = settings is not None and settings.share > 0 and batch.context.definition.declaration.repeats
        self._settings = settings if wanted else None
        self._batch = batch
        self._rater = rater
        self._left: list[LeaseRow] = []
        if self._settings is not None:
            until = last - self._settings.distance - 1
            self._left = leases.repeatable(batch.conn, batch.context.key, rater.rater, until=until, most=_LOOKED_AT)

    def take(self, position: int) -> LeaseRow | None:
        """The showing to be repeated at this place, if one is: far enough back, and not repeated yet."""
        batch, rater, repeats = self._batch, self._rater, self._settings
        if repeats is None or not _falls_on(batch, "repeat", rater, position, max(2, round(1 / repeats.share))):
            return None
        far = [one for one in self._left if one.sequence < position - repeats.distance and one.item != rater.last_item]
        if not far:
            return None
        found = far[keyed_number(batch.row.seed, len(far), "which repeat", rater.rater, position)]
        self._left.remove(found)
        return found


def _falls_on(batch: Batch, what: str, rater: RaterRow, position: int, every: int) -> bool:
    stretch, place = divmod(position - 1, every)
    return place == keyed_number(batch.row.seed, every, what, rater.rater, stretch)
