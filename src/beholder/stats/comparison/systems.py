"""Systems side by side: the mean of each, and the difference of every two with what a reviewer asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.findings import Finding
from beholder.stats.comparison.corrections import holm
from beholder.stats.comparison.effects import cohens_dz, superiority_paired
from beholder.stats.comparison.means import difference_ratings, mean_ratings
from beholder.stats.comparison.paired import PairedValues, permutation_paired, t_paired, wilcoxon_paired

if TYPE_CHECKING:
    from beholder.stats.comparison.scores import Scores

__all__ = ["Comparison", "compare_systems"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Rows per system, best mean first, and rows per pair of systems, in the same order."""

    systems: tuple[dict[str, Any], ...]
    pairs: tuple[dict[str, Any], ...]
    findings: tuple[Finding, ...]


def compare_systems(scores: Scores, *, rng: np.random.Generator, confidence: float = 0.95) -> Comparison:
    """Every system's mean and every pair's difference, with clustered intervals and Holm-adjusted p values.

    Per pair: `difference`, `interval` and `p` from `difference_ratings` (items are a sample, and raters too unless
    `scores.raters_fixed`), `p_holm` over all pairs, and on block means the paired t, Wilcoxon and permutation p values,
    rank-biserial, dz and superiority (raters fixed). Findings: one `mean:<system>` each, then one
    `difference:<first>-<second>` each. What is assumed and dropped is said there.
    """
    means = {name: mean_ratings(scores, name, confidence=confidence) for name in scores.systems}
    order = sorted(means, key=lambda name: -means[name].value if means[name].n else np.inf)
    systems = []
    for name in order:
        chosen = scores.system == scores.code_of(name)
        systems.append(
            {
                "system": name,
                "mean": means[name].value,
                "interval": means[name].interval,
                "sd": float(scores.value[chosen].std(ddof=1)) if chosen.sum() > 1 else None,
                "n": means[name].n,
                "blocks": len(np.unique(scores.block[chosen])),
                "raters": None if scores.rater is None else len(np.unique(scores.rater[chosen])),
                "notes": means[name].notes,
            }
        )
    pairs: list[dict[str, Any]] = []
    differences = []
    for first, second in combinations(order, 2):
        found = difference_ratings(scores, first, second, confidence=confidence)
        difference = found["difference"]
        differences.append(replace(difference, name=f"difference:{first}-{second}"))
        paired = PairedValues.of_scores(scores, first, second)
        wilcoxon = wilcoxon_paired(paired)
        dz, superiority = cohens_dz(paired, confidence=confidence), superiority_paired(paired, confidence=confidence)
        pairs.append(
            {
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
        )
    for row, adjusted in zip(pairs, holm([row["p"] for row in pairs]).adjusted, strict=True):
        row["p_holm"] = adjusted
    findings = tuple(means[name] for name in order)
    return Comparison(systems=tuple(systems), pairs=tuple(pairs), findings=(*findings, *differences))
