"""Long columns as small integer codes: the one input form of every statistic here."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError
from beholder.stats.agreement.intra_rater import first_of_pairs
from beholder.stats.bounds import is_bound

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


from beholder.stats.messages import tell
from beholder.text import Share

__all__ = ["MISSING", "Codes", "Floats", "Ratings", "codes", "scale_of"]

Codes = NDArray[np.int32]
Floats = NDArray[np.float64]

_NUMBERED = re.compile(r"\s*0\d")

MISSING = -1
"""The code of a missing value."""


def codes(values: Iterable[Any], *, sort: bool = False) -> tuple[Codes, list[Any]]:
    """Number the distinct values of a column: `names[codes[i]] == values[i]`, and -1 where a value is missing.

    Takes lists, numpy arrays (masked ones too) and anything with `to_numpy`. None, NaN, NaT and NA are missing; the
    empty string is a value. Names of a numeric array come in ascending order, those of anything else in order of first
    appearance, or ascending with `sort` (numbers before text).
    """
    column = values.to_numpy() if hasattr(values, "to_numpy") else values
    if isinstance(column, np.ma.MaskedArray):
        found, names = codes(np.ma.getdata(column), sort=sort)
        mask = np.ma.getmaskarray(column)
        return (_without(found, names, mask)) if mask.any() else (found, names)
    if isinstance(column, np.ndarray):
        if column.ndim != 1:
            raise BeholderError(f"a column has one dimension, got {column.ndim}", code="stats-bad-column")
        if column.dtype.kind in "biu":
            return _codes_of_integers(column)
        if column.dtype.kind == "f":
            return _codes_of_floats(column.astype(np.float64, copy=False))
        column = column.tolist()
    elif not isinstance(column, list):
        column = list(column)
    return _codes_of_objects(column, sort=sort)


def _without(found: Codes, names: list[Any], mask: NDArray[np.bool_]) -> tuple[Codes, list[Any]]:
    """Codes with the masked rows missing, and no name left that only they used."""
    kept = np.where(mask, np.int32(MISSING), found)
    used, renumbered = _codes_of_integers(kept[~mask])
    out = np.full(len(kept), MISSING, dtype=np.int32)
    out[~mask] = used
    return out, [names[i] if i >= 0 else None for i in renumbered]


def _codes_of_integers(column: NDArray[Any]) -> tuple[Codes, list[Any]]:
    if not len(column):
        return np.empty(0, dtype=np.int32), []
    if column.dtype.kind == "b":
        found, names = _codes_of_integers(column.astype(np.int8))
        return found, [bool(x) for x in names]
    low, high = int(column.min()), int(column.max())
    # A table over the whole range costs one pass where sorting costs twenty, as long as it stays small.
    if high - low <= 4 * len(column) + 1024 and high < 2**62 and low > -(2**62):
        shifted = column.astype(np.int64) - low
        present = np.zeros(high - low + 1, dtype=bool)
        present[shifted] = True
        table = np.cumsum(present, dtype=np.int32) - np.int32(1)
        return table[shifted], (np.flatnonzero(present) + low).tolist()
    unique, inverse = np.unique(column, return_inverse=True)
    return inverse.astype(np.int32), unique.tolist()


def _codes_of_floats(column: Floats) -> tuple[Codes, list[Any]]:
    absent = np.isnan(column)
    present = column[~absent] if absent.any() else column
    if len(present) and np.all(np.abs(present) < 2**31) and np.array_equal(present, np.trunc(present)):
        found, whole = _codes_of_integers(present.astype(np.int64))
        names: list[Any] = [float(x) for x in whole]
    else:
        unique, inverse = np.unique(present, return_inverse=True)
        found, names = inverse.astype(np.int32), unique.tolist()
    if present is column:
        return found, names
    out = np.full(len(column), MISSING, dtype=np.int32)
    out[~absent] = found
    return out, names


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(value, float | np.floating) and math.isnan(value)


def _codes_of_objects(column: list[Any], *, sort: bool) -> tuple[Codes, list[Any]]:
    try:
        table: dict[Any, int] = dict.fromkeys(column, MISSING)
    except TypeError as error:
        raise BeholderError(
            f"a column holds a value that cannot be compared: {error}",
            code="stats-bad-column",
            hint="use text, numbers or None",
        ) from error
    names = [name for name in table if not _is_missing(name)]
    if sort:
        names.sort(key=_natural_key)
    table.update(zip(names, range(len(names)), strict=True))
    return np.fromiter(map(table.__getitem__, column), dtype=np.int32, count=len(column)), names


def _natural_key(name: Any) -> tuple[int, Any]:
    if isinstance(name, int | float | np.number):
        return (0, float(name))
    return (1, name) if isinstance(name, str) else (2, str(name))


def scale_of(names: Sequence[Any]) -> Floats | None:
    """The number that each name stands for, or None if some name is no number.

    Text such as `"3"` counts as a number; `">20"` and `"20+"` are censored from above and become +inf. Two different
    bounds of censoring are refused, since they cannot be ranked against each other.
    """
    numbers = np.empty(len(names))
    bounds = set()
    for i, name in enumerate(names):
        if isinstance(name, str) and is_bound(name):
            bounds.add(re.sub(r"\s", "", name))
            numbers[i] = np.inf
            continue
        try:
            numbers[i] = float(name)
        except (TypeError, ValueError):
            return None
        if math.isnan(numbers[i]):
            return None
    if len(bounds) > 1:
        raise BeholderError(
            f"values are censored at different bounds: {', '.join(sorted(bounds))}",
            code="stats-mixed-censoring",
            hint="recode them to the lowest bound, or analyse the parts apart",
        )
    return numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """Who said what about which item, as codes into `items`, `raters` and `values`.

    A rater counts once per item: of several ratings by one rater of one item the first stands, the others are in
    `n_repeated`. Rows with a missing item, rater or value are in `n_missing`. `values` ascend if `ordered`; `scale` is
    the number behind each value (+inf for a censored top value), or None where values are not numbers.
    """

    item: Codes
    rater: Codes
    value: Codes
    items: tuple[Any, ...]
    raters: tuple[Any, ...]
    values: tuple[Any, ...]
    scale: Floats | None = None
    ordered: bool = False
    n_missing: int = 0
    n_repeated: int = 0

    @classmethod
    def of(
        cls,
        *,
        item: Iterable[Any],
        rater: Iterable[Any],
        value: Iterable[Any],
        order: Sequence[Any] | None = None,
        repeats: bool = False,
    ) -> Ratings:
        """Code three columns of equal length. `order` names the values from low to high; `repeats` keeps self-repeats.

        Without `order`, values that are all numbers are ordered by size and others are not ordered at all.
        """
        item_codes, items = codes(item)
        rater_codes, raters = codes(rater)
        value_codes, values = codes(value, sort=True)
        if not len(item_codes) == len(rater_codes) == len(value_codes):
            raise BeholderError(
                f"columns differ in length: item {len(item_codes)}, rater {len(rater_codes)}, value {len(value_codes)}",
                code="stats-bad-column",
            )
        value_codes, values, scale = _ranked(value_codes, values, order)
        kept = (item_codes >= 0) & (rater_codes >= 0) & (value_codes >= 0)
        n_missing = len(kept) - int(np.count_nonzero(kept))
        if n_missing:
            item_codes, rater_codes, value_codes = item_codes[kept], rater_codes[kept], value_codes[kept]
        n_repeated = 0
        if not repeats:
            first = first_of_pairs(item_codes, rater_codes, len(raters))
            if first is not None:
                n_repeated = len(item_codes) - len(first)
                item_codes, rater_codes, value_codes = item_codes[first], rater_codes[first], value_codes[first]
        return cls(
            item=item_codes,
            rater=rater_codes,
            value=value_codes,
            items=tuple(items),
            raters=tuple(raters),
            values=tuple(values),
            scale=scale,
            ordered=order is not None or scale is not None,
            n_missing=n_missing,
            n_repeated=n_repeated,
        )

    @classmethod
    def of_matrix(cls, rows: Sequence[Sequence[Any]], *, order: Sequence[Any] | None = None) -> Ratings:
        """Ratings from a matrix with one row per rater and one column per item; None or NaN where nothing was said."""
        cells = [(i, r, v) for r, row in enumerate(rows) for i, v in enumerate(row)]
        item, rater, value = zip(*cells, strict=True) if cells else ((), (), ())
        return cls.of(item=item, rater=rater, value=value, order=order)

    def __len__(self) -> int:
        return len(self.item)

    @property
    def n_dropped(self) -> int:
        """Rows that did not enter: missing ones and self-repeats."""
        return self.n_missing + self.n_repeated

    @property
    def notes(self) -> tuple[str, ...]:
        """What was left out, in words."""
        out = []
        if self.n_missing:
            out.append(tell("note-rows-missing", n=self.n_missing))
        if self.n_repeated:
            out.append(tell("note-repeats", n=self.n_repeated))
        return tuple(out)

    @property
    def numbers(self) -> Floats:
        """The rating of each row as a number; an error where values are not numbers."""
        return self.require_scale()[self.value]

    def require_scale(self) -> Floats:
        """The numbers behind `values`, or an error naming a value that is no number."""
        if self.scale is None:
            culprit = next(v for v in self.values if scale_of([v]) is None)
            raise BeholderError(
                f"this statistic needs numbers, but a value is {culprit!r}",
                code="stats-not-numeric",
                hint="use the nominal level, or the ordinal level with an order",
            )
        return self.scale

    def uncensored(self) -> tuple[Ratings, int, tuple[str, ...]]:
        """These ratings without the items that have a censored value, how many ratings went, and a note saying so."""
        scale = self.require_scale()
        if not np.any(np.isinf(scale)):
            return self, 0, ()
        touched = np.zeros(len(self.items), dtype=bool)
        touched[self.item[np.isinf(scale)[self.value]]] = True
        n_items = int(np.count_nonzero(touched))
        if not n_items:
            return self, 0, ()
        kept = ~touched[self.item]
        share = n_items / len(np.unique(self.item))
        note = tell("note-censored-items", n=n_items, share=Share(share, 1))
        return self.select(kept), int(np.count_nonzero(~kept)), (note,)

    def select(self, rows: NDArray[Any]) -> Ratings:
        """The same names with only these rows (a mask or positions)."""
        return Ratings(
            item=self.item[rows],
            rater=self.rater[rows],
            value=self.value[rows],
            items=self.items,
            raters=self.raters,
            values=self.values,
            scale=self.scale,
            ordered=self.ordered,
            n_missing=self.n_missing,
            n_repeated=self.n_repeated,
        )


def _written_once(value_codes: Codes, values: list[Any]) -> tuple[Codes, list[Any], Floats | None]:
    """Values and their numbers; a number that is written in several ways, as `1` and `1.0`, is one value."""
    scale = scale_of(values)
    # 01 and 1 are numbers of other things than amounts
    if scale is None or any(isinstance(name, str) and _NUMBERED.match(name) for name in values):
        return value_codes, values, scale
    _, first, same = np.unique(scale, return_index=True, return_inverse=True)
    if len(first) == len(values):
        return value_codes, values, scale
    table = np.array([*same, MISSING], dtype=np.int32)
    return table[value_codes], [values[i] for i in first], scale[first]


def _ranked(
    value_codes: Codes, values: list[Any], order: Sequence[Any] | None
) -> tuple[Codes, list[Any], Floats | None]:
    """Values renumbered in their order: the stated one, else by size, else as they are."""
    if order is None:
        value_codes, values, scale = _written_once(value_codes, values)
        if scale is None or bool(np.all(scale[1:] >= scale[:-1])):
            return value_codes, values, scale
        positions = np.argsort(scale, kind="stable")
        wanted = [values[i] for i in positions]
    else:
        wanted = list(order)
        known = set(wanted)
        if len(known) != len(wanted):
            raise BeholderError("a value stands twice in the order", code="stats-bad-order")
        by_text = {str(v): v for v in wanted}
        # An order typed on a command line is text, the column may be numbers.
        values = [v if v in known else by_text.get(str(v), v) for v in values]
        unknown = [v for v in values if v not in known]
        if unknown:
            raise BeholderError(
                f"value {unknown[0]!r} is not in the order {', '.join(map(str, wanted))}",
                code="stats-bad-order",
                hint="name every value from low to high",
            )
        scale = scale_of(wanted)
    position = {v: i for i, v in enumerate(wanted)}
    table = np.array([*(position[v] for v in values), MISSING], dtype=np.int32)
    if order is None:
        assert scale is not None, "values without an order are only sorted by their numbers"
        scale = scale[np.argsort(scale, kind="stable")]
    return table[value_codes], wanted, scale
