"""Whether raters agree with themselves when a trial comes back unannounced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure, called_by, measure_field
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Section, say
from beholder.analysis.votes import votes_of
from beholder.fields import Way
from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings
from beholder.stats.messages import tell
from beholder.text import Share, Text

__all__ = ["repeats_section"]


def repeats_section(main: RatingsData, repeats: RatingsData, context: Context) -> Section | None:
    """Self-consistency per field: share of repeats answered as before, and the mean distance for numbers.

    A repeat is matched to the same rater's first answer about the same item and system (in comparisons the same two,
    whatever their sides). Repeats enter nothing else.
    """
    if not len(repeats):
        return None
    findings: list[Finding] = []
    rows: list[dict[str, Any]] = []
    for info in main.fields:
        if info.way in (Way.TEXTS, Way.NAMES, Way.NONE):
            continue
        found = _field(main, repeats, info, context)
        if found is None:
            continue
        same, distance = found
        findings += [same] + ([distance] if distance is not None else [])
        rows.append(
            {
                "field": info.name,
                "agreement": same.value,
                "interval": same.interval,
                "n": same.n,
                "n_dropped": same.n_dropped,
                "difference": None if distance is None else distance.value,
            }
        )
    if not findings:
        return None
    first = findings[0]
    asked = main.field(first.name.split(".")[0])
    label = called_by(asked.label, asked.name)
    title = say("repeats-title", field=label, share=Share(first.value), n=first.n)
    return Section(
        name="self_consistency",
        title=title,
        role="quality",
        findings=tuple(findings),
        tables=(
            sheet(
                "self_consistency",
                title,
                rows,
                ("field", "agreement", "interval", "n", "n_dropped", "difference"),
                headings={"difference": say("repeats-distance")},
            ),
        ),
    )


def _field(
    main: RatingsData, repeats: RatingsData, info: FieldInfo, context: Context
) -> tuple[Finding, Finding | None] | None:
    """Matched answers of one field; codes are shared because both come from one table."""
    if info.way is Way.PREFERENCE:
        (before, first), (again, second) = (votes_of(data, info.name).answered() for data in (main, repeats))
        if before.systems != again.systems:
            again = replace(again, systems=before.systems, **_recoded(again, before.systems))
        keys = [v.unit() * (len(v.raters) + 1) + v.rater for v in (before, again)]
        values: list[Any] = [first, second]
        blocks, raters = again.block, again.rater
        names = again.blocks, again.raters
    else:
        parts = [measure_field(data, info) for data in (main, repeats)]
        kept = [p.said for p in parts]
        keys = [_key(p)[k] for p, k in zip(parts, kept, strict=True)]
        values = [p.value[k] for p, k in zip(parts, kept, strict=True)]
        rows = parts[1].rows
        blocks, raters = rows.text["item"].codes[kept[1]], rows.text["rater"].codes[kept[1]]
        names = rows.text["item"].names, rows.text["rater"].names
    if not len(keys[1]):
        return None
    position = _first_slots(keys[0], keys[1])
    met = position >= 0
    if not met.any():
        return None
    a, b = values[0][position[met]], values[1][met]
    same = (a == b).astype(np.float64)
    lost = int(np.count_nonzero(~met))
    share = _mean(same, blocks[met], raters[met], names, context, lost, estimate=share_ratings)
    method = Text(tell("repeated-share"), share.method)
    distance = None
    if info.way is Way.MEANS:
        finite = np.isfinite(a) & np.isfinite(b)
        if finite.any():
            apart = np.abs(a[finite] - b[finite])
            distance = _mean(apart, blocks[met][finite], raters[met][finite], names, context, lost)
            distance = replace(distance, name=f"{info.name}.self_distance")
    return replace(share, name=f"{info.name}.self_consistency", method=method), distance


def _key(measure: Measure) -> NDArray[np.int64]:
    """Rater, item and system by code, and the trial where the system was seen beside others."""
    rows, text = measure.rows, measure.rows.text
    names = ["rater", "item", "system"]
    if measure.seen_beside and "trial" in rows.given:
        names.append("trial")
    out = np.zeros(len(rows), dtype=np.int64)
    for name in names:
        out = out * (len(text[name].names) + 1) + text[name].codes
    return out


def _first_slots(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    unique, first = np.unique(keys, return_index=True)
    if not len(unique):
        return np.full(len(wanted), -1)
    spot = np.minimum(np.searchsorted(unique, wanted), len(unique) - 1)
    return np.where(unique[spot] == wanted, first[spot], -1)


def _recoded(votes: Any, systems: tuple[str, ...]) -> dict[str, Any]:
    position = np.array([*(systems.index(s) if s in systems else -1 for s in votes.systems), -1], dtype=np.int32)
    return {"left": position[votes.left], "right": position[votes.right]}


def _mean(
    value: Any,
    block: Any,
    rater: Any,
    names: Any,
    context: Context,
    lost: int,
    estimate: Callable[..., Finding] = mean_ratings,
) -> Finding:
    scores = Scores(
        value=value,
        system=np.zeros(len(value), dtype=np.int32),
        block=block,
        rater=rater,
        systems=("all",),
        blocks=names[0],
        raters=names[1],
    )
    return replace(estimate(scores, confidence=context.confidence), n_dropped=lost)
