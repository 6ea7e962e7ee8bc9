"""The declaration: what is asked, which answers there are, how they are written and simulated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field as Setting
from pydantic import StringConstraints

from beholder.fields import Analysed, Field, Level, Taste, Truth, Way, Words, refuse
from beholder.text import Catalogue
from beholder_colour.simulate import nearby, random_colour

__all__ = ["WORDS", "Colour"]

_HEX = re.compile(r"#[0-9a-f]{6}")

WORDS = Catalogue("colour", folder=Path(__file__).parent)
"""The words beside this file, for what Python tells; the page finds them by itself."""


class Colour(Field):
    """A colour of the screen, stored as `#rrggbb`. `swatches` can be picked at once, the first nine by their digits."""

    kind: Literal["colour"] = "colour"
    swatches: tuple[Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")], ...] = Setting(
        default=(), description="Colours to choose from, beside any other."
    )

    def measure(self) -> Level:
        """Colours have no order."""
        return "nominal"

    def check(self, value: Any, *, slots: int) -> Any:
        """Six hexadecimal digits after a hash, in small letters."""
        if not isinstance(value, str) or not _HEX.fullmatch(value.lower()):
            raise refuse(f"expected a colour such as #ff8800, got {str(value)[:40]!r}")
        return value.lower()

    def keys(self) -> dict[str, str]:
        """Digits give the swatches."""
        return {f"Digit{n}": colour for n, colour in enumerate(self.swatches[:9], start=1)}

    def values_described(self) -> str:
        """For the codebook."""
        return "a colour as #rrggbb"

    def values_labelled(self) -> tuple[tuple[str, Words], ...]:
        """What the digits mean, in every language of the codebook."""
        return (("#rrggbb", WORDS.say("colour-written")),)

    def schema_of_value(self) -> dict[str, Any]:
        """JSON schema of an answer."""
        return {"type": "string", "pattern": "^#[0-9a-f]{6}$"}

    def analysed(self, name: str) -> list[Analysed]:
        """By an analysis of our own; where repeats and reports ask, as names."""
        own = "beholder_colour.analysis:analyse"
        return [Analysed(name=name, way=Way.NAMES, level="nominal", label=self.label, own=own)]

    def draw(self, rng: np.random.Generator, *, slots: int) -> Any:
        """Any colour."""
        return random_colour(rng)

    def follow(self, drawn: Any, truths: Sequence[Truth], taste: Taste, rng: np.random.Generator) -> Any:
        """Near the colour in the study's column `truth`, where there is one."""
        known = truths[0].known
        return nearby(known, taste.noise, rng) if isinstance(known, str) and _HEX.fullmatch(known) else drawn
