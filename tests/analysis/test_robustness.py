"""How far results hang on one choice: on one rater, on the excluded answers, on who is known to have rated."""

from __future__ import annotations

import krippendorff
import numpy as np
import pytest

from beholder.analysis import Context, analyse_any
from tests.analysis.tables import crossed, table


def _cells(raters: int) -> dict[tuple[str, str, str], float]:
    rng = np.random.default_rng(12)
    return {
        (f"i{i}", s, f"r{r}"): float(np.clip(round(2 * (x + rng.normal(0, 0.4))) / 2, 1, 4))
        for i, x in enumerate(rng.normal(2.5, 0.8, 15))
        for s in ("ash", "elm")
        for r in range(raters)
    }


def test_each_rater_is_left_out_in_turn() -> None:
    """One of four raters alone puts `elm` first; the row of that rater says so, with the change of the mean by hand."""
    cells = {(i, s, r): 3.0 if s == "ash" else (9.0 if r == "r0" else 2.0) for i, s, r in _cells(4)}
    found = analyse_any(table(crossed(cells)), Context())
    rows = {row["rater"]: row for row in found.table("leave_one_out").rows}
    assert {rater: row["best"] for rater, row in rows.items()} == {"r0": "ash", "r1": "elm", "r2": "elm", "r3": "elm"}
    assert rows["r0"]["system"] == "elm"
    assert rows["r0"]["change"] == pytest.approx(2.0 - (9.0 + 3 * 2.0) / 4)
    title = next(s.title.to("en") for s in found.sections if s.name == "leave_one_out")
    assert "first in 1 of 4 cases" in title


def test_agreement_needs_no_names_of_raters() -> None:
    """Five rows for each thing are five raters, whoever they are: alpha is that of the krippendorff package."""
    cells = _cells(5)
    nameless = [{**row, "rater": ""} for row in crossed(cells)]
    found = analyse_any(table(nameless), Context()).finding("quality.alpha")
    units = sorted({(i, s) for i, s, _ in cells})
    grid = np.array([[cells[i, s, f"r{r}"] for i, s in units] for r in range(5)])
    assert found.value == pytest.approx(krippendorff.alpha(reliability_data=grid, level_of_measurement="ordinal"))
    assert any("not recorded" in note for note in found.notes)
    assert not any(f.name.startswith("quality.icc") for f in analyse_any(table(nameless), Context()).findings)


def test_near_answers_are_those_one_step_apart() -> None:
    """On a scale of halves, one whole point is two steps."""
    cells = _cells(5)
    found = analyse_any(table(crossed(cells)), Context()).finding("quality.within_step").value
    units = sorted({(i, s) for i, s, _ in cells})
    grid = np.array([[cells[i, s, f"r{r}"] for i, s in units] for r in range(5)])
    pairs = [abs(grid[a] - grid[b]) <= 0.5 for a in range(5) for b in range(a)]
    assert found == pytest.approx(float(np.mean(pairs)))


def test_what_excluded_answers_move_is_named_and_alpha_stands_apart_from_points() -> None:
    rows = crossed(_cells(5), excluded_by="")
    for row in rows:
        if row["rater"] == "r4":
            row |= {"excluded_by": "checks"} | ({"value": "4"} if row["system"] == "elm" else {})
    found = analyse_any(table(rows), Context())
    title = next(s.title.to("en") for s in found.sections if s.name == "exclusions")
    moved = {row["system"]: row for row in found.table("exclusions").rows if isinstance(row["system"], str)}
    assert title.startswith(
        f"Including the excluded answers, the mean that changes most is that of quality for elm, from "
        f"{moved['elm']['without']:.2f} to {moved['elm']['with']:.2f}; alpha on quality goes from "
    )
