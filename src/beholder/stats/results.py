"""Several findings that belong together, as one result that can be asked by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from beholder.errors import BeholderError, nearest

if TYPE_CHECKING:
    from beholder.findings import Finding

__all__ = ["ConvergenceError", "Results"]


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


@dataclass(frozen=True, slots=True)
class Results:
    """The findings of one analysis in the order to be read; `results["p"]` is the finding of that name."""

    findings: tuple[Finding, ...]

    def __getitem__(self, name: str) -> Finding:
        for finding in self.findings:
            if finding.name == name:
                return finding
        raise BeholderError(
            f'there is no finding "{name}"',
            code="stats-unknown-finding",
            hint=nearest(name, [f.name for f in self.findings]),
        )

    def __len__(self) -> int:
        return len(self.findings)
