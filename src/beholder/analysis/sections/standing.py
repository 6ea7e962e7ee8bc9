"""Where systems stand beside the one that a sentence names first: what differences prove, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from beholder.analysis.result import say
from beholder.analysis.sections.ranks import HELD
from beholder.fields import Words
from beholder.findings import Finding

__all__ = ["Standing", "proved", "standing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The systems of a task beside the first, by the differences that hold after correction.

    `level` are those of which a sentence would tell the same numbers, the first among them; `behind` are proved to be behind
    each of those, `ahead` to be ahead of the first, and `open` neither. A rank range that leaves 1 out puts nobody behind the
    first: the proof may be against another system. `skipping` says that an open system has a worse number than one behind.
    """

    level: tuple[str, ...]
    behind: tuple[str, ...]
    ahead: tuple[str, ...]
    open: tuple[str, ...]
    skipping: bool

    @property
    def all_behind(self) -> bool:
        """Whether every other system is proved to be behind the first."""
        return bool(self.behind) and len(self.level) == 1 and not self.open and not self.ahead

    def others(self, worse: Words) -> Words:
        """How many of the others are proved to be behind each of those that are level; `worse` says it of one."""
        rest, behind = len(self.open) + len(self.behind) + len(self.ahead), len(self.behind)
        how = "none" if not behind else "whole" if behind == rest else "part"
        return say(f"others-{how}", rest=rest, behind=behind, worse=worse, level=len(self.level))


def proved(pairs: Iterable[Mapping[str, Any]], *, lower_is_better: bool = False) -> set[tuple[str, str]]:
    """Which system is proved to be better than which, by the differences that hold after correction."""
    return {
        (row["first"], row["second"])[:: 1 if (row["difference"] > 0) is not lower_is_better else -1]
        for row in pairs
        if row["p_holm"] < HELD
    }


def standing(
    order: Sequence[str],
    pairs: Iterable[Mapping[str, Any]],
    *told: Mapping[str, Finding],
    lower_is_better: bool = False,
) -> Standing:
    """What the pairs prove about the systems in `order` and the first of them; `told` are the numbers of the sentence."""
    better = proved(pairs, lower_is_better=lower_is_better)
    first, *rest = order
    level = [first]
    for s in rest:
        same = all(math.isclose(of[s].value, of[first].value, rel_tol=1e-12) for of in told)
        if same and not any((s, one) in better or (one, s) in better for one in level):
            level.append(s)
    others = [s for s in rest if s not in level]
    behind = [s for s in others if all((one, s) in better for one in level)]
    ahead = [s for s in others if (s, first) in better]
    unproved = [s for s in others if s not in behind and s not in ahead]
    return Standing(
        level=tuple(level),
        behind=tuple(behind),
        ahead=tuple(ahead),
        open=tuple(unproved),
        skipping=bool(unproved and behind) and others.index(behind[0]) < others.index(unproved[-1]),
    )
