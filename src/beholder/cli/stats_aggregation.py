"""One value per item by each method, as findings and rows, and the file of labels."""

from __future__ import annotations

import csv
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, get_args

from beholder import stats
from beholder.errors import BeholderError
from beholder.stats.agreement.percent import step_of
from beholder.stats.agreement.weights import weights_at
from beholder.stats.columns import Ratings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from beholder.findings import Finding
    from beholder.stats.agreement.alpha import Level
    from beholder.stats.columns import Floats
    from beholder.stats.resampling.bootstrap import Uncertainty

__all__ = ["AGGREGATES", "agreement_findings", "groups_of", "near", "write_labels"]

# a table of weights grows with the square of the values
_MOST_WEIGHTED_VALUES = 500


def agreement_findings(ratings: Ratings, level: Level, how: Uncertainty) -> list[Finding]:
    """Alpha first, then alpha for raters like these, percent, and what else the level allows."""
    out = [
        stats.krippendorff_alpha(ratings, level=level, uncertainty=how),
        stats.krippendorff_alpha(ratings, level=level, uncertainty=how, raters="like-these", name="alpha_like_these"),
        stats.percent_agreement(ratings, uncertainty=how),
    ]
    if level != "nominal" and ratings.scale is not None:
        out.append(near(level, ratings.scale, lambda x: stats.within_agreement(ratings, distance=x, uncertainty=how)))
    if len(ratings.values) <= _MOST_WEIGHTED_VALUES:
        out += _chance_corrected(ratings, level)
    if level == "nominal" and len(ratings.values) == 2:
        out += [stats.specific_agreement(ratings, value=v, uncertainty=how) for v in ratings.values]
    if level in ("interval", "ratio"):
        out += [stats.intraclass_correlation(ratings, form=form) for form in get_args(stats.IccForm)]
    return [x.finding for x in out]


def near(level: Level, scale: Floats, within: Callable[[float], stats.Agreement]) -> stats.Agreement:
    """The share of pairs that differ by one at most; on an ordinal scale by one of its steps, as the report has it."""
    step = step_of(scale) if level == "ordinal" else 1.0
    found = within(step)
    return found if step == 1.0 else replace(found, finding=replace(found.finding, name="within_step"))


def _chance_corrected(ratings: Ratings, level: Level) -> list[Any]:
    if level == "nominal":
        out = [stats.gwet_ac(ratings), stats.fleiss_kappa(ratings), stats.brennan_prediger(ratings)]
        return [*out, stats.cohen_kappa(ratings)] if len(ratings.raters) == 2 else [*out, stats.conger_kappa(ratings)]
    if not ratings.ordered:
        return []
    out = [stats.gwet_ac(ratings, weights=weights_at(level, ratings.scale))]
    return [*out, stats.cohen_kappa(ratings, weights="quadratic")] if len(ratings.raters) == 2 else out


def groups_of(columns: dict[str, list[str | None]], order: list[str] | None) -> Iterator[tuple[str, Ratings]]:
    """The ratings of each group of the `by` column, groups in alphabetical order."""
    rows_of: dict[str | None, list[int]] = {}
    for i, name in enumerate(columns["by"]):
        rows_of.setdefault(name, []).append(i)
    for name in sorted(rows_of, key=lambda x: (x is None, x or "")):
        rows = rows_of[name]
        item, rater, value = ([columns[use][i] for i in rows] for use in ("item", "rater", "value"))
        yield name or "", Ratings.of(item=item, rater=rater, value=value, order=order)


Aggregate: TypeAlias = "tuple[list[Finding], list[dict[str, Any]]]"
# the number from which one-coin points the other way (`_PLENTY` in stats/aggregation/one_coin.py)
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
