"""A real Chromium for tests, benchmarks and pictures: without a window, and in touch with nobody but the page's server."""

from __future__ import annotations

import os
import shutil
from typing import Any

__all__ = ["BrowserMissing", "find_chromium", "launch_options"]

# the shell is Chromium without what only a window needs, and takes a quarter less time
_NAMES = ("chromium-headless-shell", "chromium")
_FLAGS = "--no-sandbox --disable-gpu --disable-background-networking --disable-component-update --disable-sync --no-first-run"


class BrowserMissing(Exception):  # noqa: N818 - a fact about the machine, not an error of ours
    """No Chromium on this machine."""


def find_chromium() -> str:
    """The program: BEHOLDER_CHROMIUM, or where the system has one."""
    named = os.environ.get("BEHOLDER_CHROMIUM")
    for name in [named] if named else _NAMES:
        path = shutil.which(name)
        if path is not None:
            return path
    raise BrowserMissing(
        f"no browser ({named or ', '.join(_NAMES)}): install one, or set BEHOLDER_CHROMIUM to its path"
    )


def launch_options() -> dict[str, Any]:
    """What Playwright's `chromium.launch` is given."""
    return {"executable_path": find_chromium(), "args": _FLAGS.split()}
