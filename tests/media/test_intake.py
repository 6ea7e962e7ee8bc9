"""One way for all pictures: the same pixels out as in, one container for all systems, resumable, nothing but pixels."""

from __future__ import annotations

import io
import os
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageCms, ImageOps

from beholder.media import Intake, IntakeResult, PictureSource, survey
from tests.media import media_samples as samples


def _taken(
    folder: Path, sources: Sequence[PictureSource], *, lossy: int | None = None
) -> tuple[IntakeResult, dict[str, bytes]]:
    found = survey(sources, folder, lossy=lossy)
    assert not found.errors
    intake = Intake(folder, folder / ".cache")
    result = intake.run(found)
    assert not result.problems
    assert result.complete
    return result, {name: intake.path(receipt).read_bytes() for name, receipt in result.receipts.items()}


def _one(folder: Path, name: str, data: bytes, system: str = "") -> tuple[bytes, tuple[str, ...]]:
    samples.write(folder, name, data)
    result, files = _taken(folder, [PictureSource(name, system)])
    return files[name], result.receipts[name].steps


def test_no_planted_name_survives_in_any_byte_or_file_name(tmp_path: Path) -> None:
    files = {f"{samples.CANARY}/{name}": data for name, data in samples.canary_files().items()}
    for name, data in files.items():
        samples.write(tmp_path, name, data)
    for system in ("", samples.CANARY):
        cache = tmp_path / f".cache{len(system)}"
        intake = Intake(tmp_path, cache)
        result = intake.run(survey([PictureSource(name, system) for name in files], tmp_path))
        assert len(result.receipts) == len(files)
        for receipt in result.receipts.values():
            assert samples.CANARY.lower() not in receipt.file.lower()
            assert samples.CANARY.lower().encode() not in intake.path(receipt).read_bytes().lower()


def test_equal_jpeg_settings_keep_the_encoded_pixels(tmp_path: Path) -> None:
    sources = []
    for seed, system in enumerate(("one", "two", "one", "two")):
        data = samples.saved(samples.painting(seed=seed), "JPEG", quality=90, exif=samples.exif(1, system))
        sources.append(PictureSource(samples.write(tmp_path, f"{seed}.jpg", data), system))
    result, files = _taken(tmp_path, sources)
    for seed, source in enumerate(sources):
        bare = samples.saved(samples.painting(seed=seed), "JPEG", quality=90)
        assert files[source.name] == bare
        assert result.receipts[source.name].steps == ("metadata removed, encoded pixels kept",)


def _arms(variants: dict[str, tuple[str, dict[str, object]]], folder: Path) -> list[PictureSource]:
    sources = []
    for system, (form, options) in variants.items():
        for seed in range(3):
            data = samples.saved(samples.painting(seed=seed), form, **options)
            sources.append(PictureSource(samples.write(folder, f"{system}/{seed}.{form.lower()}", data), system))
    return sources


DIFFERING: list[dict[str, tuple[str, dict[str, object]]]] = [
    {"one": ("PNG", {}), "two": ("JPEG", {}), "three": ("WEBP", {"quality": 80})},
    {"one": ("JPEG", {"quality": 90}), "two": ("JPEG", {"quality": 91})},
    {"one": ("JPEG", {"quality": 90}), "two": ("JPEG", {"quality": 90, "progressive": True})},
    {"one": ("JPEG", {"quality": 90}), "two": ("JPEG", {"quality": 90, "subsampling": 0})},
    {"one": ("JPEG", {"quality": 90}), "two": ("JPEG", {"quality": 90, "optimize": True})},
    {"one": ("PNG", {"compress_level": 1}), "two": ("PNG", {"compress_level": 9})},
    {"one": ("WEBP", {"quality": 50}), "two": ("WEBP", {"quality": 90})},
    {"one": ("TIFF", {}), "two": ("BMP", {})},
]


@pytest.mark.parametrize("variants", DIFFERING, ids=str)
def test_systems_that_differ_in_format_or_settings_all_become_alike(
    variants: dict[str, tuple[str, dict[str, object]]], tmp_path: Path
) -> None:
    sources = _arms(variants, tmp_path)
    _, files = _taken(tmp_path, sources)
    seen = set()
    for source in sources:
        data = files[source.name]
        assert np.array_equal(samples.pixels(data), samples.pixels((tmp_path / source.name).read_bytes()))
        parts = list(samples.png_parts(data))
        seen.add((tuple(dict(parts)), parts[0][1], parts[1][1][:2]))
    assert len(seen) == 1
    assert next(iter(seen))[0] == (b"IHDR", b"IDAT", b"IEND")


def test_one_turned_picture_turns_all_systems_into_png(tmp_path: Path) -> None:
    sources = []
    for seed, system in enumerate(("one", "two")):
        data = samples.saved(samples.painting(seed=seed), "JPEG", exif=samples.exif(6 if seed else 1))
        sources.append(PictureSource(samples.write(tmp_path, f"{seed}.jpg", data), system))
    _, files = _taken(tmp_path, sources)
    assert all(data.startswith(b"\x89PNG") for data in files.values())


def test_pictures_of_no_system_keep_their_encoding_each(tmp_path: Path) -> None:
    sources = [PictureSource(s.name) for s in _arms(DIFFERING[0], tmp_path)]
    result, _ = _taken(tmp_path, sources)
    assert {receipt.format for receipt in result.receipts.values()} == {"png", "jpeg", "webp"}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(("form", "suffix"), [("JPEG", "jpg"), ("PNG", "png"), ("WEBP", "webp"), ("TIFF", "tiff")])
def test_all_orientations_are_upright(tmp_path: Path, orientation: int, form: str, suffix: str) -> None:
    options: dict[str, object] = (
        {"tiffinfo": {274: orientation}} if form == "TIFF" else {"exif": samples.exif(orientation)}
    )
    if form == "WEBP":
        options["lossless"] = True
    data = samples.saved(samples.painting(40, 24), form, **options)
    with Image.open(io.BytesIO(data)) as image:
        expected = np.asarray(ImageOps.exif_transpose(image))
    if form != "JPEG":
        turned = samples.painting(40, 24).transpose(_TURN[orientation]) if orientation > 1 else samples.painting(40, 24)
        assert np.array_equal(expected, np.asarray(turned))
    output, _ = _one(tmp_path, f"a.{suffix}", data)
    assert np.array_equal(samples.pixels(output), expected)
    facts = survey([PictureSource(f"a.{suffix}")], tmp_path).pictures[f"a.{suffix}"]
    assert (facts.height, facts.width) == expected.shape[:2]


_TURN = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def _srgb_from_adobe(values: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Adobe-like RGB to sRGB by matrix and curve, from the standards and not from a colour library."""
    linear = (values / 255.0) ** 2.19921875
    mixed = linear @ (np.linalg.inv(samples.SRGB_PRIMARIES) @ samples.ADOBE_PRIMARIES).T
    clipped = np.clip(mixed, 0, 1)
    encoded = np.where(clipped <= 0.0031308, 12.92 * clipped, 1.055 * clipped ** (1 / 2.4) - 0.055)
    return np.asarray(encoded * 255)


@pytest.mark.parametrize(("form", "suffix"), [("PNG", "png"), ("TIFF", "tiff"), ("WEBP", "webp")])
def test_a_colour_profile_is_converted_within_one_level(tmp_path: Path, form: str, suffix: str) -> None:
    profile = samples.curve_profile(samples.ADOBE_PRIMARIES, 2.19921875)
    # Colours that stay inside sRGB: at the edge of the gamut the order of rounding and clipping would be compared.
    values = samples.colours(80, 60) // 2 + 64
    options = {"lossless": True} if form == "WEBP" else {}
    output, steps = _one(
        tmp_path, f"a.{suffix}", samples.saved(Image.fromarray(values), form, icc_profile=profile, **options)
    )
    assert np.abs(samples.pixels(output) - _srgb_from_adobe(values)).max() <= 1.0
    assert "colour profile converted to sRGB" in steps


def test_an_srgb_profile_by_any_name_changes_no_pixel(tmp_path: Path) -> None:
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    output, steps = _one(tmp_path, "a.png", samples.saved(samples.painting(), "PNG", icc_profile=profile))
    assert np.array_equal(samples.pixels(output), samples.colours())
    assert steps == ("metadata removed, encoded pixels kept",)


def test_a_broken_profile_is_ignored_as_browsers_do(tmp_path: Path) -> None:
    output, _ = _one(tmp_path, "a.png", samples.saved(samples.painting(), "PNG", icc_profile=b"nonsense" * 40))
    assert np.array_equal(samples.pixels(output), samples.colours())


def test_grey_and_palette_pictures_keep_every_value(tmp_path: Path) -> None:
    for name, image in (
        ("grey.png", samples.painting().convert("L")),
        ("bits.png", samples.painting().convert("1")),
        ("palette.png", samples.painting().quantize(40)),
        ("palette.gif", samples.painting().quantize(40)),
        ("grey.tiff", samples.painting().convert("L")),
        ("four.png", samples.painting().quantize(9)),
    ):
        data = samples.saved(image, Path(name).suffix[1:].upper())
        output, _ = _one(tmp_path, name, data, "one")
        assert np.array_equal(samples.pixels(output), np.asarray(image.convert("RGB"))), name


def test_transparency_is_laid_on_mid_grey(tmp_path: Path) -> None:
    image = samples.painting().convert("RGBA")
    alpha = np.asarray(Image.linear_gradient("L").resize(image.size))
    image.putalpha(Image.fromarray(alpha))
    expected = (samples.colours().astype(float) * alpha[..., None] + 128.0 * (255 - alpha[..., None])) / 255
    for form in ("PNG", "TIFF"):
        output, steps = _one(tmp_path, f"a.{form.lower()}", samples.saved(image, form), "one")
        assert np.abs(samples.pixels(output) - expected).max() <= 1
        assert "transparency laid on mid grey" in steps


def test_a_transparent_palette_entry_is_laid_on_mid_grey(tmp_path: Path) -> None:
    image = samples.painting().quantize(8)
    index = np.asarray(image)
    expected = np.where((index == 3)[..., None], 128, np.asarray(image.convert("RGB")))
    for form in ("PNG", "GIF"):
        output, _ = _one(tmp_path, f"a.{form.lower()}", samples.saved(image, form, transparency=3), "one")
        assert np.array_equal(samples.pixels(output), expected), form


def test_sixteen_bits_are_scaled_and_not_clipped(tmp_path: Path) -> None:
    ramp = np.linspace(0, 65535, 64 * 48).astype(np.uint16).reshape(48, 64)
    for form in ("PNG", "TIFF"):
        output, steps = _one(tmp_path, f"ramp.{form.lower()}", samples.saved(Image.fromarray(ramp), form))
        shown = samples.pixels(output)[..., 1].astype(float)
        assert np.abs(shown - ramp / 257.0).max() <= 1
        assert any("16-bit" in step for step in steps)


def test_sixteen_bit_colour_is_scaled(tmp_path: Path) -> None:
    deep = (samples.colours(20, 10).astype(np.uint16) * 257 + 3).clip(0, 65535)
    rows = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in deep)
    data = b"\x89PNG\r\n\x1a\n" + samples.chunk(b"IHDR", struct.pack(">IIBBBBB", 20, 10, 16, 2, 0, 0, 0))
    data += samples.chunk(b"IDAT", zlib.compress(rows)) + samples.chunk(b"IEND", b"")
    output, _ = _one(tmp_path, "deep.png", data)
    assert np.abs(samples.pixels(output) - deep / 257.0).max() <= 1


def test_cmyk_is_shown_as_the_decoder_reads_it(tmp_path: Path) -> None:
    data = samples.saved(samples.painting().convert("CMYK"), "JPEG", quality=95)
    output, steps = _one(tmp_path, "a.jpg", data)
    assert output.startswith(b"\x89PNG")
    assert np.array_equal(samples.pixels(output), samples.pixels(data))
    assert any("CMYK" in step for step in steps)


def test_png_gamma_is_honoured(tmp_path: Path) -> None:
    data = samples.with_chunks(
        samples.saved(samples.painting(), "PNG"), samples.chunk(b"gAMA", (100_000).to_bytes(4, "big"))
    )
    output, steps = _one(tmp_path, "linear.png", data)
    expected = 255 * (samples.colours() / 255.0) ** 0.45455
    assert np.abs(samples.pixels(output) - expected).max() <= 0.51
    assert any("gamma" in step for step in steps)


def test_lossy_only_when_the_study_says_so(tmp_path: Path) -> None:
    sources = _arms(DIFFERING[0], tmp_path)
    result, files = _taken(tmp_path, sources, lossy=85)
    assert {receipt.format for receipt in result.receipts.values()} == {"jpeg"}
    with (
        Image.open(io.BytesIO(files[sources[0].name])) as one,
        Image.open(io.BytesIO(files[sources[-1].name])) as other,
    ):
        assert one.quantization == other.quantization  # type: ignore[attr-defined]
        assert not one.getexif()


def test_broken_pictures_are_named_and_the_others_go_on(tmp_path: Path) -> None:
    good = samples.saved(samples.painting(), "JPEG")
    names = [samples.write(tmp_path, f"{n}.jpg", good) for n in range(3)]
    names.append(samples.write(tmp_path, "cut.jpg", good[:-200] + b"\xff\xd9"))
    names.append(samples.write(tmp_path, "short.png", samples.saved(samples.painting(), "PNG")[:-30]))
    found = survey(
        [PictureSource(name, where=f"items.jsonl:{at}") for at, name in enumerate([*names, "none.jpg"], 1)], tmp_path
    )
    assert [(p.code, p.where) for p in found.errors] == [
        ("media-missing", "items.jsonl:6"),
        ("media-broken", "items.jsonl:5"),
    ]
    result = Intake(tmp_path, tmp_path / ".cache").run(found)
    assert set(names[:3]) <= set(result.receipts)


def test_work_is_resumed_where_it_was_stopped(tmp_path: Path) -> None:
    sources = [
        PictureSource(samples.write(tmp_path, f"{n}.png", samples.saved(samples.painting(seed=n), "PNG")))
        for n in range(20)
    ]
    found = survey(sources, tmp_path)
    intake = Intake(tmp_path, tmp_path / ".cache")
    calls: list[tuple[int, int]] = []

    def stop_at_five(done: int, total: int) -> None:
        calls.append((done, total))
        if done == 5:
            intake.stop()

    first = intake.run(found, progress=stop_at_five)
    assert not first.complete
    assert 5 <= len(first.receipts) < 20
    assert calls[0] == (0, 20)

    again = Intake(tmp_path, tmp_path / ".cache").run(found)
    assert again.complete
    assert again.reused == len(first.receipts)
    assert {name: again.receipts[name] for name in first.receipts} == first.receipts

    third = Intake(tmp_path, tmp_path / ".cache").run(survey(sources, tmp_path, memory=tmp_path / ".cache"))
    assert third.reused == 20


def test_an_interrupt_leaves_whole_files_only(tmp_path: Path) -> None:
    sources = [
        PictureSource(samples.write(tmp_path, f"{n}.png", samples.saved(samples.painting(seed=n), "PNG")))
        for n in range(8)
    ]

    def interrupt(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    intake = Intake(tmp_path, tmp_path / ".cache")
    with pytest.raises(KeyboardInterrupt):
        intake.run(survey(sources, tmp_path), progress=interrupt)
    with (tmp_path / ".cache" / "intake.jsonl").open("ab") as journal:
        journal.write(b'["torn')
    result = Intake(tmp_path, tmp_path / ".cache").run(survey(sources, tmp_path))
    assert result.complete
    assert result.reused >= 3
    assert not list((tmp_path / ".cache").rglob("*.part"))
    final = Intake(tmp_path, tmp_path / ".cache").run(survey(sources, tmp_path))
    assert final.reused == 8


def test_a_damaged_or_changed_file_is_made_again(tmp_path: Path) -> None:
    name = samples.write(tmp_path, "a.png", samples.saved(samples.painting(seed=1), "PNG"))
    intake = Intake(tmp_path, tmp_path / ".cache")
    first = intake.run(survey([PictureSource(name)], tmp_path, memory=tmp_path / ".cache")).receipts[name]
    intake.path(first).write_bytes(b"")
    again = intake.run(survey([PictureSource(name)], tmp_path, memory=tmp_path / ".cache"))
    assert again.reused == 0
    samples.write(tmp_path, name, samples.saved(samples.painting(seed=2), "PNG"))
    os.utime(tmp_path / name, ns=(1, 1))
    changed = intake.run(survey([PictureSource(name)], tmp_path, memory=tmp_path / ".cache"))
    assert np.array_equal(samples.pixels(intake.path(changed.receipts[name]).read_bytes()), samples.colours(seed=2))


def test_a_file_that_changes_between_survey_and_intake_is_reported(tmp_path: Path) -> None:
    name = samples.write(tmp_path, "a.png", samples.saved(samples.painting(seed=1), "PNG"))
    found = survey([PictureSource(name)], tmp_path)
    samples.write(tmp_path, name, samples.saved(samples.painting(seed=2), "PNG"))
    result = Intake(tmp_path, tmp_path / ".cache").run(found)
    assert [p.code for p in result.problems] == ["media-changed"]


def test_file_names_of_two_caches_share_nothing(tmp_path: Path) -> None:
    """The name depends on a secret of the folder, so a digest of the original cannot be recognised in it."""
    name = samples.write(tmp_path, "a.png", samples.saved(samples.painting(), "PNG"))
    found = survey([PictureSource(name)], tmp_path)
    names = {Intake(tmp_path, tmp_path / cache).run(found).receipts[name].file for cache in (".one", ".two")}
    assert len(names) == 2


def test_a_photograph_of_24_megapixels_is_taken_in(tmp_path: Path) -> None:
    # its size is what matters here; a plain colour is compressed at once
    image = Image.new("RGB", (6000, 4000), (90, 120, 60))
    data = samples.saved(image, "JPEG", quality=90, exif=samples.exif(6))
    output, _ = _one(tmp_path, "large.jpg", data)
    with Image.open(io.BytesIO(output)) as shown:
        assert shown.size == (4000, 6000)


@pytest.mark.skipif("BEHOLDER_DATA" not in os.environ, reason="BEHOLDER_DATA is not set")
def test_real_photographs_keep_their_pixels(tmp_path: Path) -> None:
    folder = Path(os.environ["BEHOLDER_DATA"]) / "pictures"
    names = sorted(path.name for path in folder.iterdir() if path.suffix in {".jpg", ".png"})
    assert len(names) >= 20
    for system in ("", "one"):
        found = survey([PictureSource(name, system) for name in names], folder)
        intake = Intake(folder, tmp_path / f".cache{system}")
        result = intake.run(found)
        assert not found.errors
        assert set(result.receipts) == set(names)
        for name, receipt in result.receipts.items():
            with Image.open(folder / name) as original:
                ground = Image.new("RGBA", original.size, (128, 128, 128, 255))
                expected = np.asarray(Image.alpha_composite(ground, original.convert("RGBA")).convert("RGB")).astype(
                    int
                )
                tolerance = int("A" in original.getbands())
            shown = samples.pixels(intake.path(receipt).read_bytes())
            assert np.abs(shown - expected).max() <= tolerance, name
