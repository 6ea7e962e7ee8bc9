"""What somebody says of a table from elsewhere: which column is what, and how its fields are measured and worded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

import numpy as np

from beholder.analysis import FieldInfo, RatingsData
from beholder.errors import BeholderError, nearest
from beholder.imports.mapping import parse_map

__all__ = ["UNTOLD", "TableOptions"]

T = TypeVar("T")
Typed = Sequence[str] | None

ALL_FIELDS = "*"
"""Stands for every field where something is said of fields by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """What a table does not tell itself; without any of it, columns go by their names and fields by their values.

    `mapping` says which column is what; `levels` and `orders` how fields are measured. `better` names the good end of
    fields (`*` stands for all), `questions` what raters were asked, `title` what results are called instead of the file.
    With `lone_half_zero`, the points come from a page whose lowest button, 0.5, stood for 0.
    """

    mapping: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    orders: Mapping[str, Sequence[str]] = field(default_factory=dict)
    better: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)
    protocol: str | None = None
    lone_half_zero: bool = False
    title: str = ""

    @classmethod
    def parse(
        cls,
        *,
        mapping: Typed = None,
        level: Typed = None,
        order: Typed = None,
        better: Typed = None,
        question: Typed = None,
        protocol: str | None = None,
        lone_half_zero: bool = False,
        title: str = "",
    ) -> TableOptions:
        """The options as they are typed, such as `item=image_id`; an end without a field is that of all."""
        orders = parse_map(order or (), option="--order")
        ends = [one if "=" in one else f"{ALL_FIELDS}={one}" for one in better or ()]
        return cls(
            mapping=parse_map(mapping or ()),
            levels=parse_map(level or (), option="--level"),
            orders={name: values.split(",") for name, values in orders.items()},
            better=parse_map(ends, option="--better"),
            questions=parse_map(question or (), option="--question"),
            protocol=protocol,
            lone_half_zero=lone_half_zero,
            title=title,
        )

    def calling(self, names: Mapping[str, str]) -> TableOptions:
        """The same, with fields that somebody calls by other names under ours."""

        def ours(said: Mapping[str, T]) -> dict[str, T]:
            return {names.get(name, name): told for name, told in said.items()}

        return replace(
            self,
            levels=ours(self.levels),
            orders=ours(self.orders),
            better=ours(self.better),
            questions=ours(self.questions),
        )

    def describe(self, data: RatingsData) -> RatingsData:
        """The ratings with what is said of their fields: how they are measured, which end is good, what was asked."""
        fields = {info.name: info for info in data.fields}
        for name in {**self.levels, **self.orders, **self.better, **self.questions}:
            if name not in fields and not (name == ALL_FIELDS and name in self.better):
                raise BeholderError(
                    f"there is no field {name!r}", code="analysis-unknown-field", hint=nearest(name, list(fields))
                )
        for name, order in self.orders.items():
            _refuse_unordered(data, name, order)
        return replace(data, fields=tuple(self._described(info) for info in data.fields))

    def _described(self, info: FieldInfo) -> FieldInfo:
        name = info.name
        if name in self.levels:
            info = info.at(self.levels[name])
        if name in self.orders:
            info = info.ordered(self.orders[name])
        if end := self.better.get(name, self.better.get(ALL_FIELDS, "")):
            info = info.directed(end)
        if name in self.questions:
            info = info.worded(self.questions[name])
        return info


UNTOLD = TableOptions()
"""Nothing is said: the table speaks for itself."""


def _refuse_unordered(data: RatingsData, name: str, order: Sequence[str]) -> None:
    """A value that the order forgets would be left out as if it were missing."""
    values, of_field = data.text["value"], data.text["field"]
    mine = of_field.codes == of_field.names.index(name)
    present = {values.names[code] for code in np.unique(values.codes[mine])}
    if forgotten := sorted(present - set(order) - {""}):
        raise BeholderError(
            f"the order of {name!r} lacks {', '.join(map(repr, forgotten[:5]))}",
            code="analysis-bad-order",
            where=data.source,
            hint=f"name every value from low to high: --order {name}=LOW,...,HIGH",
        )
