"""What each point of the scales means, in words that stand on the page."""

from __future__ import annotations

from beholder.fields import Words
from beholder.protocols.trajectories.wording import text

__all__ = ["COHERENCE", "CONFIDENCE", "EFFICIENCY", "THOROUGHNESS"]

# every point has its own words, and more than five could not be told apart by words
_POINTS = 5


def _anchors(scale: str) -> dict[int, Words]:
    return {point: text(f"{scale}-{point}") for point in range(1, _POINTS + 1)}


COHERENCE = _anchors("coherence")
EFFICIENCY = _anchors("efficiency")
THOROUGHNESS = _anchors("thoroughness")
CONFIDENCE = _anchors("confidence")
