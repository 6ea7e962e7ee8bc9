"""What was asked: one trial as raters saw it, redrawn without script, and every question with its possible answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from beholder.declarations.states import Showing
from beholder.fields import Field, Printed
from beholder.protocols import Candidate, Declaration, Item
from beholder.report.exhibits import Exhibit, exhibit
from beholder.report.pictures import PictureBook

__all__ = ["AskedTrial", "Place", "Question", "asked_trial"]

# pixels: the pictures of a trial share the column of text
_SIDE, _SMALL_SIDE = 640, 360
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Question:
    """A field as it was asked. `banded` answers stand in a row; `name` is its column in the data."""

    name: str
    text: str
    help: str
    options: tuple[Printed, ...] = ()
    banded: bool = False
    required: bool = True
    conditional: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """One place on the page: its letter, never a system."""

    letter: str
    shown: Exhibit


@dataclass(frozen=True, slots=True)
class AskedTrial:
    """One trial on paper. `questions` are about the trial, `place_questions` were asked for each place."""

    instruction: str
    item: Exhibit
    places: tuple[Place, ...]
    questions: tuple[Question, ...]
    place_questions: tuple[Question, ...]

    @property
    def stage(self) -> list[tuple[str, str]]:
        """All pictures in a row as on the page, each with its label: the item's by name, candidates by letter."""
        several = len(self.places) > 1
        shown = list(zip(self.item.pictures, self.item.labels, strict=True))
        for place in self.places:
            for picture, label in zip(place.shown.pictures, place.shown.labels, strict=True):
                shown.append((picture, place.letter if several else label))
        return shown if len(shown) > 1 else [(picture, "") for picture, _ in shown]


def asked_trial(
    declaration: Declaration, items: Mapping[str, Item], *, book: PictureBook, language: str, seed: int = 1
) -> AskedTrial:
    """One trial of the study, blinded: candidates stand in a drawn order under letters.

    The first rated item that has something to show is taken; without items the questions stand alone.
    """
    form = declaration.form
    item = next((one for one in items.values() if one.kind == Showing.MAIN), None)
    candidates: list[Candidate] = []
    if item is not None and declaration.shows != "item":
        drawn = np.random.default_rng(seed).permutation(len(item.candidates))
        most = {"one": 1, "pair": 2}.get(declaration.shows, len(_LETTERS))
        candidates = [item.candidates[i] for i in drawn[:most]]
    side = _SMALL_SIDE if len(candidates) > 1 else _SIDE
    shown = Exhibit() if item is None else exhibit(declaration, item, book=book, language=language, side=side)
    places = [
        Place(
            _LETTERS[n],
            exhibit(declaration, item, book=book, language=language, side=side, candidate=candidate),
        )
        for n, candidate in enumerate(candidates)
        if item is not None
    ]
    return AskedTrial(
        declaration.instruction.to(language),
        shown,
        tuple(places),
        tuple(_question(name, field, language) for name, field in form.fields.items()),
        tuple(_question(name, field, language) for name, field in form.candidate_fields.items()),
    )


def _question(name: str, field: Field, language: str) -> Question:
    return Question(
        name=name,
        text=field.label.to(language),
        help=field.help.to(language),
        options=tuple(field.printed(language)),
        banded=field.banded,
        required=field.required,
        conditional=field.show_when is not None,
    )
