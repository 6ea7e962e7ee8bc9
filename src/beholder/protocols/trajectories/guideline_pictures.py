"""The guideline's pictures: worked examples with the places of their steps marked, painted from the same scenes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from beholder.protocols.trajectories.practice import WORKED, WorkedPair
from beholder.protocols.trajectories.steps import Step, read_step

__all__ = ["paint_pictures"]

# pixels: the guideline shows them beside its text
_WIDTH = 480
_SHOWN = (("sky", 0), ("sky", 1), ("car", 0), ("circles", 0), ("length", 1), ("process", 0))


def paint_pictures(folder: Path) -> None:
    """Writes one picture for each side that the guideline shows: `<rule>-<first|second>.webp`."""
    folder.mkdir(parents=True, exist_ok=True)
    examples = {example.rule: example for example in WORKED}
    for rule, side in _SHOWN:
        name = f"{rule}-{('first', 'second')[side]}.webp"
        _marked(examples[rule], side).save(folder / name, "WEBP", quality=82, method=6)


def _marked(example: WorkedPair, side: int) -> Image.Image:
    scene = example.scene
    scale = _WIDTH / scene.size[0]
    picture = scene.image.resize((_WIDTH, round(scene.size[1] * scale)), Image.Resampling.LANCZOS)
    draw = ImageDraw.Draw(picture)
    steps = [read_step(one) for one in example.item("")["candidates"][side]["steps"]]
    # steps at one place share a mark, so that going in circles is seen as such
    numbers: dict[tuple[float, ...], list[int]] = {}
    for number, step in enumerate(steps, 1):
        if region := step.box or step.point:
            numbers.setdefault(region, []).append(number)
    for region, at in numbers.items():
        step = steps[at[0] - 1]
        _mark(draw, step, ", ".join(map(str, at)) if len(at) < 4 else f"{at[0]}-{at[-1]}", scale)
    return picture


def _mark(draw: ImageDraw.ImageDraw, step: Step, text: str, scale: float) -> None:
    if step.box:
        left, top, right, bottom = (value * scale for value in step.box)
        for grow, colour in ((1, "black"), (0, "white")):
            draw.rectangle((left - grow, top - grow, right + grow, bottom + grow), outline=colour, width=2 - grow)
        x, y = left + 12, top + 12
    else:
        at_x, at_y = (np.asarray(step.point) * scale).tolist()
        for reach, colour in ((6, "black"), (4, "white")):
            draw.ellipse((at_x - reach, at_y - reach, at_x + reach, at_y + reach), outline=colour, width=2)
        # beside the place, so that the number hides nothing of it
        x, y = at_x + 17, at_y - 15 if at_y > 30 else at_y + 17
    font = ImageFont.load_default(size=13)
    half = max(10.0, draw.textlength(text, font=font) / 2 + 5)
    draw.rounded_rectangle((x - half, y - 10, x + half, y + 10), radius=10, fill="white", outline="black")
    draw.text((x, y), text, fill="black", font=font, anchor="mm")
