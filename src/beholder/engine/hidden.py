"""What is mixed among a rater's trials without being told: attention checks and repeats."""

from __future__ import annotations

from beholder.engine.batch import Batch
from beholder.engine.keyed import keyed_number, keyed_shuffle
from beholder.store import LeaseRow, RaterRow, TrialRow, leases

__all__ = ["check_at", "repeat_at"]

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
    return keyed_shuffle(batch.row.seed, left, "which check", rater.rater)[0] if left else None


def repeat_at(batch: Batch, rater: RaterRow, position: int, last_item: int) -> LeaseRow | None:
    """The earlier showing that is to be repeated at this place, if one is: far enough back, and not repeated yet."""
    repeats = batch.context.definition.settings.repeats
    if repeats is None or repeats.share == 0 or not batch.context.definition.declaration.repeats:
        return None
    if not _falls_on(batch, "repeat", rater, position, max(2, round(1 / repeats.share))):
        return None
    far = leases.repeatable(
        batch.conn, batch.context.key, rater.rater, until=position - repeats.distance - 1, most=_LOOKED_AT
    )
    apart = [lease for lease in far if lease.item != last_item]
    return keyed_shuffle(batch.row.seed, apart, "which repeat", rater.rater, position)[0] if apart else None


def _falls_on(batch: Batch, what: str, rater: RaterRow, position: int, every: int) -> bool:
    stretch, place = divmod(position - 1, every)
    return place == keyed_number(batch.row.seed, every, what, rater.rater, stretch)
