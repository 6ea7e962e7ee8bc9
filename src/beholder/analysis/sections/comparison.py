"""Systems on one measure: means, and differences of those that do the same task, paired by block and corrected there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from scipy.sparse import coo_array
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.measure import Measure, within
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import say
from beholder.analysis.sections.ranks import Ranks, rank_ranges, ranks_of_pairs, unlisted_differences
from beholder.analysis.system_names import listed
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import PairedValues, Scores, cohens_dz, superiority_paired, t_paired, wilcoxon_paired
from beholder.stats.comparison.means import difference_with_error
from beholder.stats.comparison.tasks import Task, Tasks, tasks_of
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import t_interval

__all__ = ["MeasureComparison", "compare", "correct", "family_note", "pair_names", "simultaneous"]

# a table of more rows is read by nobody; all systems are then compared with the best
_MOST_PAIRS = 500
# effect sizes of ranks need all differences of a pair in memory
_EFFECT_BLOCKS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureComparison:
    """Means, pairwise differences and rank ranges of one measure. Pairs run in declared order, else alphabetically.

    `tasks` are the families of systems that share items: ranks and corrections are within each. `apart` counts pairs within
    a task that share no block and so are not compared, `stray` names systems that are in no task; `scores` has the ratings of
    each system's task. Intervals of `means` are individual, those of `pairs` hold together within a task.
    `reference` is the system that does not compete, where there is one.
    `unlisted` are the pairs of very large tasks that `pairs` leaves out; corrections and ranks count them all.
    """

    measure: Measure
    means: Mapping[str, Finding]
    ranks: Ranks
    pairs: tuple[Mapping[str, Any], ...]
    differences: tuple[Finding, ...]
    notes: tuple[Words, ...] = ()
    apart: int = 0
    share: bool = False
    tasks: tuple[Task, ...] = ()
    stray: tuple[str, ...] = ()
    scores: Mapping[str, Scores] | None = None
    unlisted: tuple[Mapping[str, Any], ...] = ()
    reference: str = ""

    @property
    def order(self) -> list[str]:
        """Systems from best to worst, task by task; from highest to lowest where neither end is better."""
        sign = 1 if self.measure.lower_is_better else -1
        known = [s for s in self.means if math.isfinite(self.means[s].value)]
        task = {s: i for i, one in enumerate(self.tasks) for s in one.systems}
        return sorted(known, key=lambda s: (task.get(s, len(self.tasks)), sign * self.means[s].value, s))

    def with_pairs(
        self, pairs: Sequence[dict[str, Any]], differences: Sequence[Finding], context: Context
    ) -> MeasureComparison:
        """The same with differences made in another way, corrected and ranked anew within each task."""
        ranks = dict(self.ranks)
        for task in self.tasks:
            mine = set(task.systems)
            rows = [row for row in pairs if row["first"] in mine and row["second"] in mine]
            beside = [dict(row) for row in self.unlisted if row["first"] in mine]
            correct(rows, context, ends=_ends(self.measure), beside=beside)
            if _one_family(task, context):
                values = {s: self.means[s].value for s in task.systems}
                ranks |= ranks_of_pairs(values, (*rows, *beside), lower_is_better=self.measure.lower_is_better)
        return replace(self, pairs=tuple(pairs), differences=tuple(differences), ranks=ranks)


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
    """The comparison of all systems on a measure, within each task: a set of systems that share items.

    Means over ratings and differences on shared blocks have t intervals clustered by block and rater, or by block alone where
    fewer than five raters speak for themselves only; p values are Holm-adjusted within the task, and the intervals of its
    differences hold together (Bonferroni). With `effects`, tests and effect sizes on one value per block stand beside. A
    `share` has an interval that stays within 0 to 1. `declared_as` is the field whose declared contrasts this measure
    answers, by default its own name.
    """
    found = _tasks(measure, context)
    by_task = {task: _scores_of(measure, task) for task in found.tasks}
    scores = {s: one for task, one in by_task.items() for s in task.systems}
    scores |= {s: measure.scores for s in measure.systems if s not in scores}

    def mean(system: str) -> Finding:
        if share:
            return share_ratings(scores[system], system, confidence=context.confidence)
        return measure.mean(system, confidence=context.confidence, scores=scores[system])

    called = {s: _dotted(measure.name, "mean", s if measure.has_systems else "") for s in measure.systems}
    means = {s: _explained(replace(mean(s), name=called[s]), measure) for s in measure.systems}
    if not measure.has_systems or len(measure.systems) < 2:
        return MeasureComparison(
            measure=measure, means=means, ranks={}, pairs=(), differences=(), share=share, scores=scores
        )
    pairs: list[dict[str, Any]] = []
    differences: list[Finding] = []
    unlisted: list[dict[str, Any]] = []
    notes: tuple[Words, ...] = ()
    ranks: Ranks = {}
    apart = 0
    for task in found.tasks:
        within_task = _Family(measure, task, by_task[task], found, context, effects, declared_as or measure.name, means)
        rows, made = within_task.differences()
        pairs += rows
        differences += made
        unlisted += within_task.unlisted
        apart += within_task.apart
        notes += within_task.notes(rows)
        ranks |= within_task.ranks(rows)
    lost = [c for c in context.contrasts if c.field == (declared_as or measure.name)]
    known = {(row["first"], row["second"]) for row in pairs}
    for contrast in lost:
        pair = (contrast.first, contrast.second)
        if pair not in known and set(pair) <= set(measure.systems):
            # declared, but of different tasks: said rather than left out
            row, difference = _difference(measure, measure.scores, *pair, declared=True, effects=False, context=context)
            pairs.append(row | {"p_holm": math.nan})
            differences.append(difference)
    if apart:
        notes += (say("comparison-apart", n=apart),)
    if found.stray:
        notes += (say("comparison-stray", systems=listed([f"“{s}”" for s in found.stray]), n=len(found.stray)),)
    return MeasureComparison(
        measure=measure,
        means=means,
        ranks=ranks,
        pairs=tuple(pairs),
        differences=tuple(differences),
        notes=notes,
        apart=apart,
        share=share,
        tasks=found.tasks,
        stray=found.stray,
        scores=scores,
        unlisted=tuple(unlisted),
        reference=context.reference,
    )


def _tasks(measure: Measure, context: Context) -> Tasks:
    if context.revision >= 3 and measure.has_systems:
        return tasks_of(measure.scores)
    # the first analyses knew of no tasks: every system was compared with every other
    systems = measure.systems
    scores = measure.scores
    rated = coo_array((np.ones(len(scores)), (scores.block, scores.system)), shape=(len(scores.blocks), len(systems)))
    return Tasks((Task(systems),), (), systems, np.asarray((rated.T @ rated).toarray() > 0))


def _listed_whole(task: Task) -> bool:
    """Whether every pair of a task is compared, not only those with the best."""
    return math.comb(len(task.systems), 2) <= _MOST_PAIRS


def _one_family(task: Task, context: Context) -> bool:
    """Whether ranks follow from the same corrected differences that the table lists."""
    return context.revision >= (3 if _listed_whole(task) else 6)


def _scores_of(measure: Measure, task: Task) -> Scores:
    """The ratings of a task. Its raters alone decide whether they are a sample."""
    scores = measure.scores
    if len(task.systems) == len(measure.systems):
        return scores
    return scores.among(task.systems).panelled()


@dataclass
class _Family:
    """The comparisons of one task."""

    measure: Measure
    task: Task
    scores: Scores
    tasks: Tasks
    context: Context
    effects: bool
    field: str
    means: Mapping[str, Finding]
    apart: int = 0
    unlisted: tuple[dict[str, Any], ...] = ()

    def _wanted(self) -> list[tuple[str, str, bool]]:
        return pair_names(self.task.systems, self.field, self.context, best=self._ahead())

    def _ahead(self) -> str:
        sign = 1 if self.measure.lower_is_better else -1
        values = {s: self.means[s].value for s in self.task.systems}
        return min(values, key=lambda s: sign * values[s] if math.isfinite(values[s]) else math.inf)

    def differences(self) -> tuple[list[dict[str, Any]], list[Finding]]:
        """The differences with their corrections; pairs that share no item are counted instead, unless declared."""
        rows, made = [], []
        rows_of = {s: np.flatnonzero(self.scores.system == self.scores.code_of(s)) for s in self.task.systems}
        for first, second, declared in self._wanted():
            if not declared and not self.tasks.together(first, second):
                self.apart += 1
                continue
            both = self.scores.select(np.concatenate([rows_of[first], rows_of[second]]))
            row, difference = _difference(
                self.measure, both, first, second, declared=declared, effects=self.effects, context=self.context
            )
            rows.append(row)
            made.append(difference)
        if self.context.revision >= 6 and not _listed_whole(self.task):
            of_task = {s: self.means[s] for s in self.task.systems}
            self.unlisted = tuple(unlisted_differences(self.scores, of_task, rows))
        correct(rows, self.context, ends=_ends(self.measure), beside=self.unlisted)
        if len(self.tasks.tasks) > 1:
            for row in rows:
                row["task"] = self.task.group or None
        return rows, made

    def ranks(self, rows: Sequence[Mapping[str, Any]]) -> Ranks:
        """Ranks within the task."""
        lower = self.measure.lower_is_better
        if _one_family(self.task, self.context):
            values = {s: self.means[s].value for s in self.task.systems}
            family = (*rows, *self.unlisted)
            return ranks_of_pairs(values, family, lower_is_better=lower) if len(values) > 1 else {}
        return rank_ranges(
            self.scores, self.task.systems, self.means, self.context, name=self.measure.name, lower=lower
        )

    def notes(self, rows: Sequence[Mapping[str, Any]]) -> tuple[Words, ...]:
        """That pairs are too many to list, where they are."""
        m = len(self.task.systems)
        if math.comb(m, 2) <= len(self._wanted()):
            return ()
        if self.context.revision < 6:
            return (say("comparison-too-many-pairs", n=m, system=self._ahead()),)
        return (family_note(m, self._ahead(), (*rows, *self.unlisted)),)


def family_note(n: int, best: str, family: Sequence[Mapping[str, Any]]) -> Words:
    """That of so many systems only the differences from the best are listed, and all are corrected together."""
    return say("comparison-one-family", n=n, system=best, pairs=sum(math.isfinite(row["p"]) for row in family))


def correct(
    rows: Sequence[dict[str, Any]],
    context: Context,
    *,
    ends: tuple[float, float] | None = None,
    beside: Sequence[dict[str, Any]] = (),
) -> None:
    """Corrects one family of differences: Holm's p values, and intervals that hold together, beside the plain ones.

    `beside` are those of the family that are not listed: they count, and have their p values corrected too.
    """
    family = [*rows, *beside]
    for row, adjusted in zip(family, context.corrected([row["p"] for row in family]), strict=True):
        row["p_holm"] = adjusted
    if context.revision < 3:
        return
    m = sum(math.isfinite(row["p"]) for row in family)
    for row in rows:
        row["plain_interval"] = row["interval"]
        row["interval"] = simultaneous(row, m, context.confidence, ends=ends)


def simultaneous(
    row: Mapping[str, Any], m: int, confidence: float, *, ends: tuple[float, float] | None = None
) -> tuple[float, float] | None:
    """The interval of a difference that holds together with m - 1 others (Bonferroni).

    Wherever it leaves 0 out, the difference also holds by Holm's method, which is never stricter.
    """
    if row["interval"] is None or not m:
        return None
    found = t_interval(row["difference"], row["se"], df=row["df"], confidence=1 - (1 - confidence) / m)
    return within(Finding(name="", value=row["difference"], interval=found), ends).interval


def _ends(measure: Measure) -> tuple[float, float] | None:
    if measure.range is None or measure.revision < 3:
        return None
    width = measure.range[1] - measure.range[0]
    return -width, width


_DECLARED = say("status-declared")
_EXPLORATORY = say("status-exploratory")


def _difference(
    measure: Measure, both: Scores, first: str, second: str, *, declared: bool, effects: bool, context: Context
) -> tuple[dict[str, Any], Finding]:
    """One difference on shared blocks: a row of the table, and the finding with the plain interval."""
    found, se, df = difference_with_error(both, first, second, confidence=context.confidence)
    known = se > 0 and found.interval is not None
    found = replace(found, name=_dotted(measure.name, "difference", f"{first}-{second}"))
    row: dict[str, Any] = {
        "first": first,
        "second": second,
        "difference": found.value,
        "interval": found.interval,
        "p": float(2 * student.sf(abs(found.value) / se, df)) if known else math.nan,
        "n": found.n,
        "n_dropped": found.n_dropped,
        **(_effects(both, first, second) if effects else {}),
        "status": _DECLARED if declared else _EXPLORATORY,
    }
    if context.revision >= 3:
        row |= {"se": se if known else None, "df": df if known else None}
        if both.sampled_raters is None and both.rater is not None:
            row["raters_agree"] = _same_way(both, first, second, found.value)
        found = within(found, _ends(measure))
        row["interval"] = found.interval
    return row, found


def _same_way(both: Scores, first: str, second: str, difference: float) -> str | None:
    """How many of a small panel see the difference the same way, of those who rated both systems."""
    assert both.rater is not None, "a panel has raters"
    a, b = both.code_of(first), both.code_of(second)
    signs = []
    for rater in np.unique(both.rater):
        mine = both.rater == rater
        one, two = both.value[mine & (both.system == a)], both.value[mine & (both.system == b)]
        if len(one) and len(two):
            signs.append((one.mean() - two.mean()) * difference > 0)
    return f"{sum(signs)}/{len(signs)}" if signs else None


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
