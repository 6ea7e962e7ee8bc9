"""Every setting that the guide to the journey shows is one that a study can have, all of them together."""

from __future__ import annotations

import re
from pathlib import Path

from beholder.engine import rules_for_raters
from beholder.study import load_definition
from beholder.testing import write_masks_study

_PAGE = Path(__file__).parents[2] / "docs" / "guides" / "journey.md"
_YAML = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


_KEY = re.compile(r"^(\w+):", re.MULTILINE)


def test_the_settings_of_the_guide_are_a_study(tmp_path: Path) -> None:
    together, others = "", []
    for block in _YAML.findall(_PAGE.read_text(encoding="utf-8")):
        # what the guide shows a second time is another way to set it
        if set(_KEY.findall(block)) & set(_KEY.findall(together)):
            others.append(block)
        else:
            together += block
    for number, text in enumerate((together, *others)):
        settings = load_definition(write_masks_study(tmp_path / str(number), trials=4, extra=text)).settings
        assert set(_KEY.findall(text)) <= settings.model_fields_set
    settings = load_definition(tmp_path / "0").settings
    assert settings.consent is not None
    assert settings.consent.warning.to("zh") == "部分图片含有伤口画面。"
    assert settings.crowd is not None
    assert settings.crowd.redirect.endswith("{code}")
    stopping = next(text for text in others if "stop_below" in text)
    whole = together.replace("checks: {every: 20}\n", stopping)
    rules = rules_for_raters(load_definition(write_masks_study(tmp_path / "whole", trials=4, extra=whole)))
    assert "checks" in rules
    listed = _PAGE.read_text(encoding="utf-8").partition("```text\nRules for raters\n")[2].partition("\n```")[0]
    assert [re.sub(r"\s+", " ", line) for line in listed.splitlines()] == [f" {name} {rules[name]}" for name in rules]
    shown = set(_KEY.findall(together))
    assert {"consent", "before", "after", "practice", "qualification", "checks", "repeats", "limits", "crowd"} <= shown
