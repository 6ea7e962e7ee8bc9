"""The one way by which clips of a study become files that raters may see."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from beholder.errors import BeholderError, Problem
from beholder.media.cache_files import cache_salt, write_whole
from beholder.media.digests import Journal
from beholder.media.survey import Progress
from beholder.media.video.video_file import VideoFile, read_header_of, stripped
from beholder.media.video.video_survey import ClipSource, VideoSurvey
from beholder.safe_paths import confine

__all__ = ["ClipReceipt", "ClipsTaken", "take_in_clips"]

# raised when the same clip makes other bytes, so that clips taken in before are made anew
_REVISION = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipReceipt:
    """What became of one clip: the file raters get with its SHA-256, its shape and its times."""

    source: str
    digest: str
    file: str
    sha256: str
    format: str
    width: int
    height: int
    seconds: float
    frame_rate: float
    bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipsTaken:
    """Receipts by source name, and the clips that could not be taken in."""

    receipts: Mapping[str, ClipReceipt]
    problems: tuple[Problem, ...]


def take_in_clips(found: VideoSurvey, root: Path, cache: Path, *, progress: Progress | None = None) -> ClipsTaken:
    """Take in every clip of the survey that is not there yet. Broken ones are reported, the others go on."""
    receipts: dict[str, ClipReceipt] = {}
    problems: list[Problem] = []
    sources = [source for source in found.sources if source.name in found.videos]
    if not sources:
        return ClipsTaken(receipts={}, problems=())
    cache.mkdir(parents=True, exist_ok=True)
    salt, journal = cache_salt(cache), Journal(cache / "intake.jsonl")
    for done, source in enumerate(sources, 1):
        video = found.videos[source.name]
        made = f"{video.digest} clip-r{_REVISION}{' sound' if source.audio else ''}"
        key = hashlib.blake2b(made.encode(), key=salt, digest_size=16).hexdigest()
        try:
            receipts[source.name] = _remembered(journal, key, source, cache) or _take(
                source, video, root, cache, key=key, journal=journal
            )
        except BeholderError as error:
            problems.extend(error.problems)
        if progress is not None:
            progress(done, len(sources))
    return ClipsTaken(receipts=receipts, problems=tuple(problems))


def _remembered(journal: Journal, key: str, source: ClipSource, cache: Path) -> ClipReceipt | None:
    entry = journal.get(key)
    if entry is None or set(entry) != set(ClipReceipt.__dataclass_fields__):
        return None
    receipt = ClipReceipt(**{**entry, "source": source.name})
    file = cache / receipt.file
    return receipt if file.is_file() and file.stat().st_size == receipt.bytes else None


def _take(source: ClipSource, video: VideoFile, root: Path, cache: Path, *, key: str, journal: Journal) -> ClipReceipt:
    file = f"{key[:2]}/{key}.{video.format}"
    path, made = confine(root, source.name, where=source.where), hashlib.sha256()
    with path.open("rb") as stream:
        header = read_header_of(stream, path.stat().st_size, name=source.name, where=source.where, sound=source.audio)
        write_whole(cache / file, _hashed(stripped(stream, header), made))
        stream.seek(0)
        # read once more: what was copied must be what was looked at
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    if digest != video.digest:
        (cache / file).unlink(missing_ok=True)
        raise BeholderError(
            f'"{source.name}" changed while the clips were taken in',
            code="media-changed",
            where=source.where,
            hint="start again once all clips are in place",
        )
    receipt = ClipReceipt(
        source=source.name,
        digest=digest,
        file=file,
        sha256=made.hexdigest(),
        format=video.format,
        width=video.width,
        height=video.height,
        seconds=video.seconds,
        frame_rate=video.frame_rate,
        bytes=header.end,
    )
    journal.put(key, asdict(receipt))
    return receipt


def _hashed(pieces: Iterable[bytes], made: hashlib._Hash) -> Iterator[bytes]:
    for piece in pieces:
        made.update(piece)
        yield piece
