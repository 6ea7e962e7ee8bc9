"""The pictures and clips of a study, taken in before anybody sees them: proven, evened out, stripped, and found again by name."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from beholder.errors import BeholderError, Problem
from beholder.media import Intake, Mask, VideoLimits, decode_mask, survey, survey_clips, take_in_clips
from beholder.media.stores import FolderStore, MediaStore, OpenFile, digest_of
from beholder.safe_paths import confine
from beholder.study import Definition, Version, check_masks, clip_sources, media_digests, picture_sources
from beholder.study.item_texts import ItemTexts
from beholder.study.items.reader import frozen_gc
from beholder.study.media_files import WRAPPED

__all__ = ["DeliveredPicture", "OpenClip", "Pictures", "ingest", "mask_file", "refuse_altered"]

Progress = Callable[[int, int], None]
# visually lossless for photographs; only used where the study allows loss
_LOSSY_QUALITY = 90


class OpenClip(NamedTuple):
    """A clip's file, its size and format, how it looks, and whether what looks so was verified before."""

    file: OpenFile
    size: int
    format: str
    look: str
    verified: bool


class DeliveredPicture(NamedTuple):
    """The file a rater gets for a picture or a clip with its SHA-256, its shape, and of a clip its length and frame rate."""

    path: str
    format: str
    width: int
    height: int
    sha256: str
    seconds: float = 0.0
    frame_rate: float = 0.0

    def measures(self) -> dict[str, float]:
        """What a page needs to know of it."""
        shape: dict[str, float] = {"width": self.width, "height": self.height}
        return {**shape, "seconds": self.seconds, "frame_rate": self.frame_rate} if self.seconds else shape


@dataclass(frozen=True)
class Pictures:
    """All pictures and clips of a study by the name its items give them, and the store that has them.

    Files of masks lie below `root`; `masks` has their SHA-256. No file is handed out that is not the one on record.
    """

    root: Path
    store: MediaStore
    by_name: Mapping[str, DeliveredPicture]
    masks: Mapping[str, str]
    warnings: tuple[Problem, ...] = ()
    _verified: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def cache(self) -> Path:
        """The folder that has the files, of a study that is run from its folder."""
        assert isinstance(self.store, FolderStore), "only pictures in a folder have a path"
        return self.store.folder

    def read(self, name: str) -> tuple[bytes, str]:
        """A picture as raters get it, and its format."""
        picture = self.by_name[name]
        content = self.store.read(picture.path)
        refuse_altered(f"{picture.path} ({name})", hashlib.sha256(content).hexdigest(), picture.sha256)
        return content, picture.format

    def open(self, name: str) -> OpenClip:
        """A clip as raters get it. One that is not `verified` must go through `verify` first."""
        clip = self.by_name[name]
        file, size, look = self.store.open(clip.path)
        return OpenClip(file, size, clip.format, look, self._verified.get(clip.path) == look)

    def verify(self, name: str, opened: OpenClip) -> None:
        """Reads all of a clip, once for each process and each file in that place; refuses one that is not on record."""
        clip = self.by_name[name]
        refuse_altered(f"{clip.path} ({name})", digest_of(opened.file), clip.sha256)
        self._verified[clip.path] = opened.look
        opened.file.seek(0)

    def mask(self, value: Any, image: str, content: bytes | None = None) -> Mask:
        """A mask over the picture of that name; `content` is that of its file, if it was read before."""
        picture, name = self.by_name[image], mask_file(value)
        if name is None:
            return decode_mask(value, (picture.width, picture.height), self.root)
        with tempfile.TemporaryDirectory(prefix="beholder-mask-") as folder:
            local = f"mask{PurePosixPath(name).suffix}"
            (Path(folder) / local).write_bytes(self.mask_content(value) or b"" if content is None else content)
            wrapped = local if isinstance(value, str) else dict.fromkeys(value, local)
            return decode_mask(wrapped, (picture.width, picture.height), Path(folder))

    def mask_content(self, value: Any) -> bytes | None:
        """The file of a mask; None for one that is written out."""
        name = mask_file(value)
        if name is None:
            return None
        content, recorded = self._read_mask(name)
        refuse_altered(name, hashlib.sha256(content).hexdigest(), recorded)
        return content

    def _read_mask(self, name: str) -> tuple[bytes, str]:
        """Content and recorded SHA-256 of a mask's file."""
        return confine(self.root, name).read_bytes(), self.masks[name]

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
        name: DeliveredPicture(receipt.file, receipt.format, receipt.width, receipt.height, receipt.sha256)
        for name, receipt in result.receipts.items()
    }
    sizes = hashlib.sha256(repr(sorted((name, p.width, p.height) for name, p in by_name.items())).encode()).hexdigest()
    by_name |= {
        name: DeliveredPicture(one.file, one.format, one.width, one.height, one.sha256, one.seconds, one.frame_rate)
        for name, one in taken.receipts.items()
    }
    known = {name: picture.digest for name, picture in found.pictures.items()}
    known |= {name: clip.digest for name, clip in clips.videos.items()}
    digests = media_digests(definition, memory=cache, known=known)
    cache.mkdir(parents=True, exist_ok=True)
    delivered = {name: one.sha256 for name, one in by_name.items()}
    version = Version.of(definition, media=digests, delivered=delivered, items=ItemTexts(cache))
    stamp = f"{version.digest} {sizes}"
    checked = cache / "masks-checked"
    if not checked.exists() or checked.read_text(encoding="ascii") != stamp:
        wrong = list(check_masks(definition, found, progress=progress))
        if wrong:
            raise BeholderError.of(wrong)
        checked.write_text(stamp, encoding="ascii")
    masks = {name: digest for name, digest in digests.items() if name not in by_name}
    warnings = tuple(p for p in (*found.problems, *clips.problems) if p.warning)
    return Pictures(root, FolderStore(cache), by_name, masks, warnings), version


def mask_file(value: Any) -> str | None:
    """The file that a mask is in; None for one that is written out."""
    if isinstance(value, Mapping):
        value = next((value[key] for key in WRAPPED if key in value), None)
    return value if isinstance(value, str) else None


def refuse_altered(file: str, found: str, recorded: str) -> None:
    """Refuses a file whose SHA-256 is not the one on record."""
    if found != recorded:
        raise BeholderError(
            f"{file} is not the file on record: its SHA-256 is {found}, not {recorded}",
            code="media-altered",
            hint="`beholder doctor` lists all such files and says how to put them back",
        )
