"""Whether one rater decides: the same means with each rater left out in turn."""

from __future__ import annotations

from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure
from beholder.analysis.result import Section, say
from beholder.stats.comparison.tasks import Task, tasks_of
from beholder.text import Number

__all__ = ["leave_one_out_section"]

# a table of more rows is read by nobody, and of so many raters one cannot decide
_MOST_RATERS = 40
# questions; the first ones are those that the study is about
_MOST_FIELDS = 3


def leave_one_out_section(measures: list[Measure], context: Context) -> Section | None:
    """For each rater left out, which system comes first and which mean moves most; None for one rater or very many."""
    rows: list[dict[str, Any]] = []
    asked = [m for m in measures if m.has_systems and len(m.systems) > 1][:_MOST_FIELDS]
    for measure in asked:
        for task in tasks_of(measure.scores).tasks if context.revision >= 3 else ():
            # a reference is not what may come first
            rows += _rows(measure, task, without=context.reference if context.revision >= 7 else "")
    if not rows:
        return None
    changed = sum(row["first_changed"] for row in rows)
    furthest = max(rows, key=lambda row: abs(row["change"]))
    title = say(
        "leave-one-out",
        n=len(rows),
        changed=changed,
        system=furthest["system"],
        field=next(m.label for m in asked if m.name == furthest["field"]),
        change=Number(furthest["change"]),
        rater=furthest["rater"],
    )
    shown = [{k: v for k, v in row.items() if k != "first_changed"} for row in rows]
    columns = [
        "field",
        *(["task"] if any(row["task"] for row in rows) else []),
        "rater",
        "best",
        "system",
        "change",
        "n",
    ]
    headings = {"rater": say("leave-one-out-rater"), "best": say("leave-one-out-first")}
    headings |= {"system": say("leave-one-out-system"), "n": say("leave-one-out-n")}
    return Section(
        name="leave_one_out",
        title=title,
        role="sensitivity",
        tables=(sheet("leave_one_out", title, shown, columns, headings=headings),),
    )


def _rows(measure: Measure, task: Task, *, without: str) -> list[dict[str, Any]]:
    competing = [s for s in task.systems if s != without]
    scores = measure.scores.among(competing)
    chosen = np.isin(np.array(scores.systems, dtype=object), competing)
    if len(competing) < 2 or not 1 < scores.n_raters <= _MOST_RATERS:
        return []
    assert scores.rater is not None, "raters are known"
    m, n = len(scores.systems), len(scores.raters)
    cell = scores.rater.astype(np.int64) * m + scores.system
    total = np.bincount(cell, weights=scores.value, minlength=n * m).reshape(n, m)
    count = np.bincount(cell, minlength=n * m).reshape(n, m)
    with np.errstate(invalid="ignore", divide="ignore"):
        all_mean = total.sum(axis=0) / count.sum(axis=0)
    sign = -1.0 if measure.lower_is_better else 1.0
    first = int(np.argmax(np.where(chosen, sign * all_mean, -np.inf)))
    out = []
    for rater in np.unique(scores.rater):
        left = count.sum(axis=0) - count[rater]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = (total.sum(axis=0) - total[rater]) / left
        known = left > 0
        if not known.any():
            continue
        best = int(np.argmax(np.where(known, sign * mean, -np.inf)))
        change = np.where(known, mean - all_mean, 0.0)
        most = int(np.argmax(np.abs(change)))
        out.append(
            {
                "field": measure.name,
                "task": task.group,
                "rater": scores.raters[rater],
                "best": scores.systems[best],
                "system": scores.systems[most],
                "change": float(change[most]),
                "n": int(count[rater].sum()),
                "first_changed": best != first,
            }
        )
    return out
