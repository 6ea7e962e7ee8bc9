"""Clips that are written without an encoder are read by our reader, and played by whatever plays WebM."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw

from beholder.media import read_video
from beholder.media.video.webm_writer import write_webm
from tests.clip_maker import frames_of


def _frames(n: int) -> list[Image.Image]:
    made = []
    for number in range(n):
        image = Image.new("RGB", (64, 48), "seagreen")
        ImageDraw.Draw(image).rectangle((4 * number, 10, 4 * number + 12, 30), fill="gold")
        made.append(image)
    return made


def test_what_is_written_is_read_and_the_same_frames_are_the_same_bytes(tmp_path: Path) -> None:
    assert write_webm(tmp_path / "a.webm", _frames(10), rate=5) == "a.webm"
    found = read_video(tmp_path, "a.webm")
    assert (found.format, found.codec, found.width, found.height) == ("webm", "vp8", 64, 48)
    assert (found.frames, found.seconds, found.frame_rate, found.steady) == (10, 2.0, 5.0, True)
    write_webm(tmp_path / "b.webm", _frames(10), rate=5)
    assert (tmp_path / "a.webm").read_bytes() == (tmp_path / "b.webm").read_bytes()


def test_every_frame_is_decoded(tmp_path: Path) -> None:
    write_webm(tmp_path / "a.webm", _frames(10), rate=5)
    assert len(set(frames_of(tmp_path / "a.webm"))) == 10
