"""The headline under the exclusion rules of each version of a study, where they changed after the first answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from beholder.analysis.context import Context, RulesOfVersion
from beholder.analysis.data import Coded, RatingsData
from beholder.analysis.glossary import sheet
from beholder.analysis.paragraphs import headline
from beholder.analysis.prepare import Prepared, prepare
from beholder.analysis.result import Analysis, Section, Sheet, say
from beholder.fields import Words
from beholder.findings import Finding
from beholder.text import Listing, Number

__all__ = ["under_rules"]

_DIGITS = 12
"""Of a hash of 64: enough to tell versions apart in a table."""


@dataclass(frozen=True, slots=True)
class _Choice:
    """The headline under one choice of exclusions; `found` is None where it leaves no answer."""

    key: str
    name: Words
    standing: Words
    entered: Prepared
    found: Analysis | None
    rules: RulesOfVersion | None = None

    def findings(self) -> dict[str, Finding]:
        """All numbers by name; a declared comparison stands first, and again among all others."""
        return {finding.name: finding for finding in reversed(self.found.findings)} if self.found else {}

    def headline(self) -> Iterator[str]:
        """The numbers of which the summary speaks: results, without p values beside them, and one coefficient."""
        for section in headline(self.found.sections) if self.found else ():
            estimates = [one.name for one in section.findings if one.interval is not None]
            names = estimates or [one.name for one in section.findings]
            yield from names[:1] if section.role == "agreement" else names


def under_rules(analyse: Callable[..., Analysis], data: RatingsData, context: Context) -> Analysis:
    """The analysis; where rules changed, also its headline under the rules of each version and without exclusions.

    The whole analysis is made anew for each, so this holds for whatever a protocol reports.
    """
    found = analyse(data, context)
    if not context.rules:
        return found
    section = _section(_choices(found, analyse, data, context), context.revision)
    position = next((n for n, one in enumerate(found.sections) if one.role == "data"), len(found.sections))
    return replace(
        found,
        sections=(*found.sections[:position], section, *found.sections[position:]),
        notes=(*found.notes, _note(context.rules)),
    )


def _choices(found: Analysis, analyse: Callable[..., Analysis], data: RatingsData, context: Context) -> list[_Choice]:
    alone = replace(context, rules=())

    def again(excluded: Mapping[str, str]) -> tuple[Prepared, Analysis | None]:
        rows = _excluding(data, excluded)
        entered = prepare(rows, revision=context.revision)
        return entered, analyse(rows, alone) if len(entered.main) else None

    as_recorded = say("rules-standing-recorded")
    choices = [_Choice("recorded", say("rules-recorded"), as_recorded, prepare(data, revision=context.revision), found)]
    for one in context.rules:
        name = say("rules-of-version", version=str(one.version))
        choices.append(_Choice(f"version{one.version}", name, _standing(one), *again(one.excluded), rules=one))
    nothing = say("rules-standing-none")
    return [*choices, _Choice("none", say("rules-none"), nothing, *again({}))]


def _excluding(data: RatingsData, excluded: Mapping[str, str]) -> RatingsData:
    """The same ratings with these answers excluded and no others."""
    answer = data.text["answer"]
    reasons = Coded.of([*(excluded.get(name, "") for name in answer.names), ""])
    column = Coded(reasons.codes[answer.codes], reasons.names)
    return replace(data, text={**data.text, "excluded_by": column}, given=data.given | {"excluded_by"})


def _standing(rules: RulesOfVersion) -> Words:
    if not rules.before:
        return say("rules-standing-declared")
    return say("rules-standing-changed", n=rules.before)


def _section(choices: Sequence[_Choice], revision: int) -> Section:
    by_choice = {choice.key: choice.findings() for choice in choices}
    names = list(dict.fromkeys(name for choice in choices for name in choice.headline()))
    rows: list[dict[str, Any]] = []
    spans = [0.0]
    for name in names:
        row: dict[str, Any] = {"result": name}
        for key, findings in by_choice.items():
            finding = findings.get(name)
            row[key] = finding.value if finding else None
            row[f"{key}_interval"] = finding.interval if finding else None
        rows.append(row)
        values = [row[choice.key] for choice in choices if choice.rules and row[choice.key] is not None]
        values = [value for value in values if math.isfinite(value)]
        spans.append(max(values) - min(values) if values else 0.0)
    headings: dict[str, Words] = {}
    for choice in choices:
        headings |= {choice.key: choice.name, f"{choice.key}_interval": say("interval")}
    return Section(
        name="rules",
        title=_title(choices, max(spans)),
        role="sensitivity",
        findings=tuple(
            replace(by_choice[choice.key][name], name=f"rules.{choice.key}.{name}")
            for choice in choices[1:]
            for name in names
            if name in by_choice[choice.key]
        ),
        tables=(
            _versions(choices, revision),
            sheet(
                "rules",
                say("rules-results-title"),
                rows,
                ("result", *headings),
                headings=headings,
            ),
        ),
        notes=(say("rules-note"),),
    )


def _title(choices: Sequence[_Choice], largest: float) -> Words:
    empty = [str(choice.rules.version) for choice in choices if choice.rules and choice.found is None]
    if empty:
        return say("rules-title-empty", versions=Listing(empty))
    return say("rules-title", largest=Number(largest))


def _versions(choices: Sequence[_Choice], revision: int) -> Sheet:
    rows = []
    for choice in choices:
        rules, entered = choice.rules, choice.entered
        left = entered.main.answered() if revision > 1 else entered.main
        rows.append(
            {
                "choice": choice.name,
                "standing": choice.standing,
                "since": f"{rules.since[:10]} {rules.since[11:16]}Z" if rules else None,
                "digest": rules.digest[:_DIGITS] if rules else None,
                "rule_text": _in_words(rules) if rules else None,
                "taken_out": sum(entered.n_excluded.values()),
                "answers": left.n_answers(),
                "raters": left.count("rater"),
            }
        )
    columns = ("choice", "standing", "since", "digest", "rule_text", "taken_out", "answers", "raters")
    title = say("rules-versions-title")
    return sheet("rules.versions", title, rows, columns, headings={"answers": say("rules-answers-left")})


def _in_words(rules: RulesOfVersion) -> Words:
    if not rules.rules:
        return say("rules-no-rule")
    told = [say("rules-one", name=name, text=words) for name, words in rules.rules.items()]
    return reduce(lambda before, after: say("clauses", before=before, after=after), told)


def _note(rules: Sequence[RulesOfVersion]) -> Words:
    changed = [
        say("rules-changed-version", version=str(one.version), date=one.since[:10], n=one.before)
        for one in rules
        if one.before
    ]
    return say("note-rules-changed", versions=Listing(changed))
