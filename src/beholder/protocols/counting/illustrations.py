"""Paints the pictures of the guideline into `pictures/`. Run `python -m beholder.protocols.counting.illustrations`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from beholder.protocols.counting.practice import SIZE, numeral, specks
from beholder.scenes import Box, Scene, SceneObject, SceneSpec, paint

__all__ = ["ILLUSTRATIONS", "paint_illustrations"]

# pixels; pictures side by side have the same height
_TALL = 360
# pixels of grey between them
_GAP = 8
# pixels: painted large and scaled down to the height above
_LARGE = (864, 648)


def paint_illustrations(folder: Path) -> list[Path]:
    """Writes every picture of the guideline as WebP and returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for name, make in ILLUSTRATIONS.items():
        path = folder / f"{name}.webp"
        make().save(path, "WEBP", quality=80, method=6)
        files.append(path)
    return files


@dataclass(frozen=True)
class _Mark:
    """A ring around a part of the picture: solid where the rule applies, dashed where it does not."""

    box: Box
    solid: bool = True


def _scene(kind: str, count: int, seed: int, *, size: tuple[int, int] = _LARGE, **roles: object) -> Scene:
    return paint(SceneSpec(kind=kind, count=count, seed=seed, size=size, **roles))  # type: ignore[arg-type]


def _rings(scene: Scene, applies: Callable[[SceneObject], bool | None]) -> list[_Mark]:
    """A solid ring where `applies` says yes, a dashed one where it says no, none where it says nothing."""
    verdicts = [(thing.visible_box, applies(thing)) for thing in scene.objects]
    return [_Mark(box, solid) for box, solid in verdicts if solid is not None]


def _drawn(image: Image.Image, marks: Iterable[_Mark]) -> Image.Image:
    # drawn at twice the size and reduced, which smooths the rings
    twice = image.resize((image.width * 2, image.height * 2), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(twice)
    for mark in marks:
        left, top, right, bottom = (2 * side for side in mark.box)
        x, y = (left + right) / 2, (top + bottom) / 2
        radius = max(right - left, bottom - top) / 2 + 18
        around = (x - radius, y - radius, x + radius, y + radius)
        for colour, width in (((0, 0, 0), 14), ((255, 255, 255), 7)):
            if mark.solid:
                draw.ellipse(around, outline=colour, width=width)
            else:
                for start in range(0, 360, 30):
                    draw.arc(around, start, start + 17, fill=colour, width=width)
    return twice.resize(image.size, Image.Resampling.LANCZOS)


def _beside(*pictures: Image.Image) -> Image.Image:
    """Pictures of one height in a row."""
    fitted = [one.resize((round(one.width * _TALL / one.height), _TALL), Image.Resampling.LANCZOS) for one in pictures]
    width = sum(one.width for one in fitted) + _GAP * (len(fitted) - 1)
    row = Image.new("RGB", (width, _TALL), (119, 119, 119))
    left = 0
    for one in fitted:
        row.paste(one, (left, 0))
        left += one.width + _GAP
    return row


def _close(scene: Scene, thing: SceneObject, *, wide: int = 300, marks: Iterable[_Mark] = ()) -> Image.Image:
    """A square cut-out around one object."""
    left, top, right, bottom = thing.box
    x = min(max((left + right - wide) // 2, 0), scene.size[0] - wide)
    y = min(max((top + bottom - wide) // 2, 0), scene.size[1] - wide)
    return _drawn(scene.image, marks).crop((x, y, x + wide, y + wide))


def _types() -> Image.Image:
    balls = _scene("bocce", 6, 31, size=(480, 480), sizes="mixed")
    medicine = _scene("medicine", 4, 32, size=(480, 480))
    balloons = _scene("balloon", 3, 33, size=(480, 480))
    return _beside(balls.image, medicine.image, balloons.image)


def _slivers() -> Image.Image:
    behind = _scene("bocce", 5, 42, slivers=1)
    edge = _scene("balloon", 4, 4, clipped=1)
    hidden = next(thing for thing in behind.counted if thing.occluded_share > 0.7)
    clipped = next(thing for thing in edge.counted if thing.clipped)
    return _beside(
        _close(behind, hidden, marks=[_Mark(hidden.visible_box)]),
        _close(edge, clipped, marks=[_Mark(clipped.visible_box)]),
    )


def _ghosts() -> Image.Image:
    scene = _scene("balloon", 6, 44, size=(720, 480), ghostly=2)
    return _beside(_drawn(scene.image, _rings(scene, lambda thing: True if thing.ghostly else None)))


def _merged() -> Image.Image:
    balls = _scene("medicine", 3, 45, merged=1)
    balloons = _scene("balloon", 3, 46, merged=1)
    first = next(thing for thing in balls.counted if thing.merged_with is not None)
    second = next(thing for thing in balloons.counted if thing.merged_with is not None)
    return _beside(_close(balls, first, wide=340), _close(balloons, second, wide=340))


def _far() -> Image.Image:
    scene = _scene("balloon", 6, 61, size=(720, 480), far=2)
    image = specks(scene)
    return _beside(_drawn(image, _rings(scene, lambda thing: True if thing.far else None)))


def _clipped() -> Image.Image:
    scene = _scene("medicine", 9, 48, size=(720, 480), clipped=2, cut=1, occluded=1)

    def applies(thing: SceneObject) -> bool | None:
        if thing.clipped:
            return True
        return False if thing.inside_share < 1 or thing.occluded_share > 0.2 else None

    return _beside(_drawn(scene.image, _rings(scene, applies)))


def _thirteen() -> Image.Image:
    scene = _scene("medicine", 13, 2, size=SIZE, clipped=2)
    return _beside(_drawn(scene.image, _rings(scene, lambda thing: True if thing.clipped else None)))


def _colours() -> Image.Image:
    same = _scene("bocce", 5, 15, size=(480, 480), colours="same")
    return _beside(same.image, _scene("bocce", 5, 31, size=(480, 480)).image)


def _sizes() -> Image.Image:
    same = _scene("balloon", 6, 49, size=(480, 480))
    different = _scene("medicine", 6, 50, size=(480, 480), sizes="mixed")
    return _beside(same.image, different.image)


def _shapes() -> Image.Image:
    return _beside(
        _scene("medicine", 6, 51, size=(480, 480), shapes="mixed").image,
        _scene("balloon", 4, 68, size=(480, 480), shapes="mixed").image,
    )


def _others() -> Image.Image:
    scene = _scene("balloon", 5, 53, size=(720, 480), others=("house", "tree"))
    return _beside(_drawn(scene.image, _rings(scene, lambda thing: None if thing.counted else thing.kind == "house")))


def _pattern() -> Image.Image:
    colours = ("red", "orange", "yellow", "green", "blue", "purple", "pink")
    return _beside(numeral(_scene("balloon", 7, 21, size=(576, 576), colours=colours)))


ILLUSTRATIONS: dict[str, Callable[[], Image.Image]] = {
    "types": _types,
    "slivers": _slivers,
    "ghosts": _ghosts,
    "merged": _merged,
    "far": _far,
    "clipped": _clipped,
    "thirteen": _thirteen,
    "sizes": _sizes,
    "shapes": _shapes,
    "colours": _colours,
    "others": _others,
    "pattern": _pattern,
}


if __name__ == "__main__":
    paint_illustrations(Path(__file__).parent / "pictures")
