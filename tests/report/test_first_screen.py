"""What a reader sees first: the figure that carries the claim, the size of the study, a verdict on each question."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

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
        r"On quality \(“How good is it\?”\), alpha is rated better than beta by these 3 raters: mean [34]\.\d\d against "
        r"[23]\.\d\d, a difference of \d\.\d\d \[\d\.\d\d,\xa0\d\.\d\d\]\. Agreement on quality: alpha ",
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


def test_every_figure_fits_a_phone(tmp_path: Path) -> None:
    """One that is wider than a phone has a second drawing, which a phone shows instead."""
    html = build_report(material_of_file(write_table(tmp_path / "table.csv")))
    figures = re.findall(r'<figure id="figure-\d+">(.*?)</figure>', html, re.DOTALL)
    assert len(figures) > 3
    for figure in figures:
        *wide, narrow = (float(width) for width in re.findall(r'<svg[^>]*viewBox="0 0 ([\d.]+)', figure))
        assert narrow <= 380
        assert ('class="drawing whole"' in figure) == bool(wide)
    assert html.count('class="drawing small"') == html.count('class="drawing whole"') > 3


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


def _rated(path: Path, rows: Iterable[tuple[object, ...]], columns: str = "item,system,rater,quality") -> Path:
    lines = [columns, *(",".join(map(str, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_verdict_comes_before_a_figure_as_tall_as_the_screen(tmp_path: Path) -> None:
    made = {
        n: _rated(
            tmp_path / f"{n}.csv",
            ((i, f"s{s}", r, 1 + (i + s + len(r)) % 5) for i in range(8) for s in range(n) for r in ("a", "bb", "ccc")),
        )
        for n in (3, 14)
    }
    short, tall = (
        _summary(build_report(material_of_file(made[n], TableOptions(mapping={"value": "quality"})))) for n in (3, 14)
    )
    assert short.index("<figure") < short.index("On quality, ")
    assert tall.index("On quality, ") < tall.index("<figure")
    assert len(re.findall(r"<li>[^<]*On quality, ", tall)) == 1


def test_every_task_has_a_name_in_the_figures(tmp_path: Path) -> None:
    """Systems that share items in two groups make one task, which then is named after them."""
    groups = {"edit": ("moth", "wren"), "paint": ("snug", "hare"), "draw": ("hare", "newt")}
    rows = (
        (f"{group}{i}", system, r, 1 + (i * len(system) + ord(r)) % 5, group)
        for group, systems in groups.items()
        for system in systems
        for i in range(6)
        for r in "abc"
    )
    path = _rated(tmp_path / "tasks.csv", rows, "item,system,rater,quality,group")
    material = material_of_file(path, TableOptions(mapping={"value": "quality"}))
    for name in ("quality.means", "quality.distribution"):
        chart = next(c for c in material.analysis.charts if c.name == name)
        assert {row["series"] for row in chart.to("en").rows} == {"edit", "Hare, newt and snug"}
        assert all(row["series"] for row in chart.to("zh").rows)


def test_groups_are_drawn_in_as_few_parts_as_can_be(tmp_path: Path) -> None:
    def parts(groups: int, systems: int) -> tuple[set[str], set[str]]:
        rows = (
            (f"{g}-{i}", f"s{s}", r, 1 + (i + g + s + ord(r)) % 5, f"g{g}")
            for g in range(groups)
            for s in range(systems)
            for i in range(4)
            for r in "abc"
        )
        path = _rated(tmp_path / f"{groups}.csv", rows, "item,system,rater,quality,group")
        charts = material_of_file(path, TableOptions(mapping={"value": "quality"})).analysis.charts
        drawn = next(c for c in charts if c.name == "quality.groups").rows
        return {row["series"] for row in drawn}, {row["label"] for row in drawn}

    assert parts(2, 4) == ({"g0", "g1"}, {"s0", "s1", "s2", "s3"})
    assert parts(4, 2) == ({"s0", "s1"}, {"g0", "g1", "g2", "g3"})


def test_equal_answers_make_no_scale(tmp_path: Path) -> None:
    rows = ((i, s, r, 3) for i in range(5) for s in ("moth", "wren") for r in "abc")
    first = _summary(
        build_report(material_of_file(_rated(tmp_path / "t.csv", rows), TableOptions(mapping={"value": "quality"})))
    )
    assert "from 3 to 3" not in first
    assert "simultaneous" not in first
    assert "Both systems have the same mean on quality: 3.00." in first


def test_a_single_system_is_named_and_ranks_are_not_explained(tmp_path: Path) -> None:
    rows = ((i, "moth", r, 1 + (i + ord(r)) % 5) for i in range(6) for r in "abc")
    path = _rated(tmp_path / "t.csv", rows)
    html = build_report(material_of_file(path, TableOptions(mapping={"value": "quality"})), draw=False)
    assert "Quality: moth, mean " in _summary(html)
    assert "rank range" not in html.split('class="reading"')[1].split("</div>")[0]


def test_figures_of_a_preference_say_what_each_shows(tmp_path: Path) -> None:
    rows = (
        (i, a, b, r, ("left", "right", "tie")[(i + ord(r)) % 3])
        for i in range(6)
        for a, b in (("moth", "wren"), ("wren", "snug"), ("moth", "snug"))
        for r in "abc"
    )
    path = _rated(tmp_path / "votes.csv", rows, "item,left,right,rater,winner")
    html = build_report(material_of_file(path))
    # a number and its percent sign stay on one line
    assert "\N{NO-BREAK SPACE}%" in _summary(html)
    assert " %" not in re.sub(r"<figure.*?</figure>", "", _summary(html), flags=re.DOTALL).split("<aside", 1)[0]
    captions = re.findall(r"<figcaption>(.*?)</figcaption>", html, re.DOTALL)
    told = [re.sub(r"<b>.*?</b>", "", caption) for caption in captions]
    assert len(told) > 3
    assert len(set(told)) == len(told)


def test_texts_alone_are_told_on_the_first_screen_too(tmp_path: Path) -> None:
    rows = ((i, r, f"a thing {i} {r}") for i in range(6) for r in "abc")
    path = _rated(tmp_path / "names.csv", rows, "item,rater,name")
    first = _summary(build_report(material_of_file(path, TableOptions(mapping={"value": "name"})), draw=False))
    assert re.search(r"<li>.*18.*</li>", first)


def test_a_statistic_is_explained_once_and_then_referred_to(tmp_path: Path) -> None:
    rows = (
        (i, s, r, 1 + (i + len(s) + ord(r)) % 5, 1 + (i * len(s) + ord(r)) % 5)
        for i in range(8)
        for s in ("moth", "stoat")
        for r in "abc"
    )
    path = _rated(tmp_path / "two.csv", rows, "item,system,rater,quality,looks")
    html = build_report(material_of_file(path, TableOptions(mapping={"value": "quality,looks"})), draw=False)
    assert html.count("AC1 and AC2 (Gwet)") == 1
    before, after = html.split("AC1 and AC2 (Gwet)")
    table = re.findall(r'id="table-(\d+)"', before)[-1]
    assert f"is explained below Table {table}." in after


def test_a_figure_of_shares_can_be_the_first(tmp_path: Path) -> None:
    material = material_of_file(write_table(tmp_path / "table.csv"))
    shares = next(chart for chart in material.analysis.charts if chart.kind == "diverging")
    analysis = replace(material.analysis, headline=shares)
    assert "<figure" in _summary(build_report(replace(material, analysis=analysis), draw=False))


def test_what_undoes_a_verdict_stands_above_it_with_links(tmp_path: Path) -> None:
    rng = np.random.default_rng(9)
    rows = [
        (i, s, r, int(np.clip(round((4 if s == "moth" else 2) + rng.normal(0, 0.5)), 1, 5)))
        for i in range(5)
        for s in ("moth", "wren")
        for r in "abc"
    ]
    options = TableOptions(mapping={"value": "quality"}, better={"quality": "higher"})
    few = material_of_file(_rated(tmp_path / "few.csv", rows), options)
    for language, mark in (("en", "Not claimed ("), ("zh", "不作结论（")):
        html = build_report(few, language=language, draw=False)
        first = _summary(html)
        assert 'class="quality overruled"' in first
        assert first.index('class="quality overruled"') < first.index(mark)
        (anchor,) = re.findall(r'class="quality.*?href="#(section-\d+)"', first, re.DOTALL)
        assert f'id="{anchor}"' in html
        # nothing that is pasted into a paper claims it either
        caption = re.findall(r"\\caption\{(.*?)\}\n", html)[-1:]
        assert caption
        assert all(title.startswith(mark[:-2]) for title in re.findall(r"\\caption\{([^\n]*moth[^\n]*)\}", html))
    assert few.analysis.headline is not None
    assert not any(row["behind"] for row in few.analysis.headline.rows)
    more = [(i + 5 * k, s, r, v) for k in range(3) for i, s, r, v in rows]
    good = material_of_file(_rated(tmp_path / "good.csv", more), options)
    first = _summary(build_report(good, draw=False))
    assert 'class="quality"' in first
    assert "Not claimed" not in first
