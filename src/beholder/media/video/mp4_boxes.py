"""The boxes that an MP4 file is made of (ISO/IEC 14496-12). Headers are read, bodies only where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from beholder.media.containers import MalformedError

__all__ = ["Box", "boxes", "read_at"]

# a film of many hours has a few hundred; more is an attack on the time of whoever reads it
_MOST_BOXES = 20_000


class Box(NamedTuple):
    """A box: its kind, where it stands, where its body begins and where it ends."""

    kind: bytes
    start: int
    body: int
    end: int

    @property
    def name(self) -> str:
        """The kind as a person would write it."""
        return self.kind.decode("latin-1")


def read_at(stream: BinaryIO, start: int, length: int) -> bytes:
    """That many bytes from a place of the file; fewer are a truncated file."""
    stream.seek(start)
    data = stream.read(length)
    if len(data) != length:
        raise MalformedError("it ends before the video is complete")
    return data


def boxes(stream: BinaryIO, start: int, end: int) -> Iterator[Box]:
    """The boxes between two places, which they must fill exactly."""
    at = start
    for _ in range(_MOST_BOXES):
        if at == end:
            return
        if at + 8 > end:
            raise MalformedError("it has bytes that belong to no box")
        head = read_at(stream, at, 8)
        size, kind, body = int.from_bytes(head[:4], "big"), head[4:], at + 8
        if size == 1:
            size, body = int.from_bytes(read_at(stream, at + 8, 8), "big"), at + 16
        elif size == 0:
            size = end - at
        if size < body - at:
            raise MalformedError(f"the size of its box {kind.decode('latin-1')!r} is wrong")
        if at + size > end:
            raise MalformedError("it ends before the video is complete")
        yield Box(kind, at, body, at + size)
        at += size
    raise MalformedError("it has more boxes than any video")
