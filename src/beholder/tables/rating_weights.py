"""How much each rating counts, and how likely it was to be asked for: what a mean over an export needs to know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from beholder.analysis.stopping_plan import StoppingPlan
    from beholder.tables.ratings import Rating

__all__ = ["ALIKE", "RatingWeights", "Weighed"]

_Unit = tuple[str, str]


class Weighed(NamedTuple):
    """The last columns of the ratings table: weight and chance are empty where a row enters no result."""

    weight: float | None
    inclusion_probability: float | None
    in_full: bool


class RatingWeights:
    """Weights of the ratings of a study; without a stopping rule, every rating counts once.

    All fields of an answer weigh the same: a question that was left blank, or shown to some raters only, was asked for with
    the rest. Where a protocol does not compare systems, it plays no part whose output was shown.
    """

    def __init__(self, plan: StoppingPlan | None = None, rows: Iterable[Rating] = (), *, compares: bool = True) -> None:
        self._plan, self._compares = plan, compares
        self._units: Mapping[_Unit, tuple[Weighed, Weighed]] = {} if plan is None else self._weigh(plan, rows)

    def of(self, trial: str, answer: str, system: str, *, counts: bool) -> Weighed:
        """What the row of that answer about that system is given."""
        plan = self._plan
        if plan is None:
            return _ONCE if counts else _NOT
        if not counts:
            return Weighed(None, None, trial in plan.in_full)
        unit = self._units.get((trial, system if self._compares else ""))
        return Weighed(None, None, trial in plan.in_full) if unit is None else unit[answer in plan.beyond]

    def _weigh(self, plan: StoppingPlan, rows: Iterable[Rating]) -> dict[_Unit, tuple[Weighed, Weighed]]:
        # statistics are heavy to import, and only studies with a rule need them
        import numpy as np

        from beholder.analysis.asked_for import unit_weights

        asked, beyond = _counted(plan, rows, compares=self._compares)
        units = sorted({*asked, *beyond})
        systems = {name: code for code, name in enumerate(sorted({system for _, system in units}))}
        of_asked, of_beyond, chances = unit_weights(
            np.array([asked[unit] for unit in units], dtype=np.float64),
            np.array([beyond[unit] for unit in units], dtype=np.float64),
            np.array([systems[system] for _, system in units], dtype=np.int64),
            np.array([plan.by_chance and trial in plan.clear for trial, _ in units], dtype=bool),
            full=plan.full,
        )
        out = {}
        for n, unit in enumerate(units):
            in_full = unit[0] in plan.in_full
            # of a rule that looks at answers alone, nobody knows how likely it was to ask
            certain, chance = (1.0, float(chances[n])) if plan.by_chance else (None, None)
            once = Weighed(float(of_asked[n]), certain, in_full)
            out[unit] = once, Weighed(float(of_beyond[n]), chance, in_full)
        return out


def _counted(plan: StoppingPlan, rows: Iterable[Rating], *, compares: bool) -> tuple[Counter[_Unit], Counter[_Unit]]:
    """How many answers that count each unit has: by the rule, and beyond it. The rows of an answer stand together."""
    asked: Counter[_Unit] = Counter()
    beyond: Counter[_Unit] = Counter()
    before, seen = "", set[str]()
    for row in rows:
        if row.answer != before:
            before, seen = row.answer, set()
        # the trial as a whole is a unit as well, for what is asked of all its systems together
        for system in {"", row.system if compares else ""} - seen if row.counts else ():
            seen.add(system)
            (beyond if row.answer in plan.beyond else asked)[row.trial, system] += 1
    return asked, beyond


_ONCE, _NOT = Weighed(1.0, 1.0, True), Weighed(None, None, True)
ALIKE = RatingWeights()
"""The weights of a study without a stopping rule."""
