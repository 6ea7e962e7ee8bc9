"""The headline under the exclusion rules of each version of a study, where they changed after the first answer."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from beholder.analysis.context import Context, RulesOfVersion
from beholder.analysis.data import Coded, RatingsData
from beholder.analysis.glossary import sheet
from beholder.analysis.paragraphs import headline
from beholder.analysis.prepare import Prepared, prepare
from beholder.analysis.proportion import number
from beholder.analysis.result import Analysis, Section, Sheet, both
from beholder.fields import Words
from beholder.findings import Finding

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
    place = next((n for n, one in enumerate(found.sections) if one.role == "data"), len(found.sections))
    return replace(
        found,
        sections=(*found.sections[:place], section, *found.sections[place:]),
        notes=(*found.notes, _note(context.rules)),
    )


def _choices(found: Analysis, analyse: Callable[..., Analysis], data: RatingsData, context: Context) -> list[_Choice]:
    alone = replace(context, rules=())

    def again(excluded: Mapping[str, str]) -> tuple[Prepared, Analysis | None]:
        rows = _excluding(data, excluded)
        entered = prepare(rows, revision=context.revision)
        return entered, analyse(rows, alone) if len(entered.main) else None

    as_recorded = both("as applied while the study ran (the headline)", "研究期间实际执行（主要结果）")
    choices = [
        _Choice(
            "recorded", both("As recorded", "实际记录"), as_recorded, prepare(data, revision=context.revision), found
        )
    ]
    for one in context.rules:
        name = both(f"Rules of version {one.version}", f"第 {one.version} 版规则")
        choices.append(_Choice(f"version{one.version}", name, _standing(one), *again(one.excluded), rules=one))
    nothing = both("every answer given enters", "所有答案都进入结果")
    return [*choices, _Choice("none", both("No exclusions", "不剔除"), nothing, *again({}))]


def _excluding(data: RatingsData, excluded: Mapping[str, str]) -> RatingsData:
    """The same ratings with these answers excluded and no others."""
    answer = data.text["answer"]
    reasons = Coded.of([*(excluded.get(name, "") for name in answer.names), ""])
    column = Coded(reasons.codes[answer.codes], reasons.names)
    return replace(data, text={**data.text, "excluded_by": column}, given=data.given | {"excluded_by"})


def _standing(rules: RulesOfVersion) -> Words:
    if not rules.before:
        return both("declared before the data", "在数据之前声明")
    return both(f"changed when {rules.before:,} answers were in", f"收到 {rules.before:,} 个答案之后修改")


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
        headings |= {choice.key: choice.name, f"{choice.key}_interval": both("Interval", "区间")}
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
                both("Headline results under each choice of exclusions", "各种剔除方式下的主要结果"),
                rows,
                ("result", *headings),
                headings=headings,
            ),
        ),
        notes=(
            both(
                "The rules of each version are applied to the same raw answers. What was taken out otherwise (by hand, too late, "
                "by the score on checks) stays out under every version; answers that were asked again in place of excluded ones "
                "stay in.",
                "各版本的规则都用于同一批原始答案。以其他方式剔除的答案（人工、迟到、检查得分）在每个版本下都保持剔除；为替换被剔除答案而重新收集的答案予以保留。",
            ),
        ),
    )


def _title(choices: Sequence[_Choice], largest: float) -> Words:
    empty = [str(choice.rules.version) for choice in choices if choice.rules and choice.found is None]
    if empty:
        return both(
            f"The exclusion rules changed after the first answer; those of version {', '.join(empty)} leave no answer",
            f"剔除规则在收到首个答案之后有过修改；按第 {'、'.join(empty)} 版的规则没有答案留下",
        )
    return both(
        "The exclusion rules changed after the first answer; from version to version no headline result moves by more "
        f"than {number(largest)}",
        f"剔除规则在收到首个答案之后有过修改；各版本规则之间，主要结果的变化不超过 {number(largest)}",
    )


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
    title = both(
        "Which rules were declared before the data, and which changed when", "哪些规则在数据之前声明，哪些在何时修改"
    )
    return sheet("rules.versions", title, rows, columns, headings={"answers": both("Answers left", "留下的答案数")})


def _in_words(rules: RulesOfVersion) -> Words:
    if not rules.rules:
        return both("no rule", "无规则")
    return both(
        "; ".join(f"{name}: {words.to('en')}" for name, words in rules.rules.items()),
        "；".join(f"{name}：{words.to('zh')}" for name, words in rules.rules.items()),
    )


def _note(rules: Sequence[RulesOfVersion]) -> Words:
    changed = [one for one in rules if one.before]
    en = ", ".join(f"version {one.version} on {one.since[:10]} after {one.before:,} answers" for one in changed)
    zh = "、".join(f"第 {one.version} 版（{one.since[:10]}，已有 {one.before:,} 个答案）" for one in changed)
    return both(
        f"The exclusion rules changed after the first answer ({en}); results under the rules of each version stand beside.",
        f"剔除规则在收到首个答案之后有过修改：{zh}；另附各版本规则下的结果。",
    )
