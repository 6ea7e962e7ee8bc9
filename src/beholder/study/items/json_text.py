"""JSON as strict as a study needs it: what two programs could read in two ways is refused."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from beholder.errors import Problem
from beholder.study.items.draft import Draft, as_problem, location
from beholder.study.problems import Problems
from beholder.tabular import Fault, TableError, decode_line, open_bytes, raw_lines

__all__ = ["JsonError", "canonical_number", "read_json", "read_jsonl"]


def read_jsonl(path: Path, *, file: str, problems: Problems) -> Iterator[Draft]:
    """A draft for every line that is an object; the other lines are reported and passed over.

    A list of objects, and objects that run over several lines, are read as they are meant.
    """
    if _is_one_text(path):
        yield from _read_whole(path, file=file, problems=problems)
        return
    with open_bytes(path) as stream:
        for line, raw in raw_lines(stream):
            try:
                text = decode_line(raw, line)
            except TableError as error:
                problems.add(replace(as_problem(error, file), hint="save it as UTF-8" if error.hint else ""))
                if error.fault is Fault.TOO_LONG:
                    return
                continue
            if text.isspace() or not text:
                continue
            try:
                # a comma behind an object is left over from a list; it can mean nothing else
                values = read_json(text.rstrip().removesuffix(","))
            except JsonError as mistake:
                problems.add(Problem(str(mistake), "items-bad-json", location(file, line), _HINT))
                continue
            if not isinstance(values, dict):
                problems.add(Problem(_NO_OBJECT, "items-bad-json", location(file, line), _HINT))
                continue
            yield Draft(line, values, values.pop("candidates", None))


_NO_OBJECT = "expected one item, an object in { }"
_HINT = 'each line is one object, with names and texts in double quotes: {"id": "a1", ...}'


def _is_one_text(path: Path) -> bool:
    """Whether the file is a list, or its first object goes on below its first line."""
    with open_bytes(path) as stream:
        for _, raw in raw_lines(stream):
            begun = raw.removeprefix(b"\xef\xbb\xbf").strip()
            if begun:
                return begun.startswith(b"[") or begun == b"{"
    return False


def _read_whole(path: Path, *, file: str, problems: Problems) -> Iterator[Draft]:
    """A draft for every object of the text, with the line on which it begins; nothing behind the first mistake."""
    with open_bytes(path) as stream:
        try:
            text = stream.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            problems.add(Problem("the text is not UTF-8", "items-bad-json", location(file, 1), "save it as UTF-8"))
            return
    at, line, counted = 0, 1, 0
    while (match := _BETWEEN.match(text, at)) and match.end() < len(text):
        begins = match.end()
        line += text.count("\n", counted, begins)
        counted = begins
        try:
            values, at = _decoded(text, begins)
        except json.JSONDecodeError as mistake:
            problems.add(Problem(_mistaken(mistake), "items-bad-json", location(file, mistake.lineno), _WHOLE_HINT))
            return
        except JsonError as mistake:
            problems.add(Problem(str(mistake), "items-bad-json", location(file, line), _WHOLE_HINT))
            return
        if not isinstance(values, dict):
            problems.add(Problem(_NO_OBJECT, "items-bad-json", location(file, line), _WHOLE_HINT))
            continue
        yield Draft(line, values, values.pop("candidates", None))


# what may stand between the objects of a list, or of a text without one
_BETWEEN = re.compile(r"[\s,\[\]]*")
_WHOLE_HINT = 'items are objects with commas between them and none behind the last: [{"id": "a1", ...}, ...]'


def _decoded(text: str, begins: int) -> tuple[Any, int]:
    """The value that begins there, and where it ends."""
    try:
        _, end = _DECODER.raw_decode(text, begins)
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    return read_json(text[begins:end]), end


# deeper nesting is no item, and would exhaust the stack of readers
MAX_DEPTH = 60
# larger whole numbers do not fit into the columns of exports
_WHOLE_LIMIT = 2**63
# a search for 19 digits in a row starts anew at every digit; one for 19 equal characters does not
_EVERY_DIGIT = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 19
_UNSTORABLE = re.compile(r"\\u(?:[dD][89a-fA-F]|0000)")


class JsonError(ValueError):
    """What is wrong with a JSON text, in words; the reader of the file adds where."""


def read_json(text: str) -> Any:
    """The value of a JSON text; `JsonError` if it is none, or not one that survives being stored and read again."""
    text = text.strip(" \t\r\n")
    try:
        # looking at each number by itself takes most of the time; only one of 19 digits could be too large
        decoder = _WATCHFUL if _has_long_number(text) else _DECODER
        value, end = decoder.raw_decode(text)
    except JsonError:
        raise
    except json.JSONDecodeError as error:
        raise JsonError(_mistaken(error)) from None
    except RecursionError:
        raise JsonError(_TOO_DEEP) from None
    if end != len(text):
        raise JsonError(f"not valid JSON: something follows the value at character {end + 1}")
    # Counting brackets is far quicker than walking; only a line that could be too deep is walked.
    if text.count("[") + text.count("{") > MAX_DEPTH:
        _refuse_depth(value)
    if "\\u" in text and _UNSTORABLE.search(text):
        _refuse_unstorable(value)
    return value


_LAST_COMMA = re.compile(r",\s*([}\]])")


def _mistaken(error: json.JSONDecodeError) -> str:
    """What is wrong, alike under every version of Python: some name a comma too many and some what they miss behind it."""
    comma = error.doc.rfind(",", 0, error.pos + 1)
    if comma >= 0 and (closed := _LAST_COMMA.match(error.doc, comma)) and error.pos <= closed.end():
        return f"not valid JSON: a comma stands before the closing {closed[1]} at character {error.colno}"
    return f"not valid JSON: {error.msg.lower()} at character {error.colno}"


def _has_long_number(text: str) -> bool:
    """Whether 19 digits stand in a row, in a number or elsewhere."""
    return _LONG_NUMBER in text.encode("utf-8", "surrogatepass").translate(_EVERY_DIGIT)


_TOO_DEEP = f"nested more than {MAX_DEPTH} levels deep"


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    out = dict(pairs)
    if len(out) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f'the name "{twice[:60]}" is given twice')
    return out


def _whole(text: str) -> int:
    if len(text) > 18 and (len(text) > 20 or not -_WHOLE_LIMIT <= int(text) < _WHOLE_LIMIT):
        raise JsonError(f"the number {_cut(text)} is too large to be kept exactly; write it in quotes")
    return int(text)


def _decimal(text: str) -> int | float:
    value = float(text)
    if math.isinf(value):
        raise JsonError(f"the number {_cut(text)} is too large")
    return canonical_number(value)


def canonical_number(value: float) -> int | float:
    """Whole values as whole numbers, so that 5 and 5.0 are one value whichever program wrote them."""
    return int(value) if value.is_integer() and abs(value) < 2**53 else value


def _constant(name: str) -> Any:
    raise JsonError(f"{name} is not a number that can be kept; use null for what is not known")


def _cut(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:20]}..."


def _refuse_depth(value: Any) -> None:
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for one in level:
            if isinstance(one, dict):
                below.extend(one.values())
            elif isinstance(one, list):
                below.extend(one)
        level = [one for one in below if isinstance(one, dict | list)]
        if not level:
            return
    raise JsonError(_TOO_DEEP)


def _refuse_unstorable(value: Any) -> None:
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting.extend(one.keys())
            waiting.extend(one.values())
        elif isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, str):
            if "\x00" in one:
                raise JsonError("a text holds a NUL character, which cannot be stored")
            if any("\ud800" <= char <= "\udfff" for char in one):
                raise JsonError("a text holds half of a surrogate pair, which is no character")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_decimal, parse_constant=_constant)
_WATCHFUL = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
)
