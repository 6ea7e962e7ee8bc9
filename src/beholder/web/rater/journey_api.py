"""The rater's way beside the trials: consent, questions, skips, reports, messages, and the end."""

from __future__ import annotations

import hashlib

from beholder.declarations.states import MessageKind, NoTrial, Outcome, RaterStage, Standing, StudyState
from beholder.engine.handlers.finish_now import FinishNow
from beholder.engine.handlers.inbox import Ask
from beholder.engine.handlers.joining import AskForPlace
from beholder.engine.handlers.lease import Lease
from beholder.engine.handlers.pace import PACE_RULE, NotePace
from beholder.engine.handlers.skips import NoteSkips, Skip
from beholder.engine.handlers.stages import FillSheet, GiveConsent
from beholder.engine.handlers.suspension import ReportBroken
from beholder.store.messages import MessageRow, list_messages
from beholder.store.work_done import worked_since
from beholder.tables.ratings import iso_time
from beholder.text.markdown import guideline_html
from beholder.web.call import Call, HttpError, Reply, json_reply
from beholder.web.consent import consent_first, stage_of
from beholder.web.crowd import way_back, way_back_at_once
from beholder.web.page_words import PageWords
from beholder.web.rater.journey_models import AskBody, BrokenBody, ConsentBody, SheetBody, SkipBody, TurnedAwayBody
from beholder.web.served_study import ServedStudy

__all__ = ["ask", "broken", "consent", "finish", "finish_now", "messages", "sheet", "skip", "stage", "turned_away"]


async def stage(call: Call) -> Reply:
    """Where the rater is on the journey, and what is shown there."""
    study, language = call.study, call.language()
    now = await stage_of(study, call.rater.name)
    settings = study.definition.settings
    questions = settings.before if now == RaterStage.BEFORE else settings.after if now == RaterStage.AFTER else None
    return json_reply(
        {
            "stage": now,
            "stages": list(study.engine.stages),
            "consent": consent_text(study, language) if now == RaterStage.CONSENT else None,
            "sheet": study.renderer.sheet(now, questions, language) if questions else None,
        }
    )


def consent_text(study: ServedStudy, language: str) -> dict[str, str] | None:
    """The consent form as safe HTML, the content warning, and the digest under which agreement is kept."""
    asked = study.definition.settings.consent
    if asked is None:
        return None
    text, warning = asked.text.to(language), asked.warning.to(language)
    page = guideline_html(text, "")
    digest = hashlib.sha256(f"{warning}\n{text}".encode()).hexdigest()
    return {"html": page["html"] if page else "", "warning": warning, "digest": digest}


async def consent(call: Call) -> Reply:
    """Keeps the rater's consent to the text as it is now."""
    body: ConsentBody = call.body
    shown = [consent_text(call.study, language) for language in call.study.definition.settings.languages]
    if not any(text and text["digest"] == body.digest for text in shown):
        raise HttpError(409, "the text has changed since it was shown", code="consent-changed", hint="read it again")
    await call.app.writes.take(call.writer)
    reached = await call.study.do(GiveConsent(call.rater.name, body.digest))
    return json_reply({"stage": reached})


async def sheet(call: Call) -> Reply:
    """Keeps the answers to the questions before or after the trials."""
    body: SheetBody = call.body
    await call.app.writes.take(call.writer)
    command = FillSheet(call.rater.name, call.path["name"], body.values)
    return json_reply({"stage": await call.study.do(command)})


async def skip(call: Call) -> Reply:
    """Passes a trial over, with a reason."""
    body: SkipBody = call.body
    await call.app.writes.take(call.writer)
    told = await call.study.do(Skip(call.rater.name, body.lease, body.reason))
    return json_reply({"noted": True, **({"standing": Standing.WARNED} if told else {})})


async def broken(call: Call) -> Reply:
    """Reports wrong or missing pictures."""
    body: BrokenBody = call.body
    await call.app.letters.take(call.writer)
    command = ReportBroken(call.rater.name, body.lease, body.text, body.key)
    return json_reply({"suspended": bool(await call.study.do(command))})


async def ask(call: Call) -> Reply:
    """Sends a question to those who run the study."""
    body: AskBody = call.body
    await call.app.letters.take(call.writer)
    await call.study.do(Ask(call.rater.name, body.text, body.lease, body.key))
    return json_reply({"noted": True})


async def messages(call: Call) -> Reply:
    """The rater's questions, the answers, and what was published to all."""
    study, rater = call.study, call.rater.name
    await consent_first(study, rater)
    found = await study.read(lambda conn: list_messages(conn, study.engine.key, rater=rater))
    words = study.renderer.words(call.language())
    return json_reply(
        {
            "messages": [
                {
                    "number": row.message,
                    "kind": row.kind,
                    "text": _score_words(row, words, study) if row.kind in MessageKind.STANDING else row.text,
                    "mine": row.author == rater,
                    "about": row.about,
                    "at": iso_time(row.at),
                }
                for row in found
                if row.text and row.kind != MessageKind.SKIP
            ]
        }
    )


def _score_words(row: MessageRow, words: PageWords, study: ServedStudy) -> str:
    """What a rule of the study tells a rater, in the language of the page."""
    if row.kind == MessageKind.STOP:
        return words("checks-text")
    passed, given = map(int, row.text.split("/"))
    if row.author == PACE_RULE:
        return words("fast-text", fast=passed, answered=given, percent=100 * study.definition.settings.max_fast_share)
    if row.kind in MessageKind.OF_SKIPS:
        percent = 100 * study.definition.settings.most_skipped
        return words(f"{row.kind}-text", skipped=passed, met=given, percent=percent)
    rule = study.definition.check_rule
    # not how many of how many: with the numbers, a few raters who fail on purpose would learn which trials are checks
    text = words("warning-text")
    return text + words("warning-end", percent=100 * rule.stop_below) if rule and rule.stop_below else text


_NOTHING_LEFT = (NoTrial.DONE, RaterStage.FINISHED, StudyState.CLOSED)


async def finish_now(call: Call) -> Reply:
    """Ends the part of a rater who would have to wait for others; how it ended, or `open` if there is a trial after all."""
    await call.app.writes.take(call.writer)
    await call.study.do(FinishNow(call.rater.name))
    return await finish(call)


async def turned_away(call: Call) -> Reply:
    """Code and way back for somebody for whom there is no place; nothing is kept of them."""
    body: TurnedAwayBody = call.body
    study, crowd = call.study, call.study.definition.settings.crowd
    await call.app.joins.take(call.network)
    reply = {"outcome": Outcome.OPEN, "answered": 0, "code": "", "redirect": ""}
    if await study.do(AskForPlace()):
        return json_reply(reply)
    reply["outcome"] = Outcome.OVER_QUOTA
    if crowd is not None:
        given = crowd.over_quota
        reply |= {"code": given, "redirect": way_back_at_once(crowd, given, body.platform)}
        if not given:
            reply["note"] = study.renderer.words(call.language())("finish-without-code")
    return json_reply(reply)


async def finish(call: Call) -> Reply:
    """How the rater's part ended; a code only once everything they answered is on disk."""
    study, rater = call.study, call.rater.name
    # the engine says so itself: an answer still under way would leave a lease open
    leased = await study.do(Lease(rater, 1))
    answered = await study.answered_by(rater, fresh=True)
    outcome = Outcome.OPEN
    if leased.reason == RaterStage.SCREENED_OUT:
        outcome = Outcome.SCREENED_OUT
    elif leased.reason == RaterStage.STOPPED:
        by_rule = await study.read(
            lambda conn: list_messages(conn, study.engine.key, rater=rater, kinds=(MessageKind.STOP,))
        )
        outcome = Outcome.FAILED_CHECKS if by_rule else Outcome.STOPPED
    elif not leased.leases and leased.reason in _NOTHING_LEFT:
        # who came so late that others took all there was has done what was asked
        outcome = Outcome.COMPLETE if answered else Outcome.OVER_QUOTA
        if answered and await study.do(NoteSkips(rater)):
            outcome = Outcome.SKIPPED
        elif answered and await study.do(NotePace(rater)):
            outcome = Outcome.TOO_FAST
    code = study.completion_code(outcome, rater)
    redirect = await way_back(study, rater, outcome, code)
    note = await _note(call, outcome, ends_bare=not code and not redirect)
    reply = {"outcome": outcome, "answered": answered, "code": code, "redirect": redirect}
    minutes = await _minutes(study, rater) if outcome == Outcome.COMPLETE else 0
    return json_reply(reply | ({"note": note} if note else {}) | ({"minutes": minutes} if minutes else {}))


async def _minutes(study: ServedStudy, rater: str) -> int:
    """How long the rater worked, practice included."""
    worked = await study.read(lambda conn: worked_since(conn, study.engine.key, rater, since=0, least=0))
    return round(worked / 60_000)


async def _note(call: Call, outcome: str, *, ends_bare: bool) -> str:
    """What is said beside a code, or where a platform waits for one and the study has none for this end."""
    study, rater = call.study, call.rater.name
    words, said = study.renderer.words(call.language()), []
    if outcome in Outcome.UNCOMPLETED:
        told = await study.read(
            lambda conn: list_messages(conn, study.engine.key, rater=rater, kinds=(MessageKind.UNCOMPLETED,))
        )
        said = [_score_words(row, words, study) for row in told[-1:]]
    if ends_bare and outcome != Outcome.OPEN and study.definition.settings.crowd is not None:
        said.append(words("finish-without-code"))
    return " ".join(said)
