"""Does the store hold what raters were told? Compares their histories with every stored answer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from beholder.facade import Study
from beholder.store.answers import stream_answers
from beholder.testing.rater import RaterHistory

__all__ = ["compare_histories"]


def compare_histories(study: Study, histories: Sequence[RaterHistory]) -> list[str]:
    """What is wrong, in words; empty if every promise was kept.

    Every confirmed answer is stored, nothing is stored that was not sent, each answer is one row and each trial is
    answered once per rater, payloads are equal, the chain verifies, and no quota is exceeded.
    """
    sent: dict[str, tuple[str, Any]] = {
        answer: (history.rater, payload) for history in histories for answer, payload in history.sent.items()
    }
    problems: list[str] = []
    rows: Counter[str] = Counter()
    trials: Counter[tuple[str, int]] = Counter()
    with study.database.read() as conn:
        for stored in stream_answers(conn, study.key, all_revisions=True):
            rows[stored.answer] += 1
            trials[stored.rater, stored.trial] += 1
            if stored.answer not in sent:
                problems.append(f"answer {stored.answer} is stored, yet nobody sent it")
                continue
            rater, payload = sent[stored.answer]
            if stored.rater != rater:
                problems.append(f"answer {stored.answer} of {rater} is stored for {stored.rater}")
            kept = json.loads(stored.payload or "null")
            if kept["slots"] != payload["slots"] or _given(kept["trial"]) != _given(payload["trial"]):
                problems.append(f"answer {stored.answer}: stored {kept}, sent {payload}")
    problems += [f"answer {answer} is stored {n} times" for answer, n in rows.items() if n > 1]
    problems += [f"{rater} answered trial {trial} {n} times" for (rater, trial), n in trials.items() if n > 1]
    problems += [
        f"answer {answer} was confirmed to {history.rater} and is lost"
        for history in histories
        for answer in history.confirmed
        if answer not in rows
    ]
    status = study.status()
    if status.given > status.wanted:
        problems.append(f"{status.given} answers count, {status.wanted} were wanted")
    return [*problems, *study.verify().problems]


def _given(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
