"""What changed between two versions of a study, and whether a study that has answers may change so."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from beholder.errors import BeholderError, Problem
from beholder.study.meaning import flat
from beholder.study.version import Version

__all__ = ["Change", "Difference", "compare"]

_FREE = frozenset(
    {
        "title",
        "description",
        "selection",
        "media",
        "languages",
        "same_rater",
        "max_per_rater",
        "trials_per_visit",
        "timezone",
        "lease_minutes",
        "longest_lease_minutes",
        "newcomer_places",
        "most_skipped",
        "cost",
        "contact",
        "run_by",
        "consent",
        "before",
        "after",
        "exported_questions",
        "practice",
        "qualification",
        "checks",
        "repeats",
        "limits",
        "exclude",
        "adjudicate",
        "broken_after",
        "broken_answers",
        "broken_share",
        "crowd",
        "contrasts",
        "headline",
        "about",
    }
)
# enough to see the pattern of what changed
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that changed, in a readable line."""

    text: str
    allowed: bool
    hint: str = "take the change back, or copy the folder without .beholder and run it as a new study"
    where: str = "study.yaml"

    def __str__(self) -> str:
        return f"{'allowed' if self.allowed else 'refused'}: {self.text}"


@dataclass(frozen=True, slots=True)
class Change:
    """All differences between two versions, those that are refused first."""

    differences: tuple[Difference, ...]

    @property
    def verdict(self) -> Literal["identical", "allowed", "refused"]:
        """`identical` if nothing differs, `refused` if anything is refused, else `allowed`."""
        if not self.differences:
            return "identical"
        return "allowed" if all(one.allowed for one in self.differences) else "refused"

    def refuse(self) -> None:
        """Raises one error that lists all that is refused, if anything is."""
        refused = [one for one in self.differences if not one.allowed]
        if refused:
            raise BeholderError.of(Problem(one.text, "study-changed", one.where, one.hint) for one in refused)


def compare(old: Version, new: Version, *, judged: Collection[str] = ()) -> Change:
    """What changed. Wording, guidelines, added items and raised quotas are allowed: they leave old trials alone.

    `judged` are the files of items with answers, which must stay what raters saw.
    """
    if old.text == new.text:
        return Change(())
    before, after = old.data, new.data
    found = [
        *_meaning(before["meaning"], after["meaning"]),
        *_settings(before["settings"], after["settings"]),
        *_items(before["items"], after["items"]),
        *_media(before.get("media"), after.get("media", {}), judged),
        *_delivered(before, after),
        *_rest(before, after),
        *_guidelines(before["guidelines"], after["guidelines"]),
    ]
    return Change(tuple(sorted(found, key=lambda one: one.allowed)))


def _changed(before: dict[str, Any], after: dict[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    for name in [*before, *(one for one in after if one not in before)]:
        if name not in before or name not in after or before[name] != after[name]:
            yield name, before.get(name), after.get(name)


def _meaning(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Difference]:
    """Changed fields and columns. A field or column that comes or goes is one line, not one for each of its parts."""
    told: set[str] = set()
    for path, old, new in _changed(before, after):
        whole = _owner(path)
        if whole and not (_has(before, whole) and _has(after, whole)):
            if whole not in told:
                told.add(whole)
                gone = _has(before, whole)
                yield Difference(f"{whole} is {'gone' if gone else 'new'}", not gone and _harmless(after, whole))
            continue
        loosened = path.startswith(("item.", "candidate.")) and path.endswith(".required") and new is False
        yield Difference(_line(path, old, new), loosened)


def _owner(path: str) -> str:
    parts = path.split(".")
    if parts[0] in ("item", "candidate"):
        return ".".join(parts[:2])
    return ".".join(parts[:3]) if parts[:2] in (["form", "fields"], ["form", "candidate_fields"]) else ""


def _has(meaning: dict[str, Any], whole: str) -> bool:
    return f"{whole}.kind" in meaning


def _harmless(meaning: dict[str, Any], whole: str) -> bool:
    """A new column that need not be there and is never shown changes nothing for the items there are."""
    return whole.startswith(("item.", "candidate.")) and not (meaning[f"{whole}.required"] or meaning[f"{whole}.shown"])


def _settings(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Difference]:
    # trials are stopped by the rule that was in force, and the share in full was drawn for it
    by_rule = isinstance(before["ratings"], dict) or isinstance(after["ratings"], dict)
    for name, old, new in _changed(before, after):
        if name == "ratings":
            allowed = not by_rule and new >= old
        elif name == "overlap":
            allowed = (
                not by_rule
                and new is not None
                and (old is None or (new["share"] >= old["share"] and new["ratings"] >= old["ratings"]))
            )
        elif name == "pairs":
            same_way = all(old.get(one) == new.get(one) for one in ("choose", "random"))
            allowed = same_way and bool(old["listed"]) and _pair_set(old["listed"]) <= _pair_set(new["listed"])
        else:
            allowed = name in _FREE
        yield Difference(_line(name, old, new), allowed)


def _pair_set(pairs: Iterable[Iterable[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def _items(before: dict[str, str], after: dict[str, str]) -> Iterator[Difference]:
    kinds = (
        ("removed", sorted(before.keys() - after.keys()), False),
        ("changed", sorted(one for one in before.keys() & after.keys() if before[one] != after[one]), False),
        ("added", sorted(after.keys() - before.keys()), True),
    )
    for what, ids, allowed in kinds:
        if ids:
            named = ", ".join(ids[:_MOST_NAMED]) + (", ..." if len(ids) > _MOST_NAMED else "")
            yield Difference(f"{len(ids):,} item{'s' if len(ids) > 1 else ''} {what}: {named}", allowed)


_PUT_BACK = "put the files back as raters saw them; a picture that is to be shown from now on is a new item with an id of its own"


def _media(before: dict[str, str] | None, after: dict[str, str], judged: Collection[str]) -> Iterator[Difference]:
    """Files whose bytes changed. A file that nobody has judged may be mended."""
    if before is None:
        if after:
            yield Difference(
                f"the digests of {len(after):,} pictures and masks are recorded from now on", True, where="media"
            )
        return
    changed = sorted(name for name in before.keys() & after.keys() if before[name] != after[name])
    for names, allowed in (
        ([name for name in changed if name in judged], False),
        ([name for name in changed if name not in judged], True),
    ):
        if names:
            named = ", ".join(names[:_MOST_NAMED]) + (", ..." if len(names) > _MOST_NAMED else "")
            files = "1 file" if len(names) == 1 else f"{len(names):,} files"
            what = "that nobody has judged changed" if allowed else "of items with answers changed"
            yield Difference(f"{files} {what}: {named}", allowed, _PUT_BACK, "media")


def _delivered(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Difference]:
    """Files made anew of sources that did not change, as by another version of the picture library."""
    old, new = before.get("delivered", {}), after.get("delivered", {})
    same = {name for name, digest in after.get("media", {}).items() if before.get("media", {}).get(name) == digest}
    count = sum(old[name] != new[name] for name in old.keys() & new.keys() & same)
    if count:
        files = "1 file" if count == 1 else f"{count:,} files"
        yield Difference(f"{files} for raters made anew of the same sources, with other bytes", True, where="media")


def _rest(before: dict[str, Any], after: dict[str, Any]) -> Iterator[Difference]:
    """Parameters and all of the declaration that is not its meaning: words, timing, repeats."""
    deciding = before["meaning"].keys() | after["meaning"].keys()
    for path, old, new in _changed(flat(before["declaration"]), flat(after["declaration"])):
        # The default number of ratings is compared as the setting it becomes.
        if path not in deciding and path != "ratings" and not _part_of_new(path, before, after):
            yield Difference(_line(path, old, new), True)
    for path, old, new in _changed(flat(before["params"]), flat(after["params"])):
        yield Difference(_line(f"params.{path}", old, new), True)


def _part_of_new(path: str, before: dict[str, Any], after: dict[str, Any]) -> bool:
    whole = _owner(path)
    return bool(whole) and _has(before["meaning"], whole) != _has(after["meaning"], whole)


def _guidelines(before: dict[str, str], after: dict[str, str]) -> Iterator[Difference]:
    for language, old, new in _changed(before, after):
        delta = list(difflib.unified_diff((old or "").splitlines(), (new or "").splitlines(), n=0))[2:]
        added, gone = (sum(line.startswith(sign) for line in delta) for sign in "+-")
        yield Difference(f"guideline ({language}): {added} lines added, {gone} taken away", True)


def _line(path: str, old: Any, new: Any) -> str:
    return f"{path}: {_shown(old)} → {_shown(new)}"


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    text = value if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
