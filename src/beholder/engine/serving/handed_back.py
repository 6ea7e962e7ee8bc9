"""What a rater had before and handed back: trials, checks and repeats alike, so that coming back tells nothing of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from beholder.engine.batch import Batch
from beholder.engine.planning.chance import keyed_number, plan_start
from beholder.engine.serving.arrangement import is_flipped, place_taken
from beholder.engine.serving.picking import left_in_cap
from beholder.protocols import Showing
from beholder.store import LeaseRow, RaterRow, TrialRow, leases
from beholder.store.trials import load_trials

__all__ = ["RepeatsDue", "Returning", "check_at", "check_pool", "find_returning"]

# enough to draw from; without a limit every lease would read all that the rater ever answered
_LOOKED_AT_INSERTIONS = 40


def check_pool(batch: Batch, rater: RaterRow) -> Sequence[TrialRow]:
    """The attention checks in the order in which this rater meets them, as many as there is room for.

    They lie along the plan as trials do, and a rater begins with those that follow the place where they begin: raters who
    meet the same trials meet the same checks, so that comparing what several of them were shown does not tell the two apart.
    """
    pool = batch.context.extras.get(Showing.ATTENTION, ())
    first = int(plan_start(batch.row.seed, rater.number) * len(pool))
    return (*pool[first:], *pool[:first])


def check_at(
    batch: Batch, rater: RaterRow, position: int, pool: Sequence[TrialRow], had: Collection[int]
) -> TrialRow | None:
    """The attention check that belongs at this place of the rater's sequence, if one does.

    Each stretch of `every` trials holds one check at a place that only the seed tells. Nobody gets one twice.
    """
    checks = batch.context.definition.settings.checks
    if checks is None or not _falls_on(batch, "check", rater, position, checks.every):
        return None
    return next((trial for trial in pool if trial.trial not in had), None)


class RepeatsDue:
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
            self._left = leases.repeatable(
                batch.conn, batch.context.key, rater.rater, until=until, most=_LOOKED_AT_INSERTIONS
            )

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
    stretch, offset = divmod(position - 1, every)
    return offset == keyed_number(batch.row.seed, every, what, rater.rater, stretch)


_LOOKED_AT = 64
"""Far more than a rater can have handed back, unless others took the places of most of it."""


@dataclass(slots=True)
class Returning:
    """Showings that may be opened again, in their old order; `barred` are trials that are for others now."""

    leases: list[LeaseRow] = field(default_factory=list)
    barred: set[int] = field(default_factory=set)

    @property
    def only_hidden(self) -> bool:
        """Whether there is no trial among them, but checks and repeats."""
        return not any(lease.kind in Showing.PLANNED for lease in self.leases)


def find_returning(batch: Batch, rater: str, most: int, *, rested: bool) -> Returning:
    """Up to `most` showings the rater handed back. A trial is among them if it still has a place.

    Whoever held one too long without a rest leaves it to others for as long as a lease lasts.
    """
    found = Returning()
    back = leases.given_back(batch.conn, batch.context.key, rater, most=_LOOKED_AT)
    if not back:
        return found
    trials = load_trials(batch.conn, batch.context.key, [lease.trial for lease in back])
    room = left_in_cap(batch, rater)
    for lease in _not_barred(batch, back, found, rested=rested):
        trial = trials[lease.trial]
        takes_place = lease.kind in Showing.PLANNED
        served = trial.rank >= 0 or trial.kind != Showing.MAIN
        if len(found.leases) == most or not served or (takes_place and (trial.open <= 0 or room <= 0)):
            continue
        room -= takes_place
        found.leases.append(_opened(batch, lease, trial) if takes_place else lease)
    return found


def _not_barred(batch: Batch, back: list[LeaseRow], found: Returning, *, rested: bool) -> Iterator[LeaseRow]:
    longest, short = batch.context.definition.settings.longest_lease_ms, batch.context.lease_ms
    for lease in back:
        held = batch.now - lease.held_at
        if not rested and longest <= held < longest + short:
            found.barred.add(lease.trial)
        else:
            yield lease._replace(held_at=batch.now) if rested or held >= longest else lease


def _opened(batch: Batch, lease: LeaseRow, trial: TrialRow) -> LeaseRow:
    """The lease with the kind of place it takes now."""
    kind = Showing.PILOT if batch.row.phase == Showing.PILOT else Showing.MAIN
    return lease._replace(kind=kind, flipped=place_taken(trial, is_flipped(lease.slots, trial.systems)))
