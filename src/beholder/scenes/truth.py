"""From outlines and distances to what is exactly true of each object."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from beholder.scenes.layout import Shape, overlap
from beholder.scenes.patch import window
from beholder.scenes.scene import Crop, SceneObject, tight

__all__ = ["PaintedObject", "reordered", "settle"]


@dataclass(frozen=True, eq=False)
class PaintedObject:
    """An object before it is known what others hide of it; `partner` and `on` are places in the list of drafts."""

    kind: str
    colour: str
    shape: Shape
    scale: float
    base: float
    size_m: float
    form: str = ""
    counted: bool = False
    ghostly: bool = False
    far: bool = False
    partner: int | None = None
    text: str = ""
    name: str = ""
    on: int | None = None


def settle(drafts: Sequence[PaintedObject], size: tuple[int, int]) -> tuple[SceneObject, ...]:
    """The objects in the order given, which is from back to front, with exact masks, boxes and shares."""
    done = []
    for index, draft in enumerate(drafts):
        shape = draft.shape
        view = window(shape.left, shape.top, (shape.bits.shape[0], shape.bits.shape[1]), (size[1], size[0]))
        inside = shape.bits[view.patch]
        hidden = np.zeros_like(shape.bits)
        for nearer in drafts[index + 1 :]:
            # Ghostly things let others shine through; a merged pair shares one body and hides nothing of itself.
            if not nearer.ghostly and (draft.partner is None or drafts[draft.partner] is not nearer):
                hidden |= overlap(shape, nearer.shape)
        seen = inside & ~hidden[view.patch]
        left, top = view.picture[1].start, view.picture[0].start
        whole, visible = Crop(left, top, inside), Crop(left, top, seen)
        shown = int(inside.sum())
        done.append(
            SceneObject(
                id=index,
                kind=draft.kind,
                colour=draft.colour,
                counted=draft.counted,
                shape=draft.form,
                size_m=draft.size_m,
                scale=draft.scale,
                base=draft.base,
                inside_share=shown / max(shape.area, 1),
                occluded_share=1 - int(seen.sum()) / max(shown, 1),
                box=tight(whole),
                visible_box=tight(visible),
                picture_size=size,
                whole_crop=whole,
                visible_crop=visible,
                ghostly=draft.ghostly,
                far=draft.far,
                merged_with=draft.partner,
                text=draft.text,
                name=draft.name,
                on=draft.on,
            )
        )
    return tuple(done)


def _moved(index: int | None, place: dict[int, int]) -> int | None:
    return None if index is None else place[index]


def reordered(drafts: Sequence[PaintedObject], order: Sequence[int]) -> list[PaintedObject]:
    """The drafts in another order, with their references moved along."""
    place = {old: new for new, old in enumerate(order)}
    return [
        replace(
            drafts[old],
            partner=_moved(drafts[old].partner, place),
            on=_moved(drafts[old].on, place),
        )
        for old in order
    ]
