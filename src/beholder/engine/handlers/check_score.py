"""How raters stand on checks while they work, and what the study's rule makes of it: a warning, or the end.

A score is looked at only where a break is due, after a fixed number of answers, and at the end of a visit, and then for
checks answered at least `TOLD_AFTER` answers before. Whatever follows, sooner or nearer to a check, would tell which
trials are checks to whoever answers some badly on purpose.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from beholder.declarations.states import MessageKind, RaterStage, Standing, Verdict
from beholder.engine.batch import Batch
from beholder.engine.handlers.exclude import set_aside
from beholder.engine.handlers.inbox import tell_of_rule
from beholder.engine.handlers.rater_stops import readmitted_at, stop_rater
from beholder.protocols import CHECK_SCORE, CheckRule, Item, Showing
from beholder.store import RaterRow, messages
from beholder.store.check_answers import CheckedAnswer, checked_answers, checked_sheets, seq_of_answer
from beholder.store.items import load_items
from beholder.store.records import records_of
from beholder.study import Definition
from beholder.tables.ratings import ratings_of

__all__ = ["TOLD_AFTER", "follow_rule", "review_every"]

TOLD_AFTER = 10
"""Answers that lie at least between a check and anything that follows from it."""

MIN_REVIEW = 30
"""Answers between two looks at a rater's score, at least: each look tells a little about the trials before it."""

# some tens of megabytes; beyond, all are forgotten and judged again when they are asked for
_MOST_KEPT = 200_000

Score = tuple[int, int]
"""Checks passed and given."""


def review_every(definition: Definition) -> int:
    """After how many answers raters are told how they stand: as many as fit between two breaks at the protocol's pace."""
    timing = definition.declaration.timing
    minutes = definition.settings.limits.break_every_minutes or timing.break_every_minutes
    return max(MIN_REVIEW, round(60 * minutes / timing.pace_seconds))


def _watched_kinds(batch: Batch) -> tuple[str, ...]:
    """The kinds of showing that may hold a check on which the study's rule acts."""
    hides_controls = batch.context.definition.protocol.controls is not None
    return (Showing.ATTENTION, *Showing.COUNTED) if hides_controls else (Showing.ATTENTION,)


def follow_rule(
    batch: Batch, rows: dict[str, RaterRow], reviewed: Mapping[str, int], *, warns: bool = True
) -> dict[str, str]:
    """Warns and stops those of these raters who fell below a bound: who was `warned` and who `stopped`.

    `reviewed` has the number of answers of each. Their rows are changed in place, for the caller to store. Answers of this
    transaction must be stored already.
    """
    rule = batch.context.definition.check_rule
    found: dict[str, str] = {}
    if rule is None:
        return found
    for rater, answered in sorted(reviewed.items()):
        until = seq_of_answer(batch.conn, batch.context.key, rater, answered - TOLD_AFTER)
        if not until or rows[rater].stage == RaterStage.STOPPED:
            continue
        since, score = 0, _score(batch, rater, until)
        if rule.verdict(*score) in Verdict.ACTED_ON and (since := readmitted_at(batch, rater)):
            # whoever was let back in starts afresh: a person has looked at what was before
            score = _score(batch, rater, until, since=since)
        verdict = rule.verdict(*score)
        if verdict not in Verdict.ACTED_ON:
            continue
        warning = _last_warned(batch, rater, since)
        # a warning comes before the end, and only who misses another one after it is stopped, or warned again
        if warning is not None and not _missed(_score(batch, rater, until, since=warning.at)):
            continue
        if verdict == Verdict.STOP and warning is not None:
            rows[rater] = _stop(batch, rows[rater], rule, score)
            found[rater] = Standing.STOPPED
        elif warns and _is_warning_due(rule, score, warning):
            _warn(batch, rater, rule, score)
            found[rater] = Standing.WARNED
    return found


def _stop(batch: Batch, rater: RaterRow, rule: CheckRule, score: Score) -> RaterRow:
    row = stop_rater(batch, rater)
    count = set_aside(batch, rater.rater, rule=CHECK_SCORE, reissue=True) if rule.withdraw else 0
    tell_of_rule(batch, MessageKind.STOP, rater.rater, rule=CHECK_SCORE, share=score)
    _record(batch, "stop", rater.rater, score, {"below": rule.stop_below, "answers": count})
    return row


def _missed(score: Score) -> int:
    return score[1] - score[0]


def _last_warned(batch: Batch, rater: str, since: int) -> messages.MessageRow | None:
    """The last warning of the rater since then."""
    warnings = messages.list_messages(batch.conn, batch.context.key, rater=rater, kinds=(MessageKind.WARNING,))
    return next((row for row in reversed(warnings) if row.at > since and row.text), None)


def _is_warning_due(rule: CheckRule, score: Score, warning: messages.MessageRow | None) -> bool:
    """The first time, then after as many checks as the rule waits for."""
    return warning is None or score[1] >= int((warning.text or "0/0").partition("/")[2]) + rule.after


def _warn(batch: Batch, rater: str, rule: CheckRule, score: Score) -> None:
    tell_of_rule(batch, MessageKind.WARNING, rater, rule=CHECK_SCORE, share=score)
    _record(batch, "warn", rater, score, {"below": rule.warn_below or rule.stop_below})


def _record(batch: Batch, what: str, rater: str, score: Score, details: dict[str, float]) -> None:
    told = {"rule": CHECK_SCORE, "rater": rater, "passed": score[0], "given": score[1]}
    batch.record_act(CHECK_SCORE, what, {**told, **details})


def _score(batch: Batch, rater: str, until: int, *, since: int = 0) -> Score:
    """Checks passed and given, of those met after a time and up to a place of the chain."""
    conn, key = batch.conn, batch.context.key
    given = checked_answers(conn, key, rater, kinds=_watched_kinds(batch), until=until)
    scores = _judged(batch, [answer for answer in given if answer.received_at > since])
    # to pass over a check must not be better than to fail it
    skips = [
        record for record in records_of(conn, key, rater, kind="skip") if record.seq <= until and record.at > since
    ]
    skipped = sum(json.loads(record.body)["kind"] == Showing.ATTENTION for record in skips)
    return sum(hits for hits, _ in scores), sum(of for _, of in scores) + skipped


def _judged(batch: Batch, given: list[CheckedAnswer]) -> list[Score]:
    """The score of each answer. Answers never change, so what one of them was judged is kept."""
    kept = batch.context.judged
    if len(kept) > _MOST_KEPT:
        kept.clear()
    kept.update(
        (one.answer, (int(one.passed), 1)) for one in given if one.kind == Showing.ATTENTION and one.passed is not None
    )
    new = [one.answer for one in given if one.answer not in kept and one.kind != Showing.ATTENTION]
    if new:
        kept.update(_controls(batch, new))
    return [kept.get(one.answer, (0, 0)) for one in given]


def _controls(batch: Batch, wanted: list[str]) -> dict[str, Score]:
    definition = batch.context.definition
    judge = definition.protocol.controls
    assert judge is not None, "ordinary trials are looked at only where a protocol hides controls in them"
    sheets = checked_sheets(batch.conn, wanted)
    loaded = load_items(batch.conn, batch.context.key, {sheet.item for sheet in sheets})
    items = {number: Item.from_json(json.loads(text)) for number, text in loaded.items()}
    found = dict.fromkeys(wanted, (0, 0))
    for sheet in sheets:
        item = items[sheet.item]
        rows = ratings_of(sheet, item, "", definition.declaration.name, definition.declaration.form)
        found[sheet.answer] = judge(rows, {item.id: item}, definition.params).get(sheet.rater, (0, 0))
    return found
