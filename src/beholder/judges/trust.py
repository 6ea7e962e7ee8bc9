"""How far a judge can be trusted on one field, each number with an interval."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.stats import t as student

from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.fields import Way
from beholder.findings import Finding, Interval
from beholder.judges.field_votes import FieldVotes, RatedThing, Value
from beholder.stats import krippendorff_alpha, pearson, spearman, wilson
from beholder.stats.columns import Ratings
from beholder.stats.comparison.correlation import kendall
from beholder.stats.judges.alt_test import AltTest, alt_test

__all__ = [
    "agreement_with_people",
    "alternative_annotator",
    "brier",
    "consistency",
    "family_bias",
    "first_side",
    "flips",
    "length_bias",
    "people_agreement",
    "saved",
    "severity",
    "spread",
    "system_means",
    "system_order",
]

# below, an order of systems is too short to correlate
_FEWEST_SYSTEMS = 3
# resamples of blocks; the bounds move by less than they are printed with
_RESAMPLES = 500
_FEWEST_THINGS = 3
# neither a win nor a loss
_TIE = 0.5

Floats = NDArray[np.float64]


def _things(votes: FieldVotes) -> list[tuple[RatedThing, Value, dict[str, Value]]]:
    """What both judged, once: of two mirrored outcomes that of the system first by name."""
    found = []
    for thing, said in votes.people.items():
        value = votes.one_value(thing)
        if value is not None and said and not _mirrored(votes, thing):
            found.append((thing, value, said))
    return found


def _mirrored(votes: FieldVotes, thing: RatedThing) -> bool:
    """Whether this says again what another thing of the trial says: one side of a pair wins where the other loses."""
    if votes.info.way is not Way.PREFERENCE:
        return False
    return any(other.system < thing.system for other in votes.by_trial[thing.trial])


def _pairs_alpha(votes: FieldVotes, pairs: Iterable[tuple[RatedThing, Value, Value]], name: str) -> Finding:
    """Krippendorff's alpha over pairs of answers to the same thing, things of one block going together."""
    units: list[int] = []
    values: list[Value] = []
    blocks: list[str] = []
    for number, (thing, one, two) in enumerate(pairs):
        units += [number, number]
        values += [one, two]
        blocks.append(thing.block)
    if not units:
        return Finding(name=name, value=math.nan)
    ratings = Ratings.of(item=np.array(units), rater=np.arange(len(units)) % 2, value=values)
    # an ordered field of which only words are left is compared as words
    level: Any = votes.info.level if votes.numeric else "nominal"
    clusters = np.unique(np.array(blocks, dtype=object).astype(str), return_inverse=True)[1]
    try:
        found = krippendorff_alpha(ratings, level=level, clusters=clusters, name=name).finding
    except BeholderError:
        return Finding(name=name, value=math.nan)
    return replace(found, n=len(blocks))


def agreement_with_people(votes: FieldVotes, name: str) -> Finding:
    """Alpha of the judge and one person, over all people."""
    pairs = ((thing, value, one) for thing, value, said in _things(votes) for one in said.values())
    return _pairs_alpha(votes, pairs, name)


def people_agreement(votes: FieldVotes, name: str) -> Finding:
    """Alpha of two people, on what the judge judged too."""
    pairs = ((thing, a, b) for thing, _, said in _things(votes) for a, b in combinations(said.values(), 2))
    return _pairs_alpha(votes, pairs, name)


def alternative_annotator(votes: Sequence[FieldVotes], *, epsilon: float, model: str) -> tuple[AltTest | None, str]:
    """The alt-test on one field or several together; None and the reason where it cannot be made."""
    items, raters, values, blocks = list[Any](), list[str](), list[Value](), dict[Any, str]()
    for one in votes:
        for thing, value, said in _things(one):
            key = (one.info.name, thing.trial, thing.system)
            blocks[key] = thing.block
            for rater, answer in ((model, value), *said.items()):
                items.append(key)
                raters.append(rater)
                values.append(answer)
    if not items:
        return None, "nothing"
    level: Any = "interval" if all(one.numeric for one in votes) else "nominal"
    clustered = len(set(blocks.values())) < len(blocks)
    try:
        found = alt_test(
            Ratings.of(item=items, rater=raters, value=values),
            models=[model],
            epsilon=epsilon,
            level=level,
            block=blocks if clustered else None,
        )
    except BeholderError as error:
        return None, error.code
    return found, ""


def _clustered_mean(values: Floats, blocks: Sequence[str], name: str) -> Finding:
    """A mean with a t interval by sums over blocks."""
    if not len(values):
        return Finding(name=name, value=math.nan)
    mean = float(values.mean())
    group = np.unique(np.array(blocks, dtype=str), return_inverse=True)[1]
    n = int(group.max()) + 1
    interval = None
    if n > 1:
        sums = np.bincount(group, weights=values - mean)
        error = math.sqrt(float(sums @ sums) * n / (n - 1)) / len(values)
        reach = float(student.ppf(0.975, n - 1)) * error
        interval = (mean - reach, mean + reach) if error > 0 else None
    return Finding(name=name, value=mean, interval=interval, n=len(values))


def _residuals(votes: FieldVotes, *, mirrored: bool = False) -> tuple[list[RatedThing], Floats, Floats]:
    """Things with the mean of people and the value of the judge, as numbers."""
    things, ours, theirs = list[RatedThing](), list[float](), list[float]()
    for thing, said in votes.people.items():
        if not mirrored and _mirrored(votes, thing):
            continue
        value = votes.one_value(thing)
        number = None if value is None else votes.number(value)
        known = [x for x in map(votes.number, said.values()) if x is not None]
        if number is not None and known:
            things.append(thing)
            ours.append(sum(known) / len(known))
            theirs.append(number)
    return things, np.array(ours), np.array(theirs)


def severity(votes: FieldVotes, name: str) -> Finding:
    """How much higher the judge rates than people do; NaN for what is no number, and for choices between two."""
    if votes.info.way is Way.PREFERENCE:
        return Finding(name=name, value=math.nan)
    things, ours, theirs = _residuals(votes)
    return _clustered_mean(theirs - ours, [thing.block for thing in things], name)


def spread(votes: FieldVotes, name: str) -> Finding:
    """Standard deviation of the judge's answers over that of people's: how much of the scale it uses."""
    if not votes.numeric:
        return Finding(name=name, value=math.nan)
    found = _things(votes)
    mine = np.array([float(value) for _, value, _ in found])
    theirs = np.array([float(one) for _, _, said in found for one in said.values()])
    if len(mine) < _FEWEST_THINGS or theirs.std(ddof=1) == 0:
        return Finding(name=name, value=math.nan)
    of_people = np.repeat(np.arange(len(found)), [len(said) for _, _, said in found])

    def ratio(drawn: NDArray[np.int64]) -> float:
        kept = np.concatenate([np.flatnonzero(of_people == k) for k in drawn]) if len(drawn) else drawn
        below = theirs[kept].std(ddof=1)
        return float(mine[drawn].std(ddof=1) / below) if below > 0 else math.nan

    value = float(mine.std(ddof=1) / theirs.std(ddof=1))
    interval = _resampled(ratio, [thing.block for thing, _, _ in found]) if len(found) <= _RESAMPLES else None
    return Finding(name=name, value=value, interval=interval, n=len(found))


def _resampled(statistic: Callable[[NDArray[np.int64]], float], blocks: Sequence[str]) -> Interval | None:
    """Percentiles over resampled blocks."""
    group = np.unique(np.array(blocks, dtype=str), return_inverse=True)[1]
    members = [np.flatnonzero(group == k) for k in range(int(group.max()) + 1 if len(group) else 0)]
    if len(members) < 2:
        return None
    # always the same draws, so that the same answers give the same bounds
    rng = np.random.default_rng(len(group))
    drawn = [
        statistic(np.concatenate([members[k] for k in rng.integers(len(members), size=len(members))]))
        for _ in range(_RESAMPLES)
    ]
    known = np.array([x for x in drawn if math.isfinite(x)])
    if len(known) < _RESAMPLES / 2:
        return None
    low, high = np.quantile(known, [0.025, 0.975])
    return float(low), float(high)


def system_means(votes: FieldVotes) -> list[dict[str, Any]]:
    """Each system by people and by the judge: means, or shares of choices won, ties left out and each order by itself."""
    choices = votes.info.way is Way.PREFERENCE
    mine, theirs = defaultdict[str, list[tuple[float, str]]](list), defaultdict[str, list[tuple[float, str]]](list)
    for thing, said in votes.judge.items():
        main = [one.value for one in said if one.kind == Showing.MAIN]
        known = [x for x in map(votes.number, main) if x is not None]
        mine[thing.system] += [(x, thing.block) for x in known if not (choices and x == _TIE)]
    for thing, answers in votes.people.items():
        known = [x for x in map(votes.number, answers.values()) if x is not None]
        theirs[thing.system] += [(x, thing.block) for x in known if not (choices and x == _TIE)]
    rows = []
    for system in sorted(name for name in mine if name):
        judge, people = (_mean_of(side[system]) for side in (mine, theirs))
        rows.append(
            {
                "system": system,
                "people": people.value,
                "people_interval": people.interval,
                "judge_mean": judge.value,
                "interval": judge.interval,
                "n": judge.n,
            }
        )
    return rows


def _mean_of(values: Sequence[tuple[float, str]]) -> Finding:
    return _clustered_mean(np.array([x for x, _ in values]), [block for _, block in values], "mean")


def system_order(votes: FieldVotes, name: str) -> Finding:
    """Kendall's tau of the systems' means by people and by the judge, over resampled blocks."""
    things, ours, theirs = _residuals(votes, mirrored=True)
    names = sorted({thing.system for thing in things})
    if len(names) < _FEWEST_SYSTEMS:
        return Finding(name=name, value=math.nan, n=len(names))
    code = np.array([names.index(thing.system) for thing in things])

    def order(drawn: NDArray[np.int64]) -> float:
        of = code[drawn]
        count = np.bincount(of, minlength=len(names))
        if (count == 0).any():
            return math.nan
        means = [np.bincount(of, weights=x[drawn], minlength=len(names)) / count for x in (ours, theirs)]
        return kendall(means[0], means[1], rng=np.random.default_rng(1), resamples=2).value

    value = order(np.arange(len(things)))
    return Finding(name=name, value=value, interval=_resampled(order, [thing.block for thing in things]), n=len(names))


def saved(votes: FieldVotes, name: str) -> Finding:
    """Share of human ratings that could be left out if the judge rated many more outputs (PPI++): r squared.

    r is between judge and people's means within systems: what tells systems apart is not what saves ratings.
    """
    things, ours, theirs = _residuals(votes)
    if len(things) < _FEWEST_THINGS:
        return Finding(name=name, value=math.nan, n=len(things))
    within = [_centred(x, [thing.system for thing in things]) for x in (ours, theirs)]
    found = pearson(
        within[0],
        within[1],
        rng=np.random.default_rng(len(things)),
        item=[thing.block for thing in things],
        resamples=_RESAMPLES,
    )
    squared = max(0.0, found.value) ** 2 if math.isfinite(found.value) else math.nan
    bounds = found.interval
    interval = None if bounds is None else (max(0.0, bounds[0]) ** 2, max(0.0, bounds[1]) ** 2)
    return Finding(name=name, value=squared, interval=interval, n=len(things))


def _centred(values: Floats, groups: Sequence[str]) -> Floats:
    code = np.unique(np.array(groups, dtype=str), return_inverse=True)[1]
    means = np.bincount(code, weights=values) / np.bincount(code)
    return np.asarray(values - means[code])


def first_side(votes: FieldVotes, name: str) -> Finding:
    """Of the choices between two: how often what stood first won."""
    if votes.info.way is not Way.PREFERENCE:
        return Finding(name=name, value=math.nan)
    first = [
        votes.number(one.value)
        for said in votes.judge.values()
        for one in said
        if one.first and one.kind == Showing.MAIN
    ]
    decided = [x for x in first if x is not None and x != _TIE]
    return wilson(sum(x > _TIE for x in decided), len(decided), name=name)


def flips(votes: FieldVotes, name: str) -> Finding:
    """Of the pairs that were asked in both orders: how often another system won, or none, once they were exchanged."""
    if votes.info.way is not Way.PREFERENCE:
        return Finding(name=name, value=math.nan)
    changed = asked = 0
    for thing, said in votes.judge.items():
        if _mirrored(votes, thing):
            continue
        main = {one.occasion: one.value for one in said if one.kind == Showing.MAIN}
        both = [(main[n], main[n + 1]) for n in main if n % 2 == 0 and n + 1 in main]
        asked += len(both)
        changed += sum(one != two for one, two in both)
    return wilson(changed, asked, name=name)


def consistency(votes: FieldVotes, name: str) -> Finding:
    """How often the judge says the same when it is asked the same again."""
    same = asked = 0
    for said in votes.judge.values():
        again = [one for one in said if one.kind == Showing.REPEAT]
        for one in again:
            before = [first for first in said if first.kind == Showing.MAIN and first.occasion == one.occasion % 2]
            if before:
                asked += 1
                same += before[0].value == one.value
    return wilson(same, asked, name=name)


def brier(votes: FieldVotes, name: str) -> tuple[Finding, Finding]:
    """Of several samples: the squared distance between the share of votes and being right, and how much too sure it is.

    Right is what most people said; where they are divided nothing is right.
    """
    scores, sure, blocks = list[float](), list[float](), list[str]()
    for thing, _, said in _things(votes):
        given = [one for one in votes.judge[thing] if one.kind == Showing.MAIN]
        best = Counter(said.values()).most_common(2)
        if len(given) < 2 or (len(best) > 1 and best[0][1] == best[1][1]):
            continue
        vote, count = Counter(one.value for one in given).most_common(1)[0]
        share, right = count / len(given), float(vote == best[0][0])
        scores.append((share - right) ** 2)
        sure.append(share - right)
        blocks.append(thing.block)
    return (
        _clustered_mean(np.array(scores), blocks, name),
        _clustered_mean(np.array(sure), blocks, f"{name}.too_sure"),
    )


def length_bias(votes: FieldVotes, lengths: Mapping[tuple[str, str], int], name: str) -> Finding:
    """Spearman's rho of how much the judge is above people and how long a text is, within items."""
    things, ours, theirs = _residuals(votes, mirrored=True)
    known = [n for n, thing in enumerate(things) if (thing.item, thing.system) in lengths]
    if len(known) < _FEWEST_THINGS:
        return Finding(name=name, value=math.nan, n=len(known))
    of = [things[n].item for n in known]
    size = np.array([float(lengths[things[n].item, things[n].system]) for n in known])
    return replace(
        spearman(
            _centred((theirs - ours)[known], of),
            _centred(size, of),
            rng=np.random.default_rng(len(known)),
            item=[things[n].block for n in known],
            resamples=_RESAMPLES,
        ),
        name=name,
    )


def family_bias(votes: FieldVotes, family: Iterable[str], name: str) -> Finding:
    """How much more the judge is above people on systems of its own family than on others."""
    things, ours, theirs = _residuals(votes, mirrored=True)
    own = np.array([thing.system in set(family) for thing in things], dtype=bool)
    if not own.any() or own.all():
        return Finding(name=name, value=math.nan, n=int(own.sum()))
    above = theirs - ours

    def difference(drawn: NDArray[np.int64]) -> float:
        mine = own[drawn]
        if not mine.any() or mine.all():
            return math.nan
        return float(above[drawn][mine].mean() - above[drawn][~mine].mean())

    everything = np.arange(len(things))
    return Finding(
        name=name,
        value=difference(everything),
        interval=_resampled(difference, [thing.block for thing in things]),
        n=int(own.sum()),
    )
