"""A report on paper, where nothing can be opened, scrolled or copied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from beholder.report import build_report, material_of_file
from tests.report.samples import write_table


def test_tables_that_are_folded_on_screen_are_printed(
    make_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    page = make_context().new_page()
    page.set_content(build_report(material_of_file(write_table(tmp_path / "table.csv")), language="en", draw=False))
    folded = page.locator(".more")
    expect(folded.first.locator("table")).to_be_hidden()
    page.emulate_media(media="print")
    for one in folded.all():
        expect(one.locator("table")).to_be_visible()
        expect(one.locator("caption")).to_contain_text("Table")
        expect(one.locator(":scope > summary")).to_be_hidden()
