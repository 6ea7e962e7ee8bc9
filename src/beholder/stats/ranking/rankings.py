"""Systems put in order, several at a time: who stood in which list, and which rank each was given."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.stats.columns import Codes, codes
from beholder.stats.ranking.lists import Lists, refuse_row

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Rankings"]

Tiers = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rankings:
    """One entry per ranking: `tiers` are the ranked systems, best first, equal ranks together; `rest` the shown others.

    Systems are codes into `names`. Lists that say nothing (one system, or no rank at all) are in `n_dropped`.
    """

    names: tuple[str, ...]
    tiers: tuple[Tiers, ...]
    rest: tuple[tuple[int, ...], ...]
    listed: Codes
    rater: Codes | None
    n_dropped: int = 0

    @classmethod
    def of(
        cls,
        *,
        listed: Iterable[Any],
        system: Iterable[Any],
        rank: Iterable[Any],
        rater: Iterable[Any] | None = None,
    ) -> Rankings:
        """Code a table with one row per system of a list. The lowest rank is best, equal ranks are a tie.

        An empty rank is a system that was shown and not ranked, as below "the best three": it stands below all that
        were, in no order. A system without a row was not shown. With `rater`, one list by one rater is a ranking.
        Refused with its row: a missing list, system or rater, a system twice in a list, a rank that is no number.
        """
        ranks = _numbers(rank)
        lists = Lists.of(listed=listed, system=system, rater=rater, length=len(ranks), what="list")
        tiers: list[Tiers] = []
        rest: list[tuple[int, ...]] = []
        kept: list[int] = []
        for answer, rows in enumerate(lists.rows):
            order = sorted(rows[~np.isnan(ranks[rows])], key=lambda row: ranks[row])
            if not order or len(rows) < 2:
                continue
            kept.append(answer)
            tiers.append(_tiers([(ranks[row], int(lists.system[row])) for row in order]))
            rest.append(tuple(int(lists.system[row]) for row in rows if math.isnan(ranks[row])))
        used = lists.kept(kept)
        return cls(
            names=lists.names,
            tiers=tuple(tiers),
            rest=tuple(rest),
            listed=used.listed,
            rater=used.rater,
            n_dropped=len(lists.rows) - len(kept),
        )

    def __len__(self) -> int:
        return len(self.tiers)


def _tiers(order: list[tuple[float, int]]) -> Tiers:
    out: list[list[int]] = []
    last = math.nan
    for rank, system in order:
        if rank != last:
            out.append([])
        out[-1].append(system)
        last = rank
    return tuple(tuple(sorted(tier)) for tier in out)


def _numbers(rank: Iterable[Any]) -> Any:
    coded, names = codes(rank)
    values = np.full(len(names) + 1, math.nan)
    for i, name in enumerate(names):
        text = str(name).strip()
        try:
            values[i] = float(text) if text else math.nan
        except ValueError:
            values[i] = math.inf
        if math.isinf(values[i]):
            row = int(np.flatnonzero(coded == i)[0])
            refuse_row(
                row,
                f"rank {name!r} is no number",
                code="stats-bad-rank",
                hint="1 is best; leave it empty if not ranked",
            )
    return values[coded]
