"""Every page of a study's coordinators, in both languages, and the words on them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import beholder.web.coordinate
from beholder.web.coordinate.routes import COORDINATE
from tests.web.coordinate.conftest import Watched
from tests.web.coordinate.population import SYSTEMS

PAGES = [route.path.removeprefix("/c/{study}") for route in COORDINATE if route.method == "GET" and route.of_study]
PAGES = [path for path in PAGES if "{" not in path]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_shown_in_the_language_asked_for(watched: Watched, path: str, language: str) -> None:
    page = watched.get(path, lang=language)
    assert page.status_code == 200, page.text
    assert f'data-lang="{language}"' in page.text
    words = tomllib.loads((Path(beholder.web.coordinate.__file__).parent / "messages.toml").read_text())
    shown = re.sub(r"<script.*?</script>", "", page.text, flags=re.DOTALL)
    visible = re.sub(r"<[^>]*>", " ", shown)
    assert not [key for key in words if "-" in key and re.search(rf"(?<![\w-]){key}(?![\w-])", visible)]


def test_every_text_is_there_in_both_languages_with_the_same_gaps() -> None:
    words = tomllib.loads((Path(beholder.web.coordinate.__file__).parent / "messages.toml").read_text())
    for key, texts in words.items():
        assert set(texts) == {"en", "zh"}, key
        gaps = {language: set(re.findall(r"\{(\w+)\}", text)) for language, text in texts.items()}
        assert gaps["en"] == gaps["zh"], key


def test_links_keep_the_language(watched: Watched) -> None:
    page = watched.get(lang="zh").text
    for path in ("raters", "items", "inbox", "audit"):
        assert f'href="{watched.base}/{path}?lang=zh"' in page
    moved = watched.owner.post(f"{watched.base}/state?lang=zh", data={"state": "open"})
    assert moved.headers["location"] == f"{watched.base}?lang=zh"


@pytest.mark.parametrize("path", [*PAGES, "/adjudication/0", "/picture/0/0", "/audit?page=1"])
def test_no_page_names_a_system_before_unblinding(watched: Watched, path: str) -> None:
    page = watched.owner.get(watched.base + path)
    assert page.status_code == 200
    for system in SYSTEMS:
        assert system.casefold().encode() not in page.content.lower()
        assert system.casefold() not in str(page.headers).casefold()


def test_the_overview_tells_what_needs_attention(watched: Watched) -> None:
    page = watched.get(lang="en").text
    assert "2 waiting for you" in page
    flagged = page.partition("raters flagged")[2].partition("</section>")[0]
    assert watched.raters["same"] in flagged
    assert watched.raters["hasty"] in flagged
    assert re.search(r"<b>\d+</b> / 168", page)
    assert "Is the shadow part of it?" in page


def test_raters_are_sorted_as_asked_and_nothing_else_can_be_asked(watched: Watched) -> None:
    def order(**asked: str) -> list[str]:
        return re.findall(r'<th scope="row"><code>([^<]+)</code>', watched.get("/raters", **asked).text)

    slow_first, fast_first = order(sort="speed", order="down"), order(sort="speed", order="up")
    assert watched.raters["hasty"] in fast_first[:2]
    assert slow_first == fast_first[::-1] or set(slow_first) == set(fast_first)
    assert order(sort="severity", order="down")[0] == watched.raters["severe"]
    for hostile in ("password", "rater__token", "raters.token_digest", "1;drop table raters", ""):
        expected = 200 if not hostile else 422
        assert watched.get("/raters", sort=hostile).status_code == expected


def test_pictures_are_small_where_asked_and_nothing_else_is_at_such_addresses(watched: Watched) -> None:
    small, full = watched.get("/picture/0/0", size="small"), watched.get("/picture/0/0")
    assert small.headers["content-type"] == "image/jpeg"
    assert full.headers["content-type"] == "image/png"
    assert "sandbox" in full.headers["content-security-policy"]
    for path in ("/picture/99999/0", "/picture/0/99", "/picture/-1/0", "/picture/x/y", "/picture/0/0?size=huge"):
        assert watched.owner.get(watched.base + path).status_code in (404, 422)


def test_items_are_listed_by_state_and_can_be_suspended_and_resumed(watched: Watched) -> None:
    before = watched.log()
    listed = watched.get("/items", lang="en").text
    number = re.search(r'name="item" value="(\d+)"', listed)
    assert number
    watched.post("/items", item=number[1], suspended="yes")
    assert f'value="{number[1]}"' in watched.get("/items", state="suspended").text
    watched.post("/items", item=number[1], suspended="no")
    assert f'value="{number[1]}"' not in watched.get("/items", state="suspended").text
    assert watched.log()[len(before) :] == ["suspend", "resume"]
    assert watched.get("/items", state="everything").status_code == 422


def test_agreement_has_an_interval_for_the_field_that_was_rated(watched: Watched) -> None:
    page = watched.get("/agreement", lang="en").text
    assert 'class="interval-line"' in page
    assert re.search(r"\d\.\d\d … \d\.\d\d", page)
