"""Percent agreement, Gwet's AC, Fleiss and Brennan-Prediger over an engine: products of what each item says."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding
from beholder.stats.agreement.chance_corrected import Form, corrected_agreement, expected_agreement
from beholder.stats.agreement.coefficient import Agreement, describe, interval_of
from beholder.stats.agreement.weights import WeightKind, agreement_weights
from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run
from beholder.stats.columns import Ratings, scale_of
from beholder.stats.messages import tell
from beholder.stats.resampling.bootstrap import Jackknife, Spread
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beholder.stats.columns import Floats
    from beholder.stats.resampling.poisson import Draws

__all__ = ["AgreementSums", "chance_corrected_engine", "percent_agreement_engine", "within_agreement_engine"]

# items × values of counts are held at a time: half a gigabyte for chunks of a million ratings of as many items
_MOST_VALUES = 64
_NAMES: dict[Form, str] = {"gwet": "ac1", "fleiss": "fleiss", "brennan-prediger": "brennan-prediger"}


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementSums:
    """Squares and products, over items, of what each item says.

    That is, in this order: its share of agreeing pairs (0 with fewer than two ratings), whether it has two, the share of
    each value, and 1. Every coefficient and Gwet's variance of it is made of these.
    """

    products: Floats
    n_ratings: int
    n_paired: int

    @property
    def n_items(self) -> float:
        """Items with a rating."""
        return float(self.products[-1, -1])

    @property
    def paired(self) -> float:
        """Items with two ratings or more."""
        return float(self.products[-1, 1])

    @property
    def observed(self) -> float:
        """Mean share of agreeing pairs."""
        return float(self.products[-1, 0]) / self.paired if self.paired else math.nan

    @property
    def shares(self) -> Floats:
        """The mean share of each value."""
        return np.asarray(self.products[-1, 2:-1] / self.n_items)


class AgreementKernel:
    """One pass: what the items of a chunk say, and the products of it."""

    def __init__(self, table: Floats, *, n_raters: int) -> None:
        self.table, self.n_raters = table, n_raters

    def partial(self, chunk: Chunk, params: AgreementSums) -> Sums:
        """The sums of a chunk."""
        chunk = chunk.once(self.n_raters)
        k = len(self.table)
        counts = np.bincount(chunk.row_item * k + chunk.value, minlength=chunk.n_items * k)
        counts = counts.reshape(chunk.n_items, k).astype(np.float64)
        size = counts.sum(axis=1)
        paired = size >= 2
        agreeing = (counts * (counts @ self.table)).sum(axis=1) - size
        said = np.empty((chunk.n_items, k + 3))
        said[:, 0] = np.where(paired, agreeing / np.maximum(size * (size - 1), 1), 0.0)
        said[:, 1] = paired
        said[:, 2:-1] = counts / size[:, None]
        said[:, -1] = 1.0
        return said.T @ said, np.array([size.sum(), size[paired].sum()])

    def finish(self, sums: Sums, params: AgreementSums) -> AgreementSums:
        """The sums of everything."""
        products, n = sums
        return AgreementSums(products=products, n_ratings=round(float(n[0])), n_paired=round(float(n[1])))


def _kernel(engine: ChunkEngine, table: Floats) -> tuple[AgreementKernel, AgreementSums]:
    """The kernel, and the sums of nothing."""
    nothing = AgreementSums(products=np.zeros((len(table) + 3, len(table) + 3)), n_ratings=0, n_paired=0)
    return AgreementKernel(table, n_raters=engine.n_raters), nothing


def _gathered(engine: ChunkEngine, table: Floats) -> AgreementSums:
    return run(engine, *_kernel(engine, table))


def _named(engine: ChunkEngine, values: Sequence[Any]) -> Ratings:
    """No ratings, but the values that there are, in their order."""
    if len(values) != engine.n_values or len(values) > _MOST_VALUES:
        raise BeholderError(
            f"the engine holds {engine.n_values} values, {len(values)} are named (at most {_MOST_VALUES})",
            code="stats-too-many-values",
            hint="round or bin the values, or load them into memory",
        )
    nobody = np.empty(0, dtype=np.int32)
    return Ratings(
        item=nobody, rater=nobody, value=nobody, items=(), raters=(), values=tuple(values), scale=scale_of(values),
        ordered=True,
    )  # fmt: skip


def chance_corrected_engine(
    engine: ChunkEngine,
    *,
    form: Form,
    values: Sequence[Any],
    weights: WeightKind = "identity",
    confidence: float = 0.95,
) -> Agreement:
    """Gwet's AC, Fleiss' kappa or Brennan and Prediger's coefficient of an engine, with Gwet's linearised interval.

    See `gwet_ac`, `fleiss_kappa` and `brennan_prediger`. `values` names the value codes from low to high. At most 64
    values. One pass.
    """
    name = "ac2" if form == "gwet" and weights != "identity" else _NAMES[form]
    table = agreement_weights(_named(engine, values), weights)
    sums = _gathered(engine, table)
    method = tell(f"coefficient-{form}", name=name.upper(), weights=weights)
    dropped = engine.n_ratings - sums.n_ratings
    notes = (tell("note-repeats", n=dropped),) if dropped else ()
    expected = float(expected_agreement(sums.shares[None], table, form)[0]) if len(values) > 1 else 1.0
    if not sums.paired or not 1 - expected > 1e-12:
        reason = tell("reason-no-two-ratings" if not sums.paired else "reason-same-values")
        finding = Finding(name=name, value=math.nan, n_dropped=engine.n_ratings, method=method, notes=(reason, *notes))
        return Agreement(finding=finding)
    value = (sums.observed - expected) / (1 - expected)
    spread = _linearised(sums, table, form, value, expected)
    return corrected_agreement(
        name,
        (value, sums.observed, expected),
        spread,
        n=sums.n_ratings,
        n_dropped=dropped,
        notes=notes,
        uncertainty="linearised",
        confidence=confidence,
        method=Text(method, tell("items-n-in-ratings", n=round(sums.n_items)), tell("interval-linearised-these")),
    )


def _linearised(sums: AgreementSums, table: Floats, form: Form, value: float, expected: float) -> Spread:
    """Gwet's variance as in memory; what an item adds is linear in what it says, so that products will do."""
    n, q = sums.n_items, len(table)
    if n < 2:
        return Spread(standard_error=math.nan, df=0, notes=(tell("no-interval-one-item"),))
    part = np.zeros(q + 3)
    part[0], part[1] = n / sums.paired / (1 - expected), -n / sums.paired * expected / (1 - expected)
    part[-1] = -value
    if form != "brennan-prediger":
        by_chance = -2 * (1 - value) / (1 - expected)
        own = table @ sums.shares if form == "fleiss" else float(table.sum()) / (q * (q - 1)) * (1 - sums.shares)
        part[2:-1] = by_chance * own
        part[-1] -= by_chance * expected
    variance = float(part @ sums.products @ part) / (n * (n - 1))
    return Spread(standard_error=math.sqrt(max(variance, 0.0)), df=n - 1)


def percent_agreement_engine(
    engine: ChunkEngine, *, values: Sequence[Any], confidence: float = 0.95, draws: Draws | None = None
) -> Agreement:
    """The chance that two raters of one item say the same, over an engine; see `percent_agreement`.

    One pass, and another if `draws` ask for resampled items.
    """
    _named(engine, values)
    return _share(engine, np.eye(len(values)), "percent", tell("exact-agreement"), confidence, draws)


def within_agreement_engine(
    engine: ChunkEngine,
    *,
    values: Sequence[Any],
    distance: float = 1.0,
    confidence: float = 0.95,
    draws: Draws | None = None,
) -> Agreement:
    """The chance that two raters of one item differ by no more than `distance`; see `within_agreement`.

    One pass, and another if `draws` ask for resampled items.
    """
    scale = _named(engine, values).require_scale()
    with np.errstate(invalid="ignore"):
        table = (np.abs(scale[:, None] - scale[None, :]) <= distance + 1e-9).astype(np.float64)
    np.fill_diagonal(table, 1.0)
    notes = (tell("note-lower-bound"),) if np.isinf(scale).any() else ()
    return _share(engine, table, "within", tell("agreement-within", distance=f"{distance:g}"), confidence, draws, notes)


def _share(
    engine: ChunkEngine,
    table: Floats,
    name: str,
    title: str,
    confidence: float,
    draws: Draws | None,
    notes: tuple[str, ...] = (),
) -> Agreement:
    """A mean over items; leaving out each in turn gives the ordinary standard error of a mean."""
    sums = _gathered(engine, table)
    told = describe(Jackknife(), "these")
    repeated = engine.n_ratings - sums.n_ratings
    notes = (*((tell("note-repeats", n=repeated),) if repeated else ()), *notes)
    if not sums.paired:
        finding = Finding(
            name=name, value=math.nan, n_dropped=engine.n_ratings, method=title,
            notes=(tell("reason-no-two-ratings"), *notes),
        )  # fmt: skip
        return Agreement(finding=finding)
    n, value = sums.paired, sums.observed
    spread = Spread(standard_error=math.nan, df=0, notes=(tell("no-interval-two-units"),))
    if n > 1:
        squares = float(sums.products[0, 0]) - n * value**2
        spread = Spread(standard_error=math.sqrt(max(squares, 0.0) / (n - 1) / n), df=n - 1)
    if draws is not None:
        kernel, nothing = _kernel(engine, table)
        spread, told = draws.spread(engine, kernel, nothing, lambda x: x.observed), draws.told()
    return Agreement(
        finding=Finding(
            name=name,
            value=value,
            interval=interval_of(value, spread, Jackknife(), confidence=confidence, bounds=(0.0, 1.0)),
            confidence=confidence,
            n=sums.n_paired,
            n_dropped=engine.n_ratings - sums.n_paired,
            method=Text(title, tell("items-n-in-ratings", n=round(n)), told),
            notes=(*notes, *spread.notes),
        ),
        standard_error=spread.standard_error,
        observed=value,
    )
