"""Controls of round 2: what is expected of names whose answer is known, and how each rater does on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from beholder.declarations.item import Candidate, Item
from beholder.declarations.states import Showing, Verdict
from beholder.protocols.check_rule import CheckRule
from beholder.protocols.rounds import RatingRow

__all__ = [
    "CHECK_RULE",
    "CONTROL_KINDS",
    "EXPECTED",
    "ControlScore",
    "NameJudgment",
    "control_counts",
    "control_scores",
    "judge_controls",
]

CONTROL_KINDS = ("right", "typo", "other-object", "random", "consistency")
"""A name known to be right; a misspelt copy; the name of another thing in the picture; a name from elsewhere; groups that go
with the judgments."""

EXPECTED: Mapping[str, str] = {"typo": "linguistic", "other-object": "referential", "random": "other"}
"""What is wrong with a planted name."""

CHECK_RULE = CheckRule(warn_below=0.9, stop_below=0.8, after=20)
"""Bounds of the study behind the protocol: feedback below 90 %, the end below 80 %."""


@dataclass(frozen=True, slots=True)
class NameJudgment:
    """One rater's judgment of one name."""

    adequacy: str
    inadequacy: str
    group: str


@dataclass(frozen=True, slots=True)
class ControlScore:
    """How one rater did on the controls: passed and given by kind, and what follows from the share."""

    rater: str
    passed: Mapping[str, int] = field(default_factory=dict)
    given: Mapping[str, int] = field(default_factory=dict)
    verdict: Verdict = Verdict.TOO_FEW

    @property
    def hits(self) -> int:
        """Controls passed, of all kinds."""
        return sum(self.passed.values())

    @property
    def of(self) -> int:
        """Controls met, of all kinds."""
        return sum(self.given.values())

    @property
    def share(self) -> float:
        """The share passed; NaN where none was met."""
        return self.hits / self.of if self.of else float("nan")


def judge_controls(item: Item, sheets: Mapping[str, NameJudgment]) -> list[tuple[str, bool]]:
    """The controls among one rater's judgments of an object, each with its kind and whether it was passed.

    A name known to be right passes unless it is called inadequate. A planted name passes if its fault is named. An object
    with controls also has one of consistency: a misspelt copy is in the group of its original, a planted name of another
    thing is not in the group of a name known to be right, and nothing said to be totally beside the box is in the group
    of a perfect name.
    """
    shown = [one for one in item.candidates if one.system in sheets]
    found = [(_kind(one), _passes(one, sheets[one.system])) for one in shown if _kind(one)]
    return [*found, ("consistency", _consistent(shown, sheets))] if found else []


def _kind(candidate: Candidate) -> str:
    return str(candidate.columns.get("planted") or candidate.columns.get("control") or "")


def _passes(candidate: Candidate, sheet: NameJudgment) -> bool:
    kind = _kind(candidate)
    return sheet.adequacy != "inadequate" if kind == "right" else sheet.inadequacy == EXPECTED.get(kind)


def _consistent(shown: Sequence[Candidate], sheets: Mapping[str, NameJudgment]) -> bool:
    perfect = {sheets[one.system].group for one in shown if sheets[one.system].adequacy == "perfect"}
    right = {sheets[one.system].group for one in shown if _kind(one) == "right"}
    for one in shown:
        sheet, kind = sheets[one.system], _kind(one)
        original = sheets.get(str(one.columns.get("copy_of") or ""))
        if kind == "typo" and original is not None and original.group != sheet.group:
            return False
        if kind in ("other-object", "random") and sheet.group in right:
            return False
        if sheet.adequacy == "inadequate" and sheet.inadequacy == "referential" and sheet.group in perfect:
            return False
    return True


def control_scores(
    ratings: Iterable[RatingRow], items: Mapping[str, Item], rule: CheckRule = CHECK_RULE
) -> list[ControlScore]:
    """The control score of every rater, sorted by rater. Practice, checks of other kinds and incomplete answers are left out.

    Answers that were excluded still count here: a rater does not become better by having work taken out.
    """
    passed: dict[str, Counter[str]] = {}
    given: dict[str, Counter[str]] = {}
    for (rater, name), sheets in _sheets(ratings).items():
        item = items.get(name)
        for kind, fine in judge_controls(item, sheets) if item is not None else ():
            given.setdefault(rater, Counter())[kind] += 1
            passed.setdefault(rater, Counter())[kind] += fine
    return [
        ControlScore(
            rater,
            dict(passed[rater]),
            dict(given[rater]),
            rule.verdict(passed[rater].total(), given[rater].total()),
        )
        for rater in sorted(given)
    ]


def control_counts(ratings: Iterable[RatingRow], items: Mapping[str, Item], params: Any) -> dict[str, tuple[int, int]]:
    """Controls passed and given per rater, which is what the quality of raters and the rules about checks read."""
    return {one.rater: (one.hits, one.of) for one in control_scores(ratings, items)}


def _sheets(ratings: Iterable[RatingRow]) -> dict[tuple[str, str], dict[str, NameJudgment]]:
    cells: dict[tuple[str, str], dict[str, dict[str, str]]] = {}
    for row in ratings:
        if row.kind == Showing.MAIN and row.field in ("adequacy", "inadequacy", "group"):
            cells.setdefault((row.rater, row.item), {}).setdefault(row.system, {})[row.field] = row.value
    return {
        key: {
            system: NameJudgment(one["adequacy"], one.get("inadequacy", ""), one["group"])
            for system, one in systems.items()
            if one.get("adequacy") and one.get("group")
        }
        for key, systems in cells.items()
    }
