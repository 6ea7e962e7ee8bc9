"""The alternative annotator test: may a model stand in for one of the raters?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.errors import BeholderError, nearest
from beholder.findings import Finding
from beholder.stats.columns import Codes, Floats, Ratings, codes
from beholder.stats.comparison.corrections import benjamini_yekutieli
from beholder.stats.messages import tell
from beholder.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from beholder.stats.agreement.alpha import Level

__all__ = [
    "EQUAL",
    "AltTest",
    "Duel",
    "LeftOut",
    "advantage_of",
    "alt_test",
    "models_among",
    "notes_of",
    "require_epsilon",
    "require_people",
    "tested",
    "winning_rates",
]

_Bools = NDArray[np.bool_]

_LEVEL = 0.05
_PASSES = 0.5
# what the authors ask for; below, the test is told as weak rather than refused
_FEWEST_ITEMS = 30
_FEWEST_RATERS = 3
_FEWEST_OTHERS = 1
# sums of squares of equal answers may differ in the last digits
EQUAL = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A model against one rater, by how well each matches the other raters on what that rater rated.

    `model_wins` and `rater_wins` are shares of items on which one matches at least as well as the other, so that both
    win where they match equally. `p` is of the hypothesis that the rater wins by `epsilon` or more; `p_clustered`
    allows for items of one block going together.
    """

    model: str
    rater: Any
    items: int
    blocks: int
    model_wins: float
    rater_wins: float
    p: float
    p_adjusted: float
    p_clustered: float
    p_clustered_adjusted: float

    @property
    def as_good(self) -> bool:
        """Whether the model is shown to be as good as this rater, items of one block going together."""
        return self.p_clustered_adjusted <= _LEVEL


@dataclass(frozen=True, slots=True, kw_only=True)
class AltTest:
    """Findings `winning_rate:MODEL` and `advantage:MODEL` of each model, and a row for each rater who was left out."""

    left_out: tuple[LeftOut, ...]
    findings: tuple[Finding, ...]
    clustered: bool

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """One row per model and left-out rater."""
        return tuple(
            {
                "model": one.model,
                "rater": one.rater,
                "items": one.items,
                "advantage": one.model_wins,
                "rater_wins": one.rater_wins,
                **(
                    {
                        "blocks": one.blocks,
                        "p": one.p_clustered,
                        "p_adjusted": one.p_clustered_adjusted,
                        "p_items": one.p,
                    }
                    if self.clustered
                    else {"p": one.p, "p_adjusted": one.p_adjusted}
                ),
                "as_good": one.as_good,
            }
            for one in self.left_out
        )


def alt_test(
    ratings: Ratings,
    *,
    models: Sequence[str],
    epsilon: float = 0.15,
    level: Level | None = None,
    block: Mapping[Any, Any] | None = None,
) -> AltTest:
    """Whether each of `models`, raters of these ratings, may stand in for a person (Calderon, Reichart & Dror 2025).

    Each person is left out in turn. On an item of theirs, model and person are scored by how well they match the other
    people: the share who said the same (nominal `level`), or minus the root mean square distance (any other level, and
    the default where all answers are numbers). With W of the model 1 where its score is at least the person's, and W of the person
    likewise, H0: mean(W person - W model) >= `epsilon` is tested by a one-sided t; adjusted by Benjamini & Yekutieli
    over people. The winning rate is the share of people for whom H0 falls at .05; a model passes at one half. The
    advantage is the mean over people of mean(W model).

    `epsilon` is the price of a person: .2 for experts, .15 for skilled raters, .1 for a crowd. `block` gives for
    each item what it shares with others (its prompt): then the variance is of sums over blocks, times G/(G-1), t with
    G - 1 degrees of freedom, and leads; the plain one is given beside it. Items need an answer of the model, of the
    person and of another person; what the models did not answer is counted and left out.
    """
    require_epsilon(epsilon)
    table = _Table.of(ratings, models, level)
    blocks = _blocks(ratings, block)
    people = [r for r in range(len(ratings.raters)) if r not in table.models.values() and table.given[r].any()]
    require_people(len(people))
    left_out: list[LeftOut] = []
    findings: list[Finding] = []
    rated = table.given[people].any(axis=0)
    for name, model in table.models.items():
        compared = [_Compared.of(table, model, person, people, blocks) for person in people]
        rows = tested(name, [one.duel() for one in compared], [ratings.raters[p] for p in people], epsilon)
        left_out += rows
        shared: dict[str, Any] = {
            "n": int(np.count_nonzero(rated & table.given[model])),
            "n_dropped": table.n_dropped,
            "notes": (*table.notes, *notes_of(name, rows, int(np.count_nonzero(rated & ~table.given[model])))),
        }
        findings += winning_rates(
            name, rows, shared, nominal=table.nominal, epsilon=epsilon, clustered=block is not None
        )
        findings.append(_advantage(name, compared, shared))
    return AltTest(left_out=tuple(left_out), findings=tuple(findings), clustered=block is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Answers as raters by items, with what is known of each item."""

    answer: Floats
    given: _Bools
    models: dict[str, int]
    nominal: bool
    notes: tuple[str, ...]
    n_dropped: int

    @classmethod
    def of(cls, ratings: Ratings, models: Sequence[str], level: Level | None) -> _Table:
        nominal = level == "nominal" if level else ratings.scale is None
        n_censored, notes = 0, ratings.notes
        if not nominal:
            ratings, n_censored, more = ratings.uncensored()
            notes = (*notes, *more)
        shape = len(ratings.raters), len(ratings.items)
        given = np.zeros(shape, dtype=bool)
        answer = np.zeros(shape)
        given[ratings.rater, ratings.item] = True
        answer[ratings.rater, ratings.item] = ratings.value if nominal else ratings.numbers
        return cls(
            answer=answer,
            given=given,
            models=models_among(ratings.raters, models),
            nominal=nominal,
            notes=notes,
            n_dropped=ratings.n_dropped + n_censored,
        )

    def match(self, who: Floats, person: int, others: _Bools, people: Sequence[int]) -> Floats:
        """How well these answers match those of the people but `person`, item by item."""
        rows = [p for p in people if p != person]
        with np.errstate(invalid="ignore"):
            if self.nominal:
                far = (self.answer[rows] != who) & self.given[rows]
                return np.asarray(-far.sum(axis=0) / np.maximum(others[rows].sum(axis=0), 1))
            far_squared = np.where(self.given[rows], (self.answer[rows] - who) ** 2, 0.0)
            return np.asarray(-np.sqrt(far_squared.sum(axis=0) / np.maximum(others[rows].sum(axis=0), 1)))


def models_among(raters: Sequence[Any], models: Sequence[str]) -> dict[str, int]:
    """The codes of the raters that are models; an error for a name that no rater has."""
    known = {str(name): number for number, name in enumerate(raters)}
    for name in models:
        if name not in known:
            raise BeholderError(
                f'no rater is called "{name}"',
                code="stats-no-model",
                hint=nearest(name, known) or f"raters are {', '.join(list(known)[:8])}",
            )
    if not models:
        raise BeholderError(
            "no model is named", code="stats-no-model", hint="name the raters that are models with --model"
        )
    return {name: known[name] for name in dict.fromkeys(models)}


def require_people(n: int) -> None:
    """An error if there are too few people to leave one out."""
    if n < 2:
        raise BeholderError(
            "the test needs at least two people who rated the same items",
            code="stats-too-few-raters",
            hint="name only models with --model; every other rater counts as a person",
        )


def require_epsilon(epsilon: float) -> None:
    """An error for a price that no person can have."""
    if not 0 <= epsilon < 1:
        raise BeholderError(f"epsilon lies from 0 to 1, got {epsilon:g}", code="stats-bad-option")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Compared:
    """Who wins on each item that model and person rated, and the block of each."""

    model: _Bools
    person: _Bools
    block: Codes

    @classmethod
    def of(cls, table: _Table, model: int, person: int, people: Sequence[int], blocks: Codes) -> _Compared:
        others = [p for p in people if p != person]
        enough = table.given[others].sum(axis=0) >= _FEWEST_OTHERS
        items = np.flatnonzero(table.given[person] & table.given[model] & enough)
        by_model = table.match(table.answer[model], person, table.given, people)[items]
        by_person = table.match(table.answer[person], person, table.given, people)[items]
        return cls(model=by_model >= by_person - EQUAL, person=by_person >= by_model - EQUAL, block=blocks[items])

    def duel(self) -> Duel:
        """What the items add up to."""
        won = self.person.astype(float) - self.model
        n, groups = len(won), np.unique(self.block, return_inverse=True)[1]
        lead = float(won.mean()) if n else math.nan
        left = won - lead
        by_block = np.bincount(groups, weights=left)
        return Duel(
            n=n,
            blocks=len(by_block),
            model_wins=float(self.model.mean()) if n else math.nan,
            person_wins=float(self.person.mean()) if n else math.nan,
            lead=lead,
            squares=float(left @ left),
            clustered=float(by_block @ by_block),
        )


def _blocks(ratings: Ratings, block: Mapping[Any, Any] | None) -> Codes:
    """The block of each item: one of its own where no blocks are given, or none for this item."""
    if block is None:
        return np.arange(len(ratings.items), dtype=np.int32)
    return codes([block.get(item, (item,)) for item in ratings.items])[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """A model and a person on `n` items: shares of items won, the person's `lead`, and the squares of it about its mean.

    `squares` are over items, `clustered` over blocks of items.
    """

    n: int
    blocks: int
    model_wins: float
    person_wins: float
    lead: float
    squares: float
    clustered: float

    def p(self, squares: float, groups: int, epsilon: float) -> float:
        """One-sided p of H0: the person wins by epsilon or more, with so many independent parts."""
        if groups < 2:
            return math.nan
        error = math.sqrt(squares * groups / (groups - 1)) / self.n
        if error == 0:
            return 0.0 if self.lead < epsilon else 1.0
        return float(student.cdf((self.lead - epsilon) / error, groups - 1))


def tested(name: str, duels: Sequence[Duel], people: Sequence[Any], epsilon: float) -> list[LeftOut]:
    """A row for each person, with p values adjusted over people."""
    plain = [one.p(one.squares, one.n, epsilon) for one in duels]
    clustered = [one.p(one.clustered, one.blocks, epsilon) for one in duels]
    rows = zip(
        people,
        duels,
        plain,
        benjamini_yekutieli(plain).adjusted,
        clustered,
        benjamini_yekutieli(clustered).adjusted,
        strict=True,
    )
    return [
        LeftOut(
            model=name,
            rater=person,
            items=one.n,
            blocks=one.blocks,
            model_wins=one.model_wins,
            rater_wins=one.person_wins,
            p=p,
            p_adjusted=p_adjusted,
            p_clustered=by_block,
            p_clustered_adjusted=by_block_adjusted,
        )
        for person, one, p, p_adjusted, by_block, by_block_adjusted in rows
    ]


def notes_of(name: str, rows: Sequence[LeftOut], unanswered: int) -> list[str]:
    """Why the test says less than it might."""
    few = sum(one.items < _FEWEST_ITEMS for one in rows)
    return [
        *([tell("note-alt-unanswered", model=name, n=unanswered)] if unanswered else []),
        *([tell("note-alt-few-items", n=few, least=_FEWEST_ITEMS)] if few else []),
        *([tell("note-alt-few-raters", n=len(rows), least=_FEWEST_RATERS)] if len(rows) < _FEWEST_RATERS else []),
    ]


def winning_rates(
    name: str, rows: Sequence[LeftOut], shared: dict[str, Any], *, nominal: bool, epsilon: float, clustered: bool
) -> list[Finding]:
    """The share of people for whom the model is as good; where items come in blocks, also as if they did not."""
    told = tell("alt-test", level="nominal" if nominal else "ordered", epsilon=f"{epsilon:g}")
    rate = float(np.mean([one.as_good for one in rows]))
    by_item = float(np.mean([one.p_adjusted <= _LEVEL for one in rows]))
    verdict = tell("alt-passes" if rate >= _PASSES else "alt-fails", model=name)
    way = Text(told, tell("alt-by-block" if clustered else "alt-by-item"))
    leading = Finding(
        name=f"winning_rate:{name}", value=rate, method=way, **{**shared, "notes": (verdict, *shared["notes"])}
    )
    if not clustered:
        return [leading]
    way = Text(told, tell("alt-by-item"))
    return [leading, Finding(name=f"winning_rate_by_item:{name}", value=by_item, method=way, **shared)]


def _advantage(name: str, compared: Sequence[_Compared], shared: dict[str, Any]) -> Finding:
    """Mean over people of how often the model matches at least as well, with an interval for other blocks of items."""
    known = [one for one in compared if len(one.block)]
    if not known:
        return advantage_of(name, math.nan, 0.0, 0, shared)
    value = float(np.mean([one.model.mean() for one in known]))
    blocks, group = np.unique(np.concatenate([one.block for one in known]), return_inverse=True)
    influence = np.concatenate([(one.model - one.model.mean()) / len(one.model) / len(known) for one in known])
    sums = np.bincount(group, weights=influence)
    return advantage_of(name, value, float(sums @ sums), len(blocks), shared)


def advantage_of(name: str, value: float, squares: float, n: int, shared: dict[str, Any]) -> Finding:
    """The advantage with its interval, from the squares of what `n` blocks add to it; NaN where nothing is shared."""
    if math.isnan(value):
        return Finding(name=f"advantage:{name}", value=value, **{**shared, "notes": (tell("reason-no-shared-items"),)})
    interval = None
    if n > 1:
        reach = float(student.ppf(0.975, n - 1)) * math.sqrt(squares * n / (n - 1))
        interval = (max(value - reach, 0.0), min(value + reach, 1.0)) if reach > 0 else None
    return Finding(name=f"advantage:{name}", value=value, interval=interval, method=tell("alt-advantage"), **shared)
