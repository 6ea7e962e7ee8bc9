"""Pairs that the guideline has rules for: identical ones, which are to be called equal, and trajectories that were cut off."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.proportion import estimate, share_ratings
from beholder.analysis.result import Diagnostic, Section
from beholder.analysis.votes import Votes, answer_column
from beholder.analysis.workspace import Work
from beholder.fields import Words
from beholder.findings import Finding
from beholder.protocols.trajectories.declaration import PROCESS
from beholder.protocols.trajectories.steps import Trajectory, read_trajectory
from beholder.protocols.trajectories.wording import say
from beholder.stats import Scores, difference_ratings, mean_ratings
from beholder.stats.messages import key_of
from beholder.text import Interval, Share

__all__ = ["special_pairs"]

_CUT, _WHOLE = "cut_off", "finished"


def special_pairs(work: Work, votes: Votes) -> list[Section]:
    """What raters made of identical pairs and of trajectories that were cut off, as far as the study has any."""
    known = _trajectories(work.context)
    found = (_identical(work, votes, known), _cut_off(work, votes, known))
    return [section for section in found if section is not None]


def _trajectories(context: Context) -> dict[tuple[str, str], Trajectory]:
    return {
        (item.id, candidate.system): read_trajectory(candidate.columns)
        for item in context.items.values()
        for candidate in item.candidates
    }


def _sides(
    work: Work, votes: Votes, known: dict[tuple[str, str], Trajectory]
) -> list[tuple[Trajectory | None, Trajectory | None]]:
    """The left and the right trajectory of each comparison."""
    rows = work.main.where(field="preference")
    column, items = rows.text[answer_column(rows)], rows.text["item"]
    item = np.full(len(column.names) + 1, -1, dtype=np.int64)
    item[column.codes] = items.codes
    seen = zip(item[votes.showing].tolist(), votes.left.tolist(), votes.right.tolist(), strict=True)
    return [
        (known.get((items.names[i], votes.systems[a])), known.get((items.names[i], votes.systems[b])))
        for i, a, b in seen
    ]


def _share(
    votes: Votes, chosen: NDArray[np.bool_], value: NDArray[np.bool_], *, name: str, confidence: float
) -> Finding:
    """Of some comparisons alone: the others are not missing, they are of another sort."""
    part = votes.only(chosen)
    found = share_ratings(part.shares(np.ones(len(part), dtype=bool), value[chosen]), confidence=confidence)
    return replace(found, name=name)


def _identical(work: Work, votes: Votes, known: dict[tuple[str, str], Trajectory]) -> Section | None:
    """How often pairs that are the same, step by step, were called equal, beside all other pairs."""
    same = np.array([a is not None and a == b for a, b in _sides(work, votes, known)], dtype=bool)
    if not same.any():
        return None
    tie = votes.aligned()[2] == 0
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    for name, chosen in (("identical", same), ("different", ~same)):
        if not chosen.any():
            continue
        found = _share(votes, chosen, tie, name=f"preference.tie_share.{name}", confidence=work.context.confidence)
        findings.append(found)
        rows.append({"pairs": say(f"pairs-{name}"), "n": found.n, "tie_share": found.value, "interval": found.interval})
    title = say("identical-title", share=Share(findings[0].value), n=findings[0].n)
    return Section(
        name="preference.identical",
        title=title,
        role="quality",
        field="preference",
        text=(say("identical-rule"),),
        findings=tuple(findings),
        tables=(
            sheet(
                "preference.identical",
                title,
                rows,
                ("pairs", "n", "tie_share", "interval"),
                headings={"pairs": say("pairs")},
            ),
        ),
    )


def _cut_off(work: Work, votes: Votes, known: dict[tuple[str, str], Trajectory]) -> Section | None:
    """Scores of trajectories that were cut off beside finished ones of the same items, thoroughness first."""
    confidence = work.context.confidence
    present = {info.name for info in work.fields}
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    diagnostics: list[Diagnostic] = []
    for name in reversed(PROCESS):
        scores = _by_end(work.measure(name), known) if name in present else None
        if scores is None:
            continue
        cut, whole = (
            replace(mean_ratings(scores, end, confidence=confidence), name=f"{name}.mean_{end}")
            for end in scores.systems
        )
        tested = difference_ratings(scores, _CUT, _WHOLE, confidence=confidence)
        gap = tested["difference"]
        # that only items with both count is told once, below the table
        notes = tuple(note for note in gap.notes if key_of(note) != "note-ratings-of-one")
        gap = replace(gap, name=f"{name}.cut_off_difference", notes=notes)
        findings += [cut, whole, gap]
        sign = say("cut-off-sign", field=work.measure(name).label, difference=estimate(gap))
        diagnostics.append(Diagnostic(p=tested["p"].value, sign=sign))
        rows.append(
            {"field": name, "cut_off": cut.value, "finished": whole.value, "difference": gap.value}
            | {"interval": gap.interval, "n": cut.n, "n_finished": whole.n}
        )
    if not rows:
        return None
    gap = findings[2]
    known_gap = math.isfinite(gap.value)
    label = work.measure(rows[0]["field"]).label
    title = say("cut-off-title" if known_gap else "cut-off-alone")
    none = say("cut-off-no-sign", field=label, difference=estimate(gap)) if known_gap else None
    text: tuple[Words, ...] = ()
    preferred = _preferred_to_cut_off(work, votes, known)
    if preferred is not None:
        findings.append(preferred)
        text = (
            say(
                "cut-off-preferred",
                share=Interval(preferred.value, preferred.interval, digits=0, share=True),
                n=preferred.n,
            ),
        )
    return Section(
        name="process.cut_off",
        title=title,
        role="quality",
        text=text,
        findings=tuple(findings),
        tables=(
            sheet(
                "process.cut_off",
                title,
                rows,
                ("field", "cut_off", "finished", "difference", "interval", "n", "n_finished"),
                headings={
                    name: say(f"column-{name.replace('_', '-')}") for name in ("cut_off", "finished", "n", "n_finished")
                },
                notes=(say("cut-off-note"),),
            ),
        ),
        diagnostics=tuple(diagnostics),
        no_sign=none,
    )


def _by_end(measure: Measure, known: dict[tuple[str, str], Trajectory]) -> Scores | None:
    """The ratings of a scale by whether the trajectory was cut off, None if none was."""
    rows = measure.rows
    item, system = rows.text["item"], rows.text["system"]
    seen = (
        known.get((item.names[i], system.names[s]))
        for i, s in zip(item.codes.tolist(), system.codes.tolist(), strict=True)
    )
    end = np.array([-1 if one is None else 0 if one.cut_off else 1 for one in seen], dtype=np.int32)
    kept = measure.said & (end >= 0)
    if not (end[kept] == 0).any():
        return None
    block, rater = rows.text["block"], rows.text["rater"]
    return Scores(
        value=measure.bounded()[kept],
        system=end[kept],
        block=block.codes[kept],
        rater=rater.codes[kept] if measure.has_raters else None,
        systems=(_CUT, _WHOLE),
        blocks=block.names,
        raters=rater.names,
        n_dropped=len(kept) - int(np.count_nonzero(kept)),
    )


def _preferred_to_cut_off(work: Work, votes: Votes, known: dict[tuple[str, str], Trajectory]) -> Finding | None:
    """In how many comparisons of a finished trajectory with a cut-off one the finished one was preferred."""
    ends = [
        (a is not None and b is not None) and (int(a.cut_off), int(b.cut_off)) for a, b in _sides(work, votes, known)
    ]
    # which side was cut off: -1 left, 1 right, 0 both, neither or unknown
    cut = np.array([end[1] - end[0] if end else 0 for end in ends], dtype=np.int8)
    chosen = cut != 0
    if not chosen.any():
        return None
    for_left = np.choose(votes.outcome, [1, -1, 0])
    name = "preference.finished_preferred"
    return _share(votes, chosen, for_left == cut, name=name, confidence=work.context.confidence)
