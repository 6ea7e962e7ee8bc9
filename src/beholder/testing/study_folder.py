"""Study folders of any size, written in a moment: for load tests and benchmarks, not for people."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from beholder.facade import Study
from beholder.store.answers import stream_answers
from beholder.testing.rater import RaterHistory

__all__ = ["compare_histories", "write_masks_study"]


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


# pixels: a study for a test is written in no time
_SIDE = 64
# so that the systems of an item can be compared
_SYSTEMS = 4


def write_masks_study(folder: Path, *, trials: int, ratings: int = 3, extra: str = "") -> Path:
    """A masks study with that many trials over one small picture; `extra` is added to its study.yaml."""
    (folder / "media").mkdir(parents=True, exist_ok=True)
    Image.new("RGB", (_SIDE, _SIDE), (90, 120, 150)).save(folder / "media" / "picture.png")
    text = f"protocol: masks\nitems: items.jsonl\nmedia: media\nratings: {ratings}\n{extra}"
    (folder / "study.yaml").write_text(text, encoding="utf-8")
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for number in range(-(-trials // _SYSTEMS)):
            systems = min(_SYSTEMS, trials - number * _SYSTEMS)
            masks = [_square(4 + (number + n) % 40, 4 + n * 9) for n in range(systems)]
            item = {
                "id": f"item-{number}",
                "image": "picture.png",
                "point": [_SIDE // 2, _SIDE // 2],
                "candidates": [{"system": f"system-{n}", "mask": mask} for n, mask in enumerate(masks)],
            }
            file.write(json.dumps(item) + "\n")
    return folder


def _square(left: int, top: int, side: int = 16) -> dict[str, object]:
    """A square as run lengths, column by column."""
    gap = _SIDE - side
    runs = [left * _SIDE + top, *([side, gap] * side)]
    runs[-1] = _SIDE * _SIDE - sum(runs[:-1])
    return {"size": [_SIDE, _SIDE], "counts": runs}
