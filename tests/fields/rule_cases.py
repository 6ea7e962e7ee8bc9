"""Forms with rules between their fields, and what is wrong with certain answers, for the server and the page alike."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from beholder.fields import Form

_READ = json.loads((Path(__file__).parent / "rules.json").read_text(encoding="utf-8"))
FORMS = {name: Form.model_validate(form) for name, form in _READ["forms"].items()}
CASES: list[dict[str, Any]] = _READ["cases"]

each_case = pytest.mark.parametrize("case", CASES, ids=[f"{n}-{case['form']}" for n, case in enumerate(CASES)])
