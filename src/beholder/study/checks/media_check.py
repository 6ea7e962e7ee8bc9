"""Whether the pictures and masks that the items name are there, can be opened, and fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beholder.errors import BeholderError, Problem
from beholder.media import (
    ClipSource,
    PictureSource,
    Survey,
    VideoLimits,
    check_mask,
    clip_leaks,
    survey,
    survey_clips,
)
from beholder.protocols import Column, Declaration, Item
from beholder.study.definition import Definition

__all__ = ["MediaFound", "Progress", "check_masks", "check_media", "clip_sources", "picture_sources"]

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class MediaFound:
    """What is wrong with the media, and the survey of the pictures for whoever wants to know more."""

    survey: Survey
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Value:
    name: str
    value: Any
    system: str
    where: str
    audio: bool = False


def _values(item: Item, declaration: Declaration, kind: str) -> Iterator[_Value]:
    """All values of one kind of column, of the item and of its candidates."""
    yield from _columns(item.columns, declaration.item, kind, item.system, item.where)
    for number, candidate in enumerate(item.candidates):
        where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
        yield from _columns(candidate.columns, declaration.candidate, kind, candidate.system, where, part)


def _columns(
    values: Mapping[str, Any], declared: Mapping[str, Column], kind: str, system: str, where: str, part: str = ""
) -> Iterator[_Value]:
    for name, column in declared.items():
        if column.kind == kind and values.get(name) is not None:
            yield _Value(name, values[name], system, f"{where} · {part}{name}", column.audio)


def picture_sources(definition: Definition) -> list[PictureSource]:
    """Every picture that an item or a candidate names."""
    declaration = definition.declaration
    alone = [found for item in definition.items for found in _values(item, declaration, "image")]
    sources = [PictureSource(found.value, found.system, found.where) for found in alone]
    together = [found for item in definition.items for found in _values(item, declaration, "images")]
    return [*sources, *(PictureSource(one, found.system, found.where) for found in together for one in found.value)]


def clip_sources(definition: Definition) -> list[ClipSource]:
    """Every video that an item or a candidate names."""
    return [
        ClipSource(found.value, found.system, found.where, audio=found.audio)
        for item in definition.items
        for found in _values(item, definition.declaration, "video")
    ]


def check_media(definition: Definition, *, progress: Progress | None = None) -> MediaFound:
    """Looks at every picture, clip and mask once. `progress(done, total)` counts pictures, clips, items with masks."""
    found = survey(picture_sources(definition), definition.media_root, progress=progress)
    limits = VideoLimits(bytes=definition.settings.clips.most_megabytes * 1024 * 1024)
    clips = survey_clips(clip_sources(definition), definition.media_root, limits=limits, progress=progress)
    masks = check_masks(definition, found, progress=progress)
    return MediaFound(found, (*found.problems, *clips.problems, *clip_leaks(clips), *masks))


def check_masks(definition: Definition, found: Survey, *, progress: Progress | None = None) -> Iterator[Problem]:
    """What is wrong with the masks, given the pictures that were found. Reads every mask once."""
    masked = [item for item in definition.items if any(_values(item, definition.declaration, "mask"))]
    for done, item in enumerate(masked, 1):
        yield from _wrong_masks(item, definition.declaration, found, definition.media_root)
        if progress is not None:
            progress(done, len(masked))


def _wrong_masks(item: Item, declaration: Declaration, found: Survey, root: Path) -> Iterator[Problem]:
    """Masks that cannot be read or are not of the size of the item's picture (its first, if it has several)."""
    images = list(_columns(item.columns, declaration.item, "image", "", item.where))
    picture = found.pictures.get(images[0].value) if images else None
    if picture is None:
        return
    for mask in _values(item, declaration, "mask"):
        try:
            check_mask(mask.value, (picture.width, picture.height), root, where=mask.where)
        except BeholderError as error:
            yield from error.problems
