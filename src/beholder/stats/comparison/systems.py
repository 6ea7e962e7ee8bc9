"""Systems side by side: the mean of each, and the difference of two of one task with what a reviewer asks for."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.findings import Finding
from beholder.stats.comparison.corrections import holm
from beholder.stats.comparison.effects import cohens_dz, superiority_paired
from beholder.stats.comparison.means import difference_ratings, mean_ratings
from beholder.stats.comparison.paired import PairedValues, permutation_paired, t_paired, wilcoxon_paired
from beholder.stats.comparison.tasks import Task, tasks_of

if TYPE_CHECKING:
    from beholder.stats.comparison.scores import Scores

__all__ = ["Comparison", "compare_systems"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Rows per system, best mean first, and rows per pair of systems, in the same order, task by task.

    `tasks` are the families of systems that share items; `stray` names systems that are in none, `apart` counts pairs that
    share no item, within a task or across, and so are not compared.
    """

    systems: tuple[dict[str, Any], ...]
    pairs: tuple[dict[str, Any], ...]
    findings: tuple[Finding, ...]
    tasks: tuple[Task, ...] = ()
    stray: tuple[str, ...] = ()
    apart: int = 0


def compare_systems(
    scores: Scores, *, rng: np.random.Generator, confidence: float = 0.95, panels: bool = False
) -> Comparison:
    """Every system's mean and the difference of every two that share items, with clustered intervals.

    Per pair: `difference`, `interval` and `p` from `difference_ratings` (items are a sample, and raters too unless
    `scores.raters_fixed`), `p_holm` over the pairs of its task, and on block means the paired t, Wilcoxon and permutation
    p values, rank-biserial, dz and superiority (raters fixed). With `panels`, the raters of each task are fixed where they
    are too few to stand for others. Findings: one `mean:<system>` each, then one `difference:<first>-<second>` each. What is
    assumed and dropped is said there.
    """
    found = tasks_of(scores)
    whole = scores.panelled() if panels else scores
    of_task = {task: _of_task(whole, task, panels=panels) for task in found.tasks}
    of_system = {name: one for task, one in of_task.items() for name in task.systems}
    means = {name: mean_ratings(of_system.get(name, whole), name, confidence=confidence) for name in scores.systems}
    order = sorted(means, key=lambda name: -means[name].value if means[name].n else np.inf)
    named = {name: task.group or None for task in found.tasks for name in task.systems}
    systems = [_system_row(of_system.get(name, whole), name, means[name]) for name in order]
    pairs: list[dict[str, Any]] = []
    differences: list[Finding] = []
    for task, part in of_task.items():
        ranked = [name for name in order if name in task.systems]
        rows = []
        for first, second in combinations(ranked, 2):
            if found.together(first, second):
                row, difference = _pair_row(part, first, second, rng=rng, confidence=confidence)
                rows.append(row)
                differences.append(difference)
        for row, adjusted in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
            row["p_holm"] = adjusted
        pairs += rows
    if len(found.tasks) > 1:
        systems = [{**row, "task": named.get(row["system"])} for row in systems]
        pairs = [{**row, "task": named[row["first"]]} for row in pairs]
    rated = sum(mean.n > 0 for mean in means.values())
    return Comparison(
        systems=tuple(systems),
        pairs=tuple(pairs),
        findings=(*(means[name] for name in order), *differences),
        tasks=found.tasks,
        stray=found.stray,
        apart=math.comb(rated, 2) - len(pairs),
    )


def _of_task(scores: Scores, task: Task, *, panels: bool) -> Scores:
    """The ratings of a task, whose raters alone decide whether they are a sample."""
    if len(task.systems) == len(scores.systems):
        return scores
    mine = scores.among(task.systems)
    return mine.panelled() if panels else mine


def _system_row(scores: Scores, name: str, mean: Finding) -> dict[str, Any]:
    chosen = scores.system == scores.code_of(name)
    return {
        "system": name,
        "mean": mean.value,
        "interval": mean.interval,
        "sd": float(scores.value[chosen].std(ddof=1)) if chosen.sum() > 1 else None,
        "n": mean.n,
        "blocks": len(np.unique(scores.block[chosen])),
        "raters": None if scores.rater is None else len(np.unique(scores.rater[chosen])),
        "notes": mean.notes,
    }


def _pair_row(
    scores: Scores, first: str, second: str, *, rng: np.random.Generator, confidence: float
) -> tuple[dict[str, Any], Finding]:
    found = difference_ratings(scores, first, second, confidence=confidence)
    difference = found["difference"]
    paired = PairedValues.of_scores(scores, first, second)
    wilcoxon = wilcoxon_paired(paired)
    dz, superiority = cohens_dz(paired, confidence=confidence), superiority_paired(paired, confidence=confidence)
    row: dict[str, Any] = {
        "first": first,
        "second": second,
        "difference": difference.value,
        "interval": difference.interval,
        "p": found["p"].value,
        "n": difference.n,
        "n_dropped": difference.n_dropped,
        "blocks": len(paired),
        "dz": dz.value,
        "dz_interval": dz.interval,
        "superiority": superiority.value,
        "superiority_interval": superiority.interval,
        "rank_biserial": wilcoxon["rank_biserial"].value,
        "p_t": t_paired(paired)["p"].value,
        "p_wilcoxon": wilcoxon["p"].value,
        "p_permutation": permutation_paired(paired, rng=rng)["p"].value,
        "notes": difference.notes,
    }
    return row, replace(difference, name=f"difference:{first}-{second}")
