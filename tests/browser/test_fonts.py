"""Every rater sees the same letters, whatever fonts the machine has; Chinese is left to the fonts of the machine."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from playwright.sync_api import Page

import beholder
from tests.fonts import missing_families

from .conftest import MakePage

_SOURCE = Path(beholder.__file__).parent
# drawn by the machine: shapes that only coordinators see
_SHAPES = "⋯▸▾"


def _fonts_of(page: Page, selector: str) -> set[str]:
    """The fonts with which the browser has drawn an element and all within it."""
    page.evaluate("document.fonts.ready.then(() => null)")
    cdp = page.context.new_cdp_session(page)
    cdp.send("DOM.enable")
    cdp.send("CSS.enable")
    root = cdp.send("DOM.getDocument")["root"]["nodeId"]
    node = cdp.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    used = cdp.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {f"{font['familyName']}{'' if font['isCustomFont'] else ' of the machine'}" for font in used}


def _letters(language: str) -> str:
    """Every character that the catalogues and guidelines of a language have."""
    files = [*(_SOURCE / "languages" / language).rglob("*.*"), *(_SOURCE / "protocols").rglob(f"*.{language}.*")]
    found = set("".join(file.read_text(encoding="utf-8") for file in files))
    return "".join(sorted(one for one in found if unicodedata.category(one)[0] not in "CZ" and one not in _SHAPES))


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_letters_of_a_language_come_with_the_page(open_page: MakePage, language: str) -> None:
    rater = open_page()
    rater.open()
    letters = _letters(language)
    assert re.search("[äöüß„“]" if language == "de" else "[“”↵]", letters)
    rater.page.evaluate(
        "([text, lang]) => document.body.append(Object.assign(document.createElement('p'), {id: 'all', textContent: text, lang}))",
        [letters, language],
    )
    # what people of another writing wrote into the English catalogue, such as names of languages, is theirs
    assert _fonts_of(rater.page, "#all") == {"Inter"}


def test_the_rating_page_has_one_font(open_page: MakePage) -> None:
    rater = open_page(fonts="bundled").join()
    assert _fonts_of(rater.page, "form.trial.current .field-label") == {"Inter"}
    for place in (".field-label", ".point-face", ".button.primary", ".view-name", "textarea"):
        assert _fonts_of(rater.page, f"form.trial.current {place}") <= {"Inter"}, place


def test_chinese_text_takes_its_marks_from_its_own_font(open_page: MakePage) -> None:
    rater = open_page()
    rater.open("?lang=zh")
    rater.page.evaluate(
        "document.body.insertAdjacentHTML('beforeend', '<p id=marks>“”—…</p><p id=numbers>12 Enter</p><p id=english lang=en>“a”</p>')"
    )
    marks = _fonts_of(rater.page, "#marks")
    # which one that is, is the machine's affair where it lacks the fonts of the tests
    assert marks
    assert "Inter" not in marks
    assert missing_families("bundled") or marks == {"Noto Sans CJK SC of the machine"}
    assert _fonts_of(rater.page, "#numbers") == {"Inter"}
    assert _fonts_of(rater.page, "#english") == {"Inter"}
