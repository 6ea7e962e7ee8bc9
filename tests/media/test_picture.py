"""Headers are read before pixels, and whatever is not a picture we take is refused by name."""

from __future__ import annotations

import gzip
import io
import json
import os
import struct
import subprocess
import sys
import textwrap
import zipfile
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from beholder.errors import BeholderError
from beholder.media import PictureLimits, confine, open_picture, read_picture, strip
from tests.media import media_samples as samples


def _refused(folder: Path, name: str, data: bytes) -> BeholderError:
    samples.write(folder, name, data)
    with pytest.raises(BeholderError) as caught:
        open_picture(folder, name, where="items.jsonl:3")
    assert name in str(caught.value)
    assert "items.jsonl:3" in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    ("format_name", "suffix", "mode", "seen"),
    [
        ("PNG", "png", "RGB", "rgb8"),
        ("PNG", "png", "L", "grey8"),
        ("PNG", "png", "LA", "grey+alpha8"),
        ("PNG", "png", "P", "palette8"),
        ("PNG", "png", "I;16", "grey16"),
        ("JPEG", "jpg", "RGB", "rgb8"),
        ("JPEG", "jpg", "L", "grey8"),
        ("JPEG", "jpg", "CMYK", "cmyk8"),
        ("WEBP", "webp", "RGB", "rgb8"),
        ("WEBP", "webp", "RGBA", "rgb+alpha8"),
        ("GIF", "gif", "P", "palette+alpha8"),
        ("BMP", "bmp", "RGB", "rgb8"),
        ("TIFF", "tiff", "RGB", "rgb8"),
        ("TIFF", "tif", "CMYK", "cmyk8"),
    ],
)
def test_facts_equal_what_was_saved(tmp_path: Path, format_name: str, suffix: str, mode: str, seen: str) -> None:
    image = samples.painting(37, 23)
    if mode == "I;16":
        image = Image.fromarray(np.arange(37 * 23, dtype=np.uint16).reshape(23, 37))
    elif mode == "RGBA":
        image.putalpha(90)
    name = samples.write(
        tmp_path, f"a.{suffix}", samples.saved(image if mode in {"I;16", "RGBA"} else image.convert(mode), format_name)
    )
    facts = read_picture(tmp_path, name)
    assert (facts.format, facts.width, facts.height, facts.mode) == (format_name.lower(), 37, 23, seen)
    assert facts.bytes == (tmp_path / name).stat().st_size
    assert not facts.mislabelled
    assert open_picture(tmp_path, name).size == (37, 23)


def test_metadata_are_noticed(tmp_path: Path) -> None:
    for name, data in samples.canary_files().items():
        samples.write(tmp_path, name, data)
        assert read_picture(tmp_path, name).has_metadata, name
    for suffix, form in (("png", "PNG"), ("jpg", "JPEG"), ("webp", "WEBP"), ("bmp", "BMP"), ("gif", "GIF")):
        samples.write(tmp_path, f"plain.{suffix}", samples.saved(samples.painting(), form))
        assert not read_picture(tmp_path, f"plain.{suffix}").has_metadata, suffix


def test_a_picture_under_another_ending_is_shown_by_its_content(tmp_path: Path) -> None:
    samples.write(tmp_path, "photo.jpg", samples.saved(samples.painting(), "PNG"))
    facts = read_picture(tmp_path, "photo.jpg")
    assert (facts.format, facts.mislabelled) == ("png", True)


SVG = b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
FOREIGN = {
    "an SVG drawing": SVG,
    "an HTML page": b"\n<!DOCTYPE html><script>alert(1)</script>",
    "a PDF document": b"%PDF-1.7\n1 0 obj",
    "an EPS or PostScript file": b"%!PS-Adobe-3.0 EPSF-3.0\n",
    "a FITS file": b"SIMPLE  =                    T",
    "a JPEG 2000 picture": samples.saved(samples.painting(), "JPEG2000"),
    "an AVIF picture": samples.saved(samples.painting(), "AVIF"),
    "a Photoshop file": b"8BPS\x00\x01",
    "an icon file": samples.saved(samples.painting(), "ICO"),
    "a gzip archive": gzip.compress(b"picture"),
    "a NumPy array": b"\x93NUMPY\x01\x00",
    "an empty file": b"",
    "a Git LFS pointer, not the picture itself": b"version https://git-lfs.github.com/spec/v1\n",
    "not a picture in a format we know": b"P6 3 3 255 " + bytes(27),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_other_formats_are_refused_by_name_whatever_their_ending(tmp_path: Path, kind: str) -> None:
    error = _refused(tmp_path, "picture.png", FOREIGN[kind])
    assert error.code == "media-unsupported"
    assert kind in str(error)
    assert "PNG, JPEG or WebP" in str(error)


def test_animations_and_pages_are_refused(tmp_path: Path) -> None:
    frames = [samples.painting(seed=seed) for seed in range(3)]
    for name, form in (("a.gif", "GIF"), ("a.png", "PNG"), ("a.webp", "WEBP"), ("a.tiff", "TIFF")):
        error = _refused(tmp_path, name, samples.saved(frames[0], form, save_all=True, append_images=frames[1:]))
        assert error.code == "media-animated", name


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP", "GIF", "TIFF", "BMP"])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.9, 0.99])
def test_cut_off_files_are_refused(tmp_path: Path, form: str, share: float) -> None:
    data = samples.saved(samples.painting(200, 150), form)
    assert _refused(tmp_path, "cut.file", data[: int(len(data) * share)]).code in {"media-broken", "media-unsupported"}


def test_a_flipped_bit_in_a_png_is_found(tmp_path: Path) -> None:
    data = bytearray(samples.saved(samples.painting(200, 150), "PNG"))
    data[len(data) // 2] ^= 1
    assert "checksum" in str(_refused(tmp_path, "flipped.png", bytes(data)))


def test_limits_are_the_studys_to_set(tmp_path: Path) -> None:
    name = samples.write(tmp_path, "a.png", samples.saved(samples.painting(64, 48), "PNG"))
    for limits in (PictureLimits(pixels=64 * 48 - 1), PictureLimits(bytes=100), PictureLimits(side=63)):
        with pytest.raises(BeholderError, match="limit") as caught:
            read_picture(tmp_path, name, limits=limits)
        assert caught.value.code == "media-too-large"
    assert read_picture(tmp_path, name, limits=PictureLimits(pixels=64 * 48)).width == 64


def test_polyglots_lose_their_second_face(tmp_path: Path) -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("run.js", "alert(1)")
    script = b"<script>alert(1)</script>"
    for form in ("PNG", "JPEG", "WEBP"):
        plain = samples.saved(samples.painting(), form)
        for tail in (archive.getvalue(), script, SVG):
            clean = strip(plain + tail, form.lower())
            assert b"alert" not in clean
            assert clean == strip(plain, form.lower())


def _bomb_header(width: int, height: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + samples.chunk(b"IHDR", header)
        + samples.chunk(b"IDAT", zlib.compress(bytes(64)))
        + samples.chunk(b"IEND", b"")
    )


def _bombs() -> dict[str, tuple[bytes, str]]:
    frame = b"," + struct.pack("<HHHHB", 0, 0, 60_000, 60_000, 0) + b"\x08\x01\x00\x00"
    small = b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02D\x01\x00"
    screen = b"GIF89a" + struct.pack("<HHBBB", 60_000, 60_000, 0x80, 0, 0) + bytes(6)
    tiny_screen = b"GIF89a" + struct.pack("<HHBBB", 1, 1, 0x80, 0, 0) + bytes(6)
    webp = b"VP8L" + struct.pack("<I", 6) + b"\x2f" + (16382 | 16382 << 14).to_bytes(4, "little") + b"\0"
    ifd = [(256, 4, 1, 50_000), (257, 4, 1, 50_000), (258, 3, 1, 8), (259, 3, 1, 1), (262, 3, 1, 1), (273, 4, 1, 8)]
    entries = b"".join(struct.pack("<HHII", *entry) for entry in ifd)
    tiff = b"II\x2a\x00" + struct.pack("<IH", 8, len(ifd)) + entries + bytes(4)
    bmp = b"BM" + struct.pack("<IIIIiiHHIIIIII", 54, 0, 54, 40, 50_000, 50_000, 1, 24, 0, 0, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    text = b"".join(packer.compress(bytes(1 << 20)) for _ in range(300)) + packer.flush()
    profile = b"icc\0\0" + text
    good = samples.saved(samples.painting(), "PNG")
    parts = dict(samples.png_parts(good))
    inflating = b"\x89PNG\r\n\x1a\n" + samples.chunk(b"IHDR", parts[b"IHDR"]) + samples.chunk(b"IDAT", text)
    return {
        "header.png": (_bomb_header(50_000, 50_000), "media-too-large"),
        "thin.png": (_bomb_header(1, 90_000_000), "media-too-large"),
        "mostly.png": (_bomb_header(9_999, 9_999), "media-broken"),
        "inflating.png": (inflating + samples.chunk(b"IEND", b""), "media-broken"),
        "screen.gif": (screen + frame + b";", "media-too-large"),
        "frames.gif": (tiny_screen + small * 200_000 + b";", "media-animated"),
        "large_frame.gif": (tiny_screen + frame + b";", "media-broken"),
        "canvas.webp": (b"RIFF" + struct.pack("<I", 4 + len(webp)) + b"WEBP" + webp, "media-too-large"),
        "pages.tiff": (tiff, "media-too-large"),
        "large.bmp": (bmp, "media-too-large"),
        "text.png": (samples.with_chunks(good, samples.chunk(b"zTXt", b"note\0\0" + text)), ""),
        "profile.png": (samples.with_chunks(good, samples.chunk(b"iCCP", profile)), ""),
    }


@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory are set by a POSIX call")
def test_bombs_are_refused_in_little_memory(tmp_path: Path) -> None:
    """In a process that may not have more than 512 MiB beyond what it starts with; the two text bombs are harmless."""
    expected = {}
    for name, (data, code) in _bombs().items():
        samples.write(tmp_path, name, data)
        expected[name] = code
    script = textwrap.dedent("""
        import json, resource, sys
        from pathlib import Path
        from beholder.errors import BeholderError
        from beholder.media import open_picture, read_picture
        now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + (512 << 20), now + (512 << 20)))
        found = {}
        for path in sorted(Path(sys.argv[1]).iterdir()):
            try:
                read_picture(path.parent, path.name)
                open_picture(path.parent, path.name)
                found[path.name] = ""
            except BeholderError as error:
                found[path.name] = error.code
        print(json.dumps(found))
    """)
    if not Path("/proc/self/statm").exists():
        pytest.skip("needs /proc to know the memory of a process")
    run = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == expected


OUTSIDE = [
    "../secret.png",
    "a/../../secret.png",
    "..\\secret.png",
    "/etc/passwd",
    "\\\\host\\share\\a.png",
    "C:\\a.png",
    "c:a.png",
    "a\x00.png",
    "",
    "sub/..",
    "link.png",
    "folder_link/secret.png",
    "../study_evil/secret.png",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_read(tmp_path: Path, name: str) -> None:
    root = tmp_path / "study"
    for folder in ("study", "study_evil", "elsewhere"):
        (tmp_path / folder).mkdir()
    for folder in (".", "study_evil", "elsewhere"):
        samples.write(tmp_path / folder, "secret.png", samples.saved(samples.painting(), "PNG"))
    (root / "sub").mkdir()
    (root / "link.png").symlink_to(tmp_path / "secret.png")
    (root / "folder_link").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BeholderError) as caught:
        open_picture(root, name)
    assert caught.value.code == "media-outside"


def test_links_inside_the_folder_are_followed_and_loops_are_not(tmp_path: Path) -> None:
    samples.write(tmp_path, "real.png", samples.saved(samples.painting(), "PNG"))
    (tmp_path / "link.png").symlink_to("real.png")
    assert confine(tmp_path, "link.png") == (tmp_path / "real.png").resolve()
    (tmp_path / "loop.png").symlink_to("loop.png")
    for name in ("loop.png", "none.png", "real.png/more.png", "a" * 5000, "."):
        with pytest.raises(BeholderError) as caught:
            open_picture(tmp_path, name)
        assert caught.value.code == "media-missing"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    with pytest.raises(BeholderError, match="not a file"):
        open_picture(tmp_path, "pipe.png")
