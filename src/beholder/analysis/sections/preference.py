"""Preferences: strengths with ties and sides modelled, win shares, pairs, and the ranks that follow from them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.diagnostics import p_of_no_effect
from beholder.analysis.proportion import estimate, share_ratings
from beholder.analysis.result import CATALOGUE, Diagnostic, Section, say
from beholder.analysis.sections.comparison import correct, family_note, pair_names
from beholder.analysis.sections.ranks import ranks_of_pairs, ranks_of_strengths, unlisted_strengths
from beholder.analysis.sections.standing import proved
from beholder.analysis.sections.two_systems import no_surer_than_share
from beholder.analysis.votes import Votes
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import (
    PairedValues,
    Scores,
    Strengths,
    davidson,
    rao_kupper,
    sign_paired,
    win_table,
)
from beholder.stats.messages import tell
from beholder.stats.ranking.graded import graded_preference
from beholder.stats.ranking.pairs import LEFT, TIE
from beholder.stats.ranking.ranks import difference_errors
from beholder.text import Text

__all__ = [
    "Ranked",
    "condorcet_cycles",
    "cycle_finding",
    "fit_strengths",
    "left_share",
    "rank_systems",
    "with_side",
]

# triples grow with the cube of the systems
_MOST_SYSTEMS_CYCLES = 40


def condorcet_cycles(votes: Votes) -> list[tuple[str, str, str]]:
    """Three systems of which each beats the next by majority of comparisons: signs that one scale does not fit."""
    m = len(votes.systems)
    if m > _MOST_SYSTEMS_CYCLES:
        return []
    first, second, outcome = votes.aligned()
    net = np.zeros((m, m))
    np.add.at(net, (first, second), outcome)
    net -= net.T.copy()
    found = []
    for trio in combinations(range(m), 3):
        for a, b, c in permutations(trio):
            if a == min(trio) and net[a, b] > 0 and net[b, c] > 0 and net[c, a] > 0:
                found.append((votes.systems[a], votes.systems[b], votes.systems[c]))
    return found


def cycle_finding(cycles: list[tuple[str, str, str]], votes: Votes, name: str) -> Finding:
    """How many threes of systems there are whose majorities run in a circle, with the first five in the notes."""
    m = len(votes.systems)
    method = Text(tell("circles"), tell("n-in-threes"))
    notes = tuple(tell("note-circle", a=a, b=b, c=c) for a, b, c in cycles[:5])
    if m > _MOST_SYSTEMS_CYCLES:
        return Finding(name=f"{name}.cycles", value=math.nan, method=method, notes=(tell("reason-many-systems"),))
    return Finding(name=f"{name}.cycles", value=float(len(cycles)), n=math.comb(m, 3), method=method, notes=notes)


def fit_strengths(votes: Votes, context: Context) -> tuple[Strengths | None, tuple[Words, ...]]:
    """Davidson's model, or a cumulative link of grades, with a side term where sides were swapped; None if it cannot be."""
    votes = votes.panelled() if context.revision >= 3 else votes
    pairs = votes.pairs()
    model = davidson if votes.grade is None else graded_preference
    fit = partial(model, confidence=context.confidence, as_estimated=context.revision < 7)
    if votes.sides_known:
        try:
            return _told(fit(pairs, position=True), votes), ()
        except BeholderError as error:
            if error.code != "stats-position-unidentified":
                return None, (_unfitted(error),)
    note = say("preference-sides-unknown")
    try:
        return _told(fit(pairs), votes), (note,)
    except BeholderError as error:
        return None, (_unfitted(error),)


def _told(fitted: Strengths, votes: Votes) -> Strengths:
    """The strengths, with the remark that they are those of few raters where they are."""
    if not votes.raters_fixed:
        return fitted
    notes = (*fitted.notes, tell("note-few-raters"))
    terms: dict[str, Any] = {
        name: replace(term, notes=notes) for name in ("tie", "position") if (term := getattr(fitted, name)) is not None
    }
    terms["terms"] = tuple(replace(term, notes=notes) for term in fitted.terms)
    return replace(fitted, notes=notes, **terms)


def _unfitted(error: BeholderError) -> Words:
    why = f"preference-{error.code.removeprefix('stats-')}"
    if why not in CATALOGUE:
        why = "preference-unfitted"
    return say(why, problem=error.problems[0].problem)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """One task of a preference: systems that met, from most to least preferred, and what can be said of them.

    `shares` are win shares with individual intervals; those of `pairs` hold together.
    `unlisted` are the pairs of very many systems that `pairs` leaves out, `reference` is the system that does not compete.
    """

    votes: Votes
    order: list[str]
    shares: Mapping[str, Finding]
    fitted: Strengths | None
    ranks: Mapping[str, Mapping[str, Any]]
    pairs: tuple[dict[str, Any], ...]
    differences: tuple[Finding, ...]
    check: Mapping[str, float]
    notes: tuple[Words, ...]
    unlisted: tuple[dict[str, Any], ...] = ()
    reference: str = ""

    @property
    def leaders(self) -> list[str]:
        """Those that no other is proved to be preferred to; a reference is no other."""
        if self.reference in self.order:
            beaten = {worse for system, worse in proved((*self.pairs, *self.unlisted)) if system != self.reference}
            return [s for s in self.order if s not in beaten]
        known = [s for s in self.order if self.ranks.get(s) and self.ranks[s]["rank_range"]]
        return [s for s in known if self.ranks[s]["rank_range"][0] == 1]


def rank_systems(votes: Votes, context: Context, *, name: str) -> Ranked:
    """Strengths, win shares and differences of systems that were compared with each other."""
    fitted, notes = fit_strengths(votes, context)
    scores = votes.scores()

    shares = {
        s: replace(share_ratings(scores, s, confidence=context.confidence), name=f"{name}.win_share.{s}")
        for s in votes.systems
    }
    pairs: tuple[dict[str, Any], ...] = ()
    differences: tuple[Finding, ...] = ()
    unlisted: list[dict[str, Any]] = []
    ranks: dict[str, dict[str, Any]] = {}
    check: dict[str, float] = {}
    if fitted is not None and len(votes.systems) == 2 and context.revision >= 6:
        held = no_surer_than_share(fitted, shares[fitted.names[int(np.argmax(fitted.score))]])
        notes = notes if held is fitted else (*notes, say("preference-no-surer"))
        fitted = held
    if fitted is not None:
        pairs, differences, unlisted = _pairs(votes, fitted, context, name)
        ranks = _ranks(fitted, (*pairs, *unlisted), context, name)
        if unlisted:
            strongest = fitted.names[int(np.argmax(fitted.score))]
            notes = (*notes, family_note(len(fitted.names), strongest, (*pairs, *unlisted)))
        check = _rao_kupper(votes)
    order = sorted(votes.systems, key=lambda s: (ranks.get(s, {}).get("rank") or 0, -shares[s].value, s))
    return Ranked(
        votes=votes,
        order=order,
        shares=shares,
        fitted=fitted,
        ranks=ranks,
        pairs=pairs,
        differences=differences,
        check=check,
        notes=notes,
        unlisted=tuple(unlisted),
        reference=context.reference,
    )


def _ranks(
    fitted: Strengths, pairs: tuple[dict[str, Any], ...], context: Context, name: str
) -> dict[str, dict[str, Any]]:
    """Ranks with the ranges that the differences allow, listed or not."""
    whole = len(pairs) >= math.comb(len(fitted.names), 2)
    scores = {s: fitted[s].value for s in fitted.names}
    if context.revision < (3 if whole else 6):
        found = ranks_of_strengths(fitted, context, name=name)
    else:
        found = ranks_of_pairs(scores, pairs)
    return {
        s: {"score": scores[s], "interval": fitted[s].interval}
        | dict(zip(("rank", "rank_range"), found.get(s, (None, None)), strict=True))
        for s in fitted.names
    }


def _rao_kupper(votes: Votes) -> dict[str, float]:
    try:
        other = rao_kupper(votes.pairs(), cluster="none")
    except BeholderError:
        return {}
    return {s: float(x) for s, x in zip(other.names, other.score, strict=True)}


def left_share(votes: Votes, context: Context, name: str) -> Finding:
    """How often the left of two was preferred, of those comparisons that were decided."""
    decided = votes.outcome != TIE
    left = (votes.outcome[decided] == LEFT).astype(np.float64)
    n = len(left)
    scores = Scores(
        value=left,
        system=np.zeros(n, dtype=np.int32),
        block=votes.block[decided],
        rater=votes.rater[decided] if votes.has_raters else None,
        systems=("all",),
        blocks=votes.blocks,
        raters=votes.raters,
        raters_fixed=votes.raters_fixed,
    )
    found = share_ratings(scores, confidence=context.confidence)
    if not votes.sides_known:
        return Finding(
            name=f"{name}.left_share", value=math.nan, notes=(tell("reason-no-sides"),), n_dropped=len(votes)
        )
    method = Text(tell("left-share"), found.method)
    ties = len(votes) - n
    notes = (*found.notes, tell("note-ties", n=ties)) if ties else found.notes
    return replace(found, name=f"{name}.left_share", method=method, n_dropped=ties, notes=notes)


def _pairs(
    votes: Votes, fitted: Strengths, context: Context, name: str
) -> tuple[tuple[dict[str, Any], ...], tuple[Finding, ...], list[dict[str, Any]]]:
    """The listed differences as rows and as findings, and those of very many systems that are not listed."""
    counts = {(row["first"], row["second"]): row for row in win_table(votes.pairs()).pairs}
    se = difference_errors(fitted.covariance)
    slot = {s: i for i, s in enumerate(fitted.names)}
    rows: list[dict[str, Any]] = []
    differences = []
    best = fitted.names[int(np.argmax(fitted.score))] if len(fitted.names) else None
    for first, second, declared in pair_names(fitted.names, name, context, best=best):
        found = replace(fitted.difference(first, second), name=f"{name}.difference.{first}-{second}")
        error = float(se[slot[first], slot[second]])
        p = float(2 * student.sf(abs(found.value) / error, fitted.df)) if error > 0 else math.nan
        met = counts.get((first, second))
        back = counts.get((second, first))
        if met is None and back is not None:
            met = {"wins": back["losses"], "ties": back["ties"], "losses": back["wins"]}
        differences.append(found)
        rows.append(
            {
                "first": first,
                "second": second,
                "wins": met["wins"] if met else 0,
                "ties": met["ties"] if met else 0,
                "losses": met["losses"] if met else 0,
                "difference": found.value,
                "interval": found.interval,
                "p": p,
                "p_sign": _sign(votes, first, second),
                "n": found.n,
                "status": say("status-declared") if declared else say("status-exploratory"),
                **({"se": error, "df": fitted.df} if context.revision >= 3 else {}),
            }
        )
    unlisted = unlisted_strengths(fitted, rows) if context.revision >= 6 else []
    correct(rows, context, beside=unlisted)
    return tuple(rows), tuple(differences), unlisted


def _sign(votes: Votes, first: str, second: str) -> float:
    """The sign test on one value per item: where the two met, who was preferred more often."""
    a, b = votes.systems.index(first), votes.systems.index(second)
    low, high, outcome = votes.aligned()
    chosen = (low == min(a, b)) & (high == max(a, b))
    if not chosen.any():
        return math.nan
    sign = 1.0 if a < b else -1.0
    _, item = np.unique(votes.block[chosen], return_inverse=True)
    net = np.bincount(item, weights=sign * outcome[chosen])
    return sign_paired(PairedValues.of(np.sign(net), np.zeros(len(net))))["p"].value


def with_side(section: Section, fitted: Strengths | None) -> Section:
    """The section with the side as a diagnostic, where the strengths have a term for it."""
    position = None if fitted is None else fitted.position
    if fitted is None or position is None or position.interval is None:
        return section
    told, side = estimate(position), "left" if position.value > 0 else "right"
    sign = say(f"preference-leans-{side}", odds=told)
    found = Diagnostic(p=p_of_no_effect(position, df=fitted.df), sign=sign)
    return replace(section, diagnostics=(found,), no_sign=say("preference-no-side", odds=told))
