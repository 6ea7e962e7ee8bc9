"""The pictures of a study, taken in before anybody sees them: proven, evened out, stripped, and found again by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from beholder.errors import BeholderError, Problem
from beholder.media import Intake, survey
from beholder.study import Definition, Version, check_masks, media_digests, picture_sources

__all__ = ["DeliveredPicture", "Pictures", "ingest"]

Progress = Callable[[int, int], None]
# visually lossless for photographs; only used where the study allows loss
_LOSSY_QUALITY = 90


class DeliveredPicture(NamedTuple):
    """The file a rater gets for a picture, and its shape."""

    path: str
    format: str
    width: int
    height: int


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
    if found.errors or result.problems:
        raise BeholderError.of([*found.errors, *result.problems])
    by_name = {
        name: DeliveredPicture(receipt.file, receipt.format, receipt.width, receipt.height)
        for name, receipt in result.receipts.items()
    }
    sizes = hashlib.sha256(repr(sorted((name, p.width, p.height) for name, p in by_name.items())).encode()).hexdigest()
    known = {name: picture.digest for name, picture in found.pictures.items()}
    version = Version.of(definition, media=media_digests(definition, memory=cache, known=known))
    stamp = f"{version.digest} {sizes}"
    checked = cache / "masks-checked"
    if not checked.exists() or checked.read_text(encoding="ascii") != stamp:
        wrong = list(check_masks(definition, found, progress=progress))
        if wrong:
            raise BeholderError.of(wrong)
        checked.write_text(stamp, encoding="ascii")
    return Pictures(root, cache, by_name, tuple(p for p in found.problems if p.warning)), version
