"""Trials on which raters differ so much that somebody should decide. The raw answers stay as they are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from beholder.declarations.states import Showing
from beholder.stats.bounds import least_of
from beholder.study.journey import Adjudication
from beholder.tables.ratings import Rating

__all__ = ["Dispute", "disputes"]


@dataclass(frozen=True, slots=True)
class Dispute:
    """One trial: the widest difference, on which field, and whether it has been decided."""

    trial: int
    item: str
    field: str
    spread: float
    raters: int
    decided: bool


def disputes(rows: Iterable[Rating], rule: Adjudication) -> list[Dispute]:
    """Trials whose answers to a field differ by at least what the study declares, widest first, undecided before decided.

    Numbers differ by their distance, a bound such as `>20` or `20+` counting as the least it can be; words differ by 1
    if they are not the same. Fields about candidates are compared within each candidate. Excluded answers do not count.
    """
    given: dict[int, dict[tuple[str, str], list[tuple[str, Rating]]]] = defaultdict(lambda: defaultdict(list))
    decided: set[int] = set()
    for row in rows:
        if row.kind == Showing.ADJUDICATION:
            decided.add(int(row.trial))
        elif row.counts and row.field in rule.spread and row.value:
            given[int(row.trial)][row.field, row.system].append((row.rater, row))
    found = []
    for trial, shown_slots in given.items():
        worst: Dispute | None = None
        for (field, _), answers in shown_slots.items():
            raters = len({rater for rater, _ in answers})
            if raters < rule.after:
                continue
            spread = _spread([row for _, row in answers])
            if spread >= rule.spread[field] and (worst is None or spread > worst.spread):
                worst = Dispute(trial, answers[0][1].item, field, spread, raters, trial in decided)
        if worst is not None:
            found.append(worst)
    return sorted(found, key=lambda one: (one.decided, -one.spread, one.trial))


def _spread(rows: list[Rating]) -> float:
    numbers = [_number(row) for row in rows]
    known = [number for number in numbers if number is not None]
    if len(known) == len(rows):
        return max(known) - min(known)
    return float(len({row.value for row in rows}) > 1)


def _number(row: Rating) -> float | None:
    least = least_of(row.value)
    return row.number if least is None else float(least)
