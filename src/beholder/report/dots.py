"""Figures of dots and lines: intervals, rank ranges, curves, scatters."""

from __future__ import annotations

from beholder.findings import Chart
from beholder.report.figure_style import (
    BLUE,
    INK,
    OKABE_ITO,
    SIZE,
    SOFT,
    Spec,
    axis_title,
    chart_values,
    distinguish,
    figure_width,
    is_narrow,
    label_axis,
    panels,
    series_of,
)
from beholder.report.label_layout import text_width, wrap

__all__ = ["curve", "figure_end", "intervals", "points", "ranks"]

# the intervals of a third line would cover those of the others
_MOST_TOGETHER = 2
# times that an interval reaches beyond the others from which on these could not be told apart, and where the figure then ends
_CRUSHES, _ENDS = 10, 3
# every point of a scale so short is marked, its ends too
_FEW_POINTS = 10
# pixels that a number takes below an axis, with its sign and the gap to the next
_NUMBER_ROOM = 60
# so many numbers fit below the axis side by side
_FEW_PLACES = 8


def intervals(chart: Chart) -> Spec:
    """A dot and a line for each row. Several series make small multiples.

    Filled dots are differences that hold after correction (`held`), or, where nothing is said of that, intervals that leave the
    marked value out. Systems that are proved `behind` are grey. The axis shows the whole scale (`domain`) where it is known.
    """
    total = figure_width(chart)
    values = chart_values(chart)
    series = series_of(values)
    y, room, step = label_axis(values)
    zero = next((chart.options[k] for k in ("zero", "mark", "chance") if chart.options.get(k) is not None), None)
    end = figure_end(chart)
    for value in values:
        low, high = value.get("low"), value.get("high")
        if end is not None and low is not None and high is not None:
            value["beyond"] = [side for side, bound in ((-1, low), (1, high)) if side * bound > end]
            value |= {"low": max(low, -end), "high": min(high, end)}
        # an open dot says without colour that nothing is established
        holds = zero is not None and (low is None or high is None or low <= zero <= high)
        value["open"] = not value["held"] if "held" in value else holds
        value["ink"] = SOFT if value.get("behind") else BLUE
    domain, line_at = chart.options.get("domain"), chart.options.get("line")
    scale = {"domain": domain, "nice": False, "zero": False} if domain else {"zero": False, "nice": True}
    x: Spec = {"field": "value", "type": "quantitative", "scale": scale}
    alike = len({frozenset(v["label"] for v in values if v["series"] == s) for s in series}) == 1
    beside = alike and 1 < len(series) <= 3 and room <= 0.3 * total and not is_narrow(chart)
    columns = len(series) if beside else 1
    width = max(90.0, (total - room) / columns - 24)
    x["axis"] = {
        "title": axis_title(chart, "value", "x", room=width if beside else 0.6 * total),
        "tickCount": _ticks(width, values) if is_narrow(chart) or beside else 6,
        # every number stands below its tick, unless it would run into the panel beside
        "labelFlush": beside,
    }
    if chart.options.get("percent"):
        # five numbers run into each other where the figure is narrow
        x["axis"] |= {"format": ".0%", **({"values": [0, 0.5, 1]} if domain and is_narrow(chart) else {})}
        x["axis"] |= {} if domain else {"tickCount": 4}
    elif domain and all(float(end).is_integer() for end in domain) and 2 < domain[1] - domain[0] <= _FEW_POINTS:
        marked = list(range(int(domain[0]), int(domain[1]) + 1))
        # of more values than ticks asked for, the engine would draw every other one
        x["axis"] |= {"format": "d", "values": marked, "tickCount": len(marked)}
    line = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "y": y}
    layers: list[Spec] = [
        {"mark": {"type": "rule", "strokeWidth": 2, "color": INK}, "encoding": line},
        {
            "mark": {"type": "point", "filled": True, "size": 62, "opacity": 1, "strokeWidth": 1.6},
            "encoding": {
                "x": x,
                "y": y,
                "stroke": {"field": "ink", "type": "nominal", "scale": None},
                "fill": {
                    "condition": {"test": "datum.open", "value": "#ffffff"},
                    "field": "ink",
                    "type": "nominal",
                    "scale": None,
                },
            },
        },
    ]
    for side, shape in ((-1, "triangle-left"), (1, "triangle-right")):
        if end is not None and any(side in value.get("beyond", ()) for value in values):
            mark = {"type": "point", "shape": shape, "filled": True, "size": 70, "opacity": 1, "color": INK}
            told = {"x": {"datum": side * end, "type": "quantitative"}, "y": y}
            layers.append(
                {
                    "transform": [{"filter": f"isArray(datum.beyond) && indexof(datum.beyond, {side}) >= 0"}],
                    "mark": mark,
                    "encoding": told,
                }
            )
    for fixed in (zero, line_at):
        if fixed is not None:
            layers.insert(
                0,
                {
                    "mark": {"type": "rule", "strokeDash": [4, 3], "color": SOFT},
                    "encoding": {"x": {"datum": fixed, "type": "quantitative"}},
                },
            )
    if not alike:
        del y["scale"]
    body: Spec = {"width": width, "height": {"step": step}, "layer": layers}
    if len(series) == 1:
        return {"data": {"values": values}, **body}
    for value in values:
        # a heading begins where the plot does
        value["series"] = wrap(value["series"], width=width, size=SIZE, bold=True)
    made = panels(values, body, series=series_of(values), columns=columns)
    return made if alike else {**made, "resolve": {"scale": {"y": "independent"}}}


def figure_end(chart: Chart) -> float | None:
    """How far from 0 a figure of intervals goes, where one of them would leave no room to tell the others apart."""
    if chart.kind != "intervals" or chart.options.get("domain"):
        return None
    rows = [row for row in chart.rows if None not in (row.get("value"), row.get("low"), row.get("high"))]
    reaches = sorted(max(abs(row["low"]), abs(row["high"])) for row in rows)
    if not reaches:
        return None
    usual = max(abs(row["value"]) for row in rows)
    if any(row["low"] < 0 for row in rows):
        # a difference may be near 0 while all intervals are wide
        usual = max(usual, reaches[len(reaches) // 2])
    return _ENDS * usual if 0 < _CRUSHES * usual < reaches[-1] else None


def _ticks(width: float, values: list[Spec]) -> int:
    """How many numbers stand below an axis so wide without running into each other."""
    ends = [v[key] for v in values for key in ("low", "value", "high") if isinstance(v.get(key), int | float)]
    longest = text_width(f"{max(map(abs, ends), default=0):,.0f}", SIZE)
    return max(2, min(4, int(width / max(_NUMBER_ROOM, longest + 16))))


def ranks(chart: Chart) -> Spec:
    """A bar from the best to the worst rank that the data allow, and a dot at the rank itself."""
    values = chart_values(chart)
    y, room, step = label_axis(values)
    most = max((v.get("high") or v.get("value") or 1 for v in values), default=1)
    axis = {"title": axis_title(chart, "value", "x"), "format": "d", "tickMinStep": 1}
    axis["tickCount"] = min(most, 6 if is_narrow(chart) else 12)
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
            "mark": {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": BLUE},
            "encoding": {"x": x, "y": y},
        },
    ]
    return {
        "data": {"values": values},
        "width": figure_width(chart) - room - 20,
        "height": {"step": step},
        "layer": layers,
    }


def curve(chart: Chart) -> Spec:
    """Lines with an interval at each point; more than two series stand apart, since their intervals would cover each other."""
    values = chart_values(chart)
    series = series_of(values)
    apart = len(series) > _MOST_TOGETHER
    total = figure_width(chart)
    columns = 2 if apart and not is_narrow(chart) else 1
    height = 120 if apart else 220
    x: Spec = {"field": "x", "type": "quantitative", "scale": {"zero": False, "nice": False, "padding": 8}}
    x["axis"] = {"title": axis_title(chart, "x"), "grid": False}
    if _whole(values):
        positions = sorted({value["x"] for value in values})
        # at a few places each gets its own mark; between whole numbers there is none
        x["axis"] |= {"format": "d", **({"values": positions} if len(positions) <= _FEW_PLACES else {"tickMinStep": 1})}
    y: Spec = {"field": "value", "type": "quantitative", "scale": {"zero": False}}
    y["axis"] = {"title": axis_title(chart, "value", "y", room=height), "tickCount": 5}
    if chart.options.get("percent"):
        y["axis"]["format"] = ".0%"
    bounds: Spec = {"x": x, "y": {"field": "low", "type": "quantitative"}, "y2": {"field": "high"}}
    together = not apart and len(series) > 1
    lines, marks, bars = (
        distinguish(series, *channels, width=total) if together else {}
        for channels in (("color", "strokeDash"), ("color", "shape"), ("color",))
    )
    ink = {} if together else {"color": BLUE}
    layers = [
        {"mark": {"type": "rule", "strokeWidth": 1.4, "opacity": 0.75, **ink}, "encoding": {**bounds, **bars}},
        {"mark": {"type": "line", "strokeWidth": 1.8, **ink}, "encoding": {"x": x, "y": y, **lines}},
        {
            "mark": {"type": "point", "filled": True, "size": 44, "opacity": 1, **ink},
            "encoding": {"x": x, "y": y, **marks},
        },
    ]
    width = total / columns - 86
    body: Spec = {"width": width, "height": height, "layer": layers}
    if not apart:
        return {"data": {"values": values}, **body}
    for value in values:
        value["series"] = wrap(value["series"], width=width, size=SIZE, bold=True)
    return panels(values, body, series=series_of(values), columns=columns)


def _whole(values: list[Spec]) -> bool:
    return all(float(value["x"]).is_integer() for value in values if isinstance(value.get("x"), int | float))


def points(chart: Chart) -> Spec:
    """A scatter; series differ in colour and shape."""
    values = chart_values(chart)
    series = series_of(values)
    height = 260
    encoding: Spec = {
        channel: {"field": channel, "type": "quantitative", "scale": {"zero": False}, "axis": {"title": title}}
        for channel, title in (
            ("x", axis_title(chart, "x")),
            ("y", axis_title(chart, "y", "value", room=height)),
        )
    }
    told = distinguish(series, "color", "shape", width=figure_width(chart)) if 1 < len(series) <= len(OKABE_ITO) else {}
    ink = {} if told else {"color": BLUE}
    mark = {"type": "point", "filled": len(values) < 200, "opacity": 0.7, "size": 36, **ink}
    return {
        "data": {"values": values},
        "width": figure_width(chart) - 90,
        "height": height,
        "mark": mark,
        "encoding": {**encoding, **told},
    }
