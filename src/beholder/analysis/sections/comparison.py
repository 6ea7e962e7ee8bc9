"""Systems side by side on one measure: means, differences paired by block, ranks, and a title that says which leads."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from scipy.sparse import coo_array

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.measure import Measure, called_by
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Picture, Section, say
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import (
    PairedValues,
    Scores,
    cohens_dz,
    difference_ratings,
    holm,
    mean_ratings,
    superiority_paired,
    t_paired,
    wilcoxon_paired,
)
from beholder.stats.messages import tell
from beholder.stats.ranking.ranks import difference_errors, max_t
from beholder.stats.resampling.clusters import clustered_variance
from beholder.text import Interval, Listing, Number

__all__ = ["MeasureComparison", "compare", "comparison_section", "listed", "pair_names", "rank_ranges"]

# a table of more rows is read by nobody; all systems are then compared with the best
_MOST_PAIRS = 500
# a title that names more systems is no title
_NAMED = 6
# effect sizes of ranks need all differences of a pair in memory
_EFFECT_BLOCKS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureComparison:
    """Means, pairwise differences and rank ranges of one measure. Pairs run in declared order, else alphabetically.

    `apart` counts pairs of systems that share no block and so are not compared.
    """

    measure: Measure
    means: Mapping[str, Finding]
    ranks: Mapping[str, tuple[int, tuple[int, int] | None]]
    pairs: tuple[Mapping[str, Any], ...]
    differences: tuple[Finding, ...]
    notes: tuple[Words, ...] = ()
    apart: int = 0

    @property
    def order(self) -> list[str]:
        """Systems from best to worst."""
        sign = 1 if self.measure.lower_is_better else -1
        known = [s for s in self.means if math.isfinite(self.means[s].value)]
        return sorted(known, key=lambda s: (sign * self.means[s].value, s))


def pair_names(
    systems: Sequence[str], field: str, context: Context, *, best: str | None = None
) -> list[tuple[str, str, bool]]:
    """Which two systems are compared in which order, and whether that was declared: declared ones first.

    With very many systems only comparisons with the best are made beside the declared ones.
    """
    declared = [(c.first, c.second) for c in context.contrasts if c.field == field]
    known = [pair for pair in declared if pair[0] in systems and pair[1] in systems]
    rest = list(combinations(sorted(systems), 2))
    if len(rest) > _MOST_PAIRS and best is not None:
        rest = [pair for pair in rest if best in pair]
    asked = {frozenset(pair) for pair in known}
    return [(a, b, True) for a, b in known] + [(a, b, False) for a, b in rest if frozenset((a, b)) not in asked]


def compare(
    measure: Measure, context: Context, *, effects: bool = True, share: bool = False, declared_as: str = ""
) -> MeasureComparison:
    """The comparison of all systems on a measure.

    Means over ratings and differences on shared blocks have t intervals clustered by block and rater (`mean_ratings`,
    `difference_ratings`); p values are Holm-adjusted over all pairs of the measure. With `effects`, tests and effect sizes
    on one value per block stand beside, with raters as fixed. A `share` has an interval that stays within 0 to 1.
    `declared_as` is the field whose declared contrasts this measure answers, by default its own name.
    """
    scores = measure.scores
    name, confidence = measure.name, context.confidence
    estimate = share_ratings if share else mean_ratings
    found = {s: estimate(scores, s, confidence=confidence) for s in scores.systems}
    means = {s: replace(f, name=_dotted(name, "mean", s if measure.has_systems else "")) for s, f in found.items()}
    means = {s: _explained(f, measure) for s, f in means.items()}
    if not measure.has_systems or len(scores.systems) < 2:
        return MeasureComparison(measure=measure, means=means, ranks={}, pairs=(), differences=())
    rows_of = {s: np.flatnonzero(scores.system == i) for i, s in enumerate(scores.systems)}
    sign = 1 if measure.lower_is_better else -1
    ahead = min(scores.systems, key=lambda s: sign * means[s].value if math.isfinite(means[s].value) else math.inf)
    wanted = pair_names(scores.systems, declared_as or name, context, best=ahead)
    pairs: list[dict[str, Any]] = []
    differences, apart = [], 0
    for first, second, declared in wanted:
        shared = scores.select(np.concatenate([rows_of[first], rows_of[second]]))
        results = difference_ratings(shared, first, second, confidence=confidence)
        difference = replace(results["difference"], name=_dotted(name, "difference", f"{first}-{second}"))
        if not difference.n and not declared:
            apart += 1
            continue
        differences.append(difference)
        pairs.append(
            {
                "first": first,
                "second": second,
                "difference": difference.value,
                "interval": difference.interval,
                "p": results["p"].value,
                "n": difference.n,
                "n_dropped": difference.n_dropped,
                **(_effects(shared, first, second) if effects else {}),
                "status": _DECLARED if declared else _EXPLORATORY,
            }
        )
    for row, adjusted in zip(pairs, holm([row["p"] for row in pairs]).adjusted, strict=True):
        row["p_holm"] = adjusted
    notes: tuple[Words, ...] = ()
    if len(scores.systems) * (len(scores.systems) - 1) // 2 > len(wanted):
        notes = (say("comparison-too-many-pairs", n=len(scores.systems), system=ahead),)
    if apart:
        notes += (say("comparison-apart", n=apart),)
    ranks = rank_ranges(scores, means, context, name=name, lower_is_better=measure.lower_is_better)
    return MeasureComparison(
        measure=measure,
        means=means,
        ranks=ranks,
        pairs=tuple(pairs),
        differences=tuple(differences),
        notes=notes,
        apart=apart,
    )


_DECLARED = say("status-declared")
_EXPLORATORY = say("status-exploratory")


def _dotted(*parts: str) -> str:
    return ".".join(part for part in parts if part)


def _explained(finding: Finding, measure: Measure) -> Finding:
    if not measure.n_censored or measure.info.top is None:
        return finding
    note = tell("note-censored-mean", n=measure.n_censored, least=measure.info.top + 1)
    return replace(finding, notes=(*finding.notes, note))


def _effects(both: Scores, first: str, second: str) -> dict[str, Any]:
    paired = PairedValues.of_scores(both, first, second)
    row: dict[str, Any] = {"blocks": len(paired)}
    if len(paired) <= _EFFECT_BLOCKS:
        wilcoxon = wilcoxon_paired(paired)
        row |= {"rank_biserial": wilcoxon["rank_biserial"].value, "p_wilcoxon": wilcoxon["p"].value}
    row |= {"p_t": t_paired(paired)["p"].value, "dz": _dz(paired), "superiority": superiority_paired(paired).value}
    return row


def _dz(paired: PairedValues) -> float:
    d = paired.differences
    if len(d) < 2 or float(np.ptp(d)) <= 1e-12 * max(1.0, float(np.abs(d).max())):
        return cohens_dz(paired).value
    # the value alone: its interval inverts a noncentral t, which thousands of pairs need not wait for
    return float(d.mean() / d.std(ddof=1))


def rank_ranges(
    scores: Scores, means: Mapping[str, Finding], context: Context, *, name: str, lower_is_better: bool
) -> dict[str, tuple[int, tuple[int, int] | None]]:
    """Rank of each system and the range of ranks that hold for all systems at once.

    A system is proved better than another if their difference leaves 0 out when the intervals of all differences hold
    together (largest |t| over all pairs, from the joint covariance clustered by block and rater). Mogstad et al. 2024.
    Systems that share no block, or differ by the same on every block, are never proved better: there is no error to judge by.
    """
    systems = [s for s in scores.systems if math.isfinite(means[s].value)]
    if len(systems) < 2:
        return {}
    position = np.array([systems.index(s) if s in systems else -1 for s in scores.systems])
    m, system = len(systems), position[scores.system]
    size = np.bincount(system, minlength=m)
    value = np.array([means[s].value for s in systems])
    influence = (scores.value - value[system]) / size[system]

    def sum_by(cluster: Any, n: int) -> Any:
        return coo_array((influence, (cluster, system)), shape=(n, m)).tocsr()

    spread = clustered_variance(sum_by, item=scores.block, rater=scores.rater)
    better = -value if lower_is_better else value
    rank = 1 + (better[None, :] > better[:, None]).sum(axis=1)
    if spread.matrix is None:
        return {s: (int(rank[i]), None) for i, s in enumerate(systems)}
    rng = context.rng("ranks", name)
    critical = max_t(spread.matrix, df=spread.df, confidence=context.confidence, rng=rng)
    if not math.isfinite(critical):
        return {s: (int(rank[i]), None) for i, s in enumerate(systems)}
    error = difference_errors(spread.matrix)
    met = coo_array((np.ones(len(system)), (scores.block, system)), shape=(len(scores.blocks), m)).tocsr()
    met.data[:] = 1
    estimable = ((met.T @ met).toarray() > 0) & (error > 1e-9 * max(float(error.max()), 1e-300))
    proved = estimable & (better[:, None] - better[None, :] > critical * error)
    best, worst = 1 + proved.sum(axis=0), m - proved.sum(axis=1)
    return {s: (int(rank[i]), (int(best[i]), int(worst[i]))) for i, s in enumerate(systems)}


def comparison_section(found: MeasureComparison, *, share: bool = False) -> Section:
    """The comparison as a section: systems from best to worst, pairs, and both as interval plots."""
    measure, name = found.measure, found.measure.name
    scores = measure.scores
    rows = []
    for system in found.order:
        chosen = scores.system == scores.code_of(system)
        finding = found.means[system]
        rank, ranks = found.ranks.get(system, (None, None))
        rows.append(
            {
                "system": system,
                "share" if share else "mean": finding.value,
                "interval": finding.interval,
                **({} if share else {"sd": float(scores.value[chosen].std(ddof=1)) if chosen.sum() > 1 else None}),
                "n": finding.n,
                "blocks": len(np.unique(scores.block[chosen])),
                "raters": None
                if scores.rater is None
                else len({scores.raters[r] for r in np.unique(scores.rater[chosen])} - {""}),
                "rank": rank,
                "rank_range": ranks,
            }
        )
    columns = ["system", "share" if share else "mean", "interval", *([] if share else ["sd"]), "n", "blocks", "raters"]
    columns += ["rank", "rank_range"] if found.ranks else []
    if not measure.has_systems:
        columns.remove("system")
    title = lead(found, share=share)
    tables = [sheet(f"{name}.systems", title, rows, columns)]
    charts = [_means_chart(found, title)] if measure.has_systems else []
    if found.pairs:
        tables.append(_pairs_sheet(found))
        if len(found.pairs) <= 45:
            charts.append(_differences_chart(found))
    adjusted = tuple(
        replace(
            difference,
            name=_dotted(name, "p_holm", f"{row['first']}-{row['second']}"),
            value=row["p_holm"],
            interval=None,
            method=tell("holm-over-pairs"),
        )
        for row, difference in zip(found.pairs, found.differences, strict=True)
    )
    return Section(
        name=name,
        title=title,
        role="results",
        field=measure.info.name,
        findings=(*(found.means[s] for s in found.order), *found.differences, *adjusted),
        tables=tuple(tables),
        charts=tuple(charts),
        notes=found.notes,
    )


def lead(found: MeasureComparison, *, share: bool = False) -> Words:
    """The comparison in one sentence: who leads, who shares the lead, or that nothing is established."""
    called = found.measure.label
    order = found.order
    if not order:
        return say("lead-nothing", field=called)

    def interval_of(system: str, *, alone: bool = True) -> Interval:
        finding = found.means[system]
        bounds = finding.interval if alone else None
        return Interval(finding.value, bounds, digits=0 if share else 2, share=share)

    what = _what(found.measure, share=share)
    first = order[0]
    if not found.measure.has_systems or len(order) == 1:
        return say("lead-alone", start=_upper(called), field=called, what=what, value=interval_of(first))
    leaders = [s for s in order if (found.ranks.get(s, (0, None))[1] or (2, 2))[0] == 1]
    best = "lowest" if found.measure.lower_is_better else "highest"
    top = [s for s in order if math.isclose(found.means[s].value, found.means[first].value, rel_tol=1e-12)]
    # each of several has an interval of its own
    highest = interval_of(first, alone=len(top) == 1)
    if len(top) == len(order):
        return say("lead-same", n=len(order), what=what, field=called, value=highest)
    tied = say("lead-tied", systems=listed(top), n=len(top), best=best)
    if found.apart:
        return say("lead-no-common-order", field=called, tied=tied, value=highest)
    if leaders == [first]:
        return say("lead-ahead", system=first, best=best, field=called, what=what, value=interval_of(first))
    if len(leaders) == len(order) or not leaders:
        return say("lead-nobody", field=called, tied=tied, value=highest)
    # paired differences decide, and a noisy system may stay in reach of the first while a steadier, higher one does not
    skipped = [s for s in order[: order.index(leaders[-1])] if s not in leaders]
    return say(
        "lead-shared-skipping" if skipped else "lead-shared",
        systems=listed(leaders, of=len(order)),
        field=called,
        tied=tied,
        value=highest,
    )


def _what(measure: Measure, *, share: bool) -> Words:
    """What is compared: a share, a share of some answer, a mean, or the least that a mean can be."""
    if not share:
        return say("lead-mean-at-least" if measure.n_censored else "lead-mean")
    yes = measure.info.yes
    if not yes:
        return say("lead-share")
    return say("lead-share-of", option=called_by((measure.info.options or {}).get(yes, Words(yes)), yes))


def listed(systems: Sequence[str], *, of: int = 0) -> Words:
    """Systems by name, or how many there are if the names would fill the sentence."""
    if len(systems) == 1:
        return Words(systems[0])
    if len(systems) <= _NAMED:
        return say("systems-listed", some=Listing(systems[:-1]), last=systems[-1])
    return say("systems-some-of", n=len(systems), of=of) if of else say("systems-some", n=len(systems))


def _upper(words: Words) -> Words:
    return Words({language: text[:1].upper() + text[1:] for language, text in words.root.items()})


def _pairs_sheet(found: MeasureComparison) -> Any:
    told = sum(row["p_holm"] < 0.05 for row in found.pairs)
    n = len(found.pairs)
    called = found.measure.label
    columns = ["first", "second", "difference", "interval", "p", "p_holm", "status"]
    extra = ("blocks", "dz", "superiority", "rank_biserial", "p_t", "p_wilcoxon", "n", "n_dropped")
    columns += [c for c in extra if any(c in row for row in found.pairs)]
    return sheet(
        f"{found.measure.name}.pairs",
        say("comparison-pairs", held=told, all=n, field=called),
        found.pairs,
        columns,
    )


def _means_chart(found: MeasureComparison, title: Words) -> Picture:
    rows = []
    for system in found.order:
        low, high = found.means[system].interval or (None, None)
        rows.append({"label": system, "value": found.means[system].value, "low": low, "high": high, "series": ""})
    return Picture(
        name=f"{found.measure.name}.means",
        title=title,
        kind="intervals",
        rows=tuple(rows),
        axes={"value": found.measure.label},
    )


def _differences_chart(found: MeasureComparison) -> Picture:
    rows = []
    for row in found.pairs:
        low, high = row["interval"] or (None, None)
        label = f"{row['first']} − {row['second']}"
        rows.append({"label": label, "value": row["difference"], "low": low, "high": high, "series": ""})
    called = found.measure.label
    widest = max(found.pairs, key=lambda row: abs(row["difference"]) if math.isfinite(row["difference"]) else -1.0)
    return Picture(
        name=f"{found.measure.name}.differences",
        title=say(
            "comparison-largest-difference",
            field=called,
            first=widest["first"],
            second=widest["second"],
            difference=Number(widest["difference"]),
        ),
        kind="intervals",
        rows=tuple(rows),
        axes={"value": say("comparison-difference-axis")},
        marks={"zero": 0.0},
    )
