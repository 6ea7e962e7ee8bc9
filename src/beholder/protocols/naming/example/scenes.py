"""Painted scenes with one object boxed: for the example, for practice and for the guidelines."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from beholder.scenes import Box, Placement, Scene, StageSpec, compose

__all__ = [
    "BEHIND_BALL",
    "BREAKFAST",
    "HIDDEN_DOG",
    "LIVING_ROOM",
    "LUNCH",
    "PARK",
    "box_around",
    "make_pictures",
    "save_scene",
    "with_box",
]

# pixels: sharp on a laptop's page, and quick to paint
_SIZE = (960, 640)

PARK = StageSpec(
    place="park",
    seed=11,
    size=_SIZE,
    things=(
        Placement(thing="tree", colour="green", x=0.85, depth=0.05),
        Placement(thing="dog", colour="brown", x=0.36, depth=0.7),
        Placement(thing="ball", colour="red", x=0.66, depth=0.9, size=1.3),
    ),
)
LIVING_ROOM = StageSpec(
    place="room",
    seed=12,
    size=_SIZE,
    things=(
        Placement(thing="lamp", colour="yellow", x=0.88, depth=0.1),
        Placement(thing="sofa", colour="teal", x=0.4, depth=0.4),
        Placement(thing="cat", colour="orange", on="sofa"),
    ),
)
BREAKFAST = StageSpec(
    place="table",
    seed=13,
    size=_SIZE,
    things=(
        Placement(thing="cup", colour="blue", x=0.78, depth=0.35),
        Placement(thing="plate", colour="white", x=0.38, depth=0.6),
        Placement(thing="apple", colour="red", on="plate"),
    ),
)
HIDDEN_DOG = StageSpec(
    place="park",
    seed=14,
    size=_SIZE,
    things=(
        Placement(thing="dog", colour="black", x=0.2, depth=0.5),
        Placement(thing="car", colour="red", x=0.5, depth=0.68),
    ),
)
BEHIND_BALL = StageSpec(
    place="park",
    seed=16,
    size=_SIZE,
    things=(
        Placement(thing="tree", colour="green", x=0.85, depth=0.05),
        Placement(thing="dog", colour="brown", x=0.42, depth=0.62, size=1.7),
        Placement(thing="ball", colour="red", x=0.43, depth=0.72, size=2.6),
    ),
)
LUNCH = StageSpec(
    place="table",
    seed=15,
    size=_SIZE,
    things=(
        Placement(thing="cup", colour="blue", x=0.85, depth=0.25),
        Placement(thing="plate", colour="white", x=0.42, depth=0.62, size=1.5),
        Placement(thing="hot dog", on="plate", size=1.35),
    ),
)

# the box of the rater's page, with white on both sides so that it shows on every ground
_RED = (255, 0, 0)
_WHITE = (255, 255, 255)


def save_scene(scene: Scene, path: Path) -> None:
    """The picture as a JPEG file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    scene.image.convert("RGB").save(path, "JPEG", quality=90)


def box_around(scene: Scene, *things: str) -> Box:
    """The box that is tight around the visible parts of these things together."""
    left, top, right, bottom = zip(*(scene.named(thing).visible_box for thing in things), strict=True)
    return min(left), min(top), max(right), max(bottom)


def with_box(scene: Scene, *things: str) -> Image.Image:
    """The picture with a red box around the visible parts of these things, for guidelines only: pages draw their own."""
    image = scene.image.convert("RGB")
    pen = ImageDraw.Draw(image)
    left, top, right, bottom = box_around(scene, *things)
    for grow, colour, width in ((8, _WHITE, 2), (6, _RED, 6)):
        pen.rectangle((left - grow, top - grow, right + grow, bottom + grow), outline=colour, width=width)
    return image


def make_pictures(folder: Path, verify: Path) -> None:
    """Writes the pictures of both guidelines as small WebP files."""
    park, room, table, hidden = (compose(spec) for spec in (PARK, LIVING_ROOM, BREAKFAST, HIDDEN_DOG))
    behind, lunch = compose(BEHIND_BALL), compose(LUNCH)
    _save(with_box(park, "dog"), folder / "tight-dog.webp")
    _save(with_box(room, "sofa"), folder / "tight-sofa.webp")
    _save(with_box(behind, "dog"), folder / "behind-ball.webp")
    _save(with_box(hidden, "dog"), folder / "hidden.webp")
    _save(with_box(park, "dog"), verify / "dog.webp")
    _save(with_box(room, "sofa"), verify / "sofa.webp")
    _save(with_box(behind, "dog"), verify / "behind-ball.webp")
    _save(with_box(table, "apple"), verify / "apple.webp")
    _save(with_box(lunch, "plate", "hot dog"), verify / "hot-dog.webp")


def _save(image: Image.Image, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    height = round(480 * image.height / image.width)
    image.resize((480, height), Image.Resampling.LANCZOS).save(path, "WEBP", quality=80, method=6)
