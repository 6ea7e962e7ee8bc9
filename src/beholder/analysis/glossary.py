"""The columns of result tables: what they are called, and how many of their digits matter."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from beholder.analysis.result import Heading, Sheet, say
from beholder.fields import Words
from beholder.stats import Scores

__all__ = ["heading", "sheet", "weighted_heads"]

_DIGITS: Mapping[str, int | None] = {
    "what": None,
    "answers": 0,
    "rows": 0,
    "raters": 0,
    "rater": None,
    "enters": None,
    "system": None,
    "first": None,
    "second": None,
    "field": None,
    "group": None,
    "guideline": None,
    "mean": 2,
    "fair_mean": 2,
    "interval": 2,
    "adjusted_interval": 2,
    "plain_interval": 2,
    "task": None,
    "raters_agree": None,
    "fair_interval": 2,
    "sd": 2,
    "n": 0,
    "n_dropped": 0,
    "items": 0,
    "blocks": 0,
    "rank": 0,
    "rank_range": 0,
    "difference": 2,
    "p": 4,
    "p_holm": 4,
    "p_t": 4,
    "p_wilcoxon": 4,
    "rank_biserial": 2,
    "dz": 2,
    "superiority": 2,
    "status": None,
    "statistic": None,
    "value": 3,
    "share": 3,
    "option": None,
    "low_share": 3,
    "high_share": 3,
    "wins": 0,
    "ties": 0,
    "losses": 0,
    "win_share": 3,
    "both_bad": 3,
    "bad_interval": 3,
    "average_win_rate": 3,
    "strength": 2,
    "best_share": 3,
    "worst_share": 3,
    "mean_rank": 2,
    "first_share": 3,
    "position": 0,
    "severity": 2,
    "seconds": 1,
    "quartiles": 1,
    "mean_seconds": 1,
    "fast_share": 3,
    "hours": 1,
    "alpha": 3,
    "agreement": 3,
    "without": 2,
    "without_interval": 2,
    "with": 2,
    "with_interval": 2,
    "change": 2,
    "requested": 0,
    "counted": None,
    "object_type": None,
    "exact": 3,
    "exact_interval": 3,
    "whole": 3,
    "whole_interval": 3,
    "between": 3,
    "between_interval": 3,
    "bias": 2,
    "bias_bounds": 2,
    "error": 2,
    "over": 3,
    "under": 3,
    "censored": 3,
    "clipped": 3,
    "item": None,
    "consensus": None,
    "spread": 2,
    "comments": None,
    "points": 2,
    "words": 1,
    "per_word": 3,
    "per_word_interval": 3,
    "fact": None,
    "correlation": 3,
    "confidence": 0,
    "text": None,
    "length": 1,
    "distinct": 0,
    "rule": None,
    "passed": 0,
    "choice": None,
    "standing": None,
    "since": None,
    "digest": None,
    "taken_out": 0,
    "result": None,
    "rule_text": None,
    "correct": None,
    "preferred_share": 3,
    "tie_share": 3,
    "agree_share": 3,
    "slope": 3,
    "notes": None,
}
"""How many digits of a column's numbers matter; None prints values as they are."""

_PERCENT = frozenset(
    {"share", "low_share", "high_share", "win_share", "average_win_rate", "fast_share", "preferred_share", "tie_share"}
    | {"both_bad", "best_share", "worst_share", "first_share"}
    | {"agree_share", "exact", "whole", "between", "over", "under", "censored", "clipped"}
)
"""Shares, which sentences and figures tell as percentages too."""


def heading(name: str) -> Heading:
    """The heading of a column; an unknown one is called by its name."""
    title = say(f"column-{name}") if name in _DIGITS else Words(name.replace("_", " "))
    return Heading(name=name, title=title, digits=_DIGITS.get(name, 3), percent=name in _PERCENT)


def weighted_heads(scores: Scores, *columns: str) -> dict[str, Words]:
    """The headings of columns that hold means or shares, where ratings have weights."""
    return {} if scores.weight is None else {name: say("weighted", what=heading(name).title) for name in columns}


def sheet(
    name: str,
    title: Words,
    rows: Iterable[Mapping[str, Any]],
    columns: Sequence[str],
    *,
    notes: Sequence[Words] = (),
    headings: Mapping[str, Words] | None = None,
    percent: Collection[str] = (),
    simultaneous: Collection[str] = (),
) -> Sheet:
    """A table with these columns, called as the glossary says or as `headings` overrides it.

    `percent` names further columns that hold shares in this table, `simultaneous` those whose intervals hold together.
    """
    own = dict.fromkeys(simultaneous, say("column-adjusted_interval")) | dict(headings or {})
    made = [heading(column) for column in columns]
    return Sheet(
        name=name,
        title=title,
        columns=tuple(
            replace(
                one,
                title=own.get(one.name, one.title),
                percent=one.percent or one.name in percent,
                simultaneous=one.name in simultaneous,
            )
            for one in made
        ),
        rows=tuple(dict(row) for row in rows),
        notes=tuple(notes),
    )
