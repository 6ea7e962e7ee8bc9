"""Answers: checked against the form, stored once, whatever is sent again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple

from beholder.declarations.states import ExcludedBy, LeaseState, RaterStage, Standing, StudyState
from beholder.engine.batch import Batch
from beholder.engine.command import Command, Turn, handles_together
from beholder.engine.handlers.check_score import follow_rule, review_every
from beholder.engine.handlers.pace import warn_of_pace
from beholder.engine.handlers.stages import move_on
from beholder.engine.handlers.watching import WatchRule, refuse_unwatched
from beholder.engine.known_rater import in_contact, rater_or_refuse
from beholder.engine.stopping.settle import settle
from beholder.errors import BeholderError
from beholder.fields import Payload
from beholder.protocols import Showing, Shown, reference_met
from beholder.store import AnswerRow, LeaseRow, RaterRow, answers, leases, raters
from beholder.store.answers import OF_CHOICE, OF_SHOWING, AnswerWithPayload
from beholder.store.check_answers import UNDO_MS
from beholder.store.records import canonical, payload_digest
from beholder.store.trials import load_trials

__all__ = [
    "MOST_REVISIONS",
    "Answer",
    "Answered",
    "WorkTime",
    "answer_many",
    "record_of_showing",
    "seal",
    "storable",
    "work_time",
]

# what a page notes of one trial, with room for long ones
MAX_META = 16_000


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer is on disk. `replay` if it was there before; `excluded_by` if it will not count, and why.

    `passed` says whether it is as expected, where something is: in practice, qualification and attention checks.
    `standing` says what the rule about checks made of it: `warned`, `stopped`, or nothing.
    """

    answer: str
    seq: int
    revision: int
    excluded_by: str = ""
    replay: bool = False
    kind: str = Showing.MAIN
    passed: bool | None = None
    standing: str = ""


@dataclass(frozen=True, slots=True)
class Answer(Command[Answered]):
    """An answer. `id` is made by the client, `revises` names the answer it corrects.

    `elapsed_ms` is the time from first paint to submit, `age_ms` that from submit to sending: both measured by the
    client, turned into server times on arrival. `watch` is what must have been played first, `shown` what was shown, where
    the answer speaks of its texts.
    """

    turn: ClassVar[Turn] = Turn.ANSWERS

    id: str
    rater: str
    lease: str
    payload: Mapping[str, Any]
    meta: Mapping[str, Any] = field(default_factory=dict)
    revises: str = ""
    elapsed_ms: int = 0
    active_ms: int = 0
    age_ms: int = 0
    guideline: str = "1"
    watch: WatchRule | None = None
    shown: Shown | None = None


def storable(value: Any) -> str:
    """What a browser sent, as canonical text; refused if it holds a number that JSON has no place for."""
    try:
        return canonical(value)
    except ValueError:
        raise BeholderError("a number is infinite, undefined or too long", code="answer-bad-value") from None


def record_of_showing(meta: Mapping[str, Any]) -> str:
    """What the page tells of a showing, as it is stored."""
    about = storable(meta)
    if len(about) > MAX_META:
        raise BeholderError(f"the record of the showing has {len(about)} characters", code="answer-meta-too-large")
    return about


def seal(batch: Batch, lease: LeaseRow, row: AnswerRow, payload: Payload, about: str) -> AnswerWithPayload:
    """Adds the answer's record: what was shown and when in plain sight, what was answered as a salted digest."""
    text, salt = canonical(payload), batch.random_text(16)
    body = {**row._asdict(), **{name: getattr(lease, name) for name in OF_SHOWING}}
    if lease.probability is not None:
        body |= {name: getattr(lease, name) for name in OF_CHOICE}
    del body["seq"]
    seq = batch.chain.add("answer", row.answer, body, at=batch.now, digest=payload_digest(salt, text, about))
    return AnswerWithPayload(row._replace(seq=seq), text, about, salt)


# 24 days, the most that a 32-bit column holds
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


# longer than any id in use: a UUID has 36 characters
_MAX_ID = 64
MOST_REVISIONS = 20
"""More than anybody changes their mind about one trial; each takes room for ever."""


class _Answers:
    """All answers of one transaction, with what they need looked up once for all."""

    def __init__(self, batch: Batch, commands: Sequence[Answer]) -> None:
        conn, key = batch.conn, batch.context.key
        self.batch = batch
        tokens = list({c.lease for c in commands})
        self.known = answers.load_answers(conn, [c.id for c in commands])
        self.leases = leases.load_leases(conn, key, tokens)
        self.given = answers.answers_to(conn, tokens)
        self.raters: dict[str, RaterRow] = raters.load_raters(conn, key, list({c.rater for c in commands}))
        self.new: list[AnswerWithPayload] = []
        self.states: dict[str, str] = {}
        self.moving: dict[str, str] = {}
        self.review_every = review_every(batch.context.definition)
        self.reviewed: dict[str, int] = {}
        self.standing: dict[str, str] = {}

    def one(self, command: Answer) -> Answered:
        """Stores one answer, or tells that it is there already."""
        if not 8 <= len(command.id) <= _MAX_ID or not command.id.isascii() or not command.id.isprintable():
            raise BeholderError("an answer id has 8 to 64 plain characters", code="answer-bad-id")
        digest = hashlib.sha256(
            storable([command.rater, command.lease, command.revises, command.payload]).encode()
        ).hexdigest()
        before = self.known.get(command.id)
        # first of all: what a rater took back is gone, and must not be called saved
        rater = rater_or_refuse(self.raters, command.rater)
        if before is not None:
            return self._replay(before, digest)
        self.raters[rater.rater] = in_contact(self.batch, rater)
        lease = self.leases.get(command.lease)
        if lease is None or lease.rater != rater.rater:
            raise BeholderError("this trial was not given to this rater", code="lease-unknown")
        slots = json.loads(lease.slots)
        form = self.batch.context.definition.declaration.form
        payload = form.check(command.payload, slots=max(len(slots), 1))
        if command.shown is not None:
            command.shown.check_texts(form, payload)
        # everything that can be refused is refused before a place is taken
        about = record_of_showing(command.meta)
        earlier = self.given.setdefault(lease.lease, [])
        if command.watch is not None and not earlier:
            refuse_unwatched(command.watch, command.meta, self._time_of(command, lease).active_ms)
        excluded_by = self._revise(command, earlier) if earlier else self._first(lease, rater)
        reference = self.batch.context.references.get(lease.item) if lease.kind in Showing.REFERENCED else None
        passed = reference_met(reference, form, payload, slots) if reference else None
        if earlier and lease.kind == Showing.ATTENTION and self.batch.now > earlier[0].received_at + UNDO_MS:
            # a check that was failed cannot be mended afterwards
            passed = _passed(earlier[-1])
        row = self._store(
            command,
            lease,
            payload,
            about=about,
            revision=len(earlier) + 1,
            excluded_by=excluded_by,
            digest=digest,
            passed=passed,
        )
        earlier.append(row)
        self.known[command.id] = (self.batch.context.key, row)
        if lease.kind in Showing.PREPARING:
            self.moving.setdefault(rater.rater, lease.kind)
        # after a number of answers and not after checks, so that neither a reply nor its time tells of one
        answered = self.raters[rater.rater].answered
        if row.revision == 1 and lease.kind in Showing.ALIKE and answered % self.review_every == 0:
            self.reviewed[rater.rater] = answered
        return Answered(row.answer, row.seq, row.revision, row.excluded_by, kind=lease.kind, passed=passed)

    def _replay(self, before: tuple[int, AnswerRow], digest: str) -> Answered:
        study, row = before
        if study != self.batch.context.key or row.request_digest != digest:
            raise BeholderError(
                "another answer has this id already",
                code="answer-id-reused",
                hint="the first answer stands; send the new one under an id of its own",
            )
        kind = self.leases[row.lease].kind if row.lease in self.leases else Showing.MAIN
        return Answered(row.answer, row.seq, row.revision, row.excluded_by, replay=True, kind=kind, passed=_passed(row))

    def _first(self, lease: LeaseRow, rater: RaterRow) -> str:
        if rater.stage == RaterStage.STOPPED:
            self._set_state(lease, LeaseState.EXCLUDED)
            return ExcludedBy.STOPPED
        if lease.kind == Showing.PILOT and self.batch.row.phase != Showing.PILOT:
            # on its way when the pilot ended: a place of the main study is for an answer that counts
            self._set_state(lease, LeaseState.SET_ASIDE)
            return ""
        needs_no_place = lease.kind not in Showing.PLANNED
        if (lease.state == LeaseState.OPEN or needs_no_place) and self.batch.state != StudyState.CLOSED:
            self._set_state(lease, LeaseState.ANSWERED)
            return ""
        # the lease had run out, or the study was closed while the answer was on its way
        if self.batch.state != StudyState.CLOSED and self._take_open_place(lease):
            self._set_state(lease, LeaseState.ANSWERED)
            return ""
        if lease.state == LeaseState.OPEN:
            self.batch.give_back([lease])
        self._set_state(lease, LeaseState.LATE)
        return ExcludedBy.LATE

    def _take_open_place(self, lease: LeaseRow) -> bool:
        self.batch.write_places()
        trial = load_trials(self.batch.conn, self.batch.context.key, [lease.trial])[lease.trial]
        if trial.open <= 0:
            return False
        straight = trial.open - trial.open_flipped
        flipped = trial.open_flipped > 0 if lease.flipped else straight == 0
        self.batch.change_place(lease.trial, -1, flipped=flipped)
        self.leases[lease.lease] = lease._replace(flipped=flipped)
        leases.set_place(self.batch.conn, lease.lease, flipped=flipped)
        return True

    def _set_state(self, lease: LeaseRow, state: str) -> None:
        self.leases[lease.lease] = self.leases[lease.lease]._replace(state=state)
        self.states[lease.lease] = state

    def _revise(self, command: Answer, earlier: Sequence[AnswerRow]) -> str:
        newest = earlier[-1]
        if command.revises != newest.answer:
            raise BeholderError(
                "this trial has been answered already, perhaps in another tab",
                code="answer-already-given",
                hint="load the newest answer and change that one",
            )
        if len(earlier) >= MOST_REVISIONS:
            raise BeholderError(
                f"this answer has been changed {MOST_REVISIONS - 1} times, which is as often as one can be",
                code="answer-changed-too-often",
                hint="the last change stands; tell those who run the study if it is not what you mean",
            )
        if self.batch.state == StudyState.CLOSED:
            raise BeholderError("the study is closed; answers can no longer be changed", code="study-closed")
        return newest.excluded_by

    def _time_of(self, command: Answer, lease: LeaseRow) -> WorkTime:
        return work_time(
            command,
            issued_at=lease.issued_at,
            worked_until=self.raters[lease.rater].worked_until,
            now=self.batch.now,
            lease_ms=self.batch.context.lease_ms,
        )

    def _store(
        self,
        command: Answer,
        lease: LeaseRow,
        payload: Payload,
        *,
        about: str,
        revision: int,
        excluded_by: str,
        digest: str,
        passed: bool | None,
    ) -> AnswerRow:
        batch, rater = self.batch, self.raters[lease.rater]
        time = self._time_of(command, lease)
        opened = revision > 1 or batch.context.definition.protocol.has_looked(
            command.meta, batch.context.definition.params
        )
        definition, counts = batch.context.definition, revision == 1 and lease.kind in Showing.ALIKE
        self.raters[lease.rater] = rater._replace(
            answered=rater.answered + counts,
            implausible=rater.implausible + definition.is_implausible(lease.kind, time.active_ms, revision),
            worked_until=time.worked_until,
            overclaimed_ms=rater.overclaimed_ms + time.overclaimed_ms,
            unopened=rater.unopened + (not opened),
        )
        row = AnswerRow(
            answer=command.id,
            seq=0,
            lease=lease.lease,
            rater=lease.rater,
            revision=revision,
            received_at=batch.now,
            submitted_at=time.submitted_at,
            started_at=time.started_at,
            active_ms=time.active_ms,
            guideline=command.guideline,
            request_digest=digest,
            excluded_by=excluded_by,
            passed=passed,
        )
        sealed = seal(batch, self.leases[lease.lease], row, payload, about)
        self.new.append(sealed)
        batch.note_votes([self.leases[lease.lease]])
        return sealed.row

    def with_standing(self, rater: str, result: Answered | BeholderError) -> Answered | BeholderError:
        """The result with what the rule about checks made of it."""
        row = self.raters.get(rater)
        standing = (
            Standing.STOPPED if row is not None and row.stage == RaterStage.STOPPED else self.standing.get(rater, "")
        )
        return replace(result, standing=standing) if standing and isinstance(result, Answered) else result

    def finish(self) -> None:
        """Writes everything at once."""
        answers.add_answers(self.batch.conn, self.batch.context.key, self.new)
        leases.set_lease_states(self.batch.conn, self.states)
        for rater, stage in self.moving.items():
            self.raters[rater] = move_on(self.batch, self.raters[rater], stage)
        for rater in self.reviewed:
            if warn_of_pace(self.batch, self.raters[rater]):
                self.standing[rater] = Standing.WARNED
        self.standing |= follow_rule(self.batch, self.raters, self.reviewed)
        raters.update_raters(self.batch.conn, self.batch.context.key, self.raters.values())
        settle(self.batch)


@handles_together(Answer)
def answer_many(batch: Batch, commands: Sequence[Answer]) -> list[Answered | BeholderError]:
    """Carries out all answers of a transaction."""
    together = _Answers(batch, commands)
    results: list[Answered | BeholderError] = []
    for command in commands:
        try:
            results.append(together.one(command))
        except BeholderError as error:
            results.append(error)
    together.finish()
    return [together.with_standing(command.rater, result) for command, result in zip(commands, results, strict=True)]


def _passed(row: AnswerRow) -> bool | None:
    """Whether a stored answer is as expected; SQLite's driver gives 0 and 1, which the chain would hash otherwise."""
    return None if row.passed is None else bool(row.passed)
