"""Figure, table and sentence give the same numbers, and say which kind of interval they have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from beholder.analysis import Analysis, Context, Section
from beholder.protocols import find_protocol
from beholder.report.cells import is_interval
from beholder.report.chapters import Numbering, section_blocks
from beholder.report.latex import escape_latex
from beholder.report.wording import ReportWording
from beholder.testing.ratings_maker import simulate_ratings
from tests.analysis.planted import caption_items, counting_items, mask_items, trajectory_items

ITEMS = {
    "masks": lambda: mask_items(10, np.random.default_rng(1)),
    "counting": lambda: counting_items(12),
    "captions": lambda: caption_items(6),
    "trajectories": lambda: trajectory_items(7),
}
_TOLD = re.compile(r"\[([−\d.]+)( %)?, ([−\d.]+)( %)?\]")
# what these sentences tell is in no table: the correlation behind a number of ratings, flags of all systems pooled
_ALONE = ("enough", "flags")


@cache
def analysed(name: str) -> Analysis:
    protocol = find_protocol(name)
    items = ITEMS[name]()
    data = simulate_ratings(protocol, items, raters=6, ratings=3, rng=np.random.default_rng(2))
    assert protocol.analyse is not None
    found: Analysis = protocol.analyse(
        data, Context(declaration=protocol.declaration, items={item.id: item for item in items})
    )
    return found


def _intervals(section: Section) -> Iterator[tuple[tuple[float, float], bool]]:
    """Every interval in the section's tables, and whether its head says that all of them hold together."""
    for table in section.tables:
        for column in table.columns:
            for row in table.rows:
                if is_interval(row.get(column.name)) and "range" not in column.name:
                    yield row[column.name], column.simultaneous


@pytest.mark.parametrize("name", ITEMS)
def test_a_figure_draws_the_intervals_of_its_table(name: str) -> None:
    drawn = 0
    for section in analysed(name).sections:
        known = set(_intervals(section))
        for chart in section.charts:
            together = bool(chart.marks.get("simultaneous"))
            for row in chart.rows:
                if chart.kind != "ranks" and row.get("low") is not None:
                    assert ((row["low"], row["high"]), together) in known, (section.name, chart.name)
                    drawn += 1
    assert drawn > 5


@pytest.mark.parametrize("name", ITEMS)
def test_a_sentence_tells_the_intervals_of_its_table(name: str) -> None:
    told = 0
    for section in analysed(name).sections:
        known = [bounds for bounds, _ in _intervals(section)]
        known += [(-high, -low) for low, high in known]
        if section.name.endswith(_ALONE):
            continue
        texts = [section.title, *section.verdict]
        for found in _TOLD.finditer(" ".join(text.to("en") for text in texts)):
            bounds = [float(found[n].replace("−", "-")) / (100 if found[2] else 1) for n in (1, 3)]
            slack = 0.5 * 10 ** -len(found[1].partition(".")[2]) / (100 if found[2] else 1) + 1e-9
            assert any(np.allclose(bounds, one, rtol=0, atol=slack) for one in known), (section.name, found[0])
            told += 1
    assert told


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", ITEMS)
def test_heads_and_captions_say_which_kind_of_interval_they_have(name: str, language: str) -> None:
    found, wording = analysed(name), ReportWording(language)
    kinds = set()
    for role in ("results", "agreement"):
        sections = sorted((s for s in found.sections if s.role == role), key=lambda s: not s.declared)
        blocks = section_blocks(found, role, wording=wording, numbering=Numbering(), draw=False, label_of=str)
        for section, block in zip(sections, blocks, strict=True):
            charts = {chart.name: chart for chart in section.charts}
            for figure in block.figures:
                chart = charts[figure.name]
                if chart.kind == "intervals" and any(row.get("low") is not None for row in chart.rows):
                    kind = "simultaneous" if chart.marks.get("simultaneous") else "individual"
                    assert wording(f"lines-{kind}", percent="95") in figure.note
                    kinds.add(kind)
            sheets = {sheet.name: sheet for sheet in section.tables}
            for table in block.tables:
                heads = " ".join(table.layout.headings)
                together = any(column.simultaneous for column in sheets[table.name].columns)
                word = wording("simultaneous-word", percent="95")
                assert (word in heads) == together
                assert (escape_latex(word) in table.latex) == together
    assert kinds == {"simultaneous", "individual"}
