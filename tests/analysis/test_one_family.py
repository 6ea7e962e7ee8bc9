"""Of very many systems a table lists the differences from the best; its corrections are those of all pairs, as ranks are."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, analyse_any
from tests.analysis.tables import crossed, table

_SYSTEMS = [f"s{k:02}" for k in range(34)]
_ALL = math.comb(len(_SYSTEMS), 2)


def _scored() -> list[dict[str, Any]]:
    """Thirty systems that are alike, three that are a little worse than the best, and the best."""
    rng = np.random.default_rng(3)
    lead = dict.fromkeys(_SYSTEMS, 0.0) | {"s30": 0.33, "s31": 0.36, "s32": 0.39, "s33": 0.6}
    cells = {}
    for i in range(16):
        for r in range(6):
            for s in _SYSTEMS:
                cells[f"i{i}", s, f"r{r}"] = round(3 + lead[s] + float(rng.normal(0, 0.5)), 3)
    return crossed(cells)


def _voted() -> list[dict[str, Any]]:
    rng = np.random.default_rng(4)
    rows = []
    for trial in range(1500):
        one, other = rng.choice(len(_SYSTEMS), 2, replace=False)
        won = rng.random() < 1 / (1 + math.exp(-0.12 * (one - other)))
        for system, value in ((one, "win" if won else "loss"), (other, "loss" if won else "win")):
            rows.append({"item": f"i{trial % 60}", "system": _SYSTEMS[system], "rater": f"r{trial % 9}"})
            rows[-1] |= {"field": "preference", "value": value, "kind": "main", "trial": f"t{trial}"}
    return rows


@pytest.fixture(scope="module", params=["quality", "preference"])
def found(request: pytest.FixtureRequest) -> tuple[str, Analysis]:
    rows = _scored() if request.param == "quality" else _voted()
    return request.param, analyse_any(table(rows), Context())


def test_listed_differences_are_corrected_for_all_pairs(found: tuple[str, Analysis]) -> None:
    field, analysis = found
    pairs = analysis.table(f"{field}.pairs").rows
    assert len(pairs) == len(_SYSTEMS) - 1
    plain = {(row["first"], row["second"]): row for row in analysis.table(f"{field}.pair_details").rows}
    least = min(pairs, key=lambda row: row["p_holm"])
    alone = plain[least["first"], least["second"]]
    assert least["p_holm"] > 2 * len(pairs) * alone["p"]
    (low, high), (lowest, highest) = alone["plain_interval"], least["interval"]
    # by Bonferroni over 561 pairs four standard errors and more; over the 33 listed ones it would be 3.2
    assert (highest - lowest) / (high - low) > 1.9


def test_ranks_follow_from_the_differences_that_the_table_says_hold(found: tuple[str, Analysis]) -> None:
    field, analysis = found
    rows = analysis.table(f"{field}.systems").rows
    ranks = {row["system"]: row["rank_range"] for row in rows}
    best = rows[0]["system"]
    pairs = analysis.table(f"{field}.pairs").rows
    assert all(best in (row["first"], row["second"]) for row in pairs)
    held = {row["first"] if row["second"] == best else row["second"] for row in pairs if row["p_holm"] < 0.05}
    assert 0 < len(held) < len(pairs), "some hold and some do not, or nothing is tested"
    assert ranks[best] == (1, len(_SYSTEMS) - len(held)), "as many are behind the best as the table says"
    assert {s for s, (best, _) in ranks.items() if best > 1} >= held


def test_the_report_says_once_what_is_corrected_for(found: tuple[str, Analysis]) -> None:
    _, analysis = found
    told = [note for section in analysis.sections for note in section.notes if "one family" in note.to("en")]
    assert len(told) == 1
    assert f"All {_ALL} pairs" in told[0].to("en")
    assert str(_ALL) in told[0].to("zh")
