"""Raters and how they work; taking answers out by the study's rules or by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from beholder.engine.handlers.act_log import LogAct
from beholder.engine.handlers.rater_stops import ExcludeRater, Readmit
from beholder.fields import Words
from beholder.protocols import Declaration
from beholder.store import RaterRow
from beholder.store.progress import platform_names
from beholder.store.raters import all_raters
from beholder.web.call import Call, HttpError, Reply
from beholder.web.coordinate.frame import act, back, choice, language_of, show, text, words
from beholder.web.coordinate.watch import watch
from beholder.web.refusal import tell_problem

if TYPE_CHECKING:
    from beholder.quality.rater_quality import RaterQuality

__all__ = ["apply_rules", "exclude", "raters", "readmit", "show_platform_ids"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table: who, how they work, how quick their last answers were; where asked for, whom a platform knows."""

    row: RaterRow
    quality: RaterQuality | None
    speeds: tuple[float, ...]
    platform: str = ""


def _number(pick: Callable[[RaterQuality], float]) -> Callable[[Line], float]:
    def key(line: Line) -> float:
        value = pick(line.quality) if line.quality else math.nan
        return -math.inf if math.isnan(value) else value

    return key


_SORTS: dict[str, Callable[[Line], float]] = {
    "joined": lambda line: line.row.number,
    "seen": lambda line: line.row.seen_at,
    "answers": _number(lambda q: q.answers),
    "checks": _number(lambda q: q.checks.value),
    "consistent": _number(lambda q: q.consistent.value),
    "agree": _number(lambda q: q.agree.value),
    "severity": _number(lambda q: q.severity),
    "speed": _number(lambda q: q.median_seconds),
    "flags": _number(lambda q: len(q.flags)),
}


async def raters(call: Call) -> Reply:
    """The table of raters, sorted as asked, with what the rules would take out now."""
    return await _table(call)


async def show_platform_ids(call: Call) -> Reply:
    """The same table with the ids by which a crowd platform knows the raters; that somebody looked is on record."""
    study = call.study
    names = await study.read(lambda conn: platform_names(conn, study.engine.key))
    await act(call, LogAct(call.person.name, "platform-ids", {"raters": len(names)}))
    return await _table(call, names={rater: external for rater, (_, external) in names.items()})


async def _table(call: Call, *, problem: str = "", status: int = 200, names: Mapping[str, str] | None = None) -> Reply:
    study = call.study
    sort = choice(call, "sort", tuple(_SORTS), default="flags") if not isinstance(call.body, dict) else "flags"
    order = choice(call, "order", ("up", "down"), default="down") if not isinstance(call.body, dict) else "down"
    seen = await watch(study).look()
    known = await study.read(lambda conn: all_raters(conn, study.engine.key))
    quality = {one.rater: one for one in seen.quality}
    lines = [
        Line(row, quality.get(row.rater), tuple(seen.speeds.get(row.rater, ())), (names or {}).get(row.rater, ""))
        for row in known
    ]
    lines.sort(key=_SORTS[sort], reverse=order == "down")
    rules = study.definition.settings.exclude
    foreseen = await study.in_thread(lambda: study.engine.foresee_rules(seen.quality)) if rules else []
    slowest = max((max(line.speeds) for line in lines if line.speeds), default=0) or 1.0
    return await show(
        call,
        "raters.html",
        here="raters",
        status=status,
        problem=problem,
        lines=lines,
        sort=sort,
        order=order,
        sorts=tuple(_SORTS),
        rules=rules,
        live=study.definition.check_rule,
        foreseen=foreseen,
        slowest=slowest,
        crowd=study.definition.settings.crowd,
        named=names is not None,
        watched=_watched(study.definition.declaration),
        seen=seen,
    )


def _watched(declaration: Declaration) -> Words:
    """What the field is called on which raters are compared with others and with themselves."""
    name = declaration.watched
    return dict(declaration.form.all_fields())[name].label or Words.model_validate(name)


async def apply_rules(call: Call) -> Reply:
    """Takes out what the declared rules say."""
    study = call.study
    done = await study.in_thread(study.engine.apply_rules)
    by_rule: dict[str, int] = {}
    for one in done:
        by_rule[one.rule] = by_rule.get(one.rule, 0) + len(one.answers)
    await act(call, LogAct(call.person.name, "apply-rules", {"answers": by_rule}))
    return back(call, "raters")


async def exclude(call: Call) -> Reply:
    """Takes all answers of one rater out, for a reason that is kept, and stops the rater if asked to."""
    rater = call.body.get("rater", "")
    stop, reissue = (call.body.get(name, "") == "yes" for name in ("stop", "reissue"))
    try:
        reason = text(call, "reason", most=500)
    except HttpError as error:
        return await _table(call, problem=tell_problem(error.problems[0], words(language_of(call))), status=422)
    await act(call, ExcludeRater(call.person.name, rater, reason, stop=stop, reissue=reissue))
    return back(call, "raters")


async def readmit(call: Call) -> Reply:
    """Lets a stopped rater go on."""
    await act(call, Readmit(call.person.name, call.body.get("rater", "")))
    return back(call, "raters")
