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
