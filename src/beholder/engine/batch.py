"""One transaction's view of a study: its row, its chain, the time, and changes that are written once at the end."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterStage
from beholder.protocols import Reference, Showing
from beholder.store import LeaseRow, StudyRow, TrialRow, trials
from beholder.store.records import Chain, add_records
from beholder.store.stopping import close_given_back
from beholder.store.studies import load_study, update_study
from beholder.study import Definition

if TYPE_CHECKING:
    from beholder.engine.stopping.settle import StopDesk

__all__ = ["Batch", "StudyContext"]


@dataclass(frozen=True, slots=True)
class StudyContext:
    """What every command needs to know of the study and does not change within a transaction."""

    key: int
    definition: Definition
    last_rank: int
    lease_ms: int
    entropy: Callable[[int], bytes]
    extras: Mapping[str, Sequence[TrialRow]] = field(default_factory=dict)
    stages: Sequence[str] = RaterStage.ALWAYS
    references: Mapping[int, Reference] = field(default_factory=dict)
    """What is expected of items whose answer is known, at hand so that grading a check takes no longer than a trial."""

    code_digest: Callable[[str], str] | None = None
    """The digest of the code with which a rater goes on elsewhere, where there are such codes."""

    id_digest: Callable[[str], str] | None = None
    """The keyed digest of a platform's id, by which somebody who withdrew is known again, where there is a key."""

    version: int | None = None
    """The version of the study that this process serves, where another process may begin a later one."""

    judged: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Checks passed and given in answers that were looked at before."""

    stopping: StopDesk | None = None
    """Decides when a trial is asked for no longer, and knows what is still undecided, where the study wants that."""


@dataclass(slots=True)
class Batch:
    """The state that commands of one transaction share."""

    conn: Connection
    context: StudyContext
    now: int
    row: StudyRow
    chain: Chain
    open_places: int
    state: str
    places: dict[int, tuple[int, int]] = field(default_factory=dict)
    voted_on: set[int] = field(default_factory=set)
    """Trials whose answers changed, about which a rule for stopping has to decide."""

    settled: bool = False
    """Whether it has decided about some in this transaction."""

    @classmethod
    def begin(cls, conn: Connection, context: StudyContext, now: int) -> Batch:
        """Reads the study's row, which the transaction has locked."""
        row = load_study(conn, context.key)
        return cls(conn, context, now, row, Chain(row.chain_length, row.chain_head), row.open_places, row.state)

    def change_place(self, trial: int, by: int, *, flipped: bool) -> None:
        """Opens or takes a place of a trial; written by `write_places`."""
        everything, of_them_flipped = self.places.get(trial, (0, 0))
        self.places[trial] = (everything + by, of_them_flipped + (by if flipped else 0))
        self.open_places += by

    def give_back(self, leases: Iterable[LeaseRow]) -> None:
        """Opens the places that these leases held."""
        for lease in leases:
            if lease.kind in Showing.PLANNED:
                self.change_place(lease.trial, 1, flipped=lease.flipped)

    def note_votes(self, leases: Iterable[LeaseRow]) -> None:
        """The answers to these showings came, changed or went: a rule for stopping decides about their trials anew."""
        desk = self.context.stopping
        if desk is None:
            return
        for lease in leases:
            if lease.kind == Showing.MAIN:
                self.voted_on.add(lease.trial)
            elif lease.kind == Showing.PILOT:
                desk.forget()

    def write_places(self) -> None:
        """Writes changed places, so that the next look-up in this transaction sees them."""
        if self.context.stopping is not None and self.context.stopping.rule is not None and self.places:
            opened = close_given_back(self.conn, self.context.key, self.places)
            self.open_places -= sum(by for trial, (by, _) in self.places.items() if trial not in opened)
            self.places = opened
        trials.change_places(self.conn, self.context.key, self.places)
        self.places.clear()

    def random_text(self, size: int) -> str:
        """Unguessable text for tokens and pseudonyms."""
        return base64.urlsafe_b64encode(self.context.entropy(size)).rstrip(b"=").decode()

    def record_act(self, author: str, what: str, details: Mapping[str, Any]) -> None:
        """Puts an act of somebody who runs the study, or of a rule of theirs, on record."""
        self.chain.add("act", author, {"what": what, **details}, at=self.now)

    def set_phase(self, phase: str) -> None:
        """Pilot or main study."""
        self.row = self.row._replace(phase=phase)
        update_study(self.conn, self.context.key, phase=phase)

    def finish(self) -> None:
        """Writes what is left: places, records, the study's row."""
        self.write_places()
        add_records(self.conn, self.context.key, self.chain.new)
        changed = (self.open_places, self.chain.length, self.state) != (
            self.row.open_places,
            self.row.chain_length,
            self.row.state,
        )
        if changed:
            update_study(
                self.conn,
                self.context.key,
                open_places=self.open_places,
                chain_length=self.chain.length,
                chain_head=self.chain.head,
                state=self.state,
            )
        if self.context.stopping is not None:
            self.context.stopping.follow(self.row.chain_head, self.chain.head, settled=self.settled)
