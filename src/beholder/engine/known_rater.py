"""A rater as commands meet them: their row, what they hold, and that they were heard from."""

from __future__ import annotations

from collections.abc import Mapping

from beholder.declarations.states import RaterState
from beholder.engine.batch import Batch
from beholder.errors import BeholderError
from beholder.store import LeaseRow, RaterRow, leases, raters

__all__ = ["in_contact", "load_rater", "own_lease", "rater_or_refuse"]


def rater_or_refuse(found: Mapping[str, RaterRow], rater: str) -> RaterRow:
    """The rater's row; an error if there is none or they have withdrawn."""
    row = found.get(rater)
    if row is None:
        raise BeholderError("this study does not know the rater", code="rater-unknown")
    if row.state == RaterState.WITHDRAWN:
        raise BeholderError("the rater has withdrawn from the study", code="rater-withdrawn")
    return row


def load_rater(batch: Batch, rater: str) -> RaterRow:
    """The same for one rater, read from the store."""
    return rater_or_refuse(raters.load_raters(batch.conn, batch.context.key, [rater]), rater)


def own_lease(batch: Batch, rater: str, token: str) -> LeaseRow:
    """A lease of the rater's; an error if it is nobody's or somebody else's."""
    lease = leases.load_leases(batch.conn, batch.context.key, [token]).get(token)
    if lease is None or lease.rater != rater:
        raise BeholderError("this trial was not given to this rater", code="lease-unknown")
    return lease


def in_contact(batch: Batch, rater: RaterRow) -> RaterRow:
    """The rater's row now that they were heard from.

    A sitting begins anew after a silence as long as a lease lasts, and where the clock was set back to before it.
    """
    rested = batch.now - rater.seen_at > batch.context.lease_ms or rater.session_at > batch.now
    sitting = batch.now if rested else rater.session_at
    return rater._replace(state=RaterState.ACTIVE, seen_at=batch.now, session_at=sitting)
