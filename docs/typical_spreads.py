"""Measures how much items, raters and chance make real ratings differ, on published data sets.

    python -m docs.typical_spreads FOLDER_OF_DATA_SETS

writes what `beholder stats typical` prints. Only the measured numbers are kept, none of the data. All are standard
deviations as shares of the scale, from its lowest to its highest value.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from beholder.stats import Components, Ratings, Scores, krippendorff_alpha, variance_components

WRITTEN = Path(__file__).parent.parent / "src/beholder/stats/planning/typical.json"

Rows = list[dict[str, str]]
_WINS = {"left": 1.0, "tie": 0.5, "right": 0.0}
_PANDALM = {0: 0.5, 1: 1.0, 2: 0.0}
# to a tenth of a percent of the scale: more would promise what a median of real studies cannot hold
_DIGITS = 3


def measure(data: Path) -> list[dict[str, Any]]:
    """Every typical spread, measured anew."""
    return [entry for one in (_imagenhub, _video, _counts, _birds, _crowd, _trained) for entry in one(data)]


def _imagenhub(data: Path) -> Iterator[dict[str, Any]]:
    rows = _read(data / "imagenhub_human/ratings.tsv.gz")
    tasks = sorted({row["task"] for row in rows})
    parts = [[row for row in rows if row["task"] == task] for task in tasks]
    about: dict[str, Any] = {
        "source": "ImagenHub, Ku et al. 2024",
        "raters": 3,
        "items": len({(r["task"], r["item"]) for r in rows}),
    }
    for name, column in (("prompt-following", "SC"), ("picture-quality", "PQ")):
        by_system = [[row for row in part if row["model"] == m] for part in parts for m in _systems(part)]
        means = [_components(_ratings(some, column)) for some in by_system]
        alpha = float(np.mean([_alpha([{**r, "item": r["model"] + r["item"]} for r in p], column) for p in parts]))
        yield _entry(name, "mean", _spread(means), alpha=alpha, **about, systems=len(by_system))
        pairs = []
        for part in parts:
            scores = Scores.of(
                value=[float(row[column]) for row in part],
                item=[row["item"] for row in part],
                rater=[row["rater"] for row in part],
                system=[row["model"] for row in part],
            )
            for one, two in combinations(_systems(part), 2):
                found = Components.of_pilot_differences(scores, one, two)
                pairs.append((found.item, found.rater_system, found.residual))
        yield _entry(f"{name}-difference", "difference", _spread(pairs), **about, systems=len(by_system))


def _video(data: Path) -> Iterator[dict[str, Any]]:
    with (data / "p910/nflx_public.tsv").open(encoding="utf-8") as file:
        table = list(csv.DictReader(file, delimiter="\t"))
    raters = [name for name in table[0] if name[0] == "s" and name[1:].isdigit()]
    said = [(row["asset"], rater, (float(row[rater]) - 1) / 4) for row in table for rater in raters if row[rater]]
    ratings = _of(said)
    alpha = krippendorff_alpha(ratings, level="ordinal", uncertainty=None).value
    about: dict[str, Any] = {
        "source": "NFLX public data set, Li et al. 2016",
        "items": len(table),
        "raters": len(raters),
    }
    yield _entry("video-quality", "mean", _spread([_components(ratings)]), alpha=alpha, **about)


def _counts(data: Path) -> Iterator[dict[str, Any]]:
    """Whether a picture of one kind of object shows as many as its prompt asks for, by each rater's count."""
    asked = {
        row["dataset_id"]: row["entities"].rpartition(":")[2]
        for row in _read(data / "geckonum/prompts.csv.gz")
        if row["prompt_type"] == "numeric_simple"
    }
    said = [
        (row["image_id"], row["annot_id"], float(float(row["answer"]) == float(asked[prompt])))
        for row in _read(data / "geckonum/counts_dalle_3.tsv.gz")
        if (prompt := row["image_id"].rpartition("_")[0]) in asked
    ]
    yield _yes_or_no("exact-count", said, source="GeckoNum, Kajić et al. 2024")


def _birds(data: Path) -> Iterator[dict[str, Any]]:
    rows = _read(data / "bluebirds/bluebirds_labels.tsv.gz")
    said = [(row["task"], row["worker"], float(row["label"])) for row in rows]
    yield _yes_or_no("hard-yes-or-no", said, source="Bluebirds, Welinder et al. 2010")


def _yes_or_no(name: str, said: list[tuple[str, str, float]], *, source: str) -> dict[str, Any]:
    ratings = _of(said)
    alpha = krippendorff_alpha(ratings, level="nominal", uncertainty=None).value
    return _entry(
        name, "mean", _spread([_components(ratings)]), alpha=alpha, source=source,
        items=len(ratings.items), raters=len(ratings.raters),
    )  # fmt: skip


def _crowd(data: Path) -> Iterator[dict[str, Any]]:
    rows = _read(data / "llmfao_pairs/crowd_comparisons.csv.gz")
    said = [(row["id"], row["worker"], _WINS[row["winner"]]) for row in rows]
    yield _preference("preference-crowd", [said], source="LLMFAO, Ustalov 2024")


def _trained(data: Path) -> Iterator[dict[str, Any]]:
    by_pair: dict[str, list[tuple[str, str, float]]] = {}
    with gzip.open(data / "pandalm_pairs/pairs.jsonl.gz", "rt", encoding="utf-8") as file:
        for record in map(json.loads, file):
            for rater in ("1", "2", "3"):
                won = _PANDALM[int(record[f"annotator{rater}"])]
                by_pair.setdefault(record["cmp_key"], []).append((str(record["idx"]), rater, won))
    yield _preference("preference-trained", list(by_pair.values()), source="PandaLM, Wang et al. 2024")


def _preference(name: str, parts: list[list[tuple[str, str, float]]], *, source: str) -> dict[str, Any]:
    """Ties, and how alike two raters answer: the part of the variance that lies between items."""
    item, rater, residual = np.mean([_components(_of(part)) for part in parts], axis=0)
    said = [one for part in parts for one in part]
    return {
        "name": name,
        "of": "preference",
        "ties": round(float(np.mean([won == 0.5 for *_, won in said])), _DIGITS),
        "alike": round(float(item / (item + max(rater, 0) + residual)), _DIGITS),
        "items": len({one[0] for one in said}),
        "raters": len({one[1] for one in said}),
        "source": source,
    }


def _entry(name: str, of: str, spread: dict[str, float], *, alpha: float | None = None, **about: Any) -> dict[str, Any]:
    agreement = {} if alpha is None else {"alpha": round(alpha, _DIGITS)}
    return {"name": name, "of": of, **spread, **agreement, **about}


def _spread(variances: Iterable[tuple[float, float, float]]) -> dict[str, float]:
    """SDs from variances averaged over systems, or pairs of them; an average below 0 is 0."""
    mean = np.nanmean(np.array(list(variances)), axis=0)
    return {
        name: round(math.sqrt(max(float(value), 0)), _DIGITS)
        for name, value in zip(("item", "rater", "residual"), mean, strict=True)
    }


def _components(ratings: Ratings) -> tuple[float, float, float]:
    found = variance_components(ratings)
    return found.item.value, found.rater.value, found.residual.value


def _ratings(rows: Rows, column: str) -> Ratings:
    return _of((row["item"], row["rater"], float(row[column])) for row in rows)


def _alpha(rows: Rows, column: str) -> float:
    return krippendorff_alpha(_ratings(rows, column), level="ordinal", uncertainty=None).value


def _of(said: Iterable[tuple[str, str, float]]) -> Ratings:
    item, rater, value = zip(*said, strict=True)
    return Ratings.of(item=list(item), rater=list(rater), value=list(value))


def _systems(rows: Rows) -> list[str]:
    return sorted({row["model"] for row in rows})


def _read(path: Path) -> Rows:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t" if ".tsv" in path.name else ","))


def main(write: Callable[[str], Any]) -> None:
    """Measures and writes all."""
    write(json.dumps(measure(Path(sys.argv[1])), indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(lambda text: WRITTEN.write_text(text, encoding="utf-8"))
