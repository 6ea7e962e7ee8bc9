"""Columns of systems that were shown together: the coding and the checks that rankings and best–worst share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from beholder.errors import BeholderError
from beholder.stats.columns import MISSING, Codes, codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Lists", "refuse_row"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lists:
    """Rows grouped by who was shown which list: one answer is one list by one rater.

    `rows[a]` are the rows of answer a, `system` the code of each row's system into `names`, `listed` and `rater` the
    codes of each answer.
    """

    names: tuple[str, ...]
    system: Codes
    rows: tuple[NDArray[np.int64], ...]
    listed: Codes
    rater: Codes | None

    @classmethod
    def of(
        cls, *, listed: Iterable[Any], system: Iterable[Any], rater: Iterable[Any] | None, length: int, what: str
    ) -> Lists:
        """Code the columns, all of `length` rows. Refused with its row: a missing name, a system twice in one list."""
        list_codes, _ = codes(listed)
        system_codes, found = codes(system)
        rater_codes = None if rater is None else codes(rater)[0]
        for name, column in ((what, list_codes), ("system", system_codes), ("rater", rater_codes)):
            if column is None:
                continue
            if len(column) != length:
                raise BeholderError(
                    f"columns differ in length: {name} {len(column)}, others {length}", code="stats-bad-column"
                )
            for row in np.flatnonzero(column == MISSING)[:1]:
                refuse_row(int(row), f"the {name} is missing", code="stats-list-missing")
        texts = sorted({str(x) for x in found})
        position = {name: i for i, name in enumerate(texts)}
        system_codes = np.array([*(position[str(x)] for x in found), MISSING], dtype=np.int32)[system_codes]
        answers = _answers(list_codes, rater_codes)
        for rows in answers:
            _refuse_twice(rows, system_codes, texts, what)
        first = np.array([rows[0] for rows in answers], dtype=np.int64)
        return cls(
            names=tuple(texts),
            system=system_codes,
            rows=tuple(answers),
            listed=list_codes[first],
            rater=None if rater_codes is None else rater_codes[first],
        )

    def kept(self, answers: Sequence[int]) -> Lists:
        """These answers alone, with all names."""
        chosen = np.array(answers, dtype=np.int64)
        return Lists(
            names=self.names,
            system=self.system,
            rows=tuple(self.rows[a] for a in answers),
            listed=self.listed[chosen],
            rater=None if self.rater is None else self.rater[chosen],
        )


def _answers(listed: Codes, rater: Codes | None) -> list[NDArray[np.int64]]:
    """The rows of each answer, answers in order of first appearance."""
    if not len(listed):
        return []
    key = listed.astype(np.int64)
    if rater is not None:
        key = key * (int(rater.max()) + 1) + rater
    order = np.argsort(key, kind="stable")
    groups = np.split(order, np.flatnonzero(np.diff(key[order])) + 1)
    return sorted(groups, key=lambda rows: int(rows[0]))


def _refuse_twice(rows: NDArray[np.int64], system: Codes, names: Sequence[str], what: str) -> None:
    members = system[rows]
    _, first = np.unique(members, return_index=True)
    for again in np.setdiff1d(np.arange(len(members)), first)[:1]:
        refuse_row(
            int(rows[again]),
            f'system "{names[members[again]]}" stands twice in one {what}',
            code="stats-list-twice",
            hint=f"if several raters were shown the same {what}, name the rater's column",
        )


def refuse_row(row: int, problem: str, *, code: str, hint: str = "") -> None:
    """An error about one row, counted from 1."""
    raise BeholderError(problem, code=code, where=f"row {row + 1}", hint=hint)
