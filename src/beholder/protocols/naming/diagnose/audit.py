"""Are the single names of an earlier data set right? The reference name of each object against what people say."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np

from beholder.findings import Finding
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.diagnose.categories import Matcher
from beholder.protocols.naming.diagnose.diagnosis import reference_of
from beholder.protocols.naming.object_bootstrap import Resampling, ratios
from beholder.protocols.naming.verify.verified import VerifiedObject
from beholder.stats.messages import tell
from beholder.text import Text

__all__ = ["audit_references"]


def audit_references(
    verified: Iterable[VerifiedObject], *, how: Resampling, normaliser: Normaliser | None = None
) -> list[Finding]:
    """How many reference names differ from the top name, and of those: how many mean another object, or are inadequate.

    Only reference names that raters judged can be told to be one or the other; those that nobody gave, or gave but once,
    are counted as `never_judged`. No findings where no object has a reference name.
    """
    matcher = Matcher(normaliser or Normaliser())
    table: list[list[float]] = []
    references: set[str] = set()
    given: set[str] = set()
    for one in verified:
        reference = reference_of(one)
        if reference is None or one.top is None or not one.complete:
            continue
        references.add(matcher.key(reference))
        given.update(matcher.key(name) for name in one.before.names)
        differs = matcher.key(reference) != matcher.key(one.top)
        name = _known_as(one, matcher.key(reference), matcher)
        same = one.scores.same_object(name, one.top)
        adequacy = one.scores.score(name).adequacy
        judged = differs and not math.isnan(same) and not math.isnan(adequacy)
        other = judged and one.thresholds.other_object(same)
        poor = judged and one.thresholds.inadequate(adequacy)
        table.append([1.0, differs, judged, other, poor, other and poor, differs and not judged])
    if not table:
        return []
    sums = np.array(table, dtype=np.float64)
    said = {} if references & given else {"reference_differs": (tell("references-strange"),)}
    parts = [
        ("reference_differs", 1, 0, "reference-differs"),
        ("reference_other_object", 3, 2, "reference-other-object"),
        ("reference_inadequate", 4, 2, "reference-inadequate"),
        ("other_object_inadequate", 5, 3, "other-object-inadequate"),
        ("reference_never_judged", 6, 1, "reference-never-judged"),
    ]
    out = []
    for name, top, bottom, method in parts:
        estimate = ratios(sums[:, [top]], sums[:, bottom], how)[0]
        out.append(
            Finding(
                name=name,
                value=estimate.value,
                interval=estimate.interval,
                confidence=how.confidence,
                n=int(sums[:, bottom].sum()),
                method=Text(tell(method), tell("bootstrap-objects")),
                notes=(tell("reason-nothing-to-count", name=name),)
                if math.isnan(estimate.value)
                else said.get(name, ()),
            )
        )
    return out


def _known_as(one: VerifiedObject, key: str, matcher: Matcher) -> str:
    return next((name for name in one.before.names if matcher.key(name) == key), key)
