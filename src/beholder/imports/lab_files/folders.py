"""Folders: one per system with files of the same names, or one with everything."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from beholder.imports.lab_files.column_match import match_columns
from beholder.imports.lab_files.lab_record import CLIPS, PICTURES, LabRecord, refuse
from beholder.media.video import is_animation
from beholder.protocols import Declaration
from beholder.safe_paths import inside

__all__ = [
    "OUTPUTS",
    "about_items",
    "file_names",
    "files_in",
    "holds_inputs",
    "holds_outputs",
    "is_aside",
    "is_hidden",
    "not_a_link_outside",
    "read_folder",
    "read_object",
    "read_text",
    "visible_files",
]

_INPUTS = frozenset(
    [
        "images",
        "image",
        "pictures",
        "photos",
        "inputs",
        "input",
        "source",
        "sources",
        "originals",
        "original",
        "img",
        "imgs",
        "rgb",
        "prompts",
        "questions",
        "instructions",
    ]
)
"""What folders are called that hold what systems were given, not what they made."""
_ITEM_WORDS = frozenset({"prompts", "questions", "instructions", "queries", "inputs"})
_ITEM_STEMS = _ITEM_WORDS | {"prompt", "question", "instruction", "query", "input", "metadata", "items", "tasks"}
OUTPUTS = PICTURES | CLIPS | {".npy", ".txt", ".md", ".json"}
"""Endings of files that may be what a system made for one item."""
_LITTER = frozenset({"__macosx", "__pycache__", "thumbs.db", "desktop.ini"})
_ASIDE = frozenset({"thumbs", "thumbnails", "logs", "checkpoints"})
_DOCUMENTS = frozenset({"readme", "license", "licence", "citation", "changelog", "requirements", "config", "args"})


def holds_inputs(folder: Path) -> bool:
    """Whether a folder is called as those are that hold what systems were given."""
    return folder.name.lower() in _INPUTS


def about_items(path: Path) -> bool:
    """Whether a file is called as those are that say what systems were given: `prompts.json`, `test_questions.jsonl`."""
    stem = path.name.lower().partition(".")[0]
    return stem in _ITEM_STEMS or any(word in _ITEM_WORDS for word in re.split(r"[\W_\d]+", stem))


def is_hidden(path: Path, folder: Path) -> bool:
    """Whether a file below the folder is one of those that systems leave everywhere, such as `.DS_Store`."""
    parts = path.relative_to(folder).parts
    return any(part.startswith(".") or part.lower() in _LITTER for part in parts)


def is_aside(path: Path, folder: Path) -> bool:
    """Whether a file below the folder is hidden, says something to readers, or lies among thumbnails and the like."""
    *folders, name = path.relative_to(folder).parts
    return (
        is_hidden(path, folder)
        or any(part.lower() in _ASIDE for part in folders)
        or name.lower().partition(".")[0] in _DOCUMENTS
    )


def visible_files(folder: Path) -> list[Path]:
    """All files below a folder that are not hidden or set aside."""
    found = (path for path in folder.rglob("*") if path.is_file() and not is_aside(path, folder))
    return sorted(not_a_link_outside(path, folder) for path in found)


def file_names(folder: Path) -> set[str]:
    """The names of the files that `read_folder` reads."""
    return {path.name for path in files_in(folder)}


def holds_outputs(folder: Path) -> bool:
    """Whether a folder holds pictures, clips, masks or texts."""
    return any(files_in(folder))


def read_folder(
    folder: Path, system: str, declaration: Declaration, pattern: re.Pattern[str] | None, tables: Container[Path] = ()
) -> Iterator[LabRecord]:
    """A record per file that fills a column. `system` is empty where the pattern, or nothing, tells whose the files are."""
    given = not system and holds_inputs(folder)
    for path in files_in(folder):
        if path in tables:
            continue
        told = _told(path, pattern)
        values = _values(path, declaration, given=given)
        if not values:
            continue
        values |= {name: text for name, text in told.items() if name not in ("id", "system")}
        key = told.get("id") or path.relative_to(folder).with_suffix("").as_posix()
        yield LabRecord(
            values,
            str(path),
            folder,
            key=key,
            system="" if given else system or told.get("system", ""),
            is_file=True,
        )


def files_in(folder: Path) -> list[Path]:
    """The files that a folder and those below it bring to a study; prompts are never an output, wherever they lie."""
    return [one for one in visible_files(folder) if one.suffix.lower() in OUTPUTS and not about_items(one)]


def not_a_link_outside(path: Path, folder: Path) -> Path:
    """The path, unless it is a link to a file elsewhere, which would become part of the study."""
    if path.is_symlink() and inside(path, [folder]) is None:
        raise refuse(
            "a link that leads outside the folder",
            where=str(path),
            hint="copy what it leads to into the folder, or name that folder itself with --from",
        )
    return path


def _told(path: Path, pattern: re.Pattern[str] | None) -> dict[str, str]:
    if pattern is None:
        return {}
    match = pattern.fullmatch(path.name) or pattern.fullmatch(path.stem)
    if match is None:
        raise refuse(
            f"the file name {path.name} does not follow the pattern",
            where=str(path),
            hint="change --pattern, or move the file away",
        )
    return {name: text for name, text in match.groupdict().items() if text is not None}


def _values(path: Path, declaration: Declaration, *, given: bool) -> dict[str, object]:
    if path.suffix.lower() == ".json":
        fields = read_object(path)
        columns = match_columns(fields, declaration, {})
        rest = {title: value for title, value in fields.items() if title not in columns.values()}
        return {name: fields[title] for name, title in columns.items()} | rest if columns else {}
    if path.suffix.lower() in (".txt", ".md"):
        column = _column(declaration, ("text",), given=given)
        return {column: read_text(path)} if column else {}
    clip = path.suffix.lower() in CLIPS or is_animation(path)
    kinds = ("video",) if clip else ("mask", "image") if path.suffix.lower() == ".npy" else ("image", "mask")
    column = _column(declaration, kinds, given=given)
    if column is None and given:
        raise refuse(
            f"the protocol {declaration.name} shows nothing that systems were given, as this folder seems to hold",
            where=str(path.parent),
            hint=f"leave it out; if it is a system of that name: --from {path.parent.name}={path.parent}",
        )
    if column is None:
        raise refuse(
            f"the protocol {declaration.name} shows no {'clips' if clip else 'pictures'} of systems",
            where=str(path),
            hint="other files are clips, and the study shows either: leave out what does not move"
            if any(one.kind == "video" for one in declaration.candidate.values())
            else "give the outputs as a table, or as one .txt or .json file per item",
        )
    return {column: str(path.resolve())}


def _column(declaration: Declaration, kinds: Sequence[str], *, given: bool) -> str | None:
    """The column that a file fills: of the candidate where there are any, unless the folder holds what systems were given."""
    columns = declaration.item if given or not declaration.candidate else declaration.candidate
    # what systems were given may be left out of a study, and is meant where there is a folder of it; and where no column is
    # needed, any of several kinds will do
    optional = given or len(kinds) == 1 or not any(column.required for column in columns.values())
    for kind in kinds:
        fits = [name for name, column in columns.items() if column.kind == kind]
        needed = [name for name in fits if columns[name].required]
        if needed or (fits and optional):
            return (needed or fits)[0]
    return None


def read_object(path: Path) -> dict[str, object]:
    """The fields of a JSON file about one item; a list is that of its steps."""
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise refuse(f"not valid JSON: {error}", where=str(path)) from None
    if isinstance(found, list):
        return {"steps": found}
    if not isinstance(found, dict):
        raise refuse("expected an object", where=str(path))
    return found


def read_text(path: Path) -> str:
    """The text of a file about one item."""
    try:
        return path.read_text(encoding="utf-8-sig").strip()
    except UnicodeDecodeError:
        raise refuse("the text is not UTF-8", where=str(path), hint="save it as UTF-8") from None
