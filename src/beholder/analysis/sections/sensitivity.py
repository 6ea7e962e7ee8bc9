"""The same results under other choices: with excluded answers, by guideline version, by group of items."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.glossary import sheet, weighted_heads
from beholder.analysis.measure import Measure
from beholder.analysis.prepare import Prepared
from beholder.analysis.result import Picture, Section, say
from beholder.analysis.sections.agreement import headline_level
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import krippendorff_alpha
from beholder.stats.messages import tell
from beholder.text import Number

__all__ = ["MOST_GROUPS", "exclusions_section", "groups_section", "guidelines_section"]

Remeasure = Callable[[RatingsData], Measure]
"""Makes the same measure from other rows of the same table."""

# each group left out is one more analysis
MOST_GROUPS = 60


def exclusions_section(
    prepared: Prepared, measures: list[tuple[Measure, Remeasure]], context: Context
) -> Section | None:
    """Means and alpha without excluded answers (the headline) and with them, side by side."""
    if not prepared.any_excluded:
        return None
    rows: list[dict[str, Any]] = []
    alphas_of: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for measure, again in measures:
        other = again(prepared.with_excluded)
        for system in sorted({*measure.systems, *other.systems}):
            pair = [_mean(m, system, context) for m in (measure, other)]
            tail = f".{system}" if other.has_systems else ""
            findings.append(replace(pair[1], name=f"{measure.name}.mean_with_excluded{tail}"))
            rows.append(_row(measure.name, system, pair[0], pair[1]))
        full = [m.for_agreement() for m in (measure, other)]
        alphas = [krippendorff_alpha(m.ratings, level=headline_level(m)).finding for m in full]
        rows.append(_row(measure.name, say("sensitivity-alpha"), alphas[0], alphas[1]))
        alphas_of.append(rows[-1])
        findings.append(replace(alphas[1], name=f"{measure.name}.alpha_with_excluded"))
    title = _moved(rows, alphas_of)
    rules = [
        {"rule": rule, "answers": n, "rule_text": context.exclusion_rules.get(rule, "")}
        for rule, n in prepared.n_excluded.items()
    ]
    columns = ("field", "system", "without", "without_interval", "with", "with_interval", "change")
    return Section(
        name="exclusions",
        title=title,
        role="sensitivity",
        findings=tuple(findings),
        tables=(
            sheet("exclusions", title, rows, columns),
            sheet(
                "exclusions.rules",
                say("sensitivity-rules"),
                rules,
                ("rule", "answers", "rule_text"),
            ),
        ),
    )


def _moved(rows: list[dict[str, Any]], alphas: list[dict[str, Any]]) -> Words:
    """Which mean the excluded answers would move most, and apart from points how agreement would change."""

    def furthest(some: list[dict[str, Any]]) -> dict[str, Any] | None:
        known = [row for row in some if row["change"] is not None]
        return max(known, key=lambda row: abs(row["change"]), default=None)

    mean, alpha = furthest([row for row in rows if row not in alphas]), furthest(alphas)
    if mean is None:
        return say("sensitivity-exclusions-unknown")
    system = say("sensitivity-of", system=mean["system"]) if mean["system"] != "all" else say("by-nobody")
    told = say(
        "sensitivity-exclusions",
        field=mean["field"],
        system=system,
        without=Number(mean["without"]),
        kept=Number(mean["with"]),
    )
    if alpha is None:
        return told
    agreed = say(
        "sensitivity-exclusions-alpha",
        field=alpha["field"],
        without=Number(alpha["without"]),
        kept=Number(alpha["with"]),
    )
    return say("clauses", before=told, after=agreed)


def _row(field: str, system: Any, without: Finding, kept: Finding) -> dict[str, Any]:
    change = kept.value - without.value
    return {
        "field": field,
        "system": system,
        "without": without.value,
        "without_interval": without.interval,
        "with": kept.value,
        "with_interval": kept.interval,
        "change": change if math.isfinite(change) else None,
    }


def _mean(measure: Measure, system: str, context: Context) -> Finding:
    if system not in measure.systems:
        return Finding(name="mean", value=math.nan, notes=(tell("reason-no-system"),))
    return measure.mean(system, confidence=context.confidence)


def guidelines_section(measures: list[Measure], context: Context) -> Section | None:
    """Results by version of the guideline that the rater had read; None where there was only one."""
    return _by_column(
        measures,
        context,
        column="guideline",
        name="guidelines",
        role="sensitivity",
        title=lambda n: say("sensitivity-guidelines", n=n),
    )


def groups_section(measures: list[Measure], context: Context) -> Section | None:
    """Results by group of items (data set, domain, object type); None where items have no groups."""
    return _by_column(
        measures,
        context,
        column="group",
        name="groups",
        role="results",
        title=lambda n: say("sensitivity-groups", n=n),
    )


def _by_column(
    measures: list[Measure], context: Context, *, column: str, name: str, role: Any, title: Callable[[int], Any]
) -> Section | None:
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    charts = []
    groups: list[str] = []
    for measure in measures:
        groups = measure.rows.used(column)
        if not 1 < len(groups) <= MOST_GROUPS:
            continue
        drawn = []
        for group in groups:
            part = measure.only(np.asarray(measure.rows.text[column].is_in((group,))))
            for system in part.systems:
                found = part.mean(system, confidence=context.confidence)
                tail = f".{system}" if part.has_systems else ""
                findings.append(replace(found, name=f"{measure.name}.mean.{group}{tail}"))
                rows.append(
                    {
                        "field": measure.name,
                        column: group,
                        "system": system,
                        "mean": found.value,
                        "interval": found.interval,
                        "n": found.n,
                    }
                )
                low, high = found.interval or (None, None)
                drawn.append({"value": found.value, "low": low, "high": high, "group": group, "system": system})
        scale = measure.range
        charts.append(
            Picture(
                name=f"{measure.name}.{name}",
                title=say("sensitivity-figure", field=measure.label, title=title(len(groups))),
                kind="intervals",
                rows=tuple(_in_parts(drawn)),
                axes={"value": say("axis-mean", question=measure.label, better="none")},
                marks={"domain": list(scale)} if scale is not None and scale[0] < scale[1] else {},
            )
        )
    if not rows:
        return None
    # one figure shows the whole table; of several, each its part
    if len(charts) == 1:
        charts = [replace(charts[0], title=title(len(groups)))]
    words = title(len({row[column] for row in rows}))
    return Section(
        name=name,
        title=words,
        role=role,
        findings=tuple(findings),
        tables=(
            sheet(
                name,
                words,
                rows,
                ("field", column, "system", "mean", "interval", "n"),
                headings=weighted_heads(measures[0].scores, "mean"),
            ),
        ),
        charts=tuple(charts),
    )


def _in_parts(drawn: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The rows of a figure, in as few parts as can be: a part for each group with its systems, or the other way round."""
    groups, systems = (list(dict.fromkeys(row[key] for row in drawn)) for key in ("group", "system"))
    apart, beside = ("group", "system") if len(groups) <= len(systems) else ("system", "group")
    for part in groups if apart == "group" else systems:
        for row in drawn:
            if row[apart] == part:
                yield {**row, "label": row[beside], "series": part if len(systems) > 1 else ""}
