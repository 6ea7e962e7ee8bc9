"""Answers against their records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from beholder.declarations.states import ExcludedBy
from beholder.engine.ledger import Ledger, Recorded
from beholder.store.answers import StoredAnswer
from beholder.store.records import payload_digest

__all__ = ["compare_answers"]


def compare_answers(stored_answers: Iterable[StoredAnswer], ledger: Ledger) -> Iterator[str]:
    """Every answer that is not as recorded, every one without a record, and every one that is gone."""
    seen: set[str] = set()
    for stored, payload, meta, salt in stored_answers:
        answer = str(stored["answer"])
        recorded = ledger.answers.get(answer)
        if recorded is None:
            yield f"answer {answer} has no record"
            continue
        seen.add(answer)
        expected = _expected(recorded, ledger)
        for name, value in stored.items():
            # 1 and 1.0 are equal, but not in an export
            if name in expected and (expected[name] != value or type(expected[name]) is not type(value)):
                yield f"answer {answer}: {name} is {value!r}, its record says {expected[name]!r}"
        if payload is None and salt is None and meta is None:
            if stored["rater"] not in ledger.withdrawn:
                yield f"answer {answer} was erased without a withdrawal"
        elif payload is None or salt is None or payload_digest(salt, payload, meta or "") != recorded.digest:
            yield f"answer {answer}: the payload is not the one that was recorded"
    yield from (f"answer {answer} is missing" for answer in ledger.answers if answer not in seen)


def _expected(recorded: Recorded, ledger: Ledger) -> Mapping[str, object]:
    """What the record says, and what later records made of it."""
    body = recorded.body
    # a record that is silent about the choice is that of a showing that nothing was chosen for
    expected = {"probability": None, **{name: value for name, value in body.items() if name != "state"}}
    if body["rater"] in ledger.withdrawn:
        expected["excluded_by"] = str(ExcludedBy.WITHDRAWN)
    else:
        expected["excluded_by"] = ledger.excluded.get(body["answer"], body["excluded_by"])
    state = ledger.showings.get(body["lease"])
    if state is not None:
        expected["state"] = str(state)
    expected["rater_kind"] = str(ledger.kind_of(body["rater"]))
    return expected
