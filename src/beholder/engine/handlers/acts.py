"""Carries out what is not a lease or an answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from beholder.engine import acts
from beholder.engine.batch import Batch
from beholder.engine.handlers.answer import record_of_showing, seal
from beholder.engine.handlers.joining import in_contact, random_text, rater_or_refuse
from beholder.engine.handlers.rater_stops import exclude, exclude_rater, readmit
from beholder.engine.handlers.skips import note_skips, warn_of_skips
from beholder.engine.journey import following
from beholder.engine.ledger import adjudicator
from beholder.errors import BeholderError
from beholder.fields import Form
from beholder.protocols import Showing
from beholder.store import (
    AnswerRow,
    LeaseRow,
    RaterRow,
    answers,
    guidelines,
    items,
    leases,
    messages,
    people,
    raters,
    trials,
)
from beholder.store import raters as sheets
from beholder.store.guidelines import GuidelineRow
from beholder.store.messages import MessageRow
from beholder.store.people import PersonRow
from beholder.store.records import canonical, payload_digest

__all__ = ["HANDLERS"]

_MOST_TEXT = 4000


def _rater(batch: Batch, name: str) -> RaterRow:
    return rater_or_refuse(batch, raters.load_raters(batch.conn, batch.context.key, [name]), name)


def _own_lease(batch: Batch, rater: str, token: str) -> LeaseRow:
    lease = leases.load_leases(batch.conn, batch.context.key, [token]).get(token)
    if lease is None or lease.rater != rater:
        raise BeholderError("this trial was not given to this rater", code="lease-unknown")
    return lease


def _text(text: str) -> str:
    text = text.strip()
    if not text or len(text) > _MOST_TEXT or "\x00" in text or any("\ud800" <= c <= "\udfff" for c in text):
        raise BeholderError(f"expected a text of 1 to {_MOST_TEXT} characters", code="message-text", where="text")
    return text


def _advance(batch: Batch, rater: RaterRow, stage: str) -> None:
    after = following(batch.context.stages, stage)
    batch.chain.add("stage", rater.rater, {"from": stage, "to": after}, at=batch.now)
    raters.update_raters(batch.conn, batch.context.key, [in_contact(batch, rater)._replace(stage=after)])


def _store_sheet(batch: Batch, rater: RaterRow, name: str, payload: str) -> None:
    salt = random_text(batch, 16)
    sheets.add_sheet(
        batch.conn, batch.context.key, rater=rater.rater, name=name, at=batch.now, payload=payload, salt=salt
    )
    digest = payload_digest(salt, payload, "")
    batch.chain.add("sheet", rater.rater, {"name": name}, at=batch.now, digest=digest)


def give_consent(batch: Batch, command: acts.GiveConsent) -> str:
    """Keeps the consent with the digest of its text; nothing is served before. The next stage."""
    rater = _rater(batch, command.rater)
    if rater.stage == "consent":
        _store_sheet(batch, rater, "consent", canonical({"text": command.digest}))
        _advance(batch, rater, "consent")
    return _rater(batch, command.rater).stage


def fill_sheet(batch: Batch, command: acts.FillSheet) -> str:
    """Keeps the answers to the questions before or after; the next stage. A sheet sent twice is stored once."""
    rater = _rater(batch, command.rater)
    if command.name not in ("before", "after"):
        raise BeholderError("there are questions before and after only", code="sheet-unknown")
    if rater.stage != command.name:
        return rater.stage
    settings = batch.context.definition.settings
    form = Form(fields=settings.before if command.name == "before" else settings.after)
    clean = form.check({"trial": dict(command.values), "slots": []}, slots=1)
    _store_sheet(batch, rater, command.name, canonical(clean["trial"]))
    _advance(batch, rater, command.name)
    return _rater(batch, command.rater).stage


def skip(batch: Batch, command: acts.Skip) -> bool:
    """Hands the trial to somebody else; this rater does not get it again. Whether they are told that it is too often.

    A named reason is on record; words of the rater's own are a message, which a withdrawal can erase.
    """
    lease = _own_lease(batch, _rater(batch, command.rater).rater, command.lease)
    reason = _text(command.reason)
    if lease.state != "open":
        return False
    batch.give_back([lease])
    leases.set_lease_states(batch.conn, {lease.lease: "skipped"})
    named = reason in acts.SKIP_REASONS
    if not named:
        _write(batch, "skip", rater=lease.rater, author=lease.rater, text=reason.removeprefix("other:"), lease=lease)
    shown = {"trial": lease.trial, "lease": lease.lease, "kind": lease.kind}
    record = {**shown, "reason": reason if named else "other"}
    batch.chain.add("skip", lease.rater, record, at=batch.now)
    return warn_of_skips(batch, lease.rater)


def report_broken(batch: Batch, command: acts.ReportBroken) -> bool:
    """Notes the report and passes the trial over; whether the item is suspended now."""
    rater = _rater(batch, command.rater)
    lease = _own_lease(batch, rater.rater, command.lease)
    _write(batch, "broken", rater=rater.rater, author=rater.rater, text=command.text, lease=lease)
    if lease.state == "open":
        batch.give_back([lease])
        leases.set_lease_states(batch.conn, {lease.lease: "reported"})
        warn_of_skips(batch, rater.rater)
    settings, key = batch.context.definition.settings, batch.context.key
    counted = messages.broken_reports(batch.conn, key, answered=settings.broken_answers, item=lease.item)
    reports = counted.get(lease.item, 0)
    if reports < settings.broken_after or not _may_suspend(batch):
        return False
    batch.write_places()
    trials.suspend(batch.conn, key, lease.item)
    batch.chain.add("suspend", str(lease.item), {"reports": reports}, at=batch.now)
    return True


def _may_suspend(batch: Batch) -> bool:
    """Whether reports alone may take one more item out: a few people must not be able to empty a study."""
    key, share = batch.context.key, batch.context.definition.settings.broken_share
    out = trials.suspended_items(batch.conn, key) & messages.reported_items(batch.conn, key)
    return len(out) < max(1, int(share * trials.count_items(batch.conn, key)))


def ask(batch: Batch, command: acts.Ask) -> int:
    """Keeps a rater's question; its number."""
    rater = _rater(batch, command.rater)
    lease = _own_lease(batch, rater.rater, command.lease) if command.lease else None
    return _write(batch, "question", rater=rater.rater, author=rater.rater, text=command.text, lease=lease)


def _write(
    batch: Batch,
    kind: str,
    *,
    rater: str,
    author: str,
    text: str,
    lease: LeaseRow | None = None,
    about: int = -1,
) -> int:
    row = MessageRow(
        message=0,
        kind=kind,
        rater=rater,
        author=author,
        lease=lease.lease if lease else "",
        item=lease.item if lease else -1,
        about=about,
        state="open" if kind in ("question", "broken") else "done",
        at=batch.now,
        text=_text(text),
    )
    return messages.add_message(batch.conn, batch.context.key, row).message


_POSTED = ("reply", "clarification", "notice")


def post(batch: Batch, command: acts.Post) -> int:
    """A reply, a clarification or a notice; closes the question it answers."""
    if command.kind not in _POSTED:
        raise BeholderError(f"expected one of {', '.join(_POSTED)}", code="message-kind", where="kind")
    rater = "" if command.kind == "clarification" else command.rater
    number = _write(batch, command.kind, rater=rater, author=command.author, text=command.text, about=command.about)
    if command.about >= 0:
        messages.set_message_state(batch.conn, batch.context.key, command.about, "done")
    _record(batch, command.author, command.kind, {"message": number, "about": command.about})
    return number


def close_message(batch: Batch, command: acts.CloseMessage) -> bool:
    """Marks a message as dealt with."""
    found = messages.set_message_state(batch.conn, batch.context.key, command.message, "done")
    _record(batch, command.author, "close-message", {"message": command.message})
    return found


def change_guideline(batch: Batch, command: acts.ChangeGuideline) -> int:
    """Stores a new version of the guideline; its number."""
    before = guidelines.list_guidelines(batch.conn, batch.context.key)
    number = before[-1].number + 1 if before else 2
    row = GuidelineRow(number, batch.now, command.author, dict(command.texts), dict(command.changes), command.material)
    guidelines.add_guideline(batch.conn, batch.context.key, row)
    details = {"number": number, "material": command.material, "digest": row.digest}
    _record(batch, command.author, "guideline", details)
    return number


def reissue_guideline(batch: Batch, command: acts.ReissueGuideline) -> int:
    """Sets answers given under older versions aside and opens their places; how many."""
    old = answers.under_guideline_before(batch.conn, batch.context.key, command.before)
    count = exclude(batch, old, rule=f"guideline-before-{command.before}", reissue=True)
    _record(batch, command.author, "reissue", {"before": command.before, "answers": count})
    return count


def suspend_item(batch: Batch, command: acts.SuspendItem) -> None:
    """Takes an item out of what is served, or back in."""
    number = items.numbers_of(batch.conn, batch.context.key).get(command.item)
    if number is None:
        raise BeholderError(f"the study has no item {command.item!r}", code="item-unknown")
    if command.suspended:
        trials.suspend(batch.conn, batch.context.key, number)
    else:
        _resume(batch, number)
    _record(batch, command.author, "suspend" if command.suspended else "resume", {"item": command.item})


def resume_all(batch: Batch, command: acts.ResumeAll) -> int:
    """Takes every suspended item back in; how many."""
    out = sorted(trials.suspended_items(batch.conn, batch.context.key))
    for number in out:
        _resume(batch, number)
    _record(batch, command.author, "resume-all", {"items": len(out)})
    return len(out)


def _resume(batch: Batch, number: int) -> None:
    """A person has looked: whatever was reported before does not count any more."""
    trials.resume(batch.conn, batch.context.key, number)
    messages.settle_reports(batch.conn, batch.context.key, number)


def set_phase(batch: Batch, command: acts.SetPhase) -> int:
    """Begins or ends the pilot; how many pilot answers were set aside."""
    if command.phase not in Showing.PLANNED:
        raise BeholderError("expected main or pilot", code="phase-unknown", where="phase")
    if command.phase == batch.row.phase:
        return 0
    if command.phase == "pilot" and answers.any_main(batch.conn, batch.context.key):
        raise BeholderError(
            "the main study has begun", code="phase-too-late", hint="run a pilot on a copy of the folder"
        )
    aside = leases.pilot_leases(batch.conn, batch.context.key) if command.phase == "main" else []
    batch.give_back(lease for lease in aside if lease.state in ("answered", "open"))
    leases.set_lease_states(batch.conn, {lease.lease: "set-aside" for lease in aside})
    batch.set_phase(command.phase)
    _record(batch, command.author, "phase", {"phase": command.phase, "set_aside": len(aside)})
    return len(aside)


def adjudicate(batch: Batch, command: acts.Adjudicate) -> str:
    """Stores a decision as an answer of kind `adjudication`, by a pseudonym of its own; the answer's id."""
    key = batch.context.key
    trial = trials.load_trials(batch.conn, key, [command.trial]).get(command.trial)
    if trial is None:
        raise BeholderError("there is no such trial", code="trial-unknown")
    systems = json.loads(trial.systems)
    shows = batch.context.definition.declaration.shows
    slots = [] if shows == "item" else [[system] for system in systems]
    clean = batch.context.definition.declaration.form.check(command.payload, slots=max(len(slots), 1))
    about = record_of_showing({"comment": command.comment})
    judge = adjudicator(command.author)
    if judge not in raters.load_raters(batch.conn, key, [judge]):
        number = raters.last_number(batch.conn, key) + 1
        row = RaterRow(judge, number, "adjudicator", "left", "en", batch.now, batch.now, -1, 0, -1, 0)
        raters.add_rater(batch.conn, key, row, token_digest=f"none:{key}:{judge}")
    before = leases.of_kind(batch.conn, key, judge, "adjudication")
    occasion = sum(lease.trial == trial.trial for lease in before)
    lease = LeaseRow(
        lease=random_text(batch, 16),
        rater=judge,
        trial=trial.trial,
        occasion=occasion,
        kind="adjudication",
        item=trial.item,
        state="answered",
        flipped=False,
        slots=json.dumps(slots, ensure_ascii=False),
        sequence=len(before) + 1,
        adjacent=False,
        version=batch.row.version,
        issued_at=batch.now,
    )
    leases.add_leases(batch.conn, key, [lease])
    decision = AnswerRow(
        answer=random_text(batch, 16),
        seq=0,
        lease=lease.lease,
        rater=judge,
        revision=1,
        received_at=batch.now,
        submitted_at=batch.now,
        started_at=batch.now,
        active_ms=0,
        guideline="",
        request_digest="",
        excluded_by="",
    )
    sealed = seal(batch, lease, decision, clean, about)
    answers.add_answers(batch.conn, key, [sealed])
    _record(batch, command.author, "adjudicate", {"trial": trial.trial, "answer": decision.answer})
    return decision.answer


def end_sessions(batch: Batch, command: acts.EndSessions) -> None:
    """Signs somebody out; what they may do is as it was, so nothing is put on record."""
    people.end_sessions(batch.conn, batch.context.key, command.name)


def put_person(batch: Batch, command: acts.PutPerson) -> None:
    """Adds or changes somebody who runs the study."""
    if command.role not in ("coordinator", "viewer"):
        raise BeholderError("expected coordinator or viewer", code="role-unknown", where="role")
    row = PersonRow(
        command.name,
        command.role,
        command.adjudicates,
        command.password,
        command.link_digest,
        command.state,
        batch.now,
    )
    before = people.find_person(batch.conn, batch.context.key, name=command.name)
    if before is not None:
        row = row._replace(created_at=before.created_at, session=before.session)
    people.put_person(batch.conn, batch.context.key, row)
    details: dict[str, Any] = {"name": command.name, "after": _public(row)}
    if before is not None:
        details["before"] = _public(before)
        details["password_changed"] = before.password != row.password
        details["link_changed"] = before.link_digest != row.link_digest
    _record(batch, command.author, "person", details)


def _public(row: PersonRow) -> dict[str, Any]:
    return {"role": row.role, "adjudicates": bool(row.adjudicates), "state": row.state}


def log_act(batch: Batch, command: acts.LogAct) -> None:
    """Puts something on record."""
    _record(batch, command.author, command.what, dict(command.details))


def _record(batch: Batch, author: str, what: str, details: dict[str, Any]) -> None:
    batch.chain.add("act", author, {"what": what, **details}, at=batch.now)


HANDLERS: dict[type, Callable[[Batch, Any], Any]] = {
    acts.GiveConsent: give_consent,
    acts.FillSheet: fill_sheet,
    acts.Skip: skip,
    acts.NoteSkips: note_skips,
    acts.ReportBroken: report_broken,
    acts.Ask: ask,
    acts.Post: post,
    acts.CloseMessage: close_message,
    acts.ChangeGuideline: change_guideline,
    acts.ReissueGuideline: reissue_guideline,
    acts.SuspendItem: suspend_item,
    acts.ResumeAll: resume_all,
    acts.SetPhase: set_phase,
    acts.ExcludeRater: exclude_rater,
    acts.Readmit: readmit,
    acts.Adjudicate: adjudicate,
    acts.PutPerson: put_person,
    acts.EndSessions: end_sessions,
    acts.LogAct: log_act,
}
