"""Contents of a folder that is data: the one place that decides what a study or a YAML protocol may bring."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.safe_paths import confine

__all__ = ["FolderContents", "folder_contents"]

# these would run on the server or in the browsers of raters and coordinators, under the server's address; a style
# sheet can lay itself over what is asked
CODE_FILES = ("page.html", "page.js", "page.css", "element.html", "element.js", "element.css")
# never SVG, which is a document with scripts where a browser opens it by itself
PICTURE_ENDINGS = frozenset({".png", ".jpg", ".jpeg", ".webp"})


@dataclass(frozen=True, slots=True)
class FolderContents:
    """Files that a folder brings beside its YAML: guidelines by language, and their pictures."""

    guidelines: dict[str, Path]
    pictures: tuple[Path, ...]

    def digest(self) -> str:
        """A name for just these pictures."""
        found = (one.name.encode() + b"\0" + hashlib.sha256(one.read_bytes()).digest() for one in self.pictures)
        return hashlib.sha256(b"".join(found)).hexdigest()[:16]


def folder_contents(folder: Path, *, base: Path | None = None) -> FolderContents:
    """The files that are read of a folder, none of them outside `base`; refuses templates, scripts and styles.

    The pictures are those of a guideline in a folder of its own: beside a study lie the pictures of its items.
    """
    base = base or folder
    code = [name for name in CODE_FILES if (folder / name).is_symlink() or (folder / name).exists()]
    if code:
        raise BeholderError.of(
            Problem(
                f"a folder brings no {name}: templates, scripts and styles run only from installed packages",
                "folder-code",
                str(folder / name),
                "delete the file; the standard page shows every declaration. For a page of your own make the protocol "
                "a Python package",
            )
            for name in code
        )
    guidelines = {path.name.split(".")[1]: _confined(path, base) for path in sorted(folder.glob("guideline.*.md"))}
    beside = [] if folder == base else sorted(folder.glob("pictures/*"))
    pictures = tuple(_confined(one, base) for one in beside if one.suffix.lower() in PICTURE_ENDINGS)
    return FolderContents(guidelines, pictures)


def _confined(path: Path, base: Path) -> Path:
    confine(base, path.relative_to(base).as_posix(), where=str(path), kind="file")
    return path
