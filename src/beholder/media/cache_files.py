"""Files of the cache in which what raters may see is kept: written all or nothing, named by nothing that tells."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable
from pathlib import Path

__all__ = ["cache_salt", "write_whole"]


def cache_salt(cache: Path) -> bytes:
    """The key of the names of a cache's files, drawn when it is first used."""
    path = cache / "salt"
    if not path.exists():
        write_whole(path, [secrets.token_bytes(32)])
    return path.read_bytes()


def write_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """Write all or nothing: under another name first, on disk before it gets its own."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{secrets.token_hex(8)}.part")
    try:
        with draft.open("wb") as stream:
            for piece in pieces:
                stream.write(piece)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
