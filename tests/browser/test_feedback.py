"""Practice: what was expected, candidate by candidate, beside one's own answer where the two differ."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import running_server

from .captions_page import FIELDS, CaptionsPage
from .conftest import LOOK_NAMES, LOOKS
from .journey_page import JourneyPage


@pytest.fixture(scope="module")
def practice(painted: Callable[[str], Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example with one practice picture."""
    folder = shutil.copytree(painted("captions"), tmp_path_factory.mktemp("practice") / "study")
    path = folder / "items.jsonl"
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    first = next(item for item in items if item.get("kind") == "practice")
    kept = [item for item in items if item.get("kind") != "practice"]
    path.write_text("\n".join(map(json.dumps, [first, *kept])) + "\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("device", LOOKS, ids=LOOK_NAMES)
def test_expected_points_stand_in_a_table_in_the_order_of_the_page(
    practice: Path, make_context: Callable[..., BrowserContext], device: dict[str, object]
) -> None:
    with running_server(practice) as server:
        page = make_context(**device).new_page()
        JourneyPage(page, server.rater_url(0), practice).join("?lang=en")
        rater = CaptionsPage(page, practice)
        rater.wait()
        for place in range(rater.cards.count()):
            for field in FIELDS:
                rater.counter(place, field).locator("[data-step='1']").click()
        rater.form.locator("button[type=submit]").click()
        table = rater.page.locator(".feedback table")
        expect(table).to_be_visible()
        assert table.locator("th[scope=row]").all_inner_texts() == ["A", "B", "C", "D", "E"]
        assert table.locator("th[scope=col]").all_inner_texts() == ["Objects", "Relations", "Attributes"]
        for cell in table.locator("td:not(:first-child:empty)").all():
            lines = cell.inner_text().split("\n")
            low, _, high = lines[0].partition(" to ")
            fits = float(low) <= 0.5 <= float(high or low)
            assert lines[1:] == ([] if fits else ["you: 0.5"])
        assert rater.page.locator(".feedback").evaluate("(e) => e.scrollWidth <= e.clientWidth")
        box, picture = (
            page.locator(".feedback").bounding_box(),
            page.locator(".captions-picture:visible").bounding_box(),
        )
        assert box is not None
        assert picture is not None
        beside = box["x"] >= picture["x"] + picture["width"]
        assert beside or box["y"] >= picture["y"] + picture["height"], (
            "the picture is looked at again, so it stays free"
        )
