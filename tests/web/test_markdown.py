"""A guideline as raters read it: words for a keyboard only where there is one, and nothing of its own that runs."""

from __future__ import annotations

import re

import pytest

from beholder.protocols import find_protocol, protocol_names
from beholder.web.markdown import guideline_html

_KEYS_ONLY = re.compile(r'<(div|span) class="pointer-only">.*?</\1>', re.DOTALL)
_KEYS = re.compile(r"keyboard|\b(?:Enter|Esc|Backspace|Shift)\b|回车|键盘|退格|Tastatur|Pfeiltasten", re.IGNORECASE)
GUIDELINES = [(name, language) for name in protocol_names() for language in find_protocol(name).guideline_files]


@pytest.mark.parametrize(("name", "language"), GUIDELINES)
def test_on_a_touch_screen_no_guideline_explains_keys(name: str, language: str) -> None:
    read = guideline_html(find_protocol(name).guideline(language), "/")
    assert read is not None
    assert _KEYS.findall(_KEYS_ONLY.sub("", read["html"])) == []


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
