"""Every setting that the guide to the journey shows is one that a study can have, all of them together."""

from __future__ import annotations

import re
from pathlib import Path

from beholder.study import load_definition
from beholder.testing import write_masks_study

_PAGE = Path(__file__).parents[2] / "docs" / "guides" / "journey.md"
_YAML = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_settings_of_the_guide_are_a_study(tmp_path: Path) -> None:
    text = "".join(_YAML.findall(_PAGE.read_text(encoding="utf-8")))
    settings = load_definition(write_masks_study(tmp_path / "study", trials=4, extra=text)).settings
    shown = set(re.findall(r"^(\w+):", text, re.MULTILINE))
    assert shown <= settings.model_fields_set
    assert settings.consent is not None
    assert settings.consent.warning.to("zh") == "部分图片含有伤口画面。"
    assert settings.crowd is not None
    assert settings.crowd.redirect.endswith("{code}")
    assert {"consent", "before", "after", "practice", "qualification", "checks", "repeats", "limits", "crowd"} <= shown
