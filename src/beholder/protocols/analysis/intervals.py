"""Numbers as they are read in sentences: `7.21 [6.90, 7.52]`, `p < 0.001`."""

from __future__ import annotations

import math

from beholder.findings import Finding, Interval

__all__ = ["number", "p_value", "percent", "with_interval"]


def number(value: float | None, digits: int = 2) -> str:
    """A number with so many digits, a dash where there is none."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{value:,.{digits}f}".replace("-", "−")


def percent(value: float | None, digits: int = 0) -> str:
    """A share as a percentage."""
    return "–" if value is None or not math.isfinite(value) else f"{100 * value:.{digits}f} %"


def p_value(p: float | None) -> str:
    """A p value as printed."""
    if p is None or not math.isfinite(p):
        return "p –"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def with_interval(finding: Finding, digits: int = 2, *, interval: Interval | None = None) -> str:
    """A value and its interval."""
    bounds = interval or finding.interval
    tail = "" if bounds is None else f" [{number(bounds[0], digits)}, {number(bounds[1], digits)}]"
    return number(finding.value, digits) + tail
