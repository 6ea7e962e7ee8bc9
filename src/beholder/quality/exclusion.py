"""Exclusion rules, declared with the study before its data: which answers they take out, each named by its rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from beholder.protocols import Showing
from beholder.quality.rater_quality import RaterQuality
from beholder.study.journey import ExclusionRule
from beholder.tables.ratings import Rating

__all__ = ["Exclusion", "Passed", "combine_checks", "decide"]

Passed = Mapping[str, tuple[int, int]]
"""Checks passed and given, per rater."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Answers that a rule takes out."""

    rule: str
    answers: tuple[str, ...]
    rater: str
    measured: float


def decide(rules: Sequence[ExclusionRule], quality: Iterable[RaterQuality], rows: Iterable[Rating]) -> list[Exclusion]:
    """What the rules take out of answers that still count; the first rule that applies to an answer names it.

    Corrections are never too fast: their clock starts anew, on a trial that was looked at before.
    """
    judged = list(quality)
    quickest = 1000 * max((rule.below or 0 for rule in rules if rule.measure == "too-fast"), default=0)
    condemned = {one.rater for rule in rules for one in judged if _condemns(rule, one)}
    given: dict[str, dict[str, int]] = {}
    corrected: set[str] = set()
    # of all answers only those are held that some rule may take out
    for row in rows:
        if row.rater not in condemned and row.active_ms >= quickest:
            continue
        if row.revision > 1:
            corrected.add(row.answer)
        if row.kind in Showing.COUNTED and not row.excluded_by:
            given.setdefault(row.rater, {})[row.answer] = row.active_ms
    found: list[Exclusion] = []
    for rule in rules:
        for one in judged:
            answers = given.get(one.rater, {})
            if rule.measure == "too-fast":
                bound = 1000 * (rule.below or 0)
                quick = tuple(a for a, ms in answers.items() if ms < bound and a not in corrected)
                if quick:
                    found.append(Exclusion(rule.id, quick, one.rater, min(answers[a] for a in quick) / 1000))
                    given[one.rater] = {a: ms for a, ms in answers.items() if a not in quick}
                continue
            if answers and _condemns(rule, one):
                found.append(Exclusion(rule.id, tuple(answers), one.rater, _measured(rule, one)[0]))
                given[one.rater] = {}
    return found


def combine_checks(attention: Passed, controls: Passed) -> dict[str, tuple[int, int]]:
    """Checks passed and given per rater: attention checks together with controls hidden in ordinary trials."""
    found = dict(attention)
    for rater, (hits, of) in controls.items():
        before = found.get(rater, (0, 0))
        found[rater] = (before[0] + hits, before[1] + of)
    return found


def _condemns(rule: ExclusionRule, one: RaterQuality) -> bool:
    """Whether a rule takes out all that the rater answered."""
    if rule.measure == "too-fast":
        return False
    value, observations = _measured(rule, one)
    return observations >= rule.after and _applies(rule, value)


def _measured(rule: ExclusionRule, one: RaterQuality) -> tuple[float, int]:
    if rule.measure == "checks-failed":
        return 1 - one.checks.value, one.checks.of
    if rule.measure == "fast-share":
        return one.fast.value, one.fast.of
    if rule.measure == "self-disagreement":
        return 1 - one.consistent.value, one.consistent.of
    return float(one.longest_run), one.answers


def _applies(rule: ExclusionRule, value: float) -> bool:
    if rule.above is not None:
        return value > rule.above
    return rule.below is not None and value < rule.below
