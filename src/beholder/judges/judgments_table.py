"""The judgments table: one row per field and candidate of all that models said, with what decided it and what it cost."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy.engine import Connection

from beholder.engine.handlers.judging import call_facts
from beholder.judges.judged_answer import answer_of
from beholder.store.items import load_items
from beholder.store.judgments import CallRow, JudgeRow, JudgmentRow, list_judges, stream_calls, stream_judgments
from beholder.study import Definition
from beholder.tables.blinding import Blind
from beholder.tables.formats import ColumnType, TableShape
from beholder.tables.ratings import RatedItem, Rating, Tidier, iso_time

__all__ = ["JUDGMENTS", "JudgmentCell", "stream_judgment_cells"]

# judgments held at a time, so that a table of any size needs the same memory
_CHUNK = 2000


class JudgmentCell(NamedTuple):
    """One row of the judgments table. What a judgment used up stands in its first row alone, so that columns can be summed."""

    study: str
    judge: str
    model: str
    item: str
    group: str
    block: str
    candidate: str
    system: str
    trial: str
    kind: str
    occasion: int
    sample: int
    field: str
    value: str
    number: float | None
    position: int | None
    side: str
    state: str
    passed: int | None
    reason: str
    error: str
    repairs: int
    judged_at: str
    guideline: str
    guideline_digest: str
    template: int
    language: str
    study_version: int
    returned_model: str
    fingerprint: str
    request_digest: str
    reply_digest: str
    requests: int | None
    sent_tokens: int | None
    received_tokens: int | None
    estimated: int | None
    cost: float | None


_TYPES: dict[str, ColumnType] = {
    **dict.fromkeys(("number", "cost"), "number"),
    **dict.fromkeys(("occasion", "sample", "position", "passed", "repairs", "template", "study_version"), "integer"),
    **dict.fromkeys(("requests", "sent_tokens", "received_tokens", "estimated"), "integer"),
}
JUDGMENTS = TableShape(JudgmentCell._fields, tuple(_TYPES.get(name, "text") for name in JudgmentCell._fields))
"""The judgments table."""


class _Reply(NamedTuple):
    """The reply to a request that was taken."""

    model: str
    fingerprint: str
    digest: str


class _Used(NamedTuple):
    """What all attempts at one request used up."""

    requests: int = 0
    sent: int = 0
    received: int = 0
    estimated: bool = False


@dataclass(frozen=True)
class _Calls:
    """All calls, by the digest of what was asked: the reply, whoever asked, and what each judge used up for it."""

    replies: Mapping[str, _Reply]
    used: Mapping[tuple[str, str], _Used]

    @classmethod
    def read(cls, calls: Iterable[CallRow]) -> _Calls:
        replies: dict[str, _Reply] = {}
        used: dict[tuple[str, str], _Used] = {}
        for call in calls:
            n, sent, received, estimated = used.get((call.judge, call.digest), _Used())
            used[call.judge, call.digest] = _Used(
                n + 1, sent + call.sent_tokens, received + call.received_tokens, estimated or call.estimated
            )
            if not call.error:
                replies.setdefault(call.digest, _Reply(call.model, call.fingerprint, call_facts(call)["reply"]))
        return cls(replies, used)


def stream_judgment_cells(
    conn: Connection, key: int, definition: Definition, *, study: str, blind: Blind | None = None
) -> Iterator[JudgmentCell]:
    """All that models said, by judge, trial and occasion. A showing without an answer has one row, with no field."""
    calls = _Calls.read(stream_calls(conn, key))
    judges = {row.judge: row for row in list_judges(conn, key)}
    declaration = definition.declaration
    tidy = Tidier(study, declaration.name, declaration.form)
    settled: set[tuple[str, str]] = set()
    rows = stream_judgments(conn, key)
    while chunk := list(islice(rows, _CHUNK)):
        stored = load_items(conn, key, {row.item for row in chunk})
        items = {number: RatedItem.of(json.loads(text)) for number, text in stored.items()}
        for row in chunk:
            answer = answer_of(row)
            item = items[row.item]
            ratings = list(tidy.rows(answer, item)) if answer is not None else []
            used = _used(row, calls, settled, definition, judges[row.judge].name)
            about = _about(row, judges[row.judge], item, calls, study=study)
            cells = [{**about, **_of_rating(rating)} for rating in ratings] or [about]
            cells[0] |= used
            made = (JudgmentCell(**cell) for cell in cells)
            yield from made if blind is None else blind.rows(made, texts=("reason", "error"))


def _about(row: JudgmentRow, judge: JudgeRow, item: RatedItem, calls: _Calls, *, study: str) -> dict[str, Any]:
    """What all rows of a judgment share, and what a row without an answer says."""
    setup = json.loads(judge.setup)
    last = (json.loads(row.calls) or [""])[-1]
    told = calls.replies.get(last, _Reply("", "", ""))
    return {
        "study": study,
        "judge": row.judge,
        "model": judge.model,
        "item": item.id,
        "group": item.group,
        "block": item.block or item.id,
        "candidate": "",
        "system": "",
        "trial": str(row.trial),
        "kind": row.kind,
        "occasion": row.occasion,
        "sample": row.sample,
        "field": "",
        "value": "",
        "number": None,
        "position": None,
        "side": "",
        "state": row.state,
        "passed": None if row.passed is None else int(row.passed),
        "reason": row.reason,
        "error": row.error,
        "repairs": row.repairs,
        "judged_at": iso_time(row.at),
        "guideline": row.guideline,
        "guideline_digest": setup.get("guideline", ""),
        "template": setup.get("template", 0),
        "language": setup.get("language", ""),
        "study_version": row.version,
        "returned_model": told.model,
        "fingerprint": told.fingerprint,
        "request_digest": last,
        "reply_digest": told.digest,
        **dict.fromkeys(("requests", "sent_tokens", "received_tokens", "estimated", "cost")),
    }


def _of_rating(rating: Rating) -> dict[str, Any]:
    names = ("candidate", "system", "field", "value", "number", "position", "side")
    return {name: getattr(rating, name) for name in names}


def _used(
    row: JudgmentRow, calls: _Calls, settled: set[tuple[str, str]], definition: Definition, name: str
) -> dict[str, Any]:
    """What the requests of a judgment used up; a request that answered two showings is counted at the first."""
    mine = {(row.judge, digest) for digest in json.loads(row.calls)} - settled
    settled |= mine
    parts = [calls.used[one] for one in sorted(mine) if one in calls.used]
    sent, received = sum(part.sent for part in parts), sum(part.received for part in parts)
    settings = definition.settings.judges.get(name)
    cost = settings.budget.cost(sent=sent, received=received) if settings else math.nan
    return {
        "requests": sum(part.requests for part in parts),
        "sent_tokens": sent,
        "received_tokens": received,
        "estimated": int(any(part.estimated for part in parts)),
        "cost": None if math.isnan(cost) else cost,
    }
