"""What a picture file says of itself before a single pixel is decoded.

Our own readers stand before the decoder on purpose: size, frames and format are known, and refused, before any
library allocates memory for them, and only what they let through is ever decoded.
"""

from __future__ import annotations

import hashlib
import itertools
import struct
from collections.abc import Callable
from dataclasses import dataclass

from beholder.media.containers import SOS, MalformedError, gif_blocks, inflate, jpeg_segments, png_chunks, riff_chunks
from beholder.media.ifd import ORIENTATION, exif_orientation, read_directories

__all__ = ["FORMATS", "PictureHeader", "foreign_format", "read_header"]

EXIF_MARK, ICC_MARK = b"Exif\x00\x00", b"ICC_PROFILE\x00"
# the tag of an ICC profile in TIFF
TIFF_PROFILE = 34675
# 1/2.2, in the units of the PNG chunk gAMA
_SRGB_GAMMA = 45455
_FULL_HUFFMAN = {208, 416}


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureHeader:
    """The facts of one picture file.

    `colour` is grey, rgb, palette, cmyk or other; `bits` are per channel. `width` and `height` are as stored, before
    `orientation` (1–8) is applied. `parameters` names every choice of the encoder that can tell two encoders apart,
    or is empty where that cannot be read from the header. `gamma` is the PNG's own, 0 where it is the usual one.
    """

    format: str
    width: int
    height: int
    colour: str
    bits: int
    alpha: bool = False
    frames: int = 1
    orientation: int = 1
    profile: bytes = b""
    gamma: int = 0
    parameters: str = ""


def _png(data: bytes) -> PictureHeader:
    header: tuple[int, ...] | None = None
    alpha, frames, orientation, profile, gamma = False, 1, 1, b"", 0
    standard, first_pixels = False, b""
    for chunk in png_chunks(data):
        if header is None:
            if chunk.name != b"IHDR" or chunk.end - chunk.start != 13:
                raise MalformedError("the PNG has no header")
            header = struct.unpack(">IIBBBBB", data[chunk.start : chunk.end])
        elif chunk.name == b"tRNS":
            alpha = True
        elif chunk.name == b"acTL" and chunk.end - chunk.start >= 4:
            frames = int.from_bytes(data[chunk.start : chunk.start + 4], "big")
        elif chunk.name == b"eXIf":
            orientation = exif_orientation(data[chunk.start : chunk.end])
        elif chunk.name == b"iCCP":
            profile = _png_profile(data[chunk.start : chunk.end])
        elif chunk.name == b"sRGB":
            standard = True
        elif chunk.name == b"gAMA" and chunk.end - chunk.start == 4:
            gamma = int.from_bytes(data[chunk.start : chunk.end], "big")
        elif chunk.name == b"IDAT" and len(first_pixels) < 2:
            first_pixels += data[chunk.start : min(chunk.end, chunk.start + 2)]
    if header is None or not first_pixels:
        raise MalformedError("the PNG holds no picture")
    width, height, bits, kind, _, _, interlace = header
    colours = {0: "grey", 2: "rgb", 3: "palette", 4: "grey", 6: "rgb"}
    if kind not in colours:
        raise MalformedError(f"the PNG has the unknown colour type {kind}")
    if standard or profile or abs(gamma - _SRGB_GAMMA) <= 500:
        gamma = 0
    return PictureHeader(
        format="png",
        width=width,
        height=height,
        colour=colours[kind],
        bits=bits,
        alpha=alpha or kind in {4, 6},
        frames=max(frames, 1),
        orientation=orientation,
        profile=profile,
        gamma=gamma,
        # The second byte of the pixel stream tells the effort of the compressor, hence which program wrote it.
        parameters=f"colour type {kind}, {bits} bit, interlace {interlace}, deflate {first_pixels[:2].hex()}",
    )


def _png_profile(payload: bytes) -> bytes:
    name_end = payload.find(b"\x00")
    try:
        return inflate(payload[name_end + 2 :]) if name_end >= 0 else b""
    except MalformedError:
        return b""


def _jpeg(data: bytes) -> PictureHeader:
    frame: tuple[int, bytes] | None = None
    orientation, pieces, tables, huffman = 1, {}, hashlib.sha256(), 0
    jfif, adobe, scans, restart = False, "", 0, 0
    for segment in jpeg_segments(data):
        body = data[segment.body : segment.end]
        marker = segment.marker
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            if frame is not None:
                raise MalformedError("the JPEG has two frame headers")
            frame = (marker, body)
        elif marker == 0xDB:
            tables.update(body)
        elif marker == 0xC4:
            huffman += len(body)
        elif marker == 0xDD:
            restart = int.from_bytes(body[:2], "big")
        elif marker == SOS:
            scans += 1
        elif marker == 0xE0 and body.startswith(b"JFIF\x00"):
            jfif = True
        elif marker == 0xE1 and body.startswith(EXIF_MARK):
            orientation = exif_orientation(body)
        elif marker == 0xE2 and body.startswith(ICC_MARK) and len(body) > 14:
            pieces[body[12]] = body[14:]
        elif marker == 0xEE and body.startswith(b"Adobe") and len(body) >= 12:
            adobe = str(body[11])
    if frame is None or not scans:
        raise MalformedError("the JPEG holds no picture")
    marker, body = frame
    if len(body) < 6 or len(body) < 6 + 3 * body[5]:
        raise MalformedError("the frame header of the JPEG is too short")
    bits, height, width, channels = struct.unpack(">BHHB", body[:6])
    sampling = "/".join(f"{body[7 + 3 * i] >> 4}x{body[7 + 3 * i] & 15}" for i in range(channels))
    colour = {1: "grey", 3: "rgb", 4: "cmyk"}.get(channels, "other")
    # Lossless, hierarchical, arithmetic-coded and 12-bit JPEG exist; browsers show none of them.
    if marker not in {0xC0, 0xC1, 0xC2} or bits != 8:
        colour = "other"
    parts = (
        f"SOF{marker - 0xC0}",
        f"sampling {sampling}",
        f"tables {tables.hexdigest()[:12]}",
        f"huffman {'standard' if huffman in _FULL_HUFFMAN else 'fitted'}",
        f"restart {restart}",
        f"jfif {jfif}",
        f"adobe {adobe or 'no'}",
    )
    return PictureHeader(
        format="jpeg",
        width=width,
        height=height,
        colour=colour,
        bits=bits,
        orientation=orientation,
        profile=b"".join(pieces[k] for k in sorted(pieces)),
        parameters=", ".join(parts),
    )


def _webp(data: bytes) -> PictureHeader:
    size: tuple[int, int] | None = None
    canvas: tuple[int, int] | None = None
    alpha, frames, orientation, profile, kind = False, 0, 1, b"", ""
    for chunk in riff_chunks(data):
        head = data[chunk.start : min(chunk.end, chunk.start + 10)]
        if chunk.name == b"VP8X" and len(head) == 10:
            canvas = (1 + int.from_bytes(head[4:7], "little"), 1 + int.from_bytes(head[7:10], "little"))
            alpha = alpha or bool(head[0] & 0x10)
        elif chunk.name == b"VP8 " and len(head) == 10 and head[3:6] == b"\x9d\x01\x2a":
            size = (int.from_bytes(head[6:8], "little") & 0x3FFF, int.from_bytes(head[8:10], "little") & 0x3FFF)
            frames, kind = frames + 1, "lossy"
        elif chunk.name == b"VP8L" and len(head) >= 5 and head[0] == 0x2F:
            packed = int.from_bytes(head[1:5], "little")
            size = (1 + (packed & 0x3FFF), 1 + (packed >> 14 & 0x3FFF))
            alpha = alpha or bool(packed >> 28 & 1)
            frames, kind = frames + 1, "lossless"
        elif chunk.name == b"ANMF":
            frames += 1
        elif chunk.name == b"EXIF":
            orientation = exif_orientation(data[chunk.start : chunk.end])
        elif chunk.name == b"ICCP":
            profile = data[chunk.start : chunk.end]
    if not frames or (size or canvas) is None:
        raise MalformedError("the WebP holds no picture")
    if canvas and size and frames == 1 and canvas != size:
        raise MalformedError("the sizes in the two headers of the WebP differ")
    width, height = canvas or size or (0, 0)
    return PictureHeader(
        format="webp",
        width=width,
        height=height,
        colour="rgb",
        bits=8,
        alpha=alpha,
        # An animation of one frame still needs the animation decoder: it is refused like the others.
        frames=frames if kind else max(frames, 2),
        orientation=orientation,
        profile=profile,
    )


def _gif(data: bytes) -> PictureHeader:
    if len(data) < 13:
        raise MalformedError("it ends before the GIF is complete")
    width, height = struct.unpack("<HH", data[6:10])
    # The walk ends at the second picture: how many more an animation has is of no interest.
    pictures = (1 for kind, _ in gif_blocks(data) if kind == 0x2C)
    frames = sum(itertools.islice(pictures, 2))
    if not frames:
        raise MalformedError("the GIF holds no picture")
    return PictureHeader(format="gif", width=width, height=height, colour="palette", bits=8, alpha=True, frames=frames)


def _bmp(data: bytes) -> PictureHeader:
    if len(data) < 30:
        raise MalformedError("it ends before the BMP is complete")
    (kind,) = struct.unpack("<I", data[14:18])
    if kind == 12:
        width, height, _, depth = struct.unpack("<HHHH", data[18:26])
    else:
        width, height, _, depth = struct.unpack("<iiHH", data[18:30])
    colour = "palette" if depth <= 8 else "rgb"
    return PictureHeader(format="bmp", width=width, height=abs(height), colour=colour, bits=8, alpha=depth == 32)


def _tiff(data: bytes) -> PictureHeader:
    directories = read_directories(data)
    if not directories:
        raise MalformedError("the TIFF holds no picture")
    first = directories[0]
    bits = max(first.integers(258) or (1,))
    colour = {0: "grey", 1: "grey", 2: "rgb", 3: "palette", 5: "cmyk", 6: "rgb"}.get(first.integer(262, -1), "other")
    # Sample format 1 is unsigned whole numbers; depths and logits in floats have no brightness of their own.
    if any(value != 1 for value in first.integers(339)) or bits not in {1, 2, 4, 8, 16}:
        colour = "other"
    orientation = first.integer(ORIENTATION, 1)
    return PictureHeader(
        format="tiff",
        width=first.integer(256, 0),
        height=first.integer(257, 0),
        colour=colour,
        bits=bits,
        alpha=any(kind in {1, 2} for kind in first.integers(338)),
        frames=len(directories),
        orientation=orientation if 1 <= orientation <= 8 else 1,
        profile=first.entries.get(TIFF_PROFILE, (0, b""))[1],
    )


_READERS: tuple[tuple[bytes, Callable[[bytes], PictureHeader]], ...] = (
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"\xff\xd8\xff", _jpeg),
    (b"GIF87a", _gif),
    (b"GIF89a", _gif),
    (b"BM", _bmp),
    (b"II\x2a\x00", _tiff),
    (b"MM\x00\x2a", _tiff),
)
FORMATS = ("png", "jpeg", "webp", "gif", "bmp", "tiff")

_FOREIGN = (
    (b"%PDF", "a PDF document"),
    (b"%!PS", "an EPS or PostScript file"),
    (b"\xc5\xd0\xd3\xc6", "an EPS or PostScript file"),
    (b"SIMPLE  =", "a FITS file"),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (b"\xff\x4f\xff\x51", "a JPEG 2000 picture"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"8BPS", "a Photoshop file"),
    (b"\x76\x2f\x31\x01", "an OpenEXR picture"),
    (b"#?RADIANCE", "a Radiance HDR picture"),
    (b"II\x2b\x00", "a BigTIFF picture"),
    (b"MM\x00\x2b", "a BigTIFF picture"),
    (b"\x00\x00\x01\x00", "an icon file"),
    (b"DDS ", "a DDS texture"),
    (b"qoif", "a QOI picture"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"PK\x03\x04", "a ZIP archive or office document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x1a\x45\xdf\xa3", "a WebM or Matroska video"),
    (b"version https://git-lfs", "a Git LFS pointer, not the picture itself"),
)
_BRANDS = {b"avif": "an AVIF picture", b"avis": "an AVIF picture", b"heic": "a HEIC picture", b"mif1": "a HEIC picture"}


def foreign_format(data: bytes) -> str:
    """What a file is that we do not take ("a PDF document"), from its first bytes; empty if it is not known."""
    if not data:
        return "an empty file"
    for signature, name in _FOREIGN:
        if data.startswith(signature):
            return name
    if data[4:8] == b"ftyp":
        return _BRANDS.get(data[8:12], "a video or another ISO media file")
    text = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if b"<svg" in text:
        return "an SVG drawing"
    if text.startswith((b"<!doctype html", b"<html", b"<script", b"<head", b"<body")):
        return "an HTML page"
    return "an XML file" if text.startswith(b"<?xml") else ""


def read_header(data: bytes) -> PictureHeader | None:
    """The header of a picture, None if its first bytes are of no format we take; `MalformedError` if it is broken."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return _webp(data)
    for signature, reader in _READERS:
        if data.startswith(signature):
            return reader(data)
    return None
