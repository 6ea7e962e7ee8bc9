"""Bocce balls, medicine balls and play balls."""

from __future__ import annotations

import numpy as np

from beholder.scenes.arrays import Floats
from beholder.scenes.palette import decode, mix, rgb
from beholder.scenes.solid import Skin, Solid, blocky, oval, sphere
from beholder.scenes.things.person import Body

__all__ = ["ball_skin", "ball_solid", "lift"]

# in radii: far enough from a sphere that the shape is seen to differ
_WIDE, _HIGH, _BLOCK = 1.32, 0.9, 0.9


def ball_solid(body: Body, scale: float) -> Solid:
    """The ball's body at `scale` pixels per metre."""
    radius = body.size / 2 * scale
    if body.shape == "oval":
        return oval(radius, wide=_WIDE, high=_HIGH)
    if body.shape == "blocky":
        return blocky(radius * _BLOCK)
    return sphere(radius)


def lift(body: Body) -> float:
    """How high above the ground the centre of the resting ball is, in metres."""
    return body.size / 2 * {"oval": _HIGH, "blocky": _BLOCK}.get(body.shape, 1.0)


def _line(distance: Floats, width: float) -> Floats:
    """1 on a line and 0 away from it, given the distance from its middle."""
    near = np.clip(1 - np.abs(distance) / width, 0, 1)
    return np.asarray(near * near * (3 - 2 * near), dtype=np.float32)


def _unit(points: Floats) -> Floats:
    return np.asarray(points / np.maximum(np.linalg.norm(points, axis=1, keepdims=True), 1e-6), dtype=np.float32)


def _rings(points: Floats) -> Floats:
    height = np.abs(_unit(points)[:, 2])
    lines = _line(height - 0.18, 0.05) + _line(height - 0.36, 0.05) + _line(height - 0.82, 0.05)
    return np.asarray(np.minimum(lines, 1))


def _cross(points: Floats) -> Floats:
    unit = _unit(points)
    one = _line(np.abs(unit[:, 2]) - 0.16, 0.05)
    two = _line(np.abs(unit[:, 0]) - 0.16, 0.05)
    return np.asarray(np.maximum(one, two))


def _lattice(points: Floats) -> Floats:
    unit = _unit(points)
    around = np.arctan2(unit[:, 0], unit[:, 2]) / (2 * np.pi)
    up = np.arcsin(np.clip(unit[:, 1], -1, 1)) / np.pi
    waves = [np.abs(((around * 8 + sign * up * 8) % 1) - 0.5) for sign in (1, -1)]
    lines = np.maximum(_line(waves[0] - 0.5, 0.13), _line(waves[1] - 0.5, 0.13))
    cap = np.abs(unit[:, 1])
    return np.asarray(np.where(cap < 0.62, lines, 0) + _line(cap - 0.62, 0.045) + _line(cap - 0.72, 0.045))


_GROOVES = {"rings": _rings, "cross": _cross, "lattice": _lattice}


def _bocce(body: Body) -> Skin:
    groove = _GROOVES[body.pattern]
    base = decode(rgb(body.colour))
    pale = mix(base, decode(rgb("white")), 0.55 if body.colour not in {"white", "yellow"} else 0.0)
    cut = mix(base * np.float32(0.35), pale, 0.25)

    def albedo(points: Floats) -> Floats:
        # Resin is a little marbled; without it the ball reads as a flat computer drawing.
        swirl = np.sin(points[:, 0] * 3.1 + 2.3 * np.sin(points[:, 1] * 2.7 + 1.9 * np.sin(points[:, 2] * 3.3)))
        tone = base[None, :] * (1 + 0.09 * swirl)[:, None]
        return mix(tone, cut[None, :], np.clip(groove(points), 0, 1)[:, None] * 0.75)

    return Skin(albedo, relief=lambda p: -groove(p), depth=0.035, gloss=0.75, sharpness=75.0)


def _seam_distance(unit: Floats) -> tuple[Floats, Floats]:
    """Distance from the nearest seam of a six-panelled ball, and the place along it."""
    sides = np.sort(np.abs(unit), axis=1)
    return np.asarray(sides[:, 2] - sides[:, 1]), np.asarray(sides[:, 0])


def _medicine_panels(points: Floats) -> Floats:
    away, along = _seam_distance(_unit(points))
    stitch = (np.abs(away - 0.085) < 0.022) * (((along * 24) % 1) < 0.62)
    # The panels swell between the seams.
    return np.asarray(np.minimum(away, 0.3) / 0.3 * 0.9 - _line(away, 0.05) + 0.5 * stitch, dtype=np.float32)


def _medicine(body: Body) -> Skin:
    base = decode(rgb(body.colour))
    other = decode(rgb(body.accent))
    thread = mix(base, decode(rgb("white")), 0.7) if body.colour != "white" else decode(rgb("grey"))

    def leather(points: Floats) -> Floats:
        unit = _unit(points)
        away, along = _seam_distance(unit)
        axis = np.argmax(np.abs(unit), axis=1)
        tone = np.where((axis == 1)[:, None], other[None, :], base[None, :])
        grain = np.sin(points[:, 0] * 41) * np.sin(points[:, 1] * 43 + 1) * np.sin(points[:, 2] * 47 + 2)
        tone = tone * (1 + 0.10 * grain)[:, None]
        stitch = (np.abs(away - 0.085) < 0.02) * (((along * 24) % 1) < 0.62)
        tone = mix(np.asarray(tone), thread[None, :], (stitch * 0.8)[:, None])
        return np.asarray(tone * (1 - 0.75 * _line(away, 0.045))[:, None], dtype=np.float32)

    def rubber(points: Floats) -> Floats:
        height = _unit(points)[:, 1]
        band = (np.abs(height) < 0.24)[:, None]
        tone = np.where(band, other[None, :], base[None, :])
        return np.asarray(tone * (1 - 0.6 * _line(np.abs(height) - 0.24, 0.03))[:, None], dtype=np.float32)

    def ribs(points: Floats) -> Floats:
        unit = _unit(points)
        height = np.abs(unit[:, 1])
        around = np.arctan2(unit[:, 0], unit[:, 2])
        knobs = np.sin(around * 26) * np.sin(np.arcsin(np.clip(unit[:, 1], -1, 1)) * 26)
        rib = np.where((height > 0.3) & (height < 0.88), np.clip(knobs, 0, 1), 0)
        return np.asarray(rib * 0.5 - _line(height - 0.24, 0.04), dtype=np.float32)

    if body.pattern == "panels":
        return Skin(leather, relief=_medicine_panels, depth=0.06, gloss=0.26, sharpness=14.0)
    return Skin(rubber, relief=ribs, depth=0.05, gloss=0.34, sharpness=20.0)


def _play(body: Body) -> Skin:
    base = decode(rgb(body.colour))
    other = decode(rgb(body.accent))

    def albedo(points: Floats) -> Floats:
        height = _unit(points)[:, 1]
        band = np.clip((0.13 - np.abs(height)) * 30 + 0.5, 0, 1)[:, None]
        return mix(np.broadcast_to(base, points.shape), other[None, :], band)

    return Skin(albedo, gloss=0.55, sharpness=45.0)


def ball_skin(body: Body) -> Skin:
    """What the ball's surface looks like."""
    return {"bocce ball": _bocce, "medicine ball": _medicine}.get(body.kind, _play)(body)
