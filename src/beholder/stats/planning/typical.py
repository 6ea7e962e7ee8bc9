"""How much items, raters and chance make ratings differ in published studies, for plans without a pilot."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from beholder.errors import BeholderError, nearest
from beholder.stats.messages import tell
from beholder.stats.planning.components import Components

__all__ = ["TypicalSpread", "typical_spread", "typical_spreads"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypicalSpread:
    """What was measured on one published data set.

    `item`, `rater` and `residual` are standard deviations as shares of the scale, from its lowest to its highest value; of a
    `difference` of two systems, `rater` is that of raters' taste for one over the other. A `preference` has the share of
    `ties` and the correlation of two raters' answers (`alike`) instead.
    """

    name: str
    of: Literal["mean", "difference", "preference"]
    source: str
    items: int
    raters: int
    systems: int | None = None
    item: float | None = None
    rater: float | None = None
    residual: float | None = None
    alpha: float | None = None
    ties: float | None = None
    alike: float | None = None

    def components(self, *, low: float = 0.0, high: float = 1.0, share: float | None = None) -> Components:
        """The variances on a scale from `low` to `high`; of a preference, those around this `share` of wins."""
        if self.of == "preference":
            if share is None:
                raise BeholderError(
                    f"{self.name} is about preferences: give the share of wins that you expect",
                    code="stats-bad-plan",
                    hint="as in --share 0.6",
                )
            ties = min(self.ties or 0.0, 2 * min(share, 1 - share))
            return Components.of_share(share, alike=self.alike or 0.0, ties=ties)
        if share is not None:
            raise BeholderError(
                f"{self.name} is not about preferences: leave the share of wins out", code="stats-bad-plan"
            )
        if not high > low:
            raise BeholderError(
                f"a scale goes from a lower to a higher value, got {low:g} to {high:g}",
                code="stats-bad-plan",
                hint="as in 1,5",
            )
        item, rater, residual = ((sd or 0.0) * (high - low) for sd in (self.item, self.rater, self.residual))
        if self.of == "difference":
            return Components.of_sds(item=item, rater=0.0, residual=residual, rater_system=rater)
        return Components.of_sds(item=item, rater=rater, residual=residual)

    @property
    def asked(self) -> str:
        """What raters were asked, in words."""
        return tell(f"typical-{self.name}")


@cache
def typical_spreads() -> tuple[TypicalSpread, ...]:
    """All that were measured; `docs/typical_spreads.py` says how."""
    text = files("beholder.stats.planning").joinpath("typical.json").read_text(encoding="utf-8")
    return tuple(TypicalSpread(**entry) for entry in json.loads(text))


def typical_spread(name: str) -> TypicalSpread:
    """The one of this name, or an error that names those there are."""
    known = {one.name: one for one in typical_spreads()}
    if name not in known:
        raise BeholderError(
            f"no typical spread is called {name!r}; there are {', '.join(known)}",
            code="stats-bad-plan",
            hint=nearest(name, tuple(known)),
        )
    return known[name]
