"""Masks: one rating each, data sets as groups, facts measured on the masks themselves, galleries."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from beholder.analysis import Context, FieldInfo
from beholder.protocols import Candidate, Item, find_protocol
from beholder.protocols.masks.analyse import analyse
from beholder.protocols.masks.geometry import facts_of
from tests.analysis.tables import table

_FIELDS = FieldInfo.of_form(find_protocol("masks").declaration.form)


def _square(side: int) -> list[list[float]]:
    return [[4, 4, 4 + side, 4, 4 + side, 4 + side, 4, 4 + side]]


@pytest.fixture
def context(tmp_path: Path) -> Context:
    Image.new("RGB", (64, 48), "grey").save(tmp_path / "p.png")
    items = {}
    for i in range(12):
        candidates = (
            Candidate(f"i{i}", "near", {"mask": _square(20 - i % 3)}),
            Candidate(f"i{i}", "far", {"mask": _square(10 + i % 4)}),
        )
        columns = {"image": "p.png", "point": [6, 6], "truth_mask": _square(20), "dataset": ("sky", "sea")[i % 2]}
        items[f"i{i}"] = Item(id=f"i{i}", columns=columns, candidates=candidates)
    return Context(items=items, media=tmp_path)


def _rows(context: Context) -> list[dict[str, Any]]:
    facts = facts_of(context)
    return [
        {
            "item": item,
            "system": system,
            "rater": f"r{n % 3}",
            "field": "quality",
            "value": str(q),
            "number": float(q),
            "kind": "main",
        }
        for n, ((item, system), fact) in enumerate(sorted(facts.items()))
        for q in (round(1 + 9 * fact["iou"]),)
    ]


def test_facts_are_measured(context: Context) -> None:
    facts = facts_of(context)
    assert facts["i0", "near"]["iou"] == 1.0
    assert facts["i0", "far"]["iou"] == pytest.approx(0.25, abs=0.05)
    assert facts["i0", "near"]["on_prompt"] == 1.0
    assert facts["i0", "near"]["holes"] == 0


def test_ratings_that_follow_the_overlap_are_found_to(context: Context) -> None:
    found = analyse(table(_rows(context), fields=_FIELDS), context)
    assert found.finding("quality.correlation.iou").value > 0.95
    assert {row["group"] for row in found.table("groups").rows} == {"sea", "sky"}
    assert found.table("quality.best").rows[0]["system"] == "near"
    assert found.table("quality.worst").rows[0]["system"] == "far"


def test_one_rating_per_mask_is_a_design_of_its_own(context: Context) -> None:
    found = analyse(table(_rows(context), fields=_FIELDS), context)
    assert math.isnan(found.finding("quality.alpha").value)
    assert "not estimable" in found.finding("quality.alpha").notes
    assert found.finding("quality.paired_bootstrap.far-near").value < -2
    assert found.finding("quality.mean.near").n == 12


def test_histograms_add_up(context: Context) -> None:
    found = analyse(table(_rows(context), fields=_FIELDS), context)
    for row in found.table("quality.histogram").rows:
        assert sum(row[str(p)] for p in range(1, 11)) == row["n"] == 12
    shares = [r["share"] for r in next(c for c in found.charts if c.name == "quality.histogram").rows]
    assert np.sum(shares) == pytest.approx(2.0)


def test_masks_that_cannot_be_read_leave_the_ratings_standing(context: Context, tmp_path: Path) -> None:
    rows = _rows(context)
    (tmp_path / "p.png").write_bytes(b"no picture")
    found = analyse(table(rows, fields=_FIELDS), context)
    assert found.finding("quality.mean.near").n == 12
    assert not any("correlation" in f.name for f in found.findings)


def test_masks_that_do_not_differ_in_what_is_measured_are_not_said_to_be_followed(context: Context) -> None:
    alike = {
        name: replace(
            item,
            columns={"image": "p.png", "point": [6, 6]},
            candidates=tuple(replace(one, columns={"mask": _square(20)}) for one in item.candidates),
        )
        for name, item in context.items.items()
    }
    rows = [{**row, "number": float(n % 5), "value": str(n % 5)} for n, row in enumerate(_rows(context))]
    found = analyse(table(rows, fields=_FIELDS), replace(context, items=alike))
    (section,) = [section for section in found.sections if section.name == "quality.facts"]
    assert section.title.to("en").startswith("No measured property differs")
