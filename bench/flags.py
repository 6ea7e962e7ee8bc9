"""Are bad raters found, and good ones left alone? Simulated populations of known kinds through the real engine.

Every study has honest raters, honest slow ones, and some of each bad kind (see `beholder.testing.rater`), with the
attention checks and hidden repeats that the protocol makes by itself; nobody is stopped, so that flags alone are judged.
Prints one JSON line per protocol and kind (share of
raters with any flag, with the flags that fit the kind, and with each flag), and one per protocol and flag (precision:
how many of its raters are of a kind that it fits; recall over those kinds). Intervals are Wilson's, 95 %.
`--quick` takes three studies per protocol instead of twelve.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from beholder.engine import Engine, SimulatedClock, open_simulated, seeded_entropy, simulate
from beholder.quality.flags import FLAGS
from beholder.quality.rater_quality import RaterQuality
from beholder.stats import wilson
from beholder.store import Database
from beholder.store.raters import all_raters
from beholder.study import load_definition
from beholder.testing.rater import KINDS, draw_rater

SEED = 2027
TRIALS_PER_RATER = 100
RATINGS = 6
PEOPLE: Mapping[str, int] = {
    "honest": 12, "slow": 4, "random": 2, "same": 2, "severe": 2, "lenient": 2, "drifting": 2, "fast": 2,
}  # fmt: skip
FITTING: Mapping[str, frozenset[str]] = {
    "honest": frozenset(),
    "slow": frozenset(),
    "random": frozenset({"checks", "inconsistent", "apart"}),
    "same": frozenset({"run", "checks", "apart", "inconsistent"}),
    "severe": frozenset({"severe"}),
    "lenient": frozenset({"lenient"}),
    "drifting": frozenset({"drift", "checks", "apart", "inconsistent"}),
    "fast": frozenset({"fast"}),
}
"""The flags that are right for a kind; who stops looking half-way is rightly found by checks as well."""

HAS_NO: Mapping[str, tuple[str, ...]] = {
    "naming": ("severe", "lenient", "same"),
    "naming-verify": ("severe", "lenient"),
}
"""Kinds that the simulated raters of a protocol cannot be."""

Rng = np.random.Generator
Rows = list[dict[str, Any]]


def masks(n: int, rng: Rng) -> Rows:
    quality = {"dull": 4.5, "fair": 5.5, "keen": 6.5}
    empty = {"size": [8, 8], "counts": [64]}
    return [
        {
            "id": f"m{i}", "image": "p.png", "point": [1, 1],
            "candidates": [{"system": s, "mask": empty, "truth": q + e + rng.normal(0, 0.6)} for s, q in quality.items()],
        }
        for i, e in enumerate(rng.normal(0, 1.6, n // 3))
    ]  # fmt: skip


def counting(n: int, rng: Rng) -> Rows:
    out = []
    for i in range(n):
        asked = int(rng.integers(1, 17))
        count = max(0, round(asked * (1 + 0.2 * float(rng.normal()))))
        truth = {"count": count, "doubtful": int(rng.binomial(count, 0.3)) if count > 5 else 0}
        out.append(
            {
                "id": f"c{i}",
                "image": "p.png",
                "object_type": "bocce ball",
                "requested": asked,
                "truth": truth,
                "system": "s",
            }
        )
    return out


def captions(n: int, rng: Rng) -> Rows:
    points = {"dull": 2.0, "fair": 2.5, "keen": 3.2}
    out = []
    for i, e in enumerate(rng.normal(0, 0.7, n)):
        candidates = []
        for system, p in points.items():
            truth = {
                name: max(0.0, p + e + float(rng.normal(0, 0.6))) for name in ("objects", "relations", "attributes")
            }
            words = " ".join("".join(chr(97 + int(c)) for c in rng.integers(0, 26, 7)) for _ in range(6))
            candidates.append({"system": system, "caption": words, "truth": truth})
        out.append({"id": f"p{i}", "image": "p.png", "candidates": candidates})
    return out


def trajectories(n: int, rng: Rng) -> Rows:
    strength = {"dull": -0.6, "fair": 0.0, "keen": 0.6}
    out = []
    for i in range(n // 3):
        candidates = []
        for system, s in strength.items():
            own = s + float(rng.normal(0, 0.7))
            scores = {name: 3 + own + float(rng.normal(0, 0.5)) for name in ("coherence", "efficiency", "thoroughness")}
            truth = {"strength": own, "correct": bool(rng.random() < 0.5 + 0.2 * s), **scores}
            steps = [{"operation": f"look {i} {k} {system}"} for k in range(2)]
            candidates.append({"system": system, "steps": steps, "answer": f"{system} {i}", "truth": truth})
        out.append(
            {"id": f"t{i}", "image": "p.png", "question": "What?", "ground_truth": f"g{i}", "candidates": candidates}
        )
    return out


def naming(n: int, rng: Rng) -> Rows:
    words = [f"thing{k}" for k in range(60)]
    out = []
    for i in range(n):
        right, other, near, beside = (words[int(k)] for k in rng.choice(len(words), 4, replace=False))
        truth = {"names": {right: 6, other: 2}, "visual": {near: 1}, "referential": {beside: 1}}
        out.append({"id": f"n{i}", "image": "p.png", "box": [0, 0, 5, 5], "domain": "things", "truth": truth})
    return out


def naming_verify(n: int, rng: Rng) -> Rows:
    out = []
    for i in range(n):
        names: Rows = [{"system": "n1", "name": f"thing {i}", "control": "right"}]
        for k in range(int(rng.integers(1, 4))):
            wrong = rng.random() < 0.45
            adequacy = float(rng.choice([0.0, 0.5])) if wrong else 1.0
            kind = str(rng.choice(["referential", "visual"])) if wrong else "none"
            truth = {"adequacy": adequacy, "type": kind, "object": f"o{k}" if kind == "referential" else "boxed"}
            names.append({"system": f"w{k}", "name": f"word {k} {i}", "truth": truth})
        if i % 2:
            kind = str(rng.choice(["typo", "other-object", "random"]))
            planted = {"system": "x", "name": f"planted {i}", "planted": kind}
            names.append({**planted, "copy_of": "n1"} if kind == "typo" else planted)
        out.append({"id": f"v{i}", "image": "p.png", "box": [0, 0, 5, 5], "candidates": names})
    return out


STUDIES: Mapping[str, Callable[[int, Rng], Rows]] = {
    "masks": masks,
    "counting": counting,
    "captions": captions,
    "trajectories": trajectories,
    "naming": naming,
    "naming-verify": naming_verify,
}


@dataclass(frozen=True)
class Seen:
    """One rater: what they are, and what was told of them."""

    kind: str
    quality: RaterQuality


def population(protocol: str, seed: int, folder: Path) -> list[Seen]:
    """One simulated study, and the quality of its raters."""
    rng = np.random.default_rng([SEED, list(STUDIES).index(protocol), seed])
    kinds = [kind for kind, count in PEOPLE.items() for _ in range(count) if kind not in HAS_NO.get(protocol, ())]
    kinds = [kinds[i] for i in rng.permutation(len(kinds))]
    folder.mkdir(parents=True)
    settings = {
        "protocol": protocol, "items": "items.jsonl", "ratings": RATINGS, "seed": seed,
        "max_per_rater": TRIALS_PER_RATER, "checks": {"every": 12, "made": 12, "warn_below": 0, "stop_below": 0},
        "repeats": {"share": 0.08, "distance": 10}, "limits": {"session_minutes": 100_000},
    }  # fmt: skip
    (folder / "study.yaml").write_text(json.dumps(settings))
    rows = STUDIES[protocol](len(kinds) * TRIALS_PER_RATER // RATINGS, rng)
    (folder / "items.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    definition, clock = load_definition(folder), SimulatedClock()
    timing = definition.declaration.timing
    people = [draw_rater(kind, rng, timing=timing, trials=TRIALS_PER_RATER) for kind in kinds]
    database = Database.open(folder / "store.sqlite3")
    engine = Engine(
        database,
        open_simulated(database, definition, seed=seed, now=clock.now),
        definition,
        clock=clock,
        entropy=seeded_entropy(seed),
    )
    simulate(engine, clock, raters=len(people), seed=seed, people=people)
    with database.read() as conn:
        kind_of = {row.rater: kinds[row.number] for row in all_raters(conn, engine.key)}
    seen = [Seen(kind_of[one.rater], one) for one in engine.quality()]
    engine.close()
    database.close()
    return seen


def share(hits: int, of: int) -> dict[str, Any]:
    """A share with its interval."""
    interval = wilson(hits, of).interval if of else None
    return {
        "value": round(hits / of, 3) if of else None,
        "interval": [round(bound, 3) for bound in interval] if interval else None,
        "n": of,
    }


def report(protocol: str, seen: Sequence[Seen]) -> None:
    """The lines of one protocol."""
    head = {"bench": "flags", "protocol": protocol}
    for kind in KINDS:
        those = [one.quality for one in seen if one.kind == kind]
        if not those:
            continue
        flags = Counter(flag for one in those for flag in one.flags)
        line = {
            **head,
            "kind": kind,
            "any_flag": share(sum(bool(one.flags) for one in those), len(those)),
            "right_flag": share(sum(bool(FITTING[kind] & set(one.flags)) for one in those), len(those)),
            "flags": {flag: round(flags[flag] / len(those), 3) for flag in FLAGS if flags[flag]},
            "answers": float(np.median([one.answers for one in those])),
        }
        print(json.dumps(line), flush=True)
    for flag in FLAGS:
        flagged = [one for one in seen if flag in one.quality.flags]
        meant = [one for one in seen if flag in FITTING[one.kind]]
        right = [one for one in flagged if flag in FITTING[one.kind]]
        line = {
            **head,
            "flag": flag,
            "precision": share(len(right), len(flagged)),
            "recall": share(len(right), len(meant)),
        }
        print(json.dumps(line), flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--protocol", choices=list(STUDIES))
    parser.add_argument("--studies", type=int)
    options = parser.parse_args()
    studies = options.studies or (3 if options.quick else 12)
    everybody: list[Seen] = []
    for protocol in [options.protocol] if options.protocol else STUDIES:
        with tempfile.TemporaryDirectory() as place:
            seen = [one for seed in range(studies) for one in population(protocol, seed, Path(place) / str(seed))]
        report(protocol, seen)
        everybody += seen
    report("all", everybody)
    return 0


if __name__ == "__main__":
    sys.exit(main())
