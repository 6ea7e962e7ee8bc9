"""Items from JSON lines: one object per line, candidates nested in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.study.items.draft import MAX_LINE, Draft, decoded, place
from beholder.study.items.json_text import JsonError, read_json
from beholder.study.problems import Problems

__all__ = ["read_jsonl"]


def read_jsonl(path: Path, *, file: str, problems: Problems) -> Iterator[Draft]:
    """A draft for every line that is an object; the other lines are reported and passed over."""
    with path.open("rb") as stream:
        for line, raw in enumerate(iter(partial(stream.readline, MAX_LINE + 1), b""), 1):
            try:
                text = decoded(raw, file=file, line=line)
            except BeholderError as error:
                problems.extend(error.problems)
                if len(raw) > MAX_LINE:
                    return
                continue
            if text.isspace() or not text:
                continue
            try:
                values = read_json(text)
            except JsonError as mistake:
                problems.add(Problem(str(mistake), "items-bad-json", place(file, line), _hint(text)))
                continue
            if not isinstance(values, dict):
                problems.add(
                    Problem("expected one item, an object in { }", "items-bad-json", place(file, line), _hint(text))
                )
                continue
            yield Draft(line, values, values.pop("candidates", None))


def _hint(text: str) -> str:
    if text.strip() in ("[", "{") or text.lstrip().startswith("["):
        return "write every item as one object on one line, without brackets around them all"
    return 'each line is one object, with names and texts in double quotes: {"id": "a1", ...}'
