"""Raters who get no more trials: by the study's rule or by a person, and their way back in."""

from __future__ import annotations

import json
from collections.abc import Sequence

from beholder.engine.acts import ExcludeRater, Readmit
from beholder.engine.batch import Batch
from beholder.engine.handlers.joining import rater_or_refuse
from beholder.errors import BeholderError
from beholder.protocols import Showing
from beholder.store import RaterRow, answers, leases, raters
from beholder.store.records import records_of

__all__ = ["STOPPED", "exclude", "exclude_rater", "readmit", "readmitted_at", "set_aside", "stop_rater"]

STOPPED = "stopped"
"""The stage of raters who are given nothing more, and the mark of answers that reach the study after that."""

_BY_HAND = "by-hand"


def stop_rater(batch: Batch, rater: RaterRow) -> RaterRow:
    """Hands the rater's open trials to others; the rater's row from now on, for the caller to store."""
    held = leases.leases_of(batch.conn, batch.context.key, rater.rater, ["open"])
    batch.give_back(held)
    leases.set_lease_states(batch.conn, {lease.lease: "released" for lease in held})
    batch.chain.add("stage", rater.rater, {"from": rater.stage, "to": STOPPED}, at=batch.now)
    return rater._replace(stage=STOPPED)


def set_aside(batch: Batch, rater: str, *, rule: str, reissue: bool) -> int:
    """Takes all answers of a rater that count out of the results, each named by the rule; how many."""
    conn, key = batch.conn, batch.context.key
    live = [row for row in answers.answers_of_rater(conn, key, rater) if not row.excluded_by]
    given = leases.load_leases(conn, key, [row.lease for row in live])
    live = [row for row in live if given[row.lease].kind in Showing.EXCLUDABLE]
    return exclude(batch, [row.answer for row in live], rule=rule, reissue=reissue)


def exclude(batch: Batch, wanted: Sequence[str], *, rule: str, reissue: bool) -> int:
    """Takes the showings of these answers out of the results, each answer named by the rule; how many showings.

    A showing goes out with all its revisions: one of them left in would still count while its place is open to others.
    """
    conn, key = batch.conn, batch.context.key
    named = {row.lease for study, row in answers.load_answers(conn, wanted).values() if study == key}
    given = answers.answers_to(conn, list(named))
    live = {lease: rows for lease, rows in given.items() if not rows[-1].excluded_by}
    out = sorted((row for rows in live.values() for row in rows if not row.excluded_by), key=lambda row: row.seq)
    answers.exclude_answers(conn, [row.answer for row in out], rule=rule)
    held = leases.load_leases(conn, key, list(live))
    freed = [lease for lease in held.values() if lease.state == "answered"] if reissue else []
    batch.give_back(freed)
    states = {lease.lease: "excluded" for lease in freed}
    leases.set_lease_states(conn, states)
    for row in out:
        state = states.get(row.lease, held[row.lease].state)
        batch.chain.add("exclude", row.answer, {"rule": rule, "state": state}, at=batch.now)
    return len(live)


def exclude_rater(batch: Batch, command: ExcludeRater) -> int:
    """Takes a rater's answers out for a reason that is kept, and by default stops the rater; how many answers."""
    rater = _known(batch, command.rater)
    if not command.reason.strip():
        raise BeholderError("a reason is needed", code="message-text", where="reason")
    count = set_aside(batch, rater.rater, rule=_BY_HAND, reissue=command.reissue)
    stopped = command.stop and rater.stage != STOPPED
    if stopped:
        raters.update_raters(batch.conn, batch.context.key, [stop_rater(batch, rater)])
    details = {"rater": rater.rater, "reason": command.reason, "answers": count, "reissued": command.reissue}
    body = {"what": "exclude", "rule": _BY_HAND, "stopped": stopped, **details}
    batch.chain.add("act", command.author, body, at=batch.now)
    return count


def readmit(batch: Batch, command: Readmit) -> str:
    """Lets a stopped rater go on where they were; the stage. Answers that were taken out stay out."""
    rater = _known(batch, command.rater)
    if rater.stage != STOPPED:
        return rater.stage
    key = batch.context.key
    stages = [json.loads(one.body) for one in records_of(batch.conn, key, rater.rater, kind="stage")]
    before = str(next((one["from"] for one in reversed(stages) if one["to"] == STOPPED), "trials"))
    batch.chain.add("stage", rater.rater, {"from": STOPPED, "to": before}, at=batch.now)
    batch.chain.add("act", command.author, {"what": "readmit", "rater": rater.rater}, at=batch.now)
    raters.update_raters(batch.conn, key, [rater._replace(stage=before)])
    return before


def readmitted_at(batch: Batch, rater: str) -> int:
    """When the rater was last let back in; 0 if never."""
    back = (
        record.at
        for record in records_of(batch.conn, batch.context.key, rater, kind="stage")
        if json.loads(record.body)["from"] == STOPPED
    )
    return max(back, default=0)


def _known(batch: Batch, name: str) -> RaterRow:
    found = raters.load_raters(batch.conn, batch.context.key, [name])
    if name not in found:
        raise BeholderError("the study has no such rater", code="not-found")
    return rater_or_refuse(batch, found, name)
