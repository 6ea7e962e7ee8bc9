"""A video file of a study: its facts, once it is proven to be a clip that browsers play; and its bytes as raters get them."""

from __future__ import annotations

import hashlib
import re
import stat
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

from beholder.errors import BeholderError
from beholder.limits import (
    MAX_CLIP_FRAMES,
    MAX_CLIP_SECONDS,
    MAX_CLIP_SIDE,
    MAX_FRAME_RATE,
    MIN_CLIP_SECONDS,
)
from beholder.media.containers import MalformedError
from beholder.media.video.mp4 import read_mp4
from beholder.media.video.video_header import UnplayableError, VideoHeader
from beholder.media.video.webm import read_webm
from beholder.safe_paths import confine

__all__ = ["VideoFile", "VideoLimits", "read_header_of", "read_video", "stripped", "stripped_clip"]

_HINT = "save it as MP4 (H.264) or WebM (VP9); `beholder new --from` makes clips of animated GIF, PNG and WebP files"
_SUFFIXES = {"mp4": {".mp4", ".m4v"}, "webm": {".webm"}}
_KNOWN = (
    (0, b"OggS", "an Ogg file"),
    (0, b"FLV", "a Flash video"),
    (0, b"\x30\x26\xb2\x75", "a Windows Media file"),
    (0, b"\x00\x00\x01\xba", "an MPEG program stream"),
    (8, b"AVI ", "an AVI file"),
    (0, b"GIF8", "a GIF"),
    (4, b"moov", "an old QuickTime film"),
    (4, b"mdat", "an old QuickTime film"),
    (0, b"\x47\x40", "an MPEG transport stream"),
)
# a piece at a time, so that memory does not grow with the file
_PIECE = 1 << 20
# FFmpeg's encoder of AAC writes its version into the first frame of sound
_LAVC = re.compile(rb"Lavc[0-9][0-9.]{1,20}")
# longer than what it writes, and than a system's name
_NOTE = 4096
# in a gigabyte of coded frames a shorter name is found by chance
_MIN_NAME = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoLimits:
    """What a study accepts: bytes of a file."""

    bytes: int = 2048 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoFile:
    """The facts of one video file. `width` and `height` are as shown; `digest` is that of the whole file.

    `layout` and `settings` are those of the delivered copy, and `named` the systems whose names can be read in it.
    """

    name: str
    format: str
    codec: str
    width: int
    height: int
    seconds: float
    frames: int
    frame_rate: float
    steady: bool
    rotation: int
    audio: str
    layout: str
    settings: str
    bytes: int
    mislabelled: bool
    digest: str
    named: tuple[str, ...] = ()


def read_video(
    root: Path,
    name: str,
    *,
    limits: VideoLimits | None = None,
    where: str = "",
    sound: bool = False,
    systems: Iterable[str] = (),
) -> VideoFile:
    """The facts of the video `name` under `root`; everything that raters cannot be shown is refused by name.

    Names of `systems` are looked for in what raters would get, with its sound or without.
    """
    path = confine(root, name, where=where)
    size = _size(path, name, limits or VideoLimits(), where)
    try:
        with path.open("rb") as stream:
            header = read_header_of(stream, size, name=name, where=where, sound=sound)
            named = _names_in(stripped(stream, header), systems)
            stream.seek(0)
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise BeholderError(
            f'"{name}" cannot be read: {error.strerror}', code="media-missing", where=where, hint="see its permissions"
        ) from error
    facts: dict[str, Any] = {
        one.name: getattr(header, one.name) for one in fields(header) if one.name not in ("end", "patches")
    }
    mislabelled = path.suffix.lower() not in _SUFFIXES[header.format]
    return VideoFile(**facts, name=name, bytes=size, mislabelled=mislabelled, digest=digest, named=named)


def _size(path: Path, name: str, limits: VideoLimits, where: str) -> int:
    facts = path.stat()
    if not stat.S_ISREG(facts.st_mode):
        raise BeholderError(f'"{name}" is not a file', code="media-missing", where=where)
    if facts.st_size > limits.bytes:
        raise BeholderError(
            f'the video "{name}" has {facts.st_size:,} bytes; the limit is {limits.bytes:,}',
            code="media-too-large",
            where=where,
            hint="save it smaller, or raise clips.most_megabytes in study.yaml",
        )
    return facts.st_size


def read_header_of(stream: BinaryIO, size: int, *, name: str, where: str = "", sound: bool = False) -> VideoHeader:
    """What an open file says of itself, by whichever container it is. Without `sound` the copy will have none."""
    start = stream.read(16)
    read = read_mp4 if start[4:8] == b"ftyp" else read_webm if start[:4] == b"\x1a\x45\xdf\xa3" else None
    try:
        if read is not None:
            header = read(stream, size, sound=sound)
            _refuse_excess(header, name, where)
            return header
    except MalformedError as error:
        raise BeholderError(
            f'the video "{name}" is broken: {error}',
            code="media-broken",
            where=where,
            hint="copy or export it again; a download may have been cut off",
        ) from error
    except UnplayableError as error:
        raise BeholderError(
            f'the video "{name}" {error}', code="media-unsupported", where=where, hint=error.hint
        ) from error
    known = next((what for at, mark, what in _KNOWN if start[at:].startswith(mark)), "")
    raise BeholderError(
        f'"{name}" is {known}, which browsers do not play' if known else f'"{name}" is not a video in a format we know',
        code="media-unsupported",
        where=where,
        hint=_HINT,
    )


def _refuse_excess(header: VideoHeader, name: str, where: str) -> None:
    """Refuses what no clip has: pages, clocks and plans are made for those that there are."""
    if not header.seconds >= MIN_CLIP_SECONDS:
        raise MalformedError("it is over as soon as it begins")
    limits = (
        (header.seconds, MAX_CLIP_SECONDS, "seconds"),
        (max(header.width, header.height), MAX_CLIP_SIDE, "pixels along a side"),
        (header.frames, MAX_CLIP_FRAMES, "frames"),
        (header.frame_rate, MAX_FRAME_RATE, "frames a second"),
    )
    for value, most, unit in limits:
        if value > most:
            raise BeholderError(
                f'the video "{name}" has {value:,.6g} {unit}; the limit is {most:,.6g}',
                code="media-too-large",
                where=where,
                hint="cut or save it smaller; if it is not so large, its header is wrong: write it anew",
            )


def stripped_clip(path: Path, *, sound: bool = False) -> Iterator[bytes]:
    """The clip of a file as raters get it, a piece at a time."""
    with path.open("rb") as stream:
        yield from stripped(stream, read_header_of(stream, path.stat().st_size, name=path.name, sound=sound))


def stripped(stream: BinaryIO, header: VideoHeader) -> Iterator[bytes]:
    """The clip as raters get it, a piece at a time: what is played stands where it stood, all else is zeros."""
    held = b""
    for piece in _patched(stream, header):
        held = _LAVC.sub(lambda note: b" " * len(note[0]), held + piece)
        # a note may go on in the next piece
        yield held[:-_NOTE]
        held = held[-_NOTE:]
    yield held


def _names_in(pieces: Iterable[bytes], systems: Iterable[str]) -> tuple[str, ...]:
    """The systems whose names can be read there, in any case, as UTF-8 or UTF-16."""
    names = {
        system: [system.lower().encode(encoding).lower() for encoding in ("utf-8", "utf-16-le", "utf-16-be")]
        for system in systems
        if len(system) >= _MIN_NAME
    }
    found, held = set(), b""
    for piece in pieces if names else ():
        text = (held + piece).lower()
        found |= {system for system, forms in names.items() if any(form in text for form in forms)}
        held = text[-_NOTE:]
    return tuple(sorted(found))


def _patched(stream: BinaryIO, header: VideoHeader) -> Iterator[bytes]:
    patches = sorted(header.patches, key=lambda patch: patch.start)
    ends = [patch.start + patch.length for patch in patches]
    stream.seek(0)
    for start in range(0, header.end, _PIECE):
        piece = bytearray(stream.read(min(_PIECE, header.end - start)))
        for patch in patches[bisect_left(ends, start + 1) :]:
            if patch.start >= start + len(piece):
                break
            first, last = max(patch.start, start), min(patch.start + patch.length, start + len(piece))
            given = patch.head[first - patch.start : last - patch.start]
            piece[first - start : last - start] = given + bytes([patch.fill]) * (last - first - len(given))
        yield bytes(piece)
