"""Participant flow as boxes: the steps one below the other, beside each what became of those who went no further."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from beholder.findings import Chart
from beholder.report.figure_style import INK, SIZE, SOFT, Spec, figure_width
from beholder.report.label_layout import wrap

__all__ = ["flow"]

# narrower than other figures: there is nothing to measure in it
_WIDTH = 430
# of that width, the steps, and those who left
_BOX, _BESIDE = 0.44, 0.46
_PAD, _GAP = 9, 26
_LINE = SIZE + 4


def flow(chart: Chart) -> Spec:
    """The steps from top to bottom, with arrows to the next one and to those who left."""
    total = min(_WIDTH, figure_width(chart))
    step_width, aside_width = round(_BOX * total), round(_BESIDE * total)
    steps = [list(rows) for _, rows in groupby(chart.rows, key=lambda row: row["step"])]
    boxes: list[Spec] = []
    lines: list[Spec] = []
    heads: list[Spec] = []
    top = 0.0
    for number, (step, *lost) in enumerate(steps):
        main = _text(step, step_width)
        beside = "\n".join(_text(row, aside_width, one_line=True) for row in lost)
        height = _height(main)
        aside = _height(beside) if lost else 0.0
        # who leaves does so on the way to the next step
        room = max(_GAP, aside + 2 * _PAD) if lost else _GAP
        boxes.append(_box(0, step_width, top, height, main, kept=True))
        bottom = top + height
        if number + 1 < len(steps):
            lines.append({"x": step_width / 2, "x2": step_width / 2, "y": bottom, "y2": bottom + room})
            heads.append({"x": step_width / 2, "y": bottom + room - 4, "turn": 180})
        if lost:
            middle, left = bottom + room / 2, total - aside_width
            lines.append({"x": step_width / 2, "x2": left, "y": middle, "y2": middle})
            heads.append({"x": left - 4, "y": middle, "turn": 90})
            boxes.append(_box(left, total, middle - aside / 2, aside, beside, kept=False))
        top = bottom + room
    return _spec(boxes, lines, heads, width=total, height=max(box["y2"] for box in boxes) + 2)


def _text(row: Any, width: float, *, one_line: bool = False) -> str:
    if one_line:
        return wrap(f"{row['label']} ({row['n']:,})", width=width - 2 * _PAD, size=SIZE)
    return f"{wrap(str(row['label']), width=width - 2 * _PAD, size=SIZE)}\nn = {row['n']:,}"


def _height(text: str) -> float:
    return 2.0 * _PAD + _LINE * (text.count("\n") + 1)


def _box(left: float, right: float, top: float, height: float, text: str, *, kept: bool) -> Spec:
    # the text stands from its first line on
    first = top + _PAD + _LINE / 2
    place = {"x": left, "x2": right, "y": top, "y2": top + height, "text_x": left + _PAD, "text_y": first}
    return {**place, "text": text.split("\n"), "kept": kept}


def _spec(boxes: list[Spec], lines: list[Spec], heads: list[Spec], *, width: float, height: float) -> Spec:
    # positions are pixels from the top left
    x: Spec = {"type": "quantitative", "axis": None}
    y: Spec = {"type": "quantitative", "axis": None}
    x["scale"] = {"domain": [0, width], "nice": False, "zero": False}
    y["scale"] = {"domain": [height, 0], "nice": False, "zero": False}

    def at(first: str, second: str, **more: Spec) -> Spec:
        return {"x": {"field": first, **x}, "y": {"field": second, **y}, **more}

    span = {"x2": {"field": "x2"}, "y2": {"field": "y2"}}
    stroke = {"condition": {"test": "datum.kept", "value": INK}, "value": SOFT}
    return {
        "width": width,
        "height": height,
        "layer": [
            {"data": {"values": lines}, "mark": {"type": "rule", "color": SOFT}, "encoding": at("x", "y", **span)},
            {
                "data": {"values": heads},
                "mark": {
                    "type": "point",
                    "shape": "triangle-up",
                    "filled": True,
                    "size": 60,
                    "color": SOFT,
                    "opacity": 1,
                },
                "encoding": at("x", "y", angle={"field": "turn", "type": "quantitative", "scale": None}),
            },
            {
                "data": {"values": boxes},
                "mark": {"type": "rect", "fill": "white", "cornerRadius": 3},
                "encoding": at("x", "y", **span, stroke=stroke),
            },
            {
                "data": {"values": boxes},
                "mark": {
                    "type": "text",
                    "align": "left",
                    "baseline": "middle",
                    "fontSize": SIZE,
                    "lineHeight": _LINE,
                    "color": INK,
                },
                "encoding": at("text_x", "text_y", text={"field": "text"}),
            },
        ],
    }
