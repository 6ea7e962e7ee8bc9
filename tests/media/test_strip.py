"""Stripping leaves the encoded pixels and nothing else; Pillow and a second chunk reader are the judges."""

from __future__ import annotations

import io
import zlib

import numpy as np
import pytest
from PIL import Image, JpegImagePlugin

from beholder.media.containers import MalformedError
from beholder.media.strip import strip
from tests.media import media_samples as samples


def _format(name: str) -> str:
    return {"jpg": "jpeg"}.get(name.rsplit(".", 1)[1], name.rsplit(".", 1)[1])


CARRIERS = {name: data for name, data in samples.canary_files().items() if _format(name) in {"png", "jpeg", "webp"}}


@pytest.mark.parametrize("name", CARRIERS)
def test_a_planted_name_is_gone_and_the_pixels_are_the_same(name: str) -> None:
    data = CARRIERS[name]
    clean = strip(data, _format(name))
    assert samples.CANARY.lower().encode() not in clean.lower()
    with Image.open(io.BytesIO(clean)) as image:
        assert set(image.info) <= {
            "jfif",
            "jfif_version",
            "jfif_unit",
            "jfif_density",
            "loop",
            "background",
            "timestamp",
            "duration",
        }
    assert np.array_equal(samples.pixels(clean), samples.pixels(data))


@pytest.mark.parametrize("name", [name for name in CARRIERS if name.endswith("png")])
def test_a_stripped_png_has_only_the_chunks_that_decoding_needs(name: str) -> None:
    parts = [part for part, _ in samples.png_parts(strip(CARRIERS[name], "png"))]
    assert parts == [b"IHDR", b"IDAT", b"IEND"]


@pytest.mark.parametrize("name", [name for name in CARRIERS if name.endswith("jpg")])
def test_a_stripped_jpeg_has_only_a_bare_jfif_segment(name: str) -> None:
    clean = strip(CARRIERS[name], "jpeg")
    with Image.open(io.BytesIO(clean)) as image:
        assert isinstance(image, JpegImagePlugin.JpegImageFile)
        assert image.applist == [("APP0", b"JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")]
    assert clean.endswith(b"\xff\xd9")


def test_a_compressed_text_hides_nothing_after_stripping() -> None:
    data = CARRIERS["ztxt.png"]
    unpacked = b"".join(zlib.decompress(payload[12:]) for name, payload in samples.png_parts(data) if name == b"zTXt")
    assert samples.CANARY.encode() in unpacked
    assert all(name != b"zTXt" for name, _ in samples.png_parts(strip(data, "png")))


def test_bytes_hidden_inside_the_pixel_stream_are_dropped() -> None:
    parts = dict(samples.png_parts(samples.saved(samples.painting(), "PNG")))
    hidden = b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            samples.chunk(b"IHDR", parts[b"IHDR"]),
            samples.chunk(b"IDAT", parts[b"IDAT"] + samples.CANARY.encode()),
            samples.chunk(b"IEND", b""),
        )
    )
    assert samples.CANARY.encode() not in strip(hidden, "png")


def test_rows_beyond_the_stated_height_are_refused() -> None:
    parts = dict(samples.png_parts(samples.saved(samples.painting(), "PNG")))
    longer = zlib.compress(zlib.decompress(parts[b"IDAT"]) + samples.CANARY.encode())
    stuffed = b"\x89PNG\r\n\x1a\n" + samples.chunk(b"IHDR", parts[b"IHDR"]) + samples.chunk(b"IDAT", longer)
    with pytest.raises(MalformedError, match="more data"):
        strip(stuffed + samples.chunk(b"IEND", b""), "png")


@pytest.mark.parametrize(
    "options", [{"progressive": True}, {"subsampling": 2}, {"optimize": True}, {"restart_marker_rows": 1}]
)
def test_every_kind_of_jpeg_scan_survives(options: dict[str, int]) -> None:
    data = samples.saved(samples.painting(160, 120), "JPEG", quality=85, comment=samples.CANARY, **options)
    clean = strip(data, "jpeg")
    assert samples.CANARY.encode() not in clean
    assert np.array_equal(samples.pixels(clean), samples.pixels(data))


def test_a_comment_between_progressive_scans_is_found() -> None:
    data = samples.saved(samples.painting(), "JPEG", progressive=True)
    place = data.rindex(b"\xff\xda")
    comment = samples.CANARY.encode()
    planted = data[:place] + b"\xff\xfe" + (2 + len(comment)).to_bytes(2, "big") + comment + data[place:]
    clean = strip(planted, "jpeg")
    assert comment not in clean
    assert np.array_equal(samples.pixels(clean), samples.pixels(data))


def test_cmyk_keeps_the_segment_that_its_colours_need() -> None:
    data = samples.saved(samples.painting().convert("CMYK"), "JPEG", quality=95)
    assert np.array_equal(samples.pixels(strip(data, "jpeg"), "CMYK"), samples.pixels(data, "CMYK"))


def test_webp_with_alpha_keeps_its_alpha_and_loses_its_notes() -> None:
    image = samples.painting().convert("RGBA")
    image.putalpha(Image.linear_gradient("L").resize(image.size))
    data = samples.saved(image, "WEBP", quality=80, exif=samples.exif(1, samples.CANARY))
    clean = strip(data, "webp")
    assert samples.CANARY.encode() not in clean
    assert np.array_equal(samples.pixels(clean, "RGBA"), samples.pixels(data, "RGBA"))


def test_a_palette_with_transparency_survives() -> None:
    data = samples.saved(samples.painting().quantize(16), "PNG", transparency=3)
    assert np.array_equal(samples.pixels(strip(data, "png"), "RGBA"), samples.pixels(data, "RGBA"))


def test_an_interlaced_png_survives() -> None:
    """Seven passes over 4 × 5 pixels: (columns, rows) of each, by hand from the specification."""
    passes = [(1, 1), (0, 0), (1, 1), (1, 2), (2, 1), (2, 3), (4, 2)]
    rows = b"".join((b"\x00" + bytes(range(9, 9 + columns))) * count for columns, count in passes if columns)
    data = b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            samples.chunk(b"IHDR", bytes([0, 0, 0, 4, 0, 0, 0, 5, 8, 0, 0, 0, 1])),
            samples.chunk(b"tEXt", b"Software\0" + samples.CANARY.encode()),
            samples.chunk(b"IDAT", zlib.compress(rows)),
            samples.chunk(b"IEND", b""),
        )
    )
    clean = strip(data, "png")
    assert samples.CANARY.encode() not in clean
    assert np.array_equal(samples.pixels(clean, "L"), samples.pixels(data, "L"))
