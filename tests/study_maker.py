"""Small studies for tests: any protocol shape, no pictures needed by the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from beholder.engine import Engine, SimulatedClock, open_simulated, open_study, seeded_entropy
from beholder.store import Database
from beholder.study import Definition, load_definition

PAIR = """
name: pairs-test
title: Which?
shows: pair
candidate: {text: {kind: text}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""

ALL = """
name: all-test
title: Score all
shows: all
candidate: {text: {kind: text}}
merge_equal: text
form:
  candidate_fields:
    points: {kind: points, label: Points}
"""

ONE = """
name: one-test
title: Rate one
shows: one
candidate: {text: {kind: text}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 5}
"""

ITEM = """
name: item-test
title: Look
shows: item
item: {text: {kind: text}}
form:
  fields:
    score: {kind: scale, label: "How good?", min: 1, max: 5}
"""

PICK = """
name: pick-test
title: Pick
shows: all
candidate: {text: {kind: text}}
form:
  fields:
    pick: {kind: best_worst, label: "Which is the best, which the worst?"}
"""

ORDER = PICK.replace("pick: {kind: best_worst,", "order: {kind: ranking,")

SHAPES = {"pair": PAIR, "all": ALL, "one": ONE, "item": ITEM, "pick": PICK, "order": ORDER}


def make_study(folder: Path, shape: str, *, items: int, systems: str = "abc", **settings: Any) -> Definition:
    """Writes a study folder of that shape and reads it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "protocol.yaml").write_text(SHAPES[shape], encoding="utf-8")
    given = {"protocol": "protocol.yaml", "items": "items.jsonl", "seed": 11, **settings}
    (folder / "study.yaml").write_text(json.dumps(given), encoding="utf-8")
    with (folder / "items.jsonl").open("w", encoding="utf-8") as file:
        for n in range(items):
            row: dict[str, Any] = {"id": f"i{n}"}
            if shape == "item":
                row |= {"text": f"picture {n}", "system": systems[n % len(systems)]}
            else:
                row["candidates"] = [{"system": s, "text": f"{s} on {n}"} for s in systems]
            file.write(json.dumps(row) + "\n")
    return load_definition(folder)


def start(
    definition: Definition, database: Database, *, seed: int = 1, people: bool = False
) -> tuple[Engine, SimulatedClock]:
    """An engine on that study, on simulated time."""
    clock = SimulatedClock()
    if people:
        key = open_study(database, definition, clock=clock)
    else:
        key = open_simulated(database, definition, seed=seed, now=clock.now)
    return Engine(database, key, definition, clock=clock, entropy=seeded_entropy(seed)), clock


def payload_for(shape: str, slots: int, *, value: int = 3) -> dict[str, Any]:
    """A valid answer for a shape."""
    if shape == "pair":
        return {"trial": {"better": "left"}, "slots": []}
    if shape == "all":
        return {"trial": {}, "slots": [{"points": value} for _ in range(slots)]}
    return {"trial": {"score": value}, "slots": []}
