"""Generated naming data whose errors are known: who said what on purpose, and how raters judge it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.verify.adequacy import Judgment

KINDS = ("right", "referential", "visual", "linguistic")
SYSTEM = (0.62, 0.16, 0.09, 0.05, 0.03, 0.05)


@dataclass(frozen=True)
class Planted:
    """Response sets, judgments, predictions of a system with known category shares, and the truth of every name."""

    sets: list[ResponseSet]
    judgments: list[Judgment]
    predictions: dict[str, str]
    truth: dict[tuple[str, str], str]


def plant(
    rng: np.random.Generator,
    *,
    objects: int = 300,
    slip: float = 0.0,
    presence: tuple[float, ...] = (0.5, 0.4, 0.2, 0.1),
) -> Planted:
    """Objects with a top name, and with chances `presence` a synonym, another object's name, a mistake of seeing, a typo.

    Raters judge rightly but for a chance of `slip` per name. The system's predictions fall into the six categories with the
    chances `SYSTEM`; where an object lacks a name of the drawn category, one is added.
    """
    sets: list[ResponseSet] = []
    judgments: list[Judgment] = []
    predictions: dict[str, str] = {}
    truth: dict[tuple[str, str], str] = {}
    for place in range(objects):
        item = f"o{place}"
        category = int(rng.choice(6, p=SYSTEM))
        here = list(rng.random(4) < presence)
        for index, needed in enumerate((1, 2, 3)):
            here[index] = here[index] or category == needed
        counts = {f"top{place}": int(rng.integers(12, 20))}
        kinds = {f"top{place}": "right"}
        for index, (word, kind) in enumerate(
            [("synonym", "right"), ("neighbour", "referential"), ("mistake", "visual"), ("typo", "linguistic")]
        ):
            if here[index]:
                counts[f"{word}{place}"] = int(rng.integers(2, 6))
                kinds[f"{word}{place}"] = kind
        counts[f"once{place}"] = 1
        sets.append(ResponseSet.of(item, counts, columns={"domain": "even" if place % 2 == 0 else "odd"}))
        predictions[item] = f"{('top', 'synonym', 'neighbour', 'mistake', 'once', 'never')[category]}{place}"
        truth |= {(item, name): kind for name, kind in kinds.items()}
        if len(kinds) > 1:
            for rater in ("a", "b", "c"):
                judgments += [_judge(item, rater, name, kind, slip, rng) for name, kind in kinds.items()]
                judgments.append(Judgment(item, rater, "planted", 0.0, "other", "p", "random"))
    return Planted(sets, judgments, predictions, truth)


def _judge(item: str, rater: str, name: str, kind: str, slip: float, rng: np.random.Generator) -> Judgment:
    if rng.random() < slip:
        kind = KINDS[int(rng.integers(len(KINDS)))]
    if kind == "right":
        return Judgment(item, rater, name, 1.0, "none", "target")
    group = name if kind == "referential" else "target"
    return Judgment(item, rater, name, 0.0, kind, group)
