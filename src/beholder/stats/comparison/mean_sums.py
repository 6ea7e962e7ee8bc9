"""Means of systems and all their differences over an engine: one pass, and sums that do not grow with the ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.sparse import csr_array

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.intra_rater import likely_repeats
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, middle_of, run, summed
from beholder.stats.columns import Floats
from beholder.stats.comparison.corrections import holm
from beholder.stats.comparison.means import Panel, finding_of_mean, standard_error, tested_difference
from beholder.stats.comparison.scores import FEWEST_RATERS
from beholder.stats.comparison.systems import Comparison
from beholder.stats.comparison.tasks import tasks_of_shared
from beholder.stats.messages import tell
from beholder.stats.resampling.clusters import ClusteredVariance, Products, variance_of_products

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from beholder.stats.results import Results

__all__ = ["ScoreSums", "compare_systems_engine", "mean_ratings_engine"]

# raters × systems × systems of sums: 160 MB
_MOST_SUMS = 10_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSums:
    """What means, differences and their errors need, by system or by two systems (rows: whose ratings, columns: on whose blocks).

    A rating enters less `middle`, which keeps squares of large numbers apart. Of two systems there are the products of
    sums S and numbers n of ratings within blocks, and within cells of a block and a rater: `ss`, `sn` and `nn` of
    one with the other, `own_ss`, `own_sn` and `own_nn` of the first with itself on the blocks that the second has too; the
    diagonal is a system by itself. By rater: numbers and sums of each system on the blocks of each other one.
    """

    middle: float
    block: Floats
    cell: Floats
    shared: Floats
    rater: Floats
    square: Floats

    @property
    def n(self) -> Floats:
        """Ratings of each system on the blocks of each other."""
        return np.asarray(self.rater[0].sum(axis=0))

    @property
    def total(self) -> Floats:
        """Their sums, less the middle."""
        return np.asarray(self.rater[1].sum(axis=0))


class ScoreKernel:
    """One pass over blocks: chunks have the columns `number`, and where known `rater` and `system`."""

    def __init__(self, *, n_systems: int, n_raters: int, scale: Floats | None) -> None:
        self.n_systems, self.n_raters, self.scale = n_systems, max(n_raters, 1), scale

    def partial(self, chunk: Chunk, params: ScoreSums) -> Sums:
        """The sums of a chunk."""
        number = chunk.numbers(self.scale)
        if np.isnan(number).any():
            chunk = chunk.select(~np.isnan(number))
            number = chunk.numbers(self.scale)
        number = number - params.middle
        m, row = self.n_systems, chunk.row_item
        nothing_told = np.zeros(len(number), dtype=np.int32)
        system = chunk["system"] if m > 1 else nothing_told
        rater = chunk.columns.get("rater", nothing_told)
        size, total = _table(row * m + system, number, chunk.n_items, m)
        present = (size > 0).astype(np.float64)
        block = _products(total, size, (total**2, total * size, size**2), present)
        cells = self._cells(row, rater, system, number, present)
        by_rater = np.zeros((2, self.n_raters, m, m))
        key = rater.astype(np.int64) * m + system
        for other in range(m):
            on = present[row, other]
            for k, weights in enumerate((on, on * number)):
                by_rater[k, :, :, other] = np.bincount(key, weights=weights, minlength=self.n_raters * m).reshape(-1, m)
        square = summed(system, number**2, m)
        return block, cells, present.T @ present, by_rater, square

    def _cells(self, row: Any, rater: Any, system: Any, number: Floats, present: Floats) -> Floats:
        """The products within cells of a block and a rater.

        Most cells have one rating, whose products are those of the row; only the others are gathered, which takes sorting.
        """
        m, n_blocks = self.n_systems, len(present)
        several = likely_repeats(row.astype(np.int32), rater, self.n_raters)
        alone = np.ones(len(row), dtype=bool)
        alone[several] = False
        at, one = (row * m + system)[alone], number[alone]
        own = [summed(at, x, n_blocks * m).reshape(n_blocks, m) for x in (one**2, one, np.ones(len(one)))]
        key = (row[several] * self.n_raters + rater[several]) * m + system[several]
        cell, of_row = np.unique(key, return_inverse=True)
        size, total = (
            np.bincount(of_row, minlength=len(cell)).astype(np.float64),
            summed(of_row, number[several], len(cell)),
        )
        of_block, who = cell // (m * self.n_raters), cell % m
        for table, x in zip(own, (total**2, total * size, size**2), strict=True):
            table += summed(of_block * m + who, x, n_blocks * m).reshape(n_blocks, m)
        _, where = np.unique(cell // m, return_inverse=True)
        shape = (int(where.max(initial=-1)) + 1, m)
        sums, sizes = (csr_array((x, (where, who)), shape=shape) for x in (total, size))
        return _products(sums, sizes, own, present)

    def finish(self, sums: Sums, params: ScoreSums) -> ScoreSums:
        """The sums of everything."""
        block, cell, shared, rater, square = sums
        return replace(params, block=block, cell=cell, shared=shared, rater=rater, square=square)


def _table(key: NDArray[Any], number: Floats, rows: int, columns: int) -> tuple[Floats, Floats]:
    """Numbers and sums of ratings, blocks by systems."""
    size = np.bincount(key, minlength=rows * columns).astype(np.float64)
    total = summed(key, number, rows * columns)
    return size.reshape(rows, columns), total.reshape(rows, columns)


def _products(total: Any, size: Any, squares: Sequence[Floats], present: Floats) -> Floats:
    """The six tables of `ScoreSums`: of one system with another, and of each with itself on the blocks of another."""
    across = [total.T @ total, total.T @ size, size.T @ size]
    own = [x.T @ present for x in squares]
    return np.stack([x.toarray() if hasattr(x, "toarray") else x for x in (*across, *own)])


def _gathered(engine: ChunkEngine, n_systems: int, scale: Floats | None) -> ScoreSums:
    if max(engine.n_raters, 1) * n_systems**2 > _MOST_SUMS:
        raise BeholderError(
            f"{n_systems} systems and {engine.n_raters:,} raters are too many to compare in one pass",
            code="stats-too-many-systems",
            hint="compare some of the systems, or leave out the column of raters",
        )
    if scale is not None and np.isinf(scale).any():
        raise BeholderError("a mean of censored values does not exist", code="stats-censored")
    nothing = np.zeros(0)
    start = ScoreSums(
        middle=middle_of(engine, scale), block=nothing, cell=nothing, shared=nothing, rater=nothing, square=nothing
    )
    return run(engine, ScoreKernel(n_systems=n_systems, n_raters=engine.n_raters, scale=scale), start)


def mean_ratings_engine(
    engine: ChunkEngine, *, scale: Floats | None = None, fixed: bool = False, confidence: float = 0.95
) -> Finding:
    """The mean over all ratings of an engine with a two-way clustered t interval; see `mean_ratings`. One pass.

    Ratings are what their values stand for on `scale`, or the column `number`; a share is a mean of zeros and ones.
    """
    sums = _gathered(engine, 1, scale)
    return _mean(sums, 0, "mean", _panel(engine, sums, fixed=fixed, among=("",), names=("",)), confidence)


def compare_systems_engine(
    engine: ChunkEngine,
    *,
    systems: Sequence[str],
    scale: Floats | None = None,
    fixed: bool | None = None,
    confidence: float = 0.95,
) -> Comparison:
    """Every system's mean and the difference of every two that share items, over an engine; see `compare_systems`.

    Means, differences, intervals, p and Holm's p are the same; what needs the ratings themselves (ranks, permutations) is not
    there. Whether the raters of a task are `fixed` goes by their number unless told. The items of the engine are the
    blocks. One pass.
    """
    sums = _gathered(engine, len(systems), scale)
    names = tuple(systems)
    found = tasks_of_shared(names, sums.shared)
    of_task = {task: _panel(engine, sums, fixed=fixed, among=task.systems, names=names) for task in found.tasks}
    of_system = {name: panel for task, panel in of_task.items() for name in task.systems}
    whole = _panel(engine, sums, fixed=fixed, among=names, names=names)
    means = {
        name: _mean(sums, k, f"mean:{name}", of_system.get(name, whole), confidence) for k, name in enumerate(names)
    }
    order = sorted(means, key=lambda name: -means[name].value if means[name].n else np.inf)
    pairs: list[dict[str, Any]] = []
    differences: list[Finding] = []
    for task, panel in of_task.items():
        ranked = [name for name in order if name in task.systems]
        rows = []
        for first, second in combinations(ranked, 2):
            if found.together(first, second):
                a, b = names.index(first), names.index(second)
                result = _difference(sums, a, b, panel, confidence)
                rows.append(_pair_row(first, second, result, int(sums.shared[a, b])))
                differences.append(replace(result["difference"], name=f"difference:{first}-{second}"))
        for row, adjusted in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
            row["p_holm"] = adjusted
        pairs += rows
    rated = sum(mean.n > 0 for mean in means.values())
    return Comparison(
        systems=tuple(
            _system_row(sums, names.index(name), name, means[name], known=engine.n_raters > 0) for name in order
        ),
        pairs=tuple(pairs),
        findings=(*(means[name] for name in order), *differences),
        tasks=found.tasks,
        stray=found.stray,
        apart=math.comb(rated, 2) - len(pairs),
    )


def _panel(
    engine: ChunkEngine, sums: ScoreSums, *, fixed: bool | None, among: Sequence[str], names: Sequence[str]
) -> Panel:
    dropped = engine.n_ratings - round(float(np.trace(sums.n)))
    mine = [k for k, name in enumerate(names) if name in among]
    n_raters = int(np.count_nonzero(sums.rater[0][:, mine, mine].sum(axis=1)))
    alone = n_raters < FEWEST_RATERS if fixed is None else fixed
    return Panel(
        known=engine.n_raters > 0,
        n_fixed=n_raters if engine.n_raters and alone and n_raters > 1 else 0,
        n_dropped=dropped,
        notes=(tell("note-rows-missing-system", n=dropped),) if dropped else (),
    )


def _mean(sums: ScoreSums, a: int, name: str, panel: Panel, confidence: float) -> Finding:
    n = float(sums.n[a, a])
    if not n:
        notes = (tell("reason-nothing-rated"),)
        return Finding(
            name=name, value=math.nan, n_dropped=panel.n_dropped, method=tell("mean-over-ratings"), notes=notes
        )
    mean = float(sums.total[a, a]) / n
    spread = _variance(sums, ((a, a),), np.array([1 / n, -mean / n]), panel)
    return finding_of_mean(
        name, mean + sums.middle, spread, n=round(n), panel=panel, confidence=confidence,
        method=tell("mean-over-ratings"),
    )  # fmt: skip


def _difference(sums: ScoreSums, a: int, b: int, panel: Panel, confidence: float) -> Results:
    n_a, n_b = float(sums.n[a, b]), float(sums.n[b, a])
    mean_a, mean_b = float(sums.total[a, b]) / n_a, float(sums.total[b, a]) / n_b
    lost = round(float(sums.n[a, a] + sums.n[b, b]) - n_a - n_b)
    how = np.array([1 / n_a, -mean_a / n_a, -1 / n_b, mean_b / n_b])
    spread = _variance(sums, ((a, b), (b, a)), how, panel)
    finding = finding_of_mean(
        "difference", mean_a - mean_b, spread, n=round(n_a + n_b), panel=panel, confidence=confidence,
        method=tell("difference-on-blocks"), notes=(tell("note-ratings-of-one", n=lost),) if lost else (), lost=lost,
        size=max(abs(mean_a + sums.middle), abs(mean_b + sums.middle)),
    )  # fmt: skip
    return tested_difference(finding, standard_error(spread), spread.df)


def _variance(sums: ScoreSums, sides: Sequence[tuple[int, int]], how: Floats, panel: Panel) -> ClusteredVariance:
    """The variance of a sum of influences, each of them `how` times the sum and number of ratings of each side."""
    a, b = sides[0]
    per_rater = np.concatenate([[sums.rater[1][:, x, y], sums.rater[0][:, x, y]] for x, y in sides]).T
    sampled = panel.known and not panel.n_fixed

    def products(tables: Floats) -> Products:
        return lambda: np.array([[how @ _of_sides(tables, sides) @ how]])

    return variance_of_products(
        item=products(sums.block),
        rater=(lambda: np.array([[((per_rater @ how) ** 2).sum()]])) if sampled else None,
        cell=products(sums.cell),
        n_items=int(sums.shared[a, b]),
        n_raters=int(np.count_nonzero(per_rater[:, 1::2].sum(axis=1))),
    )


def _of_sides(tables: Floats, sides: Sequence[tuple[int, int]]) -> Floats:
    """The products of (sum, number) of one side, or of (sum, number, sum, number) of two."""
    across_ss, across_sn, across_nn, own_ss, own_sn, own_nn = tables
    out = np.zeros((2 * len(sides), 2 * len(sides)))
    for k, (x, y) in enumerate(sides):
        out[2 * k : 2 * k + 2, 2 * k : 2 * k + 2] = [[own_ss[x, y], own_sn[x, y]], [own_sn[x, y], own_nn[x, y]]]
    if len(sides) == 2:
        a, b = sides[0]
        mixed = np.array([[across_ss[a, b], across_sn[a, b]], [across_sn[b, a], across_nn[a, b]]])
        out[:2, 2:], out[2:, :2] = mixed, mixed.T
    return out


def _system_row(sums: ScoreSums, a: int, name: str, mean: Finding, *, known: bool) -> dict[str, Any]:
    n = float(sums.n[a, a])
    variance = (float(sums.square[a]) - float(sums.total[a, a]) ** 2 / n) / (n - 1) if n > 1 else math.nan
    return {
        "system": name,
        "mean": mean.value,
        "interval": mean.interval,
        "sd": math.sqrt(max(variance, 0.0)) if n > 1 else None,
        "n": mean.n,
        "blocks": int(sums.shared[a, a]),
        "raters": int(np.count_nonzero(sums.rater[0][:, a, a])) if known else None,
        "notes": mean.notes,
    }


def _pair_row(first: str, second: str, result: Results, blocks: int) -> dict[str, Any]:
    difference = result["difference"]
    return {
        "first": first,
        "second": second,
        "difference": difference.value,
        "interval": difference.interval,
        "p": result["p"].value,
        "n": difference.n,
        "n_dropped": difference.n_dropped,
        "blocks": blocks,
        "notes": difference.notes,
    }
