"""One field as numbers: which rating of which system by whom, ready for every statistic."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beholder.analysis.amount import amount_ratings
from beholder.analysis.context import REVISION
from beholder.analysis.data import RatingsData, occurrence
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.result import CATALOGUE
from beholder.analysis.stopping_plan import StoppingPlan
from beholder.fields import Better, Way, Words
from beholder.findings import Finding
from beholder.stats import Ratings, Scores, mean_ratings
from beholder.stats.bounds import is_bound
from beholder.stats.comparison.scores import Weighting
from beholder.stats.messages import tell
from beholder.text.punctuation import beginning

__all__ = ["Measure", "called_by", "measure_field", "within"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """Numbers of one kind with their rows. `value` is NaN where nothing was said, +inf where only a bound is known.

    `name` begins the names of findings; `label` is what readers call it; `lower_is_better` turns verdicts around. `revision` is that of the
    analysis it belongs to: before the third, raters counted as a sample however few they were. `stopping` is the rule by which
    trials have more or fewer ratings.
    """

    name: str
    label: Words
    rows: RatingsData
    value: Floats
    info: FieldInfo
    lower_is_better: bool = False
    revision: int = REVISION
    stopping: StoppingPlan | None = None

    @cached_property
    def systems(self) -> tuple[str, ...]:
        """The systems that were rated, sorted; `all` where the field speaks of no system."""
        return tuple(self.rows.used("system")) or ("all",)

    @property
    def has_systems(self) -> bool:
        """Whether the ratings speak of systems at all."""
        return self.systems != ("all",)

    @cached_property
    def system(self) -> NDArray[np.int32]:
        """The place of each row's system in `systems`, -1 for none."""
        column = self.rows.text["system"]
        position = {name: i for i, name in enumerate(self.systems)}
        if not self.has_systems:
            return np.zeros(len(self.rows), dtype=np.int32)
        return np.array([*(position.get(name, -1) for name in column.names), -1], dtype=np.int32)[column.codes]

    @cached_property
    def unit(self) -> NDArray[np.int64]:
        """What raters may agree about: item and system, and where others were seen with it the trial in which it was."""
        columns = ["item", "system"]
        if (self.seen_beside or not self.has_systems) and "trial" in self.rows.given:
            columns.append("trial")
        return self.rows.together(*columns)

    @property
    def paired_view(self) -> bool:
        """Whether the system was seen beside another."""
        return bool(self.rows.used("side"))

    @property
    def seen_beside(self) -> bool:
        """Whether an answer about a system speaks of the others too that were shown with it."""
        return self.paired_view or self.info.way in (Way.BEST_WORST, Way.RANKS)

    @cached_property
    def said(self) -> NDArray[np.bool_]:
        """Rows that hold an answer."""
        return ~np.isnan(self.value)

    @property
    def n_blank(self) -> int:
        """Rows shown but left blank."""
        return len(self.value) - int(np.count_nonzero(self.said))

    @property
    def n_censored(self) -> int:
        """Ratings of which only a bound is known."""
        return int(np.count_nonzero(np.isinf(self.value)))

    def bounded(self) -> Floats:
        """Values with a bound taken at its least, one above the limit: means of these are at least so large."""
        top = self.info.top
        if top is None:
            return self.value
        return np.where(np.isinf(self.value), top + 1.0, self.value)

    @cached_property
    def scores(self) -> Scores:
        """The ratings as numbers per system, block and rater; a censored one counts as its least possible value."""
        kept = self.said & (self.system >= 0)
        block, rater, group = (self.rows.text[name] for name in ("block", "rater", "group"))
        found = Scores(
            value=self.bounded()[kept],
            system=self.system[kept],
            block=block.codes[kept],
            rater=rater.codes[kept] if self.has_raters else None,
            systems=self.systems,
            blocks=block.names,
            raters=rater.names,
            n_dropped=len(kept) - int(np.count_nonzero(kept)),
            group=group.codes[kept],
            groups=group.names,
            weight=self._weights(kept),
            weighted_by=self._weighted_by,
        )
        return found.panelled() if self.revision >= 3 else found

    @property
    def _weighted_by(self) -> Weighting:
        if self.stopping is None:
            return "column"
        return "chance" if self.stopping.by_chance and self.revision >= 6 else "trial"

    def _weights(self, kept: NDArray[np.bool_]) -> Floats | None:
        """How much each rating counts; None where all count the same.

        An excluded answer has no weight of its own: where results are told with it as well, it counts once.
        """
        if self.stopping is not None and self.revision < 6:
            unit = self.rows.together("trial", "system")[kept]
            return np.asarray(1.0 / np.bincount(unit)[unit])
        weight = np.nan_to_num(self.rows.numbers["weight"][kept], nan=1.0)
        return None if (weight == 1.0).all() else weight

    def for_agreement(self) -> Measure:
        """The measure on what agreement can be told from: all of it, or with a rule for stopping the random share in full."""
        if self.stopping is None:
            return self
        return self.only(self.rows.text["trial"].is_in(self.stopping.in_full))

    @property
    def range(self) -> tuple[float, float] | None:
        """The ends of the scale, which no mean leaves; None where values have no ends, or those seen need not be them."""
        info = self.info
        if info.order:
            return 0.0, len(info.order) - 1.0
        guessed = info.inferred_level and info.level != "ordinal"
        if info.least is None or info.most is None or info.top is not None or guessed:
            return None
        return float(info.least), float(info.most)

    @property
    def is_amount(self) -> bool:
        """Whether values begin at 0 and have no upper end, as numbers of marks do."""
        info = self.info
        return info.least == 0 and info.most is None and info.top is None

    def mean(self, system: str | None = None, *, confidence: float, scores: Scores | None = None) -> Finding:
        """The mean of a system, or of all, with an interval that stays on the scale; `scores` are some of the measure's."""
        scores = self.scores if scores is None else scores
        if self.is_amount and self.revision >= 6:
            return amount_ratings(scores, system, confidence=confidence)
        found = mean_ratings(scores, system, confidence=confidence)
        return within(found, self.range) if self.revision >= 3 else found

    @property
    def better(self) -> Better:
        """At which end a system is good; `none` where neither is said to be."""
        return "lower" if self.lower_is_better else self.info.better

    @property
    def has_raters(self) -> bool:
        """Whether it is known who rated."""
        return bool(self.rows.used("rater"))

    @cached_property
    def ratings(self) -> Ratings:
        """The ratings for agreement: one per unit and rater, repeats by the same rater left out and counted."""
        return self.ratings_of(np.ones(len(self.rows), dtype=bool))

    def ratings_of(self, chosen: NDArray[np.bool_]) -> Ratings:
        """The ratings of some rows. Values are numbers, or worded answers where the field is nominal."""
        kept = chosen & self.said
        rater: Any = self.rows.text["rater"].codes[kept]
        nameless = self.rows.text["rater"].is_in(("",))[kept]
        if not self.has_raters:
            # alpha needs no names, only that the ratings of one thing are by different raters
            rater = occurrence(self.unit[kept])
        elif nameless.any():
            # rows without a name are not by one and the same person
            rater = np.where(nameless, np.nan, rater)
        if self.info.level == "nominal" and self.info.way is not Way.MEANS:
            value: Any = (
                self.rows.text["value"].texts()[kept].tolist() if self.info.way is not Way.RATES else self.value[kept]
            )
        else:
            value = self.value[kept]
        return Ratings.of(item=self.unit[kept], rater=rater, value=value)

    def clusters(self, ratings: Ratings) -> NDArray[np.int64]:
        """The block of each unit of these ratings: units of one block are no independent sample of anything."""
        block = np.full(int(self.unit.max(initial=-1)) + 1, -1, dtype=np.int64)
        block[self.unit] = self.rows.text["block"].codes
        return block[np.array(ratings.items, dtype=np.int64)]

    def only(self, chosen: NDArray[np.bool_]) -> Measure:
        """The same measure on some of its rows."""
        return replace(self, rows=self.rows.select(chosen), value=self.value[chosen])

    def with_value(self, value: Floats, *, name: str, label: Words, lower_is_better: bool = False) -> Measure:
        """Another number of the same rows, such as whether the count is exact."""
        better: Better = "lower" if lower_is_better else "higher"
        info = replace(self.info, name=name, label=label, better=better, top=None, least=None, most=None, order=())
        return Measure(name, label, self.rows, value, info, lower_is_better, self.revision, self.stopping)


def measure_field(
    data: RatingsData, info: FieldInfo, *, revision: int = REVISION, stopping: StoppingPlan | None = None
) -> Measure:
    """A field of the ratings as numbers: its number, its place in a worded order, 1 for yes and 0 for no."""
    rows = data.where(field=info.name)
    column = rows.text["value"]
    if info.way in (Way.SHARES, Way.RATES) and info.yes:
        table = np.array([_yes(name, info.yes) for name in column.names] + [np.nan])
        value = table[column.codes]
    else:
        value = rows.numbers["number"].copy()
        if info.order:
            position = {name: float(i) for i, name in enumerate(info.order)}
            table = np.array([position.get(name, np.nan) for name in column.names] + [np.nan])
            value = np.where(np.isnan(value), table[column.codes], value)
        beyond = np.array([is_bound(name) for name in column.names] + [False])[column.codes]
        value[beyond] = np.inf
        if info.way is Way.SHARES:
            # without a yes there is no number; a code tells said from unsaid
            value = np.where(column.is_in(("",)), np.nan, column.codes.astype(np.float64))
    label = called_by(info.label, info.name)
    return Measure(info.name, label, rows, value, info, info.better == "lower", revision, stopping)


def called_by(label: Words, name: str) -> Words:
    """What sentences call a field or an answer: its id in English, in other languages the beginning of its wording."""
    told = {language: beginning(label.to(language)) or name for language in CATALOGUE.languages}
    return Words({**told, "en": name.replace("_", " ")})


def within(finding: Finding, ends: tuple[float, float] | None) -> Finding:
    """The finding with its interval cut where the scale ends.

    The true mean lies on the scale, so the cut interval holds it exactly as often as the whole one.
    """
    if finding.interval is None or ends is None:
        return finding
    low, high = finding.interval
    kept = (min(max(low, ends[0]), ends[1]), max(min(high, ends[1]), ends[0]))
    if kept == finding.interval:
        return finding
    return replace(finding, interval=kept, notes=(*finding.notes, tell("note-cut-at-scale")))


def _yes(name: str, yes: str) -> float:
    if not name.strip():
        return np.nan
    return float(name == yes)
