"""Clips on the rater's page: played together by one key, frame by frame, and to their end before an answer is sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, expect

from beholder.media import read_video
from beholder.testing import RunningServer, running_server
from tests.clip_maker import ffmpeg, make_clip

from .conftest import PHONE
from .rater_page import RaterPage
from .test_coordinator import Desk, too_wide
from .waits import wait_until_at_rest, wait_until_drawn

_PROTOCOL = """
name: clips
title: Clips
shows: pair
candidate: {video: {kind: video}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""


# VP9, which every Chromium plays, unlike H.264
_VP9 = ("libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-pix_fmt", "yuv420p")


def _study(folder: Path, settings: str, clips: tuple[str, str] = ("a.webm", "b.webm")) -> Path:
    (folder / "media").mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    head = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 50\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(head + settings, encoding="utf-8")
    for name in clips:
        _MADE.get(name, _plain)(folder / "media" / name)
    candidates = [{"system": system, "video": name} for system, name in zip("ab", clips, strict=True)]
    items = [json.dumps({"id": f"i{n}", "candidates": candidates}) for n in range(3)]
    (folder / "items.jsonl").write_text("\n".join(items), encoding="utf-8")
    return folder


def _beside_the_original(folder: Path) -> Path:
    """Degradation category rating: the original is shown with what was made of it."""
    (folder / "media").mkdir(parents=True)
    head = "protocol: opinion\nparams: {method: dcr}\nitems: items.jsonl\nmedia: media\nratings: 50\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(head, encoding="utf-8")
    for name in ("a.webm", "b.webm"):
        _plain(folder / "media" / name)
    item = {"id": "i", "original_clip": "a.webm", "candidates": [{"system": "b", "clip": "b.webm"}]}
    (folder / "items.jsonl").write_text(json.dumps(item), encoding="utf-8")
    return folder


def _plain(path: Path) -> None:
    # VP8, as above
    make_clip(path, seconds=0.8, size="320x180")


def _turned(path: Path) -> None:
    """Red at the left and blue at the right as it is stored; told to be turned by a quarter."""
    halves = "drawbox=w=iw/2:c=red:t=fill,drawbox=x=iw/2:w=iw/2:c=blue:t=fill"
    lying = make_clip(path.with_name("lying.mp4"), seconds=0.4, video=_VP9, options=("-vf", halves))
    ffmpeg("-i", str(lying), "-c", "copy", "-metadata:s:v", "rotate=90", str(path))
    lying.unlink()


def _uneven(path: Path) -> None:
    """A pause of a third of a second between two of its frames, and sound."""
    pause = "setpts=N/25/TB+gte(N\\,10)*0.3/TB"
    options = ("-vf", pause, "-fps_mode", "vfr", "-c:a", "libopus", "-shortest")
    make_clip(path, seconds=0.8, video=_VP9, sound=True, options=options)


_MADE = {"turned.mp4": _turned, "uneven.mp4": _uneven}


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("clips")
    return [
        _study(root / "together", ""),
        _study(root / "turn", "clips: {play: in-turn}\n"),
        _study(root / "odd", "", ("turned.mp4", "uneven.mp4")),
        _beside_the_original(root / "original"),
    ]


@pytest.fixture(scope="module")
def clip_server(folders: list[Path]) -> Iterator[RunningServer]:
    with running_server(*folders) as running:
        yield running


OpenClips = Callable[..., RaterPage]


@pytest.fixture
def open_clips(
    clip_server: RunningServer, folders: list[Path], make_context: Callable[..., BrowserContext]
) -> OpenClips:
    def make(which: int, **options: object) -> RaterPage:
        page = make_context(**options).new_page()
        page.set_default_timeout(30_000)
        return RaterPage(page, clip_server.rater_url(which), folders[which])

    return make


def _ended(rater: RaterPage) -> list[int]:
    found: list[int] = rater.trial.locator("bh-clips").evaluate("(bar) => bar.log.read().map((one) => one.ended)")
    return found


def _colour_of_next(rater: RaterPage) -> str:
    """Once it has come to rest."""
    button = rater.trial.locator("button[type=submit]")
    wait_until_at_rest(button)
    return str(button.evaluate("(one) => getComputedStyle(one).backgroundColor"))


def test_clips_are_played_to_their_end_before_an_answer_goes_out(open_clips: OpenClips) -> None:
    rater = open_clips(0).join()
    told = rater.trial.locator(".clip-told")
    expect(told).to_have_text("Play to the end before you answer.")
    rater.page.keyboard.press("ArrowLeft")
    not_yet = _colour_of_next(rater)
    rater.page.keyboard.press("Enter")
    expect(rater.trial.locator(".problems")).to_contain_text("play every clip to its end")
    expect(rater.trial.locator("[data-clip=play]")).to_be_focused()
    # the page has led there, so that one key plays them
    rater.page.keyboard.press("Space")
    expect(told).to_have_text("Watched to the end")
    assert _ended(rater) == [1, 1]
    assert _colour_of_next(rater) != not_yet, "it looks ready once it is"
    rater.page.keyboard.press("Period")
    times = [video.evaluate("(one) => one.currentTime") for video in rater.trial.locator("video").all()]
    assert times[0] == times[1]
    rater.page.keyboard.press("Enter")
    expect(rater.page.locator(".bar")).to_contain_text("1 of")


@pytest.mark.long
def test_clips_in_turn_are_seen_one_at_a_time_by_touch(open_clips: OpenClips) -> None:
    rater = open_clips(1, **PHONE).join()
    first, second = rater.trial.locator("figure:has(video)").all()
    expect(first).to_be_visible()
    expect(second).to_be_hidden()
    first.locator("video").tap()
    expect(second).to_be_visible()
    expect(first).to_be_hidden()
    expect(rater.trial.locator(".clip-told")).to_have_text("Watched to the end")
    assert _ended(rater) == [1, 1]


@pytest.mark.long
def test_what_was_watched_is_remembered_when_the_page_is_loaded_again(open_clips: OpenClips) -> None:
    rater = open_clips(0).join()
    rater.trial.locator("video").first.click()
    expect(rater.trial.locator(".clip-told")).to_have_text("Watched to the end")
    rater.page.keyboard.press("ArrowRight")
    rater.page.reload()
    rater.get_ready()
    expect(rater.trial.locator(".clip-told")).to_have_text("Watched to the end")


_COLOURS = """(video) => {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [video.videoWidth, video.videoHeight];
  const pen = canvas.getContext("2d");
  pen.drawImage(video, 0, 0);
  const at = (x, y) => { const [red, , blue] = pen.getImageData(x, y, 1, 1).data; return red > blue ? "red" : "blue"; };
  return [canvas.width, canvas.height, at(canvas.width / 2, 8), at(canvas.width / 2, canvas.height - 8)];
}"""


@pytest.mark.long
def test_a_turned_clip_stands_upright_and_an_uneven_one_is_played_silently_to_its_end(
    open_clips: OpenClips, folders: list[Path]
) -> None:
    rater = open_clips(2).join()
    rater.page.keyboard.press("Space")
    expect(rater.trial.locator(".clip-told")).to_have_text("Watched to the end")
    shown = [one.evaluate(_COLOURS) for one in rater.trial.locator("video").all()]
    known = read_video(folders[2] / "media", "turned.mp4")
    # ffmpeg turns the other way round: what lay at the right stands above
    assert [known.width, known.height, "blue", "red"] in shown
    assert (known.width, known.height) == (64, 96)
    assert rater.trial.locator("video").evaluate_all("(all) => all.every((one) => one.muted)")
    expect(rater.trial.locator("[data-clip=sound]")).to_have_count(0)


def test_who_skips_a_clip_is_asked_about_a_clip(open_clips: OpenClips) -> None:
    rater = open_clips(0).join()
    rater.page.keyboard.press("x")
    expect(rater.page.locator("#help label:has(input[value=known])")).to_contain_text("I know this clip or its author")


def _drawn(clip: Locator) -> dict[str, float]:
    """Where a clip is painted within its element, which has the room around it as well."""
    return dict(
        clip.evaluate(
            """(one) => {
                const { left, top, width, height } = one.getBoundingClientRect();
                const fit = Math.min(width / one.videoWidth, height / one.videoHeight);
                const [w, h] = [one.videoWidth * fit, one.videoHeight * fit];
                return { left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, bottom: top + (height + h) / 2 };
            }"""
        )
    )


def _room(rater: RaterPage) -> tuple[FloatRect, FloatRect]:
    """The stage, and the bar at its end."""
    stage, bar = rater.trial.locator(".plain-pictures").bounding_box(), rater.trial.locator("bh-clips").bounding_box()
    assert stage is not None
    assert bar is not None
    return stage, bar


def test_a_phone_gives_clips_the_room_that_they_fill_and_questions_leave(open_clips: OpenClips) -> None:
    rater = open_clips(0, **PHONE).join()
    wait_until_drawn(rater.page)
    stage, bar = _room(rater)
    drawn = [_drawn(one) for one in rater.trial.locator("video").all()]
    assert min(one["width"] for one in drawn) > 250, "the one question leaves room for both above each other"
    # the name above, edges below
    assert drawn[0]["top"] - stage["y"] < 50
    assert bar["y"] - drawn[-1]["bottom"] < 30
    assert rater.trial.evaluate("(form) => form.scrollHeight <= form.clientHeight + 1"), "nothing needs scrolling"


def test_a_clip_and_its_original_stand_as_the_window_makes_them_larger(open_clips: OpenClips) -> None:
    rater = open_clips(3, viewport={"width": 1024, "height": 768}).join()
    wait_until_drawn(rater.page)
    original, rated = (_drawn(one) for one in rater.trial.locator("video").all())
    assert rated["top"] > original["bottom"]
    assert rated["width"] > _room(rater)[0]["width"] / 2
    rater.page.set_viewport_size({"width": 1280, "height": 600})
    wait_until_drawn(rater.page)
    original, rated = (_drawn(one) for one in rater.trial.locator("video").all())
    assert rated["left"] > original["left"] + original["width"]


def test_clips_fit_the_page_of_their_item(
    clip_server: RunningServer, make_context: Callable[..., BrowserContext]
) -> None:
    desk = Desk(clip_server, {})
    page = desk.sit(make_context, viewport={"width": 320, "height": 640})
    desk.go(page, "items/0")
    page.wait_for_function("() => [...document.querySelectorAll('video')].every((one) => one.videoWidth === 320)")
    assert too_wide(page) <= 0


_PHONE_LOADS_LATE = """
  const known = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, "readyState").get;
  const play = HTMLMediaElement.prototype.play;
  Object.defineProperty(HTMLMediaElement.prototype, "readyState", { get() { return this.asked ? known.call(this) : 1; } });
  Object.defineProperty(HTMLMediaElement.prototype, "networkState", { get() { return this.asked ? 2 : 1; } });
  HTMLMediaElement.prototype.play = function () {
    if (!this.asked) setTimeout(() => this.dispatchEvent(new Event("canplay")));
    this.asked = true;
    return play.call(this);
  };
  Object.defineProperty(document, "fullscreenEnabled", { value: false });
"""


@pytest.mark.long
def test_a_phone_that_loads_nothing_before_it_is_asked_plays_all_the_same(open_clips: OpenClips) -> None:
    """To save data, phones load no more of a clip than its header until somebody plays it."""
    rater = open_clips(0, **PHONE)
    rater.page.add_init_script(_PHONE_LOADS_LATE)
    rater.join()
    # the first frame is asked for by the address
    assert all(
        src.endswith("#t=0.001") for src in rater.trial.locator("video").evaluate_all("(a) => a.map((v) => v.src)")
    )
    expect(rater.trial.locator("[data-clip=fill]")).to_be_hidden()
    rater.trial.locator("video").first.tap()
    expect(rater.trial.locator(".clip-told")).to_have_text("Watched to the end")
    assert _ended(rater) == [1, 1]
