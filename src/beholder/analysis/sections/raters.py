"""The raters: how much each did, how severe each is, how fast, and how long a run of equal answers got."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Diagnostic, Section, say
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import Scores, mean_ratings, rater_severity, rater_variance
from beholder.stats.comparison.severity import equal_severity_p
from beholder.stats.messages import tell
from beholder.text import Number, Share

__all__ = ["raters_section", "timing_section"]

# with more raters, a finding for each would bury the rest
_LISTED = 500


def raters_section(main: RatingsData, measures: list[Measure], context: Context) -> Section | None:
    """One row per rater. Severity is estimated through shared items only, so that who saw what does not matter."""
    if not main.used("rater"):
        return None
    severities = {m.name: _severity(m) for m in measures}
    findings = [_spread(m) for m in measures]
    rows = []
    for rater, facts in _work(main).items():
        row: dict[str, Any] = {"rater": rater, **facts}
        for m in measures:
            found = severities[m.name].get(rater)
            row[f"severity.{m.name}"] = None if found is None else found.value
            row[f"interval.{m.name}"] = None if found is None else found.interval
        rows.append(row)
    if measures:
        first = f"severity.{measures[0].name}"
        rows.sort(key=lambda row: -(row[first] if row[first] is not None and np.isfinite(row[first]) else -np.inf))
    headings: dict[str, Words] = {"run": say("raters-run")}
    columns = ["rater", "answers", "seconds", "run"]
    for m in measures:
        columns += [f"severity.{m.name}", f"interval.{m.name}"]
        called = m.label
        headings[f"severity.{m.name}"] = say("raters-severity", field=called)
        headings[f"interval.{m.name}"] = say("interval")
    title = say("raters-title", n=len(rows))
    diagnostics = tuple(
        Diagnostic(
            p=equal_severity_p(m.ratings),
            sign=say("raters-sign", field=m.label, sd=Number(max(spread.value, 0.0) ** 0.5)),
        )
        for m, spread in zip(measures, findings, strict=True)
        if np.isfinite(spread.value)
    )
    listed = [f for m in measures for f in _named(m.name, severities[m.name])] if len(rows) <= _LISTED else []
    return Section(
        name="raters",
        title=title,
        role="quality",
        findings=(*findings, *listed),
        tables=(sheet("raters", title, rows, columns, headings=headings),),
        diagnostics=diagnostics,
        no_sign=say("raters-no-sign"),
    )


def _named(name: str, found: dict[str, Finding]) -> list[Finding]:
    return [replace(f, name=f"{name}.severity.{rater}") for rater, f in found.items()]


def _severity(measure: Measure) -> dict[str, Finding]:
    names = measure.rows.text["rater"].names
    return {names[int(code)]: found for code, found in rater_severity(measure.ratings).items()}


def _spread(measure: Measure) -> Finding:
    return replace(rater_variance(measure.ratings), name=f"{measure.name}.variance_rater")


def _work(main: RatingsData) -> dict[str, dict[str, Any]]:
    """Answers, median seconds and longest run of equal first answers per rater."""
    _, at = np.unique(main.answers(), return_index=True)
    answers = main.select(at)
    rater = answers.text["rater"]
    seconds = answers.numbers["active_ms"] / 1000
    runs = _runs(answers)
    order = np.argsort(rater.codes, kind="stable")
    out: dict[str, dict[str, Any]] = {}
    found, start = np.unique(rater.codes[order], return_index=True)
    for code, rows in zip(found, np.split(order, start[1:]), strict=True):
        if rater.names[code]:
            known = seconds[rows][np.isfinite(seconds[rows])]
            out[rater.names[code]] = {
                "answers": len(rows),
                "seconds": float(np.median(known)) if len(known) else None,
                "run": int(runs[rows].max()),
            }
    return out


def _runs(answers: RatingsData) -> NDArray[np.int64]:
    """For each answer, how many equal ones (by its first field) its rater gave in a row up to it."""
    sequence = answers.numbers["sequence"]
    order = np.lexsort((np.nan_to_num(sequence), answers.text["rater"].codes))
    rater, value = answers.text["rater"].codes[order], answers.text["value"].codes[order]
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (rater[1:] != rater[:-1]) | (value[1:] != value[:-1])
    begin = np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))
    out = np.empty(len(order), dtype=np.int64)
    out[order] = np.arange(len(order)) - begin + 1
    return out


def timing_section(main: RatingsData, context: Context) -> Section | None:
    """Active time per answer: median and quartiles, mean with interval, and the share below what is too fast."""
    if not np.any(np.isfinite(main.numbers["active_ms"])):
        return None
    _, at = np.unique(main.showing(), return_index=True)
    answers = main.select(at)
    seconds = answers.numbers["active_ms"] / 1000
    kept = np.isfinite(seconds)
    answers, seconds = answers.select(kept), seconds[kept]
    block, rater = answers.text["block"], answers.text["rater"]
    scores = Scores(
        value=seconds,
        system=np.zeros(len(seconds), dtype=np.int32),
        block=block.codes,
        rater=rater.codes if answers.used("rater") else None,
        systems=("all",),
        blocks=block.names,
        raters=rater.names,
        n_dropped=int(np.count_nonzero(~kept)),
    )
    mean = replace(mean_ratings(scores, confidence=context.confidence), name="seconds.mean")
    low, middle, high = (float(x) for x in np.quantile(seconds, [0.25, 0.5, 0.75]))
    findings = [
        mean,
        Finding(name="seconds.median", value=middle, n=len(seconds), method=tell("median-seconds")),
    ]
    row: dict[str, Any] = {"answers": len(seconds), "seconds": middle, "quartiles": (low, high)}
    row |= {"mean_seconds": mean.value, "interval": mean.interval, "hours": float(seconds.sum()) / 3600}
    fast = context.fast_bound
    told = {"seconds": Number(middle, 0), "hours": Number(row["hours"], 1)}
    title = say("timing-title", **told)
    if fast is not None:
        share = replace(
            share_ratings(replace(scores, value=(seconds < fast).astype(np.float64)), confidence=context.confidence),
            name="seconds.fast_share",
        )
        findings.append(share)
        row["fast_share"] = share.value
        some = Share(share.value, 1) if share.value else say("timing-none")
        title = say("timing-title-fast", **told, some=some, fast=f"{fast:g}")
    columns = ["answers", "seconds", "quartiles", "mean_seconds", "interval", "hours"]
    columns += ["fast_share"] if fast is not None else []
    return Section(
        name="timing",
        title=title,
        role="quality",
        findings=tuple(findings),
        tables=(sheet("timing", title, [row], columns),),
    )
