"""What opinions say: a score per stimulus with its interval, how raters differ, and the loss against a hidden reference."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.generic import compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Analysis, Picture, Section
from beholder.analysis.votes import votes_of
from beholder.analysis.workspace import Work
from beholder.findings import Finding
from beholder.protocols.opinion.cmos import cmos_section
from beholder.protocols.opinion.params import COMPARISON
from beholder.stats.columns import Ratings
from beholder.stats.opinion.opinion_scores import OpinionScores, differential_ratings, opinion_scores
from beholder.text import Catalogue, Interval, Number, Share

__all__ = ["analyse"]

say = Catalogue("opinion", folder=Path(__file__).parent, part="analysis").say
_QUALITY = "quality"
# more rows than this cannot be told apart in one figure of a page
_MOST_DRAWN = 40
_ENDS = (1.0, 5.0)
"""The ends of the five words, which no interval goes beyond."""


def analyse(data: RatingsData, context: Context) -> Analysis:
    """The results of any rating by system, and those that P.910 asks for: scores per stimulus, raters, DMOS, CMOS."""
    context = replace(context, reference=getattr(context.params, "reference", ""))
    work = Work(data, context)
    results = field_results(work)
    asked = {info.name for info in work.fields}
    if COMPARISON in asked:
        made = cmos_section(votes_of(work.main, COMPARISON), context, field=COMPARISON, reference=context.reference)
        results.sections[1:1] = [made] if made is not None else []
        return compose(work, results, more_method=say("method-ccr"))
    if _QUALITY in asked and (measure := work.measure(_QUALITY)).has_raters:
        ratings = _ratings(measure)
        if len(ratings):
            # after the results of systems, before what raters wrote
            results.sections[1:1] = _sections(ratings, context)
    return compose(work, results, more_method=say("method"))


def _ratings(measure: Measure) -> Ratings:
    """One stimulus is what one system made of one item."""
    text = measure.rows.text
    said = np.flatnonzero(measure.said)
    item, system, rater = (text[name] for name in ("item", "system", "rater"))
    return Ratings.of(
        item=[(item.names[item.codes[n]], system.names[system.codes[n]]) for n in said],
        rater=[rater.names[rater.codes[n]] for n in said],
        value=[float(measure.value[n]) for n in said],
    )


def _sections(ratings: Ratings, context: Context) -> list[Section]:
    plain = opinion_scores(ratings, method="mean", confidence=context.confidence)
    screened = opinion_scores(ratings, method="bt500", confidence=context.confidence)
    # raters of one stimulus have no bias apart from its quality; where there are no others, there is nothing to weight
    several = np.bincount(ratings.rater, minlength=len(ratings.raters)).max(initial=0) > 1
    weighted = opinion_scores(ratings, method="p910", confidence=context.confidence) if several else None
    made = [_scores(plain, screened, weighted, new=context.revision >= 6)]
    if context.reference:
        made += _against(ratings, context.reference, context)
    return made


def _scores(plain: OpinionScores, screened: OpinionScores, weighted: OpinionScores | None, *, new: bool) -> Section:
    by_p910 = {row["item"]: row["mos"] for row in weighted.rows} if weighted else {}
    rows: list[dict[str, Any]] = [
        {"stimulus": _called(row["item"]), "mean": row["mos"], "fair_mean": by_p910.get(row["item"]), **row}
        | {"interval": _on_scale(row["interval"]) if new else row["interval"]}
        for row in sorted(plain.rows, key=lambda row: -row["mos"])
    ]
    best, worst = rows[0], rows[-1]
    title = say(
        "scores-title",
        low=Number(worst["mos"], 2),
        worst=worst["stimulus"],
        high=Number(best["mos"], 2),
        best=best["stimulus"],
    )
    out = {row["rater"]: row["rejected"] for row in screened.rater_rows}
    told = say("scores-rejected", n=sum(out.values()), all=len(out))
    shown = rows[:_MOST_DRAWN]
    more = (say("scores-more", n=len(shown), all=len(rows)),) if len(rows) > len(shown) else ()
    heaviest = weighted.heaviest if weighted else None
    if heaviest is not None:
        more = (*more, say("scores-heavy", rater=str(heaviest[0]), share=Share(heaviest[1])))
    findings = [replace(one, name=f"mos.{one.name}") for one in (weighted or plain).findings]
    findings += [replace(one, name="mos.bt500_rejected") for one in screened.findings if one.name == "rejected"]
    headings = {
        "stimulus": say("column-stimulus"),
        "mean": say("column-mos"),
        "fair_mean": say("column-p910"),
        "bias": say("column-bias"),
        "sd": say("column-inconsistency"),
        "rejected": say("column-rejected"),
    }
    raters = [
        {**row, "sd": row["inconsistency"], "rejected": say("yes" if out.get(row["rater"]) else "no")}
        for row in (weighted or plain).rater_rows
    ]
    return Section(
        name="mos",
        title=title,
        role="results",
        field=_QUALITY,
        text=(told,),
        findings=tuple(findings),
        tables=(
            sheet("mos.stimuli", title, rows, ("stimulus", "mean", "interval", "fair_mean", "n"), headings=headings),
            sheet("mos.raters", say("raters-title"), raters, ("rater", "bias", "sd", "rejected"), headings=headings),
        ),
        charts=(
            Picture(
                name="mos",
                title=title,
                kind="intervals",
                rows=tuple(_drawn(row["stimulus"], row["mos"], _on_scale(row["interval"])) for row in shown),
                axes={"value": say("scores-axis")},
                marks={"domain": list(_ENDS)},
            ),
        ),
        notes=more,
    )


def _against(ratings: Ratings, hidden: str, context: Context) -> list[Section]:
    """DMOS of each system: the mean over its stimuli, each against the reference as the same rater scored it."""
    known = {stimulus for stimulus in ratings.items if stimulus[1] == hidden}
    reference = {one: (one[0], hidden) for one in ratings.items if one not in known and (one[0], hidden) in known}
    if not reference:
        return []
    differences = differential_ratings(ratings, reference)
    by_system: dict[str, dict[Any, list[float]]] = defaultdict(lambda: defaultdict(list))
    for item, rater, value in zip(differences.item, differences.rater, differences.numbers, strict=True):
        by_system[differences.items[item][1]][differences.raters[rater]].append(float(value))
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for system, given in sorted(by_system.items()):
        # scores of one rater belong together: its interval is over the means of raters
        means = [float(np.mean(values)) for values in given.values()]
        per_rater = Ratings.of(item=[system] * len(means), rater=list(given), value=means)
        found = opinion_scores(per_rater, method="mean", confidence=context.confidence)
        row = found.rows[0]
        rows.append(
            {"system": system, "mean": row["mos"], "interval": row["interval"], "n": sum(map(len, given.values()))}
        )
        overall = next(one for one in found.findings if one.name == "mean_mos")
        findings.append(
            replace(overall, name=f"dmos.{system}", interval=row["interval"], confidence=context.confidence)
        )
    rows.sort(key=lambda row: -float(row["mean"]))
    first = rows[0]
    value = Interval(first["mean"], first["interval"], digits=2)
    title = say("dmos-title", best=first["system"], value=value, n=len(rows))
    return [
        Section(
            name="dmos",
            title=title,
            role="results",
            field=_QUALITY,
            findings=tuple(findings),
            tables=(
                sheet("dmos", title, rows, ("system", "mean", "interval", "n"), headings={"mean": say("column-dmos")}),
            ),
            charts=(
                Picture(
                    name="dmos",
                    title=title,
                    kind="intervals",
                    rows=tuple(_drawn(row["system"], row["mean"], row["interval"]) for row in rows),
                    axes={"value": say("dmos-axis")},
                ),
            ),
        )
    ]


def _called(stimulus: tuple[str, str]) -> str:
    return " · ".join(part for part in stimulus if part)


def _on_scale(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return interval and (max(interval[0], _ENDS[0]), min(interval[1], _ENDS[1]))


def _drawn(label: str, value: float, interval: tuple[float, float] | None) -> dict[str, Any]:
    low, high = interval or (None, None)
    return {"label": label, "value": value, "low": low, "high": high, "series": ""}
