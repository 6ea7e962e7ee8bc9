"""The lint finds what gives a system away, and is silent where nothing does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from beholder.media import PictureSource, mentions, picture_leaks, survey, tells
from beholder.media.picture_leaks import corner_marks
from tests.media import media_samples as samples

SYSTEMS = (samples.CANARY, "Brook", "Calluna 2", "dwt")
Painter = Callable[[int, str, np.random.Generator], bytes]


def _scene(rng: np.random.Generator, size: tuple[int, int] = (256, 200)) -> Image.Image:
    """Blobs of chance colours: no two pictures share a corner."""
    coarse = rng.integers(0, 256, (5, 6, 3), dtype=np.uint8)
    return Image.fromarray(coarse).resize(size, Image.Resampling.BICUBIC)


def _warnings(folder: Path, painter: Painter, seed: int, per_system: int = 12) -> list[str]:
    rng = np.random.default_rng(seed)
    sources = []
    for item in range(per_system):
        for system in SYSTEMS:
            name = f"{seed}/{item}-{SYSTEMS.index(system)}.bin"
            sources.append(PictureSource(samples.write(folder, name, painter(item, system, rng)), system))
    found = survey(sources, folder)
    assert not found.errors
    problems = picture_leaks(found, folder)
    assert all(problem.warning and problem.hint for problem in problems)
    return [problem.code for problem in problems]


def _plain(item: int, system: str, rng: np.random.Generator, **options: Any) -> bytes:
    return samples.saved(_scene(rng), "JPEG", quality=90, **options)


def _logo(item: int, system: str, rng: np.random.Generator) -> bytes:
    image = _scene(rng)
    if system == SYSTEMS[1]:
        ImageDraw.Draw(image).ellipse(
            (image.width - 30, image.height - 30, image.width - 12, image.height - 12), fill="white"
        )
    return samples.saved(image, "JPEG", quality=90)


def _frame(item: int, system: str, rng: np.random.Generator) -> bytes:
    image = _scene(rng)
    if system == SYSTEMS[3]:
        ImageDraw.Draw(image).rectangle((0, 0, image.width - 1, image.height - 1), outline="black", width=4)
    return samples.saved(image, "PNG")


def _if(system: str, wanted: int, one: Any, other: Any) -> Any:
    return one if system == SYSTEMS[wanted] else other


LEAKS: dict[str, tuple[Painter, str]] = {
    "format": (lambda i, s, r: samples.saved(_scene(r), _if(s, 0, "PNG", "JPEG")), "media-tells-system"),
    "size": (lambda i, s, r: samples.saved(_scene(r, _if(s, 1, (320, 200), (256, 200))), "PNG"), "media-tells-system"),
    "quality": (lambda i, s, r: samples.saved(_scene(r), "JPEG", quality=_if(s, 2, 75, 92)), "media-tells-system"),
    "progressive": (
        lambda i, s, r: samples.saved(_scene(r), "JPEG", progressive=_if(s, 0, True, False)),
        "media-tells-system",
    ),
    "grey": (lambda i, s, r: samples.saved(_scene(r).convert(_if(s, 3, "L", "RGB")), "PNG"), "media-tells-system"),
    "mostly": (
        lambda i, s, r: samples.saved(_scene(r, (300, 200) if s == SYSTEMS[1] and i % 6 else (256, 200)), "PNG"),
        "media-tells-system",
    ),
    "comment": (lambda i, s, r: _plain(i, s, r, comment=f"by {s.upper()}"), "media-metadata-names-system"),
    "exif": (lambda i, s, r: _plain(i, s, r, exif=samples.exif(1, f"{s} v3")), "media-metadata-names-system"),
    "logo": (_logo, "media-corner-mark"),
    "frame": (_frame, "media-corner-mark"),
}


def test_backgrounds_that_differ_are_told_as_such_and_not_as_a_logo() -> None:
    grounds = {name: [np.full((4, 96, 96), shade, dtype=np.uint8)] * 9 for name, shade in (("a", 20), ("b", 200))}
    assert {problem.problem for problem in corner_marks(grounds)} == {
        f"all pictures of {name} have one plain background, and others another" for name in "ab"
    }


@pytest.mark.variants(4)
@pytest.mark.parametrize("leak", LEAKS)
def test_planted_leaks_are_found(tmp_path: Path, leak: str) -> None:
    painter, code = LEAKS[leak]
    for seed in range(5):
        assert code in _warnings(tmp_path, painter, seed)


CLEAN: dict[str, Painter] = {
    "alike": _plain,
    "sizes by item": lambda i, s, r: samples.saved(_scene(r, (200 + 8 * i, 200)), "JPEG"),
    "sizes by chance": lambda i, s, r: samples.saved(_scene(r, (int(r.integers(200, 260)), 200)), "PNG"),
    "formats by chance": lambda i, s, r: samples.saved(_scene(r), "PNG" if r.random() < 0.5 else "JPEG"),
    "white ground": lambda i, s, r: samples.saved(
        Image.composite(
            _scene(r), Image.new("RGB", (256, 200), "white"), Image.new("L", (256, 200), int(r.integers(9)))
        ),
        "PNG",
    ),
}


def test_clean_sets_are_not_warned_about(tmp_path: Path) -> None:
    warned = [
        (name, seed)
        for name, painter in CLEAN.items()
        for seed in range(4)
        if _warnings(tmp_path / name, painter, seed)
    ]
    assert len(warned) <= 1, warned


@pytest.mark.parametrize("name", samples.canary_files())
def test_a_name_is_found_in_every_place_of_metadata(name: str) -> None:
    form = {"jpg": "jpeg"}.get(name.rsplit(".", 1)[1], name.rsplit(".", 1)[1])
    found = mentions(samples.canary_files()[name], form, [samples.CANARY.upper(), "Brook"])
    assert {system for system, _ in found} == {samples.CANARY.upper()}


def test_wide_characters_and_short_names() -> None:
    def commented(text: bytes) -> bytes:
        plain = samples.saved(samples.painting(), "JPEG")
        return plain[:2] + b"\xff\xfe" + (2 + len(text)).to_bytes(2, "big") + text + plain[2:]

    assert mentions(commented("made by dwt 3".encode("utf-16-le")), "jpeg", ["DWT"]) == [("DWT", "JPEG comment")]
    assert mentions(commented("made by 模型七".encode()), "jpeg", ["模型七"]) == [("模型七", "JPEG comment")]
    assert mentions(commented(b"bandwtidth"), "jpeg", ["dwt"]) == []
    assert mentions(commented(b"folder/dwt_out/1.png"), "jpeg", ["dwt"]) == [("dwt", "JPEG comment")]


def test_tells_needs_more_than_a_few_pictures_and_two_systems() -> None:
    assert not tells({"format": {"one": ["png"], "two": ["jpeg"]}})
    assert not tells({"format": {"one": ["png"] * 50}})
    assert not tells({"format": {"one": [], "two": ["png"] * 9}})
    (problem,) = tells({"format": {"one": ["png"] * 4, "two": ["jpeg"] * 4}})
    assert "one: png" in problem.problem
    assert "100%" in problem.problem


def test_a_repeated_cause_is_reported_once(tmp_path: Path) -> None:
    painter, _ = LEAKS["format"]
    assert _warnings(tmp_path, painter, 1).count("media-tells-system") == 1
