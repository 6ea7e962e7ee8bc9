"""Worked examples: one painted scene for each rule of the guideline, with the expected answer and the reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from beholder.scenes import KINDS, Scene, SceneSpec, paint

__all__ = ["SIZE", "WORKED", "WorkedCount", "numeral", "specks"]

SIZE = (576, 576)


@dataclass(frozen=True, kw_only=True)
class WorkedCount:
    """A scene and what is right about it. `flags` are compared only where given."""

    rule: str
    spec: SceneSpec
    count: int | str
    clipped: int | None = 0
    flags: tuple[str, ...] | None = None
    why: dict[str, str]
    retouch: Callable[[Scene], Image.Image] = field(default=lambda scene: scene.image)

    def picture(self) -> Image.Image:
        """The painted picture."""
        return self.retouch(paint(self.spec))

    def item(self, image: str) -> dict[str, Any]:
        """The item as a line of an items file."""
        expects: list[dict[str, Any]] = [{"field": "count", "is": self.count}]
        if self.clipped is not None and isinstance(self.count, int):
            expects.append({"field": "clipped", "is": self.clipped})
        if self.flags is not None:
            expects.append({"field": "flags", "is": list(self.flags)})
        return {
            "id": f"practice-{self.rule}",
            "kind": "practice",
            "image": image,
            "object_type": KINDS[self.spec.kind],
            "reference": {"expects": expects, "why": self.why},
        }


def specks(scene: Scene) -> Image.Image:
    """A few dark specks far off in the sky that may be birds as well as balloons."""
    image = scene.image.copy()
    taken = [thing.box for thing in scene.objects]
    rng = np.random.default_rng(5)
    layer = Image.new("L", image.size, 0)
    draw = ImageDraw.Draw(layer)
    left = 4
    while left:
        x, y = int(rng.integers(30, image.width - 30)), int(rng.integers(30, int(image.height * 0.42)))
        if any(box[0] - 14 < x < box[2] + 14 and box[1] - 14 < y < box[3] + 14 for box in taken):
            continue
        draw.ellipse((x - 2, y - 1, x + 2, y + 1), fill=210)
        taken.append((x, y, x, y))
        left -= 1
    soft = layer.filter(ImageFilter.GaussianBlur(0.7))
    image.paste(Image.new("RGB", image.size, (58, 62, 72)), mask=soft)
    return image


def numeral(scene: Scene) -> Image.Image:
    """The scene's balloons, made equally large and set out as the numeral 7."""
    image = scene.backdrop.copy()
    tall = round(image.height * 0.15)
    places = [(0.28, 0.06), (0.40, 0.06), (0.52, 0.06), (0.64, 0.06), (0.59, 0.22), (0.53, 0.38), (0.47, 0.54)]
    for thing, (x, y) in zip(scene.counted, places, strict=True):
        left, top, right, bottom = thing.box
        soft = Image.fromarray(thing.mask.astype(np.uint8) * 255).filter(ImageFilter.GaussianBlur(0.6))
        size = (max(1, round((right - left) * tall / (bottom - top))), tall)
        cut, mask = (one.crop(thing.box).resize(size, Image.Resampling.LANCZOS) for one in (scene.image, soft))
        image.paste(cut, (round(x * image.width - size[0] / 2 + 20), round(y * image.height)), mask)
    return image


def _spec(kind: str, count: int, seed: int, **more: Any) -> SceneSpec:
    return SceneSpec(kind=kind, count=count, seed=seed, size=SIZE, **more)


WORKED = (
    WorkedCount(
        rule="clipped",
        spec=_spec("medicine", 13, 2, clipped=2),
        count=13,
        clipped=2,
        why={
            "en": "13 medicine balls. Two of them lie less than half inside the picture: they are clipped, and they count "
            "among the 13 as well.",
            "zh": "共 13 个药球。其中两个在画面内的部分不到一半，算作被截掉；它们也包含在 13 个之内。",
        },
    ),
    WorkedCount(
        rule="cut",
        spec=_spec("balloon", 6, 4, clipped=1, cut=2),
        count=6,
        clipped=1,
        why={
            "en": "Three balloons reach over the edge, but only one of them lies less than half inside the picture.",
            "zh": "有三个热气球越过了画面边缘，但只有一个在画面内的部分不到一半。",
        },
    ),
    WorkedCount(
        rule="occluded",
        spec=_spec("bocce", 7, 3, occluded=3),
        count=7,
        clipped=0,
        why={
            "en": "Three balls are partly hidden by other balls. That is not clipping: only the edge of the picture clips.",
            "zh": "有三个球被别的球挡住了一部分。这不算截掉：只有画面边缘截掉的才算。",
        },
    ),
    WorkedCount(
        rule="slivers",
        spec=_spec("bocce", 6, 7, slivers=2),
        count=6,
        clipped=0,
        why={
            "en": "Of two balls only a sliver shows behind another ball. A sliver is enough: count them.",
            "zh": "有两个球只在别的球后面露出一点点。露出一点也要数进去。",
        },
    ),
    WorkedCount(
        rule="ghosts",
        spec=_spec("balloon", 5, 6, ghostly=2),
        count=5,
        why={
            "en": "Two balloons are half transparent. They look more like balloons than like anything else, so they count.",
            "zh": "有两个热气球是半透明的。它们看起来最像热气球，所以要数。",
        },
    ),
    WorkedCount(
        rule="merged",
        spec=_spec("medicine", 6, 5, merged=1),
        count=6,
        why={
            "en": "Two balls have grown together. Picked up at one end and shaken, they would come apart: count two.",
            "zh": "有两个球粘在了一起。如果拎起一端抖一抖，它们会分开，所以算两个。",
        },
    ),
    WorkedCount(
        rule="far",
        spec=_spec("balloon", 7, 8, far=2),
        count=7,
        why={
            "en": "Two balloons are far away and tiny, but they can be nothing else: count them.",
            "zh": "有两个热气球又远又小，但不可能是别的东西，所以要数。",
        },
    ),
    WorkedCount(
        rule="specks",
        spec=_spec("balloon", 4, 9),
        count=4,
        retouch=specks,
        why={
            "en": "The dark specks in the sky may well be birds. What could be something else is not counted.",
            "zh": "天上的小黑点也可能是鸟。可能是别的东西，就不数。",
        },
    ),
    WorkedCount(
        rule="both-sizes",
        spec=_spec("bocce", 6, 12, sizes="mixed"),
        count=6,
        flags=("sizes",),
        why={
            "en": "Large and small bocce balls both count. Their real sizes differ, so “different sizes” is ticked.",
            "zh": "大的和小的地掷球都要数。它们的实际大小不同，所以勾选“大小不一”。",
        },
    ),
    WorkedCount(
        rule="distance",
        spec=_spec("balloon", 6, 13),
        count=6,
        flags=(),
        why={
            "en": "Some balloons look smaller because they are further away. In the real world they are the same size: tick "
            "nothing.",
            "zh": "有些热气球看起来小，是因为离得远。它们的实际大小相同，什么也不用勾选。",
        },
    ),
    WorkedCount(
        rule="shapes",
        spec=_spec("medicine", 7, 14, shapes="mixed"),
        count=7,
        flags=("shapes",),
        why={
            "en": "Round, oval and boxy balls stand together: clearly different shapes.",
            "zh": "圆的、椭圆的和方的球混在一起，形状明显不同。",
        },
    ),
    WorkedCount(
        rule="same-colour",
        spec=_spec("bocce", 5, 15, colours="same"),
        count=5,
        flags=("same_colour",),
        why={"en": "All the balls have one colour.", "zh": "所有的球都是同一种颜色。"},
    ),
    WorkedCount(
        rule="other",
        spec=_spec("balloon", 4, 16, others=("house",)),
        count=4,
        flags=("other",),
        why={
            "en": "A house is man-made and no part of the natural background: tick “other object type present” and write "
            "“other: house”.",
            "zh": "房子是人造物，不属于自然背景：请勾选“有别的物体”，并在备注里写“other: 房子”。",
        },
    ),
    WorkedCount(
        rule="background",
        spec=_spec("balloon", 5, 17, others=("tree",)),
        count=5,
        flags=(),
        why={
            "en": "Trees and hills belong to the background. They are no other object type: tick nothing.",
            "zh": "树和山属于背景，不算别的物体，什么也不用勾选。",
        },
    ),
    WorkedCount(
        rule="many",
        spec=_spec("bocce", 28, 18),
        count=">20",
        clipped=None,
        why={
            "en": "There are clearly more than 20, so the exact number is not needed.",
            "zh": "明显超过 20 个，不需要准确数量。",
        },
    ),
    WorkedCount(
        rule="nearly-many",
        spec=_spec("medicine", 19, 19),
        count=19,
        why={
            "en": "At first sight it might be more than 20, so count: there are 19. “Definitely more” is for when you are sure.",
            "zh": "乍一看可能超过 20 个，所以要数：是 19 个。有把握时才选“肯定超过”。",
        },
    ),
    WorkedCount(
        rule="pattern",
        spec=_spec("balloon", 7, 21, colours=("red", "orange", "yellow", "green", "blue", "purple", "pink")),
        count=7,
        flags=("noteworthy",),
        retouch=numeral,
        why={
            "en": "The balloons form the numeral 7. That is truly unusual: tick “noteworthy image” and say so. A plain grid "
            "would need no comment.",
            "zh": "这些热气球排成了数字 7，确实少见：请勾选“图片值得一提”并写明。普通的方格排列则不用写。",
        },
    ),
)
