"""Keys that the rater's page needs are listed once, and no author of a study can take one away."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

import beholder.web
from beholder.declarations.keys import PAGE_KEYS, YIELDING_KEYS
from beholder.fields import Words
from beholder.protocols.counting.params import Flag

_SCRIPT = Path(beholder.web.__file__).parent / "static" / "rate" / "main.js"


@pytest.mark.parametrize("key", sorted(PAGE_KEYS))
def test_a_flag_cannot_have_a_key_of_the_page(key: str) -> None:
    with pytest.raises(ValidationError, match="has another use on the page"):
        Flag(id="mine", label=Words({"en": "Mine"}), key=key)


def test_what_the_page_listens_for_is_in_the_list() -> None:
    listened = re.search(r"new Keys\(\[(.*?)\]\)", _SCRIPT.read_text(encoding="utf-8"), re.DOTALL)
    assert listened
    codes = set(re.findall(r'code: "(?:Shift\+)?(\w+)"', listened[1]))
    assert codes
    assert codes <= PAGE_KEYS | YIELDING_KEYS
