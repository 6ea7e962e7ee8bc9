"""Published data sets where the machine has them (BEHOLDER_DATA), and tables made in the same layout where it has not.

What was published is compared with the numbers its authors printed. What is made here is compared with numbers that other
libraries, or the plain definition, give for the very same table: so the way in, from the file to the finding, is walked on
every machine.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Literal, TypeVar

import krippendorff
import numpy as np
import pytest
from scipy import stats
from sklearn.metrics import cohen_kappa_score

T = TypeVar("T")
Answers = dict[str, Any]


@dataclass(frozen=True)
class Published:
    """A folder of one data set, and what is known about it unless its authors printed it."""

    folder: Path
    answers: Answers | None

    def rows(self, name: str) -> list[dict[str, str]]:
        """The rows of one of its tables."""
        with gzip.open(self.folder / name, "rt", encoding="utf-8") as file:
            return list(csv.DictReader(file, delimiter="\t" if ".tsv" in name else ","))

    def known(self, name: str, printed: T) -> T:
        """What is to be found: the printed numbers for published data, the computed ones for made data."""
        return printed if self.answers is None else self.answers[name]


def published(name: str, tmp_path_factory: pytest.TempPathFactory) -> Published:
    """The published data set, or one made in its layout."""
    root = os.environ.get("BEHOLDER_DATA")
    if root and (Path(root) / name).is_dir():
        return Published(Path(root) / name, None)
    folder = tmp_path_factory.mktemp(name)
    return Published(folder, _MADE[name](folder, np.random.default_rng(7)))


def _write(path: Path, rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    listed = [dict(row) for row in rows]
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(listed[0]), delimiter="\t" if ".tsv" in path.name else ",")
    writer.writeheader()
    writer.writerows(listed)
    path.write_bytes(gzip.compress(text.getvalue().encode("utf-8")))
    return listed


def _alpha(units: Iterable[list[float]], level: Literal["nominal", "ordinal", "interval"]) -> float:
    return float(krippendorff.alpha(reliability_data=np.array(list(units)).T, level_of_measurement=level))


def _imagenhub(folder: Path, rng: np.random.Generator) -> Answers:
    """Three raters, two scores in halves, systems that differ, in two tasks."""
    systems = {"DeepFloydIF": 0.6, "SDXL": 0.6, "DALLE2": 0.5, "OpenJourney": 0.4, "SD": 0.4}
    rows: list[dict[str, Any]] = []
    for task in ("Text-Guided_IG", "Text-Guided_IE"):
        for model, quality in systems.items():
            for item in range(40):
                true = rng.normal(quality, 0.3, 2)
                for rater in (1, 2, 3):
                    sc, pq = np.clip(np.round(2 * (true + rng.normal(0, 0.15, 2))) / 2, 0, 1)
                    given = {"raw": f"[{sc:g},{pq:g}]", "SC": float(sc), "PQ": float(pq)}
                    rows.append({"task": task, "model": model, "item": f"sample_{item}.jpg", "rater": rater, **given})
    _write(folder / "ratings.tsv.gz", rows)

    def alpha(task: str, score: str) -> float:
        units: dict[tuple[str, str], list[float]] = {}
        for row in rows:
            if row["task"] == task:
                units.setdefault((row["model"], row["item"]), []).append(row[score])
        return _alpha(units.values(), "ordinal")

    def mean(model: str, score: str) -> float:
        return float(np.mean([r[score] for r in rows if (r["task"], r["model"]) == ("Text-Guided_IG", model)]))

    return {
        "consistency": {model: mean(model, "SC") for model in systems},
        "means": {model: (mean(model, "SC"), mean(model, "PQ")) for model in systems},
        "alphas": {(t, s): alpha(t, s) for t in ("Text-Guided_IG", "Text-Guided_IE") for s in ("SC", "PQ")},
    }


def _pandalm(folder: Path, rng: np.random.Generator) -> Answers:
    """Three raters of pairs who mostly agree: 0 is a tie, 1 and 2 the sides."""
    systems = ("bloom-7b", "cerebras-gpt-6.7B", "llama-7b", "opt-7b", "pythia-6.9b")
    rows: list[dict[str, Any]] = []
    for number, (a, b) in enumerate(40 * list(combinations(systems, 2))):
        true = int(rng.choice(3, p=(0.2, 0.4, 0.4)))
        given = [true if rng.random() < 0.9 else int(rng.integers(3)) for _ in range(3)]
        told = {f"annotator{k + 1}": value for k, value in enumerate(given)}
        rows.append({"idx": number, "cmp_key": f"{a}_{b}", **told})
    (folder / "pairs.jsonl.gz").write_bytes(gzip.compress("".join(json.dumps(r) + "\n" for r in rows).encode()))
    by = {k: [row[f"annotator{k}"] for row in rows] for k in (1, 2, 3)}
    return {
        "kappas": {pair: float(cohen_kappa_score(by[pair[0]], by[pair[1]])) for pair in combinations((1, 2, 3), 2)},
        "alpha": _alpha(([row[f"annotator{k}"] for k in (1, 2, 3)] for row in rows), "nominal"),
    }


def _llmfao(folder: Path, rng: np.random.Generator) -> Answers:
    """Votes on eight systems of planted strength, and the scores of two methods by their definitions."""
    names = [f"System {letter}" for letter in "ABCDEFGH"]
    strength = rng.normal(0, 1, len(names))
    votes, wins = [], np.zeros((len(names), len(names)))
    for number in range(1500):
        x, y = rng.choice(len(names), 2, replace=False)
        better = rng.random() < 1 / (1 + np.exp(strength[y] - strength[x]))
        winner = "tie" if rng.random() < 0.15 else "left" if better else "right"
        wins[x, y] += {"left": 1, "tie": 0.5, "right": 0}[winner]
        wins[y, x] += {"left": 0, "tie": 0.5, "right": 1}[winner]
        votes.append(
            {"id": number // 3, "prompt": number % 13, "model_x": x, "model_y": y, "worker": number % 40}
            | {"winner": winner, "left": names[x], "right": names[y]}
        )
    _write(folder / "crowd_comparisons.csv.gz", votes)
    met = wins + wins.T
    worth = np.ones(len(names)) / len(names)
    for _ in range(5000):
        # the iteration of Zermelo and of Ford
        worth = wins.sum(1) / (met / (worth[:, None] + worth[None, :])).sum(1)
        worth /= worth.sum()
    share = np.divide(wins, met, out=np.full_like(wins, np.nan), where=met > 0)
    scores = {"average_win_rate": np.nanmean(share, axis=1), "bradley_terry": worth}
    golden = [{"algorithm": a, "item": n, "score": repr(float(v))} for a, s in scores.items() for n, v in zip(names, s, strict=True)]  # fmt: skip
    _write(folder / "evalica_llmfao_golden.csv.gz", golden)
    return {"votes": len(votes)}


def _geckonum(folder: Path, rng: np.random.Generator) -> Answers:
    """Five raters count what was painted; above ten they say 11, which stands for more."""
    prompts, counts, errors = [], [], []
    for number in range(60):
        asked = number % 10 + 1
        prompt = f"{asked} dogs, number {number}."
        prompts.append({"index": number, "prompt": prompt, "entities": f"dog:{asked}", "prompt_type": "numeric_simple"})
        painted = max(0, asked + int(rng.integers(-1, 4)))
        for rater in range(5):
            told = min(11, max(0, painted + int(rng.choice([0, 0, 0, 1, -1]))))
            picture = {"image_id": f"made_{number}", "model": "dalle_3", "prompt": prompt, "annot_id": rater}
            counts.append({**picture, "raw_answer": told, "answer": told})
            errors.append((told - asked, told == 11))
    _write(folder / "prompts.csv.gz", prompts)
    _write(folder / "counts_dalle_3.tsv.gz", counts)
    return {
        "exact": float(np.mean([error == 0 and not beyond for error, beyond in errors])),
        "error": float(np.mean([abs(error) for error, _ in errors])),
        "bias": float(np.mean([error for error, _ in errors])),
    }


def _tifa(folder: Path, rng: np.random.Generator) -> Answers:
    """Two raters of five systems, and two automatic scores, one of which follows people."""
    rows: dict[str, dict[str, Any]] = {}
    for text in range(40):
        for system in ("mini_dalle", "sd_v1", "sd_v2", "vq", "other"):
            quality = rng.normal(3, 1)
            scores = [int(x) for x in np.clip(np.round(quality + rng.normal(0, 0.5, 2)), 1, 5)]
            automatic = {
                "tifa_mplug-large": quality + rng.normal(),
                "clipscore_vitb32": 30 + quality + 3 * rng.normal(),
            }
            rows[f"coco_{text}_{system}"] = {
                "text_id": f"coco_{text}", "human_scores": scores, "human_avg": float(np.mean(scores)),
                **{name: float(value) for name, value in automatic.items()},
            }  # fmt: skip
    (folder / "human_annotations_with_scores.json.gz").write_bytes(gzip.compress(json.dumps(rows).encode()))
    units = [row["human_scores"] for row in rows.values()]
    human = [row["human_avg"] for row in rows.values()]
    by = {name: [row[name] for row in rows.values()] for name in ("tifa_mplug-large", "clipscore_vitb32")}
    return {
        "alphas": (_alpha(units, "ordinal"), _alpha(units, "interval")),
        "prompts": 40,
        "correlations": tuple(
            (name, stats.pearsonr(x, human).statistic, stats.kendalltau(x, human).statistic) for name, x in by.items()
        ),
        "spearman": stats.spearmanr(by["tifa_mplug-large"], human).statistic,
    }


def _koniq(folder: Path, rng: np.random.Generator) -> Answers:
    """Histograms of a hundred ratings of photographs that differ by half a point."""
    rows = []
    for number in range(300):
        given = np.clip(np.round(rng.normal(rng.normal(3.4, 0.5), 0.6, 100)), 1, 5)
        shares = [float(np.mean(given == point)) for point in range(1, 6)]
        told = {f"c{point}": share for point, share in enumerate(shares, 1)}
        rows.append({"image_name": f"{number}.jpg", **told, "c_total": 100, "SD": float(given.std())})
    _write(folder / "distributions.csv.gz", rows)
    return {}


def _bluebirds(folder: Path, rng: np.random.Generator) -> Answers:
    """Raters who are right three times in four, and a few who answer by chance."""
    truth = {str(1000 + n): str(n % 2) for n in range(108)}
    able = [0.5 if who % 5 == 0 else 0.75 for who in range(39)]
    labels = [
        {"task": task, "worker": who, "label": true if rng.random() < share else str(1 - int(true))}
        for who, share in enumerate(able)
        for task, true in truth.items()
    ]
    _write(folder / "bluebirds_labels.tsv.gz", labels)
    _write(folder / "bluebirds_truth.tsv.gz", ({"task": task, "truth": true} for task, true in truth.items()))
    votes = {task: [row["label"] for row in labels if row["task"] == task] for task in truth}
    by_majority = sum(max("01", key=given.count) == truth[task] for task, given in votes.items())
    return {"majority": by_majority, "dawid-skene": len(truth), "low": {"majority": 0.95, "dawid-skene": 0.99}}


def _genai_bench(folder: Path, rng: np.random.Generator) -> Answers:
    """One vote of people and of two judges on each pair: which is better, or that both are good or bad."""
    words = ("A>B", "B>A", "A=B=Good", "A=B=Bad")
    told: dict[str, Any] = {}
    rows: list[dict[str, Any]] = []
    for task, size in (("image", 160), ("edit", 120), ("video", 90)):
        people = rng.choice(words, size, p=(0.35, 0.4, 0.05, 0.2)).tolist()
        judges = {
            "gpt4o": [vote if rng.random() < 0.5 else str(rng.choice(["", *words])) for vote in people],
            "llava": ["A>B"] * size,
        }
        for idx, vote in enumerate(people):
            said = {judge: votes[idx] for judge, votes in judges.items()}
            rows.append({"task": task, "idx": idx, "prompt": f"{task} {idx}", "human": vote, **said})
        accuracy = {
            judge: {"accuracy": 100 * float(np.mean([x == y for x, y in zip(votes, people, strict=True)]))}
            for judge, votes in judges.items()
        }
        told[task] = {"votes": size, "people": {word: people.count(word) for word in words}, **accuracy}
    _write(folder / "votes.tsv.gz", rows)
    (folder / "expected.json").write_text(json.dumps(told), encoding="utf-8")
    return {}


_MADE: dict[str, Callable[[Path, np.random.Generator], Answers]] = {
    "imagenhub_human": _imagenhub,
    "pandalm_pairs": _pandalm,
    "llmfao_pairs": _llmfao,
    "geckonum": _geckonum,
    "tifa_human": _tifa,
    "koniq10k": _koniq,
    "bluebirds": _bluebirds,
    "genai_bench": _genai_bench,
}
