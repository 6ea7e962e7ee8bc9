"""What the colours say: how light they are, compared between systems, and how well raters agree on that."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from beholder.analysis import FieldInfo
from beholder.analysis.generic import GatheredSections
from beholder.analysis.sections.agreement import agreement_section
from beholder.analysis.sections.comparison import compare
from beholder.analysis.workspace import Work
from beholder.fields import Way
from beholder_colour.field import WORDS

__all__ = ["analyse", "lightness"]


def analyse(work: Work, info: FieldInfo, results: GatheredSections) -> None:
    """Adds the comparison of lightness and its agreement; called by the analysis for every field of this kind."""
    measure = work.measure(info.name)
    colours = measure.rows.text["value"]
    table = np.array([*(lightness(name) for name in colours.names), np.nan])
    label = WORDS.say("colour-lightness", field=info.label)
    light = measure.with_value(table[colours.codes], name=f"{info.name}.lightness", label=label)
    light = replace(light, info=replace(light.info, way=Way.MEANS, level="interval", least=0, most=100))
    if light.said.any():
        results.add(compare(light, work.context))
        results.agreement.append(agreement_section(light, work.context))


def lightness(colour: str) -> float:
    """CIE L* of an sRGB colour, from 0 for black to 100 for white; nothing for what is no colour."""
    if not colour.startswith("#"):
        return float("nan")
    channels = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    relative = float(linear @ [0.2126, 0.7152, 0.0722])
    return 116 * relative ** (1 / 3) - 16 if relative > 216 / 24389 else relative * 24389 / 27
