"""What a picture file carries besides its pixels, as bytes to be searched."""

from __future__ import annotations

from collections.abc import Iterator

from beholder.media.containers import EOI, MalformedError, gif_blocks, inflate, jpeg_segments, png_chunks, riff_chunks
from beholder.media.ifd import read_directories

__all__ = ["read_metadata"]

_PNG_PIXELS = frozenset(
    {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"sRGB", b"gAMA", b"cHRM", b"pHYs", b"sBIT", b"bKGD"}
)
_WEBP_PIXELS = frozenset({b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ANIM", b"ANMF"})
_TIFF_PIXELS = frozenset(
    {*range(254, 270), *range(273, 285), *range(290, 298), 317, 320, *range(322, 326), 338, 339, 530, 532}
)
_JPEG_PLAIN = (b"JFIF\x00", b"Adobe\x00")


def _png(data: bytes) -> Iterator[tuple[str, bytes]]:
    end = 0
    for chunk in png_chunks(data):
        end = chunk.end + 4
        if chunk.name in _PNG_PIXELS:
            continue
        payload = data[chunk.start : chunk.end]
        name = f"PNG {chunk.name.decode('latin-1')}"
        yield name, payload
        if chunk.name in {b"zTXt", b"iCCP", b"iTXt"}:
            yield name, _unpacked(payload, international=chunk.name == b"iTXt")
    yield "bytes behind the picture", data[end:]


def _unpacked(payload: bytes, *, international: bool) -> bytes:
    """The compressed part of a PNG text or profile chunk, behind its keyword and method."""
    _, _, rest = payload.partition(b"\x00")
    if international:
        # A flag and a method, then language and translated keyword, each closed by a zero.
        packed, rest = rest[:1] == b"\x01", rest[2:]
        rest = rest.split(b"\x00", 2)[-1] if packed else b""
    else:
        rest = rest[1:]
    try:
        return inflate(rest) if rest else b""
    except MalformedError:
        return b""


def _jpeg(data: bytes) -> Iterator[tuple[str, bytes]]:
    for segment in jpeg_segments(data):
        body = data[segment.body : segment.end]
        if segment.marker == 0xFE:
            yield "JPEG comment", body
        elif 0xE0 <= segment.marker <= 0xEF and not body.startswith(_JPEG_PLAIN):
            yield f"JPEG APP{segment.marker - 0xE0}", body
        elif segment.marker == EOI:
            yield "bytes behind the picture", data[segment.end :]


def _webp(data: bytes) -> Iterator[tuple[str, bytes]]:
    end = 12
    for chunk in riff_chunks(data):
        end = chunk.end + (chunk.end - chunk.start & 1)
        if chunk.name not in _WEBP_PIXELS:
            yield f"WebP {chunk.name.decode('latin-1').strip()}", data[chunk.start : chunk.end]
    yield "bytes behind the picture", data[end:]


def _tiff(data: bytes) -> Iterator[tuple[str, bytes]]:
    for directory in read_directories(data):
        for tag, (_, raw) in directory.entries.items():
            if tag not in _TIFF_PIXELS:
                yield f"TIFF tag {tag}", raw


def _gif(data: bytes) -> Iterator[tuple[str, bytes]]:
    for kind, content in gif_blocks(data):
        if kind == 0xFE:
            yield "GIF comment", content
        elif kind == 0xFF and not content.startswith(b"NETSCAPE2.0"):
            yield "GIF application block", content
        elif kind == 0x3B:
            yield "bytes behind the picture", content


_READERS = {"png": _png, "jpeg": _jpeg, "webp": _webp, "tiff": _tiff, "gif": _gif}


def read_metadata(data: bytes, format_name: str) -> list[tuple[str, bytes]]:
    """Each piece of metadata with the name of its place; compressed texts are given both as stored and unpacked.

    What decoding needs and what is the same in every file of a program (density, gamma) is not metadata here.
    """
    reader = _READERS.get(format_name)
    return [] if reader is None else [(name, payload) for name, payload in reader(data) if payload]
