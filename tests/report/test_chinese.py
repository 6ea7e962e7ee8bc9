"""A report in Chinese is Chinese throughout: every generated sentence, remark and method, whatever happened in the study."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from beholder.analysis import Analysis, Context
from beholder.fields import Words
from beholder.protocols import find_protocol
from beholder.report import build_report, material_of_file
from beholder.stats.messages import tell
from beholder.testing.ratings_maker import simulate_ratings
from beholder.text import Text
from tests.analysis.planted import (
    caption_items,
    counting_items,
    mask_items,
    naming_items,
    trajectory_items,
    verify_items,
)
from tests.english_left import left_in_english, texts_shown
from tests.report.samples import write_table

CITED = ("Cameron, Gelbach & Miller", "Gelbach", "sd = a", "Segment Anything")
_ITEMS = {
    "masks": lambda n: mask_items(n, np.random.default_rng(2)),
    "counting": counting_items,
    "captions": caption_items,
    "trajectories": trajectory_items,
    "naming": naming_items,
    "naming-verify": verify_items,
}


@cache
def _analysed(name: str, n: int, raters: int, ratings: int) -> Analysis:
    protocol = find_protocol(name)
    items = _ITEMS[name](n)
    data = simulate_ratings(protocol, items, raters=raters, ratings=ratings, rng=np.random.default_rng(4))
    assert protocol.analyse is not None
    found: Analysis = protocol.analyse(
        data, Context(declaration=protocol.declaration, items={item.id: item for item in items})
    )
    return found


def _told(found: Analysis) -> Iterator[str]:
    """Everything that a report in Chinese prints of an analysis, but for values that people or studies brought."""
    yield from (words.to("zh") for words in (*found.summary, *found.notes, found.method, found.limits))
    for section in found.sections:
        yield from (words.to("zh") for words in (section.title, *section.text, *section.notes))
        for finding in section.findings:
            yield _in_chinese(finding.method)
            yield from (_in_chinese(note) for note in finding.notes)
        for chart in section.charts:
            yield from (words.to("zh") for words in (chart.title, *chart.axes.values()))
        for table in section.tables:
            yield from (words.to("zh") for words in (table.title, *table.notes, *(c.title for c in table.columns)))
            yield from (text for row in table.rows for text in _cells(row))


def _cells(row: Mapping[str, object]) -> Iterator[str]:
    yield from (cell.to("zh") for cell in row.values() if isinstance(cell, Words))
    notes = row.get("notes")
    if isinstance(notes, str):
        yield _in_chinese(notes)


def _in_chinese(text: str) -> str:
    return text.to("zh") if isinstance(text, Text) else text


@pytest.mark.variants(9)
@pytest.mark.parametrize("name", sorted(_ITEMS))
@pytest.mark.parametrize(("n", "raters", "ratings"), [(14, 7, 4), (5, 2, 1), (9, 3, 2)])
def test_nothing_generated_is_left_in_english(name: str, n: int, raters: int, ratings: int) -> None:
    assert left_in_english(_told(_analysed(name, n, raters, ratings)), but=CITED) == set()


def test_the_search_finds_english() -> None:
    texts = ["区间：no item has two ratings", "Krippendorff α（顺序）", "comment: looks fine to me"]
    assert left_in_english(texts, but=["looks fine to me"]) == {"区间：no item has two ratings"}


def test_a_field_is_called_by_its_label_and_a_single_box_has_one_alpha() -> None:
    protocol, items = find_protocol("captions"), caption_items(14)
    declared = protocol.declared_for(protocol.params(whole_sentence="tick"))
    data = simulate_ratings(protocol, items, raters=7, ratings=4, rng=np.random.default_rng(4), declaration=declared)
    assert protocol.analyse is not None
    found = protocol.analyse(data, Context(declaration=declared, items={item.id: item for item in items}))
    told = "\n".join(words.to("zh") for words in found.summary)
    assert "“整句”中的“能表达图像内容”：168 个评分中有 " in told
    assert "“能表达图像内容”的 α 为" in told


def test_remarks_joined_in_a_cell_are_told_one_by_one() -> None:
    joined = Text(tell("not-estimable"), tell("note-repeats", n=3), tell("reason-no-two-ratings"))
    assert joined == (
        "not estimable; 3 repeats of an item by the same rater left out; the first rating stands; no item has two ratings"
    )
    assert joined.to("zh") == "无法估计；同一评分员对同一题的 3 次重复未计入，以首次为准；没有题目有两个评分"


def test_a_page_in_chinese_has_no_english_sentence(tmp_path: Path) -> None:
    page = build_report(material_of_file(write_table(tmp_path / "table.csv")), language="zh", draw=False)
    assert left_in_english(texts_shown(page.split('<h2 id="versions"')[0]), but=CITED) == set()
