"""The pictures of the documentation can be made: every page is where the script expects it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from PIL import Image

from beholder.protocols import find_protocol, protocol_names

_SCRIPT = Path(__file__).parents[2] / "docs" / "screenshots.py"


@pytest.mark.long
@pytest.mark.browser
def test_every_protocol_with_an_example_is_pictured(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("screenshots", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    with script.demo() as (browser, base):
        script.raters_pages(browser, base, tmp_path, covers=False)
        script.phones(browser, base, tmp_path)
    made = {path.stem for path in tmp_path.glob("*.webp")}
    assert made == {*(name for name in protocol_names() if find_protocol(name).example), *script.PHONES}
    for path in tmp_path.glob("*.webp"):
        with Image.open(path) as picture:
            assert len(picture.getcolors(1 << 24) or ()) > 1000, f"{path.name} is empty"
