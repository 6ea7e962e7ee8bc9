"""A preference as a section: who is preferred in each task, in words, in tables, and as who wins against whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.glossary import sheet
from beholder.analysis.result import Picture, Section, Sheet, say
from beholder.analysis.sections.preference import Ranked, condorcet_cycles, cycle_finding, left_share, rank_systems
from beholder.analysis.sections.ranks import HELD
from beholder.analysis.sections.set_apart import SetApart, set_apart
from beholder.analysis.sections.standing import proved, standing
from beholder.analysis.sections.two_systems import wins_more_often
from beholder.analysis.sections.verdict import according_to, task_named, upper_first
from beholder.analysis.system_names import listed, question
from beholder.analysis.votes import Votes
from beholder.fields import Words
from beholder.findings import Finding
from beholder.stats import win_table
from beholder.text import Interval

__all__ = ["PreferenceResult", "preference_section"]

# a table of more columns does not fit on a page
_MOST_SYSTEMS = 40
# cells of a matrix that a page can hold with numbers in them
_MOST_CELLS_WIDE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceResult:
    """The section on a preference, and each pair's row for the contrasts that were declared."""

    section: Section
    pairs: tuple[Mapping[str, Any], ...]
    differences: tuple[Finding, ...]


def preference_section(
    votes: Votes, context: Context, *, name: str, label: Words, wording: Words | None = None
) -> PreferenceResult:
    """Everything about a preference field but agreement; all of it per system, whatever the side.

    Systems that never met, directly or through others, are ranked in tasks of their own. `wording` is the question as asked.
    """
    new = context.revision >= 3
    votes = votes.panelled() if new else votes
    tasks = votes.tasks() if new and len(votes) else [votes.systems]
    parts = [votes.among(task).panelled() for task in tasks] if len(tasks) > 1 else [votes]
    ranked = [rank_systems(part, context, name=name) for part in parts if len(part) or not votes.systems]
    wins = {row["name"]: row for row in win_table(votes.pairs()).systems} if len(votes) else {}
    title = _title(ranked, label)
    pairs = tuple(row for one in ranked for row in one.pairs)
    cycles = condorcet_cycles(votes)
    asked = question(name, label, wording or Words())
    told = tuple(_verdict(one, _in_task(one, asked, ranked)) for one in ranked if one.order)
    apart = set_apart(votes, context, name)
    charts = _charts(name, title, ranked, wins, apart, label=asked)
    return PreferenceResult(
        section=Section(
            name=name,
            title=title,
            role="results",
            field=name,
            text=(*(told if len(told) > 1 else ()), *apart.sentences()),
            findings=(*_findings(ranked, votes, context, name), cycle_finding(cycles, votes, name), *apart.findings),
            tables=(_systems_sheet(name, title, ranked, wins, apart), *_pair_sheets(name, label, pairs, new=new)),
            charts=charts,
            notes=_once([note for one in ranked for note in one.notes]),
            verdict=told,
            headline=charts[0] if charts and len(votes.systems) > 1 else None,
        ),
        pairs=pairs,
        differences=tuple(difference for one in ranked for difference in one.differences),
    )


def _once(notes: Sequence[Words]) -> tuple[Words, ...]:
    return tuple(note for place, note in enumerate(notes) if note not in notes[:place])


def _findings(ranked: Sequence[Ranked], votes: Votes, context: Context, name: str) -> list[Finding]:
    findings: list[Finding] = []
    for one in ranked:
        if one.fitted is None:
            continue
        findings += [replace(one.fitted[s], name=f"{name}.strength.{s}") for s in one.fitted.names]
        terms = (one.fitted.tie, *one.fitted.terms, one.fitted.position)
        findings += [replace(f, name=f"{name}.{f.name}") for f in terms if f is not None]
    findings += [share for one in ranked for share in one.shares.values()]
    return [*findings, left_share(votes, context, name), *(d for one in ranked for d in one.differences)]


def _in_task(one: Ranked, asked: Words, ranked: Sequence[Ranked]) -> Words:
    if len(ranked) == 1:
        return asked
    return say("question-in-task", question=asked, task=task_named(sorted(one.order)))


def _title(ranked: Sequence[Ranked], label: Words) -> Words:
    if not ranked or not any(one.order for one in ranked):
        return say("preference-nothing", question=label)
    if len(ranked) > 1:
        return say("verdict-tasks", question=label, n=len(ranked))
    return _verdict(ranked[0], label)


def _verdict(one: Ranked, asked: Words) -> Words:
    """The sentence on those that compete, and how the first of them stands to the reference, where there is one."""
    reference = one.reference
    competing = [s for s in one.order if s != reference]
    if len(competing) == len(one.order):
        return _among(one, one.order, asked)
    if len(competing) == 1:
        return say("reference-two", text=_among(one, one.order, asked), reference=reference)
    better = proved((*one.pairs, *one.unlisted))
    how = "reference-preferred-open"
    if (reference, competing[0]) in better:
        how = "reference-preferred"
    elif (competing[0], reference) in better:
        how = "reference-passed"
    return say(how, text=_among(one, competing, asked), system=competing[0], reference=reference)


def _among(one: Ranked, order: Sequence[str], asked: Words) -> Words:
    """Who of these is preferred, how often, by whom; or that it is not established."""
    first = order[0]
    share = one.shares[first]
    told: dict[str, Any] = {
        "question": asked,
        "system": first,
        "share": Interval(share.value, share.interval, digits=0, share=True),
        "by": according_to(one.votes.scores()),
        "n": len(order),
        "next": order[1] if len(order) > 1 else "",
    }
    two = len(order) == 2
    stand = standing(order, (*one.pairs, *one.unlisted), one.shares)
    if stand.all_behind:
        return say("preference-verdict-two" if two else "preference-verdict-ahead", **told)
    if 1 < len(stand.level) == len(order):
        return say("preference-verdict-level-all", **told, systems=listed(stand.level))
    if len(stand.level) > 1:
        others = stand.others(say("worse-behind"))
        return say("preference-verdict-level", **told, systems=listed(stand.level), others=others)
    if two:
        unless = one.fitted is not None and wins_more_often(share)
        return say("preference-verdict-two-unless" if unless else "preference-verdict-two-open", **told)
    # strengths allow for the opponents that a system met, so the strongest need not have the highest share
    told["most"] = "yes" if share.value >= max(one.shares[s].value for s in order) else "no"
    if not stand.behind:
        return say("preference-verdict-open", **told)
    return say("preference-verdict-some", **told, same=listed(stand.open), behind=len(stand.behind))


def _systems_sheet(
    name: str, title: Words, ranked: Sequence[Ranked], wins: Mapping[str, Any], apart: SetApart
) -> Sheet:
    rows: list[dict[str, Any]] = []
    for one in ranked:
        for s in one.order:
            rank, won, share = one.ranks.get(s), wins.get(s), one.shares[s]
            rows.append(
                {
                    "system": s,
                    "strength": rank["score"] if rank else None,
                    "interval": rank["interval"] if rank else None,
                    "rank": rank["rank"] if rank else None,
                    "rank_range": rank["rank_range"] if rank else None,
                    "wins": won["wins"] if won else 0,
                    "ties": won["ties"] if won else 0,
                    "losses": won["losses"] if won else 0,
                    "win_share": share.value,
                    "win_interval": share.interval,
                    "average_win_rate": won["average_win_rate"] if won else None,
                    "rao_kupper": one.check.get(s),
                    "n": share.n,
                    **apart.cells(s),
                }
            )
    # a system that was bad whenever it was shown was never compared
    rows += [{"system": s, "n": 0, **apart.cells(s)} for s in apart.bad if s not in {row["system"] for row in rows}]
    shares = ("system", "win_share", "win_interval", "wins", "ties", "losses", "rank", "rank_range")
    bad = ("both_bad", "bad_interval") if apart.bad else ()
    columns = (*shares, *bad, "strength", "interval", "average_win_rate", "rao_kupper")
    headings = {"win_interval": say("interval"), "rao_kupper": say("preference-rao-kupper")}
    headings["bad_interval"] = say("interval")
    return sheet(f"{name}.systems", title, rows, columns, headings=headings)


def _pair_sheets(name: str, label: Words, pairs: Sequence[Mapping[str, Any]], *, new: bool) -> list[Sheet]:
    if not pairs:
        return []
    held = sum(row["p_holm"] < HELD for row in pairs)
    title = say("preference-pairs", held=held, all=len(pairs), field=label)
    counts = ("first", "second", "wins", "ties", "losses", "difference", "interval")
    headings = {"p_sign": say("preference-p-sign"), "difference": say("preference-difference")}
    if not new:
        return [sheet(f"{name}.pairs", title, pairs, (*counts, "p", "p_holm", "p_sign", "status"), headings=headings)]
    details = ("first", "second", "plain_interval", "p", "p_sign", "n")
    return [
        sheet(
            f"{name}.pairs", title, pairs, (*counts, "p_holm", "status"), headings=headings, simultaneous=("interval",)
        ),
        replace(
            sheet(
                f"{name}.pair_details",
                say("comparison-details"),
                [{c: row.get(c) for c in details} for row in pairs],
                details,
                headings=headings,
            ),
            details=True,
        ),
    ]


def _charts(
    name: str, title: Words, ranked: Sequence[Ranked], wins: Mapping[str, Any], apart: SetApart, *, label: Words
) -> tuple[Picture, ...]:
    order = [s for one in ranked for s in one.order]
    bad = apart.chart(name, [*order, *(s for s in apart.bad if s not in order)], label)
    if not order:
        return (bad,) if bad else ()
    charts = [_shares_chart(name, title, ranked, label)]
    strengths = [row for one in ranked for row in _strength_rows(one, ranked)]
    if strengths:
        charts.append(
            Picture(
                name=f"{name}.strengths",
                title=say("preference-strengths", question=label),
                kind="intervals",
                rows=tuple(strengths),
                axes={
                    "value": say(f"preference-strength-axis{'-graded' if ranked[0].votes.grade is not None else ''}")
                },
                marks={"zero": 0.0},
            )
        )
    outcomes = say("preference-outcomes", question=label)
    charts.append(_outcomes_chart(name, outcomes, order, wins, apart))
    if ranked[0].votes.grade is not None:
        charts.append(_grades_chart(name, say("preference-grades", question=label), ranked))
    charts += [bad] if bad else []
    if 2 < len(order) <= _MOST_CELLS_WIDE:
        charts.append(_matrix_chart(name, ranked, label))
    return tuple(charts)


def _shares_chart(name: str, title: Words, ranked: Sequence[Ranked], label: Words) -> Picture:
    """Win shares from 0 to 1 with the intervals that the table has; those that may be the most preferred stand out."""
    rows = []
    for one in ranked:
        ahead = set(one.leaders)
        for s in one.order:
            low, high = one.shares[s].interval or (None, None)
            rows.append(
                {"label": say("reference-label", system=s) if s == one.reference else s, "value": one.shares[s].value}
                | {"low": low, "high": high}
                | {"series": _part(one, ranked), "behind": bool(ahead) and s not in ahead}
            )
    axes = {"value": say("preference-win-axis", question=label)}
    marks = {"domain": [0.0, 1.0], "line": 0.5, "percent": True}
    return Picture(name=f"{name}.win_shares", title=title, kind="intervals", rows=tuple(rows), axes=axes, marks=marks)


def _part(one: Ranked, ranked: Sequence[Ranked]) -> Words | str:
    """The part of a figure in which the systems of a task stand."""
    return upper_first(task_named(sorted(one.order))) if len(ranked) > 1 else ""


def _strength_rows(one: Ranked, ranked: Sequence[Ranked]) -> list[dict[str, Any]]:
    rows = []
    part = _part(one, ranked)
    for s in one.order if one.ranks else ():
        low, high = one.ranks[s]["interval"] or (None, None)
        rows.append(
            {"label": s, "value": one.ranks[s]["score"], "low": low, "high": high, "series": part, "held": True}
        )
    return rows


def _outcomes_chart(name: str, title: Words, order: Sequence[str], wins: Mapping[str, Any], apart: SetApart) -> Picture:
    """Wins, ties and losses, and where it was asked how often both were bad: all that was answered."""
    parts = [(key, say(f"preference-{key}")) for key in ("win", "tie", "loss")]
    parts += [("bad", say("preference-bad"))] if apart.bad else []
    rows = []
    for s in order[:_MOST_SYSTEMS]:
        found, won = apart.bad.get(s), wins.get(s, {})
        counts = {"win": won.get("wins", 0), "tie": won.get("ties", 0), "loss": won.get("losses", 0)}
        counts["bad"] = round(found.value * found.n) if found else 0
        total = sum(counts.values())
        rows += [
            {"label": s, "part": words, "share": counts[key] / total, "n": counts[key]} for key, words in parts if total
        ]
    axes = {"share": say("preference-share-axis")}
    marks = {"apart": True} if apart.bad else {}
    return Picture(name=f"{name}.outcomes", title=title, kind="stacked", rows=tuple(rows), axes=axes, marks=marks)


def _grades_chart(name: str, title: Words, ranked: Sequence[Ranked]) -> Picture:
    """How often each grade was given to a system, from far behind the other to far ahead of it."""
    rows = []
    for one in ranked:
        given = one.votes.grades_by_system()
        most = max(abs(grade) for counts in given.values() for grade in counts)
        for s in one.order[:_MOST_SYSTEMS]:
            total = sum(given[s].values())
            rows += [
                {"label": s, "part": f"{grade:+d}".replace("-", "−").replace("+0", "0"), "share": n / total, "n": n}
                for grade in range(-most, most + 1)
                if (n := given[s].get(grade, 0)) or total
            ]
    axes = {"share": say("preference-grades-axis")}
    return Picture(name=f"{name}.grades", title=title, kind="diverging", rows=tuple(rows), axes=axes)


def _matrix_chart(name: str, ranked: Sequence[Ranked], label: Words) -> Picture:
    """Who wins against whom: the share of comparisons that the row wins against the column, ties counted half."""
    rows = []
    for one in ranked:
        met = {}
        for row in one.pairs:
            total = row["wins"] + row["ties"] + row["losses"]
            if total:
                share = (row["wins"] + row["ties"] / 2) / total
                met[row["first"], row["second"]] = share
                met[row["second"], row["first"]] = 1 - share
        rows += [
            {"x": b, "y": a, "n": None, "share": met[a, b], "series": ""}
            for a in one.order
            for b in one.order
            if (a, b) in met
        ]
    axes = {"x": say("preference-against"), "y": say("preference-winner")}
    return Picture(
        name=f"{name}.matrix",
        title=say("preference-matrix", question=label),
        kind="matrix",
        rows=tuple(rows),
        axes=axes,
        marks={"order": [s for one in ranked for s in one.order]},
    )
