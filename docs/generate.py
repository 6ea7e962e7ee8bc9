"""The reference pages, written from the declarations themselves: each function returns the Markdown of one page."""

from __future__ import annotations

import inspect
import json
import tomllib
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import typer
from docs.error_codes import find_codes
from docs.markdown import oneline, page, plain, sections, setting_rows, table
from pydantic import BaseModel

from beholder.cli import app
from beholder.exports import column_meanings
from beholder.fields import Condition, Constraint, Directed, Field, Option, find_kind
from beholder.fields.registry import BUILT_IN
from beholder.protocols import Column, Declaration, Protocol, Timing, find_protocol, protocol_names
from beholder.stats import typical_spreads as measured_spreads
from beholder.study.settings import Settings
from beholder.tables.ratings import COLUMNS, Rating
from beholder.web.rater import trial_models as models
from beholder.web.routes import ROUTES, WebRoute

__all__ = ["api", "cli", "errors", "fields", "protocol_file", "protocols", "ratings", "settings", "typical_spreads"]

_HERE = Path(__file__).parent / "reference"
_COMMON = ("label", "help", "required", "show_when", "after_candidates")
_LABEL = {"en": "How good?", "zh": "有多好？"}
_OPTIONS = [{"id": "yes", "label": {"en": "Yes", "zh": "是"}}, {"id": "no", "label": {"en": "No", "zh": "否"}}]
_EXAMPLES: dict[str, tuple[dict[str, Any], tuple[Any, ...]]] = {
    "count": ({"max": 20, "more": True}, (7, ">20")),
    "scale": ({"min": 1, "max": 5}, (4,)),
    "slider": ({"marks": {0: {"en": "bad", "zh": "差"}, 100: {"en": "good", "zh": "好"}}}, (62,)),
    "points": ({}, (2.5,)),
    "choice": ({"options": _OPTIONS, "scores": {"yes": 1, "no": 0}}, ("yes",)),
    "flags": ({"options": _OPTIONS}, (["yes"],)),
    "text": ({}, ("edge is rough",)),
    "name": ({}, ("hot air balloon",)),
    "groups": ({}, ([1, 1, 2],)),
    "preference": ({"both_bad": True}, ("left", "both_bad")),
    "best_worst": ({}, (["best", "", "worst"],)),
    "ranking": ({"ties": True}, ([1, 3, 1],)),
    "regions": ({"reasons": _OPTIONS}, ([{"x": 0.42, "y": 0.17, "reason": "yes"}], [])),
    "word_marks": ({"column": "prompt", "options": _OPTIONS}, ([["a", ""], ["red", "no"], ["ball", ""]],)),
}
_SLOTS = {"groups": 3, "preference": 2, "best_worst": 3, "ranking": 3}
_SETTING = ("setting", "value", "default", "meaning")


def settings() -> str:
    """Every setting of `study.yaml`, and the sections inside it."""
    return page([_settings_table(Settings), *_sections(sections(Settings))])


def typical_spreads() -> str:
    """What was measured on published ratings, as the guide shows it."""
    rows, preferences = [], []
    for one in measured_spreads():
        about = (f"`{one.name}`", str(one.asked))
        where = f"{one.source}; {one.items:,} items, {one.raters:,} raters"
        if one.of == "preference":
            preferences.append((*about, f"{one.ties:.2f}", f"{one.alike:.2f}", where))
        else:
            sds = (f"{sd:.2f}" for sd in (one.item or 0, one.rater or 0, one.residual or 0))
            rows.append((*about, *sds, "" if one.alpha is None else f"{one.alpha:.2f}", where))
    return page(
        [
            table(("name", "what was asked", "items", "raters", "the rest", "alpha", "source"), rows),
            table(("name", "what was asked", "ties", "alike", "source"), preferences),
        ]
    )


def fields() -> str:
    """Every kind of field: what it is, its settings, what is stored and what is exported."""
    common = [row for row in setting_rows(Field) if row[0].strip("`") in _COMMON]
    parts = ["## Every field", table(_SETTING, common)]
    for kind in BUILT_IN:
        model = find_kind(kind)
        own = [row for row in setting_rows(model) if row[0].strip("`") not in ("kind", *_COMMON)]
        chosen, values = _EXAMPLES[kind]
        field = model.model_validate({"kind": kind, "label": _LABEL, **chosen})
        parts += [f"## {kind}", inspect.cleandoc(model.__doc__ or "")]
        parts.append(f"Level of measurement: {field.measure()}. Values here: {field.values_described()}.")
        if isinstance(field, Directed):
            ends = (field.good_end if name == "`better`" else default for name, _, default, _ in own)
            own = [(name, value, end, about) for (name, value, _, about), end in zip(own, ends, strict=True)]
        parts += [table(_SETTING, own)] if own else []
        rows = _exported(field, values, _SLOTS.get(kind, 1))
        parts.append(table(("answer as stored", "field", "value", "number", "place on the page"), rows))
    parts += _sections([Option, Condition, Constraint])
    return page(parts)


def protocols() -> str:
    """Every installed protocol: what it shows, needs and asks."""
    return page(part for name in protocol_names() for part in _protocol(find_protocol(name)))


def protocol_file() -> str:
    """What a YAML protocol may say."""
    return page([_settings_table(Declaration), *_sections([Column, Timing])])


def cli() -> str:
    """Every command with its arguments and options."""
    return page(_commands(typer.main.get_command(app), "beholder"))


def errors() -> str:
    """Every error code with its meaning and remedy, and where it is raised."""
    places = find_codes().places
    with (_HERE / "errors.toml").open("rb") as file:
        topics = tomllib.load(file)
    parts: list[str] = []
    for topic in topics.values():
        parts.append(f"## {topic['title']}")
        for code, (meaning, remedy) in sorted(topic["codes"].items()):
            if code in places:
                parts += [f"### {code}", f"{meaning}\n\nTo fix it: {remedy[0].lower()}{remedy[1:]}"]
    return page(parts)


def ratings() -> str:
    """The columns of the ratings table."""
    meanings = column_meanings()
    kinds = {
        "str": "text",
        "int": "whole number",
        "int | None": "whole number",
        "float | None": "number",
        "bool": "true or false",
    }
    types = {name: _type_name(kind) for name, kind in get_type_hints(Rating).items()}
    rows = [(f"`{name}`", kinds[types[name]], meanings[name].to("en")) for name in COLUMNS]
    return page([table(("column", "type", "meaning"), rows)])


def api() -> str:
    """Every address of the server, and the models it takes and gives."""
    parts = ["## Addresses", table(("method", "path", "for", "takes", "gives", ""), map(_route_row, ROUTES))]
    used: list[type[BaseModel]] = []
    for route in ROUTES:
        used += [one for one in (route.takes, route.gives) if isinstance(one, type)]
    used.append(models.Envelope)
    for model in dict.fromkeys(one for outer in used for one in (outer, *sections(outer))):
        parts += [f"## {model.__name__}", inspect.cleandoc(model.__doc__ or "")]
        rows = [(name, kind, default) for name, kind, default, _ in setting_rows(model)]
        parts += [table(("field", "value", "default"), rows)] if rows else ["No fields."]
    return page(parts)


def _protocol(protocol: Protocol) -> Iterator[str]:
    declared = protocol.declaration
    yield f"## {protocol.name}"
    yield f"{declared.summary.to('en')} A trial shows {_SHOWN[declared.shows]}; by default it gets {declared.ratings} ratings."
    for owner, columns in (("Item", declared.item), ("Candidate", declared.candidate)):
        if columns:
            rows = [_column_row(name, column) for name, column in columns.items()]
            yield table((f"{owner.lower()} column", "holds", "needed", "seen by raters", "meaning"), rows)
    scopes = (("the trial", declared.form.fields), ("each candidate", declared.form.candidate_fields))
    asked = [(about, name, field) for about, scope in scopes for name, field in scope.items()]
    rows = [_field_row(about, name, field) for about, name, field in asked]
    yield table(("field", "kind", "about", "required", "shown", "values", "keys"), rows)
    if declared.form.constraints:
        yield "\n".join(f"- {_rule(constraint)}" for constraint in declared.form.constraints)
    timing = declared.timing.model_dump()
    yield table(("timing", "default"), [(f"`{name}`", plain(value)) for name, value in timing.items()])
    params = setting_rows(protocol.params)
    yield table(("parameter", "value", "default", "meaning"), params) if params else "No parameters."
    yield from _sections(sections(protocol.params), level="###")


_SHOWN = {
    "item": "the item alone",
    "one": "one candidate",
    "pair": "two candidates side by side",
    "all": "all candidates of an item",
}


def _column_row(name: str, column: Column) -> tuple[str, ...]:
    return f"`{name}`", column.kind, _yes(column.required), _yes(column.shown), column.about


def _field_row(about: str, name: str, field: Field) -> tuple[str, ...]:
    condition = field.show_when
    shown = "always"
    if condition is not None:
        shown = f"when `{condition.field}` " + " and ".join(f"{k} {plain(v)}" for k, v in condition.tests().items())
    if field.after_candidates:
        shown += ", once every candidate is judged"
    values = ", ".join(dict.fromkeys(entry.values for entry in field.codebook(name)))
    keys = ", ".join(f"{key}: {value}" for key, value in field.keys().items())
    return f"`{name}`", field.kind, about, _yes(field.required), shown, values, keys


def _rule(constraint: Constraint) -> str:
    if constraint.at_most is not None:
        return f"`{constraint.field}` is at most `{constraint.at_most}`."
    if constraint.either_or is not None:
        return f"Exactly one of `{constraint.field}` and `{constraint.either_or}` is answered."
    condition = constraint.required_when
    assert condition is not None, "a constraint has one of the three"
    tests = " and ".join(f"{name} {plain(value)}" for name, value in condition.tests().items())
    begins = f", beginning with `{constraint.starts_with}`" if constraint.starts_with else ""
    return f"`{constraint.field}` must be filled when `{condition.field}` {tests}{begins}."


def _exported(field: Field, values: Iterable[Any], slots: int) -> Iterator[tuple[str, ...]]:
    for value in values:
        stored = field.check(value, slots=slots)
        for cell in field.cells("f", stored, slots=slots):
            place = "" if cell.slot is None else str(cell.slot + 1)
            number = "" if cell.number is None else f"{cell.number:g}"
            yield f"`{json.dumps(stored, ensure_ascii=False)}`", f"`{cell.field}`", f"`{cell.value}`", number, place


def _commands(command: Any, path: str) -> Iterator[str]:
    children = getattr(command, "commands", {})
    if not children:
        shown = [p for p in command.params if not getattr(p, "hidden", False)]
        arguments = [p for p in shown if p.param_type_name == "argument"]
        options = [p for p in shown if p.param_type_name == "option" and p.name != "help"]
        words = [_argument_name(p) for p in arguments]
        yield f"## {path}\n\n```text\n{' '.join([path, *words, *(['[OPTIONS]'] if options else [])])}\n```"
        yield (command.help or "").strip()
        rows = [(f"`{_argument_name(p)}`", oneline(getattr(p, "help", "")), "") for p in arguments]
        kinds = get_type_hints(command.callback)
        rows += [(f"`{_option_name(p, kinds[p.name])}`", oneline(p.help or ""), _option_default(p)) for p in options]
        if rows:
            yield table(("", "meaning", "default"), rows)
    for name, child in children.items():
        yield from _commands(child, f"{path} {name}")


def _argument_name(parameter: Any) -> str:
    return str(parameter.metavar or parameter.name.upper())


def _option_name(option: Any, kind: Any) -> str:
    names = ", ".join((*option.opts, *option.secondary_opts))
    return names if option.is_flag else f"{names} {option.metavar or _value_name(kind)}"


def _value_name(kind: Any) -> str:
    """What stands for an option's value: its choices, or the kind of value."""
    known = {int: "INTEGER", float: "NUMBER", Path: "PATH"}
    for one in (kind, *get_args(kind)):
        if one in known:
            return known[one]
        if isinstance(one, type) and issubclass(one, Enum):
            return "|".join(str(member.value) for member in one)
    return "|".join(get_args(kind)) if get_origin(kind) is Literal else "TEXT"


def _option_default(option: Any) -> str:
    if option.required:
        return "required"
    return "" if option.default in (None, False, (), []) else plain(option.default)


def _route_row(route: WebRoute) -> tuple[str, ...]:
    def named(what: type[BaseModel] | str | None) -> str:
        return "" if what is None else what if isinstance(what, str) else f"[{what.__name__}](#{what.__name__.lower()})"

    query = f" (query: {', '.join(route.query)})" if route.query else ""
    doc = oneline((route.handler.__doc__ or "").strip())
    return route.method, f"`{route.path}`{query}", route.role, named(route.takes), named(route.gives), doc


def _sections(inside: Iterable[type[BaseModel]], *, level: str = "##") -> Iterator[str]:
    for model in inside:
        yield from (f"{level} {model.__name__}", _first_line(model), _settings_table(model))


def _settings_table(model: type[BaseModel]) -> str:
    return table(_SETTING, setting_rows(model))


def _type_name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else str(kind)


def _yes(fact: bool) -> str:
    return "yes" if fact else "no"


def _first_line(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").strip().split("\n\n")[0]
