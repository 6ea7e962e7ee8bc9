"""Which agreement coefficients go together at each level of measurement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from beholder import stats
from beholder.stats.columns import Ratings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from beholder.findings import Finding
    from beholder.stats.agreement.alpha import Level
    from beholder.stats.resampling.bootstrap import Uncertainty

__all__ = ["agreement_findings", "groups_of"]

_MOST_WEIGHTED_VALUES = 500


def agreement_findings(ratings: Ratings, level: Level, how: Uncertainty) -> list[Finding]:
    """Alpha first, then alpha for raters like these, percent, and what else the level allows."""
    out = [
        stats.krippendorff_alpha(ratings, level=level, uncertainty=how),
        stats.krippendorff_alpha(ratings, level=level, uncertainty=how, raters="like-these", name="alpha_like_these"),
        stats.percent_agreement(ratings, uncertainty=how),
    ]
    if level != "nominal" and ratings.scale is not None:
        out.append(stats.within_agreement(ratings, distance=1.0, uncertainty=how))
    if len(ratings.values) <= _MOST_WEIGHTED_VALUES:
        out += _chance_corrected(ratings, level)
    if level == "nominal" and len(ratings.values) == 2:
        out += [stats.specific_agreement(ratings, value=v, uncertainty=how) for v in ratings.values]
    if level in ("interval", "ratio"):
        out += [stats.intraclass_correlation(ratings, form=form) for form in get_args(stats.IccForm)]
    return [x.finding for x in out]


def _chance_corrected(ratings: Ratings, level: Level) -> list[Any]:
    if level == "nominal":
        out = [stats.gwet_ac(ratings), stats.fleiss_kappa(ratings), stats.brennan_prediger(ratings)]
        return [*out, stats.cohen_kappa(ratings)] if len(ratings.raters) == 2 else [*out, stats.conger_kappa(ratings)]
    if not ratings.ordered:
        return []
    out = [stats.gwet_ac(ratings, weights="ordinal" if level == "ordinal" else "quadratic")]
    return [*out, stats.cohen_kappa(ratings, weights="quadratic")] if len(ratings.raters) == 2 else out


def groups_of(columns: dict[str, list[str | None]], order: list[str] | None) -> Iterator[tuple[str, Ratings]]:
    """The ratings of each group of the `by` column, groups in alphabetical order."""
    rows_of: dict[str | None, list[int]] = {}
    for i, name in enumerate(columns["by"]):
        rows_of.setdefault(name, []).append(i)
    for name in sorted(rows_of, key=lambda x: (x is None, x or "")):
        rows = rows_of[name]
        item, rater, value = ([columns[use][i] for i in rows] for use in ("item", "rater", "value"))
        yield name or "", Ratings.of(item=item, rater=rater, value=value, order=order)
