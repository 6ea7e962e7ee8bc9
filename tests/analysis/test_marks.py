"""Marks on pictures and on words: what the analysis makes of them where there are boxes, no systems, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, RatingsData, analyse_any
from beholder.analysis.data import NUMBERS
from beholder.analysis.field_info import FieldInfo
from beholder.fields import Field, Form, Regions, WordMarks
from beholder.tables.ratings import COLUMNS

W = {"en": "Where?", "zh": "哪里？"}
REASONS = ({"id": "hand", "label": {"en": "Hand", "zh": "手"}}, {"id": "text", "label": {"en": "Text", "zh": "字"}})
Given = tuple[str, str, str, Any]
"""Item, system, rater and the answer."""


def _analysed(field: Field, given: list[Given]) -> Analysis:
    def rows() -> Iterator[tuple[Any, ...]]:
        for number, (item, system, rater, value) in enumerate(given):
            for cell in field.cells("f", value, slots=1):
                row = {"item": item, "block": item, "system": system, "rater": rater, "kind": "main", "counts": True}
                row |= {"answer": f"a{number}", "trial": item + system, "field": cell.field, "value": cell.value}
                row |= {"number": cell.number, "revision": 1}
                yield tuple(row.get(name, None if name in NUMBERS else "") for name in COLUMNS)

    info = FieldInfo.of_form(Form(fields={"f": field}))
    return analyse_any(RatingsData.of_rows(rows(), COLUMNS, fields=info), Context())


def _point(x: float, y: float, reason: str = "hand") -> dict[str, Any]:
    return {"x": x, "y": y, "reason": reason}


def test_places_that_two_raters_mark_are_told_with_their_reason() -> None:
    field = Regions(label=W, reasons=REASONS)
    given: list[Given] = []
    for item in ("p", "q", "r"):
        given += [(item, "s", "a", [_point(0.2, 0.2), _point(0.9, 0.9, "text")]), (item, "s", "b", [_point(0.22, 0.2)])]
        given += [(item, "s", "c", [_point(0.21, 0.21, "text")]), (item, "t", "a", []), (item, "t", "b", [])]
    analysis = _analysed(field, given)
    rows = analysis.table("f.places").rows
    assert [(row["item"], row["system"], row["raters"], row["marks"]) for row in rows] == [
        (item, "s", 3, 3) for item in ("p", "q", "r")
    ]
    assert rows[0]["x"] == pytest.approx(0.21)
    assert rows[0]["option"].to("zh") == "手"
    found = {finding.name: finding.value for finding in analysis.findings}
    assert found["f.mean.s"] == pytest.approx(4 / 3)
    assert found["f.mean.t"] == 0
    assert found["f.text.mean.s"] == pytest.approx(2 / 3)
    # two of three pairs share their one mark; the other mark of the first rater meets none
    assert found["f.f"] == pytest.approx(2 * 3 / (3 + 3 + 2))
    (heat,) = [chart for chart in analysis.charts if chart.kind == "heat"]
    dark = max(heat.rows, key=lambda row: row["value"])
    assert (dark["series"], dark["x"], dark["y"]) == ("s", 4, 4)
    assert {row["series"] for row in heat.rows} == {"s", "t"}, "a system without marks has an empty map"


def test_boxes_are_matched_by_their_overlap_and_pictures_may_belong_to_no_system() -> None:
    field = Regions(label=W, shape="box", reach=0.6)
    box = {"x": 0.1, "y": 0.1, "width": 0.4, "height": 0.4}
    near, far = {**box, "x": 0.12}, {**box, "x": 0.3}
    given = [(item, "", rater, [one]) for item in "pqr" for rater, one in (("a", box), ("b", near), ("c", far))]
    analysis = _analysed(field, given)
    found = {finding.name: finding.value for finding in analysis.findings}
    assert found["f.f"] == pytest.approx(1 / 3)
    rows = analysis.table("f.places").rows
    assert [row["raters"] for row in rows] == [2, 2, 2]
    assert "system" not in {column.name for column in analysis.table("f.places").columns}
    assert "60" in analysis.table("f.places").notes[0].to("en")


@pytest.mark.parametrize(
    "field",
    [Regions(label=W, reasons=REASONS), WordMarks(label=W, column="p", options=REASONS)],
    ids=["regions", "words"],
)
@pytest.mark.parametrize("value", ["nothing", "one rater"])
def test_little_or_nothing_marked_is_told_and_breaks_nothing(field: Field, value: str) -> None:
    none: Any = [] if field.kind == "regions" else [["a", ""], ["dog", ""]]
    some: Any = [_point(0.5, 0.5)] if field.kind == "regions" else [["a", ""], ["dog", "hand"]]
    given: list[Given] = [(item, "s", rater, none) for item in "pq" for rater in "ab"]
    if value == "one rater":
        given = [("p", "s", "a", some)]
    analysis = _analysed(field, given)
    assert {"f.agreement"} <= {section.name for section in analysis.sections}
    json.dumps(analysis.to_json())


def test_the_share_of_words_is_told_per_system_and_the_most_marked_text_is_drawn() -> None:
    field = WordMarks(label=W, column="p", options=REASONS)
    wrong, fine = [["红", "hand"], ["狗", ""]], [["红", ""], ["狗", ""]]
    given: list[Given] = []
    for item in "pqrs":
        given += [(item, "bad", rater, wrong if rater != "c" else fine) for rater in "abc"]
        given += [(item, "good", rater, fine) for rater in "abc"]
    analysis = _analysed(field, given)
    found = {finding.name: finding for finding in analysis.findings}
    assert found["f.share.hand.bad"].value == pytest.approx(1 / 3)
    assert found["f.share.hand.good"].value == 0
    assert found["f.share.hand.bad"].n == 24
    assert np.isfinite(found["f.alpha"].value)
    (strips,) = [chart for chart in analysis.charts if chart.kind == "strips"]
    assert [(row["word"], row["share"]) for row in strips.rows[:2]] == [("红", pytest.approx(2 / 3)), ("狗", 0)]
    assert {row["label"].split(" · ")[1] for row in strips.rows} == {"bad"}
