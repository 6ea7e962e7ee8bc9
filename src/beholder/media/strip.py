"""Pictures without anything but pixels: metadata is cut out of the container, the encoded pixels are not touched."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

from beholder.media.containers import (
    COM,
    EOI,
    PNG_SIGNATURE,
    SOI,
    SOS,
    MalformedError,
    jpeg_segments,
    png_chunks,
    riff_chunks,
)

__all__ = ["strip", "strip_jpeg", "strip_png", "strip_webp"]

_PNG_KEPT = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IEND"})
_JPEG_KEPT = frozenset({0xC0, 0xC1, 0xC2, 0xC4, 0xDB, 0xDD, SOS})
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# first column, first row and steps of the seven passes of an interlaced PNG (PNG specification, interlacing)
_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
# What JFIF says of density and thumbnail differs from program to program; one text for all says nothing.
_JFIF = b"\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00"
# read a megabyte at a time: a file of any size needs no more memory
_STEP = 1 << 20


def png_chunk(name: bytes, payload: bytes) -> bytes:
    """One PNG chunk with its length and checksum."""
    return struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", zlib.crc32(name + payload))


def strip_png(data: bytes) -> bytes:
    """A PNG of IHDR, PLTE, tRNS, one IDAT and IEND. Bytes hidden behind the pixels, inside or after, are dropped."""
    kept: list[bytes] = []
    pixels: list[bytes] = []
    expected = 0
    for chunk in png_chunks(data):
        payload = data[chunk.start : chunk.end]
        if chunk.name == b"IDAT":
            pixels.append(payload)
            continue
        if chunk.name == b"IHDR":
            expected = _raw_size(payload)
        elif chunk.name == b"IEND":
            kept.append(png_chunk(b"IDAT", _pixel_stream(b"".join(pixels), expected)))
        if chunk.name in _PNG_KEPT:
            kept.append(png_chunk(chunk.name, payload))
    return b"".join((PNG_SIGNATURE, *kept))


def _raw_size(header: bytes) -> int:
    """How many bytes the pixels of a PNG take once inflated: each row has one filter byte."""
    width, height, bits, kind, _, _, interlace = struct.unpack(">IIBBBBB", header)
    depth = bits * _CHANNELS.get(kind, 0)
    passes = _ADAM7 if interlace else ((0, 0, 1, 1),)
    total = 0
    for left, top, across, down in passes:
        columns, rows = (width - left + across - 1) // across, (height - top + down - 1) // down
        if columns > 0 and rows > 0:
            total += rows * (1 + (columns * depth + 7) // 8)
    return total


def _pixel_stream(stream: bytes, expected: int) -> bytes:
    """The compressed stream, cut where it ends, once it is seen to hold exactly the pixels and nothing more."""
    inflater = zlib.decompressobj()
    left, found = stream, 0
    try:
        while left and not inflater.eof:
            found += len(inflater.decompress(left, _STEP))
            if found > expected:
                raise MalformedError("the PNG holds more data than its pixels")
            left = inflater.unconsumed_tail
    except zlib.error as error:
        raise MalformedError(f"the pixels cannot be decompressed ({error})") from error
    if found != expected or not inflater.eof:
        raise MalformedError("the PNG holds fewer pixels than its header says")
    return stream[: len(stream) - len(inflater.unused_data)]


def strip_jpeg(data: bytes) -> bytes:
    """A JPEG of frame, tables and scans; of the application segments only what decoding needs is written anew."""
    parts: list[bytes] = []
    for segment in jpeg_segments(data):
        body = data[segment.body : segment.end]
        if segment.marker == SOI:
            parts.append(b"\xff\xd8")
        elif segment.marker == EOI:
            parts.append(b"\xff\xd9")
        elif segment.marker == 0xE0 and body.startswith(b"JFIF\x00") and _JFIF not in parts:
            parts.append(_JFIF)
        elif segment.marker == 0xEE and body.startswith(b"Adobe") and len(body) >= 12:
            # The last byte says how colours were transformed; without it CMYK and RGB pictures turn false.
            parts.append(b"\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00" + body[11:12])
        elif segment.marker in _JPEG_KEPT:
            parts.append(data[segment.start : segment.scan_end])
        elif not 0xE0 <= segment.marker <= 0xEF and segment.marker != COM:
            raise MalformedError(f"the JPEG has an unexpected segment FF{segment.marker:02X}")
    return b"".join(parts)


def strip_webp(data: bytes) -> bytes:
    """A WebP of its picture chunk alone, or with its alpha plane and the shortest header that announces one."""
    found: dict[bytes, bytes] = {}
    for chunk in riff_chunks(data):
        if chunk.name in {b"VP8X", b"ALPH", b"VP8 ", b"VP8L"}:
            found.setdefault(chunk.name, data[chunk.start : chunk.end])
    if b"VP8L" in found:
        names = [b"VP8L"]
    elif b"ALPH" in found and b"VP8X" in found:
        found[b"VP8X"] = b"\x10\x00\x00\x00" + found[b"VP8X"][4:10]
        names = [b"VP8X", b"ALPH", b"VP8 "]
    else:
        names = [b"VP8 "]
    if not all(name in found for name in names):
        raise MalformedError("the WebP holds no picture")
    body = b"".join(
        name + struct.pack("<I", len(found[name])) + found[name] + b"\x00" * (len(found[name]) & 1) for name in names
    )
    return b"RIFF" + struct.pack("<I", 4 + len(body)) + b"WEBP" + body


_STRIPPERS: dict[str, Callable[[bytes], bytes]] = {"png": strip_png, "jpeg": strip_jpeg, "webp": strip_webp}


def strip(data: bytes, format_name: str) -> bytes:
    """The same encoded pixels without metadata; for `png`, `jpeg` and `webp`."""
    return _STRIPPERS[format_name](data)
