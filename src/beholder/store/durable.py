"""Small files that must survive a power cut: on disk, whole, before they have their name."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

__all__ = ["create_durably", "write_durably"]


def write_durably(path: Path, text: str) -> None:
    """Puts a text in a file's place; whoever looks finds the old or the new one. Only its owner can read it."""
    draft = _draft(path, text)
    try:
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    _sync(path.parent)


def create_durably(path: Path, text: str) -> None:
    """The same for a file that is made once: of several processes that try, one creates it and all read it."""
    draft = _draft(path, text)
    try:
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    _sync(path.parent)


def _draft(path: Path, text: str) -> Path:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
    return draft


def _sync(folder: Path) -> None:
    """A name is on disk when its folder is."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
