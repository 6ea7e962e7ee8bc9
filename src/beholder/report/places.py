"""Figures of marks: maps of where on pictures they are, and texts with their words shaded."""

from __future__ import annotations

from itertools import groupby

from beholder.findings import Chart
from beholder.report.figure_style import (
    INK,
    SIZE,
    SOFT,
    Spec,
    chart_values,
    figure_width,
    is_narrow,
    panels,
    series_of,
)
from beholder.report.label_layout import clean, shorten, text_width, wrap

__all__ = ["heat", "strips"]

_PALE, _DARK = "#ffffff", "#8c1d04"
# pixels between maps, and between a word and the edge of its box
_GAP, _PAD = 14, 4
# every figure is padded by four pixels on each side
_PADDED = 8
_LINE = SIZE + 14
_WORD = SIZE + 1


def heat(chart: Chart) -> Spec:
    """A square for each system, darker where more marks are; all on one scale."""
    values = chart_values(chart)
    cells = int(chart.options.get("cells", 20))
    series = series_of(values)
    columns = 1 if len(series) == 1 else 2 if len(series) in (2, 4) or is_narrow(chart) else 3
    side = min(220.0, figure_width(chart) / columns - _GAP)
    for value in values:
        value |= {"right": value["x"] + 1, "bottom": value["y"] + 1}
        value["series"] = wrap(value["series"], width=side, size=SIZE, bold=True)
    most = max((value["value"] for value in values), default=0.0) or 1.0
    scale = {"domain": [0, cells], "nice": False, "zero": False}
    # the first row of a picture is the upper one
    down = {"domain": [cells, 0], "nice": False, "zero": False}
    body: Spec = {
        "width": side,
        "height": side,
        "view": {"stroke": SOFT},
        "mark": {"type": "rect", "strokeWidth": 0},
        "encoding": {
            # an empty map has one cell of nothing, which must not cover its frame
            "opacity": {"condition": {"test": "datum.value > 0", "value": 1}, "value": 0},
            "x": {"field": "x", "type": "quantitative", "scale": scale, "axis": None},
            "x2": {"field": "right"},
            "y": {"field": "y", "type": "quantitative", "scale": down, "axis": None},
            "y2": {"field": "bottom"},
            "color": {
                "field": "value",
                "type": "quantitative",
                "legend": None,
                "scale": {"domain": [0, most], "range": [_PALE, _DARK], "interpolate": "lab"},
            },
        },
    }
    if len(series) == 1:
        return {"data": {"values": values}, **body}
    return panels(values, body, series=series_of(values), columns=columns, spacing=_GAP)


def strips(chart: Chart) -> Spec:
    """Each text below its name, its words in order, darker the more raters marked them, with their share."""
    room = figure_width(chart) - _PADDED
    words: list[Spec] = []
    names: list[Spec] = []
    top = 0.0
    for label, rows in groupby(chart.rows, key=lambda row: row["label"]):
        names.append({"text": shorten(clean(label), width=room, size=SIZE, bold=True), "y": top + _LINE / 2})
        left, top = 0.0, top + _LINE
        for row in rows:
            share = float(row["share"])
            text = shorten(clean(row["word"]), width=room / 2, size=_WORD)
            told = f" {share:.0%}" if share else ""
            wide = text_width(text + told, _WORD) + 2 * _PAD
            if left and left + wide > room:
                left, top = 0.0, top + _LINE
            place = {"x": left, "x2": left + wide, "y": top + 2, "y2": top + _LINE - 2, "middle": top + _LINE / 2}
            words.append({**place, "text": text + told, "share": share, "start": left + _PAD})
            left += wide + 3
        top += _LINE + _GAP / 2
    height = max(top, _LINE)
    x: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [0, room], "nice": False, "zero": False}}
    y: Spec = {"type": "quantitative", "axis": None, "scale": {"domain": [height, 0], "nice": False, "zero": False}}
    shade = {"domain": [0, 1], "range": [_PALE, _DARK], "interpolate": "lab"}
    return {
        "width": room,
        "height": height,
        "layer": [
            {
                "data": {"values": [word for word in words if word["share"]]},
                "mark": {"type": "rect", "cornerRadius": 3},
                "encoding": {
                    "x": {"field": "x", **x},
                    "x2": {"field": "x2"},
                    "y": {"field": "y", **y},
                    "y2": {"field": "y2"},
                    "color": {"field": "share", "type": "quantitative", "legend": None, "scale": shade},
                },
            },
            {
                "data": {"values": words},
                "mark": {"type": "text", "align": "left", "baseline": "middle", "fontSize": _WORD},
                "encoding": {
                    "x": {"field": "start", **x},
                    "y": {"field": "middle", **y},
                    "text": {"field": "text"},
                    "color": {"condition": {"test": "datum.share > 0.45", "value": "#ffffff"}, "value": INK},
                },
            },
            {
                "data": {"values": names},
                "mark": {"type": "text", "align": "left", "baseline": "middle", "fontSize": SIZE, "fontWeight": "bold"},
                "encoding": {"x": {"datum": 0, **x}, "y": {"field": "y", **y}, "text": {"field": "text"}},
            },
        ],
    }
