"""Nested values written as text in a table's cell, in JSON or in Python's notation, read without running anything."""

from __future__ import annotations

import ast
import json
from typing import Any

__all__ = ["read_literal"]

# published tables hold lists of some hundred names in a cell; more is not one of them
_LONGEST = 2_000_000
# a list of lists of pairs is three deep
_DEEPEST = 20
_WRAPPERS = {"Counter", "OrderedDict", "dict"}
_NOTHING = {"nan", "NaN", "NA", "null"}


def read_literal(text: str) -> Any:
    """The value of a text that holds a dictionary, list, string, number or nothing.

    Python's notation may use tuples (read as lists), `None`, `nan` and `Counter({...})`. `ValueError` says in words what
    is wrong: other Python is never run, and a name given twice is refused, for one of its counts would be lost.
    """
    text = text.strip()
    if len(text) > _LONGEST:
        raise ValueError(f"{len(text):,} characters are too many for one cell")
    # Without double quotes and escapes, Python's notation of texts differs from JSON in the quotes alone.
    for candidate in (text, text.replace("'", '"') if '"' not in text and "\\" not in text else None):
        if candidate is None:
            continue
        try:
            return json.loads(candidate, object_pairs_hook=_once, parse_constant=lambda _: None)
        except json.JSONDecodeError:
            continue
        except RecursionError:
            raise ValueError(_TOO_DEEP) from None
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError("neither JSON nor a Python dictionary or list") from None
    return _value(tree.body, 0)


_TOO_DEEP = f"nested more than {_DEEPEST} levels deep"


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the name {next(n for n in names if names.count(n) > 1)!r} is given twice")
    return out


def _value(node: ast.expr, depth: int) -> Any:
    if depth > _DEEPEST:
        raise ValueError(_TOO_DEEP)
    match node:
        case ast.Constant(value=str() | int() | float() | None as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case ast.Name(id=word) if word in _NOTHING:
            return None
        case ast.List(elts=elements) | ast.Tuple(elts=elements) | ast.Set(elts=elements):
            return [_value(element, depth + 1) for element in elements]
        case ast.Dict(keys=keys, values=values):
            return _once([(_key(k), _value(v, depth + 1)) for k, v in zip(keys, values, strict=True)])
        case ast.Call(func=ast.Name(id=word), args=[ast.Dict() as inner], keywords=[]) if word in _WRAPPERS:
            return _value(inner, depth + 1)
        case ast.Call(func=ast.Name(id=word), args=[], keywords=[]) if word in _WRAPPERS:
            return {}
    raise ValueError(f"{ast.unparse(node)[:60]!r} is no plain value")


def _key(node: ast.expr | None) -> str:
    match node:
        case ast.Constant(value=str() as value):
            return value
        case ast.Constant(value=None) | ast.Constant(value=int()) | ast.Constant(value=float()):
            return str(node.value)
    raise ValueError("the names of a dictionary must be texts")
