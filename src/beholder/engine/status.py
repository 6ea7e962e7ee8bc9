"""How far a study is."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.declarations.states import LeaseState
from beholder.protocols import Showing
from beholder.store.items import count_items
from beholder.store.raters import all_raters
from beholder.store.stopping import count_stopped
from beholder.store.studies import load_study
from beholder.store.trials import count_items as count_rated
from beholder.store.trials import count_trials
from beholder.store.work_done import count_showings

__all__ = ["Status", "read_status"]


@dataclass(frozen=True, slots=True)
class Status:
    """Counts of a study at one moment; `other_items` are those for practice, qualification and checks.

    Checks, repeats and practice are no part of what is wanted, so not of what is given. `stopped` are trials of which a
    rule says that enough is known, `spared` the ratings of the plan that are not wanted because of it.
    """

    state: str
    version: int
    simulated: bool
    items: int
    other_items: int
    trials: int
    wanted: int
    given: int
    open_leases: int
    late: int
    excluded: int
    raters: int
    records: int
    stopped: int = 0
    spared: int = 0

    @property
    def share(self) -> float:
        """The part of the wanted ratings that is there."""
        return self.given / self.wanted if self.wanted else 0.0


def read_status(conn: Connection, key: int) -> Status:
    """The state of a study."""
    study = load_study(conn, key)
    trials, wanted, _ = count_trials(conn, key)
    rated = count_rated(conn, key)
    by_state = count_showings(conn, key, kinds=Showing.PLANNED)
    stopped, spared = count_stopped(conn, key)
    return Status(
        state=study.state,
        version=study.version,
        simulated=bool(study.simulated),
        items=rated,
        other_items=count_items(conn, key) - rated,
        trials=trials,
        wanted=wanted - spared,
        given=by_state.get(LeaseState.ANSWERED, 0),
        open_leases=by_state.get(LeaseState.OPEN, 0),
        late=by_state.get(LeaseState.LATE, 0),
        excluded=by_state.get(LeaseState.EXCLUDED, 0) + by_state.get(LeaseState.WITHDRAWN, 0),
        raters=len(all_raters(conn, key)),
        records=study.chain_length,
        stopped=stopped,
        spared=spared,
    )
