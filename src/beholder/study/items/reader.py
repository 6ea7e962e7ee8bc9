"""The items of a study, from files in any format."""

from __future__ import annotations

import gc
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import BaseModel

from beholder.declarations.states import Showing
from beholder.errors import BeholderError, Problem
from beholder.protocols import Declaration, Item, Protocol
from beholder.safe_paths import confine
from beholder.study.items.builder import Builder
from beholder.study.items.draft import Draft
from beholder.study.items.json_text import read_jsonl
from beholder.study.items.table_file import read_table
from beholder.study.problems import Problems
from beholder.study.settings import Settings

__all__ = ["frozen_gc", "read_items", "without_gc"]


@contextmanager
def without_gc() -> Iterator[None]:
    """Reading and starting a study makes a million objects and no cycles; looking for cycles takes most of the time."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


@contextmanager
def frozen_gc() -> Iterator[None]:
    """Spares what is there already the look for cycles, and looks among what is made meanwhile: pictures can be large."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


Where = Callable[[tuple[str | int, ...]], str]


def read_items(
    folder: Path,
    settings: Settings,
    *,
    protocol: Protocol,
    declaration: Declaration,
    params: BaseModel,
    problems: Problems,
    where: Where,
) -> tuple[Item, ...]:
    """All sound items in the order of the files; what is wrong goes to `problems`. `where` finds settings in the study file."""
    named = (("block", settings.block), ("group", (settings.group,) if settings.group else ()))
    about_items = tuple(name for _, names in named for name in names)
    builder = Builder(
        protocol, declaration, params, group=settings.group or "", blocks=settings.block, problems=problems
    )
    items: list[Item] = []
    before = problems.errors
    with without_gc():
        for file in settings.items:
            try:
                for draft in _drafts(folder, file, declaration, about_items, problems, where(("items",))):
                    item = builder.build(draft, file=file)
                    if item is not None:
                        items.append(item)
            except BeholderError as error:
                problems.extend(error.problems)
            except OSError as error:
                problems.add(
                    Problem(f"cannot read {file}: {error.strerror or error}", "file-unreadable", where(("items",)))
                )
    builder.finish({name: where((setting,)) for setting, names in named for name in names})
    _refuse_ambiguous(items, problems)
    if not any(item.kind == Showing.MAIN for item in items) and problems.errors == before:
        problems.add(Problem("there are no items to rate", "items-empty", f"{settings.items[0]}:1"))
    return tuple(items)


def _drafts(
    folder: Path, file: str, declaration: Declaration, about_items: tuple[str, ...], problems: Problems, where: str
) -> Iterator[Draft]:
    path = folder / file
    try:
        facts = path.stat()
    except (FileNotFoundError, NotADirectoryError):
        near = sorted(p.name for p in path.parent.glob(f"*{path.suffix}")) if path.parent.is_dir() else []
        hint = f"there is {', '.join(near[:5])}" if near else "paths are relative to the study folder"
        raise BeholderError(f"there is no file {file}", code="items-missing", where=where, hint=hint) from None
    except ValueError:
        raise BeholderError(f"{file!r} is no path", code="items-missing", where=where) from None
    if not stat.S_ISREG(facts.st_mode):
        raise BeholderError(f"{file} is not a file", code="items-missing", where=where)
    confine(folder, file, where=where, kind="file")
    if path.suffix.lower() in (".jsonl", ".json"):
        return read_jsonl(path, file=file, problems=problems)
    return read_table(path, file=file, declaration=declaration, about_items=about_items, problems=problems)


def _refuse_ambiguous(items: list[Item], problems: Problems) -> None:
    """A candidate's id is `item/system`; two that come out equal (a/b + c, a + b/c) would be mixed up."""
    slashed = {c.system for item in items for c in item.candidates if "/" in c.system}
    if not slashed:
        return
    seen: dict[str, str] = {}
    for item in items:
        for candidate in item.candidates:
            first = seen.setdefault(candidate.id, item.where)
            if first is not item.where:
                problems.add(
                    Problem(
                        f"two candidates have the id {candidate.id!r}",
                        "item-ambiguous",
                        item.where,
                        f"the other is on {first}; take the slash out of the system's name",
                    )
                )
