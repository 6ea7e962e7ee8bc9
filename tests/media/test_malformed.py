"""Five hundred broken pictures: each is shown or refused with a reason; nothing else may come out of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from beholder.media import Intake, PictureLimits, PictureSource, survey
from beholder.media.containers import MalformedError
from beholder.media.header import read_header
from beholder.media.metadata import read_metadata
from tests.media import media_samples as samples


def _originals() -> list[bytes]:
    image = samples.painting(60, 40)
    clear = image.convert("RGBA")
    clear.putalpha(99)
    profile = samples.curve_profile(samples.ADOBE_PRIMARIES, 2.2)
    return [
        samples.saved(image, "PNG", icc_profile=profile, exif=samples.exif(5)),
        samples.saved(clear.quantize(16), "PNG"),
        samples.saved(image, "JPEG", exif=samples.exif(3), icc_profile=profile),
        samples.saved(image.convert("CMYK"), "JPEG", progressive=True),
        samples.saved(clear, "WEBP", exif=samples.exif(8)),
        samples.saved(image, "WEBP", lossless=True, icc_profile=profile),
        samples.saved(image.quantize(20), "GIF", transparency=1, comment=b"x"),
        samples.saved(image, "TIFF", compression="tiff_lzw", tiffinfo={274: 6}),
        samples.saved(image, "TIFF", icc_profile=profile),
        samples.saved(image, "BMP"),
        samples.saved(image.quantize(7), "BMP"),
        samples.saved(Image.fromarray(np.arange(2400, dtype=np.uint16).reshape(40, 60)), "PNG"),
    ]


def _damaged(data: bytes, rng: np.random.Generator) -> bytes:
    """One way of many in which a file gets broken, most of them near its head where the structure is."""
    raw = bytearray(data)
    way = rng.integers(7)
    at = int(rng.integers(2, min(len(raw), 400) if rng.random() < 0.7 else len(raw)))
    if way == 0:
        del raw[at:]
    elif way == 1:
        raw[at : at + 4] = rng.bytes(4)
    elif way == 2:
        raw[at : at + 4] = b"\xff\xff\xff\xff"
    elif way == 3:
        del raw[at : at + int(rng.integers(1, 40))]
    elif way == 4:
        raw[at:at] = rng.bytes(int(rng.integers(1, 40)))
    elif way == 5:
        for place in rng.integers(8, len(raw), 10):
            raw[place] ^= 1 << int(rng.integers(8))
    else:
        raw[at : at + 2] = raw[at : at + 2][::-1]
        raw[12:24] = rng.bytes(12)
    return bytes(raw)


@pytest.mark.filterwarnings("ignore")
def test_five_hundred_malformed_pictures_are_shown_or_refused(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    originals = _originals()
    sources = [
        PictureSource(
            samples.write(tmp_path, f"{n}.png", _damaged(originals[n % len(originals)], rng)), where=f"items:{n}"
        )
        for n in range(504)
    ]
    found = survey(sources, tmp_path, limits=PictureLimits(pixels=20_000_000))
    result = Intake(tmp_path, tmp_path / ".cache", limits=PictureLimits(pixels=20_000_000)).run(found)
    refused = [*found.errors, *result.problems]
    assert len(refused) + len(result.receipts) == len(sources)
    codes = Counter(problem.code for problem in refused)
    assert set(codes) <= {"media-broken", "media-unsupported", "media-too-large", "media-animated"}
    assert codes["media-broken"] > 100
    for problem in refused:
        assert problem.where.startswith("items:")
        assert f'{problem.where.removeprefix("items:")}.png"' in problem.problem
        assert problem.hint


def test_readers_of_headers_and_metadata_raise_one_kind_of_error() -> None:
    rng = np.random.default_rng(11)
    seen = 0
    for original in _originals():
        for _ in range(150):
            data = _damaged(original, rng)
            try:
                header = read_header(data)
                if header is not None:
                    read_metadata(data, header.format)
            except MalformedError:
                seen += 1
    assert seen > 200


def test_the_reason_of_a_refusal_says_what_is_wrong(tmp_path: Path) -> None:
    data = samples.saved(samples.painting(), "PNG")
    samples.write(tmp_path, "cut.png", data[:-20])
    (problem,) = survey([PictureSource("cut.png", where="items.jsonl:9")], tmp_path).errors
    assert problem.problem == 'the picture "cut.png" is broken: it ends before the PNG is complete'
    assert problem.where == "items.jsonl:9"
