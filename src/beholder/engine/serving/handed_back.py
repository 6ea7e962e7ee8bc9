"""What a rater had before and handed back: trials, checks and repeats alike, so that coming back tells nothing of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from beholder.engine.batch import Batch
from beholder.engine.serving.arrangement import is_flipped, place_taken
from beholder.engine.serving.picking import left_in_cap
from beholder.protocols import Showing
from beholder.store import LeaseRow, TrialRow, leases
from beholder.store.trials import load_trials

__all__ = ["Returning", "find_returning"]

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
        served = trial.rank >= 0 or trial.kind != "main"
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
    kind = "pilot" if batch.row.phase == "pilot" else "main"
    return lease._replace(kind=kind, flipped=place_taken(trial, is_flipped(lease.slots, trial.systems)))
