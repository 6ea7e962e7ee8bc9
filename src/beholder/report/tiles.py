"""Figures of areas: histograms, stacked shares, matrices."""

from __future__ import annotations

from typing import Any

from beholder.findings import Chart
from beholder.report.figure_style import (
    BLUE,
    INK,
    SIZE,
    Spec,
    axis_title,
    chart_values,
    figure_width,
    is_narrow,
    label_axis,
    label_width,
    legend_of,
    panels,
    series_of,
)
from beholder.report.label_layout import clean, shorten, widest, wrap

__all__ = ["diverging", "histogram", "matrix", "stacked"]

_MOST_BESIDE = 20
"""Columns of a matrix that still fit when two stand side by side."""


def histogram(chart: Chart) -> Spec:
    """The share of each value; several series make small multiples."""
    values = chart_values(chart)
    for value in values:
        value["x"] = _tick(value.get("x"))
    series = series_of(values)
    columns = 1 if len(series) == 1 else 2 if len(series) in (2, 4) or is_narrow(chart) else 3
    width = figure_width(chart) / columns - 56
    order = list(dict.fromkeys(value["x"] for value in values))
    # every other label, or every third, where all would run into each other
    every = 1 + int((widest(order, SIZE) + 4) * len(order) / width)
    body = {
        "width": width,
        "height": 130 if len(series) == 1 else 90,
        "mark": {"type": "bar", "color": BLUE, "width": {"band": 0.86}},
        "encoding": {
            "x": {
                "field": "x",
                "type": "ordinal",
                "sort": order,
                "axis": {
                    "title": axis_title(chart, "x", "value", room=width),
                    "labelAngle": 0,
                    "labelOverlap": False,
                    "values": order[::every],
                    "ticks": False,
                },
            },
            "y": {
                "field": "share",
                "type": "quantitative",
                "axis": {"title": None, "format": "%", "tickCount": 3},
            },
        },
    }
    if len(series) == 1:
        return {"data": {"values": values}, **body}
    for value in values:
        value["series"] = wrap(value["series"], width=width, size=SIZE, bold=True)
    return panels(values, body, series=series_of(values), columns=columns)


def _by_number(text: str) -> tuple[bool, float]:
    """Numbers by size, bounds such as >20 after them, words in the order they come."""
    try:
        return (False, float(text))
    except ValueError:
        return (True, 0.0)


def _tick(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else clean(value)


def stacked(chart: Chart) -> Spec:
    """Shares that add up to one, with the percentage in each part that has room for it."""
    total = figure_width(chart)
    values = chart_values(chart)
    y, room, step = label_axis(values)
    parts = list(dict.fromkeys(str(value.get("part", "")) for value in values))
    # what is no step of the others stands apart in a dark grey
    colours = [*_part_colours(len(parts) - 1), "#5c5c5c"] if chart.options.get("apart") else _part_colours(len(parts))
    dark = {
        part: colour in ("#0072B2", "#000000", "#D55E00", "#5c5c5c")
        for part, colour in zip(parts, colours, strict=True)
    }
    for value in values:
        value["place"] = parts.index(str(value.get("part", "")))
        share = value.get("share") or 0
        value["text"] = f"{share:.0%}" if share * (total - room) > 34 else ""
        value["dark"] = dark[str(value.get("part", ""))]
    x = {"field": "share", "type": "quantitative", "stack": "zero", "scale": {"domain": [0, 1]}}
    order = {"field": "place", "type": "quantitative"}
    colour = {
        "field": "part",
        "type": "nominal",
        "sort": parts,
        "scale": {"domain": parts, "range": colours},
        "legend": legend_of(parts, width=total),
    }
    layers = [
        {
            "mark": {"type": "bar", "stroke": "#ffffff", "strokeWidth": 1.5},
            "encoding": {
                "x": {
                    **x,
                    "axis": {
                        "title": axis_title(chart, "value", "share", "x"),
                        "format": "%",
                        "tickCount": 3 if is_narrow(chart) else 5,
                        "labelFlush": False,
                    },
                },
                "y": y,
                "color": colour,
                "order": order,
            },
        },
        {
            "mark": {"type": "text", "fontSize": 11},
            "encoding": {
                "x": {**x, "bandPosition": 0.5},
                "y": y,
                "text": {"field": "text"},
                "order": order,
                "detail": {"field": "part"},
                "color": {"condition": {"test": "datum.dark", "value": "#ffffff"}, "value": INK},
            },
        },
    ]
    height = {"step": step + 4}
    return {"data": {"values": values}, "width": total - room - 24, "height": height, "layer": layers,
            "resolve": {"scale": {"color": "independent"}}}  # fmt: skip


def diverging(chart: Chart) -> Spec:
    """Answers of a scale from the lowest on the left to the highest on the right, halved at its middle.

    Bars that reach further to the right have higher answers. The middle answer of an odd scale lies half on each side.
    """
    total = figure_width(chart)
    values = chart_values(chart)
    y, room, step = label_axis(values)
    parts = list(dict.fromkeys(str(value.get("part", "")) for value in values))
    half = (len(parts) - 1) / 2
    colours = _between(len(parts))
    for row in dict.fromkeys((value["series"], value["label"]) for value in values):
        mine = [value for value in values if (value["series"], value["label"]) == row]
        shares = [value.get("share") or 0.0 for value in mine]
        low = sum(s * (1.0 if i < half else 0.5 if i == half else 0.0) for i, s in enumerate(shares))
        start = -low
        for i, (value, share) in enumerate(zip(mine, shares, strict=True)):
            value |= {"from": start, "to": start + share, "middle": start + share / 2}
            start += share
            value["text"] = f"{share:.0%}" if share * (total - room) / 2 > 34 else ""
            value["dark"] = abs(i - half) > 0.5 * half
    x: Spec = {"field": "from", "type": "quantitative", "scale": {"domain": [-1, 1]}}
    x["axis"] = {
        "title": axis_title(chart, "value", "share", "x"),
        **({"values": [-1, 0, 1]} if is_narrow(chart) else {"tickCount": 5}),
        "labelExpr": "format(abs(datum.value), '.0%')",
        "labelFlush": False,
    }
    colour = {
        "field": "part",
        "type": "nominal",
        "sort": parts,
        "scale": {"domain": parts, "range": colours},
        "legend": legend_of(parts, width=total),
    }
    layers = [
        {
            # below the bars, where it runs through no number
            "mark": {"type": "rule", "color": INK, "opacity": 0.4, "strokeWidth": 1},
            "encoding": {"x": {"datum": 0, "type": "quantitative", "axis": x["axis"]}},
        },
        {
            "mark": {"type": "bar", "stroke": "#ffffff", "strokeWidth": 1},
            "encoding": {"x": x, "x2": {"field": "to"}, "y": y, "color": colour},
        },
        {
            "mark": {"type": "text", "fontSize": 11},
            "encoding": {
                "x": {"field": "middle", "type": "quantitative", "axis": x["axis"]},
                "y": y,
                "text": {"field": "text"},
                "color": {"condition": {"test": "datum.dark", "value": "#ffffff"}, "value": INK},
            },
        },
    ]
    body: Spec = {"width": total - room - 24, "height": {"step": step + 4}, "layer": layers}
    series = series_of(values)
    if len(series) == 1:
        return {"data": {"values": values}, **body, "resolve": {"scale": {"color": "independent"}}}
    del y["scale"]
    return panels(values, body, series=series, columns=1) | {"resolve": {"scale": {"y": "independent"}}}


def _between(n: int) -> list[str]:
    """From dark orange over light grey to dark blue: both ends differ from the middle in lightness, so grey prints read."""
    ends = ((0x8A, 0x3B, 0x00), (0xE6, 0xE6, 0xE6), (0x00, 0x45, 0x73))
    out = []
    for i in range(n):
        place = 2 * i / (n - 1) if n > 1 else 1.0
        a, b, part = (ends[0], ends[1], place) if place <= 1 else (ends[1], ends[2], place - 1)
        out.append("#" + "".join(f"{round(p + (q - p) * part):02x}" for p, q in zip(a, b, strict=True)))
    return out


def _part_colours(n: int) -> list[str]:
    """Neighbours differ in lightness as well as in hue."""
    if n == 3:
        return ["#0072B2", "#d4d4d4", "#E69F00"]
    ladder = ["#0072B2", "#E69F00", "#56B4E9", "#D55E00", "#F0E442", "#009E73", "#CC79A7", "#000000"]
    return [ladder[i % len(ladder)] for i in range(n)]


def matrix(chart: Chart) -> Spec:
    """Cells shaded by share, with counts where they fit."""
    values = chart_values(chart)
    most = label_width(chart)
    for value in values:
        value["x"] = shorten(_tick(value.get("x")), width=most, size=SIZE)
        # a cell of a phone's figure is as high as one line
        fit = shorten if is_narrow(chart) else wrap
        value["y"] = fit(_tick(value.get("y")), width=most, size=SIZE)
    series = series_of(values)
    columns, rows = (sorted(dict.fromkeys(value[key] for value in values), key=_by_number) for key in ("x", "y"))
    if chart.options.get("order"):
        # systems from best to worst, as the rows come
        rows = list(dict.fromkeys(value["y"] for value in values))
        columns = sorted(columns, key=[shorten(s, width=most, size=SIZE) for s in chart.options["order"]].index)
    across = 1 if len(series) == 1 or len(columns) > _MOST_BESIDE or is_narrow(chart) else 2
    y, room, _ = label_axis(values, key="y")
    y["scale"] = {"domain": rows}
    cell = min(34.0, max(11.0, (figure_width(chart) / across - room - 30) / max(len(columns), 1)))
    size = 11 if cell >= 26 else 8
    for value in values:
        n, share = value.get("n"), value.get("share")
        text = f"{n:,}" if isinstance(n, int) else "" if share is None else f"{100 * share:.0f}"
        # of many cells of a tally most hold nothing
        bare = text == "" or (text == "0" and isinstance(n, int))
        value["text"] = text if not bare and widest([text], size) < cell - 1 else ""
        value["shade"] = share if share is not None else n
    y["sort"] = rows
    y["axis"] = {**y["axis"], "title": axis_title(chart, "y", room=max(cell * len(rows), 60))}
    small = SIZE if cell >= 15 else 9
    y["axis"]["labelFontSize"] = small
    slanted = widest(columns, small) > cell
    x_axis: Spec = {
        "title": axis_title(chart, "x"),
        "labelAngle": -90 if slanted else 0,
        "ticks": False,
        "domain": False,
    }
    x_axis["labelFontSize"] = small
    if slanted:
        x_axis["minExtent"] = widest(columns, SIZE) + 8
    x = {"field": "x", "type": "ordinal", "sort": columns, "axis": x_axis}
    top = max((value["shade"] or 0 for value in values), default=0)
    shade: Spec = {"field": "shade", "type": "quantitative", "legend": None}
    shade["scale"] = {"range": ["#f7f7f7", "#08456f"], "domain": [0, top or 1], "interpolate": "lab"}
    body = {
        "width": {"step": cell},
        "height": {"step": cell},
        "layer": [
            {"mark": {"type": "rect", "stroke": "#ffffff"}, "encoding": {"x": x, "y": y, "color": shade}},
            {
                "mark": {"type": "text", "fontSize": size},
                "encoding": {
                    "x": x,
                    "y": y,
                    "text": {"field": "text"},
                    "color": {
                        "condition": {"test": f"datum.shade > {0.5 * (top or 1)}", "value": "#ffffff"},
                        "value": INK,
                    },
                },
            },
        ],
    }
    if len(series) == 1:
        return {"data": {"values": values}, **body}
    return panels(values, body, series=series, columns=across)
