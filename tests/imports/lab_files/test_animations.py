"""Animated pictures of a lab become clips, by `new --from` alone; a picture that does not move stays one."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from beholder import limits
from beholder.cli.main import app
from beholder.errors import BeholderError
from beholder.media import read_video
from beholder.media.video import animation, is_animation, write_animation
from beholder.study import check_folder, load_definition
from tests.clip_maker import frames_of
from tests.imports.lab_files.test_new_study import SYSTEMS, made, picture, run

ITEMS = 5


def animate(
    path: Path,
    n: int = 0,
    *,
    frames: int = 4,
    size: tuple[int, int] = (33, 21),
    lasting: int | Sequence[int] = 120,
    clear: bool = False,
) -> Path:
    """A square that moves, in the format of the path's ending."""
    path.parent.mkdir(parents=True, exist_ok=True)
    colour = random.Random(n).choice(["seagreen", "navy", "maroon", "olive", "teal"])
    made = []
    for at in range(frames):
        image = Image.new("RGBA", size, (0, 0, 0, 0) if clear else colour)
        ImageDraw.Draw(image).rectangle((3 * at, 4, 3 * at + 6, 10), fill="gold")
        made.append(image if path.suffix != ".gif" or clear else image.convert("RGB"))
    options = {"save_all": True, "append_images": made[1:], "duration": lasting, "loop": 0} if frames > 1 else {}
    made[0].save(path, {".apng": "PNG"}.get(path.suffix), disposal=2, **options)
    return path


def prompts(folder: Path) -> None:
    """A prompt for each item."""
    text = "id,prompt\n" + "".join(f"{n},prompt {n}\n" for n in range(ITEMS))
    (folder / "prompts.csv").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("ending", [".gif", ".webp", ".png", ".apng"])
def test_pairs_of_animated_pictures_are_shown_as_clips(tmp_path: Path, ending: str) -> None:
    for n in range(ITEMS):
        for k, system in enumerate(SYSTEMS):
            animate(tmp_path / "lab" / system / f"{n}{ending}", n + 7 * k)
    prompts(tmp_path / "lab")
    said = made("side-by-side", tmp_path / "study", "--from", tmp_path / "lab")
    assert f"{ITEMS * len(SYSTEMS)} animated pictures" in said
    definition = load_definition(tmp_path / "study")
    assert definition.settings.params == {"outputs": "clip"}
    clips = [one.columns["clip"] for item in definition.items for one in item.candidates]
    for name in clips:
        video = read_video(definition.media_root, name)
        assert (video.format, video.codec, video.width, video.height) == ("webm", "vp8", 33, 21)
        assert (video.frames, round(video.seconds, 6), video.steady) == (4, 0.48, True)
    # nothing in how they are coded tells systems apart
    assert "media-tells-system" not in {one.code for one in check_folder(tmp_path / "study").problems}
    if ending == ".gif":
        assert CliRunner().invoke(app, ["check", str(tmp_path / "study")]).exit_code == 0


def test_animations_that_a_table_names_are_clips(tmp_path: Path) -> None:
    rows = [{"id": n, "prompt": f"prompt {n}"} for n in range(ITEMS)]
    for row in rows:
        for k, system in enumerate(SYSTEMS):
            row[system] = animate(tmp_path / "lab" / f"{row['id']}-{k}.gif", k).name
    table = tmp_path / "lab" / "outputs.jsonl"
    table.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    made("side-by-side", tmp_path / "wide", "--from", table)
    long = [
        {"id": row["id"], "prompt": row["prompt"], "system": system, "image": row[system]}
        for row in rows
        for system in SYSTEMS
    ]
    table.write_text("".join(json.dumps(row) + "\n" for row in long), encoding="utf-8")
    made("side-by-side", tmp_path / "long", "--from", table)
    made("opinion", tmp_path / "opinion", "--from", table)
    for study in ("wide", "long", "opinion"):
        items = load_definition(tmp_path / study).items
        assert {Path(str(one.columns["clip"])).suffix for item in items for one in item.candidates} == {".webm"}


def test_a_picture_of_one_frame_stays_a_picture(tmp_path: Path) -> None:
    for n in range(ITEMS):
        for k, system in enumerate(SYSTEMS):
            animate(tmp_path / "lab" / system / f"{n}.gif", n + 7 * k, frames=1)
    prompts(tmp_path / "lab")
    made("side-by-side", tmp_path / "study", "--from", tmp_path / "lab")
    definition = load_definition(tmp_path / "study")
    assert definition.settings.params == {}
    assert {Path(one.columns["image"]).suffix for item in definition.items for one in item.candidates} == {".gif"}


def test_a_picture_among_animations_is_named(tmp_path: Path) -> None:
    for n in range(ITEMS):
        animate(tmp_path / "lab" / "a" / f"{n}.gif", n)
        picture(tmp_path / "lab" / "b" / f"{n}.png", n)
    result = run("side-by-side", tmp_path / "study", "--from", tmp_path / "lab")
    assert isinstance(result.exception, BeholderError)
    assert "0.png" in str(result.exception)
    assert not (tmp_path / "study" / "study.yaml").exists()


@pytest.mark.parametrize(("lasting", "seconds"), [(0, 0.4), (10, 0.4), (20, 0.08), ([30, 500, 70, 1000], 1.6)], ids=str)
def test_frames_keep_their_times_as_browsers_do(tmp_path: Path, lasting: int | list[int], seconds: float) -> None:
    animate(tmp_path / "a.gif", lasting=lasting)
    write_animation(tmp_path / "a.gif", tmp_path / "a.webm")
    found = read_video(tmp_path, "a.webm")
    assert (found.frames, round(found.seconds, 6)) == (4, seconds)


def test_what_is_transparent_becomes_white_and_every_frame_is_played(tmp_path: Path) -> None:
    for ending in (".gif", ".webp", ".png"):
        path = animate(tmp_path / f"a{ending}", clear=True)
        write_animation(path, tmp_path / "a.webm")
        data = (tmp_path / "a.webm").read_bytes()
        at = data.index(b"\xa3", data.index(b"\x1f\x43\xb6\x75")) + 13
        frame = data[at : data.find(b"\x1f\x43\xb6\x75", at)]
        wrapped = b"WEBPVP8 " + struct.pack("<I", len(frame)) + frame + b"\0" * (len(frame) % 2)
        (tmp_path / "frame.webp").write_bytes(b"RIFF" + struct.pack("<I", len(wrapped)) + wrapped)
        with Image.open(tmp_path / "frame.webp") as image:
            assert image.convert("L").crop((28, 14, 33, 21)).getextrema()[0] > 245, ending  # type: ignore[operator]
        assert len(set(frames_of(tmp_path / "a.webm"))) == 4


def _cut(data: bytes) -> bytes:
    return data[: len(data) * 2 // 3]


@pytest.mark.parametrize("damage", [_cut, lambda data: data[:400] + bytes(200) + data[600:]])
@pytest.mark.parametrize("ending", [".gif", ".webp", ".png"])
def test_a_broken_animation_is_refused_or_made_and_never_a_traceback(
    tmp_path: Path, ending: str, damage: Callable[[bytes], bytes]
) -> None:
    path = animate(tmp_path / f"a{ending}", size=(80, 60))
    path.write_bytes(damage(path.read_bytes()))
    is_animation(path)
    with suppress(BeholderError):
        write_animation(path, tmp_path / "a.webm")
        read_video(tmp_path, "a.webm")


def test_an_animation_has_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.MAX_ANIMATION_FRAMES > 1000
    path = animate(tmp_path / "a.gif")
    for name, most in (("MAX_ANIMATION_FRAMES", 3), ("MAX_ANIMATION_PIXELS", 33 * 21 * 3), ("_MAX_SIDE", 32)):
        with monkeypatch.context() as patch:
            patch.setattr(animation, name, most)
            with pytest.raises(BeholderError) as refused:
                write_animation(path, tmp_path / "a.webm")
        assert refused.value.code == "media-too-large"
        assert refused.value.problems[0].hint
        assert not (tmp_path / "a.webm").exists()
