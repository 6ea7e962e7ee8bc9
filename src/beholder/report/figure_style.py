"""What all figures share: size, type, colours, broken labels, small multiples."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from beholder.findings import Chart, plain
from beholder.report.label_layout import clean, column_slack, shorten, widest, wrap

__all__ = [
    "BLUE",
    "CONFIG",
    "INK",
    "LABEL_WIDTH",
    "MOST_ROWS",
    "OKABE_ITO",
    "SIZE",
    "SOFT",
    "WIDTH",
    "Spec",
    "axis_title",
    "chart_values",
    "distinguish",
    "figure_width",
    "is_narrow",
    "label_axis",
    "label_width",
    "legend_of",
    "panels",
    "rows_drawn",
    "series_of",
]

Spec = dict[str, Any]

WIDTH = 540
"""Width of a figure in pixels: that of the report's column. One for a phone says its own (`options`)."""

MOST_ROWS = 60
"""Rows of an interval plot that fit on one page; the caption says if there are more."""

OKABE_ITO = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#F0E442")
INK, BLUE, SOFT, _GRID = "#1b1b1b", "#0072B2", "#5c5c5c", "#e3e3e3"
# pixels, in figures as wide as the report's column
SIZE = 13
# pixels, a little more than a quarter of the figure; longer labels are broken into lines
LABEL_WIDTH = 150
# times that width, for names that three lines of it cannot hold; more would leave the plot less than half of the figure
_ROOMY = 1.5
# rows; with more of them labels of three lines take room from the plot, or all rows would be as tall
_SEVERAL = 8
# rows; with more of them every label gets one line, so that the figure does not outgrow the page
_CROWDED = 24
# pixels between the columns of a legend, and those that its symbol takes
_COLUMN_GAP, _SYMBOL = 12, 32
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-left", "triangle-right")
# lengths of line and gap; as many as there are colours, and told apart without them
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3], [10, 4], [3, 1])
# every point is part of the report's file, and in a denser cloud none can be told apart
_MOST_POINTS = 3_000
CONFIG: Spec = {
    "aria": False,
    "background": None,
    "font": "Liberation Sans, Arial, Helvetica, DejaVu Sans, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": SIZE,
        "titleFontSize": SIZE,
        "titleFontWeight": "normal",
        "titleColor": SOFT,
        "labelColor": INK,
        "gridColor": _GRID,
        "domainColor": "#8a8a8a",
        "tickColor": "#8a8a8a",
        "labelLimit": 0,
        "titleLimit": 0,
        "titlePadding": 8,
    },
    "header": {"labelFontSize": SIZE, "labelFontWeight": "bold", "labelColor": INK, "labelLimit": 0, "title": None},
    "legend": {"labelFontSize": SIZE, "titleFontSize": SIZE, "labelLimit": 0, "orient": "top", "title": None},
}


def figure_width(chart: Chart) -> float:
    """How wide the figure is."""
    return float(chart.options.get("width", WIDTH))


def is_narrow(chart: Chart) -> bool:
    """Whether the figure is for a phone."""
    return figure_width(chart) < WIDTH


def label_width(chart: Chart) -> float:
    """How wide a line of a label may be."""
    return LABEL_WIDTH * figure_width(chart) / WIDTH


def rows_drawn(chart: Chart) -> int:
    """How many of the rows the figure shows."""
    most = {"intervals": MOST_ROWS, "ranks": MOST_ROWS, "points": _MOST_POINTS}.get(chart.kind, len(chart.rows))
    return min(most, len(chart.rows))


def axis_title(chart: Chart, *names: str, room: float | None = None) -> list[str] | None:
    """The title of an axis, broken into lines that fit the axis."""
    room = 0.7 * figure_width(chart) if room is None else room
    axes = chart.options.get("axes", {})
    found = next((str(axes[name]) for name in names if axes.get(name)), "")
    return wrap(found, width=room, size=SIZE).split("\n") if found else None


def chart_values(chart: Chart, *, label: str = "label") -> list[Spec]:
    """The rows with labels broken into lines, numbers plain, texts harmless."""
    out = []
    rows = chart.rows[: rows_drawn(chart)]
    named = [(str(row.get("series") or ""), clean(row[label])) for row in rows if label in row]
    names = _fitted([name for _, name in named], width=label_width(chart), crowded=_is_crowded(named))
    for row in rows:
        made = {key: clean(value) if isinstance(value, str) else plain(value) for key, value in row.items()}
        if label in made:
            made[label] = names[clean(row[label])]
        made["series"] = str(made.get("series") or "")
        out.append(made)
    return out


def _is_crowded(named: Iterable[tuple[str, str]]) -> bool:
    """Whether many rows stand below each other, by their series and names; the parts of a bar are one row."""
    return len(set(named)) > _CROWDED


def _fitted(names: list[str], *, width: float, crowded: bool) -> dict[str, str]:
    """The names as they fit beside the figure. No two look the same, or their rows would be drawn as one."""
    if crowded:
        return _distinct(names, lambda name: shorten(name, width=1.8 * width, size=SIZE))
    whole = _distinct(names, lambda name: wrap(name, width=width, size=SIZE))
    tall = len(whole) > _SEVERAL and any(shown.count("\n") > 1 for shown in whole.values())
    if not tall and not any("…" in shown for shown in whole.values()):
        return whole
    # names that do not fit take room from the plot
    return _distinct(names, lambda name: wrap(name, width=_ROOMY * width, size=SIZE))


def _distinct(names: list[str], fit: Callable[[str], str]) -> dict[str, str]:
    shown: dict[str, str] = {}
    for number, name in enumerate(dict.fromkeys(names), start=1):
        text = fit(name)
        shown[name] = fit(f"{number}: {name}") if text in shown.values() else text
    return shown


def label_axis(values: list[Spec], *, key: str = "label") -> tuple[Spec, float, float]:
    """The axis of labels, the room it takes, and the height of a row."""
    texts = [str(value.get(key, "")) for value in values]
    lines = max((text.count("\n") + 1 for text in texts), default=1)
    room = widest(texts, SIZE) + 14
    axis = {
        "title": None,
        "ticks": False,
        "domain": False,
        "grid": False,
        "labelPadding": 8,
        "labelExpr": "split(datum.label, '\\n')",
        "labelLineHeight": SIZE + 2,
        # the first line of a label sits on its row; longer ones move up by half their height
        "labelOffset": {
            "condition": [
                {"test": f"length(split(datum.label, '\\n')) == {n}", "value": -(n - 1) * (SIZE + 2) / 2}
                for n in (2, 3)
            ],
            "value": 0,
        },
        "minExtent": room,
        "maxExtent": room,
    }
    made: Spec = {"axis": axis, "sort": None, "type": "nominal", "field": key}
    # named outright, so that a row of which nothing is known keeps its place
    made["scale"] = {"domain": list(dict.fromkeys(texts))}
    crowded = _is_crowded((value["series"], str(value.get(key, ""))) for value in values)
    return made, room, max(SIZE + 3.0 if crowded else 22.0, lines * (SIZE + 2) + 6 * (lines > 1))


def panels(values: list[Spec], body: Spec, *, series: list[str], columns: int, spacing: int = 14) -> Spec:
    """Small multiples of one body, in the order the series come."""
    return {
        "data": {"values": values},
        "facet": {
            "field": "series",
            "type": "nominal",
            "sort": series,
            "header": {"labelAnchor": "start", "labelPadding": 6, "labelExpr": "split(datum.label, '\\n')"},
        },
        "columns": columns,
        "spacing": spacing,
        "spec": body,
    }


def series_of(values: list[Spec]) -> list[str]:
    """The series in the order they come."""
    return list(dict.fromkeys(value["series"] for value in values))


def legend_of(names: list[str], *, width: float) -> Spec:
    """A legend in columns that hold their names, and never wider than the figure."""
    gap = _COLUMN_GAP + column_slack(names, SIZE)
    most = max(1, int(width / (widest(names, SIZE) + _SYMBOL + gap)))
    # rows of equal length, so that no single name stands alone in the last
    columns = math.ceil(len(names) / math.ceil(len(names) / most)) if names else 1
    # the line of a tall face, such as Noto's for Chinese, is half as high again as its letters
    return {"columns": columns, "columnPadding": gap, "rowPadding": SIZE / 2}


def distinguish(series: list[str], *channels: str, width: float) -> Spec:
    """Encodings that tell series apart, by colour and again by shape or dash; the legend never grows out of the figure."""
    ladders: dict[str, tuple[Any, ...]] = {"color": OKABE_ITO, "shape": _SHAPES, "strokeDash": _DASHES}
    legend = legend_of(series, width=width)
    return {
        channel: {
            "field": "series",
            "type": "nominal",
            "sort": series,
            "scale": {"domain": series, "range": list(ladders[channel][: len(series)])},
            "legend": legend,
        }
        for channel in channels
    }
