"""What a reader sees first: the figure that carries the claim, the size of the study, a verdict on each question."""

from __future__ import annotations

import re
from pathlib import Path

from beholder.imports import TableOptions
from beholder.report import build_report, material_of_file
from beholder.report.figures import figure_spec
from tests.report.samples import write_table


def _summary(html: str) -> str:
    return html.split('<section class="summary">')[1].split("</section>", maxsplit=1)[0]


def test_the_first_screen_says_who_is_ahead_by_how_much_and_according_to_whom(tmp_path: Path) -> None:
    path = write_table(tmp_path / "table.csv")
    asked = {"quality": "How good is it?"}
    html = build_report(
        material_of_file(path, TableOptions(better={"quality": "higher"}, questions=asked, title="Two systems"))
    )
    assert "<h1>Two systems</h1>" in html
    first = _summary(html)
    assert first.count("<figure") == 1
    # the sentence stands once: what is drawn is said below the figure, what was found in the verdict
    assert first.split("<figcaption>")[1].split("</figcaption>")[0].startswith("<b>Figure 1.</b> Mean of ")
    assert first.split("<figcaption>")[1].count("is rated better than") == 1
    assert re.search(
        r"On quality \(“How good is it”\), alpha is rated better than beta by these 3 raters: mean [34]\.\d\d against "
        r"[23]\.\d\d, a difference of \d\.\d\d \[\d\.\d\d, \d\.\d\d\]\. Agreement on quality: alpha ",
        first,
    )
    for fact in (
        "72 answers",
        "3 raters × 12 items",
        "2 systems",
        "3 ratings of each output",
        "agreement on quality: ",
    ):
        assert f"<span>{fact}" in first
    # the figure of the first screen is not drawn again: its table says where it stands
    assert "The numbers behind Figure 1" in html.split('id="results"')[1]
    assert "--level" not in first


def test_a_phone_gets_a_figure_of_its_own_width(tmp_path: Path) -> None:
    first = _summary(build_report(material_of_file(write_table(tmp_path / "table.csv"))))
    wide, narrow = (int(width) for width in re.findall(r'<svg[^>]*viewBox="0 0 (\d+)', first))
    assert narrow <= 360 < wide
    assert set(re.findall(r'font-size="(\d+)px"', first)) == {"13"}


def test_the_figure_shows_the_whole_scale_and_what_holds(tmp_path: Path) -> None:
    material = material_of_file(write_table(tmp_path / "table.csv"), TableOptions(better={"quality": "higher"}))
    headline = material.analysis.headline
    assert headline is not None
    spec = figure_spec(headline.to("en"))
    dots = spec["layer"][-1]["encoding"]["x"]
    assert dots["scale"]["domain"] == [1.0, 5.0]
    assert dots["axis"]["values"] == [1, 2, 3, 4, 5]
    assert dots["axis"]["format"] == "d"
    assert "higher is better" in " ".join(dots["axis"]["title"])
    assert [row["ink"] for row in spec["data"]["values"]] == ["#0072B2", "#5c5c5c"]
    differences = next(c for c in material.analysis.charts if c.name == "quality.differences")
    assert [row["open"] for row in figure_spec(differences.to("en"))["data"]["values"]] == [False]


def test_one_p_value_stands_in_a_row_and_the_others_in_the_details(tmp_path: Path) -> None:
    material = material_of_file(write_table(tmp_path / "table.csv"))
    shown = [c.name for c in material.analysis.table("quality.pairs").columns if c.name.startswith("p")]
    assert shown == ["p_holm"]
    details = material.analysis.table("quality.pair_details")
    assert {"p", "p_t", "p_wilcoxon"} <= {c.name for c in details.columns}
    html = build_report(material, draw=False)
    assert '<details class="more"><summary><b>Table' in html
    for told in ("dz: the mean difference", "P(first higher): the share", "AC1 and AC2 (Gwet)"):
        assert told in html


def test_a_scale_is_drawn_as_bars_that_part_at_its_middle(tmp_path: Path) -> None:
    material = material_of_file(write_table(tmp_path / "table.csv"))
    chart = next(c for c in material.analysis.charts if c.kind == "diverging")
    drawn = figure_spec(chart.to("en"))["data"]["values"]
    for system in ("alpha", "beta"):
        mine = [row for row in drawn if row["label"] == system]
        assert sum(row["share"] for row in mine) == 1
        below = sum(row["share"] for row in mine if int(row["part"]) < 3)
        middle = sum(row["share"] for row in mine if int(row["part"]) == 3)
        assert mine[0]["from"] == -(below + middle / 2)
        assert abs(mine[-1]["to"] - (1 - below - middle / 2)) < 1e-12
