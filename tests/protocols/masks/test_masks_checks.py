"""Attention checks made from a study's own items: an empty mask, the true one, and one that lies beside the object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from beholder.declarations.item import Item
from beholder.media import Mask, decode_mask
from beholder.protocols.masks.checks import make_checks

SIZE = (60, 40)


def _truth(left: int, width: int) -> dict[str, Any]:
    before, after = 40 * left, 40 * (SIZE[0] - left - width)
    return {"size": [40, 60], "counts": [before, 40 * width, after] if after else [before, 40 * width]}


def _checks(truth: object, count: int = 3) -> list[Item]:
    item = Item(id="i", columns={"image": "a.png", "point": [5, 5], "truth_mask": truth}, candidates=())
    return make_checks((item,) * count, count, np.random.default_rng(1))


def _mask(check: Item) -> Mask:
    return decode_mask(check.candidates[0].columns["mask"], SIZE, Path())


@pytest.mark.parametrize("left", [0, 10, 50])
def test_one_check_has_the_mask_beside_the_object(left: int) -> None:
    truth = _truth(left, 10)
    empty, true, shifted = _checks(truth)
    original = decode_mask(truth, SIZE, Path())
    assert not _mask(empty).any()
    assert (_mask(true) == original).all()
    assert not (_mask(shifted) & original).any()
    assert _mask(shifted).sum() == original.sum()
    assert [check.reference.expects[0].at_most for check in (empty, shifted) if check.reference] == [2, 4]
    assert shifted.reference is not None
    assert "beside" in shifted.reference.why.to("en")


@pytest.mark.parametrize("truth", [_truth(0, 60), {"size": [40, 60], "counts": [2400]}, "truth.png", None])
def test_where_it_cannot_be_moved_the_mask_is_empty(truth: object) -> None:
    assert _checks(truth)[2].candidates[0].columns["mask"] == []
