"""Comparison category rating: mean grades of one system against another (CMOS), and what the side adds to them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.diagnostics import p_of_no_effect
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import within
from beholder.analysis.result import Diagnostic, Picture, Section, Sheet
from beholder.analysis.votes import Votes
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import mean_ratings
from beholder.stats.columns import Ratings
from beholder.stats.messages import reword
from beholder.stats.opinion.opinion_scores import opinion_scores
from beholder.text import Catalogue, Interval

__all__ = ["cmos_section"]

say = Catalogue("opinion", folder=Path(__file__).parent, part="analysis").say
_SCALE = (-3.0, 3.0)
"""The ends of seven grades."""


@dataclass(frozen=True, slots=True)
class _Pair:
    """Two systems and the comparisons of them: `grade` is above 0 where `first` was better, `left` where it stood left."""

    first: str
    second: str
    chosen: NDArray[np.bool_]
    grade: NDArray[np.float64]
    left: NDArray[np.bool_]


def cmos_section(votes: Votes, context: Context, *, field: str, reference: str = "") -> Section | None:
    """Mean grades of every two systems that met, over all items and per item; those against the reference come first."""
    votes = votes.panelled()
    pairs = list(_pairs(votes, reference))
    if votes.grade is None or not pairs:
        return None
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for pair in pairs:
        found = _mean(votes, pair.chosen, pair.grade, context)
        name = f"cmos.{pair.first}-{pair.second}"
        findings.append(replace(found, name=name, method=reword(found.method, {"mean-over-ratings": "opinion-cmos"})))
        rows.append(
            {"first": pair.first, "second": pair.second, "mean": found.value, "interval": found.interval, "n": found.n}
        )
    side = _side(votes, pairs, context)
    told = [row for row in rows if row["second"] == reference] or rows
    told.sort(key=lambda row: -abs(float(row["mean"])) if told is rows else -float(row["mean"]))
    title = _title(told[0], reference if told is not rows else "", len(told))
    rows.sort(key=lambda row: (row["second"] != reference, -float(row["mean"])))
    return Section(
        name="cmos",
        title=title,
        role="results",
        field=field,
        findings=(*findings, *(() if side is None else (side,))),
        tables=(
            sheet("cmos", title, rows, ("first", "second", "mean", "interval", "n"), headings=_headings()),
            *_stimuli(votes, pairs, context),
        ),
        charts=(_chart(title, told, reference if told is not rows else ""),),
        diagnostics=() if side is None else (_side_diagnostic(side, votes),),
        no_sign=None if side is None else say("side-no-sign", value=Interval(side.value, side.interval, digits=2)),
    )


def _pairs(votes: Votes, reference: str) -> Iterator[_Pair]:
    """The pairs by name; what is compared with the reference is told against it, never the other way round."""
    low, high, _ = votes.aligned()
    verdict = votes.verdict().astype(np.float64)
    for code in np.unique(low.astype(np.int64) * len(votes.systems) + high):
        one, other = divmod(int(code), len(votes.systems))
        chosen = (low == one) & (high == other)
        turned = votes.systems[one] == reference
        first, second = (other, one) if turned else (one, other)
        grade = -verdict[chosen] if turned else verdict[chosen]
        yield _Pair(votes.systems[first], votes.systems[second], chosen, grade, votes.left[chosen] == first)


def _mean(votes: Votes, chosen: NDArray[np.bool_], grade: NDArray[np.float64], context: Context) -> Finding:
    value = np.zeros(len(votes))
    value[chosen] = grade
    scores = replace(votes.shares(chosen, value), raters_fixed=votes.raters_fixed, n_dropped=0)
    return within(mean_ratings(scores, confidence=context.confidence), _SCALE)


def _side(votes: Votes, pairs: list[_Pair], context: Context) -> Finding | None:
    """What standing at the left adds to a grade: least squares on the side, with a mean for every pair."""
    if not votes.sides_known:
        return None
    value = np.zeros(len(votes))
    spread = 0.0
    for pair in pairs:
        sign = np.where(pair.left, 1.0, -1.0)
        value[pair.chosen] = sign * (pair.grade - pair.grade.mean())
        spread += len(sign) * (1 - float(sign.mean()) ** 2)
    if not spread:
        return None
    everything = np.ones(len(votes), dtype=bool)
    found = _mean(votes, everything, value * len(votes) / spread, context)
    return replace(found, name="cmos.side", method=reword(found.method, {"mean-over-ratings": "opinion-cmos-side"}))


def _side_diagnostic(side: Finding, votes: Votes) -> Diagnostic:
    sampled = [votes.block] if votes.raters_fixed or not votes.has_raters else [votes.block, votes.rater]
    df = min(len(np.unique(codes)) for codes in sampled) - 1
    told = Interval(side.value, side.interval, digits=2)
    return Diagnostic(
        p=p_of_no_effect(side, df=df), sign=say("side-left" if side.value > 0 else "side-right", value=told)
    )


def _title(row: dict[str, Any], reference: str, n: int) -> Words:
    told = {"first": row["first"], "second": row["second"], "value": Interval(row["mean"], row["interval"], digits=2)}
    return say("cmos-against" if reference else "cmos-most", n=n, **told)


def _stimuli(votes: Votes, pairs: list[_Pair], context: Context) -> list[Sheet]:
    """The same for every item, over its raters: the score of a stimulus as P.910 tells it."""
    if not votes.has_raters:
        return []
    keys: list[tuple[str, str, str]] = []
    raters: list[str] = []
    values: list[float] = []
    for pair in pairs:
        where = np.flatnonzero(pair.chosen)
        keys += [(votes.blocks[votes.block[n]], pair.first, pair.second) for n in where]
        raters += [votes.raters[votes.rater[n]] for n in where]
        values += pair.grade.tolist()
    found = opinion_scores(
        Ratings.of(item=keys, rater=raters, value=values), method="mean", confidence=context.confidence
    )
    rows = [
        dict(zip(("item", "first", "second"), row["item"], strict=True))
        | {"mean": row["mos"], "interval": _on_scale(row["interval"], context), "n": row["n"]}
        for row in sorted(found.rows, key=lambda row: row["item"])
    ]
    columns = ("item", "first", "second", "mean", "interval", "n")
    made = sheet("cmos.stimuli", say("cmos-stimuli", n=len(rows)), rows, columns, headings=_headings())
    return [replace(made, details=True)]


def _on_scale(interval: tuple[float, float] | None, context: Context) -> tuple[float, float] | None:
    """The interval cut where the grades end, which no mean can leave."""
    if interval is None or context.revision < 6:
        return interval
    return max(interval[0], _SCALE[0]), min(interval[1], _SCALE[1])


def _headings() -> dict[str, Words]:
    return {"mean": say("column-cmos")}


def _chart(title: Words, rows: list[dict[str, Any]], reference: str) -> Picture:
    drawn = []
    for row in rows:
        low, high = row["interval"] or (None, None)
        label = row["first"] if reference else say("cmos-pair", first=row["first"], second=row["second"])
        drawn.append({"label": label, "value": row["mean"], "low": low, "high": high, "series": ""})
    axis = say("cmos-axis-against", reference=reference) if reference else say("cmos-axis")
    # the ends of the scale, so that how large a difference is can be seen
    marks = {"zero": 0.0, "domain": list(_SCALE)}
    return Picture(name="cmos", title=title, kind="intervals", rows=tuple(drawn), axes={"value": axis}, marks=marks)
