"""Files served as written, under an address that changes with their content."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from beholder.errors import BeholderError
from beholder.fields import find_kind, kind_names
from beholder.protocols import Protocol

__all__ = ["StaticFile", "StaticTree"]

_OWN = Path(__file__).parent / "static"
_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".jpg": "image/jpeg",
    ".woff2": "font/woff2",
    ".json": "application/json",
}
_KIND_FILES = ("element.js", "element.css")
_PAGE_FILES = ("page.js", "page.css", "cover.webp")

_COMPRESSIBLE = frozenset({".js", ".css", ".svg", ".json"})


@dataclass(frozen=True)
class StaticFile:
    """A file's content and type; `is_text` if compression makes it smaller."""

    content: bytes
    kind: str
    is_text: bool

    @cached_property
    def compressed(self) -> bytes:
        """The content as gzip, made when it is first asked for."""
        return gzip.compress(self.content, mtime=0)


class StaticTree:
    """All static files in memory, by their path below `/static/{hash}/`."""

    def __init__(self, protocols: Iterable[Protocol]) -> None:
        self._files: dict[str, StaticFile] = {}
        for path in sorted(_OWN.rglob("*")):
            self._add(path.relative_to(_OWN).as_posix(), path)
        for name in kind_names():
            # a kind that cannot be loaded is told of where a form asks for it, not where another study is served
            with suppress(BeholderError):
                for file in _KIND_FILES:
                    self._add(f"fields/{name}/{file}", find_kind(name).folder() / file)
        for protocol in protocols:
            self._add_protocol(protocol)
        digest = hashlib.sha256()
        for address, found in sorted(self._files.items()):
            digest.update(address.encode() + b"\0" + hashlib.sha256(found.content).digest())
        self.hash = digest.hexdigest()[:16]

    def get(self, path: str) -> StaticFile | None:
        """A file by its path; only what was read at the start can be asked for."""
        return self._files.get(path)

    def __contains__(self, path: str) -> bool:
        return path in self._files

    def _add_protocol(self, protocol: Protocol) -> None:
        base, folder = f"protocols/{protocol.address}", protocol.package_folder
        if folder is not None:
            for file in _PAGE_FILES:
                self._add(f"{base}/{file}", folder / file)
        for path in protocol.pictures:
            self._add(f"{base}/pictures/{path.name}", path)

    def _add(self, name: str, path: Path) -> None:
        suffix = path.suffix.lower()
        if suffix in _TYPES and path.is_file():
            self._files[name] = StaticFile(path.read_bytes(), _TYPES[suffix], suffix in _COMPRESSIBLE)
