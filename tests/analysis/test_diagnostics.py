"""What is looked at beside the results: on noise there is hardly ever a sign of anything, and no plan from nothing."""

from __future__ import annotations

import math

import numpy as np
import pytest

from beholder.analysis import Context, RatingsData
from beholder.analysis.diagnostics import conclude_diagnostics, p_of_no_effect
from beholder.analysis.generic import quality_sections
from beholder.analysis.result import Section
from beholder.analysis.workspace import Work
from beholder.stats import spearman
from tests.analysis.tables import table

FIELDS = ("sharp", "true", "clean")


def _study(rng: np.random.Generator, *, place: float = 0.0, severity: float = 0.0) -> RatingsData:
    """Three scales on which ratings are noise, but for what one place further on and a strict rater change."""
    rows = []
    severe = severity * rng.normal(size=6)
    for rater in range(6):
        for trial, item in enumerate(rng.permutation(12)):
            for slot, system in enumerate(rng.permutation(3)):
                for field in FIELDS:
                    value = round(50 + 10 * rng.normal() + place * slot - severe[rater])
                    rows.append(
                        {"item": f"i{item}", "system": f"s{system}", "rater": f"r{rater}", "field": field}
                        | {"value": str(value), "kind": "main", "answer": f"a{rater}-{item}"}
                        | {"position": slot + 1.0, "sequence": trial + 1.0}
                    )
    return table(rows)


def _looked_at(data: RatingsData) -> tuple[list[Section], Context]:
    context = Context()
    return conclude_diagnostics(quality_sections(Work(data, context)), context), context


def _signs(sections: list[Section]) -> dict[str, bool]:
    """Of each section that looks for something, whether it says that there is a sign of it."""
    return {s.name: s.no_sign not in s.text for s in sections if s.diagnostics}


def _plans(sections: list[Section]) -> list[bool]:
    found = [f for s in sections for f in s.findings if f.name.endswith(".ratings_enough")]
    return [math.isfinite(f.value) for f in found]


def _on_noise(studies: int, seed: int) -> tuple[int, int, int]:
    """Studies of noise in which there is a sign of anything, plans that are made from it, and chances to make one."""
    rng = np.random.default_rng(seed)
    signs, plans, chances = 0, 0, 0
    for _ in range(studies):
        sections, _ = _looked_at(_study(rng))
        made = _plans(sections)
        assert set(_signs(sections)) == {"order", "raters"}
        signs += any(_signs(sections).values())
        plans, chances = plans + sum(made), chances + len(made)
    return signs, plans, chances


def test_noise_hardly_ever_gives_a_sign_or_a_plan() -> None:
    signs, plans, chances = _on_noise(20, seed=1)
    assert chances == 60
    # nine things are looked at in each study: uncorrected, one in three would have a sign
    assert signs <= 3
    assert plans <= 4


@pytest.mark.long
def test_noise_gives_signs_as_seldom_as_the_level_says() -> None:
    signs, plans, chances = _on_noise(400, seed=2)
    assert signs <= 400 * 0.05 + 3 * math.sqrt(400 * 0.05 * 0.95)
    assert plans <= chances * 0.05


@pytest.mark.long
def test_p_values_of_correlations_are_not_too_small() -> None:
    rng = np.random.default_rng(3)
    small = 0
    for _ in range(300):
        item = np.repeat(np.arange(12), 4)
        shared = rng.normal(size=12)[item]
        found = spearman(
            rng.normal(size=48) + rng.normal(size=12)[item], rng.normal(size=48) + shared, rng=rng, item=item
        )
        small += p_of_no_effect(found, df=11, scale=math.atanh, as_normal=True) < 0.05
    assert small <= 300 * 0.05 + 3 * math.sqrt(300 * 0.05 * 0.95)


def test_what_is_there_is_a_sign_with_its_correction() -> None:
    sections, _ = _looked_at(_study(np.random.default_rng(4), place=8.0, severity=8.0))
    assert _signs(sections) == {"order": True, "raters": True}
    order = next(s for s in sections if s.name == "order")
    assert "corrected for 9 diagnostics" in order.text[0].to("en")
    assert [chart.name for chart in order.charts] == [f"{field}.positions" for field in FIELDS]
    # what time on the job does is noise here, and is not told beside the signs
    assert len(order.text) == len(FIELDS)
