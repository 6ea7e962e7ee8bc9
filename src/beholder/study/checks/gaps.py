"""Outputs that some systems lack: whoever forgot one should hear it before anybody is paid."""

from __future__ import annotations

from collections.abc import Iterator

from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.study.definition import Definition

__all__ = ["find_gaps"]

# as many systems as are read in one line
_LISTED = 8


def find_gaps(definition: Definition) -> Iterator[Problem]:
    """A warning if systems that are compared do not all have an output for every block."""
    declaration = definition.declaration
    if not declaration.compares or (declaration.shows == "item" and not definition.settings.block):
        return
    main = [item for item in definition.items if item.kind == Showing.MAIN]
    blocks: dict[str, set[str]] = {system: set() for system in definition.systems}
    for item in main:
        for system in (item.system, *(candidate.system for candidate in item.candidates)):
            if system:
                blocks[system].add(item.block)
    total = len({item.block for item in main})
    gaps = {system: total - len(found) for system, found in blocks.items() if len(found) < total}
    if not gaps:
        return
    first = next(item for item in main if any(item.block not in blocks[system] for system in gaps))
    listed = ", ".join(f"{system}: {count:,}" for system, count in list(gaps.items())[:_LISTED])
    what = "blocks" if definition.settings.block else "items"
    yield Problem(
        f"some systems have no output for some of the {total:,} {what} ({listed})",
        "system-incomplete",
        first.where,
        "systems are compared on what they share; add the outputs if they were forgotten",
        warning=True,
    )
