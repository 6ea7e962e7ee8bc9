"""A field whose answers have a good end: more of it is better, less is, or neither."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import Field as Setting

from beholder.fields.analysed import Better
from beholder.fields.field import CodebookEntry, Field

__all__ = ["Directed"]


class Directed(Field):
    """What kinds with an order share: which end of it is the good one, so that results praise the right system."""

    better: Better | None = Setting(
        default=None,
        description="Which end is the good one, as results tell it: `higher`, `lower`, or `none` if neither is.",
    )

    better_by_default: ClassVar[Better] = "higher"
    """The good end where a declaration does not say it."""

    @property
    def good_end(self) -> Better:
        """The good end, as declared or as the kind has it."""
        return self.better or self.better_by_default

    def codebook(self, name: str) -> list[CodebookEntry]:
        """The lines of any field, with the good end."""
        return [line.directed(self.good_end) for line in super().codebook(name)]

    def felt(self, drawn: Any, size: float) -> Any:
        """What seems good gets much of what is good, and little of what is bad."""
        return self.sized(drawn, -size if self.good_end == "lower" else size)

    def sized(self, drawn: Any, size: float) -> Any:
        """The answer of a simulated rater who sees so much of what is asked, in standard deviations from the middle."""
        return drawn
