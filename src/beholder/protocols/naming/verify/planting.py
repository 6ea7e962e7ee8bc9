"""Which objects and names of round 1 go into round 2, and the controls planted among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.example.misspelling import misspell
from beholder.protocols.naming.params import Verification

__all__ = ["PLANTED", "PlannedName", "PlannedObject", "VerificationPlan", "plan_verification"]

PLANTED = ("typo", "other-object", "random")
"""The kinds of planted names, in the order in which they take turns."""


@dataclass(frozen=True, slots=True)
class PlannedName:
    """A name to be shown. `planted` is the kind of a name nobody gave; `control` is `right` for one known to be right."""

    system: str
    name: str
    count: int = 0
    planted: str = ""
    control: str = ""
    copy_of: str = ""


@dataclass(frozen=True, slots=True)
class PlannedObject:
    """An object and the names that will be shown for it."""

    item: str
    names: tuple[PlannedName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerificationPlan:
    """Round 2 as planned, and what stays out of it: objects by reason, and how many names were set aside."""

    objects: tuple[PlannedObject, ...]
    skipped: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names_set_aside: int = 0

    @property
    def names(self) -> int:
        """All names that will be shown."""
        return sum(len(one.names) for one in self.objects)

    @property
    def planted(self) -> dict[str, int]:
        """How many names of each kind were planted."""
        kinds = Counter(name.planted for one in self.objects for name in one.names if name.planted)
        return {kind: kinds[kind] for kind in PLANTED}

    @property
    def known_right(self) -> int:
        """How many names of round 1 double as controls."""
        return sum(name.control == "right" for one in self.objects for name in one.names)


def plan_verification(
    sets: Iterable[ResponseSet],
    how: Verification,
    rng: np.random.Generator,
    *,
    image_of: Mapping[str, str] | None = None,
    others: Mapping[str, Sequence[str]] | None = None,
) -> VerificationPlan:
    """Names given at least `min_count` times go in; objects left with fewer than two of them do not.

    Of an object with one name everybody agrees, so the name is taken as right. Planted names make up the share
    `controls` of all names, at most one per object, their kinds taking turns as far as an object allows: a typo needs a
    name long enough, another thing's name needs `others` or a second object on the same picture (`image_of`).
    """
    every = list(sets)
    kept = [one.at_least(how.min_count) for one in every]
    skipped: dict[str, list[str]] = {}
    chosen: list[tuple[ResponseSet, ResponseSet]] = []
    for whole, left in zip(every, kept, strict=True):
        if len(left.names) >= 2:
            chosen.append((whole, left))
        else:
            reason = "no name" if not whole.names else "one name" if left.names else "no name given often enough"
            skipped.setdefault(reason, []).append(whole.item)
    garden = _Garden(every, image_of or {}, others or {}, rng)
    count = round(how.controls / (1 - how.controls) * sum(len(left.names) for _, left in chosen))
    sown = set(rng.permutation(len(chosen))[:count].tolist())
    objects = []
    for number, (whole, left) in enumerate(chosen):
        names = _named(left, how.right_share)
        planted = garden.plant(whole, names) if number in sown else None
        objects.append(PlannedObject(left.item, (*names, planted) if planted else names))
    aside = sum(len(whole.names) - len(left.names) for whole, left in zip(every, kept, strict=True))
    return VerificationPlan(
        objects=tuple(objects),
        skipped={reason: tuple(items) for reason, items in skipped.items()},
        names_set_aside=aside,
    )


def _named(left: ResponseSet, right_share: float) -> tuple[PlannedName, ...]:
    total = left.total
    return tuple(
        PlannedName(
            f"n{position}", name, count, control="right" if position == 1 and count >= right_share * total else ""
        )
        for position, (name, count) in enumerate(zip(left.names, left.counts, strict=True), start=1)
    )


class _Garden:
    """Finds a name to plant for an object."""

    def __init__(
        self,
        sets: Sequence[ResponseSet],
        image_of: Mapping[str, str],
        others: Mapping[str, Sequence[str]],
        rng: np.random.Generator,
    ) -> None:
        self._rng = rng
        self._others = others
        self._image_of = image_of
        self._on_image: dict[str, list[ResponseSet]] = {}
        for one in sets:
            if one.item in image_of:
                self._on_image.setdefault(image_of[one.item], []).append(one)
        self._known = {name for one in sets for name in one.names}
        self._tops = sorted({one.top for one in sets if one.top is not None and one.counts[0] >= 2})
        # names that several people gave to one object may well both fit another
        self._beside: dict[str, set[str]] = {}
        for one in sets:
            often = one.at_least(2).names
            for name in often:
                self._beside.setdefault(name, set()).update(often)
        self._turns: Counter[str] = Counter()

    def plant(self, whole: ResponseSet, names: Sequence[PlannedName]) -> PlannedName | None:
        """A planted name of the kind that has had the fewest turns and can be had here."""
        for kind in sorted(PLANTED, key=lambda kind: self._turns[kind]):
            found = self._find(kind, whole, names)
            if found is not None:
                self._turns[kind] += 1
                return found
        return None

    def _find(self, kind: str, whole: ResponseSet, names: Sequence[PlannedName]) -> PlannedName | None:
        system = f"n{len(names) + 1}"
        if kind == "typo":
            for one in names:
                slip = misspell(one.name, self._rng, known=self._known)
                if slip is not None:
                    return PlannedName(system, slip, planted=kind, copy_of=one.system)
            return None
        name = self._other_thing(whole, names) if kind == "other-object" else self._foreign(whole)
        return None if name is None else PlannedName(system, name, planted=kind)

    def _other_thing(self, whole: ResponseSet, names: Sequence[PlannedName]) -> str | None:
        shown = {one.name for one in names}
        # what the study lists is known to be another thing; a neighbouring box may be around the same one
        listed = [name for name in self._others.get(whole.item, ()) if name not in shown]
        beside = [one.top for one in self._on_image.get(self._image_of.get(whole.item, ""), []) if one is not whole]
        listed += [top for top in beside if top is not None and not self._may_fit(top, whole)]
        return self._one_of(list(dict.fromkeys(listed)))

    def _foreign(self, whole: ResponseSet) -> str | None:
        there = set(self._others.get(whole.item, ()))
        for _ in range(50):
            name = self._one_of(self._tops)
            if name is None or not (name in there or self._may_fit(name, whole)):
                return name
        return None

    def _may_fit(self, name: str, whole: ResponseSet) -> bool:
        beside = self._beside.get(name, set())
        return any(given in beside or given == name for given in whole.names)

    def _one_of(self, names: Sequence[str]) -> str | None:
        return names[int(self._rng.integers(len(names)))] if names else None
