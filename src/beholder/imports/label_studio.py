"""Ratings from Label Studio: its JSON export, one object per picture with the annotations made on it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beholder.analysis import Coded, RatingsData
from beholder.errors import BeholderError

__all__ = ["read_label_studio"]

_ANSWERS = {"rating": "rating", "choices": "choices", "number": "number", "text": "text", "textarea": "text"}
_PAIR = "pairwise"


def read_label_studio(path: Path) -> RatingsData | None:
    """The ratings in an export ("JSON", not "JSON-MIN"), or None if the file is something else.

    Each annotation is an answer by `completed_by`; ratings, numbers, single choices and texts become values of a field
    named by the tag, pairwise tags a win and a loss. The item is `data.item`, `data.id` or the object's own id; the system
    is `data.system` or `data.model` where the data have one. Cancelled annotations are left out; regions are not ratings.
    """
    try:
        with path.open(encoding="utf-8-sig") as file:
            objects = json.load(file)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError):
        return None
    except RecursionError:
        raise _bad(str(path), "the file is nested too deeply") from None
    if not isinstance(objects, list) or not objects or not all(isinstance(o, dict) for o in objects):
        return None
    if not all("annotations" in o and "data" in o for o in objects):
        return None
    rows = [row for number, one in enumerate(objects, start=1) for row in _rows(one, number, path)]
    if not rows:
        raise BeholderError(
            "the export holds no rating, choice, number, text or pairwise answer",
            code="analysis-empty-export",
            where=str(path),
            hint="export finished annotations as JSON; regions drawn on pictures are not ratings",
        )
    names = ("item", "system", "rater", "answer", "field", "value", "side")
    columns = zip(*rows, strict=True)
    text = {name: Coded.of(column) for name, column in zip(names, columns, strict=True)}
    if text["system"].names == ("",):
        del text["system"]
    if text["side"].names == ("",):
        del text["side"]
    return RatingsData.of(text, {}, source=str(path))


def _rows(one: dict[str, Any], number: int, path: Path) -> Iterator[tuple[str, ...]]:
    where = f"{path} object {number}"
    data, annotations = one["data"], one["annotations"]
    if not isinstance(data, dict) or not isinstance(annotations, list):
        raise _bad(where, "an object needs data and a list of annotations")
    item = str(data.get("item", data.get("id", one.get("id", number))))
    system = str(data.get("system", data.get("model", "")))
    for position, annotation in enumerate(annotations, start=1):
        if not isinstance(annotation, dict):
            raise _bad(f"{where}, annotation {position}", "an annotation is an object")
        if annotation.get("was_cancelled"):
            continue
        who = annotation.get("completed_by", "")
        rater = str(who.get("email", who.get("id", "")) if isinstance(who, dict) else who)
        answer = str(annotation.get("id", f"{number}.{position}"))
        for result in annotation.get("result") or ():
            if not isinstance(result, dict) or not isinstance(result.get("value", {}), dict):
                raise _bad(f"{where}, annotation {position}", "a result is an object with a value that is one too")
            for field, value, side in _values(result):
                named = str(data.get({"left": "model_a", "right": "model_b"}.get(side, ""), side or system))
                yield item, named, rater, answer, field, value, side


def _bad(where: str, problem: str) -> BeholderError:
    return BeholderError(
        problem,
        code="analysis-bad-export",
        where=where,
        hint='export from Label Studio as "JSON", and change nothing in it',
    )


def _values(result: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    kind, given = str(result.get("type", "")), result.get("value", {})
    field = str(result.get("from_name", kind))
    if kind == _PAIR:
        chosen = given.get("selected")
        for side in ("left", "right"):
            yield field, "win" if chosen == side else "loss", side
        return
    key = _ANSWERS.get(kind)
    value = given.get(key) if key else None
    if isinstance(value, list):
        if kind == "choices" and len(value) != 1:
            return
        value = "\n".join(map(str, value))
    if value is not None:
        yield field, f"{value:g}" if isinstance(value, float) else str(value), ""
