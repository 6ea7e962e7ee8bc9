"""A form: the fields of one trial, about the trial and about each candidate, with the rules between them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, model_validator
from pydantic import Field as Setting

from beholder.errors import BeholderError, Problem, nearest
from beholder.fields.any_field import AnyField
from beholder.fields.constraint import Constraint
from beholder.fields.field import Cell, CodebookEntry, Field, show

__all__ = ["Form", "Payload"]

Payload = dict[str, Any]
"""`{"trial": {field: value}, "slots": [{field: value}, ...]}`: slots are places on the page, never systems."""

# as many as a person reads; the rest shows once these are mended
_MOST_PROBLEMS = 20
# looking for the nearest name is slow, and a payload may hold thousands of wrong ones
_MOST_HINTS = 3
_FIELD_ID = re.compile(r"^[a-z][a-z0-9_]{0,39}$")


class Form(BaseModel):
    """What is asked in one trial. From it follow the check on the server, the page, the export and the codebook."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fields: dict[str, AnyField] = Setting(default_factory=dict)
    candidate_fields: dict[str, AnyField] = Setting(default_factory=dict)
    constraints: tuple[Constraint, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Form:
        both = set(self.fields) & set(self.candidate_fields)
        if both:
            raise ValueError(f"the field {sorted(both)[0]!r} is declared for the trial and for the candidates")
        if not self.fields and not self.candidate_fields:
            raise ValueError("a form needs at least one field")
        for scope in (self.fields, self.candidate_fields):
            self._check_scope_declaration(scope)
        for constraint in self.constraints:
            if not any(all(name in scope for name in constraint.fields()) for scope in self._scopes()):
                raise ValueError(
                    f"a constraint speaks of {' and '.join(constraint.fields())}, which are not asked together"
                )
        spanning = [n for n, f in self.candidate_fields.items() if f.spans_candidates]
        if spanning:
            raise ValueError(f"{spanning[0]!r} speaks of all candidates at once, so it belongs to the trial's fields")
        return self

    def _check_scope_declaration(self, scope: Mapping[str, Field]) -> None:
        seen: set[str] = set()
        for name, field in scope.items():
            if not _FIELD_ID.match(name):
                raise ValueError(f"field id {name!r}: use lower-case letters, digits and _, starting with a letter")
            if field.show_when and field.show_when.field not in seen:
                raise ValueError(
                    f"{name!r} is shown depending on {field.show_when.field!r}, which must stand before it"
                )
            seen.add(name)

    def _scopes(self) -> tuple[Mapping[str, Field], Mapping[str, Field]]:
        return self.fields, self.candidate_fields

    def rules_never_met(self) -> Iterator[tuple[int, str, str]]:
        """Constraints that leave no choice: their number, the field that is always answered, the one that never may be.

        Not refused where a form is made, since stored studies may have one: their raters answered the one and not the
        other.
        """
        fields = dict(self.all_fields())
        for number, constraint in enumerate(self.constraints):
            if constraint.either_or is None:
                continue
            pair = (constraint.field, constraint.either_or)
            for must, other in (pair, pair[::-1]):
                field = fields[must]
                # flags are answered by ticking none, and a field that is shown at times leaves a choice at others
                always = field.required and field.blank(field.untouched()) and not field.show_when
                if always or must == other:
                    yield number, must, other
                    break

    def all_fields(self) -> Iterator[tuple[str, Field]]:
        """Every field with its id, those about candidates first, as they are asked."""
        yield from self.candidate_fields.items()
        yield from self.fields.items()

    def optional(self, name: str) -> bool:
        """Whether a question may be left open whatever else is answered; flags never are: ticking none is an answer."""
        field = {**self.fields, **self.candidate_fields}[name]
        bound = (rule for rule in self.constraints if rule.at_most is None and name in (rule.field, rule.either_or))
        return not field.required and field.blank(field.untouched()) and not any(bound)

    def check_shape(self, payload: Any) -> None:
        """Refuses what is no payload of this form whatever was shown. Quick: it may be asked about anything."""
        if not isinstance(payload, Mapping) or set(payload) - {"trial", "slots"}:
            raise BeholderError(
                'expected an object with "trial" and "slots"',
                code="answer-bad-shape",
                hint='{"trial": {field: value}, "slots": [{field: value}, ...]}',
            )
        trial, sheets = payload.get("trial", {}), payload.get("slots", [])
        if not isinstance(trial, Mapping) or not isinstance(sheets, list):
            raise BeholderError('expected an object as "trial" and a list as "slots"', code="answer-bad-shape")
        for index, sheet in enumerate(sheets):
            if not isinstance(sheet, Mapping):
                raise BeholderError(f"candidate {index + 1}: expected an object", code="answer-bad-shape")
        unknown = self._unknown(payload)
        if len(unknown) == _MOST_PROBLEMS:
            raise BeholderError.of(unknown)

    def _unknown(self, payload: Mapping[str, Any]) -> list[Problem]:
        """Names that the form does not ask for, as far as they are told at once."""
        trial, sheets = payload.get("trial", {}), payload.get("slots", [])
        if trial.keys() <= self.fields.keys() and all(s.keys() <= self.candidate_fields.keys() for s in sheets):
            return []
        scopes = [("", trial, self.fields)]
        scopes += [(f"{index}.", sheet, self.candidate_fields) for index, sheet in enumerate(sheets)]
        names = ((prefix, name, scope) for prefix, values, scope in scopes for name in values if name not in scope)
        problems = []
        for number, (prefix, name, scope) in enumerate(islice(names, _MOST_PROBLEMS)):
            # a program may send thousands of names that are nothing like ours
            hint = nearest(str(name), scope) if number < _MOST_HINTS else ""
            where = f"{prefix}{str(name)[:60]}"
            problems.append(Problem(f"unknown field {show(name)}", "answer-unknown-field", where, hint))
        return problems

    def check(self, payload: Any, *, slots: int) -> Payload:
        """The payload as it will be stored. Raises one error that names the fields that are missing or wrong.

        A field that was shown and left blank is stored as None; a field that was not shown is not stored.
        """
        self.check_shape(payload)
        trial, sheets = payload.get("trial", {}), payload.get("slots", [])
        expected = slots if self.candidate_fields else 0
        if len(sheets) != expected:
            raise BeholderError(
                f"expected one set of answers for each of {expected} candidates", code="answer-bad-shape"
            )
        problems = self._unknown(payload)
        clean: Payload = {"trial": self._check_scope(self.fields, trial, "", slots, problems), "slots": []}
        for index, sheet in enumerate(sheets):
            clean["slots"].append(self._check_scope(self.candidate_fields, sheet, f"{index}.", slots, problems))
        if problems:
            raise BeholderError.of(problems[:_MOST_PROBLEMS])
        return clean

    def _check_scope(
        self, scope: Mapping[str, Field], values: Mapping[str, Any], prefix: str, slots: int, problems: list[Problem]
    ) -> dict[str, Any]:
        clean: dict[str, Any] = {}
        for name, field in scope.items():
            where = f"{prefix}{name}"
            value = values.get(name)
            if field.show_when and not field.show_when.holds(clean):
                if not field.blank(value):
                    problems.append(Problem(f"{name} was not asked, yet it has a value", "answer-not-asked", where))
                continue
            if field.blank(value):
                if field.required:
                    problems.append(Problem(f"{name} is not answered", "answer-missing", where))
                clean[name] = None
                continue
            try:
                clean[name] = field.check(value, slots=slots)
            except BeholderError as error:
                problems += [Problem(f"{name}: {p.problem}", p.code, where, p.hint) for p in error.problems]
        for constraint in self.constraints:
            # a field that was not asked cannot be filled, so no rule about it is broken
            if constraint.field in clean and constraint.broken(clean):
                message = (
                    constraint.message.to("en") or f"{constraint.field} breaks a rule with {constraint.fields()[1]}"
                )
                problems.append(Problem(message, "answer-breaks-rule", f"{prefix}{constraint.field}"))
        return clean

    @property
    def shows_texts(self) -> bool:
        """Whether some field shows texts of the trial, of which `check_texts` knows more than `check`."""
        return any(field.shows_texts for _, field in self.all_fields())

    def texts_shown(
        self, *, item: Mapping[str, Any], slots: Sequence[Mapping[str, Any]]
    ) -> Iterator[tuple[int | None, str, Field, Mapping[str, Any]]]:
        """The fields that show texts, each with its slot, if it is about one, and the texts it has before it, by column."""
        whole = {**(slots[0] if slots else {}), **item}
        scopes = [(None, self.fields, whole), *((n, self.candidate_fields, texts) for n, texts in enumerate(slots))]
        for slot, scope, texts in scopes:
            yield from ((slot, name, field, texts) for name, field in scope.items() if field.shows_texts)

    def check_texts(self, payload: Payload, *, item: Mapping[str, Any], slots: Sequence[Mapping[str, Any]]) -> None:
        """Refuses a checked payload that speaks of other texts than those of the item and of each slot that were shown."""
        problems: list[Problem] = []
        for slot, name, field, texts in self.texts_shown(item=item, slots=slots):
            values = payload["trial"] if slot is None else dict(enumerate(payload["slots"])).get(slot, {})
            if field.blank(values.get(name)):
                continue
            try:
                field.check_texts(values[name], texts)
            except BeholderError as error:
                where = name if slot is None else f"{slot}.{name}"
                problems += [Problem(f"{name}: {p.problem}", p.code, where, p.hint) for p in error.problems]
        if problems:
            raise BeholderError.of(problems[:_MOST_PROBLEMS])

    def cells(self, payload: Payload, *, slots: int) -> Iterator[Cell]:
        """The rows of the ratings table for a stored payload."""
        for slot, sheet in enumerate(payload["slots"]):
            for name, field in self.candidate_fields.items():
                if name in sheet:
                    for cell in field.cells(name, sheet[name], slots=slots):
                        yield Cell(cell.field, cell.value, cell.number, slot)
        for name, field in self.fields.items():
            if name in payload["trial"]:
                yield from field.cells(name, payload["trial"][name], slots=slots)

    def draw(self, rng: np.random.Generator, *, slots: int) -> Payload:
        """A random payload that passes `check`."""
        count = slots if self.candidate_fields else 0
        return {
            "trial": self._draw_scope(self.fields, rng, slots),
            "slots": [self._draw_scope(self.candidate_fields, rng, slots) for _ in range(count)],
        }

    def _draw_scope(self, scope: Mapping[str, Field], rng: np.random.Generator, slots: int) -> dict[str, Any]:
        values: dict[str, Any] = {}
        for name, field in scope.items():
            if field.show_when and not field.show_when.holds(values):
                continue
            values[name] = field.draw(rng, slots=slots) if field.required or rng.random() < 0.3 else field.untouched()
        for constraint in self.constraints:
            if constraint.field in values and constraint.broken(values):
                if constraint.at_most:
                    values[constraint.field] = values[constraint.at_most]
                elif constraint.either_or:
                    values[constraint.field] = scope[constraint.field].draw(rng, slots=slots)
                    values[constraint.either_or] = scope[constraint.either_or].untouched()
                else:
                    values[constraint.field] = f"{constraint.starts_with or 'note:'} something"
        return values

    def codebook(self) -> list[CodebookEntry]:
        """One line for each value the `field` column of the ratings table can take."""
        return [entry for name, field in self.all_fields() for entry in field.codebook(name)]

    def schema_of_payload(self, *, slots: int) -> dict[str, Any]:
        """JSON schema of a payload: what the API documents and what a model judge must answer."""
        slot = _object_schema(self.candidate_fields)
        count = slots if self.candidate_fields else 0
        return {
            "type": "object",
            "additionalProperties": False,
            "required": ["trial", "slots"],
            "properties": {
                "trial": _object_schema(self.fields),
                "slots": {"type": "array", "items": slot, "minItems": count, "maxItems": count},
            },
        }

    def to_wire(self, language: str) -> dict[str, Any]:
        """What the page's script needs to show, check and send the form."""
        return {
            "fields": [f.to_wire(n, language) for n, f in self.fields.items()],
            "candidate_fields": [f.to_wire(n, language) for n, f in self.candidate_fields.items()],
            "constraints": [c.to_wire(language) for c in self.constraints],
        }


def _object_schema(scope: Mapping[str, Field]) -> dict[str, Any]:
    properties = {
        name: field.schema_of_value() if field.required else {"anyOf": [field.schema_of_value(), {"type": "null"}]}
        for name, field in scope.items()
    }
    required = [name for name, field in scope.items() if field.required and not field.show_when]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}
