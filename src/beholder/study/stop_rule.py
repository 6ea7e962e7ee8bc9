"""Ratings that are asked for until a rule is met: its settings, and whether it is met."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import Annotated, Any, NamedTuple

from pydantic import Discriminator, Field, Tag, model_validator

from beholder.study.journey import SettingsSection

__all__ = ["LEAST_DF", "AnswerSpread", "RatingsPerTrial", "RatingsUntilSure", "Stop", "ratings_from_version"]

LEAST_DF = 20
"""Degrees of freedom from which a standard deviation is trusted: it is then known to within about a sixth."""

_Z = NormalDist().inv_cdf(0.975)


class AnswerSpread(NamedTuple):
    """The standard deviation of answers to the same thing, pooled over all that has been rated, and what it rests on."""

    sd: float
    df: int

    def half_width(self, n: int) -> float:
        """Half of the 95 % interval of a mean of `n` answers; infinite while too little is known."""
        return math.inf if self.df < LEAST_DF or n < 1 else _t(self.df) * self.sd / math.sqrt(n)


def _t(df: int) -> float:
    """The 97.5 % point of Student's t from its expansion in 1/df, good to four digits from 20 on; SciPy takes a second to load."""
    z = _Z
    return z + (z**3 + z) / (4 * df) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * df**2)


class Stop(SettingsSection):
    """When nobody more is asked about a trial: `{lead: 2}` or `{half_width: 0.5}`."""

    lead: int | None = Field(
        default=None,
        strict=True,
        ge=1,
        le=1_000,
        description="One answer leads the next by so many votes. For counts, choices, names and preferences.",
    )
    half_width: float | None = Field(
        default=None,
        strict=True,
        gt=0,
        description="The 95 % interval of the trial's mean reaches no further than this to each side. It comes from the "
        "standard deviation within trials of the whole study and its pilot: three equal answers are no proof. For scales.",
    )

    @model_validator(mode="after")
    def _one_way(self) -> Stop:
        if (self.lead is None) == (self.half_width is None):
            raise ValueError("give lead or half_width, one of them")
        return self


class RatingsUntilSure(SettingsSection):
    """So many ratings of each trial as it takes: `{least: 2, most: 5, stop: {lead: 2}}`."""

    least: int = Field(strict=True, ge=1, le=1_000, description="Ratings that every trial gets.")
    most: int = Field(strict=True, ge=2, le=1_000, description="Ratings that no trial exceeds.")
    stop: Stop = Field(description="When nobody more is asked.")

    @model_validator(mode="after")
    def _can_act(self) -> RatingsUntilSure:
        if self.least >= self.most:
            raise ValueError(
                f"least is {self.least} and most {self.most}: the rule decides nothing unless least is lower"
            )
        if self.stop.lead is not None and self.stop.lead >= self.most:
            raise ValueError(
                f"a lead of {self.stop.lead} is not reached before {self.most} ratings are in: ask for less, or for more ratings"
            )
        return self

    def met(self, labels: Sequence[Hashable], spread: AnswerSpread | None = None) -> bool:
        """Whether nobody more is asked, given what was answered; `spread` decides where the rule is a width.

        Labels that are empty are of answers that left the question open: they take a place, and say nothing.
        """
        said = [label for label in labels if label not in ((), "")]
        if len(said) < self.least:
            return False
        if self.stop.half_width is not None:
            return spread is not None and spread.half_width(len(said)) <= self.stop.half_width
        assert self.stop.lead is not None, "a rule is a lead or a width"
        (_, first), (_, second) = (*Counter(said).most_common(2), ("", 0))[:2]
        return first - second >= self.stop.lead


def _which(value: Any) -> str:
    return "rule[]" if isinstance(value, dict | RatingsUntilSure) else "number[]"


RatingsPerTrial = Annotated[
    Annotated[int, Field(strict=True, ge=1, le=1_000), Tag("number[]")] | Annotated[RatingsUntilSure, Tag("rule[]")],
    Discriminator(_which),
]
"""A number, or a rule. Told apart before they are checked, so that mistakes in one are not told as those of the other."""


def ratings_from_version(settings: dict[str, Any]) -> RatingsUntilSure | None:
    """The rule that a frozen version has; None where it has a number."""
    given = settings["ratings"]
    return RatingsUntilSure.model_validate(given) if isinstance(given, dict) else None
