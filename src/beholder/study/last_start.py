"""What a start found in a study's folder: the next one need not read a hundred thousand items that have not changed.

Nothing rests on it. Where it is missing or torn, or where anything is not as it was, everything is read again.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from beholder._version import __version__
from beholder.errors import BeholderError, Problem
from beholder.fields.registry import BUILT_IN
from beholder.media.cache_files import write_whole
from beholder.media.digests import looks_of
from beholder.media.stores import FolderStore
from beholder.study.definition import Definition, load_definition
from beholder.study.definition_files import definition_files
from beholder.study.items.reader import without_gc
from beholder.study.media_files import files_of
from beholder.study.picture_store import DeliveredPicture, Pictures, Progress, ingest
from beholder.study.version import Version

__all__ = ["LastStart", "StartMemory"]

_FILE = "last-start.json"
# raised when something else is remembered, or in another way
_FORMAT = 1
_PACKAGES = Path(__file__).parents[1]
# what decides how a line becomes an item, a file a picture that raters see, and which of them are refused
_READING = ("declarations", "fields", "media", "protocols", "study")


@dataclass(frozen=True)
class LastStart:
    """What follows from the files of a folder: the definition without items, the digest of its version, its pictures."""

    definition: Definition
    version: str
    pictures: Pictures


class StartMemory:
    """Remembers, in the cache of a study's pictures, what was read from its folder.

    Files that define the study are taken for unchanged by their content, pictures and masks by how they look.
    """

    def __init__(self, folder: Path, cache: Path) -> None:
        self._cache = cache
        self._light: Definition | None = None
        self._inputs = ""
        # whoever reads everything tells all that is wrong at once
        with suppress(BeholderError):
            self._light = load_definition(folder, items=False)
            self._inputs = _inputs_digest(self._light)

    @without_gc()
    def recall(self) -> LastStart | None:
        """What the last start found; None unless this one would find the same."""
        if self._light is None or not self._inputs:
            return None
        try:
            known = json.loads((self._cache / _FILE).read_bytes())
            if known["inputs"] != self._inputs or not self._is_there(known, self._light.media_root):
                return None
            return self._last(known, self._light)
        except (OSError, ValueError, LookupError, TypeError):
            return None

    def ingest(self, definition: Definition, *, progress: Progress | None = None) -> tuple[Pictures, Version]:
        """Takes the pictures in, and notes what was found for the next start."""
        # looked at first: a file that is replaced while it is read then looks different the next time
        names = sorted(set(files_of(definition.items, definition.declaration)))
        looks = looks_of(names, definition.media_root)
        pictures, version = ingest(definition, self._cache, progress=progress)
        # what changed while it was read is not known well enough
        if self._inputs and _inputs_digest(replace(definition, items=())) == self._inputs:
            # a start that cannot remember is a start all the same
            with suppress(OSError):
                self._note(definition, version, pictures, looks)
        return pictures, version

    def _note(self, definition: Definition, version: Version, pictures: Pictures, looks: dict[str, str]) -> None:
        known = {
            "inputs": self._inputs,
            "version": version.digest,
            "warnings": [one.to_json() for one in definition.warnings],
            "picture_warnings": [one.to_json() for one in pictures.warnings],
            "looks": looks,
            "pictures": pictures.by_name,
            "mask_files": pictures.masks,
            "sizes": {one.path: (self._cache / one.path).stat().st_size for one in pictures.by_name.values()},
        }
        write_whole(self._cache / _FILE, [json.dumps(known, ensure_ascii=False, separators=(",", ":")).encode()])

    def _is_there(self, known: dict[str, Any], root: Path) -> bool:
        """Whether all files look as they did, and raters' copies of them are whole."""
        sizes = known["sizes"]
        found = {file: (self._cache / file).stat().st_size for file in sizes}
        return looks_of(known["looks"], root) == known["looks"] and bool(found == sizes)

    def _last(self, known: dict[str, Any], light: Definition) -> LastStart:
        by_name = {name: DeliveredPicture(*one) for name, one in known["pictures"].items()}
        warnings = tuple(Problem(**one) for one in known["picture_warnings"])
        return LastStart(
            replace(light, warnings=tuple(Problem(**one) for one in known["warnings"])),
            known["version"],
            Pictures(light.media_root, FolderStore(self._cache), by_name, known["mask_files"], warnings),
        )


def _inputs_digest(definition: Definition) -> str:
    """SHA-256 of all that decides what a start reads, and how, but for pictures and masks; empty if that cannot be told."""
    root = definition.media_root
    if not _is_ours(definition) or not root.is_dir():
        return ""
    digest = hashlib.sha256(
        json.dumps([_FORMAT, __version__, _code_digest(), Version.of(definition).digest, str(root.resolve())]).encode()
    )
    try:
        for path in _read_files(definition):
            with path.open("rb") as stream:
                content = hashlib.file_digest(stream, "sha256").hexdigest()
            name = os.path.relpath(path, definition.folder)
            digest.update(f"{name} {content}\n".encode(errors="surrogateescape"))
    except OSError:
        return ""
    return digest.hexdigest()


@cache
def _code_digest() -> str:
    """SHA-256 of the code that reads items and pictures: while a version is made, it changes and its number does not."""
    digest = hashlib.sha256()
    for package in _READING:
        for path in sorted((_PACKAGES / package).rglob("*.py")):
            digest.update(f"{path.relative_to(_PACKAGES).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def _is_ours(definition: Definition) -> bool:
    """Whether all code that reads the study is Beholder's, which is known; a package's may have changed."""
    own = definition.protocol.folder
    beside = own is not None and own.is_relative_to(definition.folder)
    kinds = {type(one).kind_name() for _, one in definition.declaration.form.all_fields()}
    return (definition.protocol.built_in or beside) and kinds <= BUILT_IN.keys()


def _read_files(definition: Definition) -> Iterator[Path]:
    """The files that define the study, its items among them."""
    yield from definition_files(definition)
    yield from (definition.folder / name for name in definition.settings.items)
