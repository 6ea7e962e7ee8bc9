"""SHA-256 of the files that a study names, remembered for as long as a file seems to be the same."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from beholder.media.journal import Journal
from beholder.media.media_folder import confine

__all__ = ["file_digests", "look_of"]


def look_of(facts: os.stat_result) -> str:
    """By what a file is taken for unchanged without being read. A copy put in its place has another inode."""
    return f"{facts.st_size}|{facts.st_mtime_ns}|{facts.st_ino}"


def file_digests(names: Iterable[str], root: Path, *, memory: Path | None = None) -> dict[str, str]:
    """The digest of each file below `root`; files that are not there are left out.

    `memory` is a folder in which digests are remembered, so that unchanged files need not be read again.
    """
    journal = None
    if memory is not None:
        memory.mkdir(parents=True, exist_ok=True)
        journal = Journal(memory / "digests.jsonl")
    found: dict[str, str] = {}
    for name in names:
        path = confine(root, name)
        key = f"{name}|{look_of(path.stat())}"
        remembered = journal.get(key) if journal is not None else None
        if remembered is None:
            with path.open("rb") as stream:
                remembered = {"sha256": hashlib.file_digest(stream, "sha256").hexdigest()}
            if journal is not None:
                journal.put(key, remembered)
        found[name] = remembered["sha256"]
    return found
