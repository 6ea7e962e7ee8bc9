"""Sentences of a report that were once false or clumsy: singulars, nothing at all, outcomes in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from beholder.analysis import Context, FieldInfo, analyse_any
from beholder.protocols import find_protocol
from beholder.protocols.trajectories.analyse import _calibrated
from beholder.report import build_report, material_of_file
from tests.analysis.tables import crossed, table


def test_outcomes_in_the_gallery_are_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "votes.csv"
    lines = "".join(
        f"p{i},tea,milk,{who},{('left', 'right', 'tie')[(i + len(who)) % 3]}\n" for i in range(6) for who in "ab"
    )
    path.write_text("item,left,right,rater,winner\n" + lines, encoding="utf-8")
    material = material_of_file(path)
    shown = {language: build_report(material, language=language, draw=False) for language in ("en", "zh")}
    gallery = {language: page[page.index('class="card') :] for language, page in shown.items()}
    assert "胜" in gallery["zh"]
    assert "loss" not in gallery["zh"].split("<script")[0].split("</section>")[0]
    assert "loss" in gallery["en"].split("</section>")[0]


def test_many_that_tie_for_best_are_counted(tmp_path: Path) -> None:
    """Six cards of many outputs that all raters gave the highest score: whoever reads them must know of the others."""
    path = tmp_path / "scores.csv"
    lines = [f"i{i:02},ours,{who},{5 if i < 30 else 4 - i % 3}" for i in range(50) for who in ("ann", "bob")]
    path.write_text("item,system,rater,score\n" + "\n".join(lines), encoding="utf-8")
    material = material_of_file(path)
    english, chinese = (build_report(material, language=language, draw=False) for language in ("en", "zh"))
    assert "30 outputs tie here (mean 5.00); 6 of them are shown." in english
    assert "有 30 个输出并列（均值 5.00），此处展示其中 6 个。" in chinese
    # of the worst there are as many as are shown
    assert english.count("outputs tie here") == 1
    assert "Each output has 2 ratings." in english


def test_one_text_is_a_text_and_none_is_none() -> None:
    declaration = find_protocol("masks").declaration
    cells = {(f"i{i}", "ash", r): 1 + (i + len(r)) % 5 for i in range(6) for r in ("ann", "bo")}
    rows = crossed(cells, active_ms=9000.0)
    rows.append({**rows[0], "field": "comment", "value": "rough"})
    data = table(rows, fields=FieldInfo.of_form(declaration.form))
    titles = {s.name: s.title.to("en") for s in analyse_any(data, Context(declaration=declaration)).sections}
    assert titles["texts"] == "Raters wrote 1 text"
    assert titles["timing"].endswith("; none took under 3 s")


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        (
            [(2, 2, 0.5), (3, 29, 0.17), (5, 41, 0.44)],
            "is 17 % at confidence 3 and 44 % at 5 (levels chosen 10 times or more)",
        ),
        ([(1, 20, 0.4), (5, 41, 0.9)], "is 40 % at confidence 1 and 90 % at 5"),
        ([(4, 2, 0.5), (5, 41, 0.9)], "Too few levels of confidence"),
        ([], "cannot be checked"),
    ],
)
def test_a_level_of_confidence_chosen_twice_makes_no_headline(levels: list[tuple[int, int, float]], said: str) -> None:
    known = [{"confidence": level, "n": n, "agree_share": share} for level, n, share in levels]
    assert said in _calibrated(known).to("en")
