"""When to stop asking about an item whose answers are votes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from beholder.errors import BeholderError

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["RuleOutcome", "VoteRule"]

Votes = tuple[int, ...]
"""How many votes each label has."""


@dataclass(frozen=True, slots=True)
class RuleOutcome:
    """What a rule comes to on an item, over all orders in which its votes may have come."""

    votes: float
    same_label: float


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteRule:
    """At least `least` votes, at most `most`, and none after one label leads the next by `lead`."""

    lead: int
    least: int = 2
    most: int = 5

    def __post_init__(self) -> None:
        """An order that can be kept."""
        if not 1 <= self.least <= self.most:
            raise BeholderError(
                f"least is {self.least} and most {self.most}",
                code="stats-bad-option",
                hint="least is 1 or more, and not above most",
            )
        if self.lead < 1:
            raise BeholderError(f"a lead is 1 or more, got {self.lead}", code="stats-bad-option")

    def stops(self, votes: Sequence[int]) -> bool:
        """Whether nobody more is asked, given how many votes each label has."""
        given = sum(votes)
        if given >= self.most:
            return True
        first, second = (*sorted(votes, reverse=True), 0, 0)[:2]
        return given >= self.least and first - second >= self.lead

    def outlook(self, votes: Votes) -> RuleOutcome:
        """Votes asked for, and the chance of the label that has most of `votes`; exact over all orders of arrival."""
        if sum(votes) < self.most:
            raise BeholderError(
                f"{sum(votes)} votes are fewer than the {self.most} that the rule may ask for", code="stats-bad-option"
            )
        ranked = tuple(sorted(votes, reverse=True))
        return _outlook(self, ranked, (0,) * len(ranked))

    def expected(self, agree: float) -> RuleOutcome:
        """Votes asked for, and the chance of the right label, where each vote is right with the chance `agree`.

        All wrong votes go to one other label, which is the slowest case and the most likely to end wrong.
        """
        if not 0 <= agree <= 1:
            raise BeholderError(f"a share lies from 0 to 1, got {agree:g}", code="stats-bad-option")
        votes = right = 0.0
        reached: dict[Votes, float] = {(0, 0): 1.0}
        while reached:
            following: dict[Votes, float] = {}
            for given, chance in reached.items():
                if sum(given) and self.stops(given):
                    votes += chance * sum(given)
                    right += chance * (given[0] > given[1])
                    continue
                for label, likely in enumerate((agree, 1 - agree)):
                    after = _with(given, label, 1)
                    following[after] = following.get(after, 0.0) + chance * likely
            reached = following
        return RuleOutcome(votes, right)


@lru_cache(maxsize=100_000)
def _outlook(rule: VoteRule, left: Votes, given: Votes) -> RuleOutcome:
    """As seen after `given` votes with `left` still to come; the label that should win stands first."""
    if sum(given) and rule.stops(given):
        return RuleOutcome(float(sum(given)), float(given[0] > max(given[1:], default=0)))
    to_come = sum(left)
    votes = same = 0.0
    for label, n in enumerate(left):
        if not n:
            continue
        after = _outlook(rule, _with(left, label, -1), _with(given, label, 1))
        votes += n / to_come * after.votes
        same += n / to_come * after.same_label
    return RuleOutcome(votes, same)


def _with(votes: Votes, label: int, more: int) -> Votes:
    return (*votes[:label], votes[label] + more, *votes[label + 1 :])
