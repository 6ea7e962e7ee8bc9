"""Whether raters agree: alpha at the level that fits, companions that prevalence cannot fool, pooled and per system."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.panel import scope_of
from beholder.analysis.proportion import estimate
from beholder.analysis.result import CATALOGUE, Picture, Section, say
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import (
    Ratings,
    agreement_by_chance,
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
from beholder.stats.agreement.percent import step_of
from beholder.stats.agreement.weights import weights_at
from beholder.stats.messages import key_of, tell
from beholder.text import Text

__all__ = [
    "agreement_findings",
    "agreement_notes",
    "agreement_section",
    "agreement_title",
    "alpha_bar",
    "chance_of",
    "estimable",
    "few_raters",
    "headline_level",
    "rater_scope",
    "statistic_rows",
]


# leaving out each rater as well as each item grows slow beyond this
_COMPANION_RATINGS = 20_000
# a table of weights grows with the square of the values
_WEIGHTED_VALUES = 200
# a figure with more rows than this cannot be read
_SYSTEMS = 60
# the cost of Conger's kappa grows with raters, values and ratings; beyond these the section would wait for it alone
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
    return scope_of(len(np.unique(ratings.rater)))


def agreement_findings(measure: Measure, ratings: Ratings, context: Context, *, pooled: bool = True) -> list[Finding]:
    """Alpha first; for the pooled ratings also alpha of these very raters, percent, AC and where it fits ICC.

    Intervals allow for other items and for other raters like these; with fewer than five raters they speak of these raters
    only, and a note says so. Those of alpha leave out one block at a time: what several systems made of one item, or what
    was seen in several pairs, is no independent sample. One rating per item leaves nothing to agree about: values are then
    NaN and the notes say "not estimable".
    """
    level, confidence = headline_level(measure), context.confidence
    blocks = measure.clusters(ratings)
    scope = rater_scope(ratings) if measure.has_raters else "these"
    alpha = krippendorff_alpha(ratings, level=level, raters=scope, confidence=confidence, clusters=blocks).finding
    if measure.has_raters:
        found = [few_raters(alpha, scope)]
    else:
        told = () if math.isnan(alpha.value) else (tell("note-raters-unknown"),)
        found = [replace(alpha, notes=(*alpha.notes, *told))]
    if pooled:
        found += _companions(measure, ratings, level, confidence)
    return [estimable(finding) for finding in found]


def few_raters(finding: Finding, scope: RaterScope) -> Finding:
    """The finding with the note that its interval says nothing about other raters, where that is so."""
    if scope == "like-these" or finding.interval is None:
        return finding
    return replace(finding, notes=(*finding.notes, tell("note-few-raters")))


def chance_of(
    ratings: Ratings, clusters: NDArray[Any], context: Context, *, field: str, level: Level, symmetric: bool = False
) -> float | None:
    """The p value of raters who answer whatever is shown; None for more ratings than alpha's own interval needs."""
    if len(ratings) > _COMPANION_RATINGS:
        return None
    found = agreement_by_chance(
        ratings, level=level, clusters=clusters, rng=context.rng("agreement by chance", field), symmetric=symmetric
    )
    return None if math.isnan(found) else found


def _companions(measure: Measure, ratings: Ratings, level: Level, confidence: float) -> Iterator[Finding]:
    blocks = measure.clusters(ratings)
    sample = measure.has_raters and rater_scope(ratings) == "like-these"
    scope: RaterScope = "like-these" if sample and len(ratings) <= _COMPANION_RATINGS else "these"
    both: _Both = {"raters": scope, "confidence": confidence}
    if sample:
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
        yield _near(measure, ratings, both)
    if len(ratings.values) <= _WEIGHTED_VALUES and (level == "nominal" or ratings.ordered):
        found = gwet_ac(ratings, weights=weights_at(level, ratings.scale), **both).finding
        yield replace(found, name="ac1" if level == "nominal" else "ac2")
    small = len(ratings.values) <= _KAPPA_VALUES and len(ratings.raters) <= _KAPPA_RATERS
    if not measure.has_raters:
        # what is left tells raters apart, which a table without their names does not
        return
    if level == "ordinal" and small and not measure.n_censored and len(ratings) <= _KAPPA_RATINGS:
        yield replace(conger_kappa(ratings, weights="quadratic", **both).finding, name="kappa_weighted")
    if level == "nominal" and len(ratings.values) == 2:
        for value in ratings.values:
            yield specific_agreement(ratings, value=value, **both).finding
    if level != "nominal" and ratings.scale is not None:
        for form in ("A,1", "A,k"):
            yield intraclass_correlation(ratings, form=form, as_estimated=measure.revision < 6, **both).finding


def _near(measure: Measure, ratings: Ratings, both: _Both) -> Finding:
    """The share of pairs that differ by one step of the scale at most: by one half on a scale of halves."""
    step = step_of(ratings.require_scale()) if measure.revision >= 3 and measure.info.level == "ordinal" else 1.0
    found = within_agreement(ratings, distance=step, **both).finding
    return found if step == 1.0 else replace(found, name="within_step")


def estimable(finding: Finding) -> Finding:
    """The finding, marked as not estimable where it has no value; its notes give the reason."""
    if not math.isnan(finding.value):
        return finding
    return replace(finding, notes=(tell("not-estimable"), *finding.notes))


def agreement_section(measure: Measure, context: Context) -> Section:
    """Agreement on a field, pooled and within each system; pooling adds the differences between systems to what is shared."""
    name, measure = measure.name, measure.for_agreement()
    pooled = agreement_findings(measure, measure.ratings, context)
    findings = [replace(f, name=f"{name}.{f.name}") for f in pooled]
    rows: list[dict[str, Any]] = [_row(say("agreement-all-systems"), pooled)]
    chart = [alpha_bar(say("agreement-all"), pooled[0])]
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
        say("agreement-by-system", level=say(f"level-{level}"), field=measure.label),
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
                axes={"value": say("agreement-axis", level=say(f"level-{level}"))},
                marks={"zero": 0.0},
            ),
        )
        if len(chart) > 1
        else (),
        notes=agreement_notes(context),
        chance=chance_of(measure.ratings, measure.clusters(measure.ratings), context, field=name, level=level),
    )


def agreement_notes(context: Context) -> tuple[Words, ...]:
    """From which trials agreement comes, where that is not from all."""
    return () if context.stopping is None else (context.stopping.agreement_note(),)


_SPECIFIC = {"yes": "yes", "no": "no", "1.0": "so", "0.0": "not-so"}


def statistic_name(finding: Finding) -> Words | str:
    """What a table calls a coefficient."""
    if finding.name.startswith("specific["):
        value = finding.name[9:-1]
        known = _SPECIFIC.get(value)
        return say(f"statistic-specific-{known}") if known else say("statistic-specific", value=value)
    if finding.name.startswith("kappa."):
        return say("statistic-kappa", pair=finding.name.removeprefix("kappa."))
    told = "statistic-" + re.sub(r"\W+", "-", finding.name).rstrip("-")
    return say(told) if told in CATALOGUE else finding.name


def statistic_rows(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """A row for each coefficient: value, interval, n and remarks."""
    return [
        {"statistic": statistic_name(f), "value": f.value, "interval": f.interval, "n": f.n}
        | {"n_dropped": f.n_dropped, "notes": Text(*f.notes)}
        for f in findings
    ]


def _row(system: Any, found: list[Finding]) -> dict[str, Any]:
    first = found[0]
    return {
        "system": system,
        "alpha": first.value,
        "interval": first.interval,
        "n": first.n,
        "notes": Text(*(note for note in first.notes if key_of(note) != "note-few-raters")),
    }


def alpha_bar(label: Words | str, finding: Finding) -> dict[str, Any]:
    """A row of an interval chart."""
    low, high = finding.interval or (None, None)
    value = finding.value if np.isfinite(finding.value) else None
    return {"label": label, "value": value, "low": low, "high": high, "series": ""}


def agreement_title(called: Words, alpha: Finding) -> Words:
    """How well raters agree, with the number; no adjective that a threshold would have to justify."""
    if math.isnan(alpha.value):
        reason = next((n for n in alpha.notes if key_of(n) != "not-estimable"), "")
        return say("agreement-unknown", field=called, reason=reason)
    told = estimate(alpha)
    if any(key_of(note) == "note-few-raters" for note in alpha.notes):
        return say("agreement-these-raters", field=called, alpha=told)
    return say("agreement-alpha", field=called, alpha=told)
