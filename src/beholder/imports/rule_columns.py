"""What an export of ours tells of a stopping rule: how much each rating counts, and which trials were rated in full."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.stopping_plan import StoppingPlan
from beholder.stats.comparison.scores import Weighting, numbers_of
from beholder.tabular import blaming, column_names, read_coded, read_columns

__all__ = ["ALIKE", "BIASED", "IN_FULL", "WEIGHTED", "RuleUse", "TableRule", "plan_of_table", "rule_of", "tells_rule"]

RuleUse = Literal["weights", "in-full", "alike"]
"""What a statistic does under a rule: weight ratings, take the trials in full alone, or count all ratings alike."""

_TOLD = {"weight", "inclusion_probability"}

WEIGHTED = "weighted by the column weight, as in the report: a stopping rule decided what was asked for"
ALIKE = "a stopping rule decided what was asked for; this statistic takes no weights and counts every rating alike"
IN_FULL = "only trials that were drawn to be rated in full, as in the report; of the others those in dispute have more ratings"
BIASED = "a stopping rule ended trials early and none was rated in full: agreement is biased, and the report tells none"


@dataclass(frozen=True, slots=True)
class TableRule:
    """The weight of each row, NaN where it enters no result, and whether its trial was rated in full whatever was said."""

    weight: NDArray[np.float64]
    in_full: NDArray[np.bool_]
    weighted_by: Weighting


def tells_rule(header: Sequence[str]) -> bool:
    """Whether a table with these columns says how much its rows count: somebody else's `weight` alone may be anything."""
    return set(header) >= _TOLD


def rule_of(path: Path, header: Sequence[str]) -> TableRule | None:
    """What the table says of the rule of its study; None where it is none of ours, or there was no rule."""
    if not tells_rule(header):
        return None
    wanted = (*_TOLD, *(("in_full",) if "in_full" in header else ()))
    told = {name: set(names) for name, (_, names) in read_coded(path, dict(zip(wanted, wanted, strict=True))).items()}
    with blaming(path):
        once = set(numbers_of(list(told["weight"]))) <= {1.0}
    if once and not any(map(_is_false, told.get("in_full", ()))):
        return None
    read = read_columns(path, dict(zip(wanted, wanted, strict=True)))
    n = len(read["weight"])
    in_full = np.array([not _is_false(text) for text in read.get("in_full", [None] * n)], dtype=bool)
    with blaming(path):
        weight = numbers_of(read["weight"])
    return TableRule(weight, in_full, "chance" if told["inclusion_probability"] else "trial")


def plan_of_table(path: Path) -> StoppingPlan | None:
    """What an analysis of the table is told of the rule of its study; None where there was none."""
    header = column_names(path)
    rule = rule_of(path, header)
    if rule is None or "trial" not in header:
        return None
    trials = np.array([text or "" for text in read_columns(path, {"trial": "trial"})["trial"]], dtype=object)
    drawn = trials[rule.in_full & ~np.isnan(rule.weight)]
    return StoppingPlan.of_table(drawn, by_chance=rule.weighted_by == "chance")


def _is_false(text: str | None) -> bool:
    return (text or "").strip().lower() == "false"
