"""Folders that come about whole or not at all: built under another name, which nobody sees if anything fails."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["leftovers", "staged"]

_NAME = ".beholder-new-"


def leftovers(folder: Path) -> list[Path]:
    """What a command that was killed left in this folder."""
    return list(folder.glob(f"{_NAME}*"))


@contextmanager
def staged(folder: Path) -> Iterator[Path]:
    """A folder to write into that takes the place of `folder` at the end; an error or Ctrl-C leaves nothing behind.

    Beside a folder that is not there yet, or inside an empty one: that may be where somebody's shell stands, a mounted
    disk, or all that one may write to, and stays the same folder.
    """
    exists = folder.is_dir()
    made = [] if exists else [one for one in folder.absolute().parents if not one.exists()]
    staging = (folder if exists else folder.absolute().parent) / f"{_NAME}{secrets.token_hex(4)}"
    moved: list[Path] = []
    try:
        staging.mkdir(parents=True)
        yield staging
        if exists:
            for path in sorted(staging.iterdir()):
                moved.append(folder / path.name)
                path.rename(folder / path.name)
            for leftover in leftovers(folder):
                shutil.rmtree(leftover, ignore_errors=True)
        else:
            staging.rename(folder)
    except BaseException:
        for path in (staging, *moved):
            shutil.rmtree(path, ignore_errors=True)
            with suppress(OSError):
                path.unlink(missing_ok=True)
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise
