"""The part of a declaration that decides what an answer means, apart from the words in which it is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from beholder.fields import Switched, Words
from beholder.protocols import Declaration

__all__ = ["flat", "meaning_of"]

_DECIDES = ("name", "version", "shows", "item", "candidate", "form", "merge_equal")
_PLAIN_WORDS = frozenset({"placeholder", "mark", "about"})
# how results are told is no part of what a rater said
_TOLD = frozenset({"better"})
# what came after 0.1.0 decides nothing where it is not used: a newer Beholder alone must not change a study
_LATER: dict[str, Any] = {"audio": False, "highest_first": False}


def meaning_of(declaration: Declaration) -> dict[str, Any]:
    """Every part that is no wording, by its dotted path: `form.fields.quality.max` → 10."""
    return {path: value for name in _DECIDES for path, value in _leaves(getattr(declaration, name), name)}


def _leaves(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Words):
        return
    if isinstance(value, BaseModel):
        silent = _PLAIN_WORDS | _TOLD | (value.switched_off() if isinstance(value, Switched) else set())
        for name, info in type(value).model_fields.items():
            unused = name in _LATER and getattr(value, name) == _LATER[name]
            if name not in silent and not unused:
                yield from _leaves(getattr(value, name), f"{path}.{info.alias or name}")
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _leaves(one, f"{path}.{name}")
    elif isinstance(value, list | tuple):
        yield from _listed(value, path, [getattr(one, "id", None) for one in value])
    else:
        yield path, value


def _listed(values: list[Any] | tuple[Any, ...], path: str, ids: list[Any]) -> Iterator[tuple[str, Any]]:
    if ids and all(isinstance(one, str) for one in ids):
        # Options go by their ids, so that one added in the middle is one change; their order is a part of its own.
        yield path, ", ".join(ids)
        for name, one in zip(ids, values, strict=True):
            yield from _leaves(one, f"{path}.{name}")
        return
    for number, one in enumerate(values):
        yield from _leaves(one, f"{path}.{number}")


def flat(data: Any, path: str = "") -> dict[str, Any]:
    """Parsed JSON by dotted paths, named as in `meaning_of`."""
    out: dict[str, Any] = {}
    prefix = f"{path}." if path else ""
    if isinstance(data, dict):
        for name, one in data.items():
            out |= flat(one, f"{prefix}{name}")
    elif isinstance(data, list):
        ids = [one["id"] for one in data if isinstance(one, dict) and isinstance(one.get("id"), str)]
        named = bool(ids) and len(ids) == len(data)
        if named:
            out[path] = ", ".join(ids)
        for name, one in zip(ids if named else map(str, range(len(data))), data, strict=True):
            out |= flat(one, f"{prefix}{name}")
    else:
        out[path] = data
    return out
