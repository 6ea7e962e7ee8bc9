"""The API of the rater's page."""

from __future__ import annotations

import json

from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterState
from beholder.engine.handlers.answer import Answer
from beholder.engine.handlers.joining import AskForPlace, Join, Leave, Withdraw
from beholder.engine.handlers.joining import JoinedRater as EngineJoined
from beholder.errors import BeholderError
from beholder.protocols import Showing
from beholder.store import LeaseRow
from beholder.store.answers import last_answers
from beholder.store.raters import INVITE, find_by_code, platform_ids_below
from beholder.store.studies import load_study
from beholder.web.auth import invite_refused
from beholder.web.call import Call, HttpError, Reply, json_reply
from beholder.web.consent import consent_first
from beholder.web.crowd import join_from_crowd
from beholder.web.practice_feedback import practice_feedback
from beholder.web.rater.trial_models import AnswerBody, JoinBody, LeaseBody
from beholder.web.served_study import Rater, ServedStudy, public_facts

__all__ = ["answer", "answers", "join", "leases", "leave", "session", "withdraw"]

# more than the page ever asks for (`REMEMBER` in static/rate/history.js)
_MOST_ANSWERS = 50
# a text of a million digits is not turned into a number
_MOST_DIGITS = 9
# so many others would have to take a use of the same link at the same moment
_INVITE_TRIES = 20


async def join(call: Call) -> Reply:
    """A new rater, or one who comes back with a code."""
    body: JoinBody = call.body
    study = call.study
    if study.simulated:
        raise HttpError(410, "the study is closed: simulated raters have answered it", code="study-closed")
    language = study.renderer.language(body.language) if body.language else call.language()
    await call.app.joins.take(call.network)
    if body.resume_code:
        rater = await _resume(call, body.resume_code)
        token = study.resume_tokens.make(rater.name)
        study.remember(token, rater)
    else:
        rater, token = await _join_once(study, body, language)
        study.remember(token, rater)
    return json_reply(
        {"token": token, "rater": rater.name, "code": study.code_of(rater.name), "language": rater.language}
    )


async def _resume(call: Call, code: str) -> Rater:
    study = call.study
    # wrong codes are limited by themselves: they never keep others at that address from joining or working
    await call.app.codes.take(call.network)
    await call.app.codes_of_all.turn()
    digest = study.codes.digest(code)
    found = await study.read(lambda conn: find_by_code(conn, study.engine.key, digest))
    if found is None or found.state == RaterState.WITHDRAWN:
        raise HttpError(404, "no rater of this study has that code", code="resume-code-unknown")
    await call.app.codes.give_back(call.network)
    await call.app.codes_of_all.give_back()
    return Rater(found.rater, found.language)


async def _join_once(study: ServedStudy, body: JoinBody, language: str) -> tuple[Rater, str]:
    """A new rater with a token; or the one who joined by the same request before, whose reply was lost on the way."""
    if not body.key:
        joined = await _join(study, body, language, "")
        return Rater(joined.rater, joined.language), joined.token
    crowd = study.definition.settings.crowd
    claimed = body.platform.get(crowd.rater, "").strip() if crowd else ""
    token = study.join_token(body.key, body.invite, claimed)
    before = await study.rater_of(token)
    if before is None:
        try:
            joined = await _join(study, body, language, token)
        except BeholderError:
            # a proxy that gave a request up sends it to another server, and the first may still carry it out
            before = await study.rater_of(token)
            if before is None:
                raise
        else:
            before = Rater(joined.rater, joined.language)
    return before, token


async def _join(study: ServedStudy, body: JoinBody, language: str, token: str) -> EngineJoined:
    if not await study.do(AskForPlace()):
        raise HttpError(
            409, "the study has no place left", code="study-full", hint="come back later: a place may come free"
        )
    joined: EngineJoined
    if not body.invite:
        if study.invited_only:
            raise HttpError(403, "this study can only be joined by invitation", code="invite-needed")
        crowd = study.definition.settings.crowd
        if crowd is not None and not study.preview:
            return await join_from_crowd(study, crowd, body.platform, language=language, token=token)
        joined = await study.do(Join(language=language, token=token))
        return joined
    signed = study.invites.read(body.invite)
    for _ in range(_INVITE_TRIES):
        used = await study.read(
            lambda conn: platform_ids_below(conn, study.engine.key, platform=INVITE, prefix=f"{signed.id}/")
        )
        if signed.uses and len(used) >= signed.uses:
            raise invite_refused()
        slot = next(name for n in range(len(used) + 1) if (name := f"{signed.id}/{n}") not in used)
        try:
            joined = await study.do(Join(language=language, platform=INVITE, external=slot, token=token))
        except BeholderError as error:
            if error.code != "platform-id-taken":
                raise
            # somebody else took this use at the same moment
            continue
        return joined
    raise BeholderError("too many join at once", code="busy", hint="try again in a moment")


async def session(call: Call) -> Reply:
    """All that the page needs to begin."""
    study, language = call.study, call.language()
    definition = study.definition
    facts = public_facts(definition, language)
    await consent_first(study, call.rater.name)
    row = await study.read(lambda conn: load_study(conn, study.engine.key))
    await study.answered_by(call.rater.name, fresh=True)
    return json_reply(
        {
            "study": study.short,
            "rater": call.rater.name,
            "code": study.code_of(call.rater.name),
            "title": facts["title"],
            "description": facts["summary"],
            "instruction": facts["instruction"],
            "contact": facts["contact"],
            "language": language,
            "languages": study.renderer.languages(),
            "form": definition.declaration.form.to_wire(language),
            "timing": _timing(study),
            "params": definition.params.model_dump(mode="json"),
            "guideline": await study.guidelines.in_force(study.renderer, language),
            "progress": await _progress(study, call.rater.name),
            "state": row.state,
            "page": call.app.page_files(study),
            "messages": study.renderer.words(language).for_script(),
            "preview": study.preview,
        }
    )


def _timing(study: ServedStudy) -> dict[str, float | None]:
    """The protocol's times, and over them those that the study gives."""
    given = study.definition.settings.limits.model_dump(mode="json", exclude_none=True)
    timing = study.definition.declaration.timing
    return {**timing.model_dump(mode="json"), "pace_seconds": timing.pace_seconds, **given}


async def _progress(study: ServedStudy, rater: str) -> dict[str, int | None]:
    work = study.engine.workload
    return {"answered": await study.answered_by(rater), "total": None if work.endless else work.shown}


def _how_far(study: ServedStudy, row: LeaseRow) -> dict[str, int]:
    """Where a trial of practice or qualification stands among the others."""
    if row.kind not in Showing.PREPARING:
        return {}
    number, of = study.engine.number_in_stage(row.kind, row.trial)
    return {"number": number, "of": of, "attempt": row.occasion}


async def leases(call: Call) -> Reply:
    """Trials to work on."""
    body: LeaseBody = call.body
    study = call.study
    language = study.renderer.language(body.language) if body.language else call.language()
    leased = await study.lease(call.rater.name, body.want)
    trials = [
        {
            "lease": row.lease,
            "html": fragment.html,
            "media": fragment.media,
            "sequence": row.sequence,
            "practice": row.kind == Showing.PRACTICE,
            "counts": row.kind not in Showing.PREPARING,
            **_how_far(study, row),
        }
        for row, fragment in await study.fragments(leased.leases, language)
    ]
    progress = await _progress(study, call.rater.name)
    guideline = await study.guidelines.number()
    return json_reply({"leases": trials, "reason": leased.reason, "progress": progress, "guideline": guideline})


async def answer(call: Call) -> Reply:
    """Stores an answer; the reply is sent once it is on disk."""
    body: AnswerBody = call.body
    # before it is queued: one writer works for all raters
    call.study.definition.declaration.form.check_shape(body.payload)
    if body.revises:
        await call.app.writes.take(call.writer)
    command = Answer(
        id=call.path["answer"],
        rater=call.rater.name,
        lease=body.lease,
        payload=body.payload,
        meta=body.meta,
        revises=body.revises,
        elapsed_ms=body.elapsed_ms,
        active_ms=body.active_ms,
        age_ms=body.age_ms,
        guideline=await call.study.guidelines.number_read(body.guideline),
        watch=await call.study.watch_rule(body.lease),
        shown=await call.study.texts_shown(body.lease),
    )
    saved = await call.study.do(command)
    if saved.revision == 1 and not saved.replay and saved.kind not in Showing.PREPARING:
        call.study.one_more(call.rater.name)
    reply: dict[str, object] = {"answer": saved.answer, "revision": saved.revision, "saved": True}
    if saved.standing:
        reply["standing"] = saved.standing
    if saved.kind == Showing.PRACTICE and call.study.definition.settings.practice.feedback:
        reply["feedback"] = await practice_feedback(call.study, body.lease, body.payload, call.language())
    return json_reply(reply)


async def answers(call: Call) -> Reply:
    """The rater's last answers, to go back to; those before a trial of that sequence number if one is given."""
    most = _whole_number(call, "last", "20")
    if not 1 <= most <= _MOST_ANSWERS:
        raise HttpError(422, f"last is a whole number from 1 to {_MOST_ANSWERS}", code="request-invalid")
    before = _whole_number(call, "before", "0") or None
    study = call.study

    def load(conn: Connection) -> list[tuple[LeaseRow, str, int, str]]:
        # what was expected of a practice trial has been told by then
        practice = (Showing.PRACTICE,)
        return last_answers(conn, study.engine.key, call.rater.name, most=most, before=before, without=practice)

    found = await study.read(load)
    fragments = await study.fragments((row for row, _, _, _ in found), call.language())
    listed = [
        {
            "answer": given,
            "lease": row.lease,
            "revision": revision,
            "payload": json.loads(payload),
            "html": fragment.html,
            "media": fragment.media,
            "sequence": row.sequence,
            "counts": row.kind not in Showing.PREPARING,
        }
        for (row, given, revision, payload), (_, fragment) in zip(found, fragments, strict=True)
    ]
    return json_reply({"answers": listed})


def _whole_number(call: Call, name: str, default: str) -> int:
    text = call.query(name, default)
    if not text.isascii() or not text.isdigit() or len(text) > _MOST_DIGITS:
        raise HttpError(422, f"{name} is a whole number of at most {_MOST_DIGITS} digits", code="request-invalid")
    return int(text)


async def leave(call: Call) -> Reply:
    """Hands trials back; the rater may return."""
    await call.app.writes.take(call.writer)
    released = await call.study.do(Leave(call.rater.name))
    return json_reply({"released": released})


async def withdraw(call: Call) -> Reply:
    """Erases everything the rater answered."""
    withdrawn = await call.study.do(Withdraw(call.rater.name))
    call.study.forget(call.rater.name)
    return json_reply({"erased": withdrawn.answers})
