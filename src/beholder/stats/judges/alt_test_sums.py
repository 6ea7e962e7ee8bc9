"""The alternative annotator test over an engine: who wins how often, by rater, and what items add to the advantage."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from beholder.stats.chunks import Chunk, ChunkEngine, Sums, run
from beholder.stats.judges.alt_test import (
    EQUAL,
    AltTest,
    Duel,
    LeftOut,
    advantage_of,
    models_among,
    notes_of,
    require_epsilon,
    require_people,
    tested,
    winning_rates,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from beholder.findings import Finding
    from beholder.stats.columns import Floats

__all__ = ["alt_test_engine"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wins:
    """By model and person: items, wins of each, and squares of the difference; items by whether a model answered.

    With `mean`, the share of items that the model wins from each person and what one item of theirs weighs, a second pass
    finds the squares of what items add to the advantage.
    """

    duels: Floats
    answered: Floats
    unanswered: Floats
    given: Floats
    n_ratings: int = 0
    mean: Floats | None = None
    weight: Floats | None = None
    squares: Floats | None = None
    n_items: Floats | None = None


class WinKernel:
    """One pass: each person and each model against the other people of an item."""

    def __init__(self, *, n_raters: int, models: Sequence[int], scale: Floats | None) -> None:
        self.n_raters, self.models, self.scale = n_raters, tuple(models), scale
        self.is_model = np.isin(np.arange(n_raters), self.models)

    def partial(self, chunk: Chunk, params: _Wins) -> Sums:
        """The sums of a chunk."""
        chunk = chunk.once(self.n_raters)
        if self.scale is not None:
            chunk = chunk.uncensored(self.scale)
        n_ratings = float(len(chunk.item))
        given = np.bincount(chunk.rater, minlength=self.n_raters).astype(np.float64)
        answers = chunk.value.astype(np.float64) if self.scale is None else chunk.numbers(self.scale)
        by_model = []
        for model in self.models:
            mine = chunk.rater == model
            said = np.full(chunk.n_items, np.nan)
            said[chunk.row_item[mine]] = answers[mine]
            by_model.append(said)
        people = ~self.is_model[chunk.rater]
        row = chunk.row_item[people]
        rater, answer = chunk.rater[people], answers[people]
        size = np.bincount(row, minlength=chunk.n_items)
        duels = np.zeros((len(self.models), 4, self.n_raters))
        squares, touched = np.zeros(len(self.models)), np.zeros(len(self.models))
        answered, unanswered = np.zeros(len(self.models)), np.zeros(len(self.models))
        for k, said in enumerate(by_model):
            known = ~np.isnan(said)
            answered[k] = np.count_nonzero(known & (size > 0))
            unanswered[k] = np.count_nonzero(~known & (size > 0))
            model_far, person_far = self._far(row, answer, said[row])
            used = known[row] & (size[row] >= 2)
            others = np.maximum(size[row] - 1, 1)
            by_model_score, by_person_score = (self._score(far, others) for far in (model_far, person_far))
            model_wins = (by_model_score >= by_person_score - EQUAL) & used
            person_wins = (by_person_score >= by_model_score - EQUAL) & used
            won = person_wins.astype(np.float64) - model_wins
            columns = (used, model_wins, person_wins, won**2)
            duels[k] = [np.bincount(rater, weights=x, minlength=self.n_raters) for x in columns]
            if params.mean is not None and params.weight is not None:
                influence = np.where(used, (model_wins - params.mean[k][rater]) * params.weight[k][rater], 0.0)
                sums = np.bincount(row, weights=influence, minlength=chunk.n_items)
                squares[k] = float(sums @ sums)
                touched[k] = len(np.unique(row[used]))
        return duels, answered, unanswered, given, np.array([n_ratings]), squares, touched

    def _far(self, row: NDArray[np.int64], answer: Floats, said: Floats) -> tuple[Floats, Floats]:
        """How far model and person are from the other people of the item: how many differ, or squared distances."""
        model_far, person_far = np.zeros(len(row)), np.zeros(len(row))
        nominal = self.scale is None
        step = 1
        # the k-th neighbour of every person at once, so that sums are of the same terms for both
        while step < len(row) and (row[step:] == row[:-step]).any():
            together = np.flatnonzero(row[step:] == row[:-step])
            for here, there in ((together, together + step), (together + step, together)):
                gap, own = answer[there] - said[here], answer[there] - answer[here]
                model_far[here] += gap != 0 if nominal else gap**2
                person_far[here] += own != 0 if nominal else own**2
            step += 1
        return model_far, person_far

    def _score(self, far: Floats, others: NDArray[Any]) -> Floats:
        return np.asarray(-far / others if self.scale is None else -np.sqrt(far / others))

    def finish(self, sums: Sums, params: _Wins) -> _Wins:
        """The sums of everything."""
        duels, answered, unanswered, given, n, squares, touched = sums
        return replace(
            params, duels=duels, answered=answered, unanswered=unanswered, given=given,
            n_ratings=round(float(n[0])), squares=squares, n_items=touched,
        )  # fmt: skip


def alt_test_engine(
    engine: ChunkEngine,
    *,
    raters: Sequence[Any],
    models: Sequence[str],
    epsilon: float = 0.15,
    scale: Floats | None = None,
) -> AltTest:
    """Whether each of `models` may stand in for a person, over an engine; see `alt_test`. Two passes.

    `raters` names the codes of raters. With `scale` answers are matched by distance, without by being equal. Items count
    as independent: blocks of items need the table in memory.
    """
    require_epsilon(epsilon)
    known = models_among(raters, models)
    kernel = WinKernel(n_raters=engine.n_raters, models=list(known.values()), scale=scale)
    nothing = np.zeros(0)
    first = run(engine, kernel, _Wins(duels=nothing, answered=nothing, unanswered=nothing, given=nothing))
    people = [r for r in range(engine.n_raters) if not kernel.is_model[r] and first.given[r]]
    require_people(len(people))
    items = first.duels[:, 0]
    shared = np.maximum((items[:, people] > 0).sum(axis=1), 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        mean = np.where(items > 0, first.duels[:, 1] / items, 0.0)
        weight = np.where(items > 0, 1 / items / shared[:, None], 0.0)
    second = run(engine, kernel, replace(first, mean=mean, weight=weight))
    assert second.squares is not None, "a pass has been made"
    assert second.n_items is not None, "a pass has been made"
    left_out: list[LeftOut] = []
    findings: list[Finding] = []
    for k, name in enumerate(known):
        rows = tested(name, [_duel(first.duels[k, :, p]) for p in people], [raters[p] for p in people], epsilon)
        left_out += rows
        told: dict[str, Any] = {
            "n": round(float(first.answered[k])),
            "n_dropped": engine.n_ratings - first.n_ratings,
            "notes": tuple(notes_of(name, rows, round(float(first.unanswered[k])))),
        }
        findings += winning_rates(name, rows, told, nominal=scale is None, epsilon=epsilon, clustered=False)
        with_items = [p for p in people if items[k, p]]
        value = float(mean[k, with_items].mean()) if with_items else math.nan
        findings.append(advantage_of(name, value, float(second.squares[k]), round(float(second.n_items[k])), told))
    return AltTest(left_out=tuple(left_out), findings=tuple(findings), clustered=False)


def _duel(sums: Floats) -> Duel:
    n, model, person, squares = (float(x) for x in sums)
    if not n:
        nothing = math.nan
        return Duel(n=0, blocks=0, model_wins=nothing, person_wins=nothing, lead=nothing, squares=0.0, clustered=0.0)
    lead = (person - model) / n
    left = max(squares - n * lead**2, 0.0)
    # rounding leaves a crumb where one wins every time
    left = left if left > 1e-12 * squares else 0.0
    return Duel(
        n=round(n), blocks=round(n), model_wins=model / n, person_wins=person / n, lead=lead, squares=left,
        clustered=left,
    )  # fmt: skip
