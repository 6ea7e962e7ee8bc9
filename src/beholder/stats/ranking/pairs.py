"""Comparisons of two systems at a time: who stood left, who stood right, and what was said."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError, nearest
from beholder.stats.columns import MISSING, Codes, Floats, codes
from beholder.stats.messages import tell
from beholder.stats.ranking.outcome_words import BOTH_BAD, LEFT, RIGHT, TIE, UNSURE, Winners, outcome_named

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

__all__ = ["LEFT", "RIGHT", "TIE", "Pairs", "PairwiseCounts", "outcome_meanings"]

_WORDS = ("left", "right", "tie")
# what a scale of preference has on each side; more are hardly ever asked
_MOST_GRADES = 10
# a dense table of pairs takes 8 MB up to here
_DENSE_SYSTEMS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PairwiseCounts:
    """How often each outcome was seen for each ordered pair of systems; all that a model without clusters needs.

    `counts` has one row per ordered pair and the columns left wins, right wins, ties; counts may be any weights >= 0.
    """

    names: tuple[str, ...]
    left: Codes
    right: Codes
    counts: Floats

    @property
    def total(self) -> float:
        """The weight of all comparisons."""
        return float(self.counts.sum())

    def without_sides(self) -> PairwiseCounts:
        """The same counts with each pair in one order only: what was said matters, not where a system stood."""
        swapped = self.left > self.right
        first, second = np.minimum(self.left, self.right), np.maximum(self.left, self.right)
        counts = np.where(swapped[:, None], self.counts[:, [RIGHT, LEFT, TIE]], self.counts)
        return _summed(self.names, first, second, counts)

    def plus(self, other: PairwiseCounts) -> PairwiseCounts:
        """Both tables together, systems matched by name: what was counted in parts adds up to what all would give."""
        names = tuple(sorted({*self.names, *other.names}))
        position = {name: i for i, name in enumerate(names)}
        mine, theirs = (np.array([position[x] for x in t.names], dtype=np.int32) for t in (self, other))
        return _summed(
            names,
            np.concatenate([mine[self.left], theirs[other.left]]),
            np.concatenate([mine[self.right], theirs[other.right]]),
            np.concatenate([self.counts, other.counts]),
        )

    def pairs(self) -> Pairs:
        """The counts as weighted comparisons, for a model that needs neither items nor raters."""
        row, outcome = np.nonzero(self.counts)
        return Pairs(
            names=self.names,
            left=self.left[row],
            right=self.right[row],
            outcome=outcome.astype(np.int8),
            weight=self.counts[row, outcome],
        )


def _summed(names: tuple[str, ...], left: Codes, right: Codes, counts: Floats) -> PairwiseCounts:
    m = len(names)
    cell = left.astype(np.int64) * m + right
    found, row = np.unique(cell, return_inverse=True)
    table: Floats = np.zeros((len(found), 3))
    for k in range(3):
        table[:, k] = np.bincount(row, weights=counts[:, k], minlength=len(found))
    return PairwiseCounts(
        names=names, left=(found // m).astype(np.int32), right=(found % m).astype(np.int32), counts=table
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """One row per comparison: codes of both systems into `names`, the outcome, and where known item and rater.

    `weight` is a count or any real >= 0 (1 per row unless given). Rows without an outcome or with weight 0 say nothing:
    they are left out and counted in `n_dropped`. Every system named in any row stays in `names`. `grade` tells by how
    much one was preferred, below 0 the left and above 0 the right; None if outcomes are not graded. Comparisons in which
    both were bad say nothing about who is better: they stand in `both_bad`, as ties, and are counted in `n_dropped`, and
    so are the `n_unsure` where the rater could not tell.
    """

    names: tuple[str, ...]
    left: Codes
    right: Codes
    outcome: NDArray[np.int8]
    weight: Floats
    item: Codes | None = None
    rater: Codes | None = None
    n_dropped: int = 0
    grade: NDArray[np.int8] | None = None
    both_bad: Pairs | None = None
    n_unsure: int = 0

    @classmethod
    def of(
        cls,
        *,
        left: Iterable[Any],
        right: Iterable[Any],
        outcome: Iterable[Any],
        weight: Iterable[Any] | None = None,
        item: Iterable[Any] | None = None,
        rater: Iterable[Any] | None = None,
    ) -> Pairs:
        """Code the columns. An outcome is `left`, `right`, `tie`, `both_bad`, `unsure`, or the name of the winner.

        Graded outcomes are whole numbers around 0, such as -3 to 3: below 0 the left is better, above 0 the right.
        Words of other tables are read too, such as `A>B`, `A=B=Good`, `A=B=Bad`, `model_a`, `tie (bothbad)`.

        Rows are counted from 1 in errors. Refused: a missing system, a system against itself, an outcome that is
        neither a word nor one of the two names, a weight that is negative or no number, a system whose name is one of
        the three words (an outcome could then mean two things).
        """
        left_codes, left_names = codes(left)
        right_codes, right_names = codes(right)
        outcome_codes, outcome_names = codes(outcome)
        n = len(left_codes)
        _same_length(n, {"right": right_codes, "outcome": outcome_codes})
        names, left_codes, right_codes = _one_list(left_codes, left_names, right_codes, right_names)
        for side, column in (("left", left_codes), ("right", right_codes)):
            _refuse(column == MISSING, f"no system stands {side}", code="stats-pair-missing")
        _refuse(left_codes == right_codes, "a system is compared with itself", code="stats-pair-itself")
        found, grade = _outcomes(names, left_codes, right_codes, outcome_codes, [_text(x) for x in outcome_names])
        weights = _weights(weight, n)
        item_codes, rater_codes = (None if x is None else codes(x)[0] for x in (item, rater))
        _same_length(n, {"item": item_codes, "rater": rater_codes})
        for what, clusters in (("item", item_codes), ("rater", rater_codes)):
            if clusters is not None:
                _refuse(clusters == MISSING, f"the {what} is missing", code="stats-pair-missing")
        every = cls(
            names=names,
            left=left_codes,
            right=right_codes,
            outcome=found,
            weight=weights,
            item=item_codes,
            rater=rater_codes,
            grade=grade,
        )
        bad = (found == BOTH_BAD) & (weights > 0)
        return replace(
            every.select((found >= 0) & (found <= TIE) & (weights > 0)),
            both_bad=replace(every.select(bad), outcome=np.full(bad.sum(), TIE, dtype=np.int8), n_dropped=0, grade=None)
            if bad.any()
            else None,
            n_unsure=int(np.count_nonzero((found == UNSURE) & (weights > 0))),
        )

    def select(self, kept: NDArray[np.bool_]) -> Pairs:
        """These rows alone, with all names; the others are counted in `n_dropped`."""
        return replace(
            self,
            left=self.left[kept],
            right=self.right[kept],
            outcome=self.outcome[kept],
            weight=self.weight[kept],
            item=None if self.item is None else self.item[kept],
            rater=None if self.rater is None else self.rater[kept],
            grade=None if self.grade is None else self.grade[kept],
            n_dropped=self.n_dropped + int(np.count_nonzero(~kept)),
        )

    @property
    def n_raters(self) -> int:
        """How many raters compared, those who said that both were bad among them; 0 where nobody knows."""
        said = [one.rater for one in (self, self.both_bad) if one is not None and one.rater is not None]
        return len(np.unique(np.concatenate(said))) if said else 0

    def without_raters(self) -> Pairs:
        """The same comparisons with raters fixed: they are no sample of others, and no cluster."""
        both_bad = None if self.both_bad is None else replace(self.both_bad, rater=None)
        return replace(self, rater=None, both_bad=both_bad)

    @property
    def notes(self) -> tuple[str, ...]:
        """What was set apart, in words."""
        bad = 0 if self.both_bad is None else self.both_bad.n
        return (
            *((tell("note-both-bad", n=bad),) if bad else ()),
            *((tell("note-unsure", n=self.n_unsure),) if self.n_unsure else ()),
        )

    def __len__(self) -> int:
        return len(self.left)

    @property
    def n(self) -> int:
        """The number of comparisons: the sum of the weights, rounded."""
        return round(float(self.weight.sum()))

    def counts(self) -> PairwiseCounts:
        """The comparisons summed over everything but the ordered pair and the outcome."""
        m = len(self.names)
        if m > _DENSE_SYSTEMS:
            return _summed(self.names, self.left, self.right, np.eye(3)[self.outcome] * self.weight[:, None])
        cell = (self.left.astype(np.int64) * m + self.right) * 3 + self.outcome
        table: Any = np.bincount(cell, weights=self.weight, minlength=m * m * 3).reshape(m * m, 3)
        seen = np.flatnonzero(table.sum(axis=1))
        return PairwiseCounts(
            names=self.names,
            left=(seen // m).astype(np.int32),
            right=(seen % m).astype(np.int32),
            counts=table[seen],
        )


def _text(name: Any) -> str:
    return str(int(name)) if isinstance(name, float) and name.is_integer() else str(name)


def _one_list(left: Codes, left_names: list[Any], right: Codes, right_names: list[Any]) -> tuple[Any, Codes, Codes]:
    """One list of systems for both sides, in alphabetical order so that results do not hang on the order of rows."""
    texts = sorted({_text(x) for x in left_names} | {_text(x) for x in right_names})
    for word in _WORDS:
        if word in texts:
            raise BeholderError(
                f'a system is called "{word}", which is also an outcome',
                code="stats-pair-name",
                hint="rename that system",
            )
    position = {name: i for i, name in enumerate(texts)}
    to_left = np.array([*(position[_text(x)] for x in left_names), MISSING], dtype=np.int32)
    to_right = np.array([*(position[_text(x)] for x in right_names), MISSING], dtype=np.int32)
    return tuple(texts), to_left[left], to_right[right]


def _outcomes(
    names: tuple[str, ...], left: Codes, right: Codes, outcome: Codes, outcome_names: Sequence[str]
) -> tuple[NDArray[np.int8], NDArray[np.int8] | None]:
    """The code of each row's outcome, and its grade if outcomes are graded."""
    meaning, grades, graded = outcome_meanings(
        names, outcome_names, lambda code: f"row {int(np.flatnonzero(outcome == code)[0]) + 1}"
    )
    found = meaning[outcome]
    better = -2 - found
    named = found <= -2
    if graded:
        _refuse(
            (named | (found == LEFT) | (found == RIGHT)) & ~np.isin(outcome, graded),
            "the outcome is a side, and others are grades",
            code="stats-pair-outcome",
        )
    stranger = named & (better != left) & (better != right)
    if stranger.any():
        row = int(np.flatnonzero(stranger)[0])
        raise BeholderError(
            f'winner "{names[better[row]]}" is not one of the two compared, '
            f'"{names[left[row]]}" and "{names[right[row]]}"',
            code="stats-pair-outcome",
            where=f"row {row + 1}",
        )
    sides = np.where(named, np.where(better == left, LEFT, RIGHT), found).astype(np.int8)
    return sides, grades[outcome] if graded else None


def outcome_meanings(
    names: tuple[str, ...], outcome_names: Sequence[str], where: Callable[[int], str] = lambda _: ""
) -> tuple[NDArray[np.int64], NDArray[np.int8], list[int]]:
    """What each outcome means: an outcome from 0 on, -1 if it says nothing, or -2 - k if it names system k as the winner.

    Also the grade of each, and which of them are grades. One more stands at the end, for what is missing. `where` tells the
    place of an outcome that means nothing, for its error.
    """
    position = {name: i for i, name in enumerate(names)}
    winners = Winners(names)
    unsaid = {"", "nan"} - set(names)
    meaning = np.full(len(outcome_names) + 1, MISSING, dtype=np.int64)
    grades: Any = np.zeros(len(outcome_names) + 1, dtype=np.int8)
    graded: list[int] = []
    for i, name in enumerate(outcome_names):
        winner, told, grade = winners.named(name), outcome_named(name), _grade(name)
        if winner is not None:
            meaning[i] = -2 - position[winner]
        elif told is not None:
            meaning[i] = told
        elif grade is not None:
            graded.append(i)
            grades[i], meaning[i] = grade, LEFT if grade < 0 else RIGHT if grade > 0 else TIE
        elif name not in unsaid:
            raise BeholderError(
                f'outcome "{name}" is neither left, right, tie, both_bad, unsure, a grade nor a system',
                code="stats-pair-outcome",
                where=where(i),
                hint=nearest(name, [*_WORDS, "both_bad", "unsure", *names]),
            )
    return meaning, grades, graded


def _grade(text: str) -> int | None:
    """The whole number around 0 that a graded outcome is."""
    try:
        number = float(text.replace("\N{MINUS SIGN}", "-"))
    except ValueError:
        return None
    return int(number) if number.is_integer() and abs(number) <= _MOST_GRADES else None


def _weights(weight: Iterable[Any] | None, n: int) -> Floats:
    if weight is None:
        return np.ones(n)
    column = list(weight.to_numpy() if hasattr(weight, "to_numpy") else weight)
    out = np.empty(len(column))
    for i, x in enumerate(column):
        try:
            out[i] = float(x)
        except (TypeError, ValueError):
            out[i] = np.nan
    _same_length(n, {"count": out})
    _refuse(~np.isfinite(out), "a count is no number", code="stats-pair-count")
    _refuse(out < 0, "a count is negative", code="stats-pair-count")
    return out


def _same_length(n: int, columns: dict[str, Any]) -> None:
    for name, column in columns.items():
        if column is not None and len(column) != n:
            raise BeholderError(f"columns differ in length: left {n}, {name} {len(column)}", code="stats-bad-column")


def _refuse(bad: NDArray[np.bool_], problem: str, *, code: str) -> None:
    rows = np.flatnonzero(bad)
    if len(rows):
        more = f" (and {len(rows) - 1} more rows)" if len(rows) > 1 else ""
        raise BeholderError(problem + more, code=code, where=f"row {int(rows[0]) + 1}")
