"""Whether raters agree: alpha at the level that fits, companions that prevalence cannot fool, pooled and per system."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from beholder.fields import Words
from beholder.findings import Finding
from beholder.protocols.analysis.context import Context
from beholder.protocols.analysis.glossary import sheet
from beholder.protocols.analysis.intervals import with_interval
from beholder.protocols.analysis.measure import Measure
from beholder.protocols.analysis.result import Picture, Section, say
from beholder.stats import (
    Ratings,
    conger_kappa,
    gwet_ac,
    intraclass_correlation,
    krippendorff_alpha,
    percent_agreement,
    specific_agreement,
    within_agreement,
)
from beholder.stats.alpha import Level

__all__ = ["agreement_findings", "agreement_section", "headline_level"]

_LIKE_THESE_RATINGS = 200_000
_WEIGHTED_VALUES = 200
_SYSTEMS = 60
_KAPPA_VALUES, _KAPPA_RATERS = 30, 60


def headline_level(measure: Measure) -> Level:
    """The level of alpha that fits: the field's own, but ordinal where values may be only bounds."""
    level = measure.info.level
    if level == "text":
        return "nominal"
    return "ordinal" if measure.n_censored or measure.info.top is not None else level


def agreement_findings(measure: Measure, ratings: Ratings, context: Context, *, pooled: bool = True) -> list[Finding]:
    """Alpha first; for the pooled ratings also alpha for raters like these, percent, AC and where it fits ICC.

    Intervals of alpha leave out one block at a time: what several systems made of one item, or what was seen in several
    pairs, is no independent sample. One rating per item leaves nothing to agree about: values are then NaN and the notes say
    "not estimable".
    """
    level, confidence = headline_level(measure), context.confidence
    blocks = measure.clusters(ratings)
    found = [krippendorff_alpha(ratings, level=level, confidence=confidence, clusters=blocks).finding]
    if pooled:
        found += _companions(measure, ratings, level, confidence)
    return [_estimable(finding, measure) for finding in found]


def _companions(measure: Measure, ratings: Ratings, level: Level, confidence: float) -> Iterator[Finding]:
    blocks = measure.clusters(ratings)
    if len(ratings) <= _LIKE_THESE_RATINGS:
        yield krippendorff_alpha(
            ratings, level=level, raters="like-these", confidence=confidence, clusters=blocks, name="alpha_like_these"
        ).finding
    if level == "ordinal":
        scale = ratings.scale
        if scale is not None and not (len(scale) and scale.min() < 0):
            other: Level = "ratio" if measure.info.level == "ratio" else "interval"
            yield krippendorff_alpha(
                ratings, level=other, confidence=confidence, clusters=blocks, name=f"alpha_{other}"
            ).finding
    yield percent_agreement(ratings, confidence=confidence).finding
    if level != "nominal" and ratings.scale is not None:
        yield within_agreement(ratings, distance=1.0, confidence=confidence).finding
    if len(ratings.values) <= _WEIGHTED_VALUES and (level == "nominal" or ratings.ordered):
        weights: Any = "identity" if level == "nominal" else "ordinal" if measure.n_censored else "quadratic"
        yield replace(
            gwet_ac(ratings, weights=weights, confidence=confidence).finding,
            name="ac1" if level == "nominal" else "ac2",
        )
    small = len(ratings.values) <= _KAPPA_VALUES and len(ratings.raters) <= _KAPPA_RATERS
    if level == "ordinal" and small and not measure.n_censored and len(ratings) <= _LIKE_THESE_RATINGS:
        kappa = conger_kappa(ratings, weights="quadratic", confidence=confidence).finding
        yield replace(kappa, name="kappa_weighted")
    if level == "nominal" and len(ratings.values) == 2:
        for value in ratings.values:
            yield specific_agreement(ratings, value=value, confidence=confidence).finding
    if level != "nominal" and ratings.scale is not None:
        for form in ("A,1", "A,k"):
            yield intraclass_correlation(ratings, form=form, confidence=confidence).finding


def _estimable(finding: Finding, measure: Measure) -> Finding:
    if not math.isnan(finding.value):
        return finding
    return replace(finding, notes=("not estimable", *finding.notes))


def agreement_section(measure: Measure, context: Context) -> Section:
    """Agreement on a field, pooled and within each system; pooling adds the differences between systems to what is shared."""
    name = measure.name
    pooled = agreement_findings(measure, measure.ratings, context)
    findings = [replace(f, name=f"{name}.{f.name}") for f in pooled]
    rows: list[dict[str, Any]] = [_row(say("all systems", "所有系统"), pooled)]
    chart = [_bar("all", pooled[0])]
    if measure.has_systems and 1 < len(measure.systems) <= _SYSTEMS:
        for i, system in enumerate(measure.systems):
            found = agreement_findings(measure, measure.ratings_of(measure.system == i), context, pooled=False)
            findings += [replace(f, name=f"{name}.{f.name}.{system}") for f in found]
            rows.append(_row(system, found))
            chart.append(_bar(system, found[0]))
    title = agreement_title(measure.label, pooled[0])
    level = headline_level(measure)
    return Section(
        name=f"{name}.agreement",
        title=title,
        role="agreement",
        field=measure.info.name,
        findings=tuple(findings),
        tables=(
            sheet(
                f"{name}.agreement",
                title,
                [
                    {"statistic": _NAMES.get(f.name, f.name), "value": f.value, "interval": f.interval, "n": f.n}
                    | {"n_dropped": f.n_dropped, "notes": "; ".join(f.notes)}
                    for f in pooled
                ],
                ("statistic", "value", "interval", "n", "n_dropped", "notes"),
            ),
            sheet(
                f"{name}.agreement_by_system",
                say(
                    f"Alpha ({level}) on {measure.label.to('en')} within each system",
                    f"“{measure.label.to('zh')}”在各系统内部的 α（{_LEVELS[level]}）",
                ),
                rows,
                ("system", "alpha", "interval", "n", "notes"),
            ),
        ),
        charts=(
            Picture(
                name=f"{name}.agreement",
                title=title,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": say(f"Krippendorff's alpha ({level})", f"Krippendorff α（{_LEVELS[level]}）")},
                marks={"zero": 0.0},
            ),
        ),
    )


_LEVELS = {"nominal": "名义", "ordinal": "顺序", "interval": "等距", "ratio": "等比"}
_NAMES = {
    "alpha": say("Krippendorff's alpha (these raters)", "Krippendorff α（这些评分者）"),
    "alpha_like_these": say("Krippendorff's alpha (raters like these)", "Krippendorff α（同类评分者）"),
    "alpha_interval": say("alpha, interval level", "α（等距）"),
    "alpha_ratio": say("alpha, ratio level, without censored items", "α（等比，不含超限题目）"),
    "percent": say("pairs that agree exactly", "完全一致的比例"),
    "within": say("pairs that agree within one", "相差不超过 1 的比例"),
    "kappa_weighted": say("Conger's kappa, quadratic weights", "Conger κ（二次加权）"),
    "ac1": say("Gwet's AC1", "Gwet AC1"),
    "ac2": say("Gwet's AC2 (weighted)", "Gwet AC2（加权）"),
    "icc(A,1)": say("ICC(A,1), absolute agreement, one rater", "ICC(A,1)，绝对一致，单个评分者"),
    "icc(A,k)": say("ICC(A,k), absolute agreement, mean of k", "ICC(A,k)，绝对一致，k 人均值"),
}


def _row(system: Any, found: list[Finding]) -> dict[str, Any]:
    first = found[0]
    return {
        "system": system,
        "alpha": first.value,
        "interval": first.interval,
        "n": first.n,
        "notes": "; ".join(first.notes),
    }


def _bar(label: str, finding: Finding) -> dict[str, Any]:
    low, high = finding.interval or (None, None)
    value = finding.value if np.isfinite(finding.value) else None
    return {"label": label, "value": value, "low": low, "high": high, "series": ""}


def agreement_title(called: Words, alpha: Finding) -> Words:
    """How well raters agree, with the number; no adjective that a threshold would have to justify."""
    if math.isnan(alpha.value):
        reason = next((n for n in alpha.notes if n != "not estimable"), "")
        return say(
            f"Agreement on {called.to('en')} is not estimable: {reason}",
            f"“{called.to('zh')}”的一致性无法估计：{_REASONS.get(reason, reason)}",
        )
    told = with_interval(alpha)
    return say(f"Agreement on {called.to('en')}: alpha {told}", f"“{called.to('zh')}”的一致性：α {told}")


_REASONS = {
    "no item has two ratings": "没有一道题有两个评分",
    "one rater only: nothing to agree with": "只有一位评分者",
    "all values are the same: chance agreement is total": "所有取值都相同",
}
