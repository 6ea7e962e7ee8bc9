"""How far two clips that play in step are apart, in frames, as a rater's page plays them in Chromium."""

from __future__ import annotations

import json
import shutil
import statistics
import subprocess
import tempfile
from bisect import bisect_right
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from beholder.testing import running_server
from beholder.testing.browser import launch_options

__all__ = ["measure_clips"]

_RATE = 25
_SECONDS = 8
_PROTOCOL = """
name: clips
title: Clips
shows: pair
candidate: {video: {kind: video}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""
# which frame each clip shows, and when it is on the screen
_WATCH = """() => new Promise((done) => {
  const videos = [...document.querySelectorAll("form.trial.current video")];
  const shown = videos.map(() => []);
  videos.forEach((video, n) => {
    const note = (_now, frame) => {
      shown[n].push([frame.expectedDisplayTime, frame.mediaTime]);
      video.requestVideoFrameCallback(note);
    };
    video.requestVideoFrameCallback(note);
  });
  videos[0].addEventListener("ended", () => setTimeout(() => done(shown), 200));
  document.querySelector("form.trial.current bh-clips").play();
})"""
# milliseconds: half a refresh of the screen, within which two frames come to it together
_TOGETHER = 8


def _apart(first: list[list[float]], second: list[list[float]]) -> list[float]:
    """At each frame of the first clip, how many frames the second is before or behind."""
    times = [at for at, _ in second]
    found = []
    for at, shown in first:
        n = bisect_right(times, at + _TOGETHER) - 1
        if n >= 0:
            found.append(abs(shown - second[n][1]) * _RATE)
    return found


def measure_clips() -> dict[str, Any]:
    """Frames apart: median, 95th percentile and most, and the share of frames at which clips were within one."""
    found = shutil.which("ffmpeg")
    if found is None:
        return {"skipped": "there is no ffmpeg to make clips with"}
    with tempfile.TemporaryDirectory(prefix="beholder-clips-") as scratch:
        folder = _study(Path(scratch) / "study", found)
        with (
            running_server(folder) as server,
            sync_playwright() as playwright,
            playwright.chromium.launch(**launch_options()) as browser,
        ):
            page = browser.new_page()
            page.goto(server.rater_url(0))
            page.locator("[data-action=join]").click()
            page.locator("form.trial.current").wait_for()
            first, second = page.evaluate(_WATCH)
    counted = sorted(_apart(first, second))
    return {
        "frames": len(counted),
        "median_apart": round(statistics.median(counted), 2),
        "p95_apart": round(counted[int(0.95 * (len(counted) - 1))], 2),
        "most_apart": round(counted[-1], 2),
        "share_within_one": round(sum(one <= 1.01 for one in counted) / len(counted), 3),
    }


def _study(folder: Path, ffmpeg: str) -> Path:
    (folder / "media").mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    settings = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 2\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(settings, encoding="utf-8")
    source = f"testsrc2=size=640x360:rate={_RATE}:duration={_SECONDS}"
    for system, look in (("a", "null"), ("b", "negate")):
        made = folder / "media" / f"{system}.webm"
        coder = ["-vf", look, "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "1M"]
        subprocess.run([ffmpeg, "-nostdin", "-v", "error", "-f", "lavfi", "-i", source, *coder, str(made)], check=True)
    candidates = [{"system": system, "video": f"{system}.webm"} for system in "ab"]
    (folder / "items.jsonl").write_text(json.dumps({"id": "i", "candidates": candidates}), encoding="utf-8")
    return folder


if __name__ == "__main__":
    print(json.dumps(measure_clips(), indent=2))
