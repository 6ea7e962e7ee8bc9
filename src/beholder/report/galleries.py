"""Single items to look at: where raters disagreed most, and what they found best and worst."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.measure import Measure
from beholder.analysis.result import say
from beholder.analysis.votes import lead_of
from beholder.analysis.workspace import Work
from beholder.fields import Analysed, Way, Words
from beholder.protocols import Declaration, Item
from beholder.report.exhibits import Exhibit, exhibit
from beholder.report.pictures import PictureBook

__all__ = ["Card", "Gallery", "galleries"]

# of each sort: enough to see what they share, few enough to look at all
_EACH = 6
# pixels, so that several stand side by side
_SIDE = 240
# of each thing, the first ones; the export has all
_COMMENTS = 3
# single answers that fit on a card
_VALUES = 12
# characters of a comment, beyond which it would outgrow its card
_LONGEST = 240
_OUTCOMES = ("win", "tie", "loss")


@dataclass(frozen=True, slots=True)
class Card:
    """One rated thing: what raters saw, what they answered, what they wrote."""

    item: str
    system: str
    value: float
    answers: tuple[str, ...]
    n: int
    comments: tuple[str, ...]
    shown: Exhibit
    beside: Exhibit


@dataclass(frozen=True, slots=True)
class Gallery:
    """Cards of one sort (`disagreed`, `best`, `worst`, or `split` for answers without order) on one field.

    `tied` counts the outputs that have the value of the last card where they do not all fit, `tied_shown` those that do.
    """

    sort: str
    field: Words
    cards: tuple[Card, ...]
    tied: int = 0
    tied_shown: int = 0


def galleries(
    work: Work, *, items: Mapping[str, Item], declaration: Declaration | None, book: PictureBook, language: str
) -> list[Gallery]:
    """Most disagreed, best and worst on the first field that has numbers; empty where there is none or too little.

    Disagreement is the standard deviation of a thing's ratings by different people, where it has two or more; of answers
    without order, the share that differs from the commonest. Ties go to the thing with more ratings, then by name.
    """
    measure = _headline(work)
    if measure is None:
        return []
    units = _Units.of(measure)
    chosen = units.chosen(lower_is_better=measure.lower_is_better)
    comments = _comments(work, units, {unit for found in chosen.values() for unit in found})
    out = []
    for sort, found in chosen.items():
        cards = []
        for unit in found:
            item, system = units.names(unit)
            cards.append(
                Card(
                    item=item,
                    system=system,
                    value=float(units.sorted_by(sort)[unit]),
                    answers=units.answers(unit, language),
                    n=int(units.n[unit]),
                    comments=comments.get(unit, ()),
                    **_exhibits(declaration, items.get(item), system, book, language),
                )
            )
        if cards:
            out.append(Gallery(sort, measure.label, tuple(cards), *units.tied(found, sort)))
    return out


def _headline(work: Work) -> Measure | None:
    """What items are chosen by: the first field with numbers, else yes or no, else a preference, a pick or a rank, else any choice."""
    wanted = [
        *work.numeric,
        *(work.measure(info.name) for info in work.fields if info.way is Way.SHARES and info.yes),
        *(_won(work.measure(info.name)) for info in work.fields if info.way is Way.PREFERENCE),
        *(work.measure(info.name) for info in work.fields if info.way in (Way.BEST_WORST, Way.RANKS)),
        *(work.measure(info.name) for info in work.fields if info.way is Way.SHARES),
    ]
    return next((measure for measure in wanted if measure.said.any()), None)


def _won(measure: Measure) -> Measure:
    coded = measure.rows.text["value"]
    worth = np.array([*(_worth(lead_of(name)) for name in coded.names), np.nan])
    return measure.with_value(worth[coded.codes], name=measure.name, label=measure.label)


def _worth(lead: float | None) -> float:
    """From 0 for a loss over one half for a tie to 1 for a win; grades go beyond."""
    return np.nan if lead is None else (1 + lead) / 2


@dataclass(frozen=True)
class _Units:
    """What was rated (item and system) with the mean, spread and number of its ratings."""

    measure: Measure
    code: NDArray[np.int64]
    first: NDArray[np.int64]
    n: NDArray[np.int64]
    mean: NDArray[np.float64]
    spread: NDArray[np.float64]

    @classmethod
    def of(cls, measure: Measure) -> _Units:
        kept = measure.said & (measure.system >= 0)
        rows = measure.rows.select(kept)
        value = measure.bounded()[kept]
        _, first, code = np.unique(rows.together("item", "system"), return_index=True, return_inverse=True)
        n = np.bincount(code)
        mean = np.bincount(code, weights=value) / n
        if _unordered(measure):
            cell, size = np.unique(code * (int(value.max()) + 1) + value.astype(np.int64), return_counts=True)
            top = np.zeros(len(n))
            np.maximum.at(top, cell // (int(value.max()) + 1), size)
            spread = 1 - top / n
        else:
            gap = np.bincount(code, weights=(value - mean[code]) ** 2)
            spread = np.sqrt(gap / np.maximum(n - 1, 1))
        only = Measure(measure.name, measure.label, rows, value, measure.info, measure.lower_is_better)
        return cls(only, code, first, n, mean, spread)

    def chosen(self, *, lower_is_better: bool) -> dict[str, list[int]]:
        """The places of the units of each sort; no unit is both best and worst."""
        if not len(self.n):
            return {}
        enough = self.n >= self._fewest("best")
        by_mean = np.lexsort((np.arange(len(self.n)), -self.n, -self.mean))
        order = [int(unit) for unit in by_mean[enough[by_mean]]]
        each = min(_EACH, len(order) // 2)
        best, worst = order[:each], order[::-1][:each]
        if lower_is_better:
            best, worst = worst, best
        apart = np.lexsort((np.arange(len(self.n)), -self.n, -self.spread))
        disagreed = [int(u) for u in apart[: 4 * _EACH] if self.n[u] >= self._fewest("split") and self.spread[u] > 0]
        if _unordered(self.measure):
            return {"split": disagreed[:_EACH]}
        return {"disagreed": disagreed[:_EACH], "best": best, "worst": worst}

    def sorted_by(self, sort: str) -> NDArray[np.float64]:
        """What units of a sort are chosen by."""
        return self.mean if sort in ("best", "worst") else self.spread

    def tied(self, found: list[int], sort: str) -> tuple[int, int]:
        """How many units have the value of the last one chosen, and how many of these were; nothing if all were."""
        value = self.sorted_by(sort)
        # means of the same ratings in another order differ in the last digits
        alike = np.isclose(value, value[found[-1]], rtol=1e-9, atol=1e-12) & (self.n >= self._fewest(sort))
        shown = int(np.count_nonzero(alike[found]))
        total = int(np.count_nonzero(alike))
        return (total, shown) if total > shown else (0, 0)

    def _fewest(self, sort: str) -> int:
        """How many ratings a unit must have to be chosen: two, where there are such."""
        return min(2, int(self.n.max())) if sort in ("best", "worst") else 2

    def names(self, unit: int) -> tuple[str, str]:
        row = int(self.first[unit])
        texts = []
        for column in ("item", "system"):
            coded = self.measure.rows.text[column]
            code = int(coded.codes[row])
            texts.append(coded.names[code] if 0 <= code < len(coded.names) else "")
        return texts[0], texts[1]

    def answers(self, unit: int, language: str) -> tuple[str, ...]:
        """The answers in order of size, as they were given; those that have words in the language of the report."""
        rows = np.flatnonzero(self.code == unit)
        rows = rows[np.argsort(self.measure.value[rows], kind="stable")][:_VALUES]
        coded = self.measure.rows.text["value"]
        names = (coded.names[int(coded.codes[row])] for row in rows)
        worded = _worded(self.measure.info)
        return tuple(worded[name].to(language) if name in worded else name for name in names)


def _worded(info: Analysed) -> Mapping[str, Words]:
    """Values that have words."""
    if info.way is Way.PREFERENCE:
        return {key: say(f"preference-{key}") for key in _OUTCOMES}
    if info.way is Way.BEST_WORST:
        return {"best": say("choices-best"), "": say("choices-neither"), "worst": say("choices-worst")}
    return info.options or {}


def _unordered(measure: Measure) -> bool:
    return measure.info.way is Way.SHARES and not measure.info.yes


def _comments(work: Work, units: _Units, wanted: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """What was written in the answers that rated these units, or about them."""
    fields = [info.name for info in work.fields if info.way is Way.TEXTS]
    if not fields:
        return {}
    texts = work.main.where(field=fields)
    texts = texts.select(~texts.text["value"].is_in(("",)))
    item, system, value = (texts.text[name] for name in ("item", "system", "value"))
    found: dict[int, tuple[str, ...]] = {}
    for unit in wanted:
        wanted_item, wanted_system = units.names(unit)
        rows: Any = item.is_in((wanted_item,)) & system.is_in((wanted_system, ""))
        said = dict.fromkeys(value.names[int(code)].strip() for code in value.codes[rows][: 4 * _COMMENTS])
        found[unit] = tuple(_cut(text) for text in list(said)[:_COMMENTS] if text)
    return found


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else text[:_LONGEST] + " …"


def _exhibits(
    declaration: Declaration | None, item: Item | None, system: str, book: PictureBook, language: str
) -> dict[str, Exhibit]:
    if declaration is None or item is None:
        return {"shown": Exhibit(), "beside": Exhibit()}
    candidate = next((c for c in item.candidates if c.system == system), None)
    beside = Exhibit()
    if candidate is not None:
        beside = exhibit(declaration, item, book=book, language=language, side=_SIDE, candidate=candidate, zoom=True)
    # a mask is laid over the item's picture, which then need not be shown again
    if beside.pictures and any(column.shown and column.kind == "mask" for column in declaration.candidate.values()):
        return {"shown": Exhibit(), "beside": beside}
    return {"shown": exhibit(declaration, item, book=book, language=language, side=_SIDE), "beside": beside}
