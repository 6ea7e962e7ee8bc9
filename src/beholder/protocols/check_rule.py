"""What follows from the share of checks that a rater passes: nothing, a warning, or the end of their work."""

from __future__ import annotations

from dataclasses import dataclass

from beholder.declarations.states import ExcludedBy, Verdict

__all__ = ["CHECK_SCORE", "MIN_MISSED", "CheckRule"]

CHECK_SCORE = ExcludedBy.CHECK_SCORE
"""The name of the rule in excluded answers and in the log."""

MIN_MISSED = 3
"""Checks missed before anything follows, whatever the share.

A slip or two happen to anybody; and a consequence of a single miss would tell whoever answers one trial badly, and all
others well, whether that trial is a check.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRule:
    """Bounds on the share of checks passed, which hold from so many checks and `MIN_MISSED` misses on; 0 switches one off.

    With `withdraw`, the answers of a rater who is stopped are taken out of the results and their places open again.
    """

    warn_below: float = 0
    stop_below: float = 0
    after: int = 10
    withdraw: bool = True

    def verdict(self, passed: int, given: int) -> Verdict:
        """What follows for a rater who passed so many of so many checks."""
        if given < self.after:
            return Verdict.TOO_FEW
        if given - passed < MIN_MISSED:
            return Verdict.FINE
        if passed / given < self.stop_below:
            return Verdict.STOP
        return Verdict.WARN if passed / given < self.warn_below else Verdict.FINE
