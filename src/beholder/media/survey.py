"""A look at all pictures of a study before any is touched, and the one delivery decided for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.media.digests import Journal, look_of
from beholder.media.picture import PictureFile, PictureLimits, read_picture
from beholder.safe_paths import confine

__all__ = ["Delivery", "PictureSource", "Progress", "Survey", "survey"]

Progress = Callable[[int, int], None]
# raised when the same recipe makes other bytes, so that pictures taken in before are made anew
_REVISION = 1


@dataclass(frozen=True, slots=True)
class PictureSource:
    """One picture as the study names it. `system` is empty for a picture that no system made."""

    name: str
    system: str = ""
    where: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """How a picture reaches the raters: `kept` (encoded pixels as they are), `png` (lossless) or `jpeg` (lossy)."""

    form: str
    quality: int = 0

    @property
    def recipe(self) -> str:
        """A name for all that decides the output bytes, so that a changed recipe is not taken for done work."""
        return f"{self.form}-{self.quality}-r{_REVISION}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What was found: facts by name, problems (warnings among them), and how each picture will be delivered."""

    pictures: dict[str, PictureFile]
    deliveries: dict[str, Delivery]
    problems: tuple[Problem, ...]
    reason: str
    sources: tuple[PictureSource, ...] = field(repr=False, default=())

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems that are more than warnings."""
        return tuple(p for p in self.problems if not p.warning)


def survey(
    sources: Iterable[PictureSource],
    root: Path,
    *,
    limits: PictureLimits | None = None,
    lossy: int | None = None,
    memory: Path | None = None,
    progress: Progress | None = None,
) -> Survey:
    """Read the header of every picture once and decide the common delivery.

    `lossy` is the JPEG quality of a study that asks for it. `memory` is a folder in which facts are remembered by
    size and time of change, so that the next start need not read unchanged files again.
    """
    limits = limits or PictureLimits()
    listed = tuple(sources)
    first = {source.name: source for source in reversed(listed)}
    journal = None
    if memory is not None:
        memory.mkdir(parents=True, exist_ok=True)
        journal = Journal(memory / "survey.jsonl")
    pictures: dict[str, PictureFile] = {}
    problems: list[Problem] = []

    def look(source: PictureSource) -> PictureFile | BeholderError:
        try:
            return _facts(source, root, limits, journal)
        except BeholderError as error:
            return error

    with ThreadPoolExecutor(max_workers=2) as pool:
        names = sorted(first)
        for done, (name, found) in enumerate(zip(names, pool.map(look, (first[n] for n in names)), strict=True), 1):
            if isinstance(found, BeholderError):
                problems.extend(found.problems)
            else:
                pictures[name] = found
                if found.mislabelled:
                    problems.append(_mislabelled(found, first[name].where))
            if progress is not None:
                progress(done, len(names))
    made = {source.name for source in listed if source.system}
    deliveries, reason = _decide(pictures, made, lossy)
    return Survey(
        pictures=pictures, deliveries=deliveries, problems=tuple(problems), reason=reason, sources=tuple(first.values())
    )


def _facts(source: PictureSource, root: Path, limits: PictureLimits, journal: Journal | None) -> PictureFile:
    if journal is None:
        return read_picture(root, source.name, limits=limits, where=source.where)
    facts = confine(root, source.name, where=source.where).stat()
    key = f"{source.name}|{look_of(facts)}|{limits.pixels}|{limits.bytes}|{limits.side}"
    if (remembered := journal.get(key)) is not None and set(remembered) == set(PictureFile.__dataclass_fields__):
        return PictureFile(**remembered)
    picture = read_picture(root, source.name, limits=limits, where=source.where)
    journal.put(key, asdict(picture))
    return picture


def _mislabelled(picture: PictureFile, where: str) -> Problem:
    return Problem(
        f'"{picture.name}" is a {picture.format.upper()} picture under another ending; it is shown rightly',
        "media-mislabelled",
        where,
        f"rename it to end in .{picture.format}",
        warning=True,
    )


def _keepable(picture: PictureFile) -> bool:
    """Whether the stored bytes already show upright, opaque 8-bit sRGB in every browser."""
    return (
        picture.orientation == 1
        and picture.profile in {"none", "srgb", "unreadable"}
        and picture.mode in {"rgb8", "grey8"}
        and picture.format in {"png", "jpeg", "webp"}
    )


def _decide(pictures: dict[str, PictureFile], made: set[str], lossy: int | None) -> tuple[dict[str, Delivery], str]:
    """One delivery for all pictures that systems made; the others each by what they need.

    A picture that no system made is the same whichever system is judged, so its container can give nothing away.
    """
    kept, lossless = Delivery(form="kept"), Delivery(form="png")
    if lossy is not None:
        return dict.fromkeys(pictures, Delivery(form="jpeg", quality=lossy)), "the study asks for lossy JPEG"
    ours = [picture for name, picture in pictures.items() if name in made]
    encodings = {(picture.format, picture.mode, picture.parameters) for picture in ours}
    if not ours:
        common, reason = kept, "no picture was made by a system; each keeps its encoding where browsers can show it"
    elif not all(_keepable(picture) for picture in ours):
        common, reason = lossless, "some need turning, flattening or a conversion to sRGB; all become lossless PNG"
    elif len(encodings) > 1 or not ours[0].parameters:
        common, reason = lossless, "formats or encoder settings differ or cannot be compared; all become lossless PNG"
    else:
        common, reason = kept, "one format and one setting throughout; encoded pixels are kept, metadata removed"
    deliveries = {
        name: common if name in made else (kept if _keepable(picture) else lossless)
        for name, picture in pictures.items()
    }
    return deliveries, reason
