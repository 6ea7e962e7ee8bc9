"""What a reviewer asks of a report first: what was planned, what entered, what was left out, and whether that matters."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import numpy as np
import pytest

from beholder.analysis import Context, DeclaredContrast, analyse_any
from beholder.report import Material, build_report
from tests.analysis.tables import table

_SYSTEMS = {"ash": 3.0, "elm": 4.0, "oak": 4.2}


def _rows() -> list[dict[str, Any]]:
    """Ratings by six raters, one of whom is careless and excluded; the guideline changed half way."""
    rng = np.random.default_rng(8)
    rows: list[dict[str, Any]] = []
    for i in range(16):
        for system, level in _SYSTEMS.items():
            for r in range(6):
                careless = r == 5
                value = int(rng.integers(1, 8)) if careless else int(np.clip(round(level + rng.normal(0, 0.7)), 1, 7))
                row: dict[str, Any] = {
                    "item": f"i{i}",
                    "system": system,
                    "rater": f"r{r}",
                    "field": "quality",
                    "value": str(value),
                }
                row |= {"trial": f"t{i}{system}", "answer": f"a{len(rows)}", "kind": "main", "sequence": i}
                row |= {"guideline": "1" if i < 8 else "2", "excluded_by": "checks" if careless else ""}
                rows.append(row)
    for kind, n in (("practice", 4), ("pilot", 5), ("attention", 6), ("adjudication", 3)):
        for k in range(n):
            rows.append({**rows[k], "kind": kind, "answer": f"{kind}{k}", "value": "7", "excluded_by": ""})
    rows += [{**row, "kind": "repeat", "answer": f"again{k}", "sequence": 99} for k, row in enumerate(rows[:9])]
    return rows


@pytest.fixture(scope="module")
def material() -> Material:
    about = {"planned_n": "270 ratings", "stopping": "when every item has its ratings", "looks": "2, on record"}
    data = table(_rows())
    context = Context(contrasts=(DeclaredContrast("quality", "oak", "ash"),), about=about)
    return Material(analysis=analyse_any(data, context), data=data, context=context, source="table.csv")


@pytest.fixture(scope="module")
def chapters(material: Material) -> dict[str, str]:
    """The words of each chapter."""
    page = re.sub(r"(?s)<(script|style|pre|svg)\b.*?</\1>", " ", build_report(material, draw=False))
    parts = re.split(r'<h2 id="(\w+)">', page)
    words = (re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", part))) for part in parts[2::2])
    return dict(zip(parts[1::2], words, strict=True))


def test_every_kind_of_answer_is_accounted_for(chapters: dict[str, str]) -> None:
    account = chapters["data"]
    for what, n in (
        ("rating trials", 240),
        ("excluded by checks", 48),
        ("practice", 4),
        ("pilot", 5),
        ("attention checks", 6),
        ("adjudication (kept apart from raw answers)", 3),
        ("hidden repeats (self-consistency only)", 9),
    ):
        assert f"{what} {n} " in account
    assert "240 answers 5 raters × 16 items" in chapters["summary"]


def test_what_was_planned_stands_beside_what_came(chapters: dict[str, str]) -> None:
    for told in ("Planned size: 270 ratings.", "Stopping rule: when every item", "Looks at the data: 2, on record."):
        assert told in chapters["data"]


def test_the_declared_comparison_comes_first_and_the_rest_is_exploratory(chapters: dict[str, str]) -> None:
    results = chapters["results"]
    assert results.index("declared before the data") < results.index("quality")
    declared, rest = results.split("hold after Holm", maxsplit=1)
    assert "oak ash" in declared
    assert re.search(r"ash elm .*?exploratory", rest)
    assert re.search(r"oak ash .*?declared", rest)


def test_results_with_and_without_exclusions_stand_side_by_side(material: Material, chapters: dict[str, str]) -> None:
    table_of = material.analysis.table("exclusions")
    for row in table_of.rows:
        assert f"{row['without']:.2f}" in chapters["sensitivity"]
        assert f"{row['with']:.2f}" in chapters["sensitivity"]
    assert any(abs(row["with"] - row["without"]) > 0.05 for row in table_of.rows)


def test_results_by_version_of_the_guideline(material: Material, chapters: dict[str, str]) -> None:
    rows = material.analysis.table("guidelines").rows
    assert {row["guideline"] for row in rows} == {"1", "2"}
    assert "By version of the guideline" in chapters["sensitivity"]
    assert "The guideline changed while ratings were collected" in chapters["method"]


def test_what_is_kept_apart_moves_no_result(material: Material) -> None:
    kept = table([row for row in _rows() if row["kind"] == "main"])
    again = analyse_any(kept, material.context)
    for system in _SYSTEMS:
        name = f"quality.mean.{system}"
        assert again.finding(name).value == material.analysis.finding(name).value
