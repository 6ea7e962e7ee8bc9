"""One of several options."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.analysed import Analysed, Better, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, Option, refuse, show, unique_options

__all__ = ["Choice"]


class Choice(Directed):
    """Exactly one option. `ordered` options rank from first to last; `scores` gives them numbers (1, 0.5, 0)."""

    kind: Literal["choice"] = "choice"
    options: tuple[Option, ...] = Setting(min_length=2)
    ordered: bool = False
    scores: dict[str, float] = Setting(default_factory=dict)

    @model_validator(mode="after")
    def _consistent(self) -> Choice:
        unique_options(self.options)
        unknown = set(self.scores) - {o.id for o in self.options}
        if unknown:
            raise ValueError(f"a score is given for {sorted(unknown)[0]!r}, which is not an option")
        if self.better in ("higher", "lower") and not self._has_ends():
            raise ValueError(f"better: {self.better} needs options with an order: add `ordered: true` or `scores`")
        return self

    def _has_ends(self) -> bool:
        # of two options, results tell the share of the first
        return self.measure() == "ordinal" or len(self.options) == 2

    @property
    def good_end(self) -> Better:
        """As declared; by default the highest score, the last in the order, or many of the first of two."""
        return super().good_end if self._has_ends() else "none"

    def measure(self) -> Level:
        """Nominal, or ordinal if the options are ordered or scored."""
        return "ordinal" if self.ordered or self.scores else "nominal"

    def check(self, value: Any, *, slots: int) -> Any:
        """One of the option ids."""
        known = [o.id for o in self.options]
        if value not in known:
            raise refuse(f"expected one of {', '.join(known)}; got {show(value)}", hint=nearest(str(value), known))
        return value

    def number(self, value: Any) -> float | None:
        """The option's score, else its place in the order, else nothing."""
        if value in self.scores:
            return self.scores[value]
        if self.ordered and value is not None:
            return float([o.id for o in self.options].index(value))
        return None

    def options_shown(self) -> tuple[Option, ...]:
        """The options."""
        return self.options

    def schema_of_value(self) -> dict[str, Any]:
        """One of the ids."""
        return {"enum": [o.id for o in self.options]}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any option."""
        return self.options[int(rng.integers(len(self.options)))].id

    def sized(self, drawn: Any, size: float) -> Any:
        """Ordered options follow the truth from low to high; others are drawn."""
        if self.measure() != "ordinal":
            return drawn
        order = self._from_low_to_high()
        last = len(order) - 1
        return order[int(np.clip(round(last / 2 + last / 3 * size), 0, last))]

    def _from_low_to_high(self) -> tuple[str, ...]:
        ids = tuple(option.id for option in self.options)
        return tuple(sorted(ids, key=self.scores.__getitem__)) if set(self.scores) == set(ids) else ids

    def analysed(self, name: str) -> list[Analysed]:
        """By means of places or scores if there is an order, else by shares."""
        ids = tuple(option.id for option in self.options)
        ordinal = self.measure() == "ordinal"
        return [
            Analysed(
                name=name,
                way=Way.MEANS if ordinal else Way.SHARES,
                level=self.measure(),
                label=self.label,
                order=self._from_low_to_high() if ordinal else ids,
                yes=ids[0] if len(ids) == 2 and not ordinal else "",
                options={option.id: option.label for option in self.options},
                better=self.good_end,
            )
        ]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """The option by its label."""
        label = next((option.label.to(language) for option in self.options if option.id == value), "")
        return label or value
