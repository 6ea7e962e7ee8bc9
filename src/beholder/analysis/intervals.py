"""Numbers as they are read in sentences: `7.21 [6.90, 7.52]`, `p < 0.001`."""

from __future__ import annotations

import math

from beholder.findings import Finding, Interval, p_text

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
    """A p value in a sentence."""
    told = p_text(p)
    if told.startswith("<"):
        return f"p < {told[1:]}"
    return f"p {told}" if told == "–" else f"p = {told}"


def with_interval(finding: Finding, digits: int = 2, *, interval: Interval | None = None) -> str:
    """A value and its interval."""
    bounds = interval or finding.interval
    tail = "" if bounds is None else f" [{number(bounds[0], digits)}, {number(bounds[1], digits)}]"
    return number(finding.value, digits) + tail
