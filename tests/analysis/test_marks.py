"""Marks on pictures and on words: what the analysis makes of them where there are boxes, no systems, or nothing at all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, RatingsData, analyse_any
from beholder.analysis.amount import amount_ratings
from beholder.analysis.data import NUMBERS
from beholder.analysis.field_info import FieldInfo
from beholder.fields import Field, Form, Regions, WordMarks
from beholder.stats import Scores, mean_ratings
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


def _sparse(rng: np.random.Generator, *, mean: float) -> list[Given]:
    """Twenty pictures, four of ten raters on each: most have nothing to mark, a few have much."""
    given: list[Given] = []
    for picture, faults in enumerate(rng.gamma(0.5, 2 * mean, 20)):
        for rater in rng.choice(10, 4, replace=False):
            marks = [_point(*rng.random(2)) for _ in range(rng.poisson(faults))]
            given.append((f"p{picture}", "s", f"r{rater}", marks))
    return given


def test_an_interval_of_a_number_of_marks_stays_above_nothing() -> None:
    few = [
        (f"p{n}", "s", rater, [_point(0.5, 0.5)] if (n, rater) == (0, "a") else [])
        for n in range(6)
        for rater in "abcde"
    ]
    found = {finding.name: finding for finding in _analysed(Regions(label=W, reasons=REASONS), few).findings}
    for name in ("f.mean.s", "f.hand.mean.s"):
        interval = found[name].interval
        assert interval is not None
        assert 0 < interval[0] < found[name].value < interval[1], "one mark was seen, so its mean is above 0"


def test_means_of_skewed_numbers_of_marks_are_held_as_often_as_promised() -> None:
    rng = np.random.default_rng(11)
    held, plainly = 0, 0
    for _ in range(120):
        given = _sparse(rng, mean=0.5)
        scores = Scores.of(
            value=[len(marks) for *_, marks in given],
            system=["s"] * len(given),
            item=[item for item, *_ in given],
            rater=[rater for _, _, rater, _ in given],
        )
        for mean in (amount_ratings, mean_ratings):
            interval = mean(scores, "s").interval
            assert interval is not None
            hit = interval[0] <= 0.5 <= interval[1]
            held, plainly = held + (hit and mean is amount_ratings), plainly + (hit and mean is mean_ratings)
    assert held >= 0.92 * 120
    assert held > plainly


def test_a_share_of_marked_words_keeps_an_interval_where_few_are_marked() -> None:
    field = WordMarks(label=W, column="p", options=REASONS)
    words = [["a", ""], ["red", ""], ["dog", ""], ["runs", ""]]
    given: list[Given] = [(f"p{n}", "s", rater, [list(one) for one in words]) for n in range(8) for rater in "abcde"]
    given[0][3][2][1] = "hand"
    found = {finding.name: finding for finding in _analysed(field, given).findings}
    interval = found["f.share.hand.s"].interval
    assert interval is not None
    assert 0 < interval[0] < 1 / 160 < interval[1] < 1
    never = found["f.share.text.s"].interval
    assert never is not None
    assert never[0] == 0 < never[1], "never marked in so few texts is no proof that it never would be"
