"""Numbers and lists as languages write them."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import beholder
from beholder.text import Interval, Listing, Number, PValue, Share


@pytest.mark.parametrize(
    ("value", "english", "german"),
    [
        (Number(1234.567, 1), "1,234.6", "1.234,6"),
        (Number(-0.001), "0.00", "0,00"),
        (Number(-2.5), "−2.50", "−2,50"),
        (Number(None), "–", "–"),
        (Number(math.inf), "–", "–"),
        (Share(0.1234, 1), "12.3 %", "12,3 %"),
        (Interval(7.214, (6.9, 7.52)), "7.21 [6.90, 7.52]", "7,21 [6,90; 7,52]"),
        (PValue(0.0321), "p = 0.032", "p = 0,032"),
        (PValue(0.0004), "p < 0.001", "p < 0,001"),
        (PValue(0.0004, bare=True), "<0.001", "<0,001"),
        (Listing(["a", "b", "c"], "and"), "a, b and c", "a, b und c"),
        (Listing(["a", "b"], "or"), "a or b", "a oder b"),
        (Listing(["a", "b", "c"]), "a, b, c", "a, b, c"),
    ],
)
def test_as_each_language_writes_it(value: Number, english: str, german: str) -> None:
    assert (value.to("en"), value.to("de")) == (english, german)


def test_chinese_lists_have_their_own_comma() -> None:
    assert Listing(["甲", "乙", "丙"]).to("zh") == "甲、乙、丙"


def test_percentages_are_written_one_way_in_each_language() -> None:
    """Filled-in numbers and whole sentences alike: 20 % in English and German, 20% in Chinese."""
    assert {language: Share(0.2).to(language) for language in ("en", "de", "zh")} == {
        "en": "20 %", "de": "20 %", "zh": "20%"
    }  # fmt: skip
    texts = Path(beholder.__file__).parent
    spaced, close = re.compile(r"[\d}] %"), re.compile(r"[\d}]%")
    for file in texts.rglob("*.ftl"):
        other = spaced if "zh" in (file.parent.name, *file.name.split(".")) else close
        assert not other.search(file.read_text(encoding="utf-8")), file


@given(st.floats(-1e9, 1e9), st.integers(0, 4))
def test_a_language_moves_separators_and_never_a_digit(value: float, digits: int) -> None:
    told = {
        Number(value, digits).to(language).translate(str.maketrans("", "", ".,−\N{NO-BREAK SPACE}"))
        for language in ("en", "zh", "de")
    }
    assert len(told) == 1
    assert told == {f"{value:.{digits}f}".replace(".", "").replace("-", "")}
