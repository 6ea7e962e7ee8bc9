"""How a study was run, as sections of its analysis: read in the report, by `analyze` and on the card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from beholder.analysis.result import Heading, Picture, Section, Sheet
from beholder.conduct.changes import CATALOGUE
from beholder.conduct.collected import Collected
from beholder.conduct.conduct import Conduct
from beholder.conduct.flow import FlowStep, LostRaters, ParticipantFlow
from beholder.conduct.sentences import collected_line
from beholder.fields import Words
from beholder.tables.ratings import iso_time
from beholder.text import Share

__all__ = ["conduct_sections"]

_say = CATALOGUE.say
_DIGITS = {"share": 3, "raters": 0, "lost": 0, "planned": 0, "collected": 0, "answers": 0, "looks": 0, "version": 0}


def conduct_sections(conduct: Conduct, *, hide: Callable[[str], str] | None = None) -> tuple[Section, ...]:
    """Participant flow, planned against collected, and what changed; `hide` covers names that are sealed."""
    return (_flow(conduct.flow), _collected(conduct.collected), _changes(conduct, hide or (lambda text: text)))


def _sheet(name: str, title: Words, rows: Sequence[dict[str, Any]], columns: Sequence[str]) -> Sheet:
    headings = (
        Heading(name=one, title=_say(f"column-{one}"), digits=_DIGITS.get(one), percent=one == "share")
        for one in columns
    )
    return Sheet(name=name, title=title, columns=tuple(headings), rows=tuple(rows))


def _flow(flow: ParticipantFlow) -> Section:
    joined, analysed = flow.n("joined"), flow.n("analysed")
    key = "flow-title-simulated" if flow.simulated else "flow-title"
    text = [] if flow.simulated else [_say("flow-finished", n=flow.finished)]
    text += [
        _say("flow-passed-by", n=step.passed_by, step=_say(f"flow-step-{step.name}"))
        for step in flow.steps
        if step.passed_by
    ]
    rows = [
        {
            "step": _say(f"flow-step-{step.name}"),
            "raters": step.n,
            "lost": sum(loss.n for loss in step.lost) or None,
            "why": _listed([_lost(loss) for loss in step.lost]) if step.lost else None,
        }
        for step in flow.steps
    ]
    picture = Picture(
        name="flow",
        title=_say("flow-caption"),
        kind="flow",
        rows=tuple(row for step in flow.steps for row in _drawn(step)),
    )
    return Section(
        name="flow",
        title=_say(key, joined=joined, analysed=analysed),
        role="participants",
        text=tuple(text),
        tables=(_sheet("flow", _say("flow-table"), rows, ("step", "raters", "lost", "why")),),
        charts=(picture,) if joined else (),
    )


def _drawn(step: FlowStep) -> list[dict[str, Any]]:
    box = {"step": step.name, "label": _say(f"flow-step-{step.name}"), "n": step.n, "lost": False}
    beside = [{"step": step.name, "label": _why(loss), "n": loss.n, "lost": True} for loss in step.lost]
    return [box, *beside]


def _why(loss: LostRaters) -> Words:
    if not loss.rule:
        return _say(f"flow-lost-{loss.reason}")
    ours = f"flow-exclusion-{loss.rule}"
    return _say("flow-lost-excluded", rule=_say(ours) if ours in CATALOGUE else loss.rule)


def _lost(loss: LostRaters) -> Words:
    return _say("flow-lost-n", reason=_why(loss), n=loss.n)


def _listed(parts: Sequence[Words]) -> Words:
    return Words({language: "; ".join(part.to(language) for part in parts) for language in CATALOGUE.languages})


def _collected(found: Collected) -> Section:
    rows: list[dict[str, Any]] = [
        {
            "what": _say(f"collected-{what}"),
            "planned": planned,
            "collected": there,
            "share": there / planned if planned else None,
        }
        for what, planned, there in (
            ("ratings", found.wanted, found.ratings),
            ("trials", found.trials, found.trials_complete),
            ("items", found.items, found.items_complete),
        )
    ]
    rows.append({"what": _say("collected-raters"), "planned": None, "collected": found.raters, "share": None})
    text = []
    if found.planned_first != found.planned:
        text.append(_say("collected-first", first=found.planned_first))
    if found.closed_at is not None:
        text.append(_say("collected-closed", date=day(found.closed_at)))
    if found.stopped:
        share = Share(found.spared / found.planned)
        text.append(_say("collected-stopped", n=found.stopped, spared=found.spared, planned=found.planned, share=share))
    if found.excluded:
        text.append(_say("collected-excluded", n=found.excluded))
    if found.items_out:
        text.append(_say("collected-items-out", n=found.items_out))
    return Section(
        name="collected",
        title=collected_line(found),
        role="plan",
        text=tuple(text),
        tables=(_sheet("collected", _say("collected-table"), rows, ("what", "planned", "collected", "share")),),
    )


def _changes(conduct: Conduct, hide: Callable[[str], str]) -> Section:
    design = [change for change in conduct.changes if change.design]
    key = "changes-title-after-look" if conduct.after_look else "changes-title" if design else "changes-title-none"
    rows = [
        {
            "at": moment(change.at),
            "version": change.version,
            "change": _hidden(change.what, hide),
            "answers": change.answers,
            "looks": change.looks,
        }
        for change in conduct.changes
    ]
    return Section(
        name="changes",
        title=_say(key, n=len(design), after=len(conduct.after_look)),
        role="plan",
        tables=(_sheet("changes", _say("changes-table"), rows, ("at", "version", "change", "answers", "looks")),),
    )


def _hidden(words: Words, hide: Callable[[str], str]) -> Words:
    return Words({language: hide(text) for language, text in words.root.items()})


def moment(at: int) -> str:
    """A time to the minute, in UTC."""
    return iso_time(at)[:16].replace("T", " ")


def day(at: int) -> str:
    """A day in UTC."""
    return iso_time(at)[:10]
