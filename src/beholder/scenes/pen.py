"""A pen that draws parts in metres and gives them soft volume under the scene's light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from beholder.errors import BeholderError
from beholder.scenes.arrays import Floats
from beholder.scenes.palette import Light, mix, rgb
from beholder.scenes.patch import Patch, window

__all__ = ["Ink", "Pen", "Point", "curve", "drawable"]

Point: TypeAlias = tuple[float, float]
Ink: TypeAlias = str | tuple[float, float, float] | Floats

# sub-pixels along each side: sixteen shades at an edge, so that it looks smooth
_FINE = 4


def curve(points: Sequence[Point], *, closed: bool = True, steps: int = 8) -> list[Point]:
    """A smooth line through the points (Catmull–Rom)."""
    knots = np.asarray(points, dtype=np.float64)
    before = np.roll(knots, 1, axis=0)
    after = np.roll(knots, -1, axis=0)
    beyond = np.roll(knots, -2, axis=0)
    if not closed:
        before[0], after[-1], beyond[-1], beyond[-2] = knots[0], knots[-1], knots[-1], knots[-1]
    t = (np.arange(steps) / steps)[None, :, None]
    p0, p1, p2, p3 = (part[:, None, :] for part in (before, knots, after, beyond))
    line = 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t**2 + (3 * p1 - p0 - 3 * p2 + p3) * t**3)
    if not closed:
        flat = np.concatenate([line[:-1].reshape(-1, 2), knots[-1:]])
    else:
        flat = line.reshape(-1, 2)
    return [(float(x), float(y)) for x, y in flat]


def drawable(text: str) -> bool:
    """Whether Pillow's built-in font has a glyph for every character."""
    font = ImageFont.load_default(24)
    missing = bytes(font.getmask("\uffff"))
    return all(c == " " or (c.isprintable() and bytes(font.getmask(c)) != missing) for c in text)


def _blurred(values: Floats, spread: float) -> Floats:
    """A Gaussian blur by three running means, in floats: Pillow's works in bytes, whose steps would show as ridges."""
    half = max(1, round(float(np.sqrt(spread * spread + 1 / 12)) - 0.5))
    result = values.astype(np.float64)
    for axis in (0, 1):
        for _ in range(3):
            room = [(half + 1, half) if side == axis else (0, 0) for side in (0, 1)]
            total = np.cumsum(np.pad(result, room, mode="edge"), axis=axis)
            upper, lower = (
                (total[2 * half + 1 :], total[: -2 * half - 1])
                if axis == 0
                else (total[:, 2 * half + 1 :], total[:, : -2 * half - 1])
            )
            result = (upper - lower) / (2 * half + 1)
    return np.asarray(result, dtype=np.float32)


def _draw(draw: ImageDraw.ImageDraw, shape: str, corners: list[Point], round_by: float) -> None:
    if shape == "polygon":
        draw.polygon(corners, fill=255)
    elif shape == "ellipse":
        draw.ellipse([*corners[0], *corners[1]], fill=255)
    elif shape == "box":
        draw.rounded_rectangle([*corners[0], *corners[1]], radius=round_by, fill=255)
    else:
        thick = max(1.0, round_by)
        draw.line(corners, fill=255, width=round(thick), joint="curve")
        for x, y in (corners[0], corners[-1]):
            draw.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], fill=255)


class Pen:
    """Draws on a patch of its own. Coordinates are metres from the thing's foot: x right, y up."""

    def __init__(
        self, x: float, y: float, scale: float, *, reach: tuple[float, float, float, float], light: Light
    ) -> None:
        """`reach` is how far the thing goes left, down, right and up of its foot, in metres."""
        west, south, east, north = reach
        self.scale = scale
        self.light = light
        # From the whole pixel on: a thing moved by whole pixels is drawn with exactly the same outline.
        column, row = int(np.floor(x)), int(np.floor(y))
        part_x, part_y = x - column, y - row
        west_by, north_by = int(np.floor(part_x - west * scale)) - 2, int(np.floor(part_y - north * scale)) - 2
        self.left, self.top = column + west_by, row + north_by
        self._x, self._y = part_x - west_by, part_y - north_by
        self._size = (
            int(np.ceil(part_x + east * scale)) + 2 - west_by,
            int(np.ceil(part_y + south * scale)) + 2 - north_by,
        )
        self._rgb = np.zeros((self._size[1], self._size[0], 3), dtype=np.float32)
        self._cover = np.zeros((self._size[1], self._size[0]), dtype=np.float32)

    def patch(self) -> Patch:
        """What has been drawn."""
        straight = self._rgb / np.maximum(self._cover, 1e-4)[..., None]
        return Patch(self.left, self.top, np.asarray(np.clip(straight, 0, 1), dtype=np.float32), self._cover)

    def at(self, point: Point) -> Point:
        """Where a point in metres is in the picture, in pixels."""
        return self.left + self._x + point[0] * self.scale, self.top + self._y - point[1] * self.scale

    def stamp(self, patch: Patch) -> None:
        """Put an already painted patch (in picture pixels) on what is drawn."""
        place = window(patch.left - self.left, patch.top - self.top, patch.shape, self._cover.shape)
        rows, columns = place.picture
        self._over(rows, columns, patch.rgb[place.patch], patch.cover[place.patch])

    def _at(self, point: Point) -> Point:
        return (self._x + point[0] * self.scale) * _FINE, (self._y - point[1] * self.scale) * _FINE

    def _colour(self, ink: Ink) -> Floats:
        return rgb(ink) if isinstance(ink, str) else np.asarray(ink, dtype=np.float32)

    def polygon(
        self, points: Sequence[Point], ink: Ink, *, volume: float = 0.0, fade: float = 0.12, clip: bool = False
    ) -> None:
        """Fill a shape. `volume` (metres) rounds it; `fade` darkens it towards its foot; `clip` keeps it to what is drawn."""
        corners = [[self._at(p) for p in points]]
        self._fill(corners, "polygon", ink, volume=volume, fade=fade, clip=clip)

    def ellipse(
        self, centre: Point, radii: Point, ink: Ink, *, volume: float = 0.0, fade: float = 0.12, clip: bool = False
    ) -> None:
        """Fill an ellipse."""
        low = self._at((centre[0] - radii[0], centre[1] + radii[1]))
        high = self._at((centre[0] + radii[0], centre[1] - radii[1]))
        self._fill([[low, high]], "ellipse", ink, volume=volume, fade=fade, clip=clip)

    def box(
        self,
        corner: Point,
        other: Point,
        ink: Ink,
        *,
        round_by: float = 0.0,
        volume: float = 0.0,
        fade: float = 0.12,
        clip: bool = False,
    ) -> None:
        """Fill a rectangle between two corners, with corners rounded by `round_by` metres."""
        (x0, y0), (x1, y1) = corner, other
        low = self._at((min(x0, x1), max(y0, y1)))
        high = self._at((max(x0, x1), min(y0, y1)))
        radius = round_by * self.scale * _FINE
        self._fill([[low, high]], "box", ink, volume=volume, fade=fade, clip=clip, round_by=radius)

    def line(
        self,
        points: Sequence[Point],
        width: float,
        ink: Ink,
        *,
        volume: float = 0.0,
        fade: float = 0.0,
        clip: bool = False,
    ) -> None:
        """Draw a line with round ends, `width` metres thick."""
        self.lines([points], width, ink, volume=volume, fade=fade, clip=clip)

    def lines(
        self,
        strokes: Sequence[Sequence[Point]],
        width: float,
        ink: Ink,
        *,
        volume: float = 0.0,
        fade: float = 0.0,
        clip: bool = False,
    ) -> None:
        """Draw lines of one ink and width that do not cross: at once, since each filling costs more than a stroke."""
        # A line of its own covers half of some pixel wherever it goes, so that it belongs to the mask.
        thick = width * self.scale if clip else max(width * self.scale, 1.5)
        corners = [[self._at(p) for p in points] for points in strokes]
        self._fill(corners, "line", ink, volume=volume, fade=fade, clip=clip, round_by=thick * _FINE)

    def text(self, words: str, centre: Point, ink: Ink, *, width: float, height: float) -> None:
        """Write words, as large as fits into `width` × `height` metres."""
        if not drawable(words):
            raise BeholderError(
                f'the built-in font cannot write "{words}"',
                code="scene-text-not-drawable",
                where="text",
                hint="use Latin letters, digits and common signs",
            )
        probe = ImageFont.load_default(100).getbbox(words)
        room = min(width / max(probe[2] - probe[0], 1), height / max(probe[3] - probe[1], 1))
        size = max(1.0, room * 100 * self.scale * _FINE)
        font = ImageFont.load_default(size)
        x, y = self._at(centre)
        mask = Image.new("L", (self._size[0] * _FINE, self._size[1] * _FINE))
        draw = ImageDraw.Draw(mask)
        box = font.getbbox(words)
        origin = (x - (box[0] + box[2]) / 2, y - (box[1] + box[3]) / 2)
        draw.text(origin, words, fill=255, font=font, stroke_width=max(0, round(size * 0.022)))
        cover = np.asarray(mask.reduce(_FINE), dtype=np.float32) / 255
        self._over(slice(None), slice(None), np.broadcast_to(self._colour(ink), (*cover.shape, 3)), cover * self._cover)

    def _over(self, rows: slice, columns: slice, colour: Floats, cover: Floats) -> None:
        over = cover[..., None]
        self._rgb[rows, columns] = self._rgb[rows, columns] * (1 - over) + colour * over
        self._cover[rows, columns] = self._cover[rows, columns] * (1 - cover) + cover

    def _fill(
        self,
        strokes: list[list[Point]],
        shape: str,
        ink: Ink,
        *,
        volume: float,
        fade: float,
        clip: bool,
        round_by: float = 0.0,
    ) -> None:
        # Only the part's own rectangle is touched: a thing of many small parts stays cheap.
        pad = round_by / 2 if shape == "line" else 0.0
        corners = [corner for stroke in strokes for corner in stroke]
        x0 = int(np.clip((min(c[0] for c in corners) - pad) // _FINE - 1, 0, self._size[0]))
        y0 = int(np.clip((min(c[1] for c in corners) - pad) // _FINE - 1, 0, self._size[1]))
        x1 = int(np.clip((max(c[0] for c in corners) + pad) // _FINE + 2, 0, self._size[0]))
        y1 = int(np.clip((max(c[1] for c in corners) + pad) // _FINE + 2, 0, self._size[1]))
        if x1 <= x0 or y1 <= y0:
            return
        mask = Image.new("L", ((x1 - x0) * _FINE, (y1 - y0) * _FINE))
        draw = ImageDraw.Draw(mask)
        for stroke in strokes:
            _draw(draw, shape, [(x - x0 * _FINE, y - y0 * _FINE) for x, y in stroke], round_by)
        small = mask.reduce(_FINE)
        cover = np.asarray(small, dtype=np.float32) / 255
        rows, columns = slice(y0, y1), slice(x0, x1)
        colour = self._shaded(small, self._colour(ink), volume * self.scale, fade)
        self._over(rows, columns, colour, cover * self._cover[rows, columns] if clip else cover)

    def _shaded(self, cover: Image.Image, colour: Floats, volume: float, fade: float) -> Floats:
        high, wide = cover.size[1], cover.size[0]
        tone = np.ones((high, wide), dtype=np.float32)
        if volume > 0.4:
            # A blurred outline is a gentle hill; its slope stands for the normal of a rounded body.
            pad = int(np.ceil(volume * 2)) + 1
            hill = _blurred(np.pad(np.asarray(cover, dtype=np.float32) / 255, pad), volume)
            down, right = np.asarray(np.gradient(hill, axis=0)), np.asarray(np.gradient(hill, axis=1))
            slope_x = right[pad:-pad, pad:-pad] * volume * 2.6
            slope_y = down[pad:-pad, pad:-pad] * volume * 2.6
            towards = self.light.direction
            tone += np.clip(-(slope_x * towards[0] + slope_y * towards[1]), -0.42, 0.34)
        tone -= fade * np.linspace(-0.4, 1, high, dtype=np.float32)[:, None]
        lit = colour[None, None, :] * tone[..., None]
        # Highlights go towards white, as paint does, rather than to a stronger hue.
        return mix(lit, 1.0, np.clip(tone - 1, 0, 1)[..., None] * 0.35)
