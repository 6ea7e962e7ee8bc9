"""What a reader of tables complains about, in words that name the row."""

from __future__ import annotations

import json
import re
from pathlib import Path

from beholder.errors import BeholderError

__all__ = ["explained"]

_LINE = re.compile(r"CSV Error on Line: (\d+)")
_CELLS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")
_JSON = re.compile(
    r"(?:Malformed JSON|Invalid Input Error).*?in (?:line|record/value) (\d+): (.+?)\.?(?:\n|$)", re.DOTALL
)
_UTF8 = 'save it as UTF-8 text (spreadsheets call it "CSV UTF-8")'
# characters; a library that says more is quoting the data
_LONGEST, _LONGEST_MESSAGE = 200, 10_000


def explained(error: Exception, path: Path) -> BeholderError:
    """The error of a library as ours: the file, the row counted from 1 below the heading, what is wrong, what to do."""
    # some libraries quote the data, of which there is no end
    text = str(error)[:_LONGEST_MESSAGE]
    line, json_row = _LINE.search(text), _JSON.search(text)
    where, problem, hint = str(path), _first_sentence(text), ""
    if line:
        # a heading that cannot be read has no row
        row = int(line[1]) - 1
        where = f"{path} row {row}" if row > 0 else f"{path} heading"
        problem, hint = _of_row(text)
    elif json_row:
        where, problem = f"{path} row {_bad_row(path) or json_row[1]}", f"not valid JSON: {json_row[2].strip(' .')}"
        if "UTF-16" in problem or "UTF-32" in problem:
            where, problem, hint = str(path), "the file is UTF-16 or UTF-32 text, not UTF-8", _UTF8
    return BeholderError(
        problem if line or json_row else f"the file cannot be read: {problem}",
        code="table-unreadable",
        where=where,
        hint=hint,
    )


def _bad_row(path: Path) -> int | None:
    """The first line that is no JSON; the reader's own count depends on how it cuts the file."""
    if path.suffix.lower() not in (".jsonl", ".ndjson"):
        return None
    row = 0
    with path.open("rb") as file:
        for line in file:
            row += bool(line.strip())
            try:
                json.loads(line.strip() or "null")
            except (ValueError, RecursionError):
                return row
    return None


def _of_row(text: str) -> tuple[str, str]:
    cells = _CELLS.search(text)
    if cells:
        expected, found = int(cells[1]), int(cells[2])
        # the reader stops counting at the first cell too many
        told = f"{found}" if found < expected else f"more than {expected}"
        return f"the row has {told} cells, the heading {expected}", "put cells that hold the delimiter in quotes"
    if "unterminated quote" in text:
        return "a quote is opened here and never closed", 'a quote inside a quoted cell is written twice: ""'
    if "unicode" in text.lower() or "utf-8" in text.lower():
        return "the row is not UTF-8 text", _UTF8
    if "line size" in text.lower():
        return "the row is longer than any row can be", "is a quote missing somewhere above?"
    return f"the row cannot be read: {_first_sentence(text)}", ""


def _first_sentence(text: str) -> str:
    told = []
    for line in (line.strip() for line in text.splitlines()):
        if line.startswith(("Possible", "*", "LINE", "file =")):
            break
        if line and not line.startswith("Original Line"):
            told.append(line)
    sentence = "; ".join(told[:3]).split(": ", 1)[-1]
    return sentence if len(sentence) <= _LONGEST else sentence[:_LONGEST] + " …"
