"""Texts that raters are to read and that have nothing to read in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from beholder.errors import Problem
from beholder.protocols import Column
from beholder.study.definition import Definition

__all__ = ["find_blank_texts"]


def find_blank_texts(definition: Definition) -> Iterator[Problem]:
    """Shown text columns, of items and candidates, without a character that can be seen."""
    declared = definition.declaration
    for item in definition.items:
        yield from _blank(item.columns, declared.item, item.where, item.id)
        for number, candidate in enumerate(item.candidates):
            where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
            yield from _blank(candidate.columns, declared.candidate, where, candidate.id, part)


def _blank(
    values: Mapping[str, Any], declared: Mapping[str, Column], where: str, owner: str, part: str = ""
) -> Iterator[Problem]:
    for name, column in declared.items():
        value = values.get(name)
        if column.kind != "text" or not column.shown or not isinstance(value, str) or _visible(value):
            continue
        yield Problem(
            f"{name!r} of {owner} is empty: raters would see nothing",
            "item-blank-text",
            f"{where} · {part}{name}",
            "write the text" if column.required else "write the text, or leave the column out",
        )


def _visible(text: str) -> bool:
    # spaces of width zero and marks of direction are not printable
    return any(one.isprintable() and not one.isspace() for one in text)
