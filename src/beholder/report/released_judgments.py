"""What models said, in a release: how each was set up and told, every judgment, and every call with the digest of its reply."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sqlalchemy.engine import Connection

from beholder.engine.handlers.judging import call_facts
from beholder.engine.ledger import Ledger
from beholder.judges.judge_prompts import described_judges
from beholder.keeping.verify_judgments import compare_calls, compare_judges, compare_judgments
from beholder.report.bundle import Bundle, BundleWriter
from beholder.store.judgments import JudgeRow, JudgmentRow, stream_calls, stream_judgments
from beholder.store.records import canonical
from beholder.study import Definition

__all__ = ["add_judgments", "check_judgments"]

_JUDGES, _JUDGMENTS, _CALLS = "judges.jsonl", "judgments.jsonl", "judge_calls.jsonl"


def add_judgments(conn: Connection, key: int, definition: Definition, writer: BundleWriter) -> None:
    """Adds what models said, where any did. Raw replies stay in the study: they may hold anything."""
    judges = [canonical(row) for row in described_judges(conn, key, definition)]
    if not judges:
        return
    writer.add_lines(_JUDGES, iter(judges))
    writer.add_lines(_JUDGMENTS, (canonical(row._asdict()) for row in stream_judgments(conn, key)))
    writer.add_lines(_CALLS, (canonical(call_facts(call)) for call in stream_calls(conn, key)))


def check_judgments(bundle: Bundle, ledger: Ledger) -> Iterator[str]:
    """Judges and judgments that are not as recorded, and judgments whose replies are not there.

    Releases of earlier versions have the records alone.
    """
    there = [name for name in (_JUDGES, _JUDGMENTS, _CALLS) if bundle.has(name)]
    if not there:
        return
    if len(there) < 3:
        yield f"what models said is not whole: {', '.join(there)} without the rest"
        return
    yield from compare_judges((_judge(row) for row in bundle.lines(_JUDGES)), ledger)
    yield from compare_judgments((JudgmentRow(**row) for row in bundle.lines(_JUDGMENTS)), ledger)
    yield from compare_calls(bundle.lines(_CALLS), ledger)
    answered = {row["digest"] for row in bundle.lines(_CALLS) if not row["error"]}
    for row in bundle.lines(_JUDGMENTS):
        if not set(json.loads(row["calls"])) <= answered:
            yield f"judgment of {row['judge']} on trial {row['trial']} follows from no reply"


def _judge(row: dict[str, Any]) -> JudgeRow:
    stored = {name: row[name] for name in JudgeRow._fields}
    return JudgeRow(**{**stored, "setup": canonical(row["setup"])})
