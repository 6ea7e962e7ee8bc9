"""Hot air balloons: envelope with gores, ropes, burner and basket."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.palette import Light, decode, mix, rgb
from beholder.scenes.patch import Patch
from beholder.scenes.pen import Pen
from beholder.scenes.solid import Skin, Solid, teardrop
from beholder.scenes.things.person import Body

__all__ = ["PATTERNS", "balloon_skin", "balloon_solid", "basket", "envelope_radius", "total_drop"]

PATTERNS = ("stripes", "bands", "zigzag", "plain", "diamonds")

#: Shape → (how far the mouth is below the middle, radius of the mouth), both in radii.
_SHAPES = {"round": (1.34, 0.20), "squat": (0.98, 0.26), "tall": (2.15, 0.24)}
# an even number, so that two colours can alternate all the way round
_GORES = 16
# in radii of the envelope, by eye from photographs; so is the basket, width and height
_GAP = 0.36
# width and height, in radii of the envelope
_BASKET = (0.36, 0.30)


def envelope_radius(body: Body) -> float:
    """Radius of the envelope in metres; `size` is its height."""
    drop, mouth = _SHAPES[body.shape]
    return body.size / (1 + drop + mouth)


def total_drop(body: Body) -> float:
    """How far the foot of the basket is below the middle of the envelope, in metres."""
    drop, mouth = _SHAPES[body.shape]
    return envelope_radius(body) * (drop + mouth * 0.45 + _GAP + _BASKET[1])


def balloon_solid(body: Body, scale: float) -> Solid:
    """The envelope at `scale` pixels per metre."""
    drop, mouth = _SHAPES[body.shape]
    radius = envelope_radius(body) * scale
    return teardrop(radius, mouth=radius * mouth, drop=radius * drop)


def balloon_skin(body: Body) -> Skin:
    """Sewn gores in one of several patterns."""
    base = decode(rgb(body.colour))
    other = decode(rgb(body.accent))
    drop, mouth = _SHAPES[body.shape]
    end = drop + mouth

    def around(points: Floats) -> Floats:
        return np.asarray(np.arctan2(points[:, 0], points[:, 2]) / (2 * np.pi) * _GORES)

    def is_other(points: Floats) -> Floats:
        gore = around(points)
        height = points[:, 1]
        if body.pattern == "stripes":
            return np.asarray(np.floor(gore) % 4 == 0)
        if body.pattern == "bands":
            return np.asarray(((height > -0.22) & (height < 0.12)) | ((height > 0.30) & (height < 0.42)))
        if body.pattern == "zigzag":
            tooth = np.abs(gore / 2 % 1 - 0.5) * 0.52
            return np.asarray((height - tooth > -0.28) & (height - tooth < 0.02))
        if body.pattern == "diamonds":
            rows = np.floor((height + 2) / 0.34)
            inside = np.abs((height + 2) / 0.34 % 1 - 0.5) + np.abs(gore % 1 - 0.5)
            return np.asarray((inside < 0.42) & (np.abs(height) < 0.68) & ((rows + np.floor(gore)) % 2 == 0))
        return np.asarray(height > end * 0.60)

    def albedo(points: Floats) -> Floats:
        tone = np.where(is_other(points)[:, None], other[None, :], base[None, :])
        skirt = points[:, 1] > end - 0.34
        tone = np.where(skirt[:, None], mix(base, np.float32(0.05), 0.45)[None, :], tone)
        crown = points[:, 1] < -0.955
        tone = np.where(crown[:, None], other[None, :], tone)
        seam = np.abs(around(points) % 1 - 0.5) > 0.468
        # Cloth glows a little where the burner's light comes through, low in the envelope.
        warm = np.clip((points[:, 1] - 0.4) / end, 0, 1)[:, None] * np.asarray([0.10, 0.05, 0.0], dtype=np.float32)
        return np.asarray(tone * (1 - 0.30 * seam)[:, None] + warm * tone * 3, dtype=np.float32)

    def relief(points: Floats) -> Floats:
        out = np.sqrt(points[:, 0] ** 2 + points[:, 2] ** 2)
        return np.asarray(np.abs(np.sin(around(points) * np.pi)) * np.minimum(out, 1), dtype=np.float32)

    return Skin(albedo, relief=relief, depth=0.085, gloss=0.16, sharpness=12.0)


def basket(body: Body, x: float, y: float, scale: float, *, light: Light) -> Patch:
    """Ropes, burner and basket of a balloon whose envelope is centred at (x, y)."""
    mouth = _SHAPES[body.shape][1]
    unit = envelope_radius(body)
    foot = y + total_drop(body) * scale
    high = unit * (_BASKET[1] + _GAP + mouth * 0.6)
    half = unit * _BASKET[0] / 2
    pen = Pen(x, foot, scale, reach=(unit * 0.4, 0.02 * unit, unit * 0.4, high + unit * 0.1), light=light)
    top = unit * _BASKET[1]
    rope = unit * 0.014
    sides = (-0.98, -0.35, 0.35, 0.98)
    pen.lines(
        [[(half * side * 0.95, top), (unit * mouth * 0.92 * side, high)] for side in sides], rope, (0.22, 0.19, 0.17)
    )
    pen.box(
        (-half * 0.34, top + unit * 0.10), (half * 0.34, top + unit * 0.16), (0.35, 0.36, 0.38), round_by=unit * 0.02
    )
    pen.polygon(
        [(-half * 0.26, top + unit * 0.15), (0, top + unit * 0.38), (half * 0.26, top + unit * 0.15)],
        (1.0, 0.78, 0.30),
        fade=0,
    )
    pen.box((-half, 0), (half, top), (0.55, 0.37, 0.20), round_by=unit * 0.05, volume=unit * 0.05)
    rows = [top * row / 5 for row in range(1, 5)]
    columns = [half * column / 3.6 for column in range(-3, 4)]
    pen.lines([[(-half * 0.94, row), (half * 0.94, row)] for row in rows], unit * 0.012, (0.40, 0.25, 0.13), clip=True)
    pen.lines(
        [[(column, top * 0.06), (column, top * 0.9)] for column in columns],
        unit * 0.010,
        (0.44, 0.29, 0.15),
        clip=True,
    )
    pen.box(
        (-half * 1.07, top * 0.86),
        (half * 1.07, top * 1.03),
        (0.36, 0.21, 0.12),
        round_by=unit * 0.03,
        volume=unit * 0.03,
    )
    return pen.patch()
