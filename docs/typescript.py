"""The models of the rater's API as TypeScript, so that the page's scripts are checked against what the server says."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from pydantic import BaseModel

__all__ = ["interfaces"]

_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def interfaces(*modules: ModuleType) -> str:
    """Every public model of these modules as an interface, in the order of their names."""
    found = {model.__name__: model for module in modules for model in _models(module)}
    return "\n".join(_interface(found[name]) for name in sorted(found))


def _models(module: ModuleType) -> Iterator[type[BaseModel]]:
    for one in vars(module).values():
        if not (inspect.isclass(one) and issubclass(one, BaseModel) and one.__module__ == module.__name__):
            continue
        # what others are made from says nothing itself
        if one.__name__[0] != "_" and (one.model_fields or not one.__subclasses__()):
            yield one


def _interface(model: type[BaseModel]) -> str:
    schema = model.model_json_schema()
    required = schema.get("required", ())
    # what has a default may be left out, by the page and by the server
    rows = [
        f"  {name}{'' if name in required else '?'}: {_type(of)};" for name, of in schema.get("properties", {}).items()
    ]
    said = inspect.cleandoc(model.__doc__ or "").split("\n")[0]
    return "\n".join([f"/** {said} */", f"export interface {model.__name__} {{", *rows, "}", ""])


def _type(schema: Mapping[str, Any]) -> str:
    """The type of one property. A keyword that is not known here is an error: a type must not be guessed."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", maxsplit=1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            return f"{_within(_type(schema['items']))}[]"
        case "object":
            values = schema.get("additionalProperties", True)
            return f"Record<string, {'any' if values is True else _type(values)}>"
        case str(kind):
            return _PLAIN[kind]
    raise ValueError(f"no TypeScript is known for {json.dumps(dict(schema))}")


def _within(name: str) -> str:
    return f"({name})" if "|" in name else name
