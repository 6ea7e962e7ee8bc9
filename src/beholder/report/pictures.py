"""Pictures small enough to live inside the report: scaled, stripped, with a mask, box or point drawn on where asked."""

from __future__ import annotations

import base64
import io
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from beholder.errors import BeholderError
from beholder.media import decode_mask, lay_mask, open_picture

__all__ = ["PictureBook", "PictureMarks"]

# all pictures are inside the report's file: higher makes it too large to mail, lower shows at the edges of masks
_QUALITY = 82
# red for boxes and points; blue beside a mask, which is reddish itself, as on the rater's page
_RED, _BLUE, _WHITE = (255, 0, 0), (31, 91, 255), (255, 255, 255)
# pixels of the report, on small and large pictures alike
_LINE = 3
# of the mask's extent on each side, so that what it is part of is seen as well
_ROOM = 0.6
# bytes of pictures in one report: it stays small enough for mail
_BUDGET = 12_000_000


@dataclass(frozen=True, slots=True)
class PictureMarks:
    """A box or a point that raters saw on the picture: red as on their page, blue beside masks, which are red themselves."""

    box: Any = None
    point: Any = None
    beside_mask: bool = False


class PictureBook:
    """Pictures of a study as data addresses. Once the budget is used up nothing more is embedded, and `left_out` counts."""

    def __init__(self, root: Path | None, *, budget: int = _BUDGET) -> None:
        self._root = root
        self._left = budget
        self._kept: dict[str, str] = {}
        self.left_out = 0

    def embed(
        self,
        name: Any,
        *,
        side: int,
        mask: Any = None,
        masked: bool = False,
        zoom: bool = False,
        marks: PictureMarks | None = None,
    ) -> str:
        """The picture as a data address, at most `side` pixels wide and high; empty where it cannot be shown.

        With `masked` the mask is laid over it, and the part outside is dimmed; `zoom` goes close to the mask.
        """
        if self._root is None or not isinstance(name, str):
            return ""
        key = repr((name, side, masked, zoom, mask if masked else None, marks))
        if key not in self._kept:
            self._kept[key] = self._made(name, side, mask, masked=masked, zoom=zoom, marks=marks or PictureMarks())
        return self._kept[key]

    def _made(self, name: str, side: int, mask: Any, *, masked: bool, zoom: bool, marks: PictureMarks) -> str:
        assert self._root is not None
        try:
            picture = open_picture(self._root, name).convert("RGB")
            shape = decode_mask(mask, picture.size, self._root) if masked else None
        except (BeholderError, OSError, ValueError):
            return ""
        left, top = 0, 0
        if shape is not None and zoom and shape.any():
            left, top, right, bottom = _around(shape)
            picture, shape = picture.crop((left, top, right, bottom)), shape[top:bottom, left:right]
        width = picture.width
        picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        if shape is not None:
            picture = lay_mask(picture, shape)
        _draw(picture, marks, left=left, top=top, scale=picture.width / width)
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_QUALITY, optimize=True)
        content = base64.b64encode(out.getvalue()).decode("ascii")
        if len(content) > self._left:
            self.left_out += 1
            return ""
        self._left -= len(content)
        return f"data:image/jpeg;base64,{content}"


def _around(mask: Any) -> tuple[int, int, int, int]:
    """The part of the picture that holds the mask, with room around it."""
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    height, width = mask.shape
    room = round(max(_ROOM * max(np.ptp(rows), np.ptp(columns)), 0.08 * max(mask.shape)))
    return (
        max(0, int(columns[0]) - room),
        max(0, int(rows[0]) - room),
        min(width, int(columns[-1]) + room),
        min(height, int(rows[-1]) + room),
    )


def _draw(picture: Image.Image, marks: PictureMarks, *, left: int, top: int, scale: float) -> None:
    """Drawn last and at the size of the page, so that lines are as wide on every picture and no mask dims them."""
    pen = ImageDraw.Draw(picture)
    colour = _BLUE if marks.beside_mask else _RED
    if _numbers(marks.box, 4):
        x0, y0, x1, y1 = (scale * (float(v) - start) for v, start in zip(marks.box, (left, top) * 2, strict=True))
        # around the box, so that it hides nothing inside; white on both sides, so that it shows on every ground
        for out, width, ink in ((_LINE + 1, _LINE + 2, _WHITE), (_LINE, _LINE, colour)):
            pen.rectangle([x0 - out, y0 - out, x1 + out - 1, y1 + out - 1], outline=ink, width=width)
    if _numbers(marks.point, 2):
        # the middle of the pixel that was clicked
        x, y = (scale * (float(v) - start + 0.5) for v, start in zip(marks.point, (left, top), strict=True))
        for radius, ink in ((2.5 * _LINE, _WHITE), (2 * _LINE, colour)):
            pen.ellipse([x - radius, y - radius, x + radius, y + radius], fill=ink)


def _numbers(value: Any, n: int) -> bool:
    return isinstance(value, list | tuple) and len(value) == n and all(isinstance(v, int | float) for v in value)
