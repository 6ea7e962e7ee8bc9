"""What the page shows of a pair beyond its columns: steps made readable, and whether both sides are the same."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from beholder.declarations.item import Shown
from beholder.protocols.trajectories.params import Params
from beholder.protocols.trajectories.steps import read_trajectory

__all__ = ["page_data"]


def page_data(shown: Shown, params: Params, language: str) -> dict[str, Any]:
    """Both trajectories in the order of their places. Nothing here depends on which system made them."""
    sides = [read_trajectory(place[0].columns) for place in shown.slots]
    return {"sides": [asdict(side) for side in sides], "identical": len(sides) == 2 and sides[0] == sides[1]}
