"""Variance of an estimate when ratings share an item or a rater: sums of influence over clusters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.stats.columns import Floats
from beholder.text import Text

if TYPE_CHECKING:
    from beholder.stats.columns import Codes


from beholder.stats.messages import tell

__all__ = ["ClusteredVariance", "Products", "clustered_variance", "outer", "variance_of_products"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClusteredVariance:
    """A covariance matrix, the degrees of freedom of its t intervals, and how it was made.

    `matrix` is None where no cluster is repeated often enough to say anything; `notes` then give the reason.
    """

    matrix: Floats | None
    df: float
    by: tuple[str, ...]
    n_items: int = 0
    n_raters: int = 0
    notes: tuple[str, ...] = ()


def clustered_variance(
    sum_by: Callable[[Any, int], Any], *, item: Codes | None, rater: Codes | None
) -> ClusteredVariance:
    """Two-way cluster-robust variance of an estimate that is a sum of influences.

    `sum_by(codes, n)` returns the influences summed within each of n clusters, as an n x p array or sparse matrix.
    V = I/(I-1) sum_i g_i g_i' + R/(R-1) sum_r g_r g_r' - sum_ir g_ir g_ir', where the last sum runs over the cells that
    share both item and rater; t with min(I, R) - 1 degrees of freedom (Cameron, Gelbach & Miller 2011). Assumes
    that ratings sharing neither item nor rater are independent. With one factor only, its own term. A matrix that is not
    positive semi-definite has its negative eigenvalues set to 0, or, if that leaves nothing, gives way to the larger
    of the one-way ones; both are noted.
    """
    item, n_items = _renumbered(item)
    rater, n_raters = _renumbered(rater)

    def of_cells() -> Floats:
        assert item is not None, "cells come from an item column and a rater column"
        assert rater is not None, "cells come from an item column and a rater column"
        cell, n_cells = _renumbered(item.astype(np.int64) * n_raters + rater)
        return outer(sum_by(cell, n_cells))

    return variance_of_products(
        item=None if item is None else lambda: outer(sum_by(item, n_items)),
        rater=None if rater is None else lambda: outer(sum_by(rater, n_raters)),
        cell=of_cells,
        n_items=n_items,
        n_raters=n_raters,
    )


Products = Callable[[], Floats]
"""Sums of squares and products of influences that were summed within clusters, computed where they are needed."""


def variance_of_products(
    *, item: Products | None, rater: Products | None, cell: Products, n_items: int, n_raters: int
) -> ClusteredVariance:
    """As `clustered_variance`, from the products of the influences of items, of raters and of their cells."""
    notes = []
    if rater is not None and n_raters < 2:
        notes.append(tell("note-one-rater"))
    if item is not None and n_items < 2:
        notes.append(tell("note-one-item"))
    terms: list[tuple[str, Floats, int]] = []
    for name, products, n in (("item", item, n_items), ("rater", rater, n_raters)):
        if products is not None and n >= 2:
            terms.append((name, products() * (n / (n - 1)), n))
    if not terms:
        return ClusteredVariance(
            matrix=None,
            df=float("nan"),
            by=(),
            n_items=n_items,
            n_raters=n_raters,
            notes=(*notes, tell("no-interval-two-items")),
        )
    matrix = sum((term for _, term, _ in terms), start=np.zeros_like(terms[0][1]))
    if len(terms) == 2:
        matrix = matrix - cell()
        matrix, note = _positive(matrix, [term for _, term, _ in terms])
        notes += note
    return ClusteredVariance(
        matrix=matrix,
        df=min(n for *_, n in terms) - 1.0,
        by=tuple(name for name, *_ in terms),
        n_items=n_items,
        n_raters=n_raters,
        notes=tuple(notes),
    )


def _renumbered(codes: Any) -> tuple[Any, int]:
    if codes is None:
        return None, 0
    found, inverse = np.unique(codes, return_inverse=True)
    return inverse, len(found)


def outer(sums: Any) -> Floats:
    """Squares and products of the columns, summed over the rows of an array or sparse matrix."""
    product = sums.T @ sums
    return np.asarray(product.toarray() if hasattr(product, "toarray") else product, dtype=np.float64)


def _positive(matrix: Floats, one_way: list[Floats]) -> tuple[Floats, list[Text]]:
    eigenvalues, vectors = np.linalg.eigh(matrix)
    size = max(float(np.abs(term).max()) for term in one_way)
    if eigenvalues[0] >= -1e-12 * size:
        return matrix, []
    if eigenvalues[-1] <= 1e-12 * size:
        larger = max(one_way, key=lambda term: float(np.trace(term)))
        return larger, [tell("note-variance-negative")]
    kept = (vectors * np.clip(eigenvalues, 0, None)) @ vectors.T
    return np.asarray(kept), [tell("note-variance-not-positive")]
