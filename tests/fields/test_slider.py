"""A slider: a place on a line with words at its marks, analysed as a number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from beholder.fields import Slider, Truth, Way
from beholder.protocols import SimulatedRater

W = {"en": "word", "zh": "词"}


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"min": 100, "max": 0}, "`min` must lie below `max`, got 100 and 0"),
        ({"min": 1, "max": 5}, "needs 10 steps or more, got 1 to 5; a scale has fewer"),
        ({"marks": {120: W}}, "the mark at 120 lies outside 0 to 100"),
        ({"max": 100_000}, "less than or equal to 1000"),
    ],
)
def test_a_mistake_in_the_declaration_is_told(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        Slider(label=W, **settings)


def test_the_ends_are_always_marked_and_words_are_named_for_translation() -> None:
    field = Slider(label=W, marks={50: W, 0: W})
    assert [(number, words.to("en")) for number, words in field.marks_shown()] == [
        (0, "word"),
        (50, "word"),
        (100, "100"),
    ]
    assert [place for place, _ in field.words()] == ["label", "marks.0", "marks.50"]
    assert dict(field.values_labelled()).keys() == {"0", "50"}


def test_digits_are_tenths_of_the_way() -> None:
    assert Slider(label=W).keys()["Digit7"] == "70"
    assert Slider(label=W, min=-50, max=50).keys()["Digit0"] == "-50"


def test_it_is_analysed_as_a_number_with_ends() -> None:
    (found,) = Slider(label=W, better="lower").analysed("worth")
    assert (found.way, found.level, found.least, found.most, found.better) == (Way.MEANS, "interval", 0, 100, "lower")


def test_a_simulated_rater_sets_it_by_what_they_see() -> None:
    rng, rater = np.random.default_rng(1), SimulatedRater(noise=0.0)
    given = [Slider(label=W).follow(0, [Truth(size)], rater, rng) for size in (-9.0, -1.0, 0.0, 1.0, 9.0)]
    assert given == [0, 30, 50, 70, 100]
