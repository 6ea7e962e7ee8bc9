"""From drafts to items: ids, systems, columns and references are looked at, one item after the other."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

from beholder.errors import Problem, closest, nearest
from beholder.protocols import Candidate, Column, Declaration, Item, Protocol, Reference, Showing
from beholder.study.items.draft import RESERVED, UNREADABLE, Draft, location
from beholder.study.items.packed_columns import PACKED_FROM, pack
from beholder.study.items.references import read_reference
from beholder.study.problems import Problems
from beholder.tabular.titles import system_columns

__all__ = ["MAX_NAME", "Builder", "text_of", "wrong_name"]

# names are shown in tables and become parts of file names
MAX_NAME = 200
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")


def text_of(value: Any) -> str | None:
    """A text as it is, a whole or decimal number as it is written; nothing for anything else."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return repr(value)


def wrong_name(name: str | None) -> str:
    """What is wrong with an id or a system's name, as the end of a sentence; empty if nothing."""
    if name is None:
        return "must be a text"
    if not name:
        return "is empty"
    if len(name) > MAX_NAME:
        return f"has {len(name):,} characters; {MAX_NAME} are allowed"
    if name[0].isspace() or name[-1].isspace():
        return "begins or ends with a space"
    if _CONTROL.search(name):
        return "holds a control character"
    return ""


_NEEDED = {"item": 0, "one": 1, "pair": 2, "all": 1}
# What certainly leads out of the media folder; links are followed when the files themselves are looked at.
_OUTSIDE = re.compile(r"^[\\/]|^[A-Za-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)|\x00")


# Values of these types (if not empty) need no further look: readers let no NaN and no huge number through.
_HARMLESS: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int, float),
    "mask": (dict, list),
    "json": (str, int, float, bool, dict, list),
}


class _Owner:
    """Items or candidates: the columns declared for them and the names already judged."""

    def __init__(self, name: str, declared: Mapping[str, Column]) -> None:
        self.name = name
        self.declared = declared
        self.known = set(declared)
        self.checks = [(n, c, _HARMLESS.get(c.kind, ()), c.wrong) for n, c in declared.items()]


class Builder:
    """Builds the items of one study and remembers what must hold between them.

    `group` and `blocks` name the item columns that stratify and pair the results.
    """

    def __init__(
        self,
        protocol: Protocol,
        declaration: Declaration,
        params: BaseModel,
        *,
        group: str,
        blocks: tuple[str, ...],
        problems: Problems,
    ) -> None:
        self._check_item = protocol.check_item
        self._declaration = declaration
        self._params = params
        self._group = group
        self._blocks = blocks
        self._problems = problems
        self._positions: dict[str, str] = {}
        self._without_system: list[str] = []
        self._lacking: dict[str, list[str]] = {}
        self._found: set[str] = set()
        self._systems: dict[Any, str] = {}
        asked = (field.fewest_candidates for _, field in declaration.form.all_fields())
        self._needed = max((_NEEDED[declaration.shows], *asked))
        self._of_item = _Owner("item", declaration.item)
        self._of_candidate = _Owner("candidate", declaration.candidate)

    def build(self, draft: Draft, *, file: str) -> Item | None:
        """The item, or nothing if anything is wrong with it."""
        before = self._problems.errors
        where = location(file, draft.line)
        values = _without_nulls(draft.values)
        item_id = self._id(values.pop("id", None), where)
        kind = values.pop("kind", Showing.MAIN)
        if kind not in Showing.OF_ITEMS:
            self._report(
                f"expected one of {', '.join(Showing.OF_ITEMS)}; got {kind!r:.60}", "item-bad-kind", f"{where} · kind"
            )
            kind = Showing.MAIN
        system = self._item_system(values.pop("system", None), where, kind)
        given = values.pop("reference", None)
        candidates = self._candidates(draft, item_id or "?", file=file, where=where)
        self._columns(values, self._of_item, where)
        reference = None if given is None and kind == Showing.MAIN else self._reference(given, candidates, where, kind)
        if not values.keys() <= self._found:
            self._found.update(values)
        if item_id is None or self._problems.errors != before or _unreadable(values, candidates):
            return None
        item = Item(
            id=item_id,
            columns=values,
            candidates=candidates,
            system=system,
            group=self._part(values, self._group, where, kind) if self._group else "",
            block=self._block(values, where, kind) if self._blocks else item_id,
            kind=kind,
            reference=reference,
            where=where,
        )
        if self._check_item is not None:
            self._problems.extend(self._check_item(item, self._params))
        return item if self._problems.errors == before else None

    def finish(self, named: Mapping[str, str]) -> None:
        """Reports what only shows once all items are read. `named`: where the study file names a group or block."""
        for column, positions in self._lacking.items():
            if column not in self._found:
                problem = f"no item has a column {column!r}"
                self._report(problem, "column-unknown", named[column], nearest(column, self._found))
                continue
            for where in positions:
                hint = f"{named[column]} says that results are grouped or paired by this column"
                self._report(f"the item has no {column!r}", "item-missing-value", where, hint)
        if self._without_system and self._declaration.compares:
            self._problems.add(
                Problem(
                    f"{len(self._without_system):,} items name no system",
                    "item-without-system",
                    self._without_system[0],
                    f'is it the one you call "{theirs[0]}"? Name it system'
                    if (theirs := system_columns(sorted(self._found)))
                    else "add `system` to each item, or results cannot be compared between systems",
                    warning=True,
                )
            )

    def _report(self, problem: str, code: str, where: str, hint: str = "") -> None:
        self._problems.add(Problem(problem, code, where, hint))

    def _id(self, value: Any, where: str) -> str | None:
        if value is None or value is UNREADABLE:
            self._report("the item has no id", "item-bad-id", where, "every item needs an id of its own")
            return None
        item_id = text_of(value)
        wrong = wrong_name(item_id)
        if item_id is None or wrong:
            self._report(f"the id {wrong}; got {value!r:.60}", "item-bad-id", f"{where} · id")
            return None
        first = self._positions.setdefault(item_id, where)
        if first is not where:
            self._report(f'the id "{item_id}" is given twice', "item-duplicate-id", where, f"first given on {first}")
            return None
        return item_id

    def _system(self, value: Any, where: str) -> str:
        if type(value) is str and value in self._systems:
            return self._systems[value]
        system = text_of(value)
        wrong = wrong_name(system)
        if system is None or wrong:
            self._report(f"the system's name {wrong}; got {value!r:.60}", "item-bad-system", f"{where} · system")
            return ""
        return self._systems.setdefault(system, system)

    def _item_system(self, value: Any, where: str, kind: str) -> str:
        if self._declaration.shows != "item":
            if value is not None:
                hint = "write it in each of the item's candidates"
                self._report("the system stands on the item", "item-bad-system", f"{where} · system", hint)
            return ""
        if value is None:
            if kind == Showing.MAIN:
                self._without_system.append(where)
            return ""
        return self._system(value, where)

    def _candidates(self, draft: Draft, item_id: str, *, file: str, where: str) -> tuple[Candidate, ...]:
        shows, given, lines = self._declaration.shows, draft.candidates, draft.lines
        needed = self._needed
        if given is None:
            given = []
        if not isinstance(given, list):
            hint = "candidates: [{system: ...}, ...]"
            self._report("expected a list of candidates", "item-bad-candidates", f"{where} · candidates", hint)
            return ()
        if len(given) < needed or (given and shows == "item"):
            counted = "no candidates" if shows == "item" else f"at least {needed}"
            self._report(
                f"the item has {len(given)} candidates; this protocol needs {counted}",
                "item-bad-candidates",
                f"{where} · candidates",
                "the item itself is the output; name its `system` on the item" if shows == "item" else "",
            )
            return ()
        made: list[Candidate] = []
        firsts: dict[str, int] = {}
        for number, values in enumerate(given):
            at, position_in_item = (where, number) if lines is None else (location(file, lines[number]), None)
            if not isinstance(values, dict):
                here = _join(at, position_in_item)
                self._report(f"expected an object, got {values!r:.60}", "item-bad-candidates", here)
                continue
            if None in values.values():
                values = _without_nulls(values)
            name = values.pop("system", None)
            if name is None or name is UNREADABLE:
                theirs = system_columns(map(str, values))
                hint = f'is it the one you call "{theirs[0]}"? Name it system' if theirs else ""
                self._report("the candidate names no system", "item-bad-system", _join(at, position_in_item), hint)
                continue
            system = self._system(name, at)
            first = firsts.setdefault(system, number)
            if first != number and system:
                before = f"candidate {first}" if lines is None else f"on {location(file, lines[first])}"
                self._report(
                    f'item {item_id} has two candidates of the system "{system}"',
                    "item-duplicate-system",
                    _join(at, position_in_item),
                    f"the other is {before}",
                )
            self._columns(values, self._of_candidate, at, position_in_item)
            columns = values if len(self._positions) <= PACKED_FROM else pack(values)
            made.append(Candidate(item_id, system, columns, "" if lines is None else at))
        return tuple(made)

    def _columns(self, values: dict[str, Any], owner: _Owner, where: str, number: int | None = None) -> None:
        for name, column, harmless, wrong in owner.checks:
            value = values.get(name)
            if (value and type(value) in harmless) or value is UNREADABLE:
                continue
            if value is None:
                if column.required:
                    hint = self._near(name, values, owner.declared) or ": ".join(
                        filter(None, (f"add {name!r}", column.about))
                    )
                    self._report(f"the {owner.name} has no {name!r}", "item-missing-value", _join(where, number), hint)
                continue
            problem = wrong(value)
            if problem:
                self._report(problem, "item-bad-value", _join(where, number, name))
            elif column.kind == "text" and not isinstance(value, str):
                values[name] = text_of(value)
            elif column.kind in ("image", "video") and _OUTSIDE.search(value):
                self._report(
                    f"{value!r:.100} is not a path inside the media folder",
                    "media-outside",
                    _join(where, number, name),
                    'write the path relative to the media folder, without ".."',
                )
        if not values.keys() <= owner.known:
            self._unknown_columns(values, owner, where, number)

    def _unknown_columns(self, values: dict[str, Any], owner: _Owner, where: str, number: int | None) -> None:
        for name in values:
            if name in owner.known:
                continue
            if name in RESERVED:
                self._report(
                    f"{name!r} has no meaning here", "item-reserved-name", _join(where, number, name), "rename it"
                )
                continue
            owner.known.add(name)
            absent = [one for one, column in owner.declared.items() if one not in values and not column.required]
            close = difflib.get_close_matches(name, absent, n=1, cutoff=0.75)
            if close:
                self._problems.add(
                    Problem(
                        f"the column {name!r} is not one of this protocol",
                        "item-column-near",
                        _join(where, number, name),
                        f'did you mean "{close[0]}"? Other columns are kept, and hidden from raters',
                        warning=True,
                    )
                )

    def _near(self, name: str, values: dict[str, Any], declared: Mapping[str, Column]) -> str:
        close = closest(name, [one for one in values if one not in declared])
        return f'is it the one you call "{close}"?' if close else ""

    def _reference(self, given: Any, candidates: tuple[Candidate, ...], where: str, kind: str) -> Reference | None:
        if given is UNREADABLE:
            return None
        if given is None:
            if kind in Showing.GRADED:
                hint = 'reference: {"expects": [{"field": ..., "is": ...}]}'
                self._report(f"a {kind} item needs a reference", "item-bad-reference", where, hint)
            return None
        systems = {candidate.system for candidate in candidates}
        found = read_reference(given, form=self._declaration.form, systems=systems, where=f"{where} · reference")
        self._problems.extend(found.problems)
        return found.reference

    def _part(self, values: dict[str, Any], name: str, where: str, kind: str) -> str:
        value = values.get(name)
        text = "" if value is None else text_of(value)
        if text is None:
            self._report(f"expected a text or a number, got {value!r:.60}", "item-bad-value", f"{where} · {name}")
            return ""
        if not text and kind == Showing.MAIN:
            self._lacking.setdefault(name, []).append(where)
        return text

    def _block(self, values: dict[str, Any], where: str, kind: str) -> str:
        parts = [self._part(values, name, where, kind) for name in self._blocks]
        # Doubling the slashes of the values keeps two different lists of values from making one block.
        return parts[0] if len(parts) == 1 else " / ".join(part.replace("/", "//") for part in parts)


def _join(where: str, number: int | None, column: str = "") -> str:
    """The place of a column, in the nth candidate of a nested item if `number` is given."""
    parts = [*([] if number is None else [f"candidates.{number}"]), *([column] if column else [])]
    return f"{where} · {'.'.join(parts)}" if parts else where


def _unreadable(values: Mapping[str, Any], candidates: tuple[Candidate, ...]) -> bool:
    """Whether the reader of the file reported a value already: no protocol must meet what stands in for it."""
    # what could be packed is readable
    open_ones = [c.columns for c in candidates if type(c.columns) is dict]
    return UNREADABLE in values.values() or any(UNREADABLE in columns.values() for columns in open_ones)


def _without_nulls(values: dict[str, Any]) -> dict[str, Any]:
    if None in values.values():
        return {name: value for name, value in values.items() if value is not None}
    return values
