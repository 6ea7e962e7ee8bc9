"""What a study's files say rightly in form and wrongly in content: found by `check`, and before the first start."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from beholder.declarations.states import Showing
from beholder.errors import Problem
from beholder.protocols import Column
from beholder.study.checks.spots import Sizes, find_misplaced
from beholder.study.definition import Definition
from beholder.study.journey import FEWEST_FOR_KAPPA

__all__ = ["find_blank_texts", "find_unsound"]


def find_blank_texts(definition: Definition) -> Iterator[Problem]:
    """Shown text columns, of items and candidates, without a character that can be seen."""
    of_item, of_candidate = _read_texts(definition.declaration.item), _read_texts(definition.declaration.candidate)
    for item in definition.items:
        yield from _blank(item.columns, of_item, item.where, item.id)
        for number, candidate in enumerate(item.candidates if of_candidate else ()):
            where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
            yield from _blank(candidate.columns, of_candidate, where, candidate.id, part)


def _read_texts(declared: Mapping[str, Column]) -> dict[str, Column]:
    """The columns whose texts raters read."""
    return {name: column for name, column in declared.items() if column.kind == "text" and column.shown}


def _blank(
    values: Mapping[str, Any], texts: Mapping[str, Column], where: str, owner: str, part: str = ""
) -> Iterator[Problem]:
    for name, column in texts.items():
        value = values.get(name)
        if not isinstance(value, str) or _visible(value):
            continue
        yield Problem(
            f"{name!r} of {owner} is empty: raters would see nothing",
            "item-blank-text",
            f"{where} · {part}{name}",
            "write the text" if column.required else "write the text, or leave the column out",
        )


def _visible(text: str) -> bool:
    # spaces of width zero and marks of direction are not printable
    return any(one.isprintable() and not one.isspace() for one in text)


def find_unsound(definition: Definition, sizes: Sizes) -> Iterator[Problem]:
    """Errors and warnings. A study that runs already is not held to them: what its raters saw cannot be changed."""
    yield from find_blank_texts(definition)
    yield from find_misplaced(definition, sizes)
    yield from _unanswerable_texts(definition)
    yield from _too_few_for_kappa(definition)
    yield from _rules_never_met(definition)
    yield from _stages_without_items(definition)


def _unanswerable_texts(definition: Definition) -> Iterator[Problem]:
    """Texts that raters would see in a question that none of them could answer."""
    form = definition.declaration.form
    about_item = [(name, field) for name, field in form.fields.items() if field.shows_texts]
    about_each = [(name, field) for name, field in form.candidate_fields.items() if field.shows_texts]
    for item in definition.items if about_item or about_each else ():
        owners = [(about_item, item.columns, item.where)]
        for candidate in item.candidates:
            # a question about the one candidate of a trial is asked about the trial
            fields = about_each or (about_item if definition.declaration.shows == "one" else [])
            owners.append((fields, candidate.columns, candidate.where or item.where))
        for fields, columns, where in owners:
            for name, field in fields:
                wrong = field.wrong_with_texts(columns)
                if wrong:
                    problem = f"{wrong}, so that {name!r} cannot be answered"
                    yield Problem(
                        problem, "item-text-unanswerable", where, "shorten the text, or ask about parts of it"
                    )


def _rules_never_met(definition: Definition) -> Iterator[Problem]:
    for number, must, other in definition.declaration.form.rules_never_met():
        yield Problem(
            f"a rule asks for either {must!r} or {other!r}, but {must!r} is required: {other!r} can never be answered"
            if must != other
            else f"a rule asks for either {must!r} or itself, which no answer can meet",
            "rule-never-met",
            f"{definition.declaration.name} · form.constraints.{number}",
            f"write `required: false` for {must!r}; the rule itself asks for one of the two"
            if must != other
            else "name the other field in `either_or`",
        )


def _stages_without_items(definition: Definition) -> Iterator[Problem]:
    """Settings for which there is no item, and items that no setting asks for: both would be passed over in silence."""
    settings, protocol = definition.settings, definition.protocol
    kinds = Counter(item.kind for item in definition.items)
    if settings.checks is not None and (protocol.controls or (protocol.checks and settings.checks.made != 0)):
        kinds[Showing.ATTENTION] += 1
    stages = {
        # items for practice are shown without a setting
        Showing.PRACTICE: ("practice", "practice" in settings.model_fields_set or bool(kinds[Showing.PRACTICE])),
        Showing.QUALIFICATION: ("qualification", settings.qualification is not None),
        Showing.ATTENTION: ("checks", settings.checks is not None),
    }
    for kind, (setting, is_set) in stages.items():
        if is_set == bool(kinds[kind]):
            continue
        yield Problem(
            f"there are no items of kind {kind}, so that raters meet none"
            if is_set
            else f"there are items of kind {kind}, which no rater meets while `{setting}` is not set",
            "setting-without-effect",
            f"study.yaml · {setting}",
            f"add items with `kind: {kind}` and a `reference`, or leave the setting out"
            if is_set
            else f"set `{setting}`, or take the items out",
            warning=True,
        )


def _too_few_for_kappa(definition: Definition) -> Iterator[Problem]:
    rule = definition.settings.qualification
    asked = [item for item in definition.items if item.kind == Showing.QUALIFICATION]
    if rule is None or rule.measure != "weighted-kappa" or not asked:
        return
    fields = dict(definition.declaration.form.all_fields())
    expected = sum(
        one.number is not None and one.field in fields and fields[one.field].numeric
        for item in asked
        for one in (item.reference.expects if item.reference else ())
    )
    if expected < FEWEST_FOR_KAPPA:
        yield Problem(
            f"weighted kappa needs at least {FEWEST_FOR_KAPPA} expected numbers; the qualification items have {expected}",
            "setting-bad-value",
            "study.yaml · qualification.measure",
            "add qualification items with expected numbers, or use `measure: share`",
        )
