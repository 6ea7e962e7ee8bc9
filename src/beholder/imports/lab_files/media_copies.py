"""The pictures of a new study: found where the lab has them, and linked or copied into its folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from beholder.imports.lab_files.embedded import EmbeddedFile
from beholder.imports.lab_files.lab_record import PICTURES, refuse
from beholder.imports.lab_files.scratch import Progress
from beholder.media.video import is_animation, write_animation

__all__ = ["MediaCopies"]


class MediaCopies:
    """Gives every file a name in the study's media folder. Nothing is written before `save`."""

    def __init__(self, roots: Iterable[Path]) -> None:
        self._roots = list(dict.fromkeys(roots))
        # once, and not for each of many thousand files
        self._real: dict[Path, Path] = {root: root.resolve() for root in self._roots}
        self._name_of: dict[Path, str] = {}
        self._by_name: dict[str, Path] = {}
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
            self._name_of[path], self._by_name[name] = name, path
        return self._name_of[path]

    def path_of(self, name: str) -> Path | None:
        """The file that has this name in the study."""
        return self._by_name.get(name)

    def is_there(self, value: str, folder: Path) -> bool:
        """Whether there is such a file; what `find` refuses for another reason is told later."""
        return "://" in value or any(self._files(value, folder))

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
        outside = False
        allowed = (self._real.get(folder) or folder.resolve(), *self._real.values())
        for path in self._files(value, folder):
            real = path.resolve()
            below = [real.relative_to(one).parts for one in allowed if real.is_relative_to(one)]
            if any(not _is_hidden(parts) for parts in below):
                return real
            outside = True
        hint = "name the folder that holds the pictures with another --from"
        if outside:
            raise refuse(f"{value:.200} leads outside the folders given by --from", where=where, hint=hint)
        raise refuse(
            f"there is no file {value:.200}",
            where=where,
            hint=f"{hint}; --only FILE or --sample N take those items only that have their files",
        )

    def _files(self, value: str, folder: Path) -> Iterator[Path]:
        """The files that a cell may mean, the likeliest first."""
        relative = Path(value.replace("\\", "/"))
        places = [start / relative for start in dict.fromkeys((folder, *self._roots))]
        if not relative.is_absolute():
            places += [root.parent / relative for root in self._roots]
        # a table written on another machine: its folders are not ours, its file names are
        places += [root / relative.name for root in self._roots]
        # a whole text may stand where a name should, and none is that long
        with suppress(OSError):
            yield from (path for path in places if path.is_file())

    def save(
        self, media: Path, *, link: bool, unpacked: Callable[[Path], bool], progress: Progress | None = None
    ) -> None:
        """Copies every file, or links it where that is asked for, or it is only ours, and both lie on one file system."""
        for done, (path, name) in enumerate(self._name_of.items(), start=1):
            if progress is not None:
                progress(done, len(self._name_of))
            target = media / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if path in self._animations:
                write_animation(path, target, where=self._animations[path])
            elif link or unpacked(path):
                with suppress(OSError):
                    os.link(path, target)
            if not target.exists():
                shutil.copyfile(path, target)


def _is_hidden(parts: Iterable[str]) -> bool:
    """Whether it lies in a hidden folder or is a hidden file, such as keys are, below a folder that holds it."""
    return any(part.startswith(".") for part in parts)
