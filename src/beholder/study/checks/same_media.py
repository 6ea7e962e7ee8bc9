"""Systems whose outputs are the same files: a folder that was pasted twice would be compared with itself."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

from beholder.declarations.states import Showing
from beholder.errors import BeholderError, Problem
from beholder.media import confine
from beholder.protocols import Column, Item
from beholder.study.definition import Definition

__all__ = ["find_same_media"]

_FEWEST = 3
"""Items from which on equal outputs are no chance: on one or two, systems may well have given the same."""
_SHARE = 0.9
"""Of the items that two systems have in common: a few outputs may have been mended since the folder was pasted."""
_MEDIA = ("image", "images", "video", "mask")

_Mark = Callable[[str], str]
"""What tells one file from others."""


def find_same_media(definition: Definition, digests: Mapping[str, str]) -> Iterator[Problem]:
    """A warning for systems that have the same media, byte by byte, for nearly all items. `digests` are known by name."""
    if len(definition.systems) < 2:
        return
    sized = _Outputs(definition, lambda name: digests.get(name) or _size_of(definition.media_root, name))
    doubtful = {pair for pair, same in sized.same().items() if sized.nearly_all(pair, same)}
    if not doubtful:
        return
    # masks are not read again unless their sizes are those of another system's
    exact = _Outputs(definition, lambda name: digests.get(name) or _digest_of(definition.media_root, name))
    same = exact.same()
    told: set[str] = set()
    for one, other in sorted(pair for pair in doubtful if exact.nearly_all(pair, same[pair])):
        if one in told:
            # three that are the same are told once, by the first of them
            continue
        alike = [to for by, to in sorted(doubtful) if by == one and exact.nearly_all((by, to), same[by, to])]
        told |= {one, *alike}
        fewest = min(alike, key=lambda to: same[one, to])
        yield Problem(
            f"{_listed([one, *alike])} have the same media for {same[one, fewest]:,} of {exact.shared((one, fewest)):,} items",
            "media-same-for-systems",
            exact.first[one, other],
            "see whether one folder was copied in place of another: raters would compare a system with itself",
            warning=True,
        )


def _listed(systems: list[str]) -> str:
    return f"{', '.join(systems[:-1])} and {systems[-1]}"


class _Outputs:
    """What each system shows of each item, or of each block where an item is one output: numbers, equal where outputs are."""

    def __init__(self, definition: Definition, mark: _Mark) -> None:
        self._things: defaultdict[str, dict[str, int]] = defaultdict(dict)
        self._where: dict[str, str] = {}
        self.first: dict[tuple[str, str], str] = {}
        for item in definition.items:
            if item.kind != Showing.MAIN:
                continue
            thing = item.block if item.system else item.id
            for system, values, columns in _made(item, definition):
                output = _output(values, columns, mark)
                if output is not None:
                    self._things[thing].setdefault(system, output)
                    self._where.setdefault(thing, item.where)

    def same(self) -> Counter[tuple[str, str]]:
        """In how many of these two systems have the same output."""
        found: Counter[tuple[str, str]] = Counter()
        for thing, outputs in self._things.items():
            by_output: defaultdict[int, list[str]] = defaultdict(list)
            for system, output in outputs.items():
                by_output[output].append(system)
            for systems in by_output.values():
                for one, other in combinations(sorted(systems), 2):
                    found[one, other] += 1
                    self.first.setdefault((one, other), self._where[thing])
        return found

    def shared(self, pair: tuple[str, str]) -> int:
        """In how many of these both have an output."""
        return sum(pair[0] in outputs and pair[1] in outputs for outputs in self._things.values())

    def nearly_all(self, pair: tuple[str, str], same: int) -> bool:
        """Whether so many equal outputs are nearly all that two systems have in common."""
        return same >= _FEWEST and same >= _SHARE * self.shared(pair)


def _made(item: Item, definition: Definition) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Column]]]:
    if item.system:
        yield item.system, item.columns, definition.declaration.item
    for candidate in item.candidates:
        yield candidate.system, candidate.columns, definition.declaration.candidate


def _output(values: Mapping[str, Any], columns: Mapping[str, Column], mark: _Mark) -> int | None:
    """All that raters see of an output; None where it has no media, since equal texts are no mistake of folders."""
    told: list[tuple[str, str]] = []
    media = False
    for name, column in columns.items():
        value = values.get(name)
        if value is None or not column.shown:
            continue
        media |= column.kind in _MEDIA
        told.append((name, _marked(value, mark) if column.kind in _MEDIA else str(value)))
    return hash(tuple(told)) if media else None


def _marked(value: Any, mark: _Mark) -> str:
    if isinstance(value, str):
        return mark(value)
    if isinstance(value, list):
        return " ".join(_marked(one, mark) for one in value)
    named = next((value[key] for key in ("png", "npy", "path") if key in value), "") if isinstance(value, dict) else ""
    if named and isinstance(named, str):
        return mark(named)
    # a mask that is written out, or a value that is refused elsewhere
    return str(value)


def _size_of(root: Path, name: str) -> str:
    try:
        return str(confine(root, name).stat().st_size)
    except (BeholderError, OSError):
        return name


def _digest_of(root: Path, name: str) -> str:
    try:
        with confine(root, name).open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (BeholderError, OSError):
        return name
