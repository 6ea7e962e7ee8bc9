"""What `--from` names: a folder or a file, perhaps with the name of its system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from beholder.errors import nearest
from beholder.imports.lab_files.lab_record import refuse

__all__ = ["LabSource", "parse_sources"]


@dataclass(frozen=True, slots=True)
class LabSource:
    """A folder or file. `system` is whose outputs it holds where that was said, as in `--from ours=results/run7`."""

    path: Path
    system: str = ""
    guess: str = ""
    """Whose outputs it seems to hold, by the folder it lies in, unless the file itself says so."""
    parts: tuple[Path, ...] = ()
    """The files of a table that is written in several."""
    samples: bool = False
    """Whether it is a folder of files that belong together by their names, each group a row."""

    @property
    def is_table(self) -> bool:
        """Whether it has rows, rather than a file per output."""
        return self.path.is_file() or bool(self.parts) or self.samples

    @property
    def label(self) -> str:
        """What it is called in what is printed."""
        several = len(self.parts) > 1 and self.path in self.parts
        return f"{self.path.name} (and {len(self.parts) - 1} more)" if several else self.path.name


def parse_sources(given: Sequence[str]) -> tuple[LabSource, ...]:
    """The sources of a command line. A name before `=` is that of a system, unless the whole is a path."""
    return tuple(_parse(one) for one in given)


def _parse(given: str) -> LabSource:
    if given.startswith(("http://", "https://", "s3://", "gs://")):
        raise refuse(
            f"{given} is an address, not a file", hint="download it first; a study keeps its own copy of its pictures"
        )
    path = Path(given).expanduser()
    if path.exists():
        return LabSource(path)
    system, equals, rest = given.partition("=")
    if equals and system.strip() and Path(rest).expanduser().exists():
        return LabSource(Path(rest).expanduser(), system.strip())
    meant = Path(rest).expanduser() if equals else path
    if meant.is_symlink():
        raise refuse(f"{meant} is a link that leads nowhere", where="--from", hint="name the file or folder itself")
    near = sorted(one.name for one in meant.parent.iterdir()) if meant.parent.is_dir() else []
    raise refuse(f"there is no file or folder {meant}", where="--from", hint=nearest(meant.name, near) if near else "")
