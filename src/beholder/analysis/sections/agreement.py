"""Whether raters agree: alpha at the level that fits, companions that prevalence cannot fool, pooled and per system."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypedDict

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import with_interval
from beholder.analysis.result import Picture, Section, both
from beholder.fields import Words
from beholder.findings import Finding
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
from beholder.stats.agreement.alpha import Level
from beholder.stats.agreement.coefficient import RaterScope

__all__ = [
    "FEW_RATERS",
    "agreement_findings",
    "agreement_section",
    "agreement_title",
    "alpha_bar",
    "estimable",
    "few_raters",
    "headline_level",
    "rater_scope",
    "statistic_rows",
]

NO_RATERS = "it is not recorded who rated"
FEW_RATERS = "few raters: the interval speaks of these raters only"

_FEWEST_RATERS = 5
_COMPANION_RATINGS = 20_000
_WEIGHTED_VALUES = 200
_SYSTEMS = 60
_KAPPA_VALUES, _KAPPA_RATERS, _KAPPA_RATINGS = 30, 60, 200_000


class _Both(TypedDict):
    raters: RaterScope
    confidence: float


def headline_level(measure: Measure) -> Level:
    """The level of alpha that fits: the field's own, but ordinal where values may be only bounds."""
    level = measure.info.level
    if level == "text":
        return "nominal"
    return "ordinal" if measure.n_censored or measure.info.top is not None else level


def rater_scope(ratings: Ratings) -> RaterScope:
    """Whom intervals of agreement speak about: raters like these, or these alone where they are too few to be a sample."""
    return "like-these" if len(np.unique(ratings.rater)) >= _FEWEST_RATERS else "these"


def agreement_findings(measure: Measure, ratings: Ratings, context: Context, *, pooled: bool = True) -> list[Finding]:
    """Alpha first; for the pooled ratings also alpha of these very raters, percent, AC and where it fits ICC.

    Intervals allow for other items and for other raters like these; with fewer than five raters they speak of these raters
    only, and a note says so. Those of alpha leave out one block at a time: what several systems made of one item, or what
    was seen in several pairs, is no independent sample. One rating per item leaves nothing to agree about: values are then
    NaN and the notes say "not estimable".
    """
    level, confidence = headline_level(measure), context.confidence
    blocks, scope = measure.clusters(ratings), rater_scope(ratings)
    alpha = krippendorff_alpha(ratings, level=level, raters=scope, confidence=confidence, clusters=blocks).finding
    found = [few_raters(alpha, scope)]
    if pooled:
        found += _companions(measure, ratings, level, confidence)
    return [estimable(finding, known=measure.has_raters) for finding in found]


def few_raters(finding: Finding, scope: RaterScope) -> Finding:
    """The finding with the note that its interval says nothing about other raters, where that is so."""
    if scope == "like-these" or finding.interval is None:
        return finding
    return replace(finding, notes=(*finding.notes, FEW_RATERS))


def _companions(measure: Measure, ratings: Ratings, level: Level, confidence: float) -> Iterator[Finding]:
    blocks = measure.clusters(ratings)
    scope: RaterScope = rater_scope(ratings) if len(ratings) <= _COMPANION_RATINGS else "these"
    both: _Both = {"raters": scope, "confidence": confidence}
    if rater_scope(ratings) == "like-these":
        yield krippendorff_alpha(
            ratings, level=level, confidence=confidence, clusters=blocks, name="alpha_these_raters"
        ).finding
    if level == "ordinal":
        scale = ratings.scale
        if scale is not None and not (len(scale) and scale.min() < 0):
            other: Level = "ratio" if measure.info.level == "ratio" else "interval"
            yield krippendorff_alpha(ratings, level=other, clusters=blocks, name=f"alpha_{other}", **both).finding
    yield percent_agreement(ratings, **both).finding
    if level != "nominal" and ratings.scale is not None:
        yield within_agreement(ratings, distance=1.0, **both).finding
    if len(ratings.values) <= _WEIGHTED_VALUES and (level == "nominal" or ratings.ordered):
        weights: Any = "identity" if level == "nominal" else "ordinal" if measure.n_censored else "quadratic"
        found = gwet_ac(ratings, weights=weights, **both).finding
        yield replace(found, name="ac1" if level == "nominal" else "ac2")
    small = len(ratings.values) <= _KAPPA_VALUES and len(ratings.raters) <= _KAPPA_RATERS
    if level == "ordinal" and small and not measure.n_censored and len(ratings) <= _KAPPA_RATINGS:
        yield replace(conger_kappa(ratings, weights="quadratic", **both).finding, name="kappa_weighted")
    if level == "nominal" and len(ratings.values) == 2:
        for value in ratings.values:
            yield specific_agreement(ratings, value=value, **both).finding
    if level != "nominal" and ratings.scale is not None:
        for form in ("A,1", "A,k"):
            yield intraclass_correlation(ratings, form=form, **both).finding


def estimable(finding: Finding, *, known: bool) -> Finding:
    """The finding, with the reason where it has no value; `known` says whether it is recorded who rated."""
    if not math.isnan(finding.value):
        return finding
    return replace(finding, notes=("not estimable", *(finding.notes if known else (NO_RATERS,))))


def agreement_section(measure: Measure, context: Context) -> Section:
    """Agreement on a field, pooled and within each system; pooling adds the differences between systems to what is shared."""
    name = measure.name
    pooled = agreement_findings(measure, measure.ratings, context)
    findings = [replace(f, name=f"{name}.{f.name}") for f in pooled]
    rows: list[dict[str, Any]] = [_row(both("all systems", "所有系统"), pooled)]
    chart = [alpha_bar(both("all", "全部"), pooled[0])]
    if measure.has_systems and 1 < len(measure.systems) <= _SYSTEMS:
        for i, system in enumerate(measure.systems):
            found = agreement_findings(measure, measure.ratings_of(measure.system == i), context, pooled=False)
            findings += [replace(f, name=f"{name}.{f.name}.{system}") for f in found]
            rows.append(_row(system, found))
            chart.append(alpha_bar(system, found[0]))
    title = agreement_title(measure.label, pooled[0])
    level = headline_level(measure)
    within = sheet(
        f"{name}.agreement_by_system",
        both(
            f"Alpha ({level}) on {measure.label.to('en')} within each system",
            f"“{measure.label.to('zh')}”在各系统内部的 α（{_LEVELS[level]}）",
        ),
        rows,
        ("system", "alpha", "interval", "n", "notes"),
    )
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
                statistic_rows(pooled),
                ("statistic", "value", "interval", "n", "n_dropped", "notes"),
            ),
            *([within] if len(rows) > 1 else []),
        ),
        charts=(
            Picture(
                name=f"{name}.agreement",
                title=title,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": both(f"Krippendorff's alpha ({level})", f"Krippendorff α（{_LEVELS[level]}）")},
                marks={"zero": 0.0},
            ),
        )
        if len(chart) > 1
        else (),
    )


_LEVELS = {"nominal": "名义", "ordinal": "顺序", "interval": "等距", "ratio": "等比"}
_NAMES = {
    "alpha": both("Krippendorff's alpha", "Krippendorff α"),
    "alpha_these_raters": both("the same, for these raters only", "同上，仅对这些评分者"),
    "alpha_ordinal": both("alpha, ordinal level", "α（顺序）"),
    "alpha_interval": both("alpha, interval level", "α（等距）"),
    "alpha_ratio": both("alpha, ratio level, without censored items", "α（等比，不含超限题目）"),
    "percent": both("pairs that agree exactly", "完全一致的比例"),
    "within": both("pairs that agree within one", "相差不超过 1 的比例"),
    "kappa_weighted": both("Conger's kappa, quadratic weights", "Conger κ（二次加权）"),
    "ac1": both("Gwet's AC1", "Gwet AC1"),
    "ac2": both("Gwet's AC2 (weighted)", "Gwet AC2（加权）"),
    "brennan-prediger": both("Brennan and Prediger's coefficient", "Brennan–Prediger 系数"),
    "icc(A,1)": both("ICC(A,1), one rater", "ICC(A,1)，单个评分者"),
    "icc(A,k)": both("ICC(A,k), mean of the raters", "ICC(A,k)，评分者均值"),
}
_SPECIFIC = {
    "yes": both("agreement on yes", "对“是”的一致率"),
    "no": both("agreement on no", "对“否”的一致率"),
    "1.0": both("agreement that it is so", "对“有”的一致率"),
    "0.0": both("agreement that it is not so", "对“无”的一致率"),
}


def statistic_name(finding: Finding) -> Words | str:
    """What a table calls a coefficient."""
    if finding.name.startswith("specific["):
        value = finding.name[9:-1]
        return _SPECIFIC.get(value, both(f"agreement on {value}", f"对“{value}”的一致率"))
    if finding.name.startswith("kappa."):
        pair = finding.name.removeprefix("kappa.")
        return both(f"Cohen's kappa, {pair}", f"Cohen κ，{pair}")
    return _NAMES.get(finding.name, finding.name)


def statistic_rows(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """A row for each coefficient: value, interval, n and remarks."""
    return [
        {"statistic": statistic_name(f), "value": f.value, "interval": f.interval, "n": f.n}
        | {"n_dropped": f.n_dropped, "notes": "; ".join(f.notes)}
        for f in findings
    ]


def _row(system: Any, found: list[Finding]) -> dict[str, Any]:
    first = found[0]
    return {
        "system": system,
        "alpha": first.value,
        "interval": first.interval,
        "n": first.n,
        "notes": "; ".join(note for note in first.notes if note != FEW_RATERS),
    }


def alpha_bar(label: Words | str, finding: Finding) -> dict[str, Any]:
    """A row of an interval chart."""
    low, high = finding.interval or (None, None)
    value = finding.value if np.isfinite(finding.value) else None
    return {"label": label, "value": value, "low": low, "high": high, "series": ""}


def agreement_title(called: Words, alpha: Finding) -> Words:
    """How well raters agree, with the number; no adjective that a threshold would have to justify."""
    if math.isnan(alpha.value):
        reason = next((n for n in alpha.notes if n != "not estimable"), "")
        return both(
            f"Agreement on {called.to('en')} is not estimable: {reason}",
            f"“{called.to('zh')}”的一致性无法估计：{_REASONS.get(reason, reason)}",
        )
    told = with_interval(alpha)
    if FEW_RATERS in alpha.notes:
        return both(
            f"Agreement on {called.to('en')}: alpha {told} for these raters only",
            f"“{called.to('zh')}”的一致性：α {told}，仅对这些评分者而言",
        )
    return both(f"Agreement on {called.to('en')}: alpha {told}", f"“{called.to('zh')}”的一致性：α {told}")


_REASONS = {
    NO_RATERS: "没有记录由谁评分",
    "no item has two ratings": "没有一道题有两个评分",
    "one rater only: nothing to agree with": "只有一位评分者",
    "all values are the same: chance agreement is total": "所有取值都相同",
}
