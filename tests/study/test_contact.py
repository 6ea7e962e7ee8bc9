"""Whom raters can ask: a text, texts by language, or several lines; what was one text stays one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from beholder.errors import BeholderError
from beholder.study import load_definition
from beholder.study.version import Version
from beholder.web.served_study import public_facts
from tests.study.study_folders import masks_study, write_settings

LINES = [
    {"en": "Technical help: help@example.org", "zh": "技术支持：help@example.org"},
    {"en": "Coordinator: lab@example.org", "zh": "协调员：lab@example.org"},
    "+1 555 0100",
]


@pytest.mark.parametrize(
    ("given", "english", "chinese"),
    [
        ("lab@example.org", "lab@example.org", "lab@example.org"),
        ({"en": "Ask us.", "zh": "问我们。"}, "Ask us.", "问我们。"),
        (
            LINES,
            "Technical help: help@example.org\nCoordinator: lab@example.org\n+1 555 0100",
            "技术支持：help@example.org\n协调员：lab@example.org\n+1 555 0100",
        ),
        ("", "", ""),
    ],
)
def test_raters_read_every_line_in_their_language(tmp_path: Path, given: Any, english: str, chinese: str) -> None:
    folder = masks_study(tmp_path)
    write_settings(folder, contact=given)
    definition = load_definition(folder)
    assert public_facts(definition, "en")["contact"] == english
    assert public_facts(definition, "zh")["contact"] == chinese
    assert Version.of(definition).data["settings"]["contact"] == given, "a text is frozen as the text it was"


@pytest.mark.parametrize("wrong", [5, [""], ["x" * 2001], [{"en": 3}], [["a"]]])
def test_what_is_no_contact_is_refused_with_its_place(tmp_path: Path, wrong: Any) -> None:
    folder = masks_study(tmp_path)
    write_settings(folder, contact=wrong)
    with pytest.raises(BeholderError) as caught:
        load_definition(folder)
    assert all(one.where.startswith("study.yaml:") for one in caught.value.problems)
