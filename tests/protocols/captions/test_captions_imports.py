"""Points from a page whose lowest button, 0.5, stood for nothing."""

from __future__ import annotations

import pytest

from beholder.errors import BeholderError
from beholder.protocols.captions import lone_half_to_zero


def test_a_lone_half_becomes_zero_and_nothing_else_changes() -> None:
    read = lone_half_to_zero([0.5, 1, 1.5, 2.5, None, 0.5])
    assert read.points == (0, 1, 1.5, 2.5, None, 0)
    assert read.changed == 2


def test_data_with_zeros_have_true_halves() -> None:
    with pytest.raises(BeholderError) as caught:
        lone_half_to_zero([0, 0.5, 1])
    assert caught.value.code == "captions-zero-present"
    assert lone_half_to_zero([0, 0.5, 1], zeros_too=True).points == (0, 0, 1)
