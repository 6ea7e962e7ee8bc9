"""SHA-256 of the files that a study names, remembered for as long as a file seems to be the same."""

from __future__ import annotations

import hashlib
import json
import os
import stat
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError
from beholder.safe_paths import confine

__all__ = ["Journal", "file_digests", "look_of", "looks_of"]


class Journal:
    """A mapping from key to a JSON object, kept in one file; a torn last line is forgotten, a repeated key replaced."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._entries: dict[str, dict[str, Any]] = {}
        text = path.read_bytes() if path.exists() else b""
        self._torn = bool(text) and not text.endswith(b"\n")
        for line in text.splitlines():
            try:
                key, entry = json.loads(line)
            except ValueError:
                continue
            if isinstance(key, str) and isinstance(entry, dict):
                self._entries[key] = entry

    def get(self, key: str) -> dict[str, Any] | None:
        """What stands under a key."""
        return self._entries.get(key)

    def entries(self) -> list[dict[str, Any]]:
        """Everything that stands there."""
        return list(self._entries.values())

    def put(self, key: str, entry: dict[str, Any]) -> None:
        """Write an entry at the end of the file. May be called from several threads."""
        line = json.dumps([key, entry], ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            if self._torn:
                line, self._torn = b"\n" + line, False
            with self._path.open("ab") as stream:
                stream.write(line)
            self._entries[key] = entry


def look_of(facts: os.stat_result) -> str:
    """By what a file is taken for unchanged without being read. A copy put in its place has another inode."""
    return f"{facts.st_size}|{facts.st_mtime_ns}|{facts.st_ino}"


def looks_of(names: Iterable[str], root: Path) -> dict[str, str]:
    """How each file below `root` looks; empty for one that is not there, or that lies outside."""
    base = os.path.realpath(root)
    inside: dict[str, bool] = {}
    looks: dict[str, str] = {}
    for name in names:
        # following every path takes ten times as long as looking; the files of a folder share theirs
        folder = name.rpartition("/")[0] or "."
        if folder not in inside:
            inside[folder] = _is_inside(root, folder)
        looks[name] = _look(root, base, name) if inside[folder] else ""
    return looks


def _is_inside(root: Path, folder: str) -> bool:
    try:
        confine(root, folder)
    except BeholderError:
        return False
    return True


def _look(root: Path, base: str, name: str) -> str:
    try:
        facts = os.lstat(f"{base}/{name}")
        if stat.S_ISLNK(facts.st_mode):
            facts = confine(root, name).stat()
    except (BeholderError, OSError, ValueError):
        return ""
    return look_of(facts) if stat.S_ISREG(facts.st_mode) else ""


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
