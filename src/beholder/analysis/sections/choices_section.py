"""Best and worst, or orders, as a section: who comes out ahead in each task, in words, in tables and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Picture, Section, Sheet, say
from beholder.analysis.sections.choices import ChoiceTask, best_worst_task, mid_ranks, ranking_task
from beholder.analysis.sections.ranks import HELD
from beholder.analysis.sections.standing import standing
from beholder.analysis.sections.verdict import according_to, task_named
from beholder.analysis.showings import Showings, showings_of
from beholder.analysis.system_names import listed, question
from beholder.fields import Way, Words
from beholder.findings import Finding
from beholder.text import Interval

__all__ = ["ChoiceResult", "choices_section", "ranks_within"]

# best and worst of two would be one comparison counted twice
_FEWEST = {Way.BEST_WORST: 3, Way.RANKS: 2}
_TASK = {Way.BEST_WORST: best_worst_task, Way.RANKS: ranking_task}
_COUNTED = {Way.BEST_WORST: ("best_share", "worst_share"), Way.RANKS: ("mean_rank", "first_share")}
# a stacked bar of more systems cannot be read
_MOST_SYSTEMS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceResult:
    """The section, and each pair's row for the contrasts that were declared."""

    section: Section
    pairs: tuple[Mapping[str, Any], ...]
    differences: tuple[Finding, ...]


def choices_section(measure: Measure, context: Context) -> ChoiceResult:
    """Everything about a field that picks or orders the systems shown, but agreement.

    Systems that were never shown together, directly or through others, are ranked in tasks of their own.
    """
    info, name, label = measure.info, measure.name, measure.label
    showings = showings_of(measure.rows, name, fewest=_FEWEST[info.way]).panelled()
    tasks = showings.tasks() if len(showings) else []
    apart = [showings.among(task).panelled() for task in tasks] if len(tasks) > 1 else [showings][: len(tasks)]
    found = [_TASK[info.way](part, context, name=name) for part in apart]
    asked = question(name, label, info.label)
    told = tuple(_verdict(one, _in_task(one, asked, found), info.way) for one in found)
    if not found:
        title = say("choices-nothing", question=label)
    else:
        title = (
            say("verdict-tasks", question=label, n=len(found))
            if len(found) > 1
            else _verdict(found[0], label, info.way)
        )
    charts = _charts(name, title, found, showings, info.way, asked=asked)
    pairs = tuple(row for one in found for row in one.pairs)
    return ChoiceResult(
        section=Section(
            name=name,
            title=title,
            role="results",
            field=name,
            text=(*(told if len(told) > 1 else ()), *_concordance(found)),
            findings=tuple(finding for one in found for finding in _findings(one, name)),
            tables=(
                *([_systems_sheet(name, title, found, info.way)] if found else []),
                *_pair_sheets(name, label, pairs),
            ),
            charts=charts,
            notes=_notes(found, showings),
            verdict=told,
            headline=charts[0] if charts and len(showings.systems) > 1 else None,
        ),
        pairs=pairs,
        differences=tuple(difference for one in found for difference in one.differences),
    )


def ranks_within(measure: Measure) -> Measure:
    """The measure with a rank for those too that were shown below the ranked ones: all share the middle of what is left."""
    value, rows = measure.value.copy(), measure.rows
    _, showing = np.unique(rows.showing(), return_inverse=True)
    n = int(showing.max(initial=-1)) + 1
    ranked = np.bincount(showing, weights=measure.said, minlength=n)
    size = np.bincount(showing, minlength=n)
    below = ~measure.said & (ranked[showing] > 0)
    value[below] = ((ranked + 1 + size) / 2)[showing][below]
    return replace(measure, value=value)


def _in_task(one: ChoiceTask, asked: Words, found: Sequence[ChoiceTask]) -> Words:
    if len(found) == 1:
        return asked
    return say("question-in-task", question=asked, task=task_named(sorted(one.order)))


def _verdict(one: ChoiceTask, asked: Words, way: Way) -> Words:
    """Who comes out ahead, and how often; or that it is not established."""
    first = one.order[0]
    lead = {key: one.plain[key][first] for key in _COUNTED[way]}
    told = {
        key: Interval(f.value, f.interval, digits=1 if key == "mean_rank" else 0, share=key != "mean_rank")
        for key, f in lead.items()
    }
    scores = one.showings.scores(np.zeros(len(one.showings.system)))
    values: dict[str, Any] = {
        "question": asked,
        "system": first,
        "how": say(f"choices-how-{way.value}", **told),
        "by": according_to(scores),
        "n": len(one.order),
    }
    stand = standing(one.order, (*one.pairs, *one.unlisted), *(one.plain[key] for key in _COUNTED[way]))
    if stand.all_behind:
        return say("choices-ahead", **values)
    if 1 < len(stand.level) == len(one.order):
        return say("choices-level-all", **values, systems=listed(stand.level))
    if len(stand.level) > 1:
        others = stand.others(say("worse-behind"))
        return say("choices-level", **values, systems=listed(stand.level), others=others)
    if not stand.behind:
        return say("choices-open", **values)
    return say("choices-some", **values, same=listed(stand.open), behind=len(stand.behind))


def _findings(one: ChoiceTask, name: str) -> list[Finding]:
    found: list[Finding] = []
    if one.fitted is not None:
        found += [replace(one.fitted[s], name=f"{name}.strength.{s}") for s in one.fitted.names]
        found += [replace(term, name=f"{name}.{term.name}") for term in one.fitted.terms]
    found += [finding for by_system in one.plain.values() for finding in by_system.values()]
    return [*found, *([one.concordance] if one.concordance else []), *one.differences]


def _concordance(found: Sequence[ChoiceTask]) -> list[Words]:
    """How far the orders agree with each other, where there are any of all systems."""
    known = [one.concordance for one in found if one.concordance and math.isfinite(one.concordance.value)]
    return [say("choices-concordance", w=Interval(w.value, w.interval, digits=2), n=w.n) for w in known]


def _notes(found: Sequence[ChoiceTask], showings: Showings) -> tuple[Words, ...]:
    notes = [note for one in found for note in one.notes]
    if showings.n_dropped:
        notes.append(say("choices-dropped", n=showings.n_dropped))
    return tuple(note for place, note in enumerate(notes) if note not in notes[:place])


def _systems_sheet(name: str, title: Words, found: Sequence[ChoiceTask], way: Way) -> Sheet:
    counted = _COUNTED[way]
    rows = []
    for one in found:
        for s in one.order:
            rank, ranges = one.ranks.get(s, (None, None))
            plain = {key: one.plain[key][s] for key in counted}
            strength = one.fitted[s] if one.fitted is not None else None
            rows.append(
                {
                    "system": s,
                    **{key: finding.value for key, finding in plain.items()},
                    "lead_interval": plain[counted[0]].interval,
                    "n": plain[counted[0]].n,
                    "rank": rank,
                    "rank_range": ranges,
                    "strength": None if strength is None else strength.value,
                    "interval": None if strength is None else strength.interval,
                }
            )
    columns = ("system", counted[0], "lead_interval", counted[1], "n", "rank", "rank_range", "strength", "interval")
    headings = {"lead_interval": say("interval"), "n": say("choices-shown")}
    return sheet(f"{name}.systems", title, rows, columns, headings=headings)


def _pair_sheets(name: str, label: Words, pairs: Sequence[Mapping[str, Any]]) -> list[Sheet]:
    if not pairs:
        return []
    held = sum(row["p_holm"] < HELD for row in pairs)
    title = say("preference-pairs", held=held, all=len(pairs), field=label)
    headings = {"difference": say("preference-difference")}
    columns = ("first", "second", "difference", "interval", "p", "p_holm", "status")
    return [sheet(f"{name}.pairs", title, pairs, columns, headings=headings, simultaneous=("interval",))]


def _charts(
    name: str, title: Words, found: Sequence[ChoiceTask], showings: Showings, way: Way, *, asked: Words
) -> tuple[Picture, ...]:
    charts = []
    ranges = [row for one in found for row in _rank_rows(one)]
    if ranges:
        charts.append(
            Picture(
                name=f"{name}.ranks",
                title=title,
                kind="ranks",
                rows=tuple(ranges),
                axes={"value": say("choices-rank-axis")},
                marks={"simultaneous": True},
            )
        )
    strengths = [row for one in found for row in _strength_rows(one)]
    if strengths:
        charts.append(
            Picture(
                name=f"{name}.strengths",
                title=say("preference-strengths", question=asked),
                kind="intervals",
                rows=tuple(strengths),
                axes={"value": say(f"choices-strength-axis-{way.value}")},
                marks={"zero": 0.0},
            )
        )
    order = [s for one in found for s in one.order]
    if order:
        shares = say(f"choices-shares-{way.value}", question=asked)
        charts.append(_stacked(name, shares, order[:_MOST_SYSTEMS], showings, way))
    return tuple(charts)


def _rank_rows(one: ChoiceTask) -> list[dict[str, Any]]:
    rows = []
    for s in one.order:
        rank, ranges = one.ranks.get(s, (None, None))
        if rank is not None:
            low, high = ranges or (None, None)
            rows.append({"label": s, "value": rank, "low": low, "high": high})
    return rows


def _strength_rows(one: ChoiceTask) -> list[dict[str, Any]]:
    rows = []
    for s in one.order if one.fitted is not None else ():
        assert one.fitted is not None
        found = one.fitted[s]
        low, high = found.interval or (None, None)
        rows.append({"label": s, "value": found.value, "low": low, "high": high, "series": "", "held": True})
    return rows


def _stacked(name: str, title: Words, order: Sequence[str], showings: Showings, way: Way) -> Picture:
    """How often each system was said to be what, of all that it was shown in."""
    parts: list[tuple[str | int, Words]]
    if way is Way.BEST_WORST:
        parts = [("best", say("choices-best")), ("", say("choices-neither")), ("worst", say("choices-worst"))]
        said = showings.value
    else:
        middle = np.floor(mid_ranks(showings)).astype(np.int64)
        parts = [(n, Words(str(n))) for n in range(1, int(middle.max(initial=1)) + 1)]
        said = middle
    place = {s: i for i, s in enumerate(showings.systems)}
    rows = []
    for s in order:
        mine = said[showings.system == place[s]]
        rows += [
            {"label": s, "part": words, "share": float(np.mean(mine == part)), "n": int(np.sum(mine == part))}
            for part, words in parts
        ]
    axes = {"share": say("choices-share-axis")}
    return Picture(name=f"{name}.shares", title=title, kind="stacked", rows=tuple(rows), axes=axes)
