"""One of several options."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import model_validator

from beholder.errors import nearest
from beholder.fields.analysed import Analysed, Way
from beholder.fields.field import Field, Level, Option, refuse, show, unique_options

__all__ = ["Choice"]


class Choice(Field):
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
        return self

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

    def felt(self, drawn: Any, size: float) -> Any:
        """Ordered options follow the truth, the first of them the best; others are drawn."""
        if self.measure() != "ordinal":
            return drawn
        last = len(self.options) - 1
        return self.options[int(np.clip(round(last / 2 - last / 3 * size), 0, last))].id

    def analysed(self, name: str) -> list[Analysed]:
        """By means of places or scores if there is an order, else by shares."""
        ids = tuple(option.id for option in self.options)
        worded = {option.id: option.label for option in self.options}
        level = self.measure()
        if level == "ordinal":
            order = tuple(sorted(ids, key=self.scores.__getitem__)) if set(self.scores) == set(ids) else ids
            return [Analysed(name=name, way=Way.MEANS, level=level, label=self.label, order=order, options=worded)]
        yes = ids[0] if len(ids) == 2 else ""
        return [Analysed(name=name, way=Way.SHARES, level=level, label=self.label, order=ids, yes=yes, options=worded)]

    def describe_value(self, value: str, language: str, *, sign: str = "") -> str | None:
        """The option by its label."""
        label = next((option.label.to(language) for option in self.options if option.id == value), "")
        return label or value
