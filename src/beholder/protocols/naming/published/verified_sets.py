"""Verified sets from a file that was published with them."""

from __future__ import annotations

from collections.abc import Iterable

from beholder.protocols.naming.published.manynames import PublishedObject
from beholder.protocols.naming.verify.verified import Thresholds, Verified

__all__ = ["published_from_verified", "verified_from_published"]


def verified_from_published(
    objects: Iterable[PublishedObject], *, thresholds: Thresholds | None = None, min_count: int = 1
) -> list[Verified]:
    """The file's own decision stands: `responses` is the consistent set, `incorrect` was taken out, `singletons` set aside.

    Names of `responses` given fewer than `min_count` times count as singletons: 1 for files as released, 2 for the rule of
    the paper, where nobody looked at names given once.
    """
    limits = thresholds or Thresholds()
    out = []
    for one in objects:
        before, after = one.all_responses, one.responses.at_least(min_count)
        judged = {name for name, count in one.incorrect.items() if count > 1 or name in one.scores.names}
        out.append(
            Verified(before, before.only({*after.names, *judged}), after, one.scores, limits, min_count=min_count)
        )
    return out


def published_from_verified(objects: Iterable[Verified]) -> list[PublishedObject]:
    """Verified sets in the public layout: kept names, excluded names, names given too rarely to be judged."""
    out = []
    for one in objects:
        kept, judged = set(one.after.names), set(one.verifiable.names)
        counts = list(zip(one.before.names, one.before.counts, strict=True))
        out.append(
            PublishedObject(
                one.after,
                incorrect={name: n for name, n in counts if name in judged and name not in kept},
                singletons={name: n for name, n in counts if name not in judged},
                scores=one.scores,
            )
        )
    return out
