"""The pictures and clips of a study, taken in before anybody sees them: proven, evened out, stripped, and found again by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from beholder.errors import BeholderError, Problem
from beholder.media import Intake, VideoLimits, survey, survey_clips, take_in_clips
from beholder.study import Definition, Version, check_masks, clip_sources, media_digests, picture_sources

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


@dataclass(frozen=True, slots=True)
class Pictures:
    """All pictures of a study by the name its items give them; masks are read from `root`."""

    root: Path
    cache: Path
    by_name: dict[str, DeliveredPicture]
    warnings: tuple[Problem, ...] = ()


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
    version = Version.of(definition, media=media_digests(definition, memory=cache, known=known))
    stamp = f"{version.digest} {sizes}"
    checked = cache / "masks-checked"
    if not checked.exists() or checked.read_text(encoding="ascii") != stamp:
        wrong = list(check_masks(definition, found, progress=progress))
        if wrong:
            raise BeholderError.of(wrong)
        checked.write_text(stamp, encoding="ascii")
    return Pictures(root, cache, by_name, tuple(p for p in (*found.problems, *clips.problems) if p.warning)), version
