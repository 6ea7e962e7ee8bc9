"""Pictures for the tests of media: painted on the spot, with whatever a file can carry besides its pixels."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, PngImagePlugin

CANARY = "Zephyrine-XL"


def colours(width: int = 64, height: int = 48, seed: int = 0) -> NDArray[np.uint8]:
    """A smooth picture with some noise, different in every corner."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:height, :width]
    waves = [np.sin(x / (5 + seed % 7) + c) * 60 + np.cos(y / (7 + c)) * 50 + 128 for c in range(3)]
    noisy = np.stack(waves, axis=-1) + rng.normal(0, 6, (height, width, 3)) + (x / width * 30)[..., None]
    return np.asarray(np.clip(noisy, 0, 255), dtype=np.uint8)


def painting(width: int = 64, height: int = 48, seed: int = 0) -> Image.Image:
    return Image.fromarray(colours(width, height, seed))


def saved(image: Image.Image, format_name: str, **options: Any) -> bytes:
    buffer = io.BytesIO()
    if format_name == "PNG":
        options.setdefault("compress_level", 1)
    image.save(buffer, format_name, **options)
    return buffer.getvalue()


def write(folder: Path, name: str, data: bytes) -> str:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_bytes(data)
    return name


def pixels(data: bytes, mode: str = "RGB") -> NDArray[np.uint8]:
    with Image.open(io.BytesIO(data)) as image:
        return np.asarray(image.convert(mode))


def chunk(name: bytes, payload: bytes) -> bytes:
    return struct.pack(">I", len(payload)) + name + payload + struct.pack(">I", zlib.crc32(name + payload))


def png_parts(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """A reader of PNG chunks written apart from the one under test."""
    stream = io.BytesIO(data)
    assert stream.read(8) == b"\x89PNG\r\n\x1a\n"
    while head := stream.read(8):
        length, name = struct.unpack(">I4s", head)
        payload = stream.read(length)
        assert struct.unpack(">I", stream.read(4))[0] == zlib.crc32(name + payload)
        yield name, payload


def with_chunks(png: bytes, *chunks: bytes) -> bytes:
    """Chunks put right behind the header of a PNG."""
    return png[:33] + b"".join(chunks) + png[33:]


def exif(orientation: int = 1, text: str = "") -> bytes:
    notes = Image.Exif()
    notes[274] = orientation
    if text:
        notes[305] = text
        notes[270] = text
    return notes.tobytes()


def curve_profile(primaries: NDArray[np.float64], gamma: float, description: str = "test") -> bytes:
    """A small ICC version 2 profile: three primaries (columns, XYZ under D50) and one power curve."""

    def fixed(value: float) -> bytes:
        return struct.pack(">i", round(value * 65536))

    def xyz(values: NDArray[np.float64]) -> bytes:
        return b"XYZ \0\0\0\0" + b"".join(fixed(float(v)) for v in values)

    text = description.encode("ascii") + b"\0"
    desc = b"desc\0\0\0\0" + struct.pack(">I", len(text)) + text + b"\0" * (4 + 4 + 2 + 1 + 67)
    curve = b"curv\0\0\0\0" + struct.pack(">IH", 1, round(gamma * 256)) + b"\0\0"
    white = np.array([0.9642, 1.0, 0.8249])
    tags = {b"desc": desc + b"\0" * (-len(desc) % 4), b"wtpt": xyz(white), b"cprt": b"text\0\0\0\0none\0\0\0\0"}
    for letter, column in zip(b"rgb", primaries.T, strict=True):
        tags[bytes([letter]) + b"XYZ"] = xyz(column)
        tags[bytes([letter]) + b"TRC"] = curve
    offset = 128 + 4 + 12 * len(tags)
    table, body = struct.pack(">I", len(tags)), b""
    for name, payload in tags.items():
        table += name + struct.pack(">II", offset + len(body), len(payload))
        body += payload
    head = struct.pack(">I4sI4s4s4s", 0, b"none", 0x02400000, b"mntr", b"RGB ", b"XYZ ")
    head += struct.pack(">6H", 2024, 1, 1, 0, 0, 0) + b"acsp" + b"\0" * 28
    head += b"".join(fixed(float(v)) for v in white)
    profile = head + b"\0" * (128 - len(head)) + table + body
    return struct.pack(">I", len(profile)) + profile[4:]


def canary_files() -> dict[str, bytes]:
    """Pictures that carry a system's name in each place that programs write to."""
    image = painting()
    plain_png, plain_jpeg = saved(image, "PNG"), saved(image, "JPEG", quality=90)
    text = CANARY.encode()
    notes = PngImagePlugin.PngInfo()
    notes.add_text("parameters", f"model: {CANARY}")
    packed = PngImagePlugin.PngInfo()
    packed.add_text("parameters", f"model: {CANARY}", zip=True)
    wide = PngImagePlugin.PngInfo()
    wide.add_itxt("prompt", f"模型 {CANARY}", "x-default", "x", zip=True)
    xmp = f'<x:xmpmeta xmlns:x="adobe:ns:meta/"><tool>{CANARY}</tool></x:xmpmeta>'.encode()
    profile = curve_profile(SRGB_PRIMARIES, 2.2, CANARY)
    iptc = b"\xff\xed" + struct.pack(">H", 2 + 14 + len(text)) + b"Photoshop 3.0\0" + text
    jumbf = b"\xff\xeb" + struct.pack(">H", 2 + 8 + len(text)) + b"JP\0\0jumb" + text
    return {
        "text.png": saved(image, "PNG", pnginfo=notes),
        "ztxt.png": saved(image, "PNG", pnginfo=packed),
        "itxt.png": saved(image, "PNG", pnginfo=wide),
        "exif.png": saved(image, "PNG", exif=exif(1, CANARY)),
        "profile.png": saved(image, "PNG", icc_profile=profile),
        "private.png": with_chunks(plain_png, chunk(b"caBX", text)),
        "late.png": plain_png[:-12] + chunk(b"tEXt", b"Software\0" + text) + plain_png[-12:],
        "behind.png": plain_png + text,
        "exif.jpg": saved(image, "JPEG", quality=90, exif=exif(1, CANARY)),
        "comment.jpg": saved(image, "JPEG", quality=90, comment=CANARY),
        "xmp.jpg": saved(image, "JPEG", quality=90, xmp=xmp),
        "profile.jpg": saved(image, "JPEG", quality=90, icc_profile=profile),
        "iptc.jpg": plain_jpeg[:2] + iptc + plain_jpeg[2:],
        "jumbf.jpg": plain_jpeg[:2] + jumbf + plain_jpeg[2:],
        "behind.jpg": plain_jpeg + text,
        "exif.webp": saved(image, "WEBP", quality=90, exif=exif(1, CANARY)),
        "xmp.webp": saved(image, "WEBP", lossless=True, xmp=xmp),
        "profile.webp": saved(image, "WEBP", quality=90, icc_profile=profile),
        "behind.webp": saved(image, "WEBP", quality=90) + text,
        "comment.gif": saved(image.quantize(32), "GIF", comment=CANARY.encode()),
        "tags.tiff": saved(image, "TIFF", tiffinfo={305: CANARY, 270: CANARY}),
    }


SRGB_PRIMARIES = np.array(
    [[0.4360747, 0.3850649, 0.1430804], [0.2225045, 0.7168786, 0.0606169], [0.0139322, 0.0971045, 0.7141733]]
)
ADOBE_PRIMARIES = np.array(
    [[0.6097559, 0.2052401, 0.1492240], [0.3111242, 0.6256560, 0.0632197], [0.0194811, 0.0608902, 0.7448387]]
)
