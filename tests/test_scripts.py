"""Scripts of the project say in words what they miss."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def test_coverage_of_nothing_is_told_in_words(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "scripts/coverage_by_package.py"],
        cwd=_ROOT,
        env={**os.environ, "COVERAGE_FILE": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no test run has measured src/beholder/engine" in done.stderr
    assert "make coverage" in done.stderr
    assert "Traceback" not in done.stderr
