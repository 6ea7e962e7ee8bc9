"""Short clips, made on the spot by ffmpeg: of every container and coding that browsers play, and of some they do not."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

__all__ = ["CANARY", "frames_of", "make_clip"]

CANARY = "kestrel-diffusion-9"
_CODERS = {
    "mp4": ("libx264", "-pix_fmt", "yuv420p", "-preset", "ultrafast"),
    "webm": ("libvpx", "-deadline", "realtime", "-cpu-used", "8"),
}


def ffmpeg(*options: str) -> bytes:
    """What ffmpeg writes to its output."""
    found = shutil.which("ffmpeg")
    if found is None:
        assert os.environ.get("CI") != "true", "there is no ffmpeg: run make system"
        pytest.skip("there is no ffmpeg to make clips with")
    done = subprocess.run([found, "-nostdin", "-v", "error", "-y", *options], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def make_clip(
    path: Path,
    *,
    seconds: float = 1,
    size: str = "96x64",
    rate: int = 25,
    sound: bool = False,
    video: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
) -> Path:
    """A clip of a test picture that moves, with a canary wherever a container has room for text."""
    source = ["-f", "lavfi", "-i", f"testsrc2=size={size}:rate={rate}:duration={seconds}"]
    if sound:
        source += ["-f", "lavfi", "-i", f"sine=duration={seconds}"]
    coder = video or _CODERS.get(path.suffix[1:], _CODERS["mp4"])
    texts = [f"title={CANARY}", f"comment={CANARY}", f"artist={CANARY}", "creation_time=2026-01-02T03:04:05Z"]
    notes = [part for text in texts for part in ("-metadata", text)]
    notes += ["-metadata:s:v", f"title={CANARY}", "-metadata:s:v", f"handler_name={CANARY}"]
    ffmpeg(*source, "-c:v", *coder, *notes, *options, str(path))
    return path


def frames_of(path: Path) -> list[str]:
    """A digest of every frame, as a player would show it."""
    listed = ffmpeg("-i", str(path), "-map", "0:v", "-f", "framemd5", "-").decode()
    return [line.split(",")[-1].strip() for line in listed.splitlines() if not line.startswith("#")]
