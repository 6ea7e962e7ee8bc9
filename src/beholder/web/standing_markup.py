"""Markup that stands in many trials: cut at its marks once, and put in whole where a short mark stands for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from markupsafe import Markup

__all__ = ["NOTHING", "StandingFields", "StandingMarkup"]

NOTHING = ""
"""The mark in whose place nothing comes: it keeps text and marks in turn."""

_STANDING = "s"
# characters: less is rendered as quickly as its mark is, and templates may ask whether it is empty
_WORTH_IT = 100


class StandingMarkup:
    """Most of a trial's markup is that of every other: without it a trial is a tenth as long to render and to cut.

    A mark is an unguessable text, its name, and a semicolon.
    """

    def __init__(self, mark: str) -> None:
        self._mark = mark
        self._pieces: list[list[str]] = []
        self._marks: dict[Markup, Markup] = {}

    def stand_in(self, html: Markup) -> Markup:
        """A mark for the markup, which is remembered; markup that is short, or empty, stays as it is."""
        if len(html) < _WORTH_IT:
            return html
        found = self._marks.get(html)
        if found is None:
            name = f"{_STANDING}{len(self._pieces)}"
            self._pieces.append(self._split(html))
            found = self._marks[html] = Markup(f"{self._mark}{name};")  # noqa: S704 - made here, of hexadecimal digits
        return found

    def cut(self, html: str) -> list[str]:
        """Text and names of marks in turn; what stands in many trials is put in again, cut as well."""
        text, *rest = self._split(html)
        whole = [text]
        for name, behind in zip(rest[::2], rest[1::2], strict=True):
            if name.startswith(_STANDING):
                whole += (NOTHING, *self._pieces[int(name[1:])], NOTHING, behind)
            else:
                whole += (name, behind)
        return whole

    def _split(self, html: str) -> list[str]:
        text, *rest = str(html).split(self._mark)
        return [text, *(piece for marked in rest for piece in marked.split(";", 1))]


class _Macros(Protocol):
    """Macros that write the same for the same arguments."""

    def __getattr__(self, macro: str) -> Callable[..., Markup]: ...


class StandingFields:
    """The macros of a form's fields, whose markup is the same in all trials."""

    def __init__(self, fields: _Macros, standing: StandingMarkup) -> None:
        self._fields = fields
        self._standing = standing

    def __getattr__(self, macro: str) -> Callable[..., Markup]:
        make, stand_in = getattr(self._fields, macro), self._standing.stand_in

        def call(*args: object, **named: object) -> Markup:
            return stand_in(make(*args, **named))

        return call
