"""The best and the worst of several: counts, and strengths by conditional logit."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from beholder.errors import BeholderError, nearest
from beholder.stats.columns import Codes, Floats, codes
from beholder.stats.messages import tell
from beholder.stats.ranking.choices import Choices, fit_choices
from beholder.stats.ranking.graph import edges, met, ordered_by_wins, refuse_apart
from beholder.stats.ranking.lists import Lists, refuse_row
from beholder.stats.ranking.strengths import PRIOR_SD, Strengths

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["BestWorst", "BestWorstModel", "best_worst_table", "max_diff"]

BestWorstModel = Literal["joint", "sequential"]
"""How best and worst are chosen: as a pair at once (MaxDiff), or the best first and the worst of the rest."""

_BEST, _WORST, _NEITHER = 1, -1, 0
_WORDS = {"best": _BEST, "worst": _WORST, "": _NEITHER, "1": _BEST, "-1": _WORST, "0": _NEITHER}
# best and worst of two is one comparison; it would count double
_FEWEST_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class BestWorst:
    """One entry per trial: the systems shown, as codes into `names`, and which of them were best and worst."""

    names: tuple[str, ...]
    shown: tuple[tuple[int, ...], ...]
    best: Codes
    worst: Codes
    listed: Codes
    rater: Codes | None

    @classmethod
    def of(
        cls,
        *,
        trial: Iterable[Any],
        system: Iterable[Any],
        choice: Iterable[Any],
        rater: Iterable[Any] | None = None,
    ) -> BestWorst:
        """Code a table with one row per system of a trial; a choice is `best`, `worst` or empty (or 1, -1, 0).

        With `rater`, one trial by one rater is one answer. Refused with its row: a missing name, a system twice in a
        trial, another word, two bests or two worsts, a trial without a best or a worst, fewer than three systems.
        """
        marks = _marks(choice)
        lists = Lists.of(listed=trial, system=system, rater=rater, length=len(marks), what="trial")
        chosen = [_checked(rows, marks) for rows in lists.rows]
        best, worst = (lists.system[[pair[k] for pair in chosen]] if chosen else np.empty(0, np.int32) for k in (0, 1))
        return cls(
            names=lists.names,
            shown=tuple(tuple(sorted(int(x) for x in lists.system[rows])) for rows in lists.rows),
            best=best,
            worst=worst,
            listed=lists.listed,
            rater=lists.rater,
        )

    def __len__(self) -> int:
        return len(self.shown)

    def counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """How often each system was best, worst, and shown."""
        m = len(self.names)
        shown = Counter(system for members in self.shown for system in members)
        return (
            np.bincount(self.best, minlength=m),
            np.bincount(self.worst, minlength=m),
            np.array([shown[k] for k in range(m)], dtype=np.int64),
        )


def max_diff(
    trials: BestWorst,
    *,
    model: BestWorstModel = "joint",
    cluster: str = "both",
    confidence: float = 0.95,
    prior_sd: float = PRIOR_SD,
    as_estimated: bool = False,
) -> Strengths:
    """Utilities from best and worst, by Newton's method.

    `joint` (MaxDiff): P(i best, j worst) is in proportion to exp(u_i - u_j) over all ordered pairs of what was shown.
    `sequential`: the best by exp(u), then the worst of the rest by exp(-u); a rater who picks the worst first, or looks
    at pairs, is nearer to the joint one. Utilities have mean 0. Standard errors: sandwich, clustered by trial and, where
    named, by rater (`cluster`: both, list, rater, none); `none` is model-based. Trials that never meet raise and are
    named. Where some systems are never best, nor beside a worse one, against some others, a normal prior (`prior_sd`)
    keeps utilities finite, and the notes say so; errors and `as_estimated` are then as in `davidson`. Marley & Louviere 2005, J. Math. Psych. 49:464.
    """
    if model not in get_args(BestWorstModel):
        raise BeholderError(
            f"no model {model!r}", code="stats-bad-option", hint=nearest(str(model), get_args(BestWorstModel))
        )
    if not len(trials):
        raise BeholderError("there is no trial", code="stats-no-trials")
    together = {(members[0], other) for members in trials.shown for other in members[1:]}
    refuse_apart(met(trials.names, *edges(together)))
    return fit_choices(
        _joint(trials) if model == "joint" else _sequential(trials),
        separation=ordered_by_wins(trials.names, *edges(_wins(trials))),
        cluster=cluster,
        confidence=confidence,
        prior_sd=prior_sd,
        n=len(trials),
        n_dropped=0,
        method=tell(f"best-worst-{model}"),
        wins=_wins(trials),
        as_estimated=as_estimated,
    )


def best_worst_table(trials: BestWorst, fit: Strengths) -> tuple[dict[str, Any], ...]:
    """Systems from best to worst: name, best, worst, shown, net, share, score, interval.

    `net` is (best - worst) / shown; `share` is exp(score) over the sum of all: the chance of being the best of all
    systems under the model, as shares of preference are reported.
    """
    best, worst, shown = trials.counts()
    worth: Floats = fit.worth
    rows = []
    for k in np.argsort(-fit.score, kind="stable"):
        found = fit[fit.names[k]]
        rows.append(
            {
                "name": fit.names[k],
                "best": int(best[k]),
                "worst": int(worst[k]),
                "shown": int(shown[k]),
                "net": float(best[k] - worst[k]) / int(shown[k]),
                "share": float(worth[k]),
                "score": found.value,
                "interval": found.interval,
            }
        )
    return tuple(rows)


def _marks(choice: Iterable[Any]) -> NDArray[np.int8]:
    coded, names = codes(choice)
    meaning = np.zeros(len(names) + 1, dtype=np.int8)
    for i, name in enumerate(names):
        number = isinstance(name, float | int | np.number) and not isinstance(name, bool) and math.isfinite(name)
        word = f"{name:g}" if number else str(name).strip().lower()
        if word not in _WORDS:
            row = int(np.flatnonzero(coded == i)[0])
            hint = nearest(word, ["best", "worst"])
            refuse_row(row, f'choice "{name}" is neither best, worst nor empty', code="stats-bad-choice", hint=hint)
        meaning[i] = _WORDS[word]
    return meaning[coded]


def _checked(rows: NDArray[np.int64], marks: NDArray[np.int8]) -> tuple[int, int]:
    """The rows of best and worst of one trial."""
    found = []
    for mark, word in ((_BEST, "best"), (_WORST, "worst")):
        chosen = rows[marks[rows] == mark]
        if len(chosen) > 1:
            refuse_row(
                int(chosen[1]),
                f"a trial has two {word}s, the other in row {int(chosen[0]) + 1}",
                code="stats-bad-choice",
                hint="if several raters were shown the same trial, name the rater's column",
            )
        if not len(chosen):
            refuse_row(int(rows[0]), f"the trial that begins here has no {word}", code="stats-bad-choice")
        found.append(int(chosen[0]))
    if len(rows) < _FEWEST_SHOWN:
        refuse_row(
            int(rows[0]),
            f"the trial that begins here shows {len(rows)} systems; best and worst take {_FEWEST_SHOWN}",
            code="stats-bad-choice",
            hint="comparisons of two are ranked by --left, --right and --outcome",
        )
    return found[0], found[1]


def _joint(trials: BestWorst) -> Choices:
    menus = {members: k for k, members in enumerate(dict.fromkeys(trials.shown))}
    pairs = [(k, best, worst) for members, k in menus.items() for best, worst in permutations(members, 2)]
    position = {pair: a for a, pair in enumerate(pairs)}
    chosen = [
        position[menus[members], int(best), int(worst)]
        for members, best, worst in zip(trials.shown, trials.best, trials.worst, strict=True)
    ]
    columns = [system for _, best, worst in pairs for system in (best, worst)]
    features = csr_array(
        ([1.0, -1.0] * len(pairs), columns, range(0, 2 * len(pairs) + 1, 2)), shape=(len(pairs), len(trials.names))
    )
    return Choices(
        names=trials.names,
        terms=(),
        features=features,
        menu=np.array([k for k, _, _ in pairs], dtype=np.int64),
        chosen=np.array(chosen, dtype=np.int64),
        listed=trials.listed,
        rater=trials.rater,
    )


def _sequential(trials: BestWorst) -> Choices:
    """The best from all, then the worst from the rest: two choices of each trial, the second by the lowest utility."""
    stages: list[tuple[tuple[int, ...], float, int]] = []
    for members, best, worst in zip(trials.shown, trials.best, trials.worst, strict=True):
        stages.append((members, 1.0, int(best)))
        stages.append((tuple(x for x in members if x != best), -1.0, int(worst)))
    menus = {menu: k for k, menu in enumerate(dict.fromkeys((members, sign) for members, sign, _ in stages))}
    alternatives = [(k, sign, system) for (members, sign), k in menus.items() for system in members]
    position = {(k, system): a for a, (k, _, system) in enumerate(alternatives)}
    features = csr_array(
        ([sign for _, sign, _ in alternatives], [system for *_, system in alternatives], range(len(alternatives) + 1)),
        shape=(len(alternatives), len(trials.names)),
    )
    return Choices(
        names=trials.names,
        terms=(),
        features=features,
        menu=np.array([k for k, _, _ in alternatives], dtype=np.int64),
        chosen=np.array([position[menus[members, sign], system] for members, sign, system in stages], dtype=np.int64),
        listed=np.repeat(trials.listed, 2),
        rater=None if trials.rater is None else np.repeat(trials.rater, 2),
    )


def _wins(trials: BestWorst) -> Iterator[tuple[int, int]]:
    for members, best, worst in zip(trials.shown, trials.best, trials.worst, strict=True):
        yield from ((int(best), other) for other in members if other != best)
        yield from ((other, int(worst)) for other in members if other != worst)
