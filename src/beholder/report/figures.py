"""From a chart as data to a Vega-Lite specification: dot and line for intervals, small multiples, no bars with whiskers.

Ink and one blue carry the figure; where series must be told apart, colours are Okabe and Ito's (2008) and each also has a
shape or a dash of its own, so that a grey print reads the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from beholder.findings import Chart, plain
from beholder.report.labels import clean, widest, wrap

__all__ = ["MOST_ROWS", "WIDTH", "figure_spec", "rows_drawn"]

Spec = dict[str, Any]

WIDTH = 540
"""Width of every figure in pixels: that of the report's column."""

MOST_ROWS = 60
"""Rows of an interval plot that fit on one page; the caption says if there are more."""

OKABE_ITO = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#000000", "#F0E442")
_INK, _BLUE, _SOFT, _GRID = "#1b1b1b", "#0072B2", "#5c5c5c", "#e3e3e3"
_SIZE = 12
_LABEL_WIDTH = 150
_SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-left", "triangle-right")
_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 4], [1, 3], [10, 4], [3, 1])
_MOST_POINTS = 3_000
_CONFIG: Spec = {
    "aria": False,
    "background": None,
    "font": "Liberation Sans, Arial, Helvetica, Noto Sans CJK SC, PingFang SC, Microsoft YaHei, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelFontSize": _SIZE,
        "titleFontSize": _SIZE,
        "titleFontWeight": "normal",
        "titleColor": _SOFT,
        "labelColor": _INK,
        "gridColor": _GRID,
        "domainColor": "#8a8a8a",
        "tickColor": "#8a8a8a",
        "labelLimit": 0,
        "titleLimit": 0,
        "titlePadding": 8,
    },
    "header": {"labelFontSize": _SIZE, "labelFontWeight": "bold", "labelColor": _INK, "labelLimit": 0, "title": None},
    "legend": {"labelFontSize": _SIZE, "titleFontSize": _SIZE, "labelLimit": 0, "orient": "top", "title": None},
}


def figure_spec(chart: Chart) -> Spec:
    """The specification of a chart; an unknown kind is drawn as a scatter of what it has."""
    body = _KINDS.get(chart.kind, _points)(chart)
    return {"$schema": "https://vega.github.io/schema/vega-lite/v5.json", "config": _CONFIG, "padding": 4, **body}


def rows_drawn(chart: Chart) -> int:
    """How many of the rows the figure shows."""
    most = {"intervals": MOST_ROWS, "ranks": MOST_ROWS, "points": _MOST_POINTS}.get(chart.kind, len(chart.rows))
    return min(most, len(chart.rows))


def _title(chart: Chart, *names: str) -> str | list[str] | None:
    axes = chart.options.get("axes", {})
    found = next((str(axes[name]) for name in names if axes.get(name)), "")
    return wrap(found, width=WIDTH * 0.7, size=_SIZE).split("\n") if found else None


def _values(chart: Chart, *, label: str = "label", width: float = _LABEL_WIDTH) -> list[Spec]:
    """The rows with labels broken into lines, numbers plain, texts harmless."""
    out = []
    for row in chart.rows[: rows_drawn(chart)]:
        made = {key: clean(value) if isinstance(value, str) else plain(value) for key, value in row.items()}
        if label in made:
            made[label] = wrap(str(made[label]), width=width, size=_SIZE)
        made["series"] = str(made.get("series") or "")
        out.append(made)
    return out


def _labels(values: list[Spec], *, key: str = "label") -> tuple[Spec, float, float]:
    """The axis of labels, the room it takes, and the height of a row."""
    texts = [str(value.get(key, "")) for value in values]
    lines = max((text.count("\n") + 1 for text in texts), default=1)
    room = widest(texts, _SIZE) + 14
    axis = {
        "title": None,
        "ticks": False,
        "domain": False,
        "grid": False,
        "labelPadding": 8,
        "labelExpr": "split(datum.label, '\\n')",
        "labelLineHeight": _SIZE + 2,
        # the first line of a label sits on its row; longer ones move up by half their height
        "labelOffset": {
            "condition": [
                {"test": f"length(split(datum.label, '\\n')) == {n}", "value": -(n - 1) * (_SIZE + 2) / 2}
                for n in (2, 3)
            ],
            "value": 0,
        },
        "minExtent": room,
        "maxExtent": room,
    }
    return {"axis": axis, "sort": None, "type": "nominal", "field": key}, room, max(22.0, lines * (_SIZE + 2) + 6)


def _panels(values: list[Spec], body: Spec, *, series: list[str], columns: int, spacing: int = 14) -> Spec:
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


def _series(values: list[Spec]) -> list[str]:
    return list(dict.fromkeys(value["series"] for value in values))


def _intervals(chart: Chart) -> Spec:
    values = _values(chart)
    series = _series(values)
    y, room, step = _labels(values)
    zero = next((chart.options[k] for k in ("zero", "mark", "chance") if chart.options.get(k) is not None), None)
    for value in values:
        low, high = value.get("low"), value.get("high")
        # an open dot says without colour that the interval holds the fixed value
        value["open"] = zero is not None and (low is None or high is None or low <= zero <= high)
    x: Spec = {"field": "value", "type": "quantitative", "scale": {"zero": False, "nice": True}}
    x["axis"] = {"title": _title(chart, "value", "x"), "tickCount": 6}
    line = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "y": y}
    layers: list[Spec] = [
        {"mark": {"type": "rule", "strokeWidth": 2, "color": _INK}, "encoding": line},
        {
            "mark": {"type": "point", "filled": True, "size": 62, "opacity": 1, "stroke": _BLUE, "strokeWidth": 1.6},
            "encoding": {
                "x": x,
                "y": y,
                "fill": {"condition": {"test": "datum.open", "value": "#ffffff"}, "value": _BLUE},
            },
        },
    ]
    if zero is not None:
        layers.insert(
            0,
            {
                "mark": {"type": "rule", "strokeDash": [4, 3], "color": _SOFT},
                "encoding": {"x": {"datum": zero, "type": "quantitative"}},
            },
        )
    many = len(series) > 1
    alike = len({frozenset(v["label"] for v in values if v["series"] == s) for s in series}) == 1
    columns = len(series) if many and alike and len(series) <= 3 and room <= 0.3 * WIDTH else 1
    width = (WIDTH - room) / columns - 24
    body: Spec = {"width": max(90.0, width), "height": {"step": step}, "layer": layers}
    if not many:
        return {"data": {"values": values}, **body}
    for value in values:
        value["series"] = wrap(value["series"], width=width + room, size=_SIZE)
    made = _panels(values, body, series=_series(values), columns=columns)
    return made if alike else {**made, "resolve": {"scale": {"y": "independent"}}}


def _ranks(chart: Chart) -> Spec:
    values = _values(chart)
    y, room, step = _labels(values)
    most = max((v.get("high") or v.get("value") or 1 for v in values), default=1)
    axis = {"title": _title(chart, "value", "x"), "format": "d", "tickMinStep": 1, "tickCount": min(most, 12)}
    x = {
        "field": "value",
        "type": "quantitative",
        "axis": axis,
        "scale": {"domain": [0.6, most + 0.4], "nice": False, "zero": False},
    }
    layers = [
        {
            "mark": {"type": "rule", "strokeWidth": 7, "strokeCap": "round", "color": "#c9c9c9"},
            "encoding": {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "y": y},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": _BLUE},
            "encoding": {"x": x, "y": y},
        },
    ]
    return {
        "data": {"values": values},
        "width": WIDTH - room - 20,
        "height": {"step": step},
        "layer": layers,
    }


def _histogram(chart: Chart) -> Spec:
    values = _values(chart)
    for value in values:
        value["x"] = _tick(value.get("x"))
    series = _series(values)
    columns = 1 if len(series) == 1 else 2 if len(series) in (2, 4) else 3
    width = WIDTH / columns - 52
    order = list(dict.fromkeys(value["x"] for value in values))
    crowded = widest(order, _SIZE) * len(order) > width * 0.95
    body = {
        "width": width,
        "height": 130 if len(series) == 1 else 90,
        "mark": {"type": "bar", "color": _BLUE, "width": {"band": 0.86}},
        "encoding": {
            "x": {
                "field": "x",
                "type": "ordinal",
                "sort": order,
                "axis": {
                    "title": _title(chart, "x", "value"),
                    "labelAngle": 0,
                    "labelOverlap": crowded,
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
        value["series"] = wrap(value["series"], width=width, size=_SIZE)
    return _panels(values, body, series=_series(values), columns=columns)


def _tick(value: Any) -> str:
    return f"{value:g}" if isinstance(value, int | float) else clean(value)


def _stacked(chart: Chart) -> Spec:
    values = _values(chart)
    y, room, step = _labels(values)
    parts = list(dict.fromkeys(str(value.get("part", "")) for value in values))
    colours = _part_colours(len(parts))
    dark = {
        part: colour in ("#0072B2", "#000000", "#D55E00", "#5c5c5c")
        for part, colour in zip(parts, colours, strict=True)
    }
    for value in values:
        value["place"] = parts.index(str(value.get("part", "")))
        share = value.get("share") or 0
        value["text"] = f"{100 * share:.0f} %" if share * (WIDTH - room) > 34 else ""
        value["dark"] = dark[str(value.get("part", ""))]
    x = {"field": "share", "type": "quantitative", "stack": "zero", "scale": {"domain": [0, 1]}}
    order = {"field": "place", "type": "quantitative"}
    colour = {
        "field": "part",
        "type": "nominal",
        "sort": parts,
        "scale": {"domain": parts, "range": colours},
        "legend": {"columns": 4 if widest(parts, _SIZE) < 90 else 2},
    }
    layers = [
        {
            "mark": {"type": "bar", "stroke": "#ffffff", "strokeWidth": 1.5},
            "encoding": {
                "x": {**x, "axis": {"title": _title(chart, "value", "share", "x"), "format": "%", "tickCount": 5}},
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
                "color": {"condition": {"test": "datum.dark", "value": "#ffffff"}, "value": _INK},
            },
        },
    ]
    height = {"step": max(step, 26)}
    return {"data": {"values": values}, "width": WIDTH - room - 24, "height": height, "layer": layers,
            "resolve": {"scale": {"color": "independent"}}}  # fmt: skip


def _part_colours(n: int) -> list[str]:
    """Neighbours differ in lightness as well as in hue."""
    if n == 3:
        return ["#0072B2", "#d4d4d4", "#E69F00"]
    ladder = ["#0072B2", "#E69F00", "#56B4E9", "#D55E00", "#F0E442", "#009E73", "#CC79A7", "#000000"]
    return [ladder[i % len(ladder)] for i in range(n)]


def _matrix(chart: Chart) -> Spec:
    values = _values(chart)
    for value in values:
        value["x"], value["y"] = _tick(value.get("x")), wrap(_tick(value.get("y")), width=_LABEL_WIDTH, size=_SIZE)
    series = _series(values)
    columns, rows = (list(dict.fromkeys(value[key] for value in values)) for key in ("x", "y"))
    across = 1 if len(series) == 1 else 2 if len(columns) <= 10 else 1
    y, room, _ = _labels(values, key="y")
    cell = min(34.0, max(13.0, (WIDTH / across - room - 30) / max(len(columns), 1)))
    size = 11 if cell >= 26 else 8
    for value in values:
        n, share = value.get("n"), value.get("share")
        text = f"{n:,}" if isinstance(n, int) else "" if share is None else f"{100 * share:.0f}"
        value["text"] = text if text not in ("0", "") and widest([text], size) < cell - 1 else ""
        value["shade"] = share if share is not None else n
    y["sort"] = rows
    y["axis"] = {**y["axis"], "title": _title(chart, "y")}
    slanted = widest(columns, _SIZE) > cell
    x_axis = {"title": _title(chart, "x"), "labelAngle": -90 if slanted else 0, "ticks": False, "domain": False}
    x_axis["labelFontSize"] = _SIZE if not slanted or cell >= 15 else 10
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
                        "value": _INK,
                    },
                },
            },
        ],
    }
    if len(series) == 1:
        return {"data": {"values": values}, **body}
    return _panels(values, body, series=series, columns=across)


def _curve(chart: Chart) -> Spec:
    values = _values(chart)
    series = _series(values)
    apart = len(series) > 4
    columns = 2 if apart else 1
    x = {"field": "x", "type": "quantitative", "scale": {"zero": False, "nice": False, "padding": 8}}
    x["axis"] = {"title": _title(chart, "x"), "grid": False, "tickMinStep": 1 if _whole(values) else 0}
    y: Spec = {"field": "value", "type": "quantitative", "scale": {"zero": False}}
    y["axis"] = {"title": _title(chart, "value", "y"), "tickCount": 5}
    told: Spec = {}
    if not apart and len(series) > 1:
        told = {
            "color": {"field": "series", "type": "nominal", "sort": series, "scale": {"domain": series, "range": list(OKABE_ITO[: len(series)])}},
            "strokeDash": {"field": "series", "type": "nominal", "sort": series, "scale": {"domain": series, "range": list(_DASHES[: len(series)])}},
        }  # fmt: skip
    shaped = {k: v for k, v in told.items() if k == "color"}
    if told:
        scale = {"domain": series, "range": list(_SHAPES[: len(series)])}
        shaped["shape"] = {"field": "series", "type": "nominal", "sort": series, "scale": scale}
    plain_colour = {} if told else {"color": _BLUE}
    layers = [
        {
            "mark": {"type": "rule", "strokeWidth": 1.4, "opacity": 0.75, **plain_colour},
            "encoding": {"x": x, "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}, **{k: v for k, v in shaped.items() if k == "color"}},
        },
        {"mark": {"type": "line", "strokeWidth": 1.8, **plain_colour}, "encoding": {"x": x, "y": y, **told}},
        {"mark": {"type": "point", "filled": True, "size": 44, "opacity": 1, **plain_colour}, "encoding": {"x": x, "y": y, **shaped}},
    ]  # fmt: skip
    body: Spec = {"width": WIDTH / columns - 70, "height": 120 if apart else 220, "layer": layers}
    if not apart:
        return {"data": {"values": values}, **body}
    for value in values:
        value["series"] = wrap(value["series"], width=WIDTH / columns - 70, size=_SIZE)
    return _panels(values, body, series=_series(values), columns=columns)


def _whole(values: list[Spec]) -> bool:
    return all(float(value["x"]).is_integer() for value in values if isinstance(value.get("x"), int | float))


def _points(chart: Chart) -> Spec:
    values = _values(chart)
    series = _series(values)
    encoding: Spec = {
        "x": {"field": "x", "type": "quantitative", "scale": {"zero": False}, "axis": {"title": _title(chart, "x")}},
        "y": {"field": "y", "type": "quantitative", "scale": {"zero": False}, "axis": {"title": _title(chart, "y", "value")}},
    }  # fmt: skip
    if 1 < len(series) <= len(OKABE_ITO):
        for channel, ladder in (("color", OKABE_ITO), ("shape", _SHAPES)):
            scale = {"domain": series, "range": list(ladder[: len(series)])}
            encoding[channel] = {"field": "series", "type": "nominal", "sort": series, "scale": scale}
    ink = {} if "color" in encoding else {"color": _BLUE}
    mark = {"type": "point", "filled": len(values) < 200, "opacity": 0.7, "size": 36, **ink}
    return {"data": {"values": values}, "width": WIDTH - 80, "height": 260, "mark": mark, "encoding": encoding}


_KINDS: Mapping[str, Callable[[Chart], Spec]] = {
    "intervals": _intervals,
    "ranks": _ranks,
    "histogram": _histogram,
    "stacked": _stacked,
    "matrix": _matrix,
    "curve": _curve,
    "points": _points,
}
