"""Preferences: strengths with ties and sides modelled, win and tie shares, pairs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any

import numpy as np
from scipy.stats import t as student

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.proportion import estimate, share_ratings
from beholder.analysis.result import CATALOGUE, Picture, Section, say
from beholder.analysis.sections.comparison import listed, pair_names
from beholder.analysis.votes import Votes
from beholder.errors import BeholderError
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import (
    PairedValues,
    Scores,
    Strengths,
    davidson,
    holm,
    rank_table,
    rao_kupper,
    sign_paired,
    win_table,
)
from beholder.stats.messages import tell
from beholder.stats.ranking.pairs import LEFT, TIE
from beholder.stats.ranking.ranks import difference_errors
from beholder.text import Number, Share, Text

__all__ = [
    "PreferenceResult",
    "condorcet_cycles",
    "cycle_finding",
    "fit_strengths",
    "preference_section",
    "side_sentence",
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


# a table of more columns does not fit on a page
_MOST_SYSTEMS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceResult:
    """The section on a preference, and each pair's row for the contrasts that were declared."""

    section: Section
    pairs: tuple[Mapping[str, Any], ...]
    differences: tuple[Finding, ...]
    strengths: Strengths | None


def fit_strengths(votes: Votes, context: Context) -> tuple[Strengths | None, tuple[Words, ...]]:
    """Davidson's model with a side term where sides were swapped, without it where they were not; None if it cannot be."""
    pairs = votes.pairs()
    if votes.sides_known:
        try:
            return davidson(pairs, position=True, confidence=context.confidence), ()
        except BeholderError as error:
            if error.code != "stats-position-unidentified":
                return None, (_unfitted(error),)
    note = say("preference-sides-unknown")
    try:
        return davidson(pairs, confidence=context.confidence), (note,)
    except BeholderError as error:
        return None, (_unfitted(error),)


def _unfitted(error: BeholderError) -> Words:
    why = f"preference-{error.code.removeprefix('stats-')}"
    if why not in CATALOGUE:
        why = "preference-unfitted"
    return say(why, problem=error.problems[0].problem)


def preference_section(votes: Votes, context: Context, *, name: str, label: Words) -> PreferenceResult:
    """Everything about a preference field but agreement; all of it per system, whatever the side."""
    fitted, notes = fit_strengths(votes, context)
    scores = votes.scores()
    shares = {
        s: replace(share_ratings(scores, s, confidence=context.confidence), name=f"{name}.win_share.{s}")
        for s in votes.systems
    }
    findings: list[Finding] = []
    pairs: tuple[dict[str, Any], ...] = ()
    differences: tuple[Finding, ...] = ()
    ranks: dict[str, dict[str, Any]] = {}
    check: dict[str, float] = {}
    if fitted is not None:
        ranks = {row["name"]: row for row in rank_table(fitted, rng=context.rng("ranks", name)).rows}
        pairs, differences = _pairs(votes, scores, fitted, context, name)
        findings += [replace(fitted[s], name=f"{name}.strength.{s}") for s in fitted.names]
        findings += [replace(f, name=f"{name}.{f.name}") for f in (fitted.tie, fitted.position) if f is not None]
        check = _rao_kupper(votes)
    findings += [*shares.values(), _left_share(votes, context, name), *differences]
    order = sorted(votes.systems, key=lambda s: (ranks.get(s, {}).get("rank") or 0, -shares[s].value, s))
    title = _lead(order, ranks, shares, label)
    wins = {row["name"]: row for row in win_table(votes.pairs()).systems} if len(votes) else {}
    rows = [_system_row(s, ranks.get(s), wins.get(s), shares[s], check.get(s)) for s in order]
    columns = ["system", "strength", "interval", "rank", "rank_range", "wins", "ties", "losses", "win_share"]
    columns += ["win_interval", "average_win_rate", "rao_kupper"]
    tables = [
        sheet(
            f"{name}.systems",
            title,
            rows,
            columns,
            headings={
                "win_interval": say("interval"),
                "rao_kupper": say("preference-rao-kupper"),
            },
        )
    ]
    if pairs:
        told = sum(row["p_holm"] < 0.05 for row in pairs)
        tables.append(
            sheet(
                f"{name}.pairs",
                say("preference-pairs", held=told, all=len(pairs)),
                pairs,
                (
                    "first",
                    "second",
                    "wins",
                    "ties",
                    "losses",
                    "difference",
                    "interval",
                    "p",
                    "p_holm",
                    "p_sign",
                    "status",
                ),
                headings={"p_sign": say("preference-p-sign")},
            )
        )
    cycles = condorcet_cycles(votes)
    findings.append(cycle_finding(cycles, votes, name))
    return PreferenceResult(
        section=Section(
            name=name,
            title=title,
            role="results",
            field=name,
            findings=tuple(findings),
            tables=tuple(tables),
            charts=tuple(_charts(name, title, order, ranks, wins)),
            notes=notes,
        ),
        pairs=pairs,
        differences=differences,
        strengths=fitted,
    )


def _rao_kupper(votes: Votes) -> dict[str, float]:
    try:
        other = rao_kupper(votes.pairs(), cluster="none")
    except BeholderError:
        return {}
    return {s: float(x) for s, x in zip(other.names, other.score, strict=True)}


def _left_share(votes: Votes, context: Context, name: str) -> Finding:
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
    votes: Votes, scores: Scores, fitted: Strengths, context: Context, name: str
) -> tuple[tuple[dict[str, Any], ...], tuple[Finding, ...]]:
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
            }
        )
    for row, adjusted in zip(rows, holm([row["p"] for row in rows]).adjusted, strict=True):
        row["p_holm"] = adjusted
    return tuple(rows), tuple(differences)


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


def _system_row(
    system: str,
    rank: Mapping[str, Any] | None,
    wins: Mapping[str, Any] | None,
    share: Finding,
    check: float | None,
) -> dict[str, Any]:
    return {
        "system": system,
        "strength": rank["score"] if rank else None,
        "interval": rank["interval"] if rank else None,
        "rank": rank["rank"] if rank else None,
        "rank_range": rank["rank_range"] if rank else None,
        "wins": wins["wins"] if wins else 0,
        "ties": wins["ties"] if wins else 0,
        "losses": wins["losses"] if wins else 0,
        "win_share": share.value,
        "win_interval": share.interval,
        "average_win_rate": wins["average_win_rate"] if wins else None,
        "rao_kupper": check,
        "n": share.n,
    }


def _lead(order: list[str], ranks: Mapping[str, Any], shares: Mapping[str, Finding], label: Words) -> Words:
    if not order:
        return say("preference-nothing")
    first = order[0]
    told = Share(shares[first].value)
    leaders = [s for s in order if ranks.get(s) and ranks[s]["rank_range"] and ranks[s]["rank_range"][0] == 1]
    if leaders == [first]:
        return say("preference-leads", system=first, share=told)
    if 1 < len(leaders) < len(order):
        return say("preference-shared-lead", systems=listed(leaders, of=len(order)), system=first, share=told)
    return say("preference-no-lead", system=first, share=told)


def _charts(
    name: str, title: Words, order: list[str], ranks: Mapping[str, Any], wins: Mapping[str, Any]
) -> list[Picture]:
    charts = []
    if ranks:
        rows = []
        for s in order:
            low, high = ranks[s]["interval"] or (None, None)
            rows.append({"label": s, "value": ranks[s]["score"], "low": low, "high": high, "series": ""})
        axes = {"value": say("preference-strength-axis")}
        charts.append(
            Picture(
                name=f"{name}.strengths",
                title=title,
                kind="intervals",
                rows=tuple(rows),
                axes=axes,
                marks={"zero": 0.0},
            )
        )
    parts = (("wins", say("preference-win")), ("ties", say("preference-tie")), ("losses", say("preference-loss")))
    stacked = []
    for s in order[:_MOST_SYSTEMS]:
        total = sum(wins[s][key] for key, _ in parts) if s in wins else 0
        stacked += [
            {"label": s, "part": words, "share": wins[s][key] / total, "n": wins[s][key]}
            for key, words in parts
            if total
        ]
    charts.append(
        Picture(
            name=f"{name}.outcomes",
            title=title,
            kind="stacked",
            rows=tuple(stacked),
            axes={"share": say("preference-share-axis")},
        )
    )
    return charts


def side_sentence(position: Finding | None) -> Words | None:
    """What the side term says, in words."""
    if position is None or position.interval is None:
        return None
    low, high = position.interval
    told = estimate(position)
    if low <= 0 <= high:
        return say("preference-no-side", odds=told)
    side = "left" if position.value > 0 else "right"
    return say(f"preference-leans-{side}", odds=Number(position.value))
