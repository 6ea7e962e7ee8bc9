"""The pictures of a new study: found where the lab has them, and linked or copied into its folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from beholder.imports.lab_files.embedded import EmbeddedFile
from beholder.imports.lab_files.lab_record import PICTURES, refuse
from beholder.media.video import is_animation, write_animation
from beholder.safe_paths import inside

__all__ = ["MediaCopies"]


class MediaCopies:
    """Gives every file a name in the study's media folder. Nothing is written before `save`."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self._roots = list(dict.fromkeys(roots))
        self._name_of: dict[Path, str] = {}
        self._taken: set[str] = set()
        self._animations: dict[Path, str] = {}

    def __len__(self) -> int:
        return len(self._name_of)

    @property
    def notes(self) -> list[str]:
        """What was done to files, to be printed."""
        n = len(self._animations)
        return [f"{n:,} animated pictures are made clips (WebM); transparent places become white"] if n else []

    def add(self, value: str, folder: Path, below: str, where: str, *, clip: bool = False) -> str:
        """The name by which a study refers to this file. An animated picture that is to be a clip becomes one."""
        path = self.find(value, folder, where)
        if path not in self._name_of:
            ending = path.suffix
            if clip and ending.lower() in PICTURES:
                self._animations[path], ending = where, ".webm"
                if not is_animation(path):
                    raise refuse(
                        f"{path.name} is a picture that does not move, where clips are shown",
                        where=where,
                        hint="leave it out, or give every item of the study a clip",
                    )
            name = f"{below}/{path.stem}{ending}"
            number = 2
            while name.lower() in self._taken:
                name, number = f"{below}/{path.stem}-{number}{ending}", number + 1
            self._taken.add(name.lower())
            self._name_of[path] = name
        return self._name_of[path]

    def path_of(self, name: str) -> Path | None:
        """The file that has this name in the study."""
        return next((path for path, given in self._name_of.items() if given == name), None)

    def find(self, value: str, folder: Path, where: str) -> Path:
        """The file that a cell names: beside the table, or below one of the sources; never anywhere else."""
        if "://" in value:
            raise refuse(
                f"{value} is an address, not a file",
                where=where,
                hint="download the pictures first; raters' browsers ask your server only",
            )
        if isinstance(value, EmbeddedFile):
            return Path(value)
        relative, outside = Path(value.replace("\\", "/")), False
        starts = (folder, *self._roots, *(one.parent for one in self._roots))
        # a table written on another machine: its folders are not ours, its file names are
        for path in (*(start / relative for start in starts), *(root / relative.name for root in self._roots)):
            if path.is_file():
                real = inside(path, (folder, *self._roots))
                if real is not None and not _is_hidden(real, (folder, *self._roots)):
                    return real
                outside = True
        raise refuse(
            f"{value} leads outside the folders given by --from" if outside else f"there is no file {value}",
            where=where,
            hint="name the folder that holds the pictures with another --from",
        )

    def save(self, media: Path, *, link: bool, unpacked: Callable[[Path], bool]) -> None:
        """Copies every file, or links it where that is asked for, or it is only ours, and both lie on one file system."""
        for path, name in self._name_of.items():
            target = media / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if path in self._animations:
                write_animation(path, target, where=self._animations[path])
            elif link or unpacked(path):
                with suppress(OSError):
                    os.link(path, target)
            if not target.exists():
                shutil.copyfile(path, target)


def _is_hidden(real: Path, roots: Iterable[Path]) -> bool:
    """Whether it lies in a hidden folder or is a hidden file, such as keys are, below each folder that holds it."""
    below = [real.relative_to(root.resolve()).parts for root in roots if real.is_relative_to(root.resolve())]
    return all(any(part.startswith(".") for part in parts) for parts in below)
