"""Where the files that raters get lie: in a folder, or in a store that speaks the API of Amazon's S3."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from beholder.errors import BeholderError
from beholder.media.digests import look_of
from beholder.object_client import S3_HINT, S3_SCHEME, BadAddressError, first_line, object_client

__all__ = ["FolderStore", "MediaStore", "ObjectStore", "OpenFile", "digest_of", "open_store"]

# a store that does not answer costs a rater a picture, and must not cost everybody a thread for minutes
_SECONDS = 10
# what is read ahead of a clip at a time
_BUFFER = 512 * 1024


class OpenFile(Protocol):
    """A file that is read from some place on."""

    def read(self, size: int, /) -> Any:
        """Up to that many bytes; nothing at the end."""

    def seek(self, offset: int, /) -> int:
        """Goes to that byte."""

    def close(self) -> None:
        """Lets it go."""


class MediaStore(Protocol):
    """Files by name. Names are ours; raters never see them. `address` is where they lie, for logs."""

    address: str

    def read(self, name: str) -> bytes:
        """All of a file."""

    def open(self, name: str) -> tuple[OpenFile, int, str]:
        """A file to be read in part, its size, and a fingerprint that another file in its place would not have."""

    def sizes(self) -> Mapping[str, int]:
        """What is there, and how large."""

    def put(self, name: str, source: Path) -> None:
        """Takes a copy of a file in, whole or not at all."""


class FolderStore:
    """Files below a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = str(folder)

    def read(self, name: str) -> bytes:
        """All of a file."""
        with _readable(name):
            return self._path(name).read_bytes()

    def open(self, name: str) -> tuple[OpenFile, int, str]:
        """A file, its size and how it looks."""
        with _readable(name):
            file = self._path(name).open("rb")
            facts = os.fstat(file.fileno())
            return file, facts.st_size, look_of(facts)

    def _path(self, name: str) -> Path:
        # names come from notes and tables that a folder may bring; cheaper than following every link
        if name.startswith(("/", "\\")) or ".." in name.split("/"):
            raise FileNotFoundError(name)
        return self.folder / name

    def sizes(self) -> dict[str, int]:
        """All files and their sizes."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path.stat().st_size for path in found}

    def put(self, name: str, source: Path) -> None:
        """Copies a file in."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_name(f".{path.name}.{os.getpid()}")
        shutil.copyfile(source, half)
        half.replace(path)


class ObjectStore:
    """Files below a prefix of a bucket."""

    def __init__(self, address: str) -> None:
        self.address = address
        try:
            self._client = object_client(address, seconds=_SECONDS)
        except BadAddressError as error:
            raise BeholderError(
                f"cannot use the store {address}: {error}",
                code="media-store-address",
                hint=f"write s3://BUCKET/PREFIX, and {S3_HINT}",
            ) from None

    def read(self, name: str) -> bytes:
        """All of a file."""
        import obstore

        with _readable(name):
            return bytes(obstore.get(self._client, name).bytes())

    def open(self, name: str) -> tuple[OpenFile, int, str]:
        """A file, its size and the store's tag; only what is read is fetched."""
        import obstore

        with _readable(name):
            facts = obstore.head(self._client, name)
            file = obstore.open_reader(self._client, name, buffer_size=_BUFFER)
            return file, int(file.size), f"{facts['e_tag']}|{facts['size']}|{facts['last_modified']}"

    def sizes(self) -> dict[str, int]:
        """All files and their sizes."""
        import obstore

        with _readable(""):
            return {one["path"]: int(one["size"]) for page in obstore.list(self._client) for one in page}

    def put(self, name: str, source: Path) -> None:
        """Uploads a file; a large one goes in parts, and is there once all are."""
        import obstore

        with _readable(name):
            obstore.put(self._client, name, source)


def open_store(address: str | Path) -> MediaStore:
    """The store at an address: `s3://bucket/prefix`, or a folder."""
    if isinstance(address, str) and address.startswith(S3_SCHEME):
        return ObjectStore(address)
    if isinstance(address, str) and re.match(r"[a-z][a-z0-9+.-]*://", address):
        raise BeholderError(
            f"cannot keep pictures at {address!r}",
            code="media-store-address",
            hint="name a folder that all servers see, or s3://BUCKET/PREFIX",
        )
    return FolderStore(Path(address))


def digest_of(file: OpenFile) -> str:
    """SHA-256 of all of an open file, of which no more than a piece is held."""
    made = hashlib.sha256()
    with _readable("a file that is open"):
        while piece := file.read(_BUFFER):
            made.update(piece)
    return made.hexdigest()


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """Raises what a store says of a file in our own words; the name goes to the log only."""
    try:
        yield
    except FileNotFoundError as error:
        raise BeholderError(f"the store has no file {name}", code="media-missing") from error
    except Exception as error:
        if not isinstance(error, OSError) and not type(error).__module__.startswith("obstore"):
            raise
        raise BeholderError(
            f"the store does not answer for {name or 'its list of files'}: {first_line(error)}",
            code="media-store-unavailable",
            hint="see that the store is up, that the bucket exists, and that this machine may read and write it",
        ) from error
