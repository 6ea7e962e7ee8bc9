"""The reference of an item: what its answer is expected to be, checked against the fields it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from beholder.errors import BeholderError, Problem, nearest
from beholder.fields import Field, Form
from beholder.protocols import Expectation, Reference

__all__ = ["FoundReference", "read_reference"]

"""The kinds a study author may give an item; the other kinds of trial are made by the engine."""


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
                    one["msg"].removeprefix("Value error, "),
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
    # what is expected of one candidate is an outcome, which is no answer to the question as it is asked
    if problems or len(names) != 1 or (fields[names[0]].spans_candidates and expected.system):
        return problems
    for value in (*([] if expected.is_ is None else [expected.is_]), *expected.any_of):
        try:
            fields[names[0]].check(value, slots=max(len(systems), 1))
        except BeholderError as error:
            problems += [
                Problem(f"{names[0]}: {p.problem}", "item-bad-reference", where, p.hint) for p in error.problems
            ]
    return problems
