"""A report on paper, where nothing can be opened, scrolled or copied, and on screens of any size."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.demo.rehearsal import finish_all
from beholder.protocols import find_protocol, protocol_names
from beholder.report import build_report, material_of_file
from tests.report.samples import write_table

from .report_layout import layout_faults

_FIELDS = ("faithfulness", "plausibility", "aesthetics", "composition", "lettering", "anatomy", "lighting", "overall")
_SYSTEMS = (
    "runs/2024-11/stable-diffusion-xl-refiner-1.0-dpo", "Kandinsky2.2PriorDecoderWithControlNetAndInpaintingHead",
    "文生图大模型第三版（内部测试）", "a", "b 2", "c", "d", "e", "f", "g", "h", "i",
)  # fmt: skip


def _write_wide_table(path: Path) -> Path:
    """Twelve systems with short and long names, rated on eight questions: tables with more columns than a page holds."""
    rng = np.random.default_rng(3)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item", "system", "rater", "field", "value"])
        for item in range(6):
            for place, system in enumerate(_SYSTEMS):
                for rater in ("ann", "bob", "cleo", "dora", "emil", "fay"):
                    scores = np.clip(np.round(rng.normal(70 - 2 * place, 18, len(_FIELDS))), 0, 100).astype(int)
                    named = zip(_FIELDS, scores.tolist(), strict=True)
                    writer.writerows([f"picture {item}", system, rater, field, score] for field, score in named)
    return path


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


@pytest.mark.parametrize(("language", "fonts"), [("en", "bundled"), ("zh", "bundled"), ("en", "dejavu")])
def test_tables_and_figures_fit_whatever_they_hold(
    language: str, fonts: str, make_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    material = material_of_file(_write_wide_table(tmp_path / "table.csv"))
    page = make_context(fonts=fonts).new_page()
    page.set_content(build_report(material, language=language))
    # where letters are wider, a table on a screen may have to be scrolled
    assert [one for one in layout_faults(page) if fonts == "bundled" or not one.startswith("1440: table")] == []
    expect(page.locator(".stacked table").first).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("protocol", [name for name in protocol_names() if find_protocol(name).example])
def test_the_report_of_every_protocol_fits(
    protocol: str, painted: Callable[[str], Path], make_context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    shutil.copytree(painted(protocol), tmp_path / protocol)
    for _, reports in finish_all([tmp_path / protocol], tmp_path / "finished"):
        for language, path in reports.items():
            for fonts in ("bundled", "dejavu"):
                page = make_context(fonts=fonts).new_page()
                page.goto(path.as_uri())
                # where letters are wider, a table on a screen may have to be scrolled
                faults = [one for one in layout_faults(page) if fonts == "bundled" or not one.startswith("1440: table")]
                assert faults == [], (language, fonts)
