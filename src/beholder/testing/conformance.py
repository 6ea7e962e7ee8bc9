"""The conformance suite for protocols, built-in and third-party alike."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from beholder.errors import BeholderError, Problem
from beholder.fields import Form
from beholder.protocols import Candidate, Declaration, Deferred, Item, Protocol, Shown, SimulatedRater
from beholder.protocols.messages_toml import old_messages
from beholder.study.checks.completeness import guideline_faults, key_faults, languages_of, word_faults
from beholder.study.guideline_marks import unknown_marks
from beholder.testing.page_check import page_faults
from beholder.text import OFFERED_BY_DEFAULT, Catalogue

__all__ = ["check_protocol"]

_READ_BY_RATERS = ("messages", "form")
"""The parts of a protocol's words that its raters read."""

# enough that every option of a field is drawn with near certainty
_DRAWS = 200


def check_protocol(protocol: Protocol, *, languages: tuple[str, ...] | None = None) -> tuple[Problem, ...]:
    """Raises one error that names everything in which a protocol falls short; else returns what is worth a remark.

    `languages` are those it must be complete in; where none are named, those in which it has a title or a guideline. So
    a protocol meant for one language passes, with a remark; one that is translated in part does not.

    Checked: the declaration survives being written down; every text exists in every language; keys are unique and not
    taken; every rule between fields can be met; parts that are imported only when asked for exist; random and simulated answers pass the form, wrong ones do not; what is
    exported is what the codebook says; every field appears once on the page, and nothing hidden does.
    """
    wanted = languages or languages_of(protocol)
    problems = [
        Problem(f"{name}: {text}", "protocol-incomplete", protocol.name)
        for name, check in _CHECKS.items()
        for text in check(protocol, wanted)
    ]
    if problems:
        raise BeholderError.of(problems)
    absent = [] if languages else [language for language in OFFERED_BY_DEFAULT if language not in wanted]
    named = ", ".join(wanted)
    hint = f"a study that uses it sets `languages: [{named}]`"
    only = (
        Problem(
            f"meant for {named} only, not for {language}", "protocol-one-language", protocol.name, hint, warning=True
        )
        for language in absent
    )
    return (*only, *old_messages(protocol.folder))


def _guideline(protocol: Protocol, language: str) -> str:
    return protocol.guideline(language).strip() if language in protocol.guideline_files else ""


def _written_down(protocol: Protocol, _languages: tuple[str, ...]) -> Iterator[str]:
    again = Declaration.model_validate_json(protocol.declaration.canonical())
    if again != protocol.declaration:
        yield "the declaration changes when it is written and read again"


def _translated(protocol: Protocol, languages: tuple[str, ...]) -> Iterator[str]:
    yield from word_faults((*protocol.declaration.words(), *protocol.own_words.items()), languages)
    for part in _parts_of(protocol.folder):
        catalogue = Catalogue(protocol.name, folder=protocol.folder, part=part)
        every = set().union(*map(catalogue.ids, catalogue.languages))
        # what raters do not read may exist in fewer languages, but not by halves
        for language in languages if part in _READ_BY_RATERS else catalogue.languages:
            shown_slots = catalogue.files(language)
            file = next((path for path in shown_slots if path.is_file()), shown_slots[0])
            for key in sorted(every - catalogue.ids(language)):
                yield f"the message {key} is not written in {language}: {file.name} lacks it"


def _parts_of(folder: Path | None) -> list[str]:
    return sorted({path.name.split(".")[0] for path in folder.glob("*.*.ftl")}) if folder is not None else []


def _guidelines(protocol: Protocol, languages: tuple[str, ...]) -> Iterator[str]:
    for language in languages:
        yield from guideline_faults(_guideline(protocol, language), language)
        for line, mark in unknown_marks(protocol.guideline(language), protocol.declaration.form):
            yield f"line {line} of the guideline in {language} has {mark}, which names no field"


def _parts(protocol: Protocol, _languages: tuple[str, ...]) -> Iterator[str]:
    parts = {one.name: getattr(protocol, one.name) for one in fields(protocol)}
    parts |= {f"layouts.{name}": layout.write for name, layout in protocol.layouts.items()}
    parts |= {f"variants.{name}": make for name, make in protocol.variants.items()}
    for name, part in parts.items():
        if isinstance(part, Deferred):
            try:
                part.load()
            except (ImportError, AttributeError) as error:
                yield f"{name} is not at {part.address}: {error}"


def _keys(protocol: Protocol, _languages: tuple[str, ...]) -> Iterator[str]:
    yield from key_faults(protocol.declaration.form)


def _rules(protocol: Protocol, _languages: tuple[str, ...]) -> Iterator[str]:
    for number, must, other in protocol.declaration.form.rules_never_met():
        yield f"constraint {number}: {must} is required, so {other}, of which either is asked, can never be answered"


def _answers(protocol: Protocol, _languages: tuple[str, ...]) -> Iterator[str]:
    declaration = protocol.declaration
    form, rng = declaration.form, np.random.default_rng(7)
    shown = _some_showing(declaration)
    slots = max(len(shown.slots), 1)
    known = {entry.field for entry in form.codebook()}
    makers: dict[str, Callable[[], Any]] = {
        "a random answer": lambda: form.draw(rng, slots=slots),
        "a simulated answer": lambda: protocol.answer_like_a_person(
            declaration, shown, SimulatedRater.draw(rng, seconds=20), rng
        ),
    }
    for what, make in makers.items():
        for _ in range(_DRAWS):
            payload = make()
            try:
                clean = form.check(payload, slots=slots)
            except BeholderError as error:
                yield f"{what} is refused: {error.problems[0].problem}"
                break
            if form.check(json.loads(json.dumps(clean)), slots=slots) != clean:
                yield f"{what} changes when it is stored and read again"
                break
            strange = {cell.field for cell in form.cells(clean, slots=slots)} - known
            if strange:
                yield f"{what} exports {sorted(strange)[0]!r}, which the codebook does not have"
                break
    yield from _refusals(form, slots)


def _refusals(form: Form, slots: int) -> Iterator[str]:
    empty: dict[str, Any] = {"trial": {}, "slots": [{} for _ in range(slots)] if form.candidate_fields else []}
    required = [name for name, field in form.all_fields() if field.required and not field.show_when]
    wrong = [(empty, required), ({**empty, "trial": {"no_such_field": 1}}, ["no_such_field"])]
    for payload, named in wrong:
        try:
            form.check(payload, slots=slots)
        except BeholderError as error:
            shown_slots = " ".join(problem.where for problem in error.problems)
            missing = [name for name in named if name not in shown_slots]
            if missing:
                yield f"a wrong answer is refused without naming {missing[0]}"
        else:
            if named:
                yield f"an answer without {named[0]} is accepted"


def _some_showing(declaration: Declaration) -> Shown:
    item = Item("item-1", {name: _value(column.kind) for name, column in declaration.item.items()}, system="north")
    if declaration.shows == "item":
        return Shown(item)
    count = {"one": 1, "pair": 2, "all": 4}[declaration.shows]
    columns = {name: _value(column.kind) for name, column in declaration.candidate.items()}
    candidates = tuple(Candidate("item-1", f"system-{n}", columns) for n in range(count))
    return Shown(item, tuple((candidate,) for candidate in candidates))


def _value(kind: str) -> Any:
    values = {
        "image": "a.png",
        "images": ["a.png", "b.png"],
        "video": "a.mp4",
        "mask": [],
        "text": "a",
        "number": 1,
        "point": [1, 1],
        "box": [0, 0, 2, 2],
    }
    return values.get(kind)


_CHECKS = {
    "written down": _written_down,
    "words": _translated,
    "guideline": _guidelines,
    "parts": _parts,
    "keys": _keys,
    "rules": _rules,
    "answers": _answers,
    "page": page_faults,
}
