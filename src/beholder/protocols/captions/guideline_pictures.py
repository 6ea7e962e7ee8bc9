"""The pictures of the guideline, painted so that they can be made again."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from beholder.protocols.captions.worked_captions import WORKED_EXAMPLES
from beholder.scenes import Scene, SceneObject, worked

__all__ = ["make_pictures"]

# pixels: the guideline shows them beside its text
_WIDTH = 480
# dark marks on a light line show on every ground
_INK = (27, 27, 27)
_PAPER = (255, 255, 255)


def make_pictures(folder: Path) -> None:
    """Writes the three worked pictures and one that shows where points come from, as small WebP files."""
    folder.mkdir(parents=True, exist_ok=True)
    for example in WORKED_EXAMPLES:
        _save(worked(example.scene).image, folder / f"{example.scene.replace(' ', '-')}.webp")
    _save(_where_points_come_from(worked("living room")), folder / "points.webp")


def _save(image: Image.Image, path: Path) -> None:
    height = round(image.height * _WIDTH / image.width)
    image.resize((_WIDTH, height), Image.Resampling.LANCZOS).save(path, "WEBP", quality=82, method=6)


def _where_points_come_from(scene: Scene) -> Image.Image:
    """The marks of the caption “a brown dog laying on a couch”: ● dog and couch, ▲ what ties them, ■ the colour."""
    image = scene.image.copy()
    pen = ImageDraw.Draw(image)
    dog, sofa = scene.named("dog"), scene.named("sofa")
    for thing in (sofa, dog):
        _outline(pen, thing)
    left, _, right, bottom = dog.visible_box
    _sign(pen, dog.visible_box[0] - 10, dog.visible_box[1] + 20, "disc")
    _sign(pen, sofa.visible_box[2] - 60, sofa.visible_box[3] - 60, "disc")
    _sign(pen, (left + right) / 2, bottom, "triangle")
    _sign(pen, right + 10, dog.visible_box[1] + 40, "square")
    return image.crop((0, 240, 600, 690))


def _outline(pen: ImageDraw.ImageDraw, thing: SceneObject) -> None:
    pen.rectangle(thing.visible_box, outline=_INK, width=7)
    pen.rectangle(thing.visible_box, outline=_PAPER, width=3)


def _sign(pen: ImageDraw.ImageDraw, x: float, y: float, shape: str) -> None:
    """One of the three marks in a white disc."""
    ring, half = 24, 12
    pen.ellipse((x - ring, y - ring, x + ring, y + ring), fill=_PAPER, outline=_INK, width=3)
    if shape == "disc":
        pen.ellipse((x - half, y - half, x + half, y + half), fill=_INK)
    elif shape == "square":
        pen.rectangle((x - half, y - half, x + half, y + half), fill=_INK)
    else:
        pen.polygon([(x, y - half * 1.2), (x - half * 1.2, y + half), (x + half * 1.2, y + half)], fill=_INK)
