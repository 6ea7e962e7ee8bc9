"""What could tell a rater which system made something: its name in file names, texts and metadata, and its habits."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Any

from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.media import Survey, picture_leaks
from beholder.protocols import Candidate, Column, Item
from beholder.study.checks.media_check import Progress
from beholder.study.definition import Definition

__all__ = ["find_leaks", "name_pattern"]

# shorter names occur in texts by chance
_SUBSTRING_LENGTH = 6
# enough to see the pattern
_MOST_NAMED = 5


def name_pattern(system: str) -> re.Pattern[str] | None:
    """Finds a system's name in any case and with any separators: `SAM-2` also as `sam2`, `Sam_2`, `sam 2`.

    Names of six letters or more are found inside words too; shorter ones must stand alone ("sam" is not in "sample").
    Nothing for a name without letters and digits.
    """
    runs = re.findall(r"[^\W_]+", system.casefold())
    letters = "".join(runs)
    if not letters:
        return None
    # Separators may stand between letters and digits as well: sam2 is written sam-2 too.
    pieces = [piece for run in runs for piece in re.findall(r"\d+|\D+", run)]
    body = r"[\W_]{0,3}".join(re.escape(piece) for piece in pieces)
    if len(letters) >= _SUBSTRING_LENGTH:
        return re.compile(body)
    before = r"(?<![^\W_])" if not letters[0].isdigit() else r"(?<!\d)"
    after = r"(?![^\W_])" if not letters[-1].isdigit() else r"(?!\d)"
    return re.compile(before + body + after)


def find_leaks(definition: Definition, found: Survey, *, progress: Progress | None = None) -> Iterator[Problem]:
    """Warnings about everything that could unblind a study, each with how to mend it."""
    patterns = {s: p for s in definition.systems if (p := name_pattern(s))}
    yield from _file_names(definition, patterns)
    yield from _texts(definition, patterns)
    if len(definition.systems) > 1:
        for problem in picture_leaks(found, definition.media_root, progress=progress):
            yield replace(problem, where=problem.where or definition.settings.media)


def _outputs(definition: Definition) -> Iterator[tuple[Item, Candidate | None, str, dict[str, Column]]]:
    """Everything a system made: the candidates, or the item itself where that is the output."""
    for item in definition.items:
        if item.kind != Showing.MAIN:
            continue
        if item.system:
            yield item, None, item.system, definition.declaration.item
        for candidate in item.candidates:
            yield item, candidate, candidate.system, definition.declaration.candidate


def _file_names(definition: Definition, patterns: dict[str, re.Pattern[str]]) -> Iterator[Problem]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    first: dict[str, str] = {}
    for item, candidate, system, columns in _outputs(definition):
        values = item.columns if candidate is None else candidate.columns
        pattern = patterns.get(system)
        for name, column in columns.items():
            value = values.get(name) if column.kind in ("image", "images", "video", "mask") else None
            paths = map(_path_of, value) if column.kind == "images" and value else [_path_of(value)]
            # a folder for each system is how people keep outputs; a file's own name goes with it wherever it is sent
            if pattern and any(pattern.search(PurePosixPath(path).name.casefold()) for path in paths):
                counts[name][system] += 1
                first.setdefault(name, _where(item, candidate))
    for name, by_system in counts.items():
        yield Problem(
            f"file names in {name!r} carry the name of their system ({_listed(by_system)})",
            "leak-file-name",
            f"{first[name]} · {name}",
            "raters get neither names nor paths of files; mind it if you hand the files out in another way",
            warning=True,
        )


def _where(item: Item, candidate: Candidate | None) -> str:
    return candidate.where if candidate is not None and candidate.where else item.where


def _path_of(value: Any) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in ("png", "npy", "path") if key in value), "")
    return value if isinstance(value, str) else ""


def _texts(definition: Definition, patterns: dict[str, re.Pattern[str]]) -> Iterator[Problem]:
    """Names of systems in the texts that raters see. A plain word that all systems use alike tells nothing."""
    totals: Counter[str] = Counter()
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    first: dict[tuple[str, str], str] = {}
    for item, candidate, system, columns in _outputs(definition):
        values = item.columns if candidate is None else candidate.columns
        totals[system] += 1
        for name, column in columns.items():
            if not column.shown or column.kind not in ("text", "json") or values.get(name) is None:
                continue
            text = " ".join(_strings(values[name])).casefold()
            for named, pattern in patterns.items():
                if (len(named) > 2 or not named.isalpha()) and pattern.search(text):
                    counts[name, named][system] += 1
                    first.setdefault((name, named), _where(item, candidate))
    for (name, named), by_system in counts.items():
        if _telling(named, by_system, totals):
            yield Problem(
                f'the name "{named}" stands in {name!r}, which raters see (in outputs of {_listed(by_system)})',
                "leak-text",
                f"{first[name, named]} · {name}",
                "replace the name in the texts, or say in the report that these were not blind",
                warning=True,
            )


def _telling(named: str, by_system: Counter[str], totals: Counter[str]) -> bool:
    """Whether the name is no ordinary word, or stands at least twice as often in that system's texts as elsewhere."""
    if not re.fullmatch(r"[A-Za-z]?[a-z]+", named):
        return True
    own = by_system[named] / totals[named] if totals[named] else 0.0
    others = totals.total() - totals[named]
    elsewhere = (by_system.total() - by_system[named]) / others if others else 0.0
    return own > 2 * elsewhere


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for one in value.values():
            yield from _strings(one)
    elif isinstance(value, list):
        for one in value:
            yield from _strings(one)


def _listed(counts: Counter[str]) -> str:
    shown = [f"{system}: {count:,}" for system, count in counts.most_common(_MOST_NAMED)]
    return ", ".join(shown) + (f" and {len(counts) - _MOST_NAMED} more" if len(counts) > _MOST_NAMED else "")
