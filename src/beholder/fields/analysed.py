"""How a kind asks for its answers to be analysed. What is asked for here is carried out by `analysis`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from beholder.text.words import Words

__all__ = ["Analysed", "Better", "Level", "Way"]

Level = Literal["nominal", "ordinal", "interval", "ratio", "text"]
Better = Literal["higher", "lower", "none"]
"""Which end of the answers is the good one; of `none`, results tell which is higher and praise nobody."""


class Way(StrEnum):
    """The ways that `analysis` has of making results from answers; a kind takes one of them, or brings its own."""

    MEANS = "number"
    """Means, differences between systems, and agreement at the field's level."""

    SHARES = "choice"
    """The share of each value, or of yes where there are two, and agreement."""

    RATES = "flag"
    """How often each of several marks was set; all marks of one field stand in one table."""

    PREFERENCE = "preference"
    """Wins, ties and losses of systems, ranked by Davidson's model."""

    BEST_WORST = "best_worst"
    """How often systems were picked as the best and as the worst of those shown, ranked by a conditional logit."""

    RANKS = "ranking"
    """Orders of the systems shown together, ranked by Plackett and Luce's model."""

    NAMES = "name"
    """How often each worded answer was given, over an open set."""

    TEXTS = "text"
    """Counted, shown beside other answers, not compared."""

    NONE = "none"
    """No results of its own; the analysis says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysed:
    """One value of the `field` column of the ratings table, as the analysis is to take it.

    `order` lists worded values from low to high; `yes` is the value counted in a question with two answers; `top` the
    largest number that is counted exactly, where more than that is a bound. `own` is the address (`package.module:name`)
    of a function that makes the results instead of `way`, called with the work, what is described here, and the results
    so far; `way` then still says how repeats and reports take the values. `reach` is how near two marks on a picture are
    one: a share of the picture, of boxes their overlap. `better` is the end at which a system is good.
    """

    name: str
    way: Way
    level: Level
    label: Words
    order: tuple[str, ...] = ()
    yes: str = ""
    least: float | None = None
    most: float | None = None
    top: int | None = None
    options: Mapping[str, Words] | None = None
    own: str = ""
    reach: float | None = None
    better: Better = "higher"
