"""Do the analyses of the protocols hold what they promise? Simulated studies with a planted truth, over many seeds.

Prints one JSON line per kind of interval: nominal level, share of studies whose interval held the truth, studies and seed.
The truth of each is what an endless study of the same kind would show, taken from one very large simulated study; where an
interval speaks of the items of a study alone, as those of opinion scores do, it is one of the same items with very many raters,
and where it speaks of its raters alone, as those of Kendall's W and of the agreement about marks do, one of the same raters.
Every other study draws new raters, so `alpha_these_raters`, whose interval speaks of these raters only, must hold the truth less
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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from beholder.analysis import Context
from beholder.declarations.column import Column
from beholder.fields import Form, Ranking, Slider, Words
from beholder.findings import Finding
from beholder.protocols import Candidate, Declaration, Item, Protocol, SimulatedRater, find_protocol
from beholder.protocols.run_analysis import run_analysis
from beholder.testing.ratings_maker import simulate_ratings

SEED = 1913
Rng = np.random.Generator


@dataclass(frozen=True)
class Design:
    """A protocol, how items are drawn, how large a study is, and which findings are watched.

    `known` are findings whose truth is 0 by design, and `endless` how many items and raters the study has that tells the
    truth of the others. With `same_items` it has those of every study, with `same_raters` these. A truth that takes more
    raters than fit into memory is the mean of so many `parts`, each by raters of its own.
    """

    name: str
    items: Callable[[int, Rng], list[Item]]
    n: int
    watched: Sequence[str]
    raters: int = 20
    ratings: int = 4
    params: Mapping[str, Any] = field(default_factory=dict)
    own: Protocol | None = None
    known: Sequence[str] = ()
    endless: tuple[int, int] = (3000, 1500)
    same_items: bool = False
    same_raters: bool = False
    parts: int = 1

    @property
    def protocol(self) -> Protocol:
        """One that comes with Beholder, or its own."""
        return self.own or find_protocol(self.name.partition(" ")[0])


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


_STRENGTH = {"dull": -0.5, "fair": 0.1, "good": 0.2, "keen": 0.6}


def several(*fields: str) -> Callable[[int, Rng], list[Item]]:
    """Items with what four systems made of them: how good each is for every field."""

    def made(n: int, rng: Rng) -> list[Item]:
        out = []
        for i in range(n):
            candidates = tuple(
                Candidate(f"i{i}", system, {"truth": {name: s + float(rng.normal(0, 0.6)) for name in fields}})
                for system, s in _STRENGTH.items()
            )
            out.append(Item(id=f"i{i}", columns={"prompt": "?"}, candidates=candidates))
        return out

    return made


def stimuli(n: int, rng: Rng) -> list[Item]:
    """Items with an original that is nearly perfect and two copies, so that scores reach from end to end of five words."""
    loss = {"original": 1.5, "mild": 0.3, "harsh": -1.2}
    return [
        Item(
            id=f"o{i}",
            candidates=tuple(
                Candidate(f"o{i}", system, {"truth": {"quality": q + float(rng.normal(0, 0.5))}})
                for system, q in loss.items()
            ),
        )
        for i in range(n)
    ]


def defects(n: int, rng: Rng) -> list[Item]:
    """Pictures with up to five faults, more of them by the worse system, and a prompt of six words that it misses more of."""
    prompt = "a red cube beside two spheres"
    out = []
    for i in range(n):
        candidates = []
        for system, share in (("fair", 0.5), ("keen", 0.25)):
            spots = [(x, y) for x in (0.2, 0.5, 0.8) for y in (0.25, 0.75)]
            wrong = [{"x": x, "y": y, "reason": "shape"} for x, y in spots if rng.random() < share]
            words = [[word, "wrong" if rng.random() < share / 2 else ""] for word in prompt.split()]
            truth = {"implausible": wrong, "misaligned": [], "words": words}
            candidates.append(Candidate(f"d{i}", system, {"truth": truth}))
        out.append(Item(id=f"d{i}", columns={"prompt": prompt}, candidates=tuple(candidates)))
    return out


def asking(name: str, asked: Ranking | Slider, shows: Literal["all", "one"]) -> Protocol:
    """A protocol with one question, as a YAML file would declare it."""
    declaration = Declaration(
        name=name,
        title=Words("?"),
        shows=shows,
        candidate={"text": Column(), "truth": Column(kind="json", required=False, shown=False)},
        form=Form(fields={"asked": asked}),
    )
    return Protocol(declaration=declaration)


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
        known=("preference.position",),
    ),
    Design(
        "side-by-side graded",
        several("follows", "looks"),
        40,
        ("follows.difference.dull-keen", "follows.strength.keen", "follows.position", "follows.win_share.keen", "follows.both_bad", "follows.alpha"),
        params={"steps": 7, "both_bad": True},
        known=("follows.position",),
        endless=(1000, 500),
    ),
    Design(
        "best-of",
        several("pick"),
        60,
        ("pick.difference.dull-keen", "pick.strength.keen", "pick.best_share.keen", "pick.alpha"),
    ),
    Design(
        "ranking",
        several("asked"),
        60,
        ("asked.difference.dull-keen", "asked.strength.keen", "asked.mean_rank.keen", "asked.first_share.keen"),
        own=asking("ranking", Ranking(label=Words("Which order?")), "all"),
    ),
    Design(
        "ranking by these raters",
        several("asked"),
        60,
        ("asked.kendall_w",),
        own=asking("ranking", Ranking(label=Words("Which order?")), "all"),
        endless=(3000, 20),
        same_raters=True,
    ),
    Design(
        "slider",
        several("asked"),
        40,
        ("asked.mean.keen", "asked.difference.dull-keen", "asked.alpha"),
        own=asking("slider", Slider(label=Words("How good?")), "one"),
        endless=(1500, 800),
    ),
    *(
        Design(
            f"opinion {method}",
            stimuli,
            10,
            ("mos.stimuli", *(("dmos.mild", "dmos.harsh") if reference else ())),
            raters=24,
            ratings=24,
            params={"method": method, "reference": reference},
            endless=(10, 1000),
            same_items=True,
            parts=4,
        )
        for method, reference in (("acr", ""), ("acr-hr", "original"), ("dcr", ""))
    ),
    Design(
        "opinion acr, some of the raters",
        stimuli,
        30,
        ("quality.mean.mild", "quality.difference.harsh-mild"),
        params={"method": "acr"},
    ),
    Design(
        "opinion ccr",
        several("comparison"),
        40,
        ("cmos.dull-keen", "cmos.fair-keen", "cmos.side", "comparison.difference.dull-keen"),
        params={"method": "ccr", "reference": "keen"},
        known=("cmos.side",),
        endless=(1000, 500),
    ),
    Design(
        "defects",
        defects,
        60,
        ("implausible.mean.keen", "implausible.difference.fair-keen", "words.share.wrong.keen", "overall.mean.keen"),
        endless=(1000, 500),
    ),
    Design(
        "defects by these raters",
        defects,
        60,
        ("implausible.f", "implausible.alpha", "words.alpha"),
        endless=(1000, 20),
        same_raters=True,
    ),
)  # fmt: skip


def analysed(design: Design, items: list[Item], *, raters: int, ratings: int, rng: Rng) -> dict[str, Finding]:
    """Everything that a study of these items finds, by name; a table of scores counts as a finding for each row."""
    protocol = design.protocol
    params = protocol.params(**design.params)
    declared = protocol.declared_for(params)
    people = None
    if design.same_raters:
        drawn, pace = np.random.default_rng([SEED, 0]), declared.timing.pace_seconds
        people = [SimulatedRater.draw(drawn, seconds=pace) for _ in range(raters)]
    data = simulate_ratings(
        protocol, items, raters=raters, ratings=ratings, rng=rng, people=people, declaration=declared
    )
    context = Context(
        declaration=declared, params=params, items={item.id: item for item in items}, seed=int(rng.integers(2**31))
    )
    analysis = run_analysis(protocol, data, context)
    found = {finding.name: finding for finding in analysis.findings}
    for table in analysis.tables:
        if table.name == "mos.stimuli":
            for row in table.rows:
                name = f"{table.name}: {row['stimulus']}"
                found[name] = Finding(name=name, value=row["mean"], interval=row["interval"], n=row["n"])
    return found


def endless_study(design: Design, items: list[Item]) -> dict[str, float]:
    """What a study of the kind with very many ratings finds: the truth that intervals should hold."""
    raters = design.endless[1]
    parts = [
        analysed(
            design,
            items,
            raters=raters,
            ratings=raters if design.same_items else design.ratings,
            rng=np.random.default_rng([SEED, 0, part]),
        )
        for part in range(design.parts)
    ]
    return {name: float(np.mean([part[name].value for part in parts])) for name in parts[0]}


def _named(watched: str, found: Mapping[str, Finding]) -> list[str]:
    """The findings of that name, or all those of a table."""
    return [watched] if watched in found else [name for name in found if name.startswith(f"{watched}: ")]


def _nominal(name: str) -> float | None:
    if name.endswith("these_raters"):
        return None
    return 0.99 if "bootstrap" in name else 0.95


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--studies", type=int, default=200)
    parser.add_argument("--protocol", choices=[d.name for d in DESIGNS])
    options = parser.parse_args()
    studies = 40 if options.quick else options.studies
    for design in DESIGNS:
        if options.protocol not in (None, design.name):
            continue
        items = design.items(design.endless[0], np.random.default_rng([SEED, 0]))
        endless = endless_study(design, items)
        held: dict[str, list[bool]] = defaultdict(list)
        width: dict[str, list[float]] = defaultdict(list)
        for seed in range(studies):
            rng = np.random.default_rng([SEED, 1 + seed])
            drawn = items if design.same_items else design.items(design.n, rng)
            found = analysed(design, drawn, raters=design.raters, ratings=design.ratings, rng=rng)
            for watched in design.watched:
                for name in _named(watched, found):
                    finding = found[name]
                    truth = 0.0 if name.endswith("_slope") or name in design.known else endless[name]
                    if finding.interval is None or not math.isfinite(finding.value):
                        continue
                    held[watched].append(finding.interval[0] <= truth <= finding.interval[1])
                    width[watched].append(finding.interval[1] - finding.interval[0])
        for name in design.watched:
            print(
                json.dumps(
                    {
                        "bench": "coverage_protocols",
                        "protocol": design.name,
                        "finding": name,
                        "nominal": _nominal(name),
                        "coverage": round(float(np.mean(held[name])), 4) if held[name] else None,
                        "truth": round(endless[name], 4) if name in endless else None,
                        "mean_width": round(float(np.mean(width[name])), 4) if width[name] else None,
                        "intervals": len(held[name]),
                        "studies": studies,
                        "seed": SEED,
                    }
                ),
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
