"""Preferences by group of items, such as the category of a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from beholder.analysis.context import Context
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.glossary import sheet
from beholder.analysis.proportion import share_ratings
from beholder.analysis.result import Picture, Section, say
from beholder.analysis.sections.sensitivity import MOST_GROUPS
from beholder.analysis.sections.set_apart import set_apart
from beholder.analysis.system_names import question
from beholder.analysis.votes import votes_of
from beholder.analysis.workspace import Work
from beholder.fields import Way
from beholder.findings import Finding
from beholder.stats import win_table

__all__ = ["preference_groups_section"]


def preference_groups_section(work: Work) -> Section | None:
    """How often each system wins in each group, and how often both were bad; None where items have no groups."""
    context = work.context
    asked = [info for info in work.fields if info.way is Way.PREFERENCE]
    groups = work.main.where(field=[info.name for info in asked]).used("group")
    # earlier analyses told groups of numbers only
    if context.revision < 4 or not 1 < len(groups) <= MOST_GROUPS:
        return None
    rows: list[dict[str, Any]] = []
    findings: list[Finding] = []
    charts = []
    for info in asked:
        found = [_group(work, info, group, context) for group in groups]
        told = [row for one, _ in found for row in one]
        findings += [finding for _, some in found for finding in some]
        rows += told
        charts.append(_chart(work, info, told, len(groups)))
    title = say("preference-groups", n=len(groups))
    bad = ("both_bad",) if any("both_bad" in row for row in rows) else ()
    columns = ("field", "group", "system", "win_share", "interval", "wins", "ties", "losses", *bad)
    return Section(
        name="preference_groups",
        title=title,
        role="results",
        findings=tuple(findings),
        tables=(sheet("preference_groups", title, rows, columns),),
        charts=tuple(charts),
    )


def _group(work: Work, info: FieldInfo, group: str, context: Context) -> tuple[list[dict[str, Any]], list[Finding]]:
    """A row for each system that was shown in the group, and the findings behind them."""
    votes = votes_of(work.main.where(field=info.name, group=group), info.name).panelled()
    name = f"{info.name}.{{}}.{group}"
    apart = set_apart(votes, context, info.name)
    offered = votes_of(work.main, info.name).both_bad is not None
    wins = {row["name"]: row for row in win_table(votes.pairs()).systems} if len(votes) else {}
    rows = []
    findings = [replace(apart.whole, name=name.format("both_bad"))] if apart.whole else []
    for system in votes.systems:
        won = wins.get(system, {})
        row: dict[str, Any] = {"field": info.name, "group": group, "system": system}
        if system in wins:
            share = share_ratings(votes.scores(), system, confidence=context.confidence)
            findings.append(replace(share, name=f"{name.format('win_share')}.{system}"))
            row |= {"win_share": share.value, "interval": share.interval}
        row |= {what: won.get(what, 0) for what in ("wins", "ties", "losses")}
        if offered:
            row["both_bad"] = apart.bad[system].value if system in apart.bad else 0.0
        rows.append(row)
    return rows, findings


def _chart(work: Work, info: FieldInfo, rows: Sequence[dict[str, Any]], groups: int) -> Picture:
    drawn = [
        {"label": row["group"], "value": row["win_share"], "series": row["system"]}
        | dict(zip(("low", "high"), row["interval"] or (None, None), strict=True))
        for row in rows
        if "win_share" in row
    ]
    asked = question(info.name, work.measure(info.name).label, info.label)
    return Picture(
        name=f"{info.name}.preference_groups",
        title=say("preference-groups-on", question=asked, n=groups),
        kind="intervals",
        rows=tuple(drawn),
        # one panel for each system leaves room for no more
        axes={"value": say("column-win_share")},
        marks={"domain": [0.0, 1.0], "line": 0.5, "percent": True},
    )
