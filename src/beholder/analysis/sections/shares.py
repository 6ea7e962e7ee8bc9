"""Answers that are kinds, not amounts: how often each is given for each system, with clustered intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet, weighted_heads
from beholder.analysis.measure import Measure, called_by
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Picture, Section, Sheet, say
from beholder.analysis.sections.comparison import MeasureComparison, compare
from beholder.analysis.sections.comparison_section import comparison_section
from beholder.fields import Words
from beholder.findings import Finding
from beholder.text import Interval

__all__ = ["rates_section", "shares_section", "yes_comparison"]

# more colours cannot be told apart in one stacked bar
_MOST_OPTIONS = 12


def yes_comparison(measure: Measure, context: Context) -> MeasureComparison:
    """The share of yes per system and its differences: risk differences with intervals clustered by block and rater."""
    return compare(measure, context, share=True)


def rates_section(measures: list[Measure], context: Context, *, name: str) -> Section:
    """How often each flag is set for each system."""
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    chart = []
    for measure in measures:
        for system in measure.systems:
            found = share_ratings(measure.scores, system, confidence=context.confidence)
            tail = f".{system}" if measure.has_systems else ""
            findings.append(replace(found, name=f"{measure.name}.rate{tail}"))
            low, high = found.interval or (None, None)
            rows.append(
                {
                    "option": measure.info.label,
                    "system": system,
                    "share": found.value,
                    "interval": found.interval,
                    "n": found.n,
                }
            )
            chart.append(
                {"label": measure.info.label, "value": found.value, "low": low, "high": high, "series": system}
            )
    title = _commonest(measures, context, name)
    return Section(
        name=name,
        title=title,
        role="results",
        field=name,
        verdict=(title,),
        findings=tuple(findings),
        tables=(_options_sheet(f"{name}.rates", title, rows, measures[0]),),
        charts=(
            Picture(
                name=f"{name}.rates",
                title=title,
                kind="intervals",
                rows=tuple(chart),
                axes={"value": say("shares-axis")},
                marks={"domain": [0.0, 1.0], "percent": True},
            ),
        ),
    )


def _options_sheet(name: str, title: Words, rows: list[dict[str, Any]], measure: Measure) -> Sheet:
    heads = weighted_heads(measure.scores, "share")
    return sheet(name, title, rows, ("option", "system", "share", "interval", "n"), headings=heads)


def _commonest(measures: list[Measure], context: Context, name: str) -> Words:
    """Which mark was set most often over all systems; the largest of many single cells would be a matter of chance."""
    shares = [share_ratings(one.scores, confidence=context.confidence) for one in measures]
    known = [(found, one) for found, one in zip(shares, measures, strict=True) if found.value > 0]
    asked = dict(context.declaration.form.all_fields()).get(name) if context.declaration else None
    called = called_by(asked.label if asked else Words(), name)
    if not known:
        return say("flags-none-set", question=called)
    most, measure = max(known, key=lambda pair: pair[0].value)
    told = Interval(most.value, most.interval, digits=0, share=True)
    key = "flags-commonest" if len(measures) > 1 else "flags-only"
    return say(key, question=called, option=measure.info.label, share=told, n=most.n)


def shares_section(measure: Measure, context: Context) -> Section:
    """A choice: with two options the share of the first, compared; with more, the share of every option per system."""
    if measure.info.yes:
        return comparison_section(yes_comparison(measure, context))
    value = measure.rows.text["value"]
    used = np.bincount(value.codes, minlength=len(value.names))
    # a question that was left blank is no answer to it
    used = np.where([bool(name.strip()) for name in value.names], used, 0)
    common = [value.names[i] for i in np.argsort(-used, kind="stable") if used[i] and value.names[i].strip()]
    options = [o for o in measure.info.order if o in common] or sorted(common)
    shown = set(common[:_MOST_OPTIONS])
    kept = [o for o in options if o in shown]
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    chart = []
    for option in kept:
        said = np.where(measure.said, value.is_in((option,)).astype(np.float64), np.nan)
        one = measure.with_value(said, name=f"{measure.name}.{option}", label=measure.label)
        for system in one.systems:
            found = share_ratings(one.scores, system, confidence=context.confidence)
            tail = f".{system}" if measure.has_systems else ""
            findings.append(replace(found, name=f"{measure.name}.share.{option}{tail}"))
            words = (measure.info.options or {}).get(option, Words(option))
            rows.append(
                {"option": words, "system": system, "share": found.value, "interval": found.interval, "n": found.n}
            )
            chart.append({"label": system, "part": words, "share": found.value, "n": found.n})
    top = common[0] if common else ""
    total = int(used.sum())
    answer = (measure.info.options or {}).get(top, Words(top))
    title = say("shares-commonest", answer=answer, field=measure.label, n=int(used.max(initial=0)), all=total)
    notes: tuple[Words, ...] = ()
    if len(options) > len(kept):
        left = len(options) - len(kept)
        notes = (say("shares-rarer", n=left),)
    return Section(
        name=measure.name,
        title=title,
        role="results",
        field=measure.info.name,
        verdict=(title,),
        findings=tuple(findings),
        tables=(_options_sheet(f"{measure.name}.shares", title, rows, measure),),
        charts=(
            Picture(
                name=f"{measure.name}.shares",
                title=title,
                kind="stacked",
                rows=tuple(chart),
                axes={"share": say("shares-axis")},
            ),
        ),
        notes=notes,
    )
