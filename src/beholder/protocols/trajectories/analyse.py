"""What judgments of trajectories say: strengths aligned to systems, scores on one value per item, correctness, confidence."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.generic import compose, field_results
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Analysis, Picture, Section
from beholder.analysis.sections.comparison import pair_names
from beholder.analysis.sections.preference import fit_strengths, with_side
from beholder.analysis.votes import Votes, answer_column, votes_of
from beholder.analysis.workspace import Work
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.findings import Finding
from beholder.protocols.trajectories.declaration import PROCESS
from beholder.protocols.trajectories.special import special_pairs
from beholder.protocols.trajectories.wording import say
from beholder.stats import PairedValues, davidson, wilcoxon_paired
from beholder.stats.messages import tell
from beholder.stats.ranking.pairs import TIE
from beholder.text import Interval, Number, Share, Text

__all__ = ["analyse"]

# of five: the middle of the scale and above
_SURE = 3
_OFTEN = 10
"""Confidence from which a comparison counts as sure."""


def analyse(data: RatingsData, context: Context) -> Analysis:
    """Davidson strengths with a side term, scores by Wilcoxon on items, correctness and confidence against preference."""
    work = Work(data, context)
    results = field_results(work)
    present = {info.name for info in work.fields}
    # the comparison is what the study is about; the scores of each side come after it
    results.sections.sort(key=lambda s: s.name != "preference")
    own: list[Section] = []
    scored = [work.measure(name) for name in PROCESS if name in present]
    if scored and len(scored[0].systems) > 1:
        own.append(_wilcoxon(scored, context))
    if "preference" in present:
        votes = votes_of(work.main, "preference")
        own += _with_preference(work, votes, present)
        if results.sections:
            results.sections[0] = with_side(results.sections[0], fit_strengths(votes, context)[0])
    results.sections[1:1] = own
    return compose(
        work,
        results,
        more_method=say("method"),
    )


def _with_preference(work: Work, votes: Votes, present: set[str]) -> list[Section]:
    own: list[Section | None] = []
    if "correct" in present:
        own.append(_correctness(work, votes))
    if "confidence" in present:
        own.append(_calibration(work, votes))
    # analyses of the first revision said nothing about these pairs
    if work.context.revision >= 2:
        own += special_pairs(work, votes)
    return [section for section in own if section is not None]


def _wilcoxon(scored: list[Measure], context: Context) -> Section:
    """Paired tests of each scale on one value per item: the mean of its ratings."""
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for measure in scored:
        family: list[dict[str, Any]] = []
        for first, second, declared in pair_names(measure.systems, measure.name, context):
            paired = PairedValues.of_scores(measure.scores, first, second)
            found = wilcoxon_paired(paired, rng=context.rng("wilcoxon", measure.name, first, second))
            effect = replace(found["rank_biserial"], name=f"{measure.name}.rank_biserial.{first}-{second}")
            findings.append(effect)
            family.append(
                {
                    "field": measure.name,
                    "first": first,
                    "second": second,
                    "rank_biserial": effect.value,
                    "interval": effect.interval,
                    "p_wilcoxon": found["p"].value,
                    "blocks": len(paired),
                    "n_dropped": effect.n_dropped,
                    "status": say("declared") if declared else say("exploratory"),
                }
            )
        for row, adjusted in zip(family, context.corrected([row["p_wilcoxon"] for row in family]), strict=True):
            row["p_holm"] = adjusted
            name = f"{measure.name}.wilcoxon_holm.{row['first']}-{row['second']}"
            method = tell("wilcoxon-items-holm")
            findings.append(Finding(name=name, value=adjusted, n=row["blocks"], method=method))
        rows += family
    told = sum(row["p_holm"] < 0.05 for row in rows)
    title = say("wilcoxon-title", held=told, all=len(rows))
    columns = (
        "field",
        "first",
        "second",
        "rank_biserial",
        "interval",
        "p_wilcoxon",
        "p_holm",
        "blocks",
        "n_dropped",
        "status",
    )
    return Section(
        name="process.wilcoxon",
        title=title,
        role="results",
        findings=tuple(findings),
        tables=(sheet("process.wilcoxon", title, rows, columns),),
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """Whether each side of each comparison was judged right by the same rater; NaN where it was not said."""

    first: NDArray[np.float64]
    second: NDArray[np.float64]


def _judged(work: Work, votes: Votes) -> _Judged:
    correct = work.measure("correct")
    rows = correct.rows
    name = answer_column(rows)
    known: dict[tuple[int, int], float] = dict(
        zip(
            zip(rows.text[name].codes.tolist(), correct.system.tolist(), strict=True),
            correct.value.tolist(),
            strict=True,
        )
    )
    slot = [correct.systems.index(s) if s in correct.systems else -1 for s in votes.systems]
    low, high, _ = votes.aligned()
    shown = votes.showing.tolist()

    def side(codes: NDArray[np.int32]) -> NDArray[np.float64]:
        return np.array([known.get((s, slot[c]), math.nan) for s, c in zip(shown, codes.tolist(), strict=True)])

    return _Judged(side(low), side(high))


def _correctness(work: Work, votes: Votes) -> Section | None:
    """What raters prefer when one, both or neither of the two answers is right."""
    judged = _judged(work, votes)
    outcome = votes.aligned()[2].astype(np.float64)
    known = np.isfinite(judged.first) & np.isfinite(judged.second)
    if not known.any():
        return None
    gap = judged.first - judged.second
    one = known & (gap != 0)
    rows: list[dict[str, Any]] = []
    findings = []
    confidence = work.context.confidence
    right = share_ratings(votes.shares(one, (outcome * gap) > 0), confidence=confidence)
    findings.append(
        replace(right, name="preference.right_preferred", method=Text(tell("right-preferred"), right.method))
    )
    for name, words, chosen in (
        ("one", say("one-right"), one),
        ("both", say("both-right"), known & (gap == 0) & (judged.first == 1)),
        ("neither", say("neither-right"), known & (gap == 0) & (judged.first == 0)),
    ):
        if not chosen.any():
            continue
        tie = share_ratings(votes.shares(chosen, outcome == 0), confidence=confidence)
        findings.append(replace(tie, name=f"preference.tie_share.{name}_right"))
        row: dict[str, Any] = {
            "correct": words,
            "n": int(chosen.sum()),
            "tie_share": tie.value,
            "tie_interval": tie.interval,
        }
        if name == "one":
            row |= {"preferred_share": right.value, "interval": right.interval}
        rows.append(row)
    title = say("correctness-title", share=Interval(right.value, right.interval, digits=0, share=True))
    return Section(
        name="preference.correctness",
        title=title,
        role="results",
        field="preference",
        findings=tuple(findings),
        tables=(
            sheet(
                "preference.correctness",
                title,
                rows,
                ("correct", "n", "preferred_share", "interval", "tie_share", "tie_interval"),
                headings={
                    "preferred_share": say("right-preferred"),
                    "tie_interval": say("interval"),
                },
            ),
        ),
    )


def _calibration(work: Work, votes: Votes) -> Section | None:
    """Whether sure comparisons agree more with the other raters, and what the ranking is with sure ones alone."""
    rows = work.measure("confidence").rows
    value = work.measure("confidence").value
    name = answer_column(rows)
    table = np.full(len(rows.text[name].names) + 1, np.nan)
    table[rows.text[name].codes] = value
    sure = table[votes.showing]
    if not np.isfinite(sure).any():
        return None
    agrees = _with_others(votes)
    out: list[dict[str, Any]] = []
    findings, drawn = [], []
    confidence = work.context.confidence
    for level in np.unique(sure[np.isfinite(sure)]):
        chosen = (sure == level) & np.isfinite(agrees)
        ties = share_ratings(votes.shares(sure == level, votes.outcome == TIE), confidence=confidence)
        row: dict[str, Any] = {
            "confidence": int(level),
            "n": int(np.count_nonzero(sure == level)),
            "tie_share": ties.value,
        }
        if chosen.any():
            found = share_ratings(votes.shares(chosen, agrees), confidence=confidence)
            findings.append(replace(found, name=f"confidence.agrees.{int(level)}"))
            low, high = found.interval or (None, None)
            row |= {"agree_share": found.value, "interval": found.interval}
            drawn.append({"series": "", "x": int(level), "value": found.value, "low": low, "high": high})
        out.append(row)
    title = _calibrated([row for row in out if "agree_share" in row])
    tables = [sheet("confidence.calibration", title, out, ("confidence", "n", "agree_share", "interval", "tie_share"))]
    refit, more = _refit(votes, np.asarray(sure >= _SURE), work.context)
    if refit is not None:
        tables.append(refit)
        findings += more
    return Section(
        name="confidence.calibration",
        title=title,
        role="quality",
        field="confidence",
        findings=tuple(findings),
        tables=tuple(tables),
        charts=(
            Picture(
                name="confidence.calibration",
                title=title,
                kind="curve",
                rows=tuple(drawn),
                axes={"x": say("confidence"), "value": say("agrees-with-others")},
            ),
        ),
    )


def _calibrated(known: list[dict[str, Any]]) -> Words:
    """How agreement changes with confidence, from levels that were chosen often enough to speak of."""
    if not known:
        return say("confidence-unchecked")
    spoken = [row for row in known if row["n"] >= _OFTEN]
    if len(spoken) < 2:
        return say("confidence-rarely")
    low, high = spoken[0], spoken[-1]
    return say(
        "calibration-title" if len(spoken) == len(known) else "calibration-title-often",
        low_share=Share(low["agree_share"]),
        low=low["confidence"],
        high_share=Share(high["agree_share"]),
        high=high["confidence"],
        often=_OFTEN,
    )


def _with_others(votes: Votes) -> NDArray[np.float64]:
    """For each comparison the share of the other raters of the same pair who said the same; NaN where there is none."""
    unit = np.unique(votes.unit(), return_inverse=True)[1]
    outcome = votes.aligned()[2].astype(np.int64) + 1
    size = np.bincount(unit)[unit] - 1
    same = np.bincount(unit * 3 + outcome, minlength=(int(unit.max(initial=-1)) + 1) * 3)[unit * 3 + outcome] - 1
    return np.where(size > 0, same / np.maximum(size, 1), np.nan)


def _refit(votes: Votes, sure: NDArray[np.bool_], context: Context) -> tuple[Any, list[Finding]]:
    try:
        fitted = [
            davidson(v.pairs(), confidence=context.confidence, as_estimated=context.revision < 7)
            for v in (votes, votes.only(sure))
        ]
    except BeholderError:
        return None, []
    rows: list[dict[str, Any]] = []
    findings = []
    for system in fitted[0].names:
        if system not in fitted[1].names:
            continue
        whole, part = fitted[0][system], fitted[1][system]
        findings.append(replace(part, name=f"preference.strength_sure.{system}"))
        rows.append(
            {"system": system, "strength": whole.value, "interval": whole.interval}
            | {"sure": part.value, "sure_interval": part.interval, "n": part.n}
        )
    moved = max((abs(r["sure"] - r["strength"]) for r in rows), default=math.nan)
    title = say("sure-title", least=_SURE, moved=Number(moved))
    headings = {"sure": say("sure-only"), "sure_interval": say("interval")}
    columns = ("system", "strength", "interval", "sure", "sure_interval", "n")
    return sheet("preference.sure", title, rows, columns, headings=headings), findings
