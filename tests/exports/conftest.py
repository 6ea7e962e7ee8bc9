"""Studies to take data out of."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.engine import Answer, Join, Lease, simulate
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.joining import Withdraw
from beholder.store import Database
from beholder.store.study_home import Home
from beholder.study import load_definition
from tests.study_maker import make_study, start

FORM = """
name: mixed-test
title: Mixed
shows: pair
item: {prompt: {kind: text}}
candidate: {text: {kind: text}}
form:
  candidate_fields:
    fit: {kind: scale, label: {en: "How well does it fit?", zh: "符合程度？"}, min: 1, max: 3, anchors: {1: {en: bad, zh: 差}, 3: {en: good, zh: 好}}}
  fields:
    better: {kind: preference, label: {en: "Which is better?", zh: "哪个更好？"}}
    seen: {kind: count, label: "How many?", max: 20, more: true, more_label: {en: "more than 20", zh: "超过 20"}}
    flags: {kind: flags, label: {en: "Anything odd?", zh: "有何异常？"}, options: [{id: blurry, label: {en: Blurry, zh: 模糊}}, {id: cut, label: {en: Cut off, zh: 截断}}]}
    note: {kind: text, label: Note}
"""


@pytest.fixture
def mixed(tmp_path: Path) -> tuple[Path, list[Answer]]:
    """A running study of people: one answer of every awkward kind, one corrected, one excluded, one withdrawn."""
    folder = tmp_path / "study"
    make_study(folder, "pair", items=3, systems="xy", ratings=2)
    (folder / "protocol.yaml").write_text(FORM, encoding="utf-8")
    lines = [
        f'{{"id": "i{n}-alpha", "prompt": "p", "candidates": [{{"system": "alpha", "text": "1"}}, {{"system": "beta", "text": "2"}}]}}'
        for n in range(3)
    ]
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")

    Home(folder).make()
    database = Database.open(Home(folder).database)
    engine, clock = start(load_definition(folder), database, people=True)
    given: list[Answer] = []

    def give(rater: str, lease: str, note: str | None, *, revises: str = "") -> Answer:
        trial = {"better": "left", "seen": ">20", "flags": ["cut"], "note": note}
        payload = {"trial": trial, "slots": [{"fit": 1}, {"fit": 3}]}
        answer = Answer(
            id=f"answer-{len(given)}",
            rater=rater,
            lease=lease,
            payload=payload,
            meta={"language": "zh"},
            revises=revises,
        )
        engine.run(answer)
        given.append(answer)
        return answer

    joined = Join(platform="prolific", external="5f-secret-id")
    one, two = engine.run(joined).rater, engine.run(Join()).rater
    leases = engine.run(Lease(one)).leases
    first = give(one, leases[0].lease, '=HYPERLINK("http://x")')
    clock.now += 1000
    give(one, leases[0].lease, '-3, 中文 \u2028 and "quotes"\nand lines', revises=first.id)
    give(one, engine.run(Lease(one)).leases[0].lease, None)
    gone = give(two, engine.run(Lease(two)).leases[0].lease, "to be erased")
    engine.run(Exclude([given[2].id], rule="by-hand"))
    engine.run(Withdraw(gone.rater))
    engine.close()
    database.close()
    return folder, given


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with answers of simulated raters."""
    folder = tmp_path_factory.mktemp("export") / "study"
    definition = make_study(
        folder,
        "all",
        items=8,
        ratings=3,
        about={"license": "cc-by-4.0", "citation": "Somebody (2026)", "pay": "12 EUR per hour"},
    )
    Home(folder).make()
    database = Database.open(Home(folder).database)
    engine, clock = start(definition, database)
    simulate(engine, clock, raters=5, seed=1)
    engine.close()
    database.close()
    return folder
