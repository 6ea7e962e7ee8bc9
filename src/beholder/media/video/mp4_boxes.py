"""The boxes that an MP4 file is made of (ISO/IEC 14496-12). Headers are read, bodies only where somebody asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from beholder.media.containers import MalformedError
from beholder.media.video.video_header import Overwrite

__all__ = ["Box", "Count", "Patches", "boxes", "read_at"]


class Count:
    """Counts what a reader meets in a file: more than any clip has is an attack on the reader's time."""

    def __init__(self, most: int, what: str) -> None:
        self._left = most
        self._what = what

    def add(self) -> None:
        """One more."""
        self._left -= 1
        if self._left < 0:
            raise MalformedError(f"it has more {self._what} than any clip")


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


def boxes(stream: BinaryIO, start: int, end: int, count: Count) -> Iterator[Box]:
    """The boxes between two places, which they must fill exactly."""
    at = start
    while at != end:
        count.add()
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


class Patches(list[Overwrite]):
    """What the delivered copy of an MP4 file has otherwise, box by box; boxes keep their lengths, so that nothing moves."""

    def __init__(self, stream: BinaryIO, count: Count) -> None:
        super().__init__()
        self._stream = stream
        self._count = count

    def inside(self, start: int, end: int) -> Iterator[Box]:
        """The boxes between two places."""
        return boxes(self._stream, start, end, self._count)

    def blank(self, box: Box) -> None:
        """Makes a box one of zeros that players skip."""
        self.append(Overwrite(box.start + 4, 4, b"free"))
        self.zero(box.body, box.end)

    def zero(self, start: int, end: int) -> None:
        """Zeros for a stretch of the file."""
        if end > start:
            self.append(Overwrite(start, end - start))

    def rewrite(self, box: Box, data: bytes) -> None:
        """Gives a box a body of our own, with zeros to its end."""
        self.append(Overwrite(box.body, box.end - box.body, data))

    def body(self, box: Box, length: int) -> bytes:
        """The first bytes of a box."""
        if box.body + length > box.end:
            raise MalformedError(f"its box {box.name!r} is too short")
        return read_at(self._stream, box.body, length)

    def timed(self, box: Box, length: int) -> tuple[int, bytes]:
        """The bytes of a time in this box, and its body without when the file was made and changed."""
        wide = 8 if self.body(box, 1)[0] else 4
        data = self.body(box, 4 + 3 * wide + length)
        return wide, data[:1] + bytes(2) + data[3:4] + bytes(2 * wide) + data[4 + 2 * wide :]
