"""Small studies with a planted truth, one for each protocol, as items."""

from __future__ import annotations

import numpy as np

from beholder.analysis import RatingsData
from beholder.protocols import Candidate, Item

MASK_QUALITY = {"dull": 4.0, "fair": 5.5, "keen": 7.0}
STRENGTH = {"dull": -0.8, "fair": 0.0, "keen": 0.8}
POINTS = {"dull": 1.0, "fair": 2.0, "keen": 3.5}


def mask_items(n: int, rng: np.random.Generator) -> list[Item]:
    return [
        Item(
            id=f"m{i}",
            group=("photo", "paint")[i % 2],
            candidates=tuple(
                Candidate(f"m{i}", s, {"truth": q + float(rng.normal(0, 0.8))}) for s, q in MASK_QUALITY.items()
            ),
        )
        for i in range(n)
    ]


def counting_items(n: int) -> list[Item]:
    """`exact` paints what it is asked for, `more` three too many, from seven on."""
    out = []
    for i in range(n):
        asked = 3 + i % 12
        for system, count in (("exact", asked), ("more", asked + 3 * (asked >= 7))):
            columns = {"object_type": ("ball", "cup")[i % 2], "requested": asked, "truth": {"count": count}}
            out.append(Item(id=f"c{i}-{system}", columns=columns, system=system, block=f"c{i}"))
    return out


def caption_items(n: int) -> list[Item]:
    return [
        Item(
            id=f"p{i}",
            candidates=tuple(
                Candidate(
                    f"p{i}",
                    s,
                    {
                        "caption": "a word " * round(2 * points),
                        "truth": {"objects": points, "relations": points / 2, "attributes": 1.0},
                    },
                )
                for s, points in POINTS.items()
            ),
        )
        for i in range(n)
    ]


def trajectory_items(n: int) -> list[Item]:
    return [
        Item(
            id=f"t{i}",
            columns={"question": "?"},
            candidates=tuple(
                Candidate(
                    f"t{i}",
                    s,
                    {
                        "steps": [{"operation": s}],
                        "answer": s,
                        "truth": {
                            "strength": v,
                            "correct": v >= 0,
                            "coherence": 3 + v,
                            "efficiency": 3 + v,
                            "thoroughness": 3 + v,
                        },
                    },
                )
                for s, v in STRENGTH.items()
            ),
        )
        for i in range(n)
    ]


def naming_items(n: int) -> list[Item]:
    """Objects with a right name, another right one, and names of what they may be taken for."""
    return [
        Item(
            id=f"n{i}",
            columns={
                "domain": ("animals", "vehicles")[i % 2],
                "truth": {
                    "names": {"dog": 6, "puppy": 2 + i % 3},
                    "visual": {"wolf": 1},
                    "referential": {"ball": 1},
                },
            },
        )
        for i in range(n)
    ]


def verify_items(n: int) -> list[Item]:
    """Four names of an object, one mistaken, one of something else, and a planted slip."""
    truths = {
        "dog": {"adequacy": 1, "type": "none", "object": "boxed"},
        "puppy": {"adequacy": 1, "type": "none", "object": "boxed"},
        "wolf": {"adequacy": 0, "type": "visual", "object": "boxed"},
        "ball": {"adequacy": 0, "type": "referential", "object": "ball"},
        "dgo": {"adequacy": 0.5, "type": "linguistic", "object": "boxed"},
    }
    kinds: dict[str, dict[str, str]] = {"dog": {"control": "right"}, "dgo": {"planted": "typo", "copy_of": "n1"}}
    return [
        Item(
            id=f"v{i}",
            columns={"domain": ("animals", "vehicles")[i % 2]},
            candidates=tuple(
                Candidate(
                    f"v{i}",
                    f"n{place}",
                    {"name": name, "truth": truth, **kinds.get(name, {})}
                    | ({} if name == "dgo" else {"count": 10 - 2 * place}),
                )
                for place, (name, truth) in enumerate(truths.items(), start=1)
            ),
        )
        for i in range(n)
    ]


def renamed(data: RatingsData, names: dict[str, str]) -> RatingsData:
    """The same ratings with systems called otherwise; all other columns untouched."""
    from dataclasses import replace

    from beholder.analysis import Coded

    column = data.text["system"]
    told = tuple(names.get(name, name) for name in column.names)
    return replace(data, text={**data.text, "system": Coded(column.codes, told)})
