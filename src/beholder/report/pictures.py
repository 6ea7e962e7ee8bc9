"""Pictures small enough to live inside the report: scaled, stripped, with a mask, box or point drawn on where asked."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw

from beholder.errors import BeholderError
from beholder.media import decode_mask, open_picture

__all__ = ["PictureBook"]

_QUALITY = 82
_YELLOW, _PURPLE = (240, 228, 66), (204, 121, 167)
_MASK_COLOUR = np.array([230, 60, 60], dtype=np.float32)
_SURROUND = 116
_PRESENT = 90
_ROOM = 0.6
_BUDGET = 12_000_000


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
        box: Any = None,
        point: Any = None,
    ) -> str:
        """The picture as a data address, at most `side` pixels wide and high; empty where it cannot be shown.

        With `masked` the mask is laid over it, and the part outside is dimmed; `zoom` goes close to the mask.
        """
        if self._root is None or not isinstance(name, str):
            return ""
        key = repr((name, side, masked, zoom, mask if masked else None, box, point))
        if key not in self._kept:
            self._kept[key] = self._made(name, side, mask, masked=masked, zoom=zoom, box=box, point=point)
        return self._kept[key]

    def _made(self, name: str, side: int, mask: Any, *, masked: bool, zoom: bool, box: Any, point: Any) -> str:
        assert self._root is not None
        try:
            picture = open_picture(self._root, name).convert("RGB")
            shape = decode_mask(mask, picture.size, self._root) if masked else None
        except (BeholderError, OSError, ValueError):
            return ""
        _draw(picture, box, point)
        if shape is not None:
            if zoom and shape.any():
                left, top, right, bottom = _around(shape)
                picture, shape = picture.crop((left, top, right, bottom)), shape[top:bottom, left:right]
            picture.thumbnail((side, side), Image.Resampling.LANCZOS)
            picture = _with_mask(picture, shape)
        else:
            picture.thumbnail((side, side), Image.Resampling.LANCZOS)
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=_QUALITY, optimize=True)
        content = base64.b64encode(out.getvalue()).decode("ascii")
        if len(content) > self._left:
            self.left_out += 1
            return ""
        self._left -= len(content)
        return f"data:image/jpeg;base64,{content}"


def _with_mask(picture: Image.Image, mask: Any) -> Image.Image:
    pixels = np.asarray(picture, dtype=np.float32)
    # the mask is scaled as a picture, so that thin parts of it fade and do not vanish
    scaled = Image.fromarray(mask.astype(np.uint8) * 255).resize(picture.size, Image.Resampling.BOX)
    inside = (np.asarray(scaled) > _PRESENT)[..., None]
    blended = np.where(inside, 0.5 * pixels + 0.5 * _MASK_COLOUR, 0.6 * pixels + 0.4 * _SURROUND)
    return Image.fromarray(blended.astype(np.uint8))


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


def _draw(picture: Image.Image, box: Any, point: Any) -> None:
    pen = ImageDraw.Draw(picture)
    width = max(2, round(max(picture.size) / 180))
    if _numbers(box, 4):
        pen.rectangle([float(v) for v in box], outline=_YELLOW, width=width)
    if _numbers(point, 2):
        x, y = map(float, point)
        r = 3 * width
        pen.ellipse([x - r, y - r, x + r, y + r], outline=(255, 255, 255), fill=_PURPLE, width=width)


def _numbers(value: Any, n: int) -> bool:
    return isinstance(value, list | tuple) and len(value) == n and all(isinstance(v, int | float) for v in value)
