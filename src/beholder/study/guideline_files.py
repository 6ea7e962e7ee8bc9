"""Guidelines that a study brings in its own folder: `guideline.<language>.md`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel

from beholder.errors import Problem
from beholder.protocols import Protocol
from beholder.study.problems import Problems

__all__ = ["guideline_for", "read_guidelines"]

# a guideline is read by people; a megabyte is a book
MAX_BYTES = 1_000_000


def read_guidelines(folder: Path, *, problems: Problems) -> dict[str, str]:
    """The guideline in each language for which the folder has one."""
    found: dict[str, str] = {}
    for path in sorted(folder.glob("guideline.*.md")):
        language = path.name.split(".", 1)[1].removesuffix(".md")
        if not path.resolve().is_relative_to(folder.resolve()):
            wrong = "is a link that leads out of the folder"
            problems.add(Problem(wrong, "file-outside", path.name, "copy the file into the folder"))
            continue
        try:
            raw = path.read_bytes()
        except OSError as error:
            problems.add(Problem(f"cannot be read: {error.strerror or error}", "file-unreadable", path.name))
            continue
        if len(raw) > MAX_BYTES:
            problems.add(Problem(f"has {len(raw):,} bytes; {MAX_BYTES:,} are allowed", "guideline-too-long", path.name))
            continue
        try:
            text = raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw[: error.start].count(b"\n") + 1
            problems.add(Problem("the text is not UTF-8", "file-not-utf8", f"{path.name}:{line}", "save it as UTF-8"))
            continue
        if "\x00" in text:
            line = text.split("\x00", 1)[0].count("\n") + 1
            problems.add(Problem("the text holds a NUL character", "file-not-utf8", f"{path.name}:{line}"))
        elif not text.strip():
            problems.add(
                Problem("the guideline is empty", "guideline-empty", f"{path.name}:1", "write it or delete it")
            )
        else:
            found[language] = text.replace("\r\n", "\n")
    return found


def guideline_for(language: str, own: Mapping[str, str], protocol: Protocol, params: BaseModel) -> str:
    """The study's guideline in that language or the next best; only a study without any has the protocol's."""
    for one in (language, "en", *own):
        if one in own:
            return own[one]
    return protocol.guideline(language, params)
