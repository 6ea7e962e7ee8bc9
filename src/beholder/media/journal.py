"""An append-only file of JSON lines under keys: what was done survives an interruption at any byte."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

__all__ = ["Journal"]


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

    def put(self, key: str, entry: dict[str, Any]) -> None:
        """Write an entry at the end of the file. May be called from several threads."""
        line = json.dumps([key, entry], ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            if self._torn:
                line, self._torn = b"\n" + line, False
            with self._path.open("ab") as stream:
                stream.write(line)
            self._entries[key] = entry
