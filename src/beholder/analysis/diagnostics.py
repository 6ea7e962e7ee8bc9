"""Diagnostics: what is looked at beside the results, such as effects of order, corrected for how many there are."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.result import Section, say
from beholder.analysis.sections.ranks import HELD
from beholder.findings import Finding
from beholder.text import PValue

__all__ = ["conclude_diagnostics", "p_of_no_effect"]


def p_of_no_effect(
    finding: Finding, *, df: float, scale: Callable[[float], float] = float, as_normal: bool = False
) -> float:
    """The two-sided p value of a true value of 0 by t, from the width that the interval has on `scale`; NaN without one.

    `as_normal` is for intervals as wide as those of a normal distribution, such as those of a bootstrap.
    """
    if finding.interval is None or df < 1:
        return math.nan
    low, high = (scale(bound) for bound in finding.interval)
    errors_wide = float(student.ppf((1 + finding.confidence) / 2, math.inf if as_normal else df))
    error = (high - low) / 2 / errors_wide
    return float(2 * student.sf(abs(scale(finding.value)) / error, df)) if 0 < error < math.inf else math.nan


def conclude_diagnostics(sections: Sequence[Section], context: Context) -> list[Section]:
    """The sections with what their diagnostics show, all of them corrected together by Holm's method.

    A report looks at a dozen such things or more, of which one in twenty leaves 0 out of its interval by chance alone.
    """
    family = [diagnostic for section in sections for diagnostic in section.diagnostics]
    n = sum(math.isfinite(diagnostic.p) for diagnostic in family)
    adjusted = iter(context.corrected([diagnostic.p for diagnostic in family]))
    concluded = []
    for section in sections:
        if not section.diagnostics:
            concluded.append(section)
            continue
        tested = [(diagnostic, next(adjusted)) for diagnostic in section.diagnostics]
        signs = [(diagnostic, p) for diagnostic, p in tested if p < HELD]
        told = [say("diagnostic-sign", text=diagnostic.sign, p=PValue(p), n=n) for diagnostic, p in signs]
        if not signs and section.no_sign is not None:
            told = [section.no_sign]
        charts = (chart for diagnostic, _ in signs for chart in diagnostic.charts)
        concluded.append(
            replace(
                section,
                text=(*told, *section.text),
                charts=(*section.charts, *charts),
                notes=(*section.notes, say("diagnostics-corrected", n=n)),
            )
        )
    return concluded
