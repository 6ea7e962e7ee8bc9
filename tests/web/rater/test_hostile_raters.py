"""Hostile text in every field a rater can fill: text on every page it reaches, and in everything that leaves the study."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from beholder.exports import Download, downloads, write_download
from beholder.facade import Study
from beholder.report import material_of_study, write_report
from beholder.tabular.workbook import read_sheet
from beholder.testing import write_masks_study
from tests.web.coordinate.test_hostile import _Reader
from tests.web.web_client import Site, open_site

TEXTS = (
    "<script>hacked()</script><svg onload=hacked()>",
    "\"'><img src=x onerror=hacked()> </textarea></title>",
    "[x](javascript:hacked()) ![y](http://evil.example/y.png) **b** # h",
    "<style>*{display:none}</style> {{ 7*7 }} ${7*7} {% raw %}",
    '=HYPERLINK("http://evil.example","click")',
    "+cmd|' /C calc'!A0",
    "-2+3+cmd",
    "@SUM(1+1)*cmd",
    "a\u202egnp.exe \u2066x\u2069 \x07\x1b[31m \x7f\u0085 e\u0301 🏴‍☠️",
    "line\r\nbreak\ttab\u2028separator",
    "]]></script><!-- -- > --!> &lt;b&gt; &amp;amp;",
    "\\input{/etc/passwd} $\\write18{x}$ % _ ^ ~ #",
)
SETTINGS = {
    "before": {"about": {"kind": "text", "label": "About you", "required": True}},
    "crowd": {"complete": "DONE", "rater": "PID", "also": ["SESSION"]},
    "broken_after": 99,
    "most_skipped": 1,
}
PAGES = ("", "/inbox", "/raters", "/items", "/audit", "/exports")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Site, list[str]]]:
    """Every text in every field, each by a rater of its own; what was accepted comes back from the raters' own pages."""
    extra = "".join(f"{key}: {json.dumps(value)}\n" for key, value in SETTINGS.items())
    folder = write_masks_study(tmp_path_factory.mktemp("hostile") / "study", trials=16, ratings=20, extra=extra)
    with open_site(folder) as opened, opened.client() as client:
        raters = []
        for n, text in enumerate(TEXTS):
            session = text.replace("\r\n", "")[:100]
            rater = opened.join(client, platform={"PID": f"=pid{n}", "SESSION": session})
            raters.append(rater.joined["rater"])
            filled = rater.post("/sheets/before", {"values": {"about": text}})
            assert filled.status_code == 200, filled.text
            asked, skipped, broken, answered = (trial["lease"] for trial in rater.leases(4))
            assert rater.post("/messages", {"text": text, "lease": asked}).status_code == 200
            assert rater.post("/skip", {"lease": skipped, "reason": f"other: {text}"}).status_code == 200
            assert rater.post("/broken", {"lease": broken, "text": text}).status_code == 200
            payload = {"trial": {"quality": 1, "comment": text}, "slots": []}
            assert rater.answer(f"hostile-{n:04d}", answered, payload=payload).status_code == 200
            told = [one["text"] for one in rater.get("/messages").json()["messages"]]
            assert told == [text.strip()] * 2
            (given,) = rater.get("/answers").json()["answers"]
            assert given["payload"]["trial"]["comment"] == stored(text)
        yield opened, raters


def stored(text: str) -> str:
    """What is kept of a text: everything but spaces around it."""
    return text.strip()


def runnable(html: str) -> list[str]:
    reader = _Reader()
    reader.feed(html)
    return reader.found


def test_every_page_of_a_coordinator_shows_it_as_text(site: tuple[Site, list[str]]) -> None:
    opened, raters = site
    base = f"/c/{opened.study.short}"
    paths = [*PAGES, *(f"/raters/{rater}" for rater in raters), *(f"/items/{n}" for n in range(4))]
    with opened.signed_in() as owner:
        for path in paths:
            for language in ("en", "zh"):
                page = owner.get(f"{base}{path}?lang={language}")
                assert page.status_code == 200, path
                assert runnable(page.text) == [], path
        inbox = owner.get(f"{base}/inbox").text
    assert "&lt;script&gt;hacked()" in inbox
    assert "{{ 7*7 }}" in inbox


def opened_study(site: Site) -> Study:
    study = site.study
    return Study(study.definition, study.engine.database, study.engine.key, study.id)


def cells_of(name: str, data: bytes) -> Iterator[str]:
    delimiter = "\t" if name.endswith("tsv") else ","
    for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter):
        yield from row


def is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_no_cell_of_any_table_is_a_formula_and_no_text_is_lost(site: tuple[Site, list[str]], tmp_path: Path) -> None:
    study = opened_study(site[0])
    offered: list[Download] = list(downloads(study))
    assert len(offered) >= 3
    wanted = {stored(text) for text in TEXTS}
    for number, one in enumerate(offered):
        folder = tmp_path / str(number)
        folder.mkdir()
        path = write_download(study, one, folder, blinded=False, all_revisions=True)
        data = path.read_bytes()
        if path.suffix in (".csv", ".tsv"):
            cells = list(cells_of(path.name, data))
            assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r") and not is_number(cell)], one.id
            if one.part == "ratings":
                assert wanted <= {cell.removeprefix("'") for cell in cells}
        if path.suffix == ".xlsx" and one.part == "ratings":
            assert wanted <= {cell for _, cells in read_sheet(path) for cell in cells}
        if path.suffix == ".jsonl" and one.part == "ratings":
            values = {json.loads(line)["value"] for line in data.decode().split("\n") if line}
            assert wanted <= values


def test_a_report_holds_it_as_text(site: tuple[Site, list[str]], tmp_path: Path) -> None:
    study = opened_study(site[0])
    report = tmp_path / "report.html"
    write_report(material_of_study(study), report, language="en", figures=None, draw=False)
    text = report.read_text(encoding="utf-8")
    assert "hacked()" in text
    assert [found for found in runnable(text) if "hacked" in found or found.startswith("on")] == []
    assert text.count("<script>hacked") == 0
