"""What ratings of masks say: the published analysis, the honest intervals beside it, and how ratings relate to facts."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import Coded, RatingsData
from beholder.analysis.diagnostics import p_of_no_effect
from beholder.analysis.generic import compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Analysis, Diagnostic, Picture, Section
from beholder.analysis.sections.comparison import pair_names
from beholder.analysis.workspace import Work
from beholder.findings import Finding
from beholder.protocols.masks.geometry import FACTS, facts_of
from beholder.protocols.masks.wording import say
from beholder.stats import PairedValues, bootstrap_paired, fair_mean_ratings, holm, spearman, t_paired, tost_paired
from beholder.stats.messages import tell
from beholder.text import Interval, Number, Share, Text, Words

__all__ = ["analyse"]

# the simulation error of a p value near 0.05 is then 0.002
_RESAMPLES = 10_000
# draws times blocks: what takes a few seconds; with more blocks fewer draws are made
_CELLS = 50_000_000
_FAIR_RATINGS = 300_000
"""Above so many ratings severity averages out, and taking it out would take longer than all the rest."""
# half a step of the scale: a smaller difference of means counts as none
_MARGIN = 0.5
# of the best and of the worst, as many as somebody looks through
_GALLERY = 12
# the three lowest and the three highest of ten points
_LOW, _HIGH = 3, 8


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Means per system and data set, histograms, paired t tests and bootstrap as published, severity, facts, galleries."""
    work = Work(_by_dataset(data, context), context)
    results = field_results(work)
    if "quality" in {info.name for info in work.fields}:
        quality = work.measure("quality")
        own = [_histograms(quality, context)]
        if len(quality.systems) > 1 and quality.has_systems:
            own.append(_published(quality, context))
            own += [_fair(quality, context)] if len(quality.scores) <= _FAIR_RATINGS and quality.has_raters else []
        facts = _facts(quality, context)
        own += [facts] if facts is not None else []
        own.append(_gallery(quality, work))
        results.sections[1:1] = own
    return compose(
        work,
        results,
        more_method=say("method"),
    )


def _by_dataset(data: RatingsData, context: Context) -> RatingsData:
    """Items without a group of their own are grouped by their column `dataset`."""
    if data.used("group") or not any(item.columns.get("dataset") for item in context.items.values()):
        return data
    item = data.text["item"]
    names = [str(context.items[n].columns.get("dataset") or "") if n in context.items else "" for n in item.names]
    found = Coded.of(names)
    group = Coded(np.append(found.codes, 0).astype(np.int32)[item.codes], found.names or ("",))
    return replace(data, text={**data.text, "group": group})


def _histograms(quality: Measure, context: Context) -> Section:
    points = np.arange(1, 11)
    drawn, rows, findings = [], [], []
    for code, system in enumerate(quality.systems):
        mine = quality.value[(quality.system == code) & quality.said]
        counts = np.array([np.count_nonzero(mine == p) for p in points])
        drawn += [
            {"series": system, "x": int(p), "share": float(c / max(len(mine), 1)), "n": int(c)}
            for p, c in zip(points, counts, strict=True)
        ]
        row: dict[str, Any] = {"system": system, "n": len(mine)}
        for what, hit in (("low_share", quality.value <= _LOW), ("high_share", quality.value >= _HIGH)):
            one = quality.with_value(np.where(quality.said, hit, np.nan), name=what, label=quality.label)
            found = share_ratings(one.scores, system, confidence=context.confidence)
            findings.append(replace(found, name=f"quality.{what}.{system}"))
            row |= {what: found.value, f"{what}_interval": found.interval}
        rows.append(row | {str(p): int(c) for p, c in zip(points, counts, strict=True)})
    best = max(rows, key=lambda row: row["high_share"])
    title = say("histogram-title", share=Share(best["high_share"]), system=best["system"], points=_HIGH)
    interval = say("interval")
    return Section(
        name="quality.histogram",
        title=title,
        role="results",
        field="quality",
        findings=tuple(findings),
        tables=(
            sheet(
                "quality.histogram",
                title,
                rows,
                [
                    "system",
                    "low_share",
                    "low_share_interval",
                    "high_share",
                    "high_share_interval",
                    "n",
                    *map(str, points),
                ],
                headings={"low_share": say("column-low", points=_LOW), "high_share": say("column-high", points=_HIGH)}
                | {"low_share_interval": interval, "high_share_interval": interval}
                | {str(p): Words(str(p)) for p in points},
            ),
        ),
        charts=(
            Picture(
                name="quality.histogram",
                title=title,
                kind="histogram",
                rows=tuple(drawn),
                axes={"x": quality.label, "share": say("share-of-ratings")},
            ),
        ),
    )


def _published(quality: Measure, context: Context) -> Section:
    """Paired t test and paired bootstrap over prompts, Holm over the pairs; equivalence within half a point beside."""
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for first, second, declared in pair_names(quality.systems, "quality", context):
        paired = PairedValues.of_scores(quality.scores, first, second)
        rng = context.rng("bootstrap", first, second)
        resamples = int(min(_RESAMPLES, max(1000, _CELLS // max(len(paired), 1))))
        found = bootstrap_paired(paired, rng=rng, resamples=resamples, confidence=0.99)
        difference = replace(found["difference"], name=f"quality.paired_bootstrap.{first}-{second}")
        findings.append(difference)
        test = t_paired(paired)
        rows.append(
            {
                "first": first,
                "second": second,
                "difference": difference.value,
                "interval": difference.interval,
                "t": test["t"].value,
                "p_t": test["p"].value,
                "p_equivalent": tost_paired(paired, margin=_MARGIN)["p"].value,
                "blocks": len(paired),
                "n_dropped": paired.n_dropped,
                "status": say("declared") if declared else say("exploratory"),
            }
        )
    for row, adjusted in zip(rows, holm([row["p_t"] for row in rows]).adjusted, strict=True):
        row["p_holm"] = adjusted
        name = f"quality.paired_t_holm.{row['first']}-{row['second']}"
        findings.append(Finding(name=name, value=adjusted, n=row["blocks"], method=tell("paired-t-prompts-holm")))
    told = sum(row["p_holm"] < 0.01 for row in rows)
    title = say("published-title", held=told, all=len(rows))
    return Section(
        name="quality.published",
        title=title,
        role="results",
        field="quality",
        findings=tuple(findings),
        tables=(
            sheet(
                "quality.published",
                title,
                rows,
                (
                    "first",
                    "second",
                    "difference",
                    "interval",
                    "t",
                    "p_t",
                    "p_holm",
                    "p_equivalent",
                    "blocks",
                    "n_dropped",
                    "status",
                ),
                headings={
                    "interval": say("bootstrap-interval"),
                    "p_equivalent": say("p-equivalent", margin=Number(_MARGIN, 1)),
                    "t": Words("t"),
                },
            ),
        ),
    )


def _fair(quality: Measure, context: Context) -> Section:
    """Means with the severity of raters taken out."""
    rows: list[dict[str, Any]] = []
    findings = []
    for system in quality.systems:
        found = fair_mean_ratings(quality.scores, system, confidence=context.confidence)
        findings.append(replace(found, name=f"quality.fair_mean.{system}"))
        plain = float(quality.scores.value[quality.scores.system == quality.scores.code_of(system)].mean())
        rows.append(
            {"system": system, "mean": plain, "fair_mean": found.value, "fair_interval": found.interval, "n": found.n}
            | {"notes": Text(*found.notes)}
        )
    moved = max((abs(r["fair_mean"] - r["mean"]) for r in rows if math.isfinite(r["fair_mean"])), default=math.nan)
    title = say("fair-title", moved=Number(moved))
    return Section(
        name="quality.fair",
        title=title,
        role="sensitivity",
        field="quality",
        findings=tuple(findings),
        tables=(sheet("quality.fair", title, rows, ("system", "mean", "fair_mean", "fair_interval", "n", "notes")),),
    )


def _mask_means(quality: Measure) -> list[tuple[str, str, float, int]]:
    """Item, system, mean rating and number of ratings of every mask."""
    unit, said = quality.unit, quality.said
    size = np.bincount(unit[said])
    total = np.bincount(unit[said], weights=quality.value[said])
    _, first = np.unique(unit, return_index=True)
    item = quality.rows.text["item"]
    return [
        (item.names[item.codes[row]], quality.systems[quality.system[row]], float(total[u] / size[u]), int(size[u]))
        for u, row in enumerate(first)
        if u < len(size) and size[u]
    ]


def _facts(quality: Measure, context: Context) -> Section | None:
    facts = facts_of(context)
    masks = [(item, system, mean) for item, system, mean, _ in _mask_means(quality) if (item, system) in facts]
    if len(masks) < 3:
        return None
    rows: list[dict[str, Any]] = []
    findings = []
    diagnostics = []
    ratings = [mean for *_, mean in masks]
    for fact in FACTS:
        column = [facts[item, system][fact] for item, system, _ in masks]
        found = spearman(column, ratings, rng=context.rng("facts", fact), item=[item for item, *_ in masks])
        if not found.n:
            continue
        findings.append(replace(found, name=f"quality.correlation.{fact}"))
        diagnostics.append(
            Diagnostic(
                p=p_of_no_effect(found, df=len({item for item, *_ in masks}) - 1, scale=_fisher, as_normal=True),
                sign=say("facts-sign", fact=_NAMES[fact], correlation=Interval(found.value, found.interval)),
            )
        )
        rows.append(
            {"fact": _NAMES[fact], "correlation": found.value, "interval": found.interval, "n": found.n}
            | {"notes": Text(*found.notes)}
        )
    if not rows:
        return None
    told = max(findings, key=lambda f: abs(f.value) if math.isfinite(f.value) else -1.0)
    named = told.name.rsplit(".", 1)[1]
    words = _NAMES[named]
    known = math.isfinite(told.value)
    title = say("facts-title") if known else say("facts-none")
    none = say("facts-no-sign", fact=words, correlation=Interval(told.value, told.interval)) if known else None
    # the figure shows what the sentence names
    drawn = tuple(
        {"x": facts[item, system][named], "y": mean, "series": system, "label": item}
        for item, system, mean in masks
        if math.isfinite(facts[item, system][named])
    )
    charts = (
        Picture(
            name=f"quality.{named}",
            title=say("facts-figure", field=quality.label, fact=words),
            kind="points",
            rows=drawn,
            axes={"x": words, "y": quality.label},
        ),
    )
    return Section(
        name="quality.facts",
        title=title,
        role="results",
        field="quality",
        findings=tuple(findings),
        tables=(sheet("quality.facts", title, rows, ("fact", "correlation", "interval", "n", "notes")),),
        charts=charts if drawn else (),
        diagnostics=tuple(diagnostics),
        no_sign=none,
    )


def _fisher(correlation: float) -> float:
    return math.atanh(correlation) if abs(correlation) < 1 else math.copysign(math.inf, correlation)


_NAMES = {fact: say(f"fact-{fact}") for fact in FACTS}


def _gallery(quality: Measure, work: Work) -> Section:
    """Best and worst masks by mean rating, with comments; the report shows them."""
    means = sorted(_mask_means(quality), key=lambda one: (-one[2], one[0], one[1]))
    comments = work.main.where(field="comment")

    def rows(part: list[tuple[str, str, float, int]]) -> list[dict[str, Any]]:
        return [
            {"item": item, "system": system, "mean": mean, "n": n}
            | {"comments": " · ".join(comments.where(item=item, system=system).used("value")[:3])}
            for item, system, mean, n in part
        ]

    columns = ("item", "system", "mean", "n", "comments")
    title = say("gallery-title", best=Number(means[0][2], 1), worst=Number(means[-1][2], 1))
    return Section(
        name="quality.gallery",
        title=title,
        role="results",
        field="quality",
        tables=(
            sheet("quality.best", say("best-masks"), rows(means[:_GALLERY]), columns),
            sheet("quality.worst", say("worst-masks"), rows(means[::-1][:_GALLERY]), columns),
        ),
    )
