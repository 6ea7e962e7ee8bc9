"""People as if they were a system: what the names of round 1 score by the same measure."""

from __future__ import annotations

from typing import Literal

import numpy as np

from beholder.protocols.naming.diagnose.categories import CATEGORIES, KnownNames, Matcher
from beholder.protocols.naming.object_bootstrap import Floats
from beholder.protocols.naming.verify.verified import Verified

__all__ = ["Averaging", "leave_one_out_counts", "single_label_counts", "upper_bound_counts"]

Averaging = Literal["objects", "tokens"]


def upper_bound_counts(one: Verified, known: KnownNames) -> Floats:
    """How many tokens of round 1 fall into each category: singletons are in, opt-outs are not.

    Every token is judged by a set that it helped to make, so this is a ceiling and `unobserved` is 0 by construction.
    """
    out = np.zeros(len(CATEGORIES))
    for name, count in zip(one.before.names, one.before.counts, strict=True):
        out[known.category(name)] += count
    return out


def leave_one_out_counts(one: Verified) -> Floats:
    """As above, but each token is judged by the names of the other raters alone.

    The token is taken out of the counts first: a name left with none is unobserved, one left with too few to have been
    verified is a singleton, and if the top name falls behind another kept name that one takes its
    place. With equal counts the order of the full set stands.
    """
    out = np.zeros(len(CATEGORIES))
    counts = dict(zip(one.before.names, one.before.counts, strict=True))
    kept = [name for name in one.after.names if counts.get(name)]
    judged = set(one.verifiable.names)
    for name, count in counts.items():
        out[_without_one(one, name, counts, kept, judged)] += count
    return out


def _without_one(one: Verified, name: str, counts: dict[str, int], kept: list[str], judged: set[str]) -> int:
    left = counts[name] - 1
    if left == 0:
        return 5
    if name not in judged or left < one.min_count:
        return 4
    if name in kept:
        best = max(kept, key=lambda other: left if other == name else counts[other])
        return 0 if best == name else 1
    same = one.scores.same_object(name, one.top or "")
    return 2 if one.thresholds.other_object(same) else 3


def single_label_counts(one: Verified, reference: str, matcher: Matcher) -> tuple[float, float]:
    """How many tokens of round 1 equal the reference name, and how many tokens there are."""
    wanted = matcher.key(reference)
    hits = sum(n for name, n in zip(one.before.names, one.before.counts, strict=True) if matcher.key(name) == wanted)
    return float(hits), float(one.before.total)
