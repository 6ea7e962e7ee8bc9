"""Whether the pictures and masks that the items name are there, can be opened, and fit each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from beholder.errors import BeholderError, Problem
from beholder.media import (
    ClipSource,
    PictureFile,
    PictureSource,
    Survey,
    VideoFile,
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
    """What is wrong with the media, the survey of the pictures, and the digests of pictures and clips by name."""

    survey: Survey
    problems: tuple[Problem, ...]
    digests: Mapping[str, str]


class _Value(NamedTuple):
    """What stands in a column; its place is put into words where something is wrong with it."""

    name: str
    value: Any
    system: str
    owner: str
    part: str
    audio: bool

    @property
    def where(self) -> str:
        return f"{self.owner} · {self.part}{self.name}"


class _OfKind:
    """The columns of one kind, of items and of their candidates: found once, not for each of a million candidates."""

    def __init__(self, declaration: Declaration, kind: str) -> None:
        self._item = _named(declaration.item, kind)
        self._candidate = _named(declaration.candidate, kind)

    def of_item(self, item: Item) -> Iterator[_Value]:
        """The values of the item itself."""
        return _given(item.columns, self._item, item.system, item.where)

    def stand_in(self, item: Item) -> bool:
        """Whether the item or one of its candidates has any."""
        return bool(self.bare(item))

    def bare(self, item: Item) -> list[Any]:
        """What stands in the columns, in the order of `values`; where it stands is told by those."""
        owners = [(item.columns, self._item)] if self._item else []
        if self._candidate:
            owners += [(candidate.columns, self._candidate) for candidate in item.candidates]
        return [value for columns, named in owners for name, _ in named if (value := columns.get(name)) is not None]

    def values(self, item: Item) -> Iterator[_Value]:
        """All values, of the item and of its candidates."""
        if self._item:
            yield from self.of_item(item)
        for number, candidate in enumerate(item.candidates if self._candidate else ()):
            where, part = (candidate.where, "") if candidate.where else (item.where, f"candidates.{number}.")
            yield from _given(candidate.columns, self._candidate, candidate.system, where, part)


def _named(declared: Mapping[str, Column], kind: str) -> list[tuple[str, bool]]:
    return [(name, column.audio) for name, column in declared.items() if column.kind == kind]


def _given(
    values: Mapping[str, Any], columns: Sequence[tuple[str, bool]], system: str, where: str, part: str = ""
) -> Iterator[_Value]:
    for name, audio in columns:
        if values.get(name) is not None:
            yield _Value(name, values[name], system, where, part, audio)


def picture_sources(definition: Definition) -> list[PictureSource]:
    """Every picture that an item or a candidate names."""
    alone, together = (_OfKind(definition.declaration, kind) for kind in ("image", "images"))
    found = (one for item in definition.items for one in alone.values(item))
    sources = [PictureSource(one.value, one.system, one.where) for one in found]
    lists = (one for item in definition.items for one in together.values(item))
    return [*sources, *(PictureSource(name, one.system, one.where) for one in lists for name in one.value)]


def clip_sources(definition: Definition) -> list[ClipSource]:
    """Every video that an item or a candidate names."""
    videos = _OfKind(definition.declaration, "video")
    found = (one for item in definition.items for one in videos.values(item))
    return [ClipSource(one.value, one.system, one.where, audio=one.audio) for one in found]


def check_media(definition: Definition, *, progress: Progress | None = None) -> MediaFound:
    """Looks at every picture, clip and mask once. `progress(done, total)` counts pictures, clips, items with masks."""
    found = survey(picture_sources(definition), definition.media_root, progress=progress)
    limits = VideoLimits(bytes=definition.settings.clips.most_megabytes * 1024 * 1024)
    clips = survey_clips(clip_sources(definition), definition.media_root, limits=limits, progress=progress)
    masks = check_masks(definition, found, progress=progress)
    files: dict[str, PictureFile | VideoFile] = {**found.pictures, **clips.videos}
    digests = {name: one.digest for name, one in files.items()}
    return MediaFound(found, (*found.problems, *clips.problems, *clip_leaks(clips), *masks), digests)


def check_masks(definition: Definition, found: Survey, *, progress: Progress | None = None) -> Iterator[Problem]:
    """What is wrong with the masks, given the pictures that were found. Reads every mask once."""
    images, masks = (_OfKind(definition.declaration, kind) for kind in ("image", "mask"))
    masked = [item for item in definition.items if masks.stand_in(item)]
    for done, item in enumerate(masked, 1):
        # a mask is one of the item's picture, the first if it has several
        picture = next((found.pictures.get(one.value) for one in images.of_item(item)), None)
        if picture is not None:
            yield from _wrong_masks(masks, item, (picture.width, picture.height), definition.media_root)
        if progress is not None:
            progress(done, len(masked))


def _wrong_masks(masks: _OfKind, item: Item, size: tuple[int, int], root: Path) -> Iterator[Problem]:
    """What is wrong with masks that cannot be read or are not of the size of their picture."""
    for number, value in enumerate(masks.bare(item)):
        try:
            check_mask(value, size, root)
        except BeholderError as error:
            where = next(islice(masks.values(item), number, None)).where
            yield from (replace(one, where=where) for one in error.problems)
