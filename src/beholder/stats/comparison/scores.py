"""Ratings that are numbers, by system, item and rater: the input of means and comparisons."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError, nearest
from beholder.stats.columns import MISSING, Codes, Floats, codes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


from beholder.stats.messages import tell

__all__ = ["FEWEST_RATERS", "Scores", "Weighting", "numbers_of", "require_weights"]

Weighting = Literal["trial", "chance", "column"]

FEWEST_RATERS = 5
"""Variance between raters cannot be told from fewer: t has then three degrees of freedom or less, and one rater decides."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scores:
    """One row per rating: a number, and codes of its system, block and rater.

    The block is what systems share (the item, unless a block column says otherwise) and the unit that is resampled.
    Rows without a value, or with a missing system, item or block, are in `n_dropped`. `rater` is None if not given.
    Where `raters_fixed`, intervals allow for other blocks but speak of these raters alone. `group` is what sets items of
    the same name apart where they belong to several tasks. `weight` is how much each rating counts in a mean, where things
    were rated more or less often by design; None where all count the same. `weighted_by` says what for: so that every trial
    counts the same, by the chance that a rating was asked for, or as a column of the table says.
    """

    value: Floats
    system: Codes
    block: Codes
    rater: Codes | None
    systems: tuple[str, ...]
    blocks: tuple[Any, ...]
    raters: tuple[Any, ...] = ()
    n_dropped: int = 0
    raters_fixed: bool = False
    group: Codes | None = None
    groups: tuple[Any, ...] = ()
    weight: Floats | None = None
    weighted_by: Weighting = "trial"

    @classmethod
    def of(
        cls,
        *,
        value: Iterable[Any],
        item: Iterable[Any],
        rater: Iterable[Any] | None = None,
        system: Iterable[Any] | None = None,
        block: Iterable[Any] | None = None,
        group: Iterable[Any] | None = None,
        weight: Iterable[Any] | None = None,
    ) -> Scores:
        """Code the columns. Without `system` all ratings are of one system called `all`; `block` defaults to `item`.

        `weight` is how much each rating counts, as the column of that name in our exports says.

        Text that reads as a number counts as one. Any other text is refused with its row, censored values such as
        `>20` too: they have no mean.
        """
        numbers = numbers_of(value)
        block_codes, blocks = codes(item if block is None else block)
        item_codes = block_codes if block is None else codes(item)[0]
        rater_codes, raters = (None, []) if rater is None else codes(rater)
        if system is None:
            system_codes, systems = np.zeros(len(numbers), dtype=np.int32), ["all"]
        else:
            system_codes, systems = codes(system)
        # a row without a group belongs to one of its own
        group_codes, groups = (None, []) if group is None else codes("" if one is None else one for one in group)
        columns: dict[str, NDArray[Any] | None] = {
            "item": item_codes,
            "block": block_codes,
            "rater": rater_codes,
            "system": system_codes,
        }
        weights = None if weight is None else numbers_of(weight)
        columns |= {"group": group_codes, "weight": weights}
        for name, column in columns.items():
            if column is not None and len(column) != len(numbers):
                raise BeholderError(
                    f"columns differ in length: value {len(numbers)}, {name} {len(column)}", code="stats-bad-column"
                )
        kept = ~np.isnan(numbers) & (item_codes != MISSING) & (block_codes != MISSING) & (system_codes != MISSING)
        if rater_codes is not None:
            kept &= rater_codes != MISSING
            rater_codes = rater_codes[kept]
        if weights is not None:
            require_weights(weights, kept)
            weights = None if (weights[kept] == 1.0).all() else weights[kept]
        return cls(
            value=numbers[kept],
            system=system_codes[kept],
            block=block_codes[kept],
            rater=rater_codes,
            systems=tuple(str(x) for x in systems),
            blocks=tuple(blocks),
            raters=tuple(raters),
            n_dropped=len(numbers) - int(np.count_nonzero(kept)),
            group=None if group_codes is None else group_codes[kept],
            groups=tuple(groups),
            weight=weights,
            weighted_by="column",
        )

    def __len__(self) -> int:
        return len(self.value)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, in words."""
        if not self.n_dropped:
            return ()
        return (tell("note-rows-missing-system", n=self.n_dropped),)

    def code_of(self, system: str) -> int:
        """The code of a system by name, or an error naming the nearest one."""
        if system not in self.systems:
            raise BeholderError(
                f'there is no system "{system}"', code="stats-unknown-system", hint=nearest(system, self.systems)
            )
        return self.systems.index(system)

    def select(self, rows: NDArray[Any]) -> Scores:
        """The same names with only these rows (a mask or positions)."""
        return replace(
            self,
            value=self.value[rows],
            system=self.system[rows],
            block=self.block[rows],
            rater=None if self.rater is None else self.rater[rows],
            group=None if self.group is None else self.group[rows],
            weight=None if self.weight is None else self.weight[rows],
        )

    @property
    def weights(self) -> Floats:
        """The weight of each rating; 1 where all count the same."""
        return np.ones(len(self.value)) if self.weight is None else self.weight

    def among(self, systems: Collection[str]) -> Scores:
        """The ratings of these systems, with all names."""
        mine = np.array([name in systems for name in self.systems], dtype=bool)
        return self.select(mine[self.system])

    def panelled(self) -> Scores:
        """The ratings with raters taken as fixed where they are too few to stand for others."""
        return replace(self, raters_fixed=1 < self.n_raters < FEWEST_RATERS)

    @property
    def n_raters(self) -> int:
        """How many raters gave these ratings; 0 where nobody knows."""
        return 0 if self.rater is None else len(np.unique(self.rater))

    @property
    def sampled_raters(self) -> Codes | None:
        """The raters as a sample of others like them; None where they are unknown, or fixed and more than one."""
        return None if self.raters_fixed and self.n_raters > 1 else self.rater


def numbers_of(values: Iterable[Any]) -> Floats:
    """A column of numbers as floats; None, NaN and empty text as NaN; any other text is an error with its row."""
    column = values.to_numpy() if hasattr(values, "to_numpy") else values
    if isinstance(column, np.ndarray) and column.dtype.kind in "biuf":
        numbers = column.astype(np.float64)
        _finite(numbers)
        return numbers
    found, names = codes(column)
    table = np.full(len(names) + 1, np.nan)
    for i, name in enumerate(names):
        if isinstance(name, str) and not name.strip():
            continue
        try:
            table[i] = float(name)
        except (TypeError, ValueError):
            table[i] = math.inf
        if not math.isfinite(table[i]):
            row = int(np.flatnonzero(found == i)[0])
            raise BeholderError(
                f"value {str(name)!r} is no number",
                code="stats-not-numeric",
                where=f"row {row + 1}",
                hint="write it without the percent sign"
                if str(name).rstrip().endswith("%")
                else "means need numbers; a censored or worded scale has agreement and ranks, but no mean",
            )
    return np.asarray(table[found])


def require_weights(weight: Floats, kept: NDArray[np.bool_]) -> None:
    """An error that names the first of these rows whose weight is missing, or not above 0."""
    wrong = np.flatnonzero(kept & ~(weight > 0))
    if len(wrong):
        given = weight[wrong[0]]
        raise BeholderError(
            "a rating has no weight" if math.isnan(given) else f"a weight is above 0, not {given:g}",
            code="stats-bad-weight",
            where=f"row {int(wrong[0]) + 1}",
            hint="give every rating that counts a weight, or leave the column out",
        )


def _finite(numbers: Floats) -> None:
    endless = np.flatnonzero(np.isinf(numbers))
    if len(endless):
        raise BeholderError("value is infinite", code="stats-not-numeric", where=f"row {int(endless[0]) + 1}")
