"""Practice: the masks example teaches what the guideline says, and every example keeps practice short."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import yaml

import beholder.protocols
from beholder.protocols.masks.practice import WORKED
from beholder.text import BUILT_IN

_EXAMPLES = sorted(
    path
    for pattern in ("*/example.yaml", "*/example/study.yaml", "*/*/study_template.yaml")
    for path in Path(beholder.protocols.__file__).parent.glob(pattern)
)


def test_every_practice_mask_has_its_fault_and_its_reason() -> None:
    found = {worked.rule: worked for worked in WORKED}
    share = {
        rule: np.sum(worked.mask() & worked.truth) / np.sum(worked.mask() | worked.truth)
        for rule, worked in found.items()
    }
    assert share["true"] == 1
    assert 0.6 < share["holes"] < 1
    assert 0.3 < share["missing"] < 0.7
    assert share["another"] == 0
    assert np.array_equal(found["joined"].mask() & found["joined"].truth, found["joined"].truth)
    assert share["joined"] < 0.8
    for worked in WORKED:
        assert 1 <= worked.least < worked.most <= 10
        assert {*BUILT_IN} <= {*worked.why.root}


def test_who_calls_everything_good_or_everything_bad_does_not_pass_practice() -> None:
    for points in range(1, 11):
        assert not all(worked.least <= points <= worked.most for worked in WORKED)
    # from the best to the worst, so that raters meet the whole scale
    assert all(first.most >= second.most for first, second in pairwise(WORKED))


@pytest.mark.parametrize("path", _EXAMPLES, ids=lambda path: "-".join(path.parts[-3:]))
def test_every_example_keeps_practice_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    if path.name == "study_template.yaml":
        text = text.format(title="  en: x", languages="[en]", ratings=3, group="", contact="x")
    assert yaml.safe_load(text)["practice"]["most"] <= 5
