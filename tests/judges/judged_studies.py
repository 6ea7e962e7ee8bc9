"""Small studies with judges, and a run of one of them within the test."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image

from beholder.engine import Answer, Join, Lease
from beholder.facade import load
from beholder.judges.judge_run import JudgeRun, RunOutcome
from beholder.judges.open_study import open_for_judging
from beholder.judges.prepared_judge import prepare_judge
from beholder.store.items import numbers_of
from beholder.store.judgments import CallRow, JudgmentRow, stream_calls, stream_judgments
from beholder.study import load_definition
from beholder.testing.chat_server import ChatQuestion
from tests.study_maker import SHAPES

PICTURES = """
name: pictures-test
title: Rate one picture
shows: item
item: {image: {kind: image}, note: {kind: text, required: false}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 5}
"""


def write_study(folder: Path, shape: str, address: str, *, items: int = 6, judge: Any = None, **settings: Any) -> Path:
    """A study folder with one judge, `m`, asked at that address; `judge` are further settings of it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "protocol.yaml").write_text(PICTURES if shape == "pictures" else SHAPES[shape], encoding="utf-8")
    asked = {"address": address, "model": "test-model", "at_once": 2, **(judge or {})}
    given = {"protocol": "protocol.yaml", "items": "items.jsonl", "seed": 11, "judges": {"m": asked}, **settings}
    (folder / "study.yaml").write_text(json.dumps(given), encoding="utf-8")
    rows: list[dict[str, Any]] = []
    for n in range(items):
        row: dict[str, Any] = {"id": f"i{n}"}
        if shape == "pictures":
            Image.new("RGB", (64 + n, 48), (n * 20 % 256, 90, 120)).save(folder / f"secret-system-{n}.png")
            row |= {"image": f"secret-system-{n}.png", "system": f"secret-{n % 2}"}
        elif shape == "item":
            row |= {"text": f"picture {n}", "system": "ab"[n % 2]}
        else:
            row["candidates"] = [{"system": system, "text": f"{system} on {n}"} for system in ("sys-one", "sys-two")]
        rows.append(row)
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return folder


def run_judge(folder: Path, *, name: str = "m", limit: int | None = None, key: str = "") -> RunOutcome:
    """One run, whose pauses take no time."""
    with open_for_judging(load_definition(folder)) as (engine, pictures):
        judge = prepare_judge(engine, name, pictures)
        return JudgeRun(engine, judge, key=key, pause=lambda _: None).run(limit=limit)


def people_answer(folder: Path, answers: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """Every person of a table answers every item through the engine."""
    with open_for_judging(load_definition(folder)) as (engine, _):
        with engine.database.read() as conn:
            item_of = {number: name for name, number in numbers_of(conn, engine.key).items()}
        for given in answers.values():
            rater = engine.run(Join()).rater
            while leases := engine.run(Lease(rater)).leases:
                engine.run_together(
                    [
                        Answer(
                            id=f"{lease.lease}-1",
                            rater=rater,
                            lease=lease.lease,
                            payload={"trial": given.get(item_of[lease.item], {}), "slots": []},
                            active_ms=9000,
                        )
                        for lease in leases
                    ]
                )


def judgments(folder: Path) -> list[JudgmentRow]:
    """All that judges said."""
    with load(folder) as study, study.database.read() as conn:
        return list(stream_judgments(conn, study.key))


def calls(folder: Path) -> list[CallRow]:
    """Every request, and what came of it."""
    with load(folder) as study, study.database.read() as conn:
        return list(stream_calls(conn, study.key))


def said(folder: Path) -> list[tuple[Any, ...]]:
    """What judges said, without what differs from run to run: times, places in the chain, repairs."""
    return [(r.judge, r.trial, r.occasion, r.kind, r.slots, r.state, r.payload, r.passed) for r in judgments(folder)]


def score(question: ChatQuestion) -> dict[str, Any]:
    """An answer to a form with `score`, that follows from what is shown."""
    told = sum(map(ord, question.text.partition("# Questions")[0])) + sum(sum(one[-40:]) for one in question.pictures)
    return {"reason": "because", "trial": {"score": 1 + told % 5}, "slots": []}
