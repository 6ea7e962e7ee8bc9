"""Whole studies of three protocols, filled by simulated people through the engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.analysis import Analysis
from beholder.engine import simulate
from beholder.facade import Study
from beholder.protocols import SimulatedRater, find_protocol
from beholder.store import Database
from beholder.study import load_definition
from beholder.study.definition import Definition
from tests.study_maker import start

_COLUMNS = {"image": "a.png", "original": "a.png", "prompt": "a cat", "caption": "the caption"}
"""What items and candidates say where their protocol has such a column; pictures are never opened."""

PROTOCOLS = ("captions", "opinion", "side-by-side")


def write_study(folder: Path, protocol: str, *, items: int, tag: str = "", **settings: Any) -> Definition:
    """A study of three systems; how good each is on each item follows from the names, which `tag` changes."""
    folder.mkdir(parents=True)
    systems = [f"{name}{tag}" for name in ("ash", "birch", "cedar")]
    given = {"protocol": protocol, "items": "items.jsonl", "seed": 3, "ratings": 3, **settings}
    (folder / "study.yaml").write_text(json.dumps(given), encoding="utf-8")
    declared = find_protocol(protocol).declaration
    about = {name: text for name, text in _COLUMNS.items() if name in declared.item}
    shown = {name: text for name, text in _COLUMNS.items() if name in declared.candidate}
    # equal captions would be shown as one
    rows = [
        {"id": f"i{tag}-{n}", **about}
        | {"candidates": [{"system": s} | {k: f"{v} of {s} on {n}" for k, v in shown.items()} for s in systems]}
        for n in range(items)
    ]
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return load_definition(folder)


def analyse_simulated(
    folder: Path, definition: Definition, *, raters: int, seed: int, people: Sequence[SimulatedRater] = ()
) -> Analysis:
    """What a study says once so many simulated raters have worked on it."""
    database = Database.open(folder / "store.sqlite3")
    engine, clock = start(definition, database, seed=seed)
    try:
        simulate(engine, clock, raters=raters, seed=seed, people=people)
        return Study(definition, database, engine.key, "study").analysis()
    finally:
        engine.close()
        database.close()


def draw_random(
    definition: Definition, raters: int, *, seed: int, seconds: float | None = None
) -> list[SimulatedRater]:
    """People who never look, at a human pace or at that of `seconds`."""
    rng = np.random.default_rng(seed)
    pace = definition.declaration.timing.pace_seconds
    people = [SimulatedRater.draw(rng, seconds=pace) for _ in range(raters)]
    return [replace(one, lapse=1.0, seconds=seconds or one.seconds) for one in people]
