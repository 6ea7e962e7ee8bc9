"""Where names come from: a published file, a table of raw answers, a ratings table or a Beholder study."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Protocol

from beholder.declarations.item import Item
from beholder.declarations.states import Showing
from beholder.errors import BeholderError
from beholder.protocols.naming.collect.normalise import Normalised, Normaliser
from beholder.protocols.naming.collect.raw_answers import (
    RawAnswers,
    answers_from_ratings,
    ratings_from_rows,
    read_raw_answers,
)
from beholder.protocols.naming.collect.sets import ResponseSet
from beholder.protocols.naming.published.files import read_rows
from beholder.protocols.naming.published.manynames import PublishedObject, read_manynames, verified_from_published
from beholder.protocols.naming.round_one import SETS_FILE
from beholder.protocols.naming.verify.adequacy import ObjectScores, score_judgments
from beholder.protocols.naming.verify.judgments import JudgmentsRead, judgments_from_ratings
from beholder.protocols.naming.verify.params import VerifyParams
from beholder.protocols.naming.verify.verified import Thresholds, VerifiedObject, make_consistent
from beholder.protocols.rounds import RatingRow

__all__ = [
    "LoadedStudy",
    "NameSource",
    "StudyLoader",
    "VerifiedSource",
    "least_shown",
    "read_names",
    "read_verified",
    "thresholds_of",
]


class LoadedStudy(Protocol):
    """What naming needs of a study: its ratings and its items; its `params` are used where there are any."""

    @property
    def ratings(self) -> Iterable[RatingRow]: ...  # noqa: D102
    @property
    def items(self) -> Iterable[Item]: ...  # noqa: D102


StudyLoader = Callable[[Path], LoadedStudy]


@dataclass(frozen=True, slots=True)
class NameSource:
    """Response sets and what they were made from: rows of a published file, or raw answers and their normalisation."""

    sets: list[ResponseSet]
    published: tuple[PublishedObject, ...] = ()
    answers: RawAnswers | None = None
    normalised: Normalised | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerifiedSource:
    """Verified sets with everything they were made from."""

    verified: list[VerifiedObject]
    sets: list[ResponseSet]
    scores: dict[str, ObjectScores]
    judgments: JudgmentsRead
    notes: tuple[str, ...] = ()
    tells_wrong: bool = True
    """Whether the source tells wrong names from right ones, as a plain file of names does not."""
    thresholds: Thresholds = field(default_factory=Thresholds)


def read_names(path: Path, load: StudyLoader, *, steps: Mapping[str, Any] | None = None) -> NameSource:
    """The names of round 1 from a file or a study folder, whichever it is.

    A file with `responses` is a published one and taken as it is; one with `field` and `value` is a ratings table, any
    other holds raw answers. Raw answers are normalised: by the steps the study's parameters name (`normalise`), changed by
    `steps`.
    """
    if path.is_dir():
        study = load(path)
        own: Mapping[str, Any] = getattr(getattr(study, "params", None), "normalise", None) or {}
        normaliser = Normaliser.of({**own, **(steps or {})})
        return _made_of(answers_from_ratings(study.ratings, study.items), normaliser)
    normaliser = Normaliser.of(steps or {})
    rows = read_rows(path)
    first = next(rows, None)
    if first is None:
        raise BeholderError("the file has no rows", code="naming-no-objects", where=str(path))
    if "responses" in first[1]:
        file = read_manynames(path)
        return NameSource(file.sets, file.objects)
    if {"field", "value", "item"} <= first[1].keys():
        return _made_of(answers_from_ratings(ratings_from_rows(chain([first], rows))), normaliser)
    return _made_of(read_raw_answers(path), normaliser)


def _made_of(answers: RawAnswers, normaliser: Normaliser) -> NameSource:
    sets, done = answers.to_sets(normaliser)
    if not sets:
        raise BeholderError("there are no answers to count", code="naming-no-objects")
    return NameSource(sets, answers=answers, normalised=done, notes=_notes(answers, done))


def _notes(answers: RawAnswers, done: Normalised) -> tuple[str, ...]:
    silent = sum(1 for raw in answers.raws if raw is None)
    notes = [
        f"{len(answers):,} answers, {silent:,} opt-outs, {done.answers_changed:,} changed by normalisation "
        f"({', '.join(f'{step} {n:,}' for step, n in done.steps().items()) or 'no step'}), "
        f"{done.answers_refused:,} refused as no name"
    ]
    notes += [f"{count:,} answers left out: {reason}" for reason, count in answers.left_out.items()]
    return tuple(notes)


def read_verified(
    path: Path,
    load: StudyLoader,
    *,
    same_object: float | None = None,
    adequacy: float | None = None,
    min_count: int | None = None,
) -> VerifiedSource:
    """Verified sets from the folder of a verification study, or from a published file that holds them.

    Thresholds that are not given are those of the study's parameters. `min_count` is for a study the lowest count among the names it shows (2 where that is not known), for a file 1, unless
    given.
    """
    if not path.is_dir():
        thresholds = thresholds_of(None, same_object=same_object, adequacy=adequacy)
        file = read_manynames(path)
        verified = verified_from_published(file.objects, thresholds=thresholds, min_count=min_count or 1)
        notes = () if file.verified else ("the file tells no wrong names from right ones: every name counts as right",)
        scores = {one.responses.item: one.scores for one in file.objects}
        return VerifiedSource(
            verified, file.sets, scores, JudgmentsRead((), {}), notes, tells_wrong=file.verified, thresholds=thresholds
        )
    sets_file = path / SETS_FILE
    if not sets_file.is_file():
        raise BeholderError(
            "the folder has no response sets of round 1",
            code="naming-no-round-one",
            where=str(sets_file),
            hint="`beholder next-round` writes them when it makes the folder",
        )
    sets = read_manynames(sets_file).sets
    study = load(path)
    thresholds = thresholds_of(getattr(study, "params", None), same_object=same_object, adequacy=adequacy)
    items = list(study.items)
    read = judgments_from_ratings(study.ratings, items)
    scores = score_judgments(read.judgments)
    verified = make_consistent(sets, scores, thresholds=thresholds, min_count=min_count or least_shown(items))
    return VerifiedSource(verified, sets, scores, read, _verified_notes(verified, read), thresholds=thresholds)


def thresholds_of(params: Any, *, same_object: float | None = None, adequacy: float | None = None) -> Thresholds:
    """The thresholds given, else those that a study's parameters have, else those of the source."""
    own = params if isinstance(params, VerifyParams) else VerifyParams()
    return Thresholds(
        same_object=own.same_object if same_object is None else same_object,
        adequacy=own.adequacy if adequacy is None else adequacy,
    )


def least_shown(items: Iterable[Item]) -> int:
    """The lowest count of round 1 among the names shown; 2 where that is not known."""
    counts = (c.columns.get("count") for item in items if item.kind == Showing.MAIN for c in item.candidates)
    return min((int(count) for count in counts if isinstance(count, int | float) and count > 0), default=2)


def _verified_notes(verified: list[VerifiedObject], read: JudgmentsRead) -> tuple[str, ...]:
    notes: list[Any] = [f"{count:,} judgments left out: {reason}" for reason, count in read.left_out.items()]
    waiting = sum(1 for one in verified if not one.complete)
    if waiting:
        notes.append(f"{waiting:,} objects with several names have no judgments yet and stay out of the tables")
    return tuple(notes)
