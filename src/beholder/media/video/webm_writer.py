"""Writes short clips as WebM without an encoder of video: every frame is a key frame of VP8, as lossy WebP holds it."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterable
from itertools import count, pairwise
from pathlib import Path

from PIL import Image

__all__ = ["write_timed_webm", "write_webm"]

# ids of elements (Matroska specification, RFC 9559); those of the reader stand there under other names
_EBML, _SEGMENT, _INFO, _TRACKS, _CUES, _CLUSTER = (
    0x1A45DFA3,
    0x18538067,
    0x1549A966,
    0x1654AE6B,
    0x1C53BB6B,
    0x1F43B675,
)
# the least that a player asks of a header: version, longest id, longest size, what kind of file, and its version
_HEAD = (
    (0x4286, b"\x01"),
    (0x42F7, b"\x01"),
    (0x42F2, b"\x04"),
    (0x42F3, b"\x08"),
    (0x4282, b"webm"),
    (0x4287, b"\x02"),
    (0x4285, b"\x02"),
)
_KEY_FRAME = 0x80


def write_webm(path: Path, frames: Iterable[Image.Image], *, rate: int, quality: int = 75) -> str:
    """Writes the frames, `rate` to a second; returns the file's name, as items give it. The same frames, the same bytes.

    Frames that do not build on each other cost five to ten times the bytes of an ordinary video: this is for examples.
    """
    lasting = (round(1000 * after / rate) - round(1000 * n / rate) for n, after in pairwise(count()))
    return write_timed_webm(path, zip(frames, lasting, strict=False), quality=quality)


def write_timed_webm(path: Path, frames: Iterable[tuple[Image.Image, int]], *, quality: int) -> str:
    """Writes frames, each with the milliseconds for which it is shown; returns the file's name. One is held at a time."""
    times, clusters, size = [0], [], (0, 0)
    for frame, milliseconds in frames:
        size = frame.size
        clusters.append(_cluster(times[-1], _vp8(frame.convert("RGB"), quality)))
        times.append(times[-1] + milliseconds)
    before = _info(times[-1]) + _tracks(size)
    # the table of places is as long whatever it says
    at = len(before) + len(_cues([(0, 0)] * len(clusters)))
    places = []
    for time, cluster in zip(times, clusters, strict=False):
        places.append((time, at))
        at += len(cluster)
    body = before + _cues(places) + b"".join(clusters)
    path.write_bytes(_element(_EBML, b"".join(_element(*part) for part in _HEAD)) + _element(_SEGMENT, body))
    return path.name


def _vp8(image: Image.Image, quality: int) -> bytes:
    """The frame inside a WebP file: RIFF, a size, WEBP, then chunks with a size each and a byte to make it even."""
    held = io.BytesIO()
    # the quickest way: files grow by a tenth, and writing takes a quarter of the time
    image.save(held, "WEBP", quality=quality, method=0)
    data = held.getvalue()
    at = 12
    while data[at : at + 4] != b"VP8 ":
        at += 8 + (length := int.from_bytes(data[at + 4 : at + 8], "little")) + length % 2
    return data[at + 8 : at + 8 + int.from_bytes(data[at + 4 : at + 8], "little")]


def _element(identity: int, body: bytes) -> bytes:
    name = identity.to_bytes((identity.bit_length() + 7) // 8, "big")
    # a size of eight bytes, always: nothing has to be measured twice
    return name + (len(body) | 1 << 56).to_bytes(8, "big") + body


def _number(identity: int, value: int) -> bytes:
    return _element(identity, value.to_bytes(8, "big"))


def _info(milliseconds: int) -> bytes:
    scale = _number(0x2AD7B1, 1_000_000)
    return _element(_INFO, scale + _element(0x4489, struct.pack(">d", milliseconds)) + _written_by())


def _written_by() -> bytes:
    return _element(0x4D80, b"beholder") + _element(0x5741, b"beholder")


def _tracks(size: tuple[int, int]) -> bytes:
    video = _element(0xE0, _number(0xB0, size[0]) + _number(0xBA, size[1]))
    # number, id, kind (video), no lacing, coding
    entry = _number(0xD7, 1) + _number(0x73C5, 1) + _number(0x83, 1) + _number(0x9C, 0) + _element(0x86, b"V_VP8")
    return _element(_TRACKS, _element(0xAE, entry + video))


def _cues(places: list[tuple[int, int]]) -> bytes:
    """Where each moment stands, so that a player can go to any frame."""
    points = (
        _element(0xBB, _number(0xB3, time) + _element(0xB7, _number(0xF7, 1) + _number(0xF1, at)))
        for time, at in places
    )
    return _element(_CUES, b"".join(points))


def _cluster(time: int, frame: bytes) -> bytes:
    """One frame: the track as a number of one byte, no time beyond that of the cluster, a key frame."""
    return _element(_CLUSTER, _number(0xE7, time) + _element(0xA3, b"\x81\x00\x00" + bytes([_KEY_FRAME]) + frame))
