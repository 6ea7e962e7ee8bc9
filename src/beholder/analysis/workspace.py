"""An analysis under way: prepared ratings, what is known about the study, and each field's measure, made once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.measure import Measure, measure_field
from beholder.analysis.prepare import Prepared, prepare
from beholder.fields import Way, Words

__all__ = ["Work"]


@dataclass(frozen=True)
class Work:
    """What sections are made from."""

    data: RatingsData
    context: Context

    @cached_property
    def prepared(self) -> Prepared:
        """The ratings sorted out; where the protocol compares no systems, whose output was shown plays no part."""
        declaration = self.context.declaration
        compares = declaration is None or declaration.compares
        return prepare(self.data if compares else self.data.without_systems(), revision=self.context.revision)

    @property
    def main(self) -> RatingsData:
        """The ratings that enter the results."""
        return self.prepared.main

    @cached_property
    def for_agreement(self) -> RatingsData:
        """Those from which agreement can be told: all, or with a rule for stopping the random share in full."""
        stopping = self.context.stopping
        return self.main if stopping is None else self.main.select(self.main.text["trial"].is_in(stopping.in_full))

    @cached_property
    def fields(self) -> tuple[FieldInfo, ...]:
        """The fields that were answered, in the order asked."""
        present = set(self.main.used("field"))
        return tuple(info for info in self.main.fields if info.name in present)

    @cached_property
    def _measures(self) -> dict[str, Measure]:
        return {}

    def measure(self, name: str) -> Measure:
        """The measure of a field, made once."""
        if name not in self._measures:
            self._measures[name] = measure_field(
                self.main, self.main.field(name), revision=self.context.revision, stopping=self.context.stopping
            )
        return self._measures[name]

    @cached_property
    def numeric(self) -> list[Measure]:
        """Measures of all fields that have means, those about systems first."""
        found = [self.measure(info.name) for info in self.fields if info.way is Way.MEANS]
        found = [m for m in found if m.said.any()]
        return sorted(found, key=lambda m: not m.has_systems)

    @property
    def title(self) -> Words:
        """The study's title, or the name of its table."""
        return self.context.title or Words({"en": self.data.source, "zh": self.data.source})
