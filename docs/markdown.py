"""Markdown for the reference: tables, and the settings of a model in words."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, RootModel

from beholder.fields import Field, Form, Words

__all__ = ["oneline", "page", "plain", "sections", "setting_rows", "table"]


_LONGEST = 120
_ELSEWHERE = {
    "Words": "a text, or one per language",
    "Contact": "a text, or a list of texts",
    "Form": "a form",
    "Problem": "a problem",
}
_MEANINGS = Path(__file__).parent / "reference" / "meanings.toml"


@cache
def _meanings() -> dict[str, dict[str, str]]:
    return tomllib.loads(_MEANINGS.read_text(encoding="utf-8"))


def setting_rows(model: type[BaseModel]) -> list[tuple[str, str, str, str]]:
    """Each field of a model: name, possible values, default, meaning (its description, else the one in meanings.toml)."""
    schema = model.model_json_schema()
    properties = schema.get("properties", {})
    rows = []
    for name, info in model.model_fields.items():
        shown = info.alias or name
        default = "required" if info.is_required() else plain(info.get_default(call_default_factory=True))
        rows.append((f"`{shown}`", _describe(properties[shown]), default, info.description or _meaning(model, shown)))
    return rows


def sections(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The models inside a model, each once, in the order in which they are met; texts and fields are no sections."""
    found: dict[type[BaseModel], None] = {}
    waiting: list[Any] = [info.annotation for info in model.model_fields.values()]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, type) and issubclass(one, BaseModel):
            if one not in found and not issubclass(one, Field | Words | Form | RootModel):
                found[one] = None
                waiting = [info.annotation for info in one.model_fields.values()] + waiting
        else:
            waiting = list(get_args(one)) + waiting
    return list(found)


def _meaning(model: type[BaseModel], name: str) -> str:
    named = (_meanings().get(one.__name__, {}).get(name) for one in model.__mro__)
    return next((meaning for meaning in named if meaning), "")


def _describe(schema: Mapping[str, Any]) -> str:
    """A JSON schema in words, as far as an author of a study needs them."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rsplit("/", 1)[-1]
        return _ELSEWHERE.get(name, f"[{name}](#{name.lower()})")
    if "discriminator" in schema:
        return "a [field](fields.md)"
    for several in ("anyOf", "oneOf"):
        if several in schema:
            parts = [_describe(one) for one in schema[several] if one.get("type") != "null"]
            return " or ".join(dict.fromkeys(parts))
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if "const" in schema:
        return plain(schema["const"])
    inner = schema.get("items") if schema.get("type") == "array" else schema.get("additionalProperties")
    of_what = _describe(inner) if isinstance(inner, dict) and inner else ""
    if schema.get("type") == "array":
        return f"list: {of_what}" if of_what else "list"
    if schema.get("type") == "object":
        return f"mapping to {of_what}" if of_what else "mapping"
    names = {"integer": "whole number", "number": "number", "string": "text", "boolean": "`true` or `false`"}
    return names.get(str(schema.get("type")), "any value") + _bounds(schema)


def _bounds(schema: Mapping[str, Any]) -> str:
    names = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most", "exclusiveMaximum": "below"}
    bounds = [f"{word} {schema[key]:,}" for key, word in names.items() if key in schema]
    return f", {', '.join(bounds)}" if bounds else ""


def plain(value: Any) -> str:
    """A default or a condition's value, as it would be written in a file."""
    if value is None:
        return "none"
    if isinstance(value, str) and value:
        return f"`{value}`"
    text = json.dumps(value, ensure_ascii=False, default=_jsonable)
    if len(text) > _LONGEST:
        return "built in"
    return "empty" if text in ('""', "[]", "{}") else f"`{text}`"


def _jsonable(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return str(value)


def oneline(text: str) -> str:
    """The text without line breaks."""
    return " ".join(text.split())


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""

    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(oneline(cell).replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(heads), "|" + "---|" * len(heads), *map(line, rows)])


def page(parts: Iterable[str]) -> str:
    """The parts of a page, one empty line between any two."""
    return "\n" + "\n\n".join(part.strip() for part in parts) + "\n"
