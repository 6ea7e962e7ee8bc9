"""Attention checks: which share was passed, by rule of the checks themselves."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from beholder.analysis.context import Context
from beholder.analysis.data import RatingsData
from beholder.analysis.glossary import sheet
from beholder.analysis.result import Section, say
from beholder.stats import wilson
from beholder.text import Share

__all__ = ["checks_section"]


def checks_section(attention: RatingsData, context: Context) -> Section | None:
    """Attention checks passed, overall with Wilson's interval and per rater; None without checks or their references."""
    if not len(attention):
        return None
    answers, recorded = _answers(attention), _recorded(attention)
    # the first analyses compared what was typed by all its characters
    form = context.declaration.form if context.declaration is not None and context.revision >= 2 else None
    passed: dict[str, list[bool]] = defaultdict(list)
    for (item_id, rater), sheets in answers.items():
        if (item_id, rater) in recorded:
            passed[rater].append(recorded[item_id, rater])
            continue
        item = context.items.get(item_id)
        if item is None or item.reference is None:
            continue
        passed[rater].append(
            all(
                e.grouped(sheets) if e.groups else any(e.met(s, form) for s in _meant(sheets, e.system))
                for e in item.reference.expects
            )
        )
    if not passed:
        return None
    n, good = sum(map(len, passed.values())), sum(sum(p) for p in passed.values())
    found = wilson(good, n, name="attention.passed", confidence=context.confidence)
    rows = [
        {"rater": rater, "passed": sum(one), "n": len(one), "share": sum(one) / len(one)}
        for rater, one in sorted(passed.items(), key=lambda pair: sum(pair[1]) / len(pair[1]))
    ]
    title = say("attention-passed", share=Share(found.value), n=n)
    return Section(
        name="attention",
        title=title,
        role="quality",
        findings=(found,),
        tables=(sheet("attention", title, rows, ("rater", "passed", "n", "share")),),
    )


def _answers(attention: RatingsData) -> dict[tuple[str, str], dict[str, dict[str, Any]]]:
    """Per item and rater: the values given to each system, and under the empty name those of the trial."""
    texts = {name: attention.text[name].texts() for name in ("item", "rater", "system", "field", "value")}
    number = attention.numbers["number"]
    out: dict[tuple[str, str], dict[str, dict[str, Any]]] = defaultdict(lambda: defaultdict(dict))
    for i in range(len(attention)):
        value: Any = texts["value"][i]
        if np.isfinite(number[i]) and value not in ("win", "tie", "loss"):
            value = int(number[i]) if number[i] == int(number[i]) else float(number[i])
        out[texts["item"][i], texts["rater"][i]][texts["system"][i]][texts["field"][i]] = None if value == "" else value
    return out


def _recorded(attention: RatingsData) -> dict[tuple[str, str], bool]:
    """Per item and rater: whether the check was passed when it was answered; a later correction does not count."""
    judged = attention.select(np.isfinite(attention.numbers["passed"]))
    texts = (judged.text[name].texts() for name in ("item", "rater"))
    return dict(zip(zip(*texts, strict=True), map(bool, judged.numbers["passed"]), strict=True))


def _meant(sheets: dict[str, dict[str, Any]], system: str) -> list[dict[str, Any]]:
    if system:
        return [sheets.get(system, {})]
    return list(sheets.values())
