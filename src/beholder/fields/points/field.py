"""Points earned, in steps and without an upper end: one for each thing that is right."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field as Setting

from beholder.fields.allowed import allowed
from beholder.fields.analysed import Analysed, Way
from beholder.fields.directed import Directed
from beholder.fields.field import Level, Printed, refuse, show

__all__ = ["Points"]


class Points(Directed):
    """A sum of steps from 0 upwards. `max` is a guard against typing errors, not an end of the scale."""

    kind: Literal["points"] = "points"
    numeric: ClassVar[bool] = True
    steps_by_key: ClassVar[bool] = True
    step: float = Setting(default=0.5, gt=0, le=10)
    max: float = Setting(default=100, gt=0, le=10_000)
    up_key: str = ""
    down_key: str = ""
    mark: str = Setting(default="", description="A small sign shown beside the counter, such as ● or ▲.")

    @property
    def whole(self) -> float:
        """What plus and minus give: a whole point where steps are parts of one, else a step."""
        return 1 if (1 / self.step).is_integer() else self.step

    @property
    def seldom_equal(self) -> bool:
        """Always: sums differ by a step soon."""
        return True

    def measure(self) -> Level:
        """Ratio: points have a zero and equal steps."""
        return "ratio"

    def check(self, value: Any, *, slots: int) -> Any:
        """A multiple of the step, at least 0."""
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            raise refuse(f"expected points in steps of {self.step:g}, got {show(value)}")
        if not 0 <= value <= self.max:
            raise refuse(f"expected 0 to {self.max:g} points, got {show(value)}")
        steps = round(value / self.step)
        if abs(steps * self.step - value) > 1e-9:
            raise refuse(f"expected steps of {self.step:g}, got {value:g}")
        exact = round(steps * self.step, 6)
        return int(exact) if exact == int(exact) else exact

    def text(self, value: Any) -> str:
        """The shortest decimal form."""
        return "" if value is None else f"{value:g}"

    def keys(self) -> dict[str, str]:
        """Keys that add and take away a step."""
        return {k: v for k, v in ((self.up_key, "+"), (self.down_key, "-")) if k}

    def values_described(self) -> str:
        """Step and lower end."""
        return allowed("steps", step=f"{self.step:g}")

    def schema_of_value(self) -> dict[str, Any]:
        """A number on the grid."""
        return {"type": "number", "minimum": 0, "maximum": self.max, "multipleOf": self.step}

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """A few steps."""
        return self.check(float(min(rng.poisson(4) * self.step, self.max)), slots=slots)

    def sized(self, drawn: Any, size: float) -> Any:
        """Around three points."""
        return self.check(self.step * max(0, round((3 + size) / self.step)), slots=1)

    def analysed(self, name: str) -> list[Analysed]:
        """By means."""
        return [Analysed(name=name, way=Way.MEANS, level="ratio", label=self.label, least=0, better=self.good_end)]

    def printed(self, language: str) -> list[Printed]:
        """The first steps."""
        return [Printed(f"0, {self.step:g}, {2 * self.step:g} …")]

    def to_wire(self, name: str, language: str) -> dict[str, Any]:
        """Adds step and guard."""
        return {**super().to_wire(name, language), "step": self.step, "max": self.max}
