"""A study with known raters: three who agree, one severe, one who always says the same, one who clicks through."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from PIL import Image

from beholder.engine import Answer, Engine, Join, Lease, Leased, SimulatedClock
from beholder.engine.handlers.inbox import Ask
from beholder.engine.handlers.suspension import ReportBroken

__all__ = ["SETTINGS", "SYSTEMS", "populate", "write_study"]

VIEWS = ("overlay", "mask", "zoom_overlay")
SYSTEMS = ("Zyxolith-XL", "Quendrova7B", "Marbleheart")
SETTINGS = """
adjudicate: {spread: {quality: 5}}
cost: {per_hour: 15, currency: EUR}
checks: {every: 4}
repeats: {share: 0.1, distance: 4}
exclude:
  - {id: failed-checks, measure: checks-failed, above: 0.5, after: 3}
  - {id: too-fast, measure: too-fast, below: 1}
"""


def write_study(folder: Path, *, title: str = "Masks", items: int = 8, settings: str = SETTINGS) -> Path:
    """Masks of three systems on small pictures; every item's id names a system, as it does in life."""
    (folder / "media").mkdir(parents=True)
    rng = np.random.default_rng(3)
    lines = []
    for n in range(items + 6):
        shade = rng.integers(60, 200, (48, 64, 3)).astype(np.uint8)
        Image.fromarray(shade).save(folder / "media" / f"p{n}.png")
        runs = [64 * 6, *([24, 24] * 20)]
        runs.append(48 * 64 - sum(runs))
        mask = {"size": [48, 64], "counts": runs}
        row: dict[str, object] = {"id": f"photo_{SYSTEMS[n % 3]}_{n}", "image": f"p{n}.png", "point": [20, 20]}
        if n < items:
            row["candidates"] = [{"system": system, "mask": mask} for system in SYSTEMS]
        else:
            row |= {"id": f"check-{n}", "kind": "attention", "candidates": [{"system": "known", "mask": mask}]}
            row["reference"] = {"expects": [{"field": "quality", "at_most": 3}]}
        lines.append(json.dumps(row))
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    head = f"protocol: masks\nitems: items.jsonl\nmedia: media\nratings: 7\nseed: 11\ntitle: {json.dumps(title)}\n"
    (folder / "study.yaml").write_text(head + settings, encoding="utf-8")
    return folder


def populate(engine: Engine, *, question: str = "Is the shadow part of it?", most: int = 1000) -> dict[str, str]:
    """Six raters work through the study, one of them asks, one reports; their pseudonyms by character."""
    rng = np.random.default_rng(5)
    truth = rng.integers(4, 9, size=500)
    people = {}
    # they worked in the last two hours: nobody can claim time that has not passed
    today, clock = engine.clock, SimulatedClock(engine.clock() - 2 * 3_600_000)
    engine.clock = clock
    for person in ("honest-1", "honest-2", "honest-3", "severe", "same", "hasty"):
        rater = people[person] = engine.run(Join()).rater
        given = 0
        while given < most:
            leased: Leased = engine.run(Lease(rater))
            if not leased.leases:
                break
            for lease in leased.leases:
                given += 1
                ms = max(2500, int(rng.normal(12_000, 3000)))
                value = int(np.clip(truth[lease.trial % 500] + rng.integers(-1, 2), 1, 10))
                if person == "severe":
                    value = max(1, value - 3)
                if lease.kind == "attention":
                    value = 1
                if person == "same":
                    value = 7
                looked = {view: {"opens": 1, "ms": ms // 4} for view in VIEWS}
                if person == "hasty":
                    value, ms, looked = int(rng.integers(1, 11)), 700, {}
                clock.advance(ms)
                engine.run(
                    Answer(
                        id=f"{rater}-{lease.sequence:05d}",
                        rater=rater,
                        lease=lease.lease,
                        payload={"trial": {"quality": value, "comment": None}, "slots": []},
                        meta={"views": looked},
                        elapsed_ms=ms,
                        active_ms=ms,
                    )
                )
        if person == "honest-1":
            engine.run(Ask(rater, question))
    engine.clock = today
    late = engine.run(Join()).rater
    for lease in engine.run(Lease(late, want=1)).leases[:1]:
        engine.run(ReportBroken(late, lease.lease, "The picture is missing."))
    people["reporter"] = late
    return people
