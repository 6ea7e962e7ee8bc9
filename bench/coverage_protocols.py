"""Do the analyses of the protocols hold what they promise? Simulated studies with a planted truth, over many seeds.

Prints one JSON line per kind of interval: nominal level, share of studies whose interval held the truth, studies and seed.
The truth of each is what an endless study of the same kind would show, taken from one very large simulated study.
Every study draws new raters, so `alpha_these_raters`, whose interval speaks of these raters only, must hold the truth less
often than it says; it stands here for comparison, with `nominal` null. Alpha near 1, as of counts, where few lapses of few
raters make all the difference, holds a little less often.
`--quick` takes a fifth of the studies, `--studies` any number.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beholder.analysis import Analysis, Context
from beholder.protocols import Candidate, Item, Protocol, find_protocol
from beholder.testing.ratings_maker import simulate_ratings

SEED = 1913
Rng = np.random.Generator


@dataclass(frozen=True)
class Design:
    """A protocol, how items are drawn, how large a study is, and which findings are watched."""

    protocol: str
    items: Callable[[int, Rng], list[Item]]
    n: int
    watched: Sequence[str]
    raters: int = 20
    ratings: int = 4


def masks(n: int, rng: Rng) -> list[Item]:
    quality = {"dull": 4.5, "fair": 5.5, "keen": 6.5}
    return [
        Item(
            id=f"m{i}",
            candidates=tuple(
                Candidate(f"m{i}", s, {"truth": q + e + float(rng.normal(0, 0.6))}) for s, q in quality.items()
            ),
        )
        for i, e in enumerate(rng.normal(0, 0.9, n))
    ]


def counting(n: int, rng: Rng) -> list[Item]:
    out = []
    for i in range(n):
        asked = int(rng.integers(1, 17))
        for system, spread in (("close", 0.05), ("loose", 0.2)):
            count = max(0, round(asked * (1 + spread * float(rng.normal()))))
            columns = {"object_type": "ball", "requested": asked, "truth": {"count": count}}
            out.append(Item(id=f"c{i}-{system}", columns=columns, system=system, block=f"c{i}"))
    return out


def captions(n: int, rng: Rng) -> list[Item]:
    points = {"dull": 2.0, "fair": 2.5, "keen": 3.2}
    out = []
    for i, e in enumerate(rng.normal(0, 0.5, n)):
        candidates = []
        for system, p in points.items():
            truth = {
                name: max(0.0, p + e + float(rng.normal(0, 0.5))) for name in ("objects", "relations", "attributes")
            }
            candidates.append(Candidate(f"p{i}", system, {"caption": "some words", "truth": truth}))
        out.append(Item(id=f"p{i}", candidates=tuple(candidates)))
    return out


def trajectories(n: int, rng: Rng) -> list[Item]:
    strength = {"dull": -0.6, "fair": 0.0, "keen": 0.6}
    out = []
    for i in range(n):
        candidates = []
        for system, s in strength.items():
            own = s + float(rng.normal(0, 0.7))
            scores = {name: 3 + own + float(rng.normal(0, 0.5)) for name in ("coherence", "efficiency", "thoroughness")}
            truth = {"strength": own, "correct": bool(rng.random() < 0.5 + 0.2 * s), **scores}
            candidates.append(
                Candidate(f"t{i}", system, {"steps": [{"operation": system}], "answer": system, "truth": truth})
            )
        out.append(Item(id=f"t{i}", columns={"question": "?"}, candidates=tuple(candidates)))
    return out


DESIGNS = (
    Design(
        "masks",
        masks,
        60,
        (
            "quality.mean.keen", "quality.difference.dull-keen", "quality.alpha", "quality.alpha_these_raters",
            "quality.icc(A,1)", "quality.high_share.keen", "quality.paired_bootstrap.dull-keen", "quality.sequence_slope",
        ),
    ),
    Design(
        "counting",
        counting,
        60,
        ("exact.mean.close", "exact.difference.close-loose", "count.bias.loose", "count.error.loose", "count.alpha", "count.alpha_these_raters"),
    ),
    Design(
        "captions",
        captions,
        50,
        ("objects.mean.keen", "objects.difference.dull-keen", "total.difference.fair-keen", "objects.alpha", "objects.position_slope", "total.per_word.keen"),
    ),
    Design(
        "trajectories",
        trajectories,
        50,
        (
            "preference.difference.dull-keen", "preference.strength.keen", "preference.position", "preference.tie",
            "preference.win_share.keen", "preference.left_share", "coherence.rank_biserial.dull-keen", "coherence.alpha", "coherence.alpha_these_raters",
            "preference.alpha", "preference.right_preferred", "correct.mean.keen",
        ),
    ),
)  # fmt: skip


def analysed(design: Design, *, n: int, raters: int, rng: Rng) -> dict[str, Any]:
    protocol: Protocol = find_protocol(design.protocol)
    items = design.items(n, rng)
    data = simulate_ratings(protocol, items, raters=raters, ratings=design.ratings, rng=rng)
    context = Context(
        declaration=protocol.declaration, items={item.id: item for item in items}, seed=int(rng.integers(2**31))
    )
    assert protocol.analyse is not None, "every built-in protocol brings an analysis"
    found: Analysis = protocol.analyse(data, context)
    return {f.name: f for f in found.findings}


def _nominal(name: str) -> float | None:
    if name.endswith("these_raters"):
        return None
    return 0.99 if "bootstrap" in name else 0.95


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--protocol", choices=[d.protocol for d in DESIGNS])
    options = parser.parse_args()
    studies = 40 if options.quick else options.studies
    for design in DESIGNS:
        if options.protocol not in (None, design.protocol):
            continue
        endless = analysed(design, n=3000, raters=1500, rng=np.random.default_rng([SEED, 0]))
        held: dict[str, list[bool]] = defaultdict(list)
        width: dict[str, list[float]] = defaultdict(list)
        for seed in range(studies):
            found = analysed(design, n=design.n, raters=design.raters, rng=np.random.default_rng([SEED, 1 + seed]))
            for name in design.watched:
                finding = found[name]
                truth = 0.0 if name.endswith(("_slope", "preference.position")) else endless[name].value
                if finding.interval is None or not math.isfinite(finding.value):
                    continue
                held[name].append(finding.interval[0] <= truth <= finding.interval[1])
                width[name].append(finding.interval[1] - finding.interval[0])
        for name in design.watched:
            print(
                json.dumps(
                    {
                        "bench": "coverage_protocols",
                        "protocol": design.protocol,
                        "finding": name,
                        "nominal": _nominal(name),
                        "coverage": round(float(np.mean(held[name])), 4) if held[name] else None,
                        "truth": round(float(endless[name].value), 4),
                        "mean_width": round(float(np.mean(width[name])), 4) if width[name] else None,
                        "studies": len(held[name]),
                        "without_interval": studies - len(held[name]),
                        "seed": SEED,
                    }
                ),
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
