"""Marks in a guideline that stand for words of the form, so that raters read the same on the page and in the guideline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from beholder.errors import BeholderError
from beholder.fields import Field, Form

__all__ = ["fill_marks", "unknown_marks"]

_MARK = re.compile(r"\{(label|help|anchors):([a-z][a-z0-9_]*)\}")
MAX_FILLED = 4_000_000
"""Characters of a guideline once filled in: a mark is short, and the words that it stands for may be long."""
_NAMED = re.compile(r"^([^:：;；]+)[:：]\s*(.+)$", re.DOTALL)
"""An anchor such as `Coherent: makes sense as a whole; ...`."""


def fill_marks(text: str, form: Form, language: str) -> str:
    """The guideline with the words of the form: `{label:FIELD}`, `{help:FIELD}`, and `{anchors:FIELD}` as a table.

    What names no field is left as it is.
    """
    fields = dict(form.all_fields())
    length = len(text)

    def told(mark: re.Match[str]) -> str:
        nonlocal length
        part, name = mark.groups()
        field = fields.get(name)
        if field is None:
            return mark[0]
        if part == "anchors":
            words = "\n".join(_anchors(field, language))
        else:
            words = (field.label if part == "label" else field.help).to(language)
        length += len(words)
        if length > MAX_FILLED:
            raise BeholderError(
                f"the guideline has more than {MAX_FILLED:,} characters once its marks are filled in",
                code="guideline-too-long",
                hint="use fewer marks such as {anchors:FIELD}",
            )
        return words

    return _MARK.sub(told, text)


def unknown_marks(text: str, form: Form) -> Iterator[tuple[int, str]]:
    """Marks that name no field of the form, with their lines."""
    fields = {name for name, _ in form.all_fields()}
    for number, line in enumerate(text.splitlines(), start=1):
        yield from ((number, mark[0]) for mark in _MARK.finditer(line) if mark[2] not in fields)


def _anchors(field: Field, language: str) -> Iterator[str]:
    """A table of what can be given and what it means, the highest point of a scale first."""
    yield "| | | |"
    yield "|---|---|---|"
    for one in field.explained(language):
        named = _NAMED.match(one.help)
        name, means = named.groups() if named else ("", one.help)
        parts = [part for part in re.split(r"[;；]\s*", means.rstrip(".。")) if part]
        listed = "<br>".join(f"• {part[0].upper()}{part[1:]}" for part in parts) if len(parts) > 1 else means
        yield "| " + " | ".join(_cell(part) for part in (f"**{one.text}**", name, listed)) + " |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
