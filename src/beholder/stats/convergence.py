"""When an iterative estimate stops, and the error it raises when it does not."""

from __future__ import annotations

from beholder.errors import BeholderError

__all__ = ["ConvergenceError"]


class ConvergenceError(BeholderError):
    """An iteration ended before it settled; says after how many passes and how large the last change was."""

    def __init__(self, what: str, *, passes: int, change: float, tolerance: float, hint: str = "") -> None:
        self.passes = passes
        self.change = change
        super().__init__(
            f"{what} did not converge: after {passes} passes the last change was {change:.3g}, wanted {tolerance:.3g}",
            code="stats-not-converged",
            hint=hint or "allow more passes or a larger tolerance",
        )
