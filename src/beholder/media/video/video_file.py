"""A video file of a study: its facts, once it is proven to be a clip that browsers play; and its bytes as raters get them."""

from __future__ import annotations

import hashlib
import stat
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from beholder.errors import BeholderError
from beholder.media.containers import MalformedError
from beholder.media.video.mp4 import read_mp4
from beholder.media.video.video_header import UnplayableError, VideoHeader
from beholder.media.video.webm import read_webm
from beholder.safe_paths import confine

__all__ = ["VideoFile", "VideoLimits", "read_header_of", "read_video", "stripped", "stripped_clip"]

_HINT = "save it as MP4 (H.264) or WebM (VP9)"
_SUFFIXES = {"mp4": {".mp4", ".m4v"}, "webm": {".webm"}}
_KNOWN = (
    (0, b"OggS", "an Ogg file"),
    (0, b"FLV", "a Flash video"),
    (0, b"\x30\x26\xb2\x75", "a Windows Media file"),
    (0, b"\x00\x00\x01\xba", "an MPEG program stream"),
    (8, b"AVI ", "an AVI file"),
    (0, b"GIF8", "an animated GIF"),
    (4, b"moov", "an old QuickTime film"),
    (4, b"mdat", "an old QuickTime film"),
    (0, b"\x47\x40", "an MPEG transport stream"),
)
# a piece at a time, so that memory does not grow with the file
_PIECE = 1 << 20
# x264 writes its name and settings into the first frame behind this mark (the UUID of its SEI message), in plain letters
_X264 = bytes.fromhex("dc45e9bde6d948b7962cd820d923eeef")
# FFmpeg's AAC encoder writes its version into the first frame of sound
_LAVC = b"Lavc"
# longer than what either writes
_NOTE = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoLimits:
    """What a study accepts: bytes of a file."""

    bytes: int = 2048 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class VideoFile:
    """The facts of one video file. `width` and `height` are as shown; `digest` is that of the whole file."""

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
    bytes: int
    mislabelled: bool
    digest: str


def read_video(root: Path, name: str, *, limits: VideoLimits | None = None, where: str = "") -> VideoFile:
    """The facts of the video `name` under `root`; everything that raters cannot be shown is refused by name."""
    path = confine(root, name, where=where)
    size = _size(path, name, limits or VideoLimits(), where)
    try:
        with path.open("rb") as stream:
            header = read_header_of(stream, size, name=name, where=where)
            stream.seek(0)
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise BeholderError(
            f'"{name}" cannot be read: {error.strerror}', code="media-missing", where=where, hint="see its permissions"
        ) from error
    return VideoFile(
        name=name,
        format=header.format,
        codec=header.codec,
        width=header.width,
        height=header.height,
        seconds=header.seconds,
        frames=header.frames,
        frame_rate=header.frame_rate,
        steady=header.steady,
        rotation=header.rotation,
        audio=header.audio,
        bytes=size,
        mislabelled=path.suffix.lower() not in _SUFFIXES[header.format],
        digest=digest,
    )


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


def read_header_of(stream: BinaryIO, size: int, *, name: str, where: str = "") -> VideoHeader:
    """What an open file says of itself, by whichever container it is."""
    start = stream.read(16)
    try:
        if start[4:8] == b"ftyp":
            return read_mp4(stream, size)
        if start[:4] == b"\x1a\x45\xdf\xa3":
            return read_webm(stream, size)
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


def stripped_clip(path: Path) -> Iterator[bytes]:
    """The clip of a file as raters get it, a piece at a time."""
    with path.open("rb") as stream:
        yield from stripped(stream, read_header_of(stream, path.stat().st_size, name=path.name))


def stripped(stream: BinaryIO, header: VideoHeader) -> Iterator[bytes]:
    """The clip as raters get it, a piece at a time: what is played stands where it stood, all else is zeros."""
    held = b""
    for piece in _patched(stream, header):
        held = _without_notes(held + piece)
        # a note may go on in the next piece
        yield held[:-_NOTE]
        held = held[-_NOTE:]
    yield held


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
            piece[first - start : last - start] = given + bytes(last - first - len(given))
        yield bytes(piece)


def _without_notes(data: bytes) -> bytes:
    """The same bytes with spaces for what an encoder wrote about itself between the frames."""
    for mark, skip in ((_X264, len(_X264)), (_LAVC, 0)):
        at = data.find(mark)
        while at >= 0:
            begin = end = at + skip
            while end < min(len(data), begin + _NOTE) and 0x20 <= data[end] < 0x7F:
                end += 1
            # the letters alone occur by chance; a version follows them where an encoder wrote them
            if skip or (end - begin > len(_LAVC) and data[begin + len(_LAVC)] in b"0123456789"):
                data = data[:begin] + b" " * (end - begin) + data[end:]
            at = data.find(mark, at + 1)
    return data
