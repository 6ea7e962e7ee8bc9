"""Painting a counting picture: cast, place, check, shade, and hand over picture and truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from beholder.errors import BeholderError
from beholder.scenes.canvas import Canvas
from beholder.scenes.casting import cast
from beholder.scenes.habitat import Grounded, Habitat
from beholder.scenes.layout import HIDDEN, SLIVER, Placed, Shape, pair_solid, place
from beholder.scenes.palette import mix
from beholder.scenes.patch import Patch, stack
from beholder.scenes.scene import Box, Scene, SceneObject
from beholder.scenes.setting import Setting, setting
from beholder.scenes.solid import Coat, painted
from beholder.scenes.spec import SceneSpec
from beholder.scenes.things.all_things import THINGS
from beholder.scenes.things.ball import ball_skin
from beholder.scenes.things.balloon import balloon_skin
from beholder.scenes.things.person import Body
from beholder.scenes.things.thing import Appearance
from beholder.scenes.truth import PaintedObject, reordered, settle

__all__ = ["paint"]

# objects shrink by a twentieth each time; after thirty a fifth of their size is left
_ATTEMPTS = 30
# opacity of a thing that is half there: raters may differ whether to count it
_GHOST = 0.42
_CAST, _PLACE, _GROUND, _SETTING, _OTHERS = range(5)


@dataclass(frozen=True, eq=False)
class _Piece:
    """Something to lay on the picture, with its truth; merged pairs are one patch, kept with the first of them."""

    draft: PaintedObject
    patch: Patch | None
    x: float
    half: float


def _chance(spec: SceneSpec, part: int, attempt: int = 0) -> np.random.Generator:
    """One stream per part of the picture, so that asking for one more ball does not change the ground."""
    return np.random.default_rng([spec.seed, part, attempt])


def _radius(spec: SceneSpec) -> float:
    """How large a standard object may look so that all fit loosely."""
    width, height = spec.size
    share = {"bocce": 0.125, "medicine": 0.115, "balloon": 0.095}[spec.kind]
    swell = 1.25 if spec.sizes == "mixed" or spec.shapes == "mixed" else 1.0
    roomy = float(np.sqrt(share * width * height / (np.pi * max(spec.count, 1) * swell)))
    return min(roomy, min(width, height) * (0.09 if spec.kind != "balloon" else 0.125))


def _others(spec: SceneSpec, scene: Setting) -> list[_Piece]:
    pieces: list[_Piece] = []
    width, height = spec.size
    habitat = scene.habitat
    for index, other in enumerate(spec.others):
        rng = _chance(spec, _OTHERS, index)
        name, _, text = other.partition(":")
        thing = THINGS[name]
        colour = thing.colours[int(rng.integers(len(thing.colours)))]
        look = Appearance(colour, text or thing.writes, rng)
        scale = min(thing.share * height / thing.height, 0.34 * width / thing.width)
        if isinstance(habitat, Grounded):
            scale = min(scale, habitat.camera.scale(height * 0.9))
            eye, above = habitat.camera.height, habitat.camera.horizon - 6
            if thing.height > eye:
                # Its head must not leave the picture: what is taller than the eye stands further off.
                scale = min(scale, above / (thing.height - eye))
            foot = max(habitat.first, habitat.camera.row(scale))
        else:
            scale *= 0.72
            foot = height * rng.uniform(0.93, 0.98)
        taken = [_box(piece) for piece in pieces]
        half = thing.width * scale / 2
        for _ in range(200):
            x = float(rng.uniform(half + 4, width - half - 4))
            if all(x + half + 4 < box[0] or x - half - 4 > box[2] for box in taken):
                break
        else:
            raise _does_not_fit(spec, f"{len(spec.others)} other things do not fit side by side")
        patch = thing.patch(x, foot, scale, look=look, light=scene.light)
        draft = PaintedObject(
            kind=name, colour=colour if thing.one_colour else "", shape=Shape(patch.left, patch.top, patch.mask), scale=scale, base=foot,
            size_m=thing.height, text=look.text if thing.writes else "",
        )  # fmt: skip
        pieces.append(_Piece(draft, patch, x, half))
    return pieces


def _box(piece: _Piece) -> Box:
    shape = piece.draft.shape
    return shape.left, shape.top, shape.left + shape.bits.shape[1], shape.top + shape.bits.shape[0]


def _does_not_fit(spec: SceneSpec, why: str) -> BeholderError:
    return BeholderError(
        f"{why} into {spec.size[0]} × {spec.size[1]} pixels",
        code="scene-does-not-fit",
        where="size",
        hint="ask for fewer objects or a larger picture",
    )


def _drafts(habitat: Habitat, placed: list[Placed]) -> list[PaintedObject]:
    return [
        PaintedObject(
            kind=one.body.kind, colour=one.body.colour, shape=one.shape, scale=one.spot.scale,
            base=habitat.base(one.body, one.spot), size_m=one.body.size, form=one.body.shape, counted=True,
            ghostly=one.role.ghostly, far=one.role.name == "far", partner=one.partner,
        )
        for one in placed
    ]  # fmt: skip


def _keeps_promises(placed: list[Placed], objects: tuple[SceneObject, ...]) -> bool:
    """Whether every object is what its role says, measured on the final masks."""
    for one, thing in zip(placed, objects, strict=True):
        role = one.role.name
        low, high = {"occluded": HIDDEN, "sliver": SLIVER}.get(role, (0.0, 0.12))
        if not low <= thing.occluded_share <= high or thing.area < 4 or thing.clipped != (role == "clipped"):
            return False
        if (role in {"clipped", "cut"}) != (thing.inside_share < 1):
            return False
    return True


def _coat(body: Body) -> Coat:
    return Coat(balloon_skin(body) if body.kind == "hot air balloon" else ball_skin(body), body.axes)


def _patch(scene: Setting, placed: list[Placed], index: int) -> Patch | None:
    """The painted object; None for the second of a merged pair, which is painted with the first."""
    one = placed[index]
    habitat = scene.habitat
    light = scene.light
    if one.partner is not None and one.partner < index:
        return None
    extras = [habitat.hanging(one.body, one.spot)]
    if one.partner is None:
        body = painted(
            habitat.solid(one.body, one.spot.scale), one.spot.x, one.spot.y, coats=(_coat(one.body),), light=light
        )
    else:
        two = placed[one.partner]
        extras.append(habitat.hanging(two.body, two.spot))
        solid, share = pair_solid(habitat, one, two)
        second = _coat(two.body)
        offset = Coat(
            second.skin, second.axes, two.spot.x - one.spot.x, two.spot.y - one.spot.y,
            habitat.solid(two.body, two.spot.scale).radius,
        )  # fmt: skip
        body = painted(solid, one.spot.x, one.spot.y, coats=(_coat(one.body), offset), light=light, share=share)
    whole = stack([*(extra for extra in extras if extra is not None), body])
    if scene.haze is None:
        return whole
    near = one.spot.scale * habitat.reach(one.body).side / habitat.radius
    veil = 0.60 * max(0.0, 1 - near) ** 1.5
    return Patch(whole.left, whole.top, mix(whole.rgb, scene.haze, veil), whole.cover)


def _mirrored(patch: Patch, foot: float) -> Patch:
    """The patch upside down below its foot, fading, so that nobody takes it for another object."""
    fade = np.linspace(1, 0, patch.shape[0], dtype=np.float32)[:, None] ** 1.5
    top = round(2 * foot) - patch.top - patch.shape[0]
    return Patch(patch.left, top, np.ascontiguousarray(patch.rgb[::-1]), np.asarray(patch.cover[::-1] * fade))


def _ground_marks(canvas: Canvas, scene: Setting, pieces: list[_Piece]) -> None:
    """Shadows and, on a polished floor, reflections."""
    away = -1.0 if scene.light.x > 0 else 1.0
    for piece in pieces:
        draft = piece.draft
        if not isinstance(scene.habitat, Grounded) and draft.counted:
            continue
        thin = _GHOST if draft.ghostly else 1.0
        half, foot = piece.half, draft.base
        if piece.patch is not None and scene.mirror and draft.counted:
            canvas.lay(_mirrored(piece.patch, foot), opacity=scene.mirror * thin)
        if draft.counted:
            canvas.shadow(
                piece.x + away * half * 0.75,
                foot - half * 0.12,
                width=half * 1.75,
                depth=half * 0.50,
                strength=0.50 * thin,
            )
            canvas.shadow(
                piece.x + away * half * 0.12,
                foot - half * 0.06,
                width=half * 0.92,
                depth=half * 0.34,
                strength=0.72 * thin,
            )
        else:
            canvas.shadow(
                piece.x + away * half * 0.35, foot, width=half * 1.35, depth=max(2.0, half * 0.16), strength=0.45
            )


def paint(spec: SceneSpec) -> Scene:
    """Paint the picture that `spec` describes. The same spec gives the same bytes.

    Raises `BeholderError` if the objects cannot be placed as asked for.
    """
    bodies, roles = cast(spec, _chance(spec, _CAST))
    radius = _radius(spec)
    for attempt in range(_ATTEMPTS):
        scene = setting(spec.kind, spec.size, radius=radius, tall=bool(spec.others), rng=_chance(spec, _SETTING))
        others = _others(spec, scene)
        placed = place(
            scene.habitat, bodies, roles, boxes=[_box(other) for other in others], rng=_chance(spec, _PLACE, attempt)
        )
        if placed is not None:
            drafts = _drafts(scene.habitat, placed)
            order = sorted(range(len(placed)), key=lambda index: placed[index].spot.scale)
            in_order = [placed[index] for index in order]
            if _keeps_promises(in_order, settle(reordered(drafts, order), spec.size)):
                return _finish(spec, scene, others, placed)
        radius = max(5.0, radius * 0.95)
    raise _does_not_fit(spec, f"{spec.count} objects with these roles do not fit")


def _finish(spec: SceneSpec, scene: Setting, others: list[_Piece], placed: list[Placed]) -> Scene:
    habitat = scene.habitat
    pieces = [
        _Piece(
            draft,
            _patch(scene, placed, index),
            placed[index].spot.x,
            habitat.reach(placed[index].body).side * draft.scale,
        )
        for index, draft in enumerate(_drafts(habitat, placed))
    ]
    pieces += others
    # On the ground what stands lower in the picture is nearer; in the air all balloons are before what stands on the hills.
    grounded = isinstance(habitat, Grounded)
    order = sorted(
        range(len(pieces)),
        key=lambda i: pieces[i].draft.base if grounded and not pieces[i].draft.counted else _nearness(scene, pieces[i]),
    )
    canvas = Canvas(scene.ground((spec.seed, _GROUND, 0)).copy())
    _ground_marks(canvas, scene, pieces)
    backdrop = canvas.image()
    for index in order:
        patch = pieces[index].patch
        if patch is not None:
            canvas.lay(patch, opacity=_GHOST if pieces[index].draft.ghostly else 1.0)
    objects = settle(reordered([piece.draft for piece in pieces], order), spec.size)
    return Scene(spec.kind, canvas.image(), backdrop, objects, place=spec.kind)


def _nearness(scene: Setting, piece: _Piece) -> float:
    if isinstance(scene.habitat, Grounded):
        return scene.habitat.camera.row(piece.draft.scale)
    return piece.draft.scale if piece.draft.counted else 0.0
