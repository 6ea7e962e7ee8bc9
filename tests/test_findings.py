"""Numbers as they are printed."""

from __future__ import annotations

import math

import pytest

from beholder.cli.analyze import _text as in_analyze
from beholder.cli.output import _text as in_stats
from beholder.findings import TableColumn
from beholder.report.cells import cell_text
from beholder.text import PValue
from beholder.web.coordinate.results_page import _cell


@pytest.mark.parametrize(
    ("p", "told"), [(0.0, "<0.001"), (0.00099, "<0.001"), (0.001, "0.001"), (0.0456, "0.046"), (1.0, "1.000")]
)
@pytest.mark.parametrize("name", ["p", "p_holm", "p_sign"])
def test_a_p_value_is_printed_alike_everywhere(p: float, told: str, name: str) -> None:
    column = TableColumn(name=name, digits=4)
    assert {
        PValue(p, bare=True).to("en"),
        cell_text(p, column),
        in_analyze(p, column),
        in_stats(p, name),
        _cell(p, column).text,
    } == {told}
    assert PValue(p).to("en") == (f"p < {told[1:]}" if told[0] == "<" else f"p = {told}")


def test_an_unknown_p_value_is_a_dash() -> None:
    column = TableColumn(name="p", digits=4)
    assert {
        PValue(math.nan, bare=True).to("en"),
        PValue(None, bare=True).to("en"),
        cell_text(math.nan, column),
        _cell(math.nan, column).text,
    } == {"–"}
