"""A guideline as raters read it: words for a keyboard only where there is one, and nothing of its own that runs."""

from __future__ import annotations

import re
from unittest.mock import ANY

import pytest

from beholder.protocols import find_protocol, protocol_names
from beholder.text.markdown import guideline_html

_KEYS_ONLY = re.compile(r'<(div|span) class="pointer-only">.*?</\1>', re.DOTALL)
_KEYS = re.compile(r"keyboard|\b(?:Enter|Esc|Backspace|Shift)\b|回车|键盘|退格|Tastatur|Pfeiltasten", re.IGNORECASE)
GUIDELINES = [(name, language) for name in protocol_names() for language in find_protocol(name).guideline_files]


@pytest.mark.parametrize(("name", "language"), GUIDELINES)
def test_on_a_touch_screen_no_guideline_explains_keys(name: str, language: str) -> None:
    read = guideline_html(find_protocol(name).guideline(language), "/")
    assert read is not None
    assert _KEYS.findall(_KEYS_ONLY.sub("", read["html"])) == []


@pytest.mark.parametrize(("name", "language"), GUIDELINES)
def test_emphasis_of_a_guideline_is_seen_and_not_read(name: str, language: str) -> None:
    read = guideline_html(find_protocol(name).guideline(language), "/")
    assert read is not None
    assert re.findall(r".{0,20}\*.{0,20}", read["html"]) == []


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("**先看要求。**再比画质", "<strong>先看要求。</strong>再比画质"),
        ("只问：*可能吗？*如果", "只问：<em>可能吗？</em>如果"),
        ("点**“最好”**，再点**“最差”**。", "点<strong>“最好”</strong>，再点<strong>“最差”</strong>。"),
        ("**a.** b 3 * 4 是 * 号", "<strong>a.</strong> b 3 * 4 是 * 号"),
    ],
)
def test_emphasis_ends_beside_chinese_without_a_space(written: str, shown: str) -> None:
    assert guideline_html(written, "/") == {"version": ANY, "html": f"<p>{shown}</p>\n"}


def test_a_guideline_names_no_other_classes() -> None:
    read = guideline_html('<div class="pointer-only">\n\n**Enter**\n\n</div>\n\n<span class="screen">x</span>', "/")
    assert read is not None
    assert read["html"].split() == [
        "<div",
        'class="pointer-only">',
        "<p><strong>Enter</strong></p>",
        "</div>",
        "<p><span>x</span></p>",
    ]


def test_within_another_page_headings_go_down_and_pictures_leave_no_gap() -> None:
    text = '# One\n\n## Two\n\n<figure><img src="pictures/a.png" alt="a"></figure>\n\n![b](pictures/b.png)\n\n**Three**'
    read = guideline_html(text, None, top=3)
    assert read is not None
    assert read["html"].split("\n") == ["<h3>One</h3>", "<h4>Two</h4>", "<p><strong>Three</strong></p>", ""]
