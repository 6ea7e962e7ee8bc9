"""Numbers of one response set: agreement on a name, entropy, and what they would be with fewer raters."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import lgamma

__all__ = ["entropy", "miller_madow", "rarefied", "top_share"]


def top_share(counts: Sequence[int]) -> float:
    """The share of the most frequent name, max(count) / M. NaN without answers."""
    total = sum(counts)
    return max(counts) / total if total else math.nan


def entropy(counts: Sequence[int]) -> float:
    """Naming agreement H in bits: the sum of p log2(1/p), 0 where all give one name.

    Biased low with few raters; see `miller_madow`. NaN without answers. Snodgrass & Vanderwart 1980, JEP:HLM 6:174.
    """
    total = sum(counts)
    if not total:
        return math.nan
    return sum(count / total * math.log2(total / count) for count in counts if count)


def miller_madow(counts: Sequence[int]) -> float:
    """H plus (N - 1) / (2 M) nats: the first-order correction of its bias, in bits. NaN without answers. Miller 1955."""
    total = sum(counts)
    if not total:
        return math.nan
    kinds = sum(1 for count in counts if count)
    return entropy(counts) + (kinds - 1) / (2 * total * math.log(2))


def rarefied(counts: Sequence[int], answers: int) -> float:
    """How many distinct names `answers` of the answers would hold on average, drawn without replacement.

    Sum over names of 1 - C(M - count, m) / C(M, m). Sets of different size become comparable. NaN where there are fewer
    than `answers`. Hurlbert 1971, Ecology 52:577.
    """
    total = sum(counts)
    if answers > total or answers < 1:
        return math.nan

    def missing(count: int) -> float:
        if total - count < answers:
            return 0.0
        log = (
            lgamma(total - count + 1)
            - lgamma(total - count - answers + 1)
            - lgamma(total + 1)
            + lgamma(total - answers + 1)
        )
        return math.exp(log)

    return sum(1.0 - missing(count) for count in counts if count)
