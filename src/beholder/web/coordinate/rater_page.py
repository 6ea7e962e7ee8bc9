"""One rater: how they work, what they answered last, what they asked, and what was done about them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.engine import Connection

from beholder.declarations.states import RaterKind, RaterStage
from beholder.errors import BeholderError
from beholder.protocols import Item
from beholder.store import RaterRow
from beholder.store.answers import FullAnswer, count_fast, last_answers, load_answers
from beholder.store.items import load_items
from beholder.store.messages import MessageRow, list_messages
from beholder.store.raters import load_raters, load_sheets
from beholder.tables.ratings import Rating, ratings_of
from beholder.web.call import Call, Reply
from beholder.web.coordinate.answer_table import tabulate
from beholder.web.coordinate.frame import choice, language_of, show
from beholder.web.coordinate.watch import read_acts, watch
from beholder.web.served_study import ServedStudy

__all__ = ["rater"]

# enough to see how somebody works; the export has all
_LAST = 50


@dataclass(frozen=True, slots=True)
class _StoredRater:
    """A rater as stored; `fast` counts the answers marked for review, `filled` are answers to questions before and after."""

    row: RaterRow
    rows: Sequence[Rating]
    fast: int
    numbers: dict[str, int]
    filled: dict[str, dict[str, Any]]
    messages: Sequence[MessageRow]
    acts: Sequence[tuple[Any, dict[str, Any]]]


async def rater(call: Call) -> Reply:
    """The rater's page."""
    study, language = call.study, language_of(call)
    name = call.path["rater"]
    only = choice(call, "only", ("fast", ""))
    found = await study.read(lambda conn: _load(conn, study, name, only_fast=bool(only)))
    seen = await watch(study).look()
    blind = await watch(study).blind()
    form = study.definition.declaration.form
    columns, given = tabulate(
        found.rows, form, language, lambda row: blind.system(row.system), is_fast=study.definition.is_fast
    )
    return await show(
        call,
        "rater.html",
        here="raters",
        row=found.row,
        quality=next((one for one in seen.quality if one.rater == name), None),
        speeds=seen.speeds.get(name, ()),
        columns=columns,
        given=given,
        most=_LAST,
        fast=found.fast,
        fast_seconds=study.definition.fast_seconds,
        only=only,
        here_at=f"raters/{name}",
        numbers=found.numbers,
        filled=_questionnaire_answers(found.filled, study, language),
        messages=found.messages,
        acts=found.acts[::-1],
        seen=seen,
    )


def _questionnaire_answers(
    filled: dict[str, dict[str, Any]], study: ServedStudy, language: str
) -> list[tuple[str, str]]:
    """Questions asked once and what the rater said, in words."""
    told = []
    for sheet, asked in (
        (RaterStage.BEFORE, study.definition.settings.before),
        (RaterStage.AFTER, study.definition.settings.after),
    ):
        for name, value in filled.get(sheet, {}).items():
            if value is not None and name in asked:
                options = {option.id: option.label.to(language) for option in asked[name].options_shown()}
                said = [options.get(str(one), str(one)) for one in (value if isinstance(value, list) else [value])]
                told.append((asked[name].label.to(language) or name, ", ".join(said)))
    return told


def _load(conn: Connection, study: ServedStudy, name: str, *, only_fast: bool) -> _StoredRater:
    key = study.engine.key
    row = load_raters(conn, key, [name]).get(name)
    if row is None or row.kind == RaterKind.ADJUDICATOR:
        raise BeholderError("the study has no such rater", code="not-found")
    below = int(1000 * study.definition.fast_seconds)
    last = last_answers(conn, key, name, most=_LAST, below_ms=below if only_fast else None)
    stored = load_answers(conn, [answer for _, answer, _, _ in last])
    items = {
        number: Item.from_json(json.loads(data))
        for number, data in load_items(conn, key, {lease.item for lease, _, _, _ in last}).items()
    }
    form = study.definition.declaration.form
    rows: list[Rating] = []
    for lease, answer, revision, payload in sorted(last, key=lambda one: -one[0].sequence):
        _, facts = stored[answer]
        full = FullAnswer(
            answer=answer,
            seq=facts.seq,
            revision=revision,
            rater=name,
            rater_kind=row.kind,
            trial=lease.trial,
            kind=lease.kind,
            item=lease.item,
            slots=lease.slots,
            sequence=lease.sequence,
            version=lease.version,
            started_at=facts.started_at,
            submitted_at=facts.submitted_at,
            active_ms=facts.active_ms,
            guideline=facts.guideline,
            excluded_by=facts.excluded_by,
            passed=facts.passed,
            payload=payload,
        )
        rows += ratings_of(full, items[lease.item], "", "", form)
    filled = {sheet: json.loads(text) for _, sheet, _, text in load_sheets(conn, key, rater=name) if text}
    return _StoredRater(
        row=row,
        rows=rows,
        fast=count_fast(conn, key, name, below_ms=below),
        numbers={item.id: number for number, item in items.items()},
        filled=filled,
        messages=[one for one in list_messages(conn, key, rater=name) if one.rater == name],
        acts=[(record, body) for record, body in read_acts(conn, key) if body.get("rater") == name],
    )
