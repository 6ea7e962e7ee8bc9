"""Paths that a folder names, confined to that folder: the one gate before any of its files is opened."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from beholder.errors import BeholderError

__all__ = ["MEDIA_FOLDERS", "allowed_media_folders", "confine", "inside", "read_file"]

MEDIA_FOLDERS = "BEHOLDER_MEDIA_FOLDERS"
"""Environment variable: folders outside study folders in which pictures may lie, as whoever runs the server decides."""

_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_ELSEWHERE = re.compile(r"^[A-Za-z]:|^[\\/]|^~\w*[\\/]|^~$")


def confine(base: Path, name: str, *, where: str = "", kind: str = "media") -> Path:
    """The real path of `name` below `base`: a regular file or a folder.

    Refuses absolute names, `~`, `..`, links that lead outside, devices, pipes and sockets. Only the resolved path
    decides; the look at the name comes first so that the message can say what is wrong. Codes of errors begin with `kind`:
    `media` or `file`.
    """
    folder = "media folder" if kind == "media" else "folder"
    media = kind == "media"
    if _ADDRESS.match(name):
        raise BeholderError(
            f'"{name[:200]}" is an address on the web',
            code="media-outside" if media else "file-outside",
            where=where,
            hint=f"download the file into the {folder} and name it there: what raters see must not change or vanish",
        )
    if not name or "\x00" in name or _ELSEWHERE.match(name) or ".." in re.split(r"[\\/]", name):
        raise BeholderError(
            f"{name[:200]!r} is not a path inside the {folder}",
            code="media-outside" if media else "file-outside",
            where=where,
            hint=f'write the path relative to the {folder}, without "~" or ".."',
        )
    try:
        found = inside(base / name, [base])
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BeholderError(
            f'there is no file "{name}"',
            code="media-missing" if media else "file-missing",
            where=where,
            hint=_meant(base, name) or f"it is looked for in the folder {base.name}; capital letters count",
        ) from error
    except (OSError, RuntimeError, ValueError) as error:
        raise BeholderError(
            f'the path "{name[:200]}" cannot be followed',
            code="media-missing" if media else "file-missing",
            where=where,
        ) from error
    if found is None:
        raise BeholderError(
            f'"{name}" is a link that leads outside the {folder}',
            code="media-outside" if media else "file-outside",
            where=where,
            hint=f"copy the file into the {folder}",
        )
    if not (found.is_file() or found.is_dir()):
        # a pipe would be waited for, a device read without end
        raise BeholderError(f'"{name}" is not a file', code="media-missing" if media else "file-missing", where=where)
    return found


def inside(path: Path, bases: Iterable[Path]) -> Path | None:
    """The real path where it lies below one of these folders, also by way of links; raises OSError where there is none."""
    real = path.resolve(strict=True)
    return real if any(real.is_relative_to(base.resolve()) for base in bases) else None


def allowed_media_folders() -> list[Path]:
    """The folders named by the environment variable, such as those of another disk."""
    return [Path(one) for one in os.environ.get(MEDIA_FOLDERS, "").split(os.pathsep) if Path(one).is_absolute()]


def _meant(root: Path, name: str) -> str:
    """A hint where the file has the same name with other slashes, capitals, or without the media folder's name."""
    plain = name.replace("\\", "/")
    for near in (plain, plain.removeprefix(f"{root.name}/")):
        path = Path(near)
        # a few looks, not a listing: a study may lack a hundred thousand pictures
        for one in (path, path.with_name(path.name.lower()), *map(path.with_suffix, _cases(path.suffix))):
            if (root / one).is_file():
                return f'did you mean "{one.as_posix()}"?'
        found = _in_other_case(root, path)
        if found:
            return f'did you mean "{found}"?'
    return ""


def _in_other_case(root: Path, path: Path) -> str:
    """The file that has this path but for capitals, in its folders too; empty if there is none."""
    here, found = root, []
    for part in path.parts:
        name = _names_in(str(here)).get(part.casefold())
        if name is None:
            return ""
        found.append(name)
        here /= name
    return "/".join(found) if here.is_file() else ""


@lru_cache(maxsize=64)
def _names_in(folder: str) -> dict[str, str]:
    """The names in a folder by their small letters; kept, since whoever errs in one path errs in many."""
    try:
        return {entry.name.casefold(): entry.name for entry in os.scandir(folder)}
    except OSError:
        return {}


def _cases(suffix: str) -> tuple[str, str]:
    return suffix.lower(), suffix.upper()


def read_file(base: Path, name: str, *, limit: int, where: str = "") -> bytes:
    """The bytes of a confined regular file of at most `limit` bytes."""
    path = confine(base, name, where=where)
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode):
        raise BeholderError(f'"{name}" is not a file', code="media-missing", where=where)
    if facts.st_size > limit:
        raise BeholderError(
            f'"{name}" has {facts.st_size:,} bytes; the limit is {limit:,}',
            code="media-too-large",
            where=where,
            hint="save the picture smaller",
        )
    try:
        return path.read_bytes()
    except OSError as error:
        raise BeholderError(
            f'"{name}" cannot be read: {error.strerror}', code="media-missing", where=where, hint="see its permissions"
        ) from error
