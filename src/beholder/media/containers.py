"""The parts that picture containers are made of: PNG chunks, JPEG segments, RIFF chunks, GIF blocks.

The walkers never copy pixel data and never trust a length: what does not add up raises `MalformedError`.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = [
    "FileChunk",
    "MalformedError",
    "Segment",
    "gif_blocks",
    "inflate",
    "jpeg_segments",
    "png_chunks",
    "riff_chunks",
]

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
# profiles and texts in pictures are a few kilobytes; what inflates to more is an attack
INFLATED_LIMIT = 16 * 1024 * 1024

# markers of JPEG: start and end of the picture, start of a scan, comment (ITU-T T.81, table B.1)
SOI, EOI, SOS, COM = 0xD8, 0xD9, 0xDA, 0xFE
_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_NEXT_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)


class MalformedError(Exception):
    """A container that breaks its own rules; the message completes the sentence "the file is broken: …"."""


@dataclass(frozen=True, slots=True)
class FileChunk:
    """A PNG or RIFF chunk: its name and where its payload stands in the file."""

    name: bytes
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Segment:
    """A JPEG segment from its marker to its end; for a scan, the entropy-coded data belong to it.

    `start` is where the marker stands, `body` where the payload begins (behind the two length bytes).
    """

    marker: int
    start: int
    body: int
    end: int
    scan_end: int


def png_chunks(data: bytes) -> Iterator[FileChunk]:
    """All chunks up to and with IEND. Checksums of critical chunks are verified, so that a flipped bit is found."""
    if not data.startswith(PNG_SIGNATURE):
        raise MalformedError("it does not begin as a PNG does")
    at = len(PNG_SIGNATURE)
    view = memoryview(data)
    while True:
        if at + 12 > len(data):
            raise MalformedError("it ends before the PNG is complete")
        length = int.from_bytes(view[at : at + 4], "big")
        name = bytes(view[at + 4 : at + 8])
        end = at + 8 + length
        if end + 4 > len(data):
            raise MalformedError("it ends before the PNG is complete")
        critical = not name[0] & 0x20
        if critical and zlib.crc32(view[at + 4 : end]) != int.from_bytes(view[end : end + 4], "big"):
            raise MalformedError(f"the checksum of chunk {name.decode('latin-1')!r} is wrong")
        yield FileChunk(name, at + 8, end)
        if name == b"IEND":
            return
        at = end + 4


def jpeg_segments(data: bytes) -> Iterator[Segment]:
    """All segments from SOI to the first EOI, those between the scans of a progressive picture included."""
    if data[:2] != b"\xff\xd8":
        raise MalformedError("it does not begin as a JPEG does")
    yield Segment(SOI, 0, 2, 2, 2)
    at = 2
    while True:
        # Fill bytes before a marker are legal; anything else there is not, but decoders skip it and so do we.
        found = _NEXT_MARKER.search(data, at)
        if found is None:
            raise MalformedError("it ends before the JPEG is complete")
        start, marker, body = found.end() - 2, data[found.end() - 1], found.end()
        if marker == EOI:
            yield Segment(EOI, start, body, body, body)
            return
        if marker in _STANDALONE or marker == SOI:
            at = body
            continue
        length = int.from_bytes(data[body : body + 2], "big")
        end = body + length
        if length < 2 or end > len(data):
            raise MalformedError("it ends before the JPEG is complete")
        scan_end = end
        if marker == SOS:
            following = _NEXT_MARKER.search(data, end)
            if following is None:
                raise MalformedError("it ends before the JPEG is complete")
            scan_end = following.start()
        yield Segment(marker, start, body + 2, end, scan_end)
        at = scan_end


def riff_chunks(data: bytes) -> Iterator[FileChunk]:
    """The chunks of a WebP file, up to the length its header states."""
    if data[:4] != b"RIFF" or data[8:12] != b"WEBP":
        raise MalformedError("it does not begin as a WebP does")
    stop = 8 + int.from_bytes(data[4:8], "little")
    if stop > len(data):
        raise MalformedError("it ends before the WebP is complete")
    at = 12
    while at + 8 <= stop:
        length = int.from_bytes(data[at + 4 : at + 8], "little")
        end = at + 8 + length
        if end > stop:
            raise MalformedError("a chunk is longer than the WebP")
        yield FileChunk(data[at : at + 4], at + 8, end)
        at = end + (length & 1)


def gif_blocks(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The blocks of a GIF: the label of each extension with its content, 0x2C for a picture, 0x3B with what follows."""
    at = 13 + _gif_table(data, 10)
    while True:
        kind = data[at : at + 1]
        if kind == b";":
            yield 0x3B, data[at + 1 :]
            return
        if kind == b"!" and at + 1 < len(data):
            label = data[at + 1]
            at, content = _gif_content(data, at + 2)
            yield label, content
        elif kind == b",":
            at, _ = _gif_content(data, at + 11 + _gif_table(data, at + 9))
            yield 0x2C, b""
        else:
            raise MalformedError("it ends before the GIF is complete")


def _gif_table(data: bytes, at: int) -> int:
    """The bytes of the colour table that the flags at a place announce."""
    flags = data[at] if at < len(data) else 0
    return 3 << (flags & 7) + 1 if flags & 0x80 else 0


def _gif_content(data: bytes, at: int) -> tuple[int, bytes]:
    pieces: list[bytes] = []
    while at < len(data):
        length = data[at]
        if length == 0:
            return at + 1, b"".join(pieces)
        pieces.append(data[at + 1 : at + 1 + length])
        at += 1 + length
    raise MalformedError("it ends before the GIF is complete")


def inflate(data: bytes, limit: int = INFLATED_LIMIT) -> bytes:
    """Decompressed bytes, at most `limit` of them: a compressed text or profile must not fill the memory."""
    try:
        return zlib.decompressobj().decompress(data, limit)
    except zlib.error as error:
        raise MalformedError(f"a compressed part cannot be read ({error})") from error
