"""What is unpacked while a study is made: a folder in it that goes away afterwards, and how much may go in."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.imports.lab_files.lab_record import refuse
from beholder.limits import FREE_UNPACKED_BYTES, MAX_UNPACK_RATIO, MAX_UNPACKED_BYTES, MAX_UNPACKED_FILES

Progress = Callable[[int, int | None], None]
"""Called with how much is done, and how much there is to do where that is known."""


class Scratch:
    """A temporary folder in that of the study, so that what is unpacked can be linked into it instead of copied."""

    def __init__(self, study: Path, progress: Progress | None = None) -> None:
        self._study = study
        self._made = not study.exists()
        self._root: Path | None = None
        self._origins: dict[str, str] = {}
        self._progress = progress

    @property
    def root(self) -> Path:
        """The folder, made when it is first needed; its name is hidden, so that no reader of the disk takes it for a source."""
        if self._root is None:
            self._study.mkdir(parents=True, exist_ok=True)
            self._root = Path(tempfile.mkdtemp(prefix=".unpacked-", dir=self._study)).resolve()
        return self._root

    def count(self, done: int) -> None:
        """Moves the progress bar."""
        if self._progress is not None:
            self._progress(done, None)

    def holds(self, path: Path) -> bool:
        """Whether this file was unpacked here."""
        return self._root is not None and path.is_relative_to(self._root)

    def folder_for(self, origin: Path, name: str) -> Path:
        """A new folder of that name for what comes out of `origin`; messages name the origin instead of it."""
        folder = self.root / str(len(self._origins)) / name
        folder.mkdir(parents=True)
        self._origins[str(folder)] = str(origin)
        return folder

    def originally(self, text: str) -> str:
        """The text with the files that people have in place of unpacked ones."""
        for folder, origin in self._origins.items():
            text = text.replace(folder, origin)
        return text

    @contextmanager
    def opened(self) -> Iterator[Scratch]:
        """Removes the folder at the end, and lets errors name the files that people have."""
        try:
            yield self
        except BeholderError as error:
            raise BeholderError.of(
                Problem(
                    self.originally(p.problem), p.code, self.originally(p.where), self.originally(p.hint), p.warning
                )
                for p in error.problems
            ) from error
        finally:
            if self._root is not None:
                shutil.rmtree(self._root, ignore_errors=True)
                if self._made:
                    with suppress(OSError):
                        # stays where the study was written
                        self._study.rmdir()


class Allowance:
    """How many files and bytes may come out of one file: no more than an honest one of its size can hold."""

    def __init__(self, packed: int, where: str) -> None:
        self._bytes = min(MAX_UNPACKED_BYTES, max(FREE_UNPACKED_BYTES, MAX_UNPACK_RATIO * packed))
        self._files = MAX_UNPACKED_FILES
        self._where = where

    def spend(self, size: int, *, most: int, name: str) -> None:
        """Counts a file before it is unpacked; refuses what is too much."""
        if size > most:
            raise refuse(
                f"{name[:200]} has {size:,} bytes; the limit is {most:,}", where=self._where, hint="save it smaller"
            )
        self._bytes -= size
        self._files -= 1
        if self._bytes < 0 or self._files < 0:
            raise refuse(
                "the file unpacks to far more than its size, or to more files than a study can have",
                where=self._where,
                hint="see that it is the file you mean; what is that large is unpacked by hand",
            )
