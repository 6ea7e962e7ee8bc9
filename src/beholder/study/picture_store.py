"""The pictures and clips of a study, taken in before anybody sees them: proven, evened out, stripped, and found again by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from beholder.errors import BeholderError, Problem
from beholder.media import Intake, Mask, VideoLimits, decode_mask, survey, survey_clips, take_in_clips
from beholder.media.stores import FolderStore, MediaStore, OpenFile
from beholder.study import Definition, Version, check_masks, clip_sources, media_digests, picture_sources
from beholder.study.item_texts import ItemTexts
from beholder.study.items.reader import frozen_gc

__all__ = ["DeliveredPicture", "Pictures", "ingest"]

Progress = Callable[[int, int], None]
# visually lossless for photographs; only used where the study allows loss
_LOSSY_QUALITY = 90


class DeliveredPicture(NamedTuple):
    """The file a rater gets for a picture or a clip, its shape, and of a clip its length and frames per second."""

    path: str
    format: str
    width: int
    height: int
    seconds: float = 0.0
    frame_rate: float = 0.0

    def measures(self) -> dict[str, float]:
        """What a page needs to know of it."""
        shape: dict[str, float] = {"width": self.width, "height": self.height}
        return {**shape, "seconds": self.seconds, "frame_rate": self.frame_rate} if self.seconds else shape


@dataclass(frozen=True)
class Pictures:
    """All pictures and clips of a study by the name its items give them, and the store that has them.

    Files of masks lie below `root`.
    """

    root: Path
    store: MediaStore
    by_name: Mapping[str, DeliveredPicture]
    warnings: tuple[Problem, ...] = ()

    @property
    def cache(self) -> Path:
        """The folder that has the files, of a study that is run from its folder."""
        assert isinstance(self.store, FolderStore), "only pictures in a folder have a path"
        return self.store.folder

    def read(self, name: str) -> tuple[bytes, str]:
        """A picture as raters get it, and its format."""
        picture = self.by_name[name]
        return self.store.read(picture.path), picture.format

    def open(self, name: str) -> tuple[OpenFile, int, str]:
        """A clip as raters get it, its size and format."""
        clip = self.by_name[name]
        file, size = self.store.open(clip.path)
        return file, size, clip.format

    def mask(self, value: Any, image: str) -> Mask:
        """A mask over the picture of that name."""
        picture = self.by_name[image]
        return decode_mask(value, (picture.width, picture.height), self.root)

    def learn(self, names: Collection[str]) -> None:
        """Looks up what a page will need of these; here all is known."""

    def unknown(self, names: Iterable[str]) -> list[str]:
        """Those of some names that must be looked up before a page can be made; here none."""
        return []


@frozen_gc()
def ingest(definition: Definition, cache: Path, *, progress: Progress | None = None) -> tuple[Pictures, Version]:
    """Takes all pictures into the cache and reads every mask once; raises one error that names every broken file.

    What was done before stays done, so that the second start is quick. The version is that of the definition with
    these files.
    """
    root = definition.media_root
    lossy = _LOSSY_QUALITY if definition.settings.lossy_media else None
    found = survey(picture_sources(definition), root, lossy=lossy, memory=cache, progress=progress)
    result = Intake(root, cache).run(found, progress=progress)
    limits = VideoLimits(bytes=definition.settings.clips.most_megabytes * 1024 * 1024)
    clips = survey_clips(clip_sources(definition), root, limits=limits, memory=cache, progress=progress)
    taken = take_in_clips(clips, root, cache, progress=progress)
    wrong = [*found.errors, *result.problems, *clips.errors, *taken.problems]
    if wrong:
        raise BeholderError.of(wrong)
    by_name = {
        name: DeliveredPicture(receipt.file, receipt.format, receipt.width, receipt.height)
        for name, receipt in result.receipts.items()
    }
    sizes = hashlib.sha256(repr(sorted((name, p.width, p.height) for name, p in by_name.items())).encode()).hexdigest()
    by_name |= {
        name: DeliveredPicture(one.file, one.format, one.width, one.height, one.seconds, one.frame_rate)
        for name, one in taken.receipts.items()
    }
    known = {name: picture.digest for name, picture in found.pictures.items()}
    known |= {name: clip.digest for name, clip in clips.videos.items()}
    digests = media_digests(definition, memory=cache, known=known)
    cache.mkdir(parents=True, exist_ok=True)
    version = Version.of(definition, media=digests, items=ItemTexts(cache))
    stamp = f"{version.digest} {sizes}"
    checked = cache / "masks-checked"
    if not checked.exists() or checked.read_text(encoding="ascii") != stamp:
        wrong = list(check_masks(definition, found, progress=progress))
        if wrong:
            raise BeholderError.of(wrong)
        checked.write_text(stamp, encoding="ascii")
    return Pictures(
        root, FolderStore(cache), by_name, tuple(p for p in (*found.problems, *clips.problems) if p.warning)
    ), version
