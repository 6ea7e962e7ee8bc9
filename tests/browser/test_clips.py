"""Clips on the rater's page: played together by one key, frame by frame, and to their end before an answer is sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from beholder.testing import RunningServer, running_server
from tests.clip_maker import make_clip

from .conftest import PHONE
from .rater_page import RaterPage
from .waits import wait_until_at_rest

_PROTOCOL = """
name: clips
title: Clips
shows: pair
candidate: {video: {kind: video}}
form:
  fields:
    better: {kind: preference, label: "Which is better?"}
"""


def _study(folder: Path, settings: str) -> Path:
    (folder / "media").mkdir(parents=True)
    (folder / "protocol.yaml").write_text(_PROTOCOL, encoding="utf-8")
    head = "protocol: protocol.yaml\nitems: items.jsonl\nmedia: media\nratings: 50\nlanguages: [en]\n"
    (folder / "study.yaml").write_text(head + settings, encoding="utf-8")
    # VP8, which every Chromium plays
    for system in "ab":
        make_clip(folder / "media" / f"{system}.webm", seconds=0.8, size="320x180")
    candidates = [{"system": system, "video": f"{system}.webm"} for system in "ab"]
    items = [json.dumps({"id": f"i{n}", "candidates": candidates}) for n in range(3)]
    (folder / "items.jsonl").write_text("\n".join(items), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    root = tmp_path_factory.mktemp("clips")
    return [_study(root / "together", ""), _study(root / "turn", "clips: {play: in-turn}\n")]


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
