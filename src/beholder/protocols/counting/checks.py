"""What is wrong with a counting item beyond its columns, attention checks, and what the page needs to know."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from beholder.declarations.item import Item, Shown
from beholder.declarations.reference import Expectation, Reference
from beholder.declarations.states import Showing
from beholder.errors import Problem, nearest
from beholder.protocols.counting.params import Flag, Params
from beholder.protocols.counting.true_counts import TrueCounts
from beholder.protocols.counting.wording import text
from beholder.protocols.protocol import PageTexts
from beholder.text import Catalogue

__all__ = ["EASY", "attention_reference", "check_item", "make_checks", "page_data", "page_text"]

EASY = 5
"""The largest number that an attention check may show: people see so many almost without counting."""


def check_item(item: Item, params: Params) -> Iterator[Problem]:
    """The object type must be one the study defines, the number asked for whole, and the truth readable."""
    name = str(item.columns["object_type"])
    if name not in params.object_types:
        yield Problem(
            f"item {item.id} is about {name!r}, which is no object type of this study",
            "counting-object-type",
            f"{item.where} · object_type",
            nearest(name, params.object_types) + " (add others under params.object_types)",
        )
    requested = item.columns.get("requested")
    if requested is not None and (requested < 0 or requested != int(requested)):
        yield Problem(
            f"expected a whole number of at least 0, got {requested!r}",
            "counting-requested",
            f"{item.where} · requested",
        )
    if requested is not None and params.asked_for and not params.asked_for[0] <= requested <= params.asked_for[1]:
        yield Problem(
            f"{requested:g} objects were asked for, while raters are told {params.asked_for[0]} to {params.asked_for[1]}",
            "counting-asked-for",
            f"{item.where} · requested",
            "widen params.asked_for, or leave it out",
        )
    given = item.columns.get("truth")
    wrong = "" if given is None else TrueCounts.wrong(given)
    if wrong:
        yield Problem(wrong, "counting-truth", f"{item.where} · truth", "leave it out if it is not known")


def make_checks(items: tuple[Item, ...], count: int, rng: np.random.Generator) -> list[Item]:
    """Attention checks: pictures of at most five plainly visible objects whose number is known, passed if exact.

    Only items with a known `truth` can serve; a study without such items brings its checks as items of its own.
    """
    easy = [
        item for item in items if (truth := TrueCounts.of(item.columns)) and truth.plain and 1 <= truth.count <= EASY
    ]
    chosen = [easy[i] for i in rng.permutation(len(easy))[:count]]
    return [
        replace(
            item,
            id=f"check-{number}",
            system="",
            kind=Showing.ATTENTION,
            reference=attention_reference(int(item.columns["truth"]["count"])),
        )
        for number, item in enumerate(chosen, 1)
    ]


def attention_reference(count: int) -> Reference:
    """Passed if the number is exact."""
    why = text("attention-why", count=count)
    return Reference(expects=(Expectation(field="count", is_=count),), why=why)


def _starts(flag: Flag, language: str) -> list[str]:
    """The beginnings that a comment may have, that of the page's language first."""
    translated = flag.comment_starts_translated
    own = translated.to(language) if translated else flag.comment_starts
    return list(dict.fromkeys((own, flag.comment_starts, *translated.root.values())))


def page_text(shown: Shown, params: Params, language: str) -> PageTexts:
    """The question, and what counts as such an object."""
    page, data = Catalogue("counting", folder=Path(__file__).parent), page_data(shown, params, language)
    question = page.format(language, "counting-question", object=data["object"])
    told = (question, data["definition"], page.format(language, "counting-slivers"))
    return PageTexts({"object_type": "\n".join(one for one in told if one)})


def page_data(shown: Shown, params: Params, language: str) -> dict[str, Any]:
    """Name and definition of what is counted, and the beginnings that comments must have, by flag."""
    name = str(shown.item.columns["object_type"])
    known = params.object_types.get(name)
    return {
        "object": known.label.to(language) if known else name,
        "definition": known.definition.to(language) if known else "",
        "starts": {flag.id: _starts(flag, language) for flag in params.flags if flag.comment_starts},
    }
