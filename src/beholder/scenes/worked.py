"""Pictures for worked examples of caption rating: a clock tower, a living room, a hot dog."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from beholder.errors import BeholderError, nearest
from beholder.scenes.scene import Scene
from beholder.scenes.stage import Placement, StageSpec, compose

__all__ = ["WORKED", "photograph", "worked"]


def photograph(file: str) -> Path | None:
    """Where a photograph of that name lies; None without the package (extra `demo`)."""
    spec = importlib.util.find_spec("skimage")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parent / "data" / file
    return path if path.is_file() else None


WORKED: dict[str, StageSpec] = {
    "clock tower": StageSpec(
        place="street",
        seed=3,
        things=(
            Placement(thing="building", colour="brown", text="HOTEL", x=0.16, depth=0.0),
            Placement(thing="building", colour="teal", name="shop", x=0.86, depth=0.0),
            Placement(thing="clock tower", colour="brown", x=0.52, depth=0.05),
            Placement(thing="car", colour="blue", x=0.78, depth=0.35),
        ),
    ),
    "living room": StageSpec(
        place="room",
        seed=1,
        things=(
            Placement(thing="fireplace", colour="white", x=0.55, depth=0.0),
            Placement(thing="lamp", colour="yellow", x=0.93, depth=0.1),
            Placement(thing="sofa", colour="teal", x=0.20, depth=0.35),
            Placement(thing="dog", colour="brown", on="sofa"),
            Placement(thing="table", colour="brown", name="desk", x=0.78, depth=0.6),
            Placement(thing="book", colour="red", on="desk", x=0.72),
            Placement(thing="book", colour="blue", name="second book", on="desk", x=0.86),
        ),
    ),
    "hot dog": StageSpec(
        place="table",
        seed=4,
        things=(
            Placement(thing="foil", x=0.5, depth=0.75, size=1.9),
            Placement(thing="wrapped hot dog", on="foil", size=1.25),
        ),
    ),
}


def worked(name: str) -> Scene:
    """One of the worked pictures by name."""
    if name not in WORKED:
        raise BeholderError(
            f'unknown worked picture "{name}"', code="scene-unknown-worked", where="name", hint=nearest(name, WORKED)
        )
    return compose(WORKED[name])
