"""One value per item by each method, as findings and rows, and the file of labels."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from beholder import stats
from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from beholder.findings import Finding
    from beholder.stats.columns import Ratings

__all__ = ["AGGREGATES", "write_labels"]

Aggregate: TypeAlias = "tuple[list[Finding], list[dict[str, Any]]]"
_FEW_RATINGS = 20


def _majority(ratings: Ratings) -> Aggregate:
    labels = stats.majority(ratings)
    return [*labels.findings], _label_rows(labels)


def _one_coin(ratings: Ratings) -> Aggregate:
    labels, _ = stats.one_coin(ratings)
    return [*labels.findings, *labels.ability.values()], _label_rows(labels)


def _dawid_skene(ratings: Ratings) -> Aggregate:
    # By this name people expect the maximum likelihood of 1979, to be compared with other programs.
    labels, _ = stats.dawid_skene(ratings, prior=None)
    findings = list(labels.findings)
    per_table = len(ratings) / max(len(ratings.raters) * len(ratings.values), 1)
    if per_table < _FEW_RATINGS:
        note = f"only {per_table:.1f} ratings per rater and value: one-coin is safer"
        findings[0] = replace(findings[0], notes=(*findings[0].notes, note))
    return [*findings, *labels.ability.values()], _label_rows(labels)


def _label_rows(labels: stats.Labels) -> list[dict[str, Any]]:
    return [
        {"item": i, "label": v, "confidence": c, "entropy": float(h)}
        for (i, v, c), h in zip(labels.rows(), labels.entropy, strict=True)
    ]


def _numeric(statistic: str) -> Callable[[Ratings], Aggregate]:
    def run(ratings: Ratings) -> Aggregate:
        found = stats.mean_consensus(ratings) if statistic == "mean" else stats.median_consensus(ratings)
        rows = [
            {"item": i, "label": label, "confidence": None, "interval": (low, high), "n": int(n)}
            for (i, label, _, low, high), n in zip(found.rows(), found.n_ratings, strict=True)
        ]
        findings = [*found.findings]
        if ratings.scale is not None and all(s != float("inf") for s in ratings.scale):
            findings += stats.rater_severity(ratings).values()
        return findings, rows

    return run


AGGREGATES: dict[str, Callable[[Ratings], Aggregate]] = {
    "majority": _majority,
    "one-coin": _one_coin,
    "dawid-skene": _dawid_skene,
    "mean": _numeric("mean"),
    "median": _numeric("median"),
}
"""What each `--method` does: ratings in, findings and rows out."""


def write_labels(path: Path, rows: list[dict[str, Any]]) -> None:
    """Write item, label and confidence of every row as CSV; empty where there is none."""
    try:
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["item", "label", "confidence"])
            for row in rows:
                sure = row["confidence"]
                writer.writerow(
                    [row["item"], "" if row["label"] is None else row["label"], "" if sure is None else sure]
                )
    except OSError as error:
        raise BeholderError(f"cannot write: {error.strerror}", code="table-unwritable", where=str(path)) from error
