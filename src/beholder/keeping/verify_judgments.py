"""What models said, held against the chain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from beholder.engine.handlers.judging import said_digest
from beholder.engine.ledger import Ledger
from beholder.store.judgments import JudgeRow, JudgmentRow
from beholder.store.records import canonical

__all__ = ["compare_calls", "compare_judges", "compare_judgments"]


def compare_judges(rows: Iterable[JudgeRow], ledger: Ledger) -> Iterator[str]:
    """Judges that are not as recorded, or not there."""
    missing = dict(ledger.judges)
    for row in rows:
        recorded = missing.pop(row.judge, None)
        if recorded is None:
            yield f"judge {row.judge} is in no record"
        elif canonical({**recorded.body, "setup": canonical(recorded.body["setup"])}) != canonical(row._asdict()):
            yield f"judge {row.judge} is not as recorded"
    yield from (f"judge {name} is missing" for name in missing)


def compare_judgments(rows: Iterable[JudgmentRow], ledger: Ledger) -> Iterator[str]:
    """Judgments that are not as recorded, or not there."""
    missing = dict(ledger.judgments)
    for row in rows:
        recorded = missing.pop((row.judge, row.trial, row.occasion), None)
        name = f"judgment of {row.judge} on trial {row.trial}, occasion {row.occasion},"
        if recorded is None:
            yield f"{name} is in no record"
            continue
        stored = row._asdict()
        facts = all(stored.get(field) == value for field, value in recorded.body.items())
        if not facts or row.at != recorded.at or said_digest(row) != recorded.digest:
            yield f"{name} is not as recorded"
    yield from (f"judgment of {judge} on trial {trial}, occasion {n}, is missing" for judge, trial, n in missing)


def compare_calls(calls: Iterable[Mapping[str, Any]], ledger: Ledger) -> Iterator[str]:
    """Calls that are not as recorded, or not there. Those before the first record of one were kept without."""
    missing = dict(ledger.calls)
    first = min(missing, default=None)
    for call in calls:
        number = int(call["call"])
        recorded = missing.pop(number, None)
        if recorded is None:
            if first is not None and number >= first:
                yield f"call {number} of {call['judge']} is in no record"
        elif canonical(recorded.body) != canonical(call):
            yield f"call {number} of {call['judge']} is not as recorded"
    yield from (f"call {number} is missing" for number in missing)
