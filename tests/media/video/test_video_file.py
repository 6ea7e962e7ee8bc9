"""Clips are read by their containers, refused by name where browsers do not play them, and stripped of all but frames."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beholder.errors import BeholderError
from beholder.media import ClipSource, VideoLimits, clip_leaks, read_video, survey_clips, take_in_clips
from tests.clip_maker import CANARY, ffmpeg, frames_of, make_clip

H264 = ("libx264", "-preset", "ultrafast")


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of clips that browsers play."""
    folder = tmp_path_factory.mktemp("clips")
    make_clip(folder / "plain.mp4", options=("-movflags", "+faststart"))
    make_clip(folder / "sound.mp4", sound=True)
    make_clip(folder / "sound.webm", sound=True, options=("-c:a", "libvorbis", "-metadata:s:a", f"comment={CANARY}"))
    make_clip(folder / "vp9.webm", video=("libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"))
    make_clip(folder / "av1.mp4", video=("libaom-av1", "-cpu-used", "8", "-usage", "realtime"), seconds=0.4)
    uneven = "setpts=N/25/TB+gte(N\\,10)*0.3/TB"
    make_clip(folder / "uneven.mp4", options=("-vf", uneven, "-fps_mode", "vfr"))
    ffmpeg("-i", str(folder / "plain.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90", str(folder / "turned.mp4"))
    return folder


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("plain.mp4", {"format": "mp4", "codec": "h264", "width": 96, "height": 64, "audio": "", "frames": 25}),
        ("sound.mp4", {"codec": "h264", "audio": "mp4a", "frame_rate": 25.0, "steady": True, "seconds": 1.0}),
        ("sound.webm", {"format": "webm", "codec": "vp8", "audio": "A_VORBIS", "frames": 25, "frame_rate": 25.0}),
        ("vp9.webm", {"codec": "vp9", "audio": "", "width": 96, "height": 64}),
        ("av1.mp4", {"codec": "av1", "frames": 10}),
        ("uneven.mp4", {"steady": False, "frame_rate": 25.0, "frames": 25}),
        # ffmpeg turns the other way round
        ("turned.mp4", {"width": 64, "height": 96, "rotation": 270}),
    ],
)
def test_a_clip_says_what_it_is(clips: Path, name: str, facts: dict[str, Any]) -> None:
    found = read_video(clips, name)
    assert {key: getattr(found, key) for key in facts} == facts


def test_raters_get_every_frame_and_nothing_that_the_container_says(clips: Path, tmp_path: Path) -> None:
    names = sorted(path.name for path in clips.iterdir())
    before = {name: (clips / name).read_bytes() for name in names}
    found = survey_clips([ClipSource(name) for name in names], clips)
    taken = take_in_clips(found, clips, tmp_path)
    assert not found.problems
    assert not taken.problems
    for name in names:
        copy = tmp_path / taken.receipts[name].file
        data = copy.read_bytes()
        # the canary, who made the file, and with what: in the container, in Vorbis comments, between the frames
        assert not [one for one in (CANARY.encode(), b"Lavf", b"Lavc", b"x264 - core", b"Xiph") if one in data], name
        assert frames_of(copy) == frames_of(clips / name), name
        assert (clips / name).read_bytes() == before[name], "the original is left alone"
    assert CANARY.encode() in before["plain.mp4"]
    assert b"x264 - core" in before["plain.mp4"]
    again = take_in_clips(found, clips, tmp_path)
    assert again.receipts == taken.receipts


def test_a_file_appended_to_a_clip_does_not_reach_raters(clips: Path, tmp_path: Path) -> None:
    hidden = CANARY.encode()
    (tmp_path / "a.webm").write_bytes((clips / "vp9.webm").read_bytes() + hidden)
    box = (8 + 16 + len(hidden)).to_bytes(4, "big") + b"uuid" + bytes(16) + hidden
    (tmp_path / "b.mp4").write_bytes((clips / "plain.mp4").read_bytes() + box)
    found = survey_clips([ClipSource("a.webm"), ClipSource("b.mp4")], tmp_path)
    for receipt in take_in_clips(found, tmp_path, tmp_path / "cache").receipts.values():
        assert hidden not in (tmp_path / "cache" / receipt.file).read_bytes()


@pytest.mark.parametrize(
    ("name", "how", "said", "code"),
    [
        ("a.mp4", {"video": ("libx265", "-x265-params", "log-level=none")}, "HEVC", "media-unsupported"),
        ("a.mp4", {"video": (*H264, "-pix_fmt", "yuv444p")}, "finer colour", "media-unsupported"),
        ("a.mp4", {"options": ("-movflags", "frag_keyframe+empty_moov")}, "in fragments", "media-unsupported"),
        ("a.mov", {}, "QuickTime", "media-unsupported"),
        ("a.mkv", {}, "'matroska'", "media-unsupported"),
        ("a.avi", {"video": ("mpeg4",)}, "an AVI file", "media-unsupported"),
        ("a.ts", {}, "transport stream", "media-unsupported"),
        ("a.mp4", {"sound": True, "options": ("-vn",)}, "no video track", "media-unsupported"),
    ],
    ids=["hevc", "444", "fragments", "mov", "mkv", "avi", "ts", "sound"],
)
def test_what_browsers_do_not_play_is_refused_by_name(
    tmp_path: Path, name: str, how: dict[str, Any], said: str, code: str
) -> None:
    make_clip(tmp_path / name, seconds=0.2, **how)
    with pytest.raises(BeholderError, match=said) as refused:
        read_video(tmp_path, name)
    assert refused.value.code == code
    assert name in str(refused.value)
    assert refused.value.problems[0].hint


def test_a_live_recording_is_refused_with_the_way_to_mend_it(tmp_path: Path) -> None:
    made = make_clip(tmp_path / "made.webm", seconds=0.2)
    (tmp_path / "live.webm").write_bytes(ffmpeg("-i", str(made), "-c", "copy", "-f", "webm", "-live", "1", "pipe:1"))
    with pytest.raises(BeholderError, match="recorded live") as refused:
        read_video(tmp_path, "live.webm")
    assert "-c copy" in refused.value.problems[0].hint


@pytest.mark.parametrize("name", ["plain.mp4", "sound.mp4", "sound.webm"])
def test_a_clip_that_was_cut_off_is_refused_wherever_it_ends(clips: Path, tmp_path: Path, name: str) -> None:
    data = (clips / name).read_bytes()
    for share in (0.01, 0.1, 0.5, 0.9, 0.999):
        (tmp_path / name).write_bytes(data[: int(share * len(data))])
        with pytest.raises(BeholderError) as refused:
            read_video(tmp_path, name)
        assert refused.value.code == "media-broken", share


def test_a_file_too_large_or_of_no_known_kind_is_refused(clips: Path, tmp_path: Path) -> None:
    with pytest.raises(BeholderError, match=r"the limit is 1,000") as refused:
        read_video(clips, "plain.mp4", limits=VideoLimits(bytes=1000))
    assert "most_megabytes" in refused.value.problems[0].hint
    (tmp_path / "notes.mp4").write_bytes(b"these are notes, and no film")
    with pytest.raises(BeholderError, match="not a video in a format we know"):
        read_video(tmp_path, "notes.mp4")


@given(data=st.data())
def test_a_damaged_file_is_refused_or_read_and_never_breaks_the_reader(
    clips: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(["plain.mp4", "sound.webm"]))
    content = bytearray((clips / name).read_bytes())
    # the headers are at the beginning of both
    for at in data.draw(st.lists(st.integers(0, 1200), min_size=1, max_size=6)):
        content[at] = data.draw(st.integers(0, 255))
    folder = tmp_path_factory.getbasetemp() / "damaged"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content)
    with suppress(BeholderError):
        read_video(folder, name)


def test_sound_that_is_to_be_heard_must_be_there(clips: Path, tmp_path: Path) -> None:
    found = survey_clips([ClipSource("plain.mp4", audio=True), ClipSource("sound.mp4", audio=True)], clips)
    assert [(one.code, one.warning) for one in found.problems] == [("media-silent", True)]
    made = make_clip(tmp_path / "a.mp4", seconds=0.2, sound=True, options=("-c:a", "ac3"))
    (refused,) = survey_clips([ClipSource(made.name, audio=True)], tmp_path).errors
    assert "'ac-3'" in refused.problem


def test_what_tells_systems_apart_is_told_to_the_author(clips: Path, tmp_path: Path) -> None:
    sources = []
    for system, name in (("a", "plain.mp4"), ("b", "vp9.webm")):
        for number in range(5):
            copy = tmp_path / f"{system}{number}{Path(name).suffix}"
            copy.write_bytes((clips / name).read_bytes())
            sources.append(ClipSource(copy.name, system))
    told = clip_leaks(survey_clips(sources, tmp_path))
    assert [one.problem.split(" tells")[0] for one in told] == ["the container and coding of a clip"]
