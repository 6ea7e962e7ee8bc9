"""Name–object pairs as columns, so that tables over many objects are sums of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beholder.protocols.naming.object_bootstrap import Floats
from beholder.protocols.naming.verify.adequacy import TYPES
from beholder.protocols.naming.verify.verified import VerifiedObject

__all__ = ["PairColumns"]

Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class PairColumns:
    """One row per verifiable name of each object: its scores, and which part of Table 1 it belongs to.

    `scored` pairs have inadequacy types, from judgments or, for the only name of an object, by assumption.
    """

    objects: int
    index: NDArray[np.int64]
    count: Floats
    types: Floats
    adequacy: Floats
    same_object: Floats
    top: Flags
    judged: Flags
    scored: Flags
    other: Flags
    excluded: Flags

    @classmethod
    def of(cls, objects: Sequence[VerifiedObject]) -> PairColumns:
        """The pairs of all objects. The top name is never excluded."""
        rows = [
            (
                index,
                pair.count,
                pair.score.adequacy,
                pair.same_object,
                pair.is_top,
                pair.judged,
                bool(pair.score.types),
                not pair.is_top and one.thresholds.other_object(pair.same_object),
                not pair.is_top and one.thresholds.inadequate(pair.score.adequacy),
                *(pair.score.types.get(kind, 0.0) for kind in TYPES),
            )
            for index, one in enumerate(objects)
            for pair in one.pairs()
        ]
        table = np.array(rows, dtype=np.float64).reshape(len(rows), 9 + len(TYPES))
        flags = table[:, 4:9] > 0
        return cls(
            len(objects),
            table[:, 0].astype(np.int64),
            table[:, 1],
            table[:, 9:],
            table[:, 2],
            table[:, 3],
            flags[:, 0],
            flags[:, 1],
            flags[:, 2],
            flags[:, 3],
            flags[:, 3] | flags[:, 4],
        )

    def shares(self, kinds: Sequence[str]) -> Floats:
        """The types asked for, one column each; linguistic errors are among the others unless asked for."""
        columns = {kind: self.types[:, k] for k, kind in enumerate(TYPES)}
        if "linguistic" not in kinds:
            columns["other"] = columns["other"] + columns["linguistic"]
        return np.column_stack([columns[kind] for kind in kinds])

    def per_object(self, values: Floats) -> Floats:
        """Sums over the pairs of each object, for every column."""
        wide = values if values.ndim == 2 else values[:, None]
        out = [np.bincount(self.index, weights=column, minlength=self.objects) for column in wide.T]
        return np.column_stack(out)
