"""Texts that programs read in English and people in their own language: methods and notes of findings."""

from __future__ import annotations

from typing import Any, Self

from beholder.text.catalogue import Catalogue, Clause

__all__ = ["Text", "in_language"]

_JOINTS = Catalogue("text")


class Text(str):
    """An English text made of one or more messages, which `to` tells in another language.

    It is a plain `str` to whoever compares, prints or stores it. Clauses are parted by semicolons. `brief` leaves out what
    stands elsewhere, such as counts: a message says so by its attribute `brief`.
    """

    clauses: tuple[Clause | str, ...]

    __slots__ = ("clauses",)

    def __new__(cls, *parts: Clause | str) -> Self:
        """One text of these parts, in order; empty ones are left out."""
        clauses: list[Clause | str] = []
        for part in parts:
            clauses += part.clauses if isinstance(part, Text) else [part] if part else []
        made = super().__new__(cls, _joined("en", [_format("en", clause) for clause in clauses]))
        made.clauses = tuple(clauses)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, self.clauses

    @property
    def key(self) -> str:
        """The id of its first message."""
        first = self.clauses[0] if self.clauses else ""
        return first.key if isinstance(first, Clause) else ""

    def to(self, language: str) -> str:
        """The whole text in that language."""
        return _joined(language, [_format(language, clause) for clause in self.clauses])

    def brief(self, language: str) -> str:
        """The text in that language without what stands elsewhere."""
        return _joined(language, [_format(language, clause, brief=True) for clause in self.clauses])


def in_language(text: str, language: str) -> str:
    """A text in that language; one that can be told in no other as it is."""
    return text.to(language) if isinstance(text, Text) else text


def _format(language: str, clause: Clause | str, *, brief: bool = False) -> str:
    if not isinstance(clause, Clause):
        return clause
    short = f"{clause.key}.brief"
    key = short if brief and short in clause.catalogue else clause.key
    return clause.catalogue.format(language, key, **clause.values)


def _joined(language: str, told: list[str]) -> str:
    text = ""
    for one in filter(None, told):
        text = _JOINTS.format(language, "clauses", before=text, after=one) if text else one
    return text
