"""The elements that a WebM file is made of (EBML, RFC 8794). Headers are read, bodies only where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from beholder.media.containers import MalformedError
from beholder.media.video.mp4_boxes import read_at
from beholder.media.video.video_header import Overwrite, UnplayableError

__all__ = ["Element", "elements", "number_in", "vint", "void"]

_REMUX = "write it anew without re-encoding: ffmpeg -i IN -map 0:v:0 -map 0:a:0? -c copy OUT.webm"
_VOID = b"\xec"


class Element(NamedTuple):
    """An element: its id (with the marking bits), where it stands, where its body begins and where it ends."""

    id: int
    start: int
    body: int
    end: int


def vint(data: bytes, *, marked: bool) -> tuple[int, int]:
    """A number of variable length at the beginning of some bytes, and how many it takes; -1 for an unknown size."""
    if not data or not data[0]:
        raise MalformedError("an element's length cannot be read")
    length = 9 - data[0].bit_length()
    if length > len(data):
        raise MalformedError("it ends before the video is complete")
    value = int.from_bytes(data[:length], "big")
    if marked:
        return value, length
    value &= (1 << 7 * length) - 1
    return (-1 if value == (1 << 7 * length) - 1 else value), length


def elements(stream: BinaryIO, start: int, end: int) -> Iterator[Element]:
    """The elements between two places, which they must fill exactly."""
    at = start
    while at < end:
        stream.seek(at)
        head = stream.read(min(12, end - at))
        identity, wide = vint(head[:4], marked=True)
        size, length = vint(head[wide : wide + 8], marked=False)
        if size < 0:
            raise UnplayableError("was recorded live and does not say how long its parts are", _REMUX)
        body = at + wide + length
        if body + size > end:
            raise MalformedError("it ends before the video is complete")
        yield Element(identity, at, body, body + size)
        at = body + size


def number_in(stream: BinaryIO, element: Element) -> int:
    """The whole number that an element holds."""
    if element.end - element.body > 8:
        raise MalformedError("a number in it is too long")
    return int.from_bytes(read_at(stream, element.body, element.end - element.body), "big")


def void(element: Element) -> Overwrite:
    """Makes an element one of zeros that players skip. It keeps its length, so that nothing behind it moves."""
    whole = element.end - element.start
    if whole >= 9:
        head = _VOID + (whole - 9 | 1 << 56).to_bytes(8, "big")
    else:
        head = _VOID + bytes([0x80 | whole - 2])
    return Overwrite(element.start, whole, head)
