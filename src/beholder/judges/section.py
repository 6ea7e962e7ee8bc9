"""What an analysis says about the judges of a study: how they worked, how far to trust each, and what they would save."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.engine import Connection

from beholder.analysis.context import Context
from beholder.analysis.field_info import FieldInfo
from beholder.analysis.proportion import estimate
from beholder.analysis.result import Analysis, Heading, Section, Sheet
from beholder.declarations.states import LeaseState, Showing
from beholder.fields import Way, Words
from beholder.findings import Finding
from beholder.judges import trust
from beholder.judges.field_votes import FieldVotes, gather, rows_of_judgments
from beholder.protocols import Item
from beholder.stats import wilson
from beholder.stats.judges.alt_test import AltTest
from beholder.stats.judges.combined_means import combined_means
from beholder.store.items import load_items
from beholder.store.judgments import JudgeRow, JudgeUsage, JudgmentRow, list_judges, stream_judgments, usage_of
from beholder.study import Definition
from beholder.study.judges import JudgeBudget
from beholder.tables.ratings import Rating
from beholder.text import Catalogue, Number, Text

__all__ = ["JudgedStudy", "judge_section", "models_alone", "read_judged"]

_TEXT = Catalogue("judges")
_say = _TEXT.say
# the price of a person where study.yaml no longer names the judge: skilled raters
_EPSILON = 0.15
_PASSES = 0.5
_VERDICTS = ("alt-passes", "alt-fails")
# a judge that decides so by place sees little else
_BOUND_TO_SIDE = 0.9
_DIGITS = {
    "missing": 3,
    "repaired": 3,
    "checks": 3,
    "cost": 5,
    "spent": 2,
    "n": 0,
    "showings": 0,
    "tokens": 0,
    "items": 0,
}
_PERCENT = frozenset({"missing", "repaired", "checks", "saved", "same", "first_side", "flips", "winning_rate"})


@dataclass(frozen=True)
class JudgedStudy:
    """All that judges said in a study, and what people said beside it."""

    definition: Definition
    study: str
    judges: Sequence[JudgeRow]
    judgments: Sequence[JudgmentRow]
    usage: Mapping[str, JudgeUsage]
    items: Mapping[int, Item]


def read_judged(conn: Connection, key: int, definition: Definition, study: str) -> JudgedStudy | None:
    """What judges said; None where none was asked."""
    judges = list_judges(conn, key)
    rows = list(stream_judgments(conn, key))
    if not rows:
        return None
    stored = load_items(conn, key, {row.item for row in rows})
    items = {number: Item.from_json(json.loads(text)) for number, text in stored.items()}
    return JudgedStudy(definition, study, judges, rows, usage_of(conn, key), items)


def models_alone(protocol: str, context: Context) -> Analysis:
    """The analysis of a study that models have judged and nobody else yet, but for what is said about them."""
    return Analysis(
        protocol=protocol,
        title=context.title,
        summary=(_say("nobody-yet"),),
        sections=(),
        method=Words(),
        limits=Words(),
    )


@dataclass(frozen=True)
class _OneJudge:
    """A judge with its votes."""

    row: JudgeRow
    judgments: Sequence[JudgmentRow]
    votes: Mapping[str, FieldVotes]
    usage: JudgeUsage
    epsilon: float
    family: tuple[str, ...]
    budget: JudgeBudget

    @property
    def answered(self) -> int:
        """How many showings have an answer."""
        return sum(row.state == LeaseState.ANSWERED for row in self.judgments)


def judge_section(judged: JudgedStudy, people: Sequence[Rating], *, call: Callable[[str], str] = str) -> Section:
    """The section. `people` are the ratings that enter the results; `call` gives a system the name it may be called by."""
    fields = FieldInfo.of_form(judged.definition.declaration.form)
    ones = list(_by_judge(judged, fields, people))
    lengths = _lengths(judged)
    findings: list[Finding] = []
    overview = [_overview(one, findings) for one in ones]
    trust, more, verdicts = list[dict[str, Any]](), list[dict[str, Any]](), list[Words]()
    for one in ones:
        for votes in one.votes.values():
            if votes.judge:
                trust.append(_trust(one, [votes], votes.info.label, findings))
                more.append(_bias(one, votes, lengths, findings))
                verdicts += _verdict(one, votes, trust[-1], more[-1])
        alike = [votes for votes in one.votes.values() if votes.judge and votes.numeric]
        if len(alike) > 1:
            trust.append(_trust(one, alike, _say("all-fields"), findings))
    systems = [row for one in ones for row in _systems(one, call)]
    combined = [row for one in ones for row in _combined(one, call)]
    tables = [
        _sheet("judges", "overview-table", overview),
        _sheet("judges.trust", "trust-table", trust),
        _sheet("judges.bias", "bias-table", [line for row in more for line in _one_below_the_other(row)]),
        _sheet("judges.systems", "systems-table", systems, details=True),
        _sheet("judges.combined", "combined-table", combined),
    ]
    return Section(
        name="judges",
        title=_say("section-title", n=len({one.row.model for one in ones})),
        role="judges",
        text=(_say("section-apart"), *verdicts),
        findings=tuple(one for one in findings if math.isfinite(one.value)),
        tables=tuple(table for table in tables if table.rows),
        notes=(
            _say("section-test"),
            _say("section-sober"),
            *([_say("section-alike")] if judged.definition.stop_rule else []),
        ),
    )


def _by_judge(judged: JudgedStudy, fields: Sequence[FieldInfo], people: Sequence[Rating]) -> Iterator[_OneJudge]:
    declaration = judged.definition.declaration
    rows = list(
        rows_of_judgments(
            judged.judgments, judged.items, declaration.form, study=judged.study, protocol=declaration.name
        )
    )
    for row in judged.judges:
        mine = [one for one in judged.judgments if one.judge == row.judge]
        if not mine:
            continue
        settings = judged.definition.settings.judges.get(row.name)
        yield _OneJudge(
            row=row,
            judgments=mine,
            votes=gather(fields, people, ((rating, n) for judge, rating, n in rows if judge == row.judge)),
            usage=judged.usage.get(row.judge, JudgeUsage(0, 0, 0)),
            epsilon=settings.epsilon if settings else _EPSILON,
            family=settings.family if settings else (),
            budget=settings.budget if settings else JudgeBudget(),
        )


def _sheet(name: str, title: str, rows: Sequence[dict[str, Any]], *, details: bool = False) -> Sheet:
    columns = dict.fromkeys(column for row in rows for column in row)
    used = [c for c in columns if any(_told(row.get(c)) for row in rows)]
    headings = tuple(
        Heading(
            name=one,
            title=_say("column-interval") if one.endswith("interval") else _say(f"column-{one.replace('_', '-')}"),
            digits=_DIGITS.get(one, 2),
            percent=one in _PERCENT,
        )
        for one in used
    )
    return Sheet(name=name, title=_say(title), columns=headings, rows=tuple(rows), details=details)


def _told(value: Any) -> bool:
    return value is not None and value != "" and not (isinstance(value, float) and math.isnan(value))


def _pair(name: str, found: Finding) -> dict[str, Any]:
    return {name: found.value, f"{name}_interval": found.interval}


def _overview(one: _OneJudge, findings: list[Finding]) -> dict[str, Any]:
    """How the judge worked: what it left without an answer, what had to be repaired, checks, and what it cost."""
    n, name = len(one.judgments), f"judge.{one.row.judge}"
    missing = wilson(n - one.answered, n, name=f"{name}.missing")
    repaired = wilson(
        sum(row.repairs > 0 and row.state == LeaseState.ANSWERED for row in one.judgments), n, name=f"{name}.repaired"
    )
    checked = [row for row in one.judgments if row.kind == Showing.ATTENTION]
    # to leave a check without an answer must not be better than to fail it
    checks = wilson(sum(bool(row.passed) for row in checked), len(checked), name=f"{name}.checks")
    tokens = one.usage.sent_tokens + one.usage.received_tokens
    cost = one.budget.cost(sent=one.usage.sent_tokens, received=one.usage.received_tokens)
    per_answer = Finding(name=f"{name}.cost", value=cost / one.answered if one.answered else math.nan, n=one.answered)
    findings += [missing, repaired, checks, per_answer]
    return {
        "judge": one.row.judge,
        "model": one.row.model,
        "guideline": one.row.guideline,
        "showings": n,
        **_pair("missing", missing),
        **_pair("repaired", repaired),
        **_pair("checks", checks),
        "tokens": tokens / one.answered if one.answered else None,
        "cost": None if math.isnan(per_answer.value) else per_answer.value,
        "spent": None if math.isnan(cost) else cost,
    }


def _trust(one: _OneJudge, votes: Sequence[FieldVotes], label: Words, findings: list[Finding]) -> dict[str, Any]:
    """Agreement and the alt-test of one field, or of several together."""
    field = votes[0].info.name if len(votes) == 1 else "all"
    name = f"judge.{one.row.judge}.{field}"
    row: dict[str, Any] = {"judge": one.row.judge, "field": label}
    test, _ = trust.alternative_annotator(votes, epsilon=one.epsilon, model=one.row.judge)
    if len(votes) == 1:
        with_people = trust.agreement_with_people(votes[0], f"{name}.alpha")
        own = trust.people_agreement(votes[0], f"{name}.people_alpha")
        saved = trust.saved(votes[0], f"{name}.saved")
        order = trust.system_order(votes[0], f"{name}.system_order")
        findings += [with_people, own, saved, order]
        row |= {**_pair("alpha", with_people), **_pair("people_alpha", own)}
    rate, advantage = _of_test(test, one.row.judge, name)
    findings += [one_finding for one_finding in (rate, advantage) if one_finding is not None]
    if rate is not None and advantage is not None:
        row |= {"winning_rate": rate.value, **_pair("advantage", advantage), "items": advantage.n}
        row["passes"] = _say("passes" if rate.value >= _PASSES else "fails")
    if len(votes) == 1:
        row |= {**_pair("saved", saved), **_pair("system_order", order)}
    return row


def _of_test(test: AltTest | None, judge: str, name: str) -> tuple[Finding | None, Finding | None]:
    if test is None:
        return None, None
    known = {finding.name: finding for finding in test.findings}
    rate, advantage = known[f"winning_rate:{judge}"], known[f"advantage:{judge}"]
    # the verdict stands in the text of the section
    notes = tuple(note for note in rate.notes if not isinstance(note, Text) or note.key not in _VERDICTS)
    return replace(rate, name=f"{name}.winning_rate", notes=notes), replace(advantage, name=f"{name}.advantage")


def _bias(
    one: _OneJudge, votes: FieldVotes, lengths: Mapping[tuple[str, str], int], findings: list[Finding]
) -> dict[str, Any]:
    """What moves the judge beside what it judges: places, lengths, its own family, the ends of the scale, chance."""
    name = f"judge.{one.row.judge}.{votes.info.name}"
    calibration, too_sure = trust.brier(votes, f"{name}.brier")
    found = {
        "first_side": trust.first_side(votes, f"{name}.first_side"),
        "flips": trust.flips(votes, f"{name}.flips"),
        "same": trust.consistency(votes, f"{name}.same"),
        "severity": trust.severity(votes, f"{name}.severity"),
        "spread": trust.spread(votes, f"{name}.spread"),
        "length": trust.length_bias(votes, lengths, f"{name}.length"),
        "family": trust.family_bias(votes, one.family, f"{name}.family"),
        "brier": calibration,
        "too_sure": too_sure,
    }
    findings += found.values()
    row: dict[str, Any] = {"judge": one.row.judge, "field": votes.info.label}
    for column, finding in found.items():
        if math.isfinite(finding.value):
            row |= _pair(column, finding)
    return row


def _one_below_the_other(row: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A row for each number of a judge on a question: side by side they would be wider than a page."""
    for column, value in row.items():
        if f"{column}_interval" in row:
            told = {"moved": _say(f"column-{column.replace('_', '-')}"), "value": value}
            yield {"judge": row["judge"], "field": row["field"], **told, "interval": row[f"{column}_interval"]}


def _verdict(one: _OneJudge, votes: FieldVotes, trust: Mapping[str, Any], bias: Mapping[str, Any]) -> Iterator[Words]:
    told: dict[str, Any] = {"judge": one.row.judge, "field": votes.info.label}
    if "winning_rate" in trust:
        advantage = Finding(name="advantage", value=trust["advantage"], interval=trust["advantage_interval"])
        key = "verdict-passes" if trust["winning_rate"] >= _PASSES else "verdict-fails"
        yield _say(key, **told, rate=Number(trust["winning_rate"], 2), advantage=estimate(advantage))
    elif votes.people:
        yield _say("verdict-untested", **told)
    first, bounds = bias.get("first_side", math.nan), bias.get("first_side_interval")
    if bounds and (first >= _BOUND_TO_SIDE or first <= 1 - _BOUND_TO_SIDE) and not bounds[0] <= 0.5 <= bounds[1]:
        share = Finding(name="side", value=first, interval=bounds)
        yield _say("verdict-side", **told, share=estimate(share), side="first" if first > 0.5 else "second")


def _systems(one: _OneJudge, call: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    for votes in one.votes.values():
        for row in trust.system_means(votes):
            yield {"judge": one.row.judge, "field": votes.info.label, **row, "system": call(row["system"])}


def _combined(one: _OneJudge, call: Callable[[str], str]) -> Iterator[dict[str, Any]]:
    """Means of people and judge together, where the judge saw outputs that people did not."""
    for votes in one.votes.values():
        if votes.info.way is Way.PREFERENCE:
            continue
        columns: dict[str, list[Any]] = {"item": [], "system": [], "human": [], "judge": [], "block": []}
        for thing in votes.judge:
            value = votes.one_value(thing)
            number = None if value is None else votes.number(value)
            rated = [x for x in map(votes.number, votes.people.get(thing, {}).values()) if x is not None]
            if number is None or not thing.system:
                continue
            human = sum(rated) / len(rated) if rated else math.nan
            parts = {"item": thing.item, "system": thing.system, "human": human, "judge": number, "block": thing.block}
            for name, part in parts.items():
                columns[name].append(part)
        alone = sum(math.isnan(x) for x in columns["human"])
        if not 0 < alone < len(columns["human"]):
            continue
        found = combined_means(
            item=columns["item"],
            system=columns["system"],
            human=columns["human"],
            judge=columns["judge"],
            block=columns["block"],
        )
        for system, mean in found.systems.items():
            yield {
                "judge": one.row.judge,
                "field": votes.info.label,
                "system": call(system),
                "combined": mean.value,
                "interval": mean.interval,
                "people": mean.classical,
                "people_interval": mean.classical_interval,
                "weight": mean.weight,
                "saved": mean.saved,
            }


def _lengths(judged: JudgedStudy) -> dict[tuple[str, str], int]:
    """How long the texts of each candidate are: captions, trajectories."""
    declared = judged.definition.declaration.candidate
    texts = [name for name, column in declared.items() if column.shown and column.kind in ("text", "json")]
    if not texts:
        return {}
    return {
        (item.id, candidate.system): sum(
            len(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
            for name in texts
            if (value := candidate.columns.get(name)) is not None
        )
        for item in judged.items.values()
        for candidate in item.candidates
    }
