"""Commands in processes of their own, forked from one that has already loaded what takes a command a second to load."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from beholder.__main__ import main

__all__ = ["run_command"]

_LOADED = multiprocessing.get_context("forkserver")
_LOADED.set_forkserver_preload(
    [__name__, "beholder.cli", "beholder.facade", "beholder.exports", "beholder.report", "scipy.stats"]
)


def run_command(words: Sequence[str], folder: Path, environment: Mapping[str, str]) -> tuple[int | None, str]:
    """Runs `beholder` as a shell in the folder would; how it ended and what it printed."""
    printed = folder / "printed.txt"
    process = _LOADED.Process(target=_run, args=(list(words), folder, dict(environment), printed))
    process.start()
    process.join()
    text = printed.read_text(encoding="utf-8")
    printed.unlink()
    return process.exitcode, text


def _run(words: list[str], folder: Path, environment: dict[str, str], printed: Path) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    with printed.open("wb") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    sys.argv = words
    main()
