"""One value per item, with how sure we are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from beholder.findings import Finding
    from beholder.stats.columns import Codes, Floats

__all__ = ["Labels", "entropy_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The value chosen for each item, and the probability of every value.

    `chosen` codes into `values`, -1 where none could be chosen. `confidence` is the probability of the chosen value,
    `entropy` that of the whole distribution in bits. `ability` has one finding per rater where the model has raters.
    """

    items: tuple[Any, ...]
    values: tuple[Any, ...]
    posterior: Floats
    chosen: Codes
    confidence: Floats
    entropy: Floats
    findings: tuple[Finding, ...]
    ability: Mapping[Any, Finding]

    def __getitem__(self, item: Any) -> Any:
        """The value chosen for an item, by the item's name."""
        return self._value(int(self.chosen[self.items.index(item)]))

    def _value(self, code: int) -> Any:
        return self.values[code] if code >= 0 else None

    def rows(self) -> Iterator[tuple[Any, Any, float]]:
        """(item, value, confidence) of every item; the value is None where none could be chosen."""
        for item, code, sure in zip(self.items, self.chosen.tolist(), self.confidence.tolist(), strict=True):
            yield item, self._value(code), sure


def entropy_of(posterior: Floats) -> Floats:
    """Entropy in bits of each row."""
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(posterior > 0, -posterior * np.log2(posterior), 0.0)
    out: Floats = terms.sum(axis=1)
    out[np.isnan(posterior).any(axis=1)] = np.nan
    return out
