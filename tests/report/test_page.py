"""The report as a file: complete in both languages, offline, harmless whatever the data say, and true to the analysis."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from beholder.errors import BeholderError
from beholder.findings import Table, TableColumn, plain
from beholder.report import Material, build_report, write_report
from beholder.report.cells import cell_text
from beholder.report.chapters import Numbering, print_table
from beholder.report.wording import ReportWording
from tests.browser.test_access import violations
from tests.report.samples import HOSTILE, small_material

VOID = {"meta", "wbr", "img", "br", "hr", "input", "link"}


class Page(HTMLParser):
    """What a browser would see: elements, attributes, text, and whether everything is closed."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def words(self) -> str:
        """The text a reader sees."""
        return " ".join(text for tag, text in self.texts if tag not in ("script", "style"))


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return small_material(tmp_path_factory.mktemp("table"))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return small_material(tmp_path_factory.mktemp("table"), systems=HOSTILE[:4], comments=True)


@pytest.fixture(scope="module")
def english(material: Material) -> str:
    return build_report(material)


def test_every_chapter_is_there_in_order(english: str) -> None:
    found = re.findall(r'<h2 id="(\w+)"', english)
    assert found == [
        "summary", "asked", "raters", "quality", "agreement", "results", "sensitivity", "data", "gallery", "method",
        "heds", "versions",
    ]  # fmt: skip
    Page(english)


def test_figures_and_tables_are_numbered_without_gaps(english: str) -> None:
    for kind in ("figure", "table"):
        numbers = [int(n) for n in re.findall(rf'id="{kind}-(\d+)"', english)]
        assert numbers == list(range(1, len(numbers) + 1))
        assert numbers


def test_nothing_is_fetched(english: str, hostile: Material) -> None:
    for html in (english, build_report(hostile)):
        page = Page(html)
        for tag, attributes in page.elements:
            assert tag not in ("link", "iframe", "object", "embed", "base", "form")
            for name in ("src", "href", "xlink:href", "action", "data", "poster", "srcset"):
                address = attributes.get(name)
                assert address is None or address.startswith(("#", "data:image/")), (tag, address)
        style = "".join(text for tag, text in page.texts if tag == "style")
        assert "@import" not in style
        assert "url(" not in style


def test_the_policy_forbids_everything_but_the_one_script(english: str) -> None:
    page = Page(english)
    policy = next(a["content"] for t, a in page.elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert "default-src 'none'" in policy
    assert [a.get("type") for t, a in page.elements if t == "script"] == ["application/json", None]


def test_hostile_names_and_comments_are_text(hostile: Material) -> None:
    html = build_report(hostile)
    page = Page(html)
    scripts = [a for t, a in page.elements if t == "script"]
    assert len(scripts) == 2
    assert not [a for _, a in page.elements if any(name.startswith("on") for name in a)]
    assert [a for t, a in page.elements if t == "img" and a.get("src") == "x"] == []
    assert sum(t == "style" for t, _ in page.elements) == 1
    words = page.words()
    assert "<script>alert(1)</script>" in words
    assert "{{ 7*7 }}" in words
    assert "</style><style>*{display:none}" in words


def test_numbers_equal_those_of_analyze(material: Material, english: str) -> None:
    page = Page(english)
    embedded = next(text for tag, text in page.texts if tag == "script" and text.startswith("{"))
    assert json.loads(embedded) == json.loads(json.dumps(material.analysis.to_json()))
    words = page.words()
    for sheet in material.analysis.tables:
        table = sheet.to("en")
        for row in table.rows[:30]:
            for column in table.columns:
                if isinstance(plain(row.get(column.name)), float):
                    assert cell_text(row[column.name], column) in words, (table.name, column.name)


def test_embedded_data_survive_hostile_text(hostile: Material) -> None:
    page = Page(build_report(hostile, draw=False))
    embedded = next(text for tag, text in page.texts if tag == "script" and text.startswith("{"))
    assert json.loads(embedded)["facts"]["systems"] == sorted(HOSTILE[:4])


def test_chinese_is_complete(material: Material) -> None:
    page = Page(build_report(material, language="zh"))
    assert next(a for t, a in page.elements if t == "html")["lang"] == "zh-CN"
    for tag in ("h2", "th", "caption", "figcaption", "summary", "button"):
        for inside, text in page.texts:
            if inside == tag and re.search("[a-z]{4,}", text) and tag != "th":
                assert re.search("[\u4e00-\u9fff]", text) or text.strip() in ("LaTeX", "CSV"), (tag, text)
    words = page.words()
    for english_word in ("to be filled", "Summary", "Results", "not stated", "Copy as", "left out"):
        assert english_word not in words


def test_unknown_language_is_refused(material: Material) -> None:
    with pytest.raises(BeholderError) as raised:
        build_report(material, language="fr")
    assert raised.value.code == "report-language"


def test_a_report_without_figures_has_all_tables(material: Material, english: str) -> None:
    bare = build_report(material, draw=False)
    assert "<svg" not in bare
    assert bare.count("<caption>") == english.count("<caption>")
    assert "<svg" in english


def test_headings_never_skip_a_level(english: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", english)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_copies_can_be_read_without_script(english: str) -> None:
    page = Page(english)
    buttons = [a for t, a in page.elements if t == "button"]
    assert buttons
    assert all("hidden" in a for a in buttons)
    ids = {a["id"] for t, a in page.elements if t == "pre" and "id" in a}
    assert {a["data-copy"] for a in buttons} == ids


@pytest.mark.browser
@pytest.mark.parametrize(("fonts", "width"), [("dejavu", 390), ("bundled", 1280)])
def test_the_report_can_be_read_with_any_fonts(
    fonts: str, width: int, english: str, browsers: Callable[[str], Browser]
) -> None:
    context = browsers(fonts).new_context(viewport={"width": width, "height": 844}, bypass_csp=True)
    page = context.new_page()
    page.set_content(english)
    for folded in page.locator("details").all():
        folded.evaluate("one => { one.open = true; }")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_files_are_written_whole(material: Material, tmp_path: Path) -> None:
    written = write_report(material, tmp_path / "new" / "report.html", figures=tmp_path / "figures")
    assert (tmp_path / "new" / "report.html").read_text(encoding="utf-8").endswith("</html>")
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["report.html"]
    starts = {path.suffix: path.read_bytes()[:8] for path in written[1:]}
    assert starts[".svg"].startswith(b"<svg")
    assert starts[".pdf"].startswith(b"%PDF")
    assert starts[".png"] == b"\x89PNG\r\n\x1a\n"


def test_an_unwritable_place_is_said(material: Material, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BeholderError) as raised:
        write_report(material, tmp_path / "file" / "report.html", draw=False)
    assert raised.value.code == "file-unwritable"


@pytest.mark.parametrize(("rows", "told"), [(40, "has all of them as CSV"), (2_500, "has the first 2,000 as CSV")])
def test_a_cut_table_says_where_the_other_rows_are_on_paper_too(rows: int, told: str) -> None:
    """What is below a table on screen is not printed, and its copies end somewhere."""
    long = Table(
        name="long", title="Long", columns=(TableColumn(name="n"),), rows=tuple({"n": str(one)} for one in range(rows))
    )
    printed = print_table(long, ReportWording("en"), Numbering())
    assert len(printed.csv.splitlines()) - 1 == min(rows, 2_000)
    assert any(told in note for note in printed.notes)
    assert not any("below" in note for note in printed.notes)
