"""Typical spreads: as measured on the published data, and usable on any scale."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path

import pytest
from docs.typical_spreads import WRITTEN, measure

from beholder.errors import BeholderError
from beholder.stats import typical_spread, typical_spreads


def test_they_are_what_the_published_data_give() -> None:
    data = os.environ.get("BEHOLDER_DATA")
    if not data or not (Path(data) / "imagenhub_human").is_dir():
        pytest.skip("the published data sets are not here (BEHOLDER_DATA)")
    assert measure(Path(data)) == json.loads(WRITTEN.read_text(encoding="utf-8"))


def test_each_says_what_was_asked_and_gives_a_plan() -> None:
    for one in typical_spreads():
        assert one.asked
        parts = one.components(share=0.6 if one.of == "preference" else None)
        assert 0 < parts.item + parts.residual <= 0.5
        assert (parts.rater == 0) or one.of == "mean"


def test_they_stretch_with_the_scale() -> None:
    one = typical_spread("picture-quality")
    assert math.sqrt(one.components(low=1, high=5).item) == pytest.approx(4 * math.sqrt(one.components().item))
    with pytest.raises(BeholderError, match="from a lower to a higher"):
        one.components(low=5, high=1)


def test_an_unknown_name_is_told_the_known_ones() -> None:
    with pytest.raises(BeholderError, match="picture-quality") as caught:
        typical_spread("picture-qualty")
    assert "picture-quality" in (caught.value.problems[0].hint or "")
