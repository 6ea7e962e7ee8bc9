"""Adjusting p values for having asked several questions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import false_discovery_control

from beholder.errors import BeholderError
from beholder.findings import Finding

if TYPE_CHECKING:
    from collections.abc import Sequence


from beholder.stats.messages import tell

__all__ = ["Adjusted", "benjamini_hochberg", "benjamini_yekutieli", "holm"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjusted:
    """P values and their adjusted values in the same order; NaN stays NaN and is not counted as a question."""

    p: tuple[float, ...]
    adjusted: tuple[float, ...]
    method: str

    def rejected(self, level: float = 0.05) -> tuple[bool, ...]:
        """Which hypotheses fall at this level; NaN never does."""
        return tuple(x <= level for x in self.adjusted)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """One finding per adjusted p value; `n` is the number of questions."""
        n = sum(not math.isnan(x) for x in self.p)
        return tuple(
            Finding(
                name="p_adjusted",
                value=x,
                n=n,
                n_dropped=len(self.p) - n,
                method=self.method,
                notes=(tell("reason-no-p"),) if math.isnan(x) else (),
            )
            for x in self.adjusted
        )


def holm(p: Sequence[float]) -> Adjusted:
    """Holm's step-down p values: the chance of any false claim stays at the level, whatever the dependence.

    Adjusted p_(i) = max over j <= i of min(1, (n - j + 1) p_(j)). Holm 1979, Scand. J. Statist. 6:65.
    """
    return _adjusted(p, "Holm")


def benjamini_hochberg(p: Sequence[float]) -> Adjusted:
    """Benjamini and Hochberg's step-up p values: the expected share of false claims stays at the level.

    Adjusted p_(i) = min over j >= i of min(1, n p_(j) / j). Assumes independent or positively dependent tests.
    Benjamini & Hochberg 1995, JRSS-B 57:289.
    """
    return _adjusted(p, "Benjamini-Hochberg")


def benjamini_yekutieli(p: Sequence[float]) -> Adjusted:
    """As `benjamini_hochberg`, for any dependence: n is multiplied by 1 + 1/2 + ... + 1/n.

    Benjamini & Yekutieli 2001, Annals of Statistics 29:1165.
    """
    return _adjusted(p, "Benjamini-Yekutieli")


def _adjusted(p: Sequence[float], method: str) -> Adjusted:
    values = np.asarray(list(p), dtype=np.float64)
    known = ~np.isnan(values)
    if np.any((values[known] < 0) | (values[known] > 1)):
        worst = float(values[known][np.argmax(np.abs(values[known] - 0.5))])
        raise BeholderError(f"a p value lies between 0 and 1, got {worst:g}", code="stats-bad-p")
    out = np.full(len(values), np.nan)
    asked = values[known]
    if len(asked):
        if method == "Holm":
            order = np.argsort(asked)
            factors = len(asked) - np.arange(len(asked))
            stepped = np.minimum(np.maximum.accumulate(factors * asked[order]), 1.0)
            adjusted = np.empty(len(asked))
            adjusted[order] = stepped
        else:
            adjusted = false_discovery_control(asked, method="bh" if method == "Benjamini-Hochberg" else "by")
        out[known] = adjusted
    return Adjusted(p=tuple(values.tolist()), adjusted=tuple(out.tolist()), method=method)
