"""Where a study's files may lie: inside its media folder, whatever their names say."""

from __future__ import annotations

import os
import re
import stat
from functools import lru_cache
from pathlib import Path

from beholder.errors import BeholderError

__all__ = ["confine", "read_file"]

_ADDRESS = re.compile(r"^[a-z][a-z0-9+.-]+://", re.IGNORECASE)
_DRIVE = re.compile(r"^[A-Za-z]:|^[\\/]")


def confine(root: Path, name: str, *, where: str = "") -> Path:
    """The real path of `name` under `root`. Absolute names, `..` and links that lead outside are refused.

    Only the resolved path decides; the look at the name comes first so that the message can say what is wrong.
    """
    if _ADDRESS.match(name):
        raise BeholderError(
            f'"{name[:200]}" is an address on the web',
            code="media-outside",
            where=where,
            hint="download the file into the media folder and name it there: what raters see must not change or vanish",
        )
    if not name or "\x00" in name or _DRIVE.match(name) or ".." in re.split(r"[\\/]", name):
        raise BeholderError(
            f"{name!r} is not a path inside the media folder",
            code="media-outside",
            where=where,
            hint='write the path relative to the media folder, without ".."',
        )
    try:
        base = root.resolve(strict=True)
        path = (base / name).resolve(strict=True)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise BeholderError(
            f'there is no file "{name}"',
            code="media-missing",
            where=where,
            hint=_meant(root, name) or f"it is looked for in the folder {root.name}; capital letters count",
        ) from error
    except (OSError, RuntimeError, ValueError) as error:
        raise BeholderError(f'the path "{name[:200]}" cannot be followed', code="media-missing", where=where) from error
    if not path.is_relative_to(base):
        raise BeholderError(
            f'"{name}" is a link that leads outside the media folder',
            code="media-outside",
            where=where,
            hint="copy the file into the media folder",
        )
    return path


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


def read_file(root: Path, name: str, *, limit: int, where: str = "") -> bytes:
    """The bytes of a confined regular file of at most `limit` bytes."""
    path = confine(root, name, where=where)
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
