"""A rule for stopping, tried on ratings that were collected in full."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Finding, Interval
from beholder.stats.agreement.alpha import krippendorff_alpha
from beholder.stats.columns import Codes, Floats, Ratings
from beholder.stats.messages import tell
from beholder.stats.stopping.vote_rule import VoteRule
from beholder.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from beholder.stats.agreement.alpha import Level

__all__ = ["Orders", "StoppingReplay", "replay_stopping"]

Orders = Literal["all", "file", "random"]
"""Every order in which the answers may have come, exactly; as they stand; or some, drawn by chance."""


# sums of shares that are all equal may differ in the last digits
_EQUAL = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class StoppingReplay:
    """Findings: `votes_per_item`, `same_label`, `alpha_full`, `alpha_stopped`, and `alpha_share` with a random share."""

    findings: tuple[Finding, ...]


def replay_stopping(
    ratings: Ratings,
    rule: VoteRule,
    *,
    rng: np.random.Generator,
    share: float = 0.0,
    orders: Orders = "random",
    replays: int = 100,
    level: Level = "nominal",
    full: int | None = None,
) -> StoppingReplay:
    """What `rule` would have asked for and said, had it been in force.

    Items with at least `full` raters enter (as many as most items have, unless given), each with its first `full`
    answers. `votes_per_item` is the mean number of answers asked for; `same_label` the share of items whose label (the
    one answer with most votes) is that of all `full` answers, an item without a single label under the rule counting
    as different, and items without one in full left out. Both are exact over all orders with `orders="all"`, of the order in the file with "file", else
    means over `replays` random ones. With `share`, that part of the items, drawn at random, is rated in full whatever
    the rule says. Alpha: of all answers, of the answers a rule leaves (biased, since what disagrees is asked more
    often), and of the random share alone, which is the honest one; the last two are means over `replays`, and their
    intervals hold the middle 95 % of replays.
    """
    if not 0 <= share <= 1:
        raise BeholderError(f"a share lies from 0 to 1, got {share:g}", code="stats-bad-option")
    if replays < 1:
        raise BeholderError(f"at least one replay is needed, got {replays}", code="stats-bad-option")
    ratings = _equal_numbers_merged(ratings)
    size = full or _usual_size(ratings, rule.most)
    if size < rule.most:
        raise BeholderError(
            f"the rule asks for up to {rule.most} answers, and an item in full has {size}", code="stats-bad-option"
        )
    whole, table = _in_full(ratings, size)
    label, single = _labels(table)
    told = Text(tell("stopping-rule", lead=rule.lead, least=rule.least, most=rule.most), tell(f"stopping-{orders}"))
    shared: dict[str, Any] = {
        "n_dropped": ratings.n_dropped + len(ratings) - len(whole),
        "notes": (*ratings.notes, *_notes(table, single, share)),
    }
    votes, same = _exact(table, rule) if orders == "all" else _replayed(table, label, rule, orders, rng, replays)
    votes = (1 - share) * votes + share * size
    same = (1 - share) * same + share
    tried = [_tried(table, rule, share, rng, orders) for _ in range(1 if orders == "file" and not share else replays)]
    alphas = {
        "alpha_stopped": [_alpha(whole, kept, level) for kept, _ in tried],
        **({"alpha_share": [_alpha(whole, random, level) for _, random in tried]} if share else {}),
    }
    agreed = krippendorff_alpha(whole, level=level).finding
    return StoppingReplay(
        findings=(
            Finding(
                name="votes_per_item",
                value=_mean(votes),
                interval=_interval(votes),
                n=len(table),
                method=told,
                **shared,
            ),
            Finding(
                name="same_label",
                value=_mean(same[single]),
                interval=_interval(same[single]),
                n=int(single.sum()),
                method=told,
                **shared,
            ),
            Finding(
                name="alpha_full",
                value=agreed.value,
                interval=agreed.interval,
                n=len(table),
                method=agreed.method,
                **shared,
            ),
            *(
                Finding(
                    name=name,
                    value=_mean(np.array(found)),
                    interval=_middle(found),
                    n=len(table),
                    method=Text(told, tell("stopping-replays", n=len(found))),
                    **shared,
                )
                for name, found in alphas.items()
            ),
        )
    )


def _equal_numbers_merged(ratings: Ratings) -> Ratings:
    """The same ratings with 5 and 5.0 as one answer."""
    if ratings.scale is None:
        return ratings
    numbers, code = np.unique(ratings.scale, return_inverse=True)
    if len(numbers) == len(ratings.values):
        return ratings
    names = tuple(ratings.values[int(np.flatnonzero(code == k)[0])] for k in range(len(numbers)))
    return replace(ratings, value=code.astype(np.int32)[ratings.value], values=names, scale=numbers)


def _usual_size(ratings: Ratings, least: int) -> int:
    """The number of answers that most items have, among those with enough for the rule."""
    size = np.bincount(ratings.item)
    size = size[size >= least]
    return int(np.bincount(size).argmax()) if len(size) else least


def _in_full(ratings: Ratings, size: int) -> tuple[Ratings, Codes]:
    """The first `size` ratings of each item that has so many, and their values as items by places."""
    order = np.argsort(ratings.item, kind="stable")
    item = ratings.item[order]
    starts = np.flatnonzero(np.r_[True, item[1:] != item[:-1]]) if len(item) else np.array([], dtype=np.intp)
    enough = starts[np.diff(np.r_[starts, len(item)]) >= size]
    if not len(enough):
        raise BeholderError(
            f"no item has {size} raters",
            code="stats-no-ratings",
            hint="a rule is tried on ratings that go as far as it may: lower --most",
        )
    rows = order[enough[:, None] + np.arange(size)]
    return ratings.select(rows.ravel()), ratings.value[rows]


def _labels(table: Codes) -> tuple[Codes, NDArray[np.bool_]]:
    """The label of each item, and whether it is a single one."""
    counts = _counts(table)
    top = counts.max(axis=1)
    single = (counts == top[:, None]).sum(axis=1) == 1
    return counts.argmax(axis=1).astype(np.int32), single


def _counts(table: Codes) -> NDArray[np.int64]:
    """Votes of each item for each of its own labels, in columns of no fixed meaning but the same for equal labels."""
    local = np.zeros_like(table)
    for place in range(1, table.shape[1]):
        # a label is known by the first place at which it was given
        equal = table[:, :place] == table[:, [place]]
        local[:, place] = np.where(equal.any(axis=1), local[np.arange(len(table)), equal.argmax(axis=1)], place)
    width = table.shape[1]
    flat = np.arange(len(table))[:, None] * width + local
    return np.bincount(flat.ravel(), minlength=len(table) * width).reshape(len(table), width)


def _exact(table: Codes, rule: VoteRule) -> tuple[Floats, Floats]:
    """Votes and the chance of the same label for each item, which means nothing for items without a single one."""
    patterns, which = np.unique(-np.sort(-_counts(table), axis=1), axis=0, return_inverse=True)
    found = []
    for pattern in patterns:
        votes = tuple(int(n) for n in pattern if n)
        outlook = rule.outlook(votes)
        found.append((outlook.votes, outlook.same_label))
    pairs = np.array(found)[which.ravel()]
    return pairs[:, 0], pairs[:, 1]


def _replayed(
    table: Codes, label: Codes, rule: VoteRule, orders: Orders, rng: np.random.Generator, replays: int
) -> tuple[Floats, Floats]:
    votes, same = np.zeros(len(table)), np.zeros(len(table))
    runs = 1 if orders == "file" else replays
    wanted = table[np.arange(len(table)), label]
    for _ in range(runs):
        shuffled = table if orders == "file" else rng.permuted(table, axis=1)
        taken = _taken(shuffled, rule)
        votes += taken
        same += _label_after(shuffled, taken) == wanted
    return votes / runs, same / runs


def _taken(table: Codes, rule: VoteRule) -> NDArray[np.int64]:
    """How many votes of each item the rule takes, from left to right."""
    taken = np.full(len(table), rule.most)
    for given in range(rule.least, rule.most):
        open_items = np.flatnonzero(taken == rule.most)
        counts = -np.sort(-_counts(table[open_items, :given]), axis=1)
        second = counts[:, 1] if given > 1 else 0
        taken[open_items[counts[:, 0] - second >= rule.lead]] = given
    return taken


def _label_after(table: Codes, taken: NDArray[np.int64]) -> Codes:
    """The single label of the votes that were taken; -1 where there is none."""
    out = np.full(len(table), -1, dtype=table.dtype)
    for given in np.unique(taken):
        rows = np.flatnonzero(taken == given)
        label, single = _labels(table[rows, :given])
        out[rows[single]] = table[rows[single], label[single]]
    return out


def _tried(
    table: Codes, rule: VoteRule, share: float, rng: np.random.Generator, orders: Orders
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which answers one replay leaves, and which of them belong to the random share."""
    places = np.argsort(rng.random(table.shape), axis=1) if orders != "file" else np.arange(table.shape[1])[None, :]
    places = np.broadcast_to(places, table.shape)
    taken = _taken(np.take_along_axis(table, places, axis=1), rule)
    whole = rng.permutation(len(table)) < round(share * len(table))
    rank = np.argsort(places, axis=1)
    return rank < np.where(whole, 0, taken)[:, None], np.broadcast_to(whole[:, None], table.shape)


def _alpha(full: Ratings, kept: NDArray[np.bool_], level: Level) -> float:
    return krippendorff_alpha(full.select(kept.ravel()), level=level, uncertainty=None).finding.value


def _mean(values: Floats) -> float:
    return float(values.mean()) if len(values) else math.nan


def _interval(values: Floats) -> Interval | None:
    """By the spread over items, which are taken as a sample of their kind."""
    if len(values) < 2 or not values.std() > _EQUAL:
        return None
    reach = 1.96 * float(values.std(ddof=1)) / math.sqrt(len(values))
    return _mean(values) - reach, _mean(values) + reach


def _middle(values: list[float]) -> Interval | None:
    if len(values) < 20:
        return None
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


def _notes(table: Codes, single: NDArray[np.bool_], share: float) -> list[str]:
    unclear = int(np.count_nonzero(~single))
    return [
        *([tell("note-stopping-unclear", n=unclear)] if unclear else []),
        *([tell("note-stopping-biased")] if not share else []),
    ]
