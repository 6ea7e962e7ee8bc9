"""Figures: every kind is drawn, nothing overlaps or is cut, hostile names stay text."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from beholder.errors import BeholderError
from beholder.findings import Chart
from beholder.report import drawing
from beholder.report.drawing import draw_svg, inline_svg
from beholder.report.figures import MOST_ROWS, WIDTH, figure_end, figure_spec, rows_drawn
from beholder.report.label_layout import text_width, wrap
from tests.fonts import FONT_SETS
from tests.report.samples import HOSTILE

_PHONE = 376
"""Pixels that a phone of 390 has for a figure."""
SYSTEMS = ("moth", "snug", "a-rather-long-name-of-a-system-v2.1-final", "图像生成模型甲的第二个版本")


def _chart(kind: str, rows: list[dict[str, Any]], **options: Any) -> Chart:
    axes = {"value": "mean rating of the pictures by all raters", "x": "requested number", "y": "counted"}
    return Chart(name=kind, title="A leads", kind=kind, rows=tuple(rows), options={"axes": axes, **options})


def _interval(label: str, value: float, series: str = "") -> dict[str, Any]:
    return {"label": label, "value": value, "low": value - 0.4, "high": value + 0.5, "series": series}


def charts() -> dict[str, Chart]:
    """One chart of each kind, and the variants that need room: many series, long names."""
    rng = np.random.default_rng(1)
    pairs = [f"{a} − {b}" for a in SYSTEMS for b in SYSTEMS if a < b]
    groups = ("animals", "people", "a group with quite a long name", "food", "vehicles")
    scale = list(range(1, 11))
    counts = [*map(str, range(21)), ">20"]
    return {
        "intervals": _chart("intervals", [_interval(s, float(rng.normal(5))) for s in SYSTEMS]),
        "differences": _chart("intervals", [_interval(p, float(rng.normal())) for p in pairs], zero=0.0),
        "two panels": _chart("intervals", [_interval(s, 3.0, g) for g in groups[:2] for s in SYSTEMS[:2]]),
        "many panels": _chart("intervals", [_interval(s, 3.0, g) for g in groups for s in SYSTEMS]),
        "ranks": _chart("ranks", [{"label": s, "value": i + 1, "low": 1, "high": 4} for i, s in enumerate(SYSTEMS)]),
        "histogram": _chart("histogram", [{"series": "", "x": x, "share": 0.1, "n": 3} for x in scale]),
        "histograms": _chart("histogram", [{"series": s, "x": x, "share": 0.04, "n": 3} for s in SYSTEMS for x in counts]),
        "stacked": _chart(
            "stacked",
            [{"label": s, "part": p, "share": v, "n": 9} for s in SYSTEMS for p, v in (("win", 0.6), ("tie", 0.03), ("loss", 0.37))],
        ),
        "diverging": _chart(
            "diverging",
            [{"label": s, "part": p, "share": v, "n": 9} for s in SYSTEMS for p, v in (("not at all", 0.1), ("somewhat so", 0.5), ("entirely so", 0.4))],
        ),
        "flow": _chart(
            "flow",
            [{"step": step, "label": label, "n": n} for step, label, n in (
                ("joined", "Opened the study", 120), ("joined", "did not agree to take part", 8),
                ("trials", "Answered at least one trial of the study", 112), ("trials", "withdrew, contents erased", 2),
                ("counted", "图像评分进入结果的评分员", 104),
            )],
        ),
        "matrix": _chart(
            "matrix",
            [{"x": x, "y": y, "n": (x * y) % 50, "share": (x * y % 50) / 50, "series": ""} for x in range(22) for y in range(1, 17)],
        ),
        "named matrix": _chart(
            "matrix", [{"x": a, "y": b, "n": 120, "share": 0.5, "series": ""} for a in SYSTEMS for b in SYSTEMS if a != b]
        ),
        "curve": _chart(
            "curve",
            [{"series": s, "x": x, "value": 1 - x / 20, "low": 0.9 - x / 20, "high": None} for s in SYSTEMS for x in range(1, 17)],
        ),
        "curves apart": _chart(
            "curve",
            [{"series": s, "x": x, "value": 0.5, "low": 0.4, "high": 0.6} for s in (*SYSTEMS, "e", "f") for x in range(1, 17)],
        ),
        "heat": _chart(
            "heat", [{"series": s, "x": x, "y": y, "value": x * y / 400} for s in SYSTEMS for x in range(0, 20, 3) for y in range(0, 20, 3)], cells=20
        ),
        "strips": _chart(
            "strips",
            [{"label": s, "word": w, "place": i, "share": i / 16, "n": 3} for s in SYSTEMS for i, w in enumerate((*["a", "red", "ball", "under", "a", "tree"], *"红色的球", "x" * 90))],
        ),
        "points": _chart("points", [{"series": SYSTEMS[i % 3], "x": float(i), "y": float(i % 7), "label": ""} for i in range(60)]),
    }  # fmt: skip


@pytest.fixture(scope="module", params=list(FONT_SETS))
def page(browsers: Callable[[str], Browser], request: pytest.FixtureRequest) -> Iterator[Page]:
    opened = browsers(request.param).new_page()
    yield opened
    opened.close()


_BOXES = """() => {
  const svg = document.querySelector("svg").getBoundingClientRect();
  const box = e => { const b = e.getBoundingClientRect(); return [b.left - svg.left, b.top - svg.top, b.right - svg.left, b.bottom - svg.top, e.textContent]; };
  return {size: [svg.width, svg.height], texts: [...document.querySelectorAll("svg text")].filter(e => e.textContent.trim()).map(box)};
}"""


@pytest.mark.browser
@pytest.mark.parametrize("name", sorted(charts()))
def test_no_text_overlaps_or_is_cut(name: str, page: Page) -> None:
    _assert_apart(page, charts()[name], width=WIDTH)


@pytest.mark.browser
@pytest.mark.variants(17)
@pytest.mark.parametrize("name", sorted(charts()))
def test_no_text_overlaps_or_is_cut_on_a_phone(name: str, page: Page) -> None:
    """Every kind of figure fits a phone with letters of the same size."""
    chart = charts()[name]
    _assert_apart(page, replace(chart, options={**chart.options, "width": 350}), width=_PHONE)


def _assert_apart(page: Page, chart: Chart, *, width: float) -> None:
    name, most = chart.kind, width
    page.set_content(draw_svg(figure_spec(chart)))
    found = page.evaluate(_BOXES)
    width, height = found["size"]
    assert width <= most + 4
    boxes = found["texts"]
    assert boxes
    for left, top, right, bottom, text in boxes:
        assert left >= -2, text
        assert top >= -2, text
        assert right <= width + 2, text
        assert bottom <= height + 2, text
    for i, (l1, t1, r1, b1, one) in enumerate(boxes):
        for l2, t2, r2, b2, other in boxes[i + 1 :]:
            across, down = min(r1, r2) - max(l1, l2), min(b1, b2) - max(t1, t2)
            assert across < 2 or down < 3, f"{one!r} overlaps {other!r} in {name}"


@pytest.mark.parametrize("name", sorted(charts()))
def test_every_kind_shows_its_names(name: str) -> None:
    svg = draw_svg(figure_spec(charts()[name]))
    texts = "".join(
        "".join(element.itertext()) for element in ET.fromstring(svg).iter() if element.tag.endswith("text")
    )
    rows = charts()[name].rows
    for row in rows[:3]:
        label = str(row.get("label") or row.get("series") or row.get("y") or "")
        assert label[:4] in texts


def test_hostile_names_are_drawn_as_text() -> None:
    rows = [_interval(text, 1.0) for text in HOSTILE]
    svg = inline_svg(draw_svg(figure_spec(_chart("intervals", rows))), prefix="f1", label=HOSTILE[1])
    root = ET.fromstring(svg)
    tags = {element.tag.split("}")[-1] for element in root.iter()}
    assert tags <= {"svg", "g", "path", "line", "text", "tspan", "rect", "clipPath", "defs"}
    assert not [a for element in root.iter() for a in element.attrib if a.startswith("on") or a.endswith("href")]
    assert root.attrib["aria-label"] == HOSTILE[1]
    assert "xmlns" not in svg


def test_two_figures_on_one_page_share_no_ids() -> None:
    svg = draw_svg(figure_spec(charts()["points"]))
    one, two = (inline_svg(svg, prefix=prefix, label="") for prefix in ("f1", "f2"))
    ids = [{part.split('"')[0] for part in text.split(' id="')[1:]} for text in (one, two)]
    assert not ids[0] & ids[1]


def test_unknown_values_are_left_blank_not_zero() -> None:
    rows = [
        _interval("known", 3.0),
        {"label": "unknown", "value": float("nan"), "low": None, "high": None, "series": ""},
    ]
    spec = figure_spec(_chart("intervals", rows))
    assert spec["data"]["values"][1]["value"] is None
    assert "unknown" in draw_svg(spec)


def test_intervals_that_hold_the_mark_are_drawn_open() -> None:
    spec = figure_spec(_chart("intervals", [_interval("in", 0.1), _interval("out", 2.0)], zero=0.0))
    assert [value["open"] for value in spec["data"]["values"]] == [True, False]


@pytest.mark.parametrize("systems", [3, 40])
def test_long_names_that_differ_at_their_end_have_rows_of_their_own(systems: int) -> None:
    names = [f"our-model-{'finetuned-on-everything-' * 6}checkpoint-{n}000" for n in range(systems)]
    spec = figure_spec(_chart("intervals", [_interval(name, 3.0) for name in names]))
    shown = [row["label"] for row in spec["data"]["values"]]
    assert len(set(shown)) == systems
    assert all(label.endswith(f"{n}000") for n, label in enumerate(shown))
    # and so have names that are cut where they differ
    alike = [f"{'w' * 200}{letter}{'x' * 200}" for letter in "abc"]
    spec = figure_spec(_chart("intervals", [_interval(name, 3.0) for name in alike]))
    assert len({row["label"] for row in spec["data"]["values"]}) == 3


def _texts(svg: str) -> list[str]:
    return ["".join(e.itertext()) for e in ET.fromstring(svg).iter() if e.tag.endswith("}text")]


def test_every_point_of_a_scale_of_ten_is_marked() -> None:
    drawn = draw_svg(figure_spec(_chart("intervals", [_interval("moth", 3.0)], domain=[1.0, 10.0])))
    assert {str(point) for point in range(1, 11)} <= set(_texts(drawn))


def test_tasks_stand_apart_in_a_figure_of_answers_with_one_legend() -> None:
    rows = [
        {"label": system, "part": part, "share": 1 / 3, "n": 3, "series": task}
        for task, systems in (("edit", ("moth", "wren")), ("paint", ("moth", "snug")))
        for system in systems
        for part in ("bad", "fair", "good")
    ]
    texts = _texts(draw_svg(figure_spec(_chart("diverging", rows))))
    assert {"edit", "paint"} <= set(texts)
    assert texts.count("moth") == 2
    assert texts.count("good") == 1


def test_a_small_figure_is_not_blown_up_to_the_width_of_the_page() -> None:
    rows = [{"x": a, "y": b, "n": None, "share": 0.5, "series": ""} for a in "ab" for b in "ab" if a != b]
    svg = inline_svg(draw_svg(figure_spec(_chart("matrix", rows))), prefix="f1", label="")
    width = re.search(r"--drawn:(\d+)px", svg)
    assert width is not None
    assert int(width[1]) < WIDTH / 2


def test_too_many_rows_are_counted() -> None:
    chart = _chart("intervals", [_interval(f"s{i}", 1.0) for i in range(MOST_ROWS + 40)])
    assert rows_drawn(chart) == MOST_ROWS
    assert len(figure_spec(chart)["data"]["values"]) == MOST_ROWS


@pytest.mark.parametrize("text", [*SYSTEMS, *HOSTILE, "x" * 300, "一二三四五六七八九十" * 9])
def test_labels_keep_to_their_width(text: str) -> None:
    lines = wrap(text, width=150, size=12).split("\n")
    assert len(lines) <= 3
    assert all(text_width(line, 12) <= 151 for line in lines)


def test_a_missing_engine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def refuse(name: str, *rest: Any, **named: Any) -> Any:
        if name == "vl_convert":
            raise ImportError(name)
        return real(name, *rest, **named)

    drawing._converter.cache_clear()
    monkeypatch.setattr(builtins, "__import__", refuse)
    try:
        with pytest.raises(BeholderError) as raised:
            drawing.require_drawing()
    finally:
        drawing._converter.cache_clear()
    assert raised.value.code == "extra-missing"
    assert "beholder[report]" in raised.value.problems[0].hint


def test_an_interval_without_end_leaves_the_others_their_room() -> None:
    rows = (
        {"label": "moth", "value": 2.6, "low": 2.0, "high": 3.4},
        {"label": "wren", "value": 1.1, "low": 0.7, "high": 1.8},
        {"label": "crow", "value": 0.4, "low": 0.03, "high": 1_200_000.0},
    )
    chart = Chart(name="relations.means", title="", kind="intervals", rows=rows)
    end = figure_end(chart)
    assert end is not None
    assert 3.4 < end < 20
    assert "1,000,000" not in draw_svg(figure_spec(chart))
    assert max(value["high"] for value in figure_spec(chart)["data"]["values"]) == end
    # intervals that are all wide are drawn as they are, and so is a whole scale
    wide = tuple({**row, "low": -30.0, "high": 30.0} for row in rows)
    assert figure_end(replace(chart, rows=wide)) is None
    assert figure_end(replace(chart, options={"domain": [0, 5]})) is None
