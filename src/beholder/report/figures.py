"""From a chart as data to a Vega-Lite specification: dot and line for intervals, small multiples, no bars with whiskers.

Ink and one blue carry the figure; where series must be told apart, colours are Okabe and Ito's (2008) and each also has a
shape or a dash of its own, so that a grey print reads the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from beholder.findings import Chart
from beholder.report.boxes import flow
from beholder.report.dots import curve, figure_end, intervals, points, ranks
from beholder.report.figure_style import CONFIG, MOST_ROWS, WIDTH, Spec, rows_drawn
from beholder.report.places import heat, strips
from beholder.report.tiles import diverging, histogram, matrix, stacked

__all__ = ["MOST_ROWS", "WIDTH", "figure_end", "figure_spec", "rows_drawn"]

_KINDS: Mapping[str, Callable[[Chart], Spec]] = {
    "intervals": intervals,
    "ranks": ranks,
    "histogram": histogram,
    "stacked": stacked,
    "diverging": diverging,
    "matrix": matrix,
    "curve": curve,
    "points": points,
    "flow": flow,
    "heat": heat,
    "strips": strips,
}


def figure_spec(chart: Chart) -> Spec:
    """The specification of a chart; an unknown kind is drawn as a scatter of what it has."""
    body = _KINDS.get(chart.kind, points)(chart)
    return {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": CONFIG, "padding": 4, **body}
