"""The reference of an item: what its answer is expected to be, checked against the fields it speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from beholder.errors import BeholderError, Problem, nearest
from beholder.fields import Field, Form
from beholder.fields.field import show
from beholder.protocols import Expectation, Reference
from beholder.source import in_our_words

__all__ = ["FoundReference", "read_reference"]


@dataclass(frozen=True, slots=True)
class FoundReference:
    """A reference if it is sound, and what is wrong with it if not."""

    reference: Reference | None
    problems: tuple[Problem, ...] = ()


def read_reference(given: Any, *, form: Form, systems: set[str], where: str) -> FoundReference:
    """Reads `{expects: [{field, is}], why}`; the fields and systems must exist and the answers be possible."""
    try:
        reference = Reference.model_validate(given)
    except ValidationError as error:
        return FoundReference(
            None,
            tuple(
                Problem(
                    in_our_words(one),
                    "item-bad-reference",
                    ".".join((where, *(str(part) for part in one["loc"]))),
                    'reference: {"expects": [{"field": ..., "is": ...}], "why": "..."}',
                )
                for one in error.errors(include_url=False)
            ),
        )
    problems = tuple(
        problem
        for number, expected in enumerate(reference.expects)
        for problem in _wrong_expectation(expected, form, systems, f"{where}.expects.{number}")
    )
    return FoundReference(None if problems else reference, problems)


def _wrong_groups(expected: Expectation, fields: Mapping[str, Field], systems: set[str], where: str) -> list[Problem]:
    asked = fields.get(expected.field)
    if not expected.groups or asked is None:
        return []
    if not asked.partitions:
        return [Problem(f"{expected.field} asks for no groups", "item-bad-reference", where)]
    return [
        Problem(f"the item has no system {system!r}", "item-bad-reference", where, nearest(system, systems))
        for group in expected.groups
        for system in group
        if system not in systems
    ]


def _wrong_expectation(expected: Expectation, form: Form, systems: set[str], where: str) -> list[Problem]:
    fields = dict(form.all_fields())
    problems: list[Problem] = []
    names = expected.field.split("+")
    for name in names:
        if name not in fields:
            problems.append(Problem(f"there is no field {name!r}", "item-bad-reference", where, nearest(name, fields)))
        elif name in form.candidate_fields and not expected.system:
            problems.append(
                Problem(f"{name} is asked of each candidate; say of which `system`", "item-bad-reference", where)
            )
    if expected.system and expected.system not in systems:
        hint = nearest(expected.system, systems)
        problems.append(Problem(f"the item has no system {expected.system!r}", "item-bad-reference", where, hint))
    problems += _wrong_groups(expected, fields, systems, where)
    if expected.hits and not problems and not all(fields[name].places for name in names):
        problems.append(Problem(f"{expected.field} marks no places", "item-bad-reference", where))
    if problems:
        return problems
    told = _outcome_never_met if expected.system and fields[names[0]].spans_candidates else _answer_never_met
    never = told(expected, [fields[name] for name in names], max(len(systems), 1))
    return [Problem(f"{expected.field}: {problem}", "item-bad-reference", where, hint) for problem, hint in never]


def _values(expected: Expectation) -> tuple[Any, ...]:
    return (*([] if expected.is_ is None else [expected.is_]), *expected.any_of)


def _answer_never_met(expected: Expectation, fields: Sequence[Field], slots: int) -> Iterator[tuple[str, str]]:
    """What is wrong with an expected answer to the question as it is asked."""
    if len(fields) == 1:
        for value in _values(expected):
            try:
                fields[0].check(value, slots=slots)
            except BeholderError as error:
                yield from ((one.problem, one.hint) for one in error.problems)
    low, high = expected.at_least, expected.at_most
    if low is None and high is None:
        return
    if all(_is_wordy(field) for field in fields):
        yield "at_least and at_most are for numbers, and its answers are words", "use is or any_of"
    elif low is not None and high is not None and low > high:
        yield f"no number is at least {low:g} and at most {high:g}", ""


def _outcome_never_met(expected: Expectation, fields: Sequence[Field], slots: int) -> Iterator[tuple[str, str]]:
    """What is wrong with what is expected of one candidate, where the answer speaks of several."""
    field = fields[0]
    possible = field.outcomes(slots=slots)
    if not possible:
        return
    known = [field.comparable(one) for one in possible]
    listed = [str(one) if one != "" else '""' for one in possible]
    for value in _values(expected):
        # True is 1 to Python
        if isinstance(value, bool) or field.comparable(value) not in known:
            likely = nearest(str(value), [name for name in listed if name != '""'])
            yield f"expected one of {', '.join(listed)} of one system; got {show(value)}", likely
    low, high = expected.at_least, expected.at_most
    numbers = [one for one in possible if isinstance(one, int)]
    inside = [one for one in numbers if (low is None or low <= one) and (high is None or one <= high)]
    if (low is not None or high is not None) and not inside:
        yield f"no outcome is in that range: expected one of {', '.join(listed)} of one system", ""


def _is_wordy(field: Field) -> bool:
    schema = field.schema_of_value()
    words = schema.get("enum", ())
    return schema.get("type") == "string" or (bool(words) and all(isinstance(word, str) for word in words))
