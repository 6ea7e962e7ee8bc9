"""What a simulated rater who knows the truth brings to a field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

__all__ = ["Taste", "Truth"]


class Taste(Protocol):
    """What makes one rater differ from another, in standard deviations of the truth between things."""

    @property
    def severity(self) -> float:
        """How much lower than others this rater judges everything."""

    @property
    def noise(self) -> float:
        """How far one judgment lies from another of the same thing."""

    @property
    def side_bias(self) -> float:
        """How much the left is favoured."""


@dataclass(frozen=True, slots=True)
class Truth:
    """The truth about one thing: a standard normal number, and what the study's column `truth` says if it is no number.

    `columns` are those of the thing and of its item, for kinds whose answers speak of what they hold.
    """

    latent: float
    known: Any = None
    columns: Mapping[str, Any] = field(default_factory=dict)
