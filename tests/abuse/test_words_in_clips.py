"""A word that somebody hides in a clip does not reach raters, or `check` says that it would."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PIL import Image

from beholder.media import ClipSource, clip_leaks, survey_clips, take_in_clips
from tests.abuse.clip_bytes import FRAMES, Mp4, box, element, number, unit, webm
from tests.clip_maker import CANARY, frames_of, make_clip

WORD = CANARY.encode()
BIG = WORD * 20


def _vp8() -> bytes:
    held = io.BytesIO()
    Image.new("RGB", (16, 16), "grey").save(held, "WEBP", quality=50)
    data = held.getvalue()
    return data[20 : 20 + int.from_bytes(data[16:20], "little")]


VP8 = _vp8()


def _message(kind: int, text: bytes) -> bytes:
    size = len(text)
    return unit(bytes([6, kind]) + b"\xff" * (size // 255) + bytes([size % 255]) + text + b"\x80")


def _before(note: bytes) -> Mp4:
    return Mp4(frames=(note + FRAMES[0], FRAMES[1]))


def _wordy_parameters(config: bytes) -> bytes:
    """A sequence of H.264 whose parameters have a word behind their end."""
    end = 8 + config[7]
    return config[:7] + bytes([config[7] + len(WORD)]) + config[8:end] + WORD + config[end:]


def _with_sound() -> bytes:
    """A second track, of sound, that nobody asked to hear."""
    coding = struct.pack(">II", 0, 1) + box(b"mp4a", bytes(28), box(b"note", WORD))
    made = Mp4(
        gap=WORD, change={b"stsd": lambda _: coding, b"hdlr": lambda body: body.replace(b"vide", b"soun")}
    ).made()
    start = made.index(b"trak") - 4
    trak = made[start : start + int.from_bytes(made[start : start + 4], "big")]
    return Mp4(gap=WORD, after={b"trak": trak}).made()


MP4: dict[str, Callable[[], bytes]] = {
    "brands": lambda: Mp4(tail={b"ftyp": WORD}).made(),
    "free": lambda: Mp4(after={b"ftyp": b""}, tail={b"moov": box(b"free", WORD)}).made(),
    "skip": lambda: Mp4(after={b"moov": box(b"skip", WORD)}).made(),
    "wide": lambda: Mp4(after={b"mdat": box(b"wide", WORD)}).made(),
    "uuid": lambda: Mp4(after={b"moov": box(b"uuid", bytes(16), WORD)}).made(),
    "unknown": lambda: Mp4(after={b"moov": box(WORD[:4], WORD)}).made(),
    "udta": lambda: Mp4(tail={b"moov": box(b"udta", box(b"name", WORD))}).made(),
    "meta": lambda: Mp4(tail={b"trak": box(b"meta", bytes(4), WORD)}).made(),
    "tref": lambda: Mp4(tail={b"trak": box(b"tref", WORD)}).made(),
    "handler": lambda: Mp4(tail={b"hdlr": WORD}).made(),
    "compressor": lambda: Mp4(change={b"avc1": lambda body: body[:42] + WORD + body[42 + len(WORD) :]}).made(),
    "resolution": lambda: Mp4(change={b"avc1": lambda body: body[:8] + WORD[:16] + body[24:]}).made(),
    "movie header": lambda: Mp4(change={b"mvhd": lambda body: body[:72] + WORD + body[72 + len(WORD) :]}).made(),
    "movie matrix": lambda: Mp4(change={b"mvhd": lambda body: body[:36] + WORD + body[36 + len(WORD) :]}).made(),
    "tail of mvhd": lambda: Mp4(tail={b"mvhd": WORD}).made(),
    "tail of tkhd": lambda: Mp4(tail={b"tkhd": WORD}).made(),
    "tail of mdhd": lambda: Mp4(tail={b"mdhd": WORD}).made(),
    "tail of elst": lambda: Mp4(tail={b"elst": WORD}).made(),
    "tail of vmhd": lambda: Mp4(tail={b"vmhd": WORD}).made(),
    "tail of stts": lambda: Mp4(tail={b"stts": WORD}).made(),
    "tail of stsc": lambda: Mp4(tail={b"stsc": WORD}).made(),
    "tail of stsz": lambda: Mp4(tail={b"stsz": WORD}).made(),
    "tail of stco": lambda: Mp4(tail={b"stco": WORD}).made(),
    "tail of avcC": lambda: Mp4(tail={b"avcC": WORD}).made(),
    "place of frames": lambda: Mp4(
        change={b"dref": lambda _: struct.pack(">II", 0, 1) + box(b"url ", b"\0\0\0\1", WORD)}
    ).made(),
    "sdtp": lambda: Mp4(tail={b"stbl": box(b"sdtp", bytes(4), WORD)}).made(),
    "sgpd": lambda: Mp4(tail={b"stbl": box(b"sgpd", bytes(4), WORD)}).made(),
    "colour profile": lambda: Mp4(entry=box(b"colr", b"prof", BIG)).made(),
    "mastering screen": lambda: Mp4(entry=box(b"mdcv", WORD + bytes(5))).made(),
    "crop": lambda: Mp4(entry=box(b"clap", WORD + bytes(13))).made(),
    "bit rate": lambda: Mp4(entry=box(b"btrt", WORD[:12])).made(),
    "box in the sample entry": lambda: Mp4(entry=box(b"note", WORD)).made(),
    "unused media data": lambda: Mp4(gap=WORD).made(),
    "second media data": lambda: Mp4(after={b"moov": box(b"mdat", BIG)}).made(),
    "sound": _with_sound,
    "user data of an encoder": lambda: _before(_message(5, bytes(16) + BIG)).made(),
    "user data of captions": lambda: _before(_message(4, WORD)).made(),
    "unit of captions and a recovery point": lambda: _before(
        unit(bytes([6, 6, 1, 0xC4, 4, len(WORD)]) + WORD + b"\x80")
    ).made(),
    "filler": lambda: Mp4(frames=(FRAMES[0] + unit(b"\x0c" + WORD), FRAMES[1])).made(),
    "unit before the picture": lambda: _before(unit(b"\x18" + WORD)).made(),
    "unit of an auxiliary picture": lambda: Mp4(frames=(FRAMES[0] + unit(b"\x13" + WORD), FRAMES[1])).made(),
    "long delimiter": lambda: _before(unit(b"\x09\xf0" + WORD)).made(),
}

TOP = {
    "tags": element(0x1254C367, element(0x7373, element(0x67C8, element(0x4487, WORD)))),
    "attachments": element(0x1941A469, element(0x61A7, element(0x465C, WORD))),
    "chapters": element(0x1043A770, element(0x45B9, WORD)),
    "void": element(0xEC, WORD),
    "checksum": element(0xBF, WORD),
    "unknown": element(0x1A2B3C4D, WORD),
    "list of places": element(0x114D9B74, element(0x4DBB, element(0x53AB, WORD), number(0x53AC, 0))),
    "second header": element(0x1549A966, element(0x7BA9, WORD)),
}
WEBM: dict[str, Callable[[], bytes]] = {
    **{name: partial(webm, vp8=VP8, top=more) for name, more in TOP.items()},
    "kind of file": lambda: webm(vp8=VP8, doc=b"webm" + bytes(60) + WORD),
    "version": lambda: webm(vp8=VP8, head=element(0x4286, WORD)),
    "word as a number": lambda: webm(vp8=VP8, head=element(0x42F7, WORD[:8])),
    "between header and segment": lambda: webm(vp8=VP8, before=element(0xEC, WORD)),
    "behind the segment": lambda: webm(vp8=VP8, end=WORD),
    "title": lambda: webm(vp8=VP8, info=element(0x7BA9, WORD)),
    "file name": lambda: webm(vp8=VP8, info=element(0x7384, WORD)),
    "program": lambda: webm(vp8=VP8, app=WORD),
    "name of the track": lambda: webm(vp8=VP8, entry=element(0x536E, WORD)),
    "language": lambda: webm(vp8=VP8, entry=element(0x22B59C, WORD)),
    "name of the coding": lambda: webm(vp8=VP8, entry=element(0x258688, WORD)),
    "coding": lambda: webm(vp8=VP8, codec=b"V_VP8" + bytes(60) + WORD),
    "settings of the coder": lambda: webm(vp8=VP8, entry=element(0x63A2, WORD)),
    "length of a frame": lambda: webm(vp8=VP8, entry=element(0x23E383, WORD)),
    "colours": lambda: webm(vp8=VP8, video=element(0x55B0, element(0x55B1, WORD))),
    "mastering screen": lambda: webm(vp8=VP8, video=element(0x55B0, element(0x55D0, element(0x55D1, WORD)))),
    "projection": lambda: webm(vp8=VP8, video=element(0x7670, element(0x7672, WORD))),
    "element of a cluster": lambda: webm(vp8=VP8, cluster=element(0xA7, WORD)),
    "frame of no track": lambda: webm(vp8=VP8, cluster=element(0xA3, b"\x85\0\0\x80", WORD)),
    "additions to a frame": lambda: webm(
        vp8=VP8, cluster=element(0xA0, element(0xA1, b"\x81\0\xa0\0", VP8), element(0x75A1, WORD))
    ),
    "reference of a frame": lambda: webm(
        vp8=VP8, cluster=element(0xA0, element(0xA1, b"\x81\0\xa0\0", VP8), element(0xFB, WORD))
    ),
    "place of a moment": lambda: webm(vp8=VP8, cue=element(0xF0, WORD)),
    "AV1 metadata": lambda: webm(vp8=b"\x12\x00\x2a" + bytes([len(WORD)]) + WORD + b"\x32\x01\x00", codec=b"V_AV1"),
}
PLACES = [(f"{name}.mp4", make) for name, make in MP4.items()] + [(f"{name}.webm", make) for name, make in WEBM.items()]


@pytest.mark.parametrize(("name", "make"), PLACES, ids=[name for name, _ in PLACES])
def test_a_hidden_word_does_not_reach_raters(name: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    data = make()
    assert WORD[:4] in data
    (tmp_path / name).write_bytes(data)
    found = survey_clips([ClipSource(name, CANARY)], tmp_path)
    assert not found.errors
    delivered = tmp_path / "cache" / take_in_clips(found, tmp_path, tmp_path / "cache").receipts[name].file
    assert not [n for n in range(len(WORD) - 3) if WORD[n : n + 4] in delivered.read_bytes()]
    assert not clip_leaks(found)


def test_what_is_stripped_is_played_as_before(tmp_path: Path) -> None:
    tails = dict.fromkeys((b"mvhd", b"tkhd", b"mdhd", b"elst", b"vmhd", b"stts", b"stsz", b"stco", b"avcC"), WORD)
    notes = _message(5, bytes(16) + BIG) + unit(b"\x18" + WORD)
    frames = (notes + FRAMES[0] + unit(b"\x0c" + WORD), FRAMES[1] + unit(b"\x13" + WORD))
    (tmp_path / "a.mp4").write_bytes(Mp4(tail=tails, frames=frames, gap=WORD, entry=box(b"clap", BIG)).made())
    (tmp_path / "b.webm").write_bytes(
        webm(vp8=VP8, top=b"".join(TOP.values()), info=element(0x7BA9, WORD), cue=element(0xF0, WORD))
    )
    found = survey_clips([ClipSource("a.mp4"), ClipSource("b.webm")], tmp_path)
    for name, receipt in take_in_clips(found, tmp_path, tmp_path).receipts.items():
        assert frames_of(tmp_path / receipt.file) == frames_of(tmp_path / name)
        assert len(frames_of(tmp_path / name)) == 2


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("slice.mp4", lambda: Mp4(frames=(FRAMES[0][:3] + b"\x95" + FRAMES[0][4:] + WORD, FRAMES[1])).made()),
        ("parameters.mp4", lambda: Mp4(change={b"avcC": _wordy_parameters}).made()),
        ("frame.webm", lambda: webm(vp8=VP8 + CANARY.upper().encode())),
        ("frame16.webm", lambda: webm(vp8=VP8 + CANARY.encode("utf-16-le"))),
    ],
)
def test_a_name_inside_a_coded_picture_is_told_to_the_author(
    name: str, make: Callable[[], bytes], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(make())
    (told,) = clip_leaks(survey_clips([ClipSource(name, CANARY)], tmp_path, memory=tmp_path / "memory"))
    assert (told.code, told.warning) == ("clip-names-system", True)
    assert name in told.problem
    (again,) = clip_leaks(survey_clips([ClipSource(name, CANARY)], tmp_path, memory=tmp_path / "memory"))
    assert again == told


def test_profile_and_order_of_parts_are_compared_between_systems(tmp_path: Path) -> None:
    plain = Mp4()
    others = {
        "coder's profile, level and settings": Mp4(change={b"avcC": lambda body: body[:3] + b"\x1f" + body[4:]}),
        "order of parts": Mp4(after={b"moov": box(b"free", b"")}),
    }
    for said, other in others.items():
        sources = []
        for n in range(5):
            for system, made in (("a", plain), ("b", other)):
                (tmp_path / f"{system}{n}.mp4").write_bytes(made.made())
                sources.append(ClipSource(f"{system}{n}.mp4", system))
        told = clip_leaks(survey_clips(sources, tmp_path))
        assert [one.problem.split(" of a clip")[0] for one in told] == [f"the {said}"]


def test_sound_is_delivered_only_where_it_is_heard(tmp_path: Path) -> None:
    make_clip(tmp_path / "a.mp4", sound=True, seconds=0.3)
    make_clip(tmp_path / "b.webm", sound=True, seconds=0.3, options=("-c:a", "libopus"))
    for name in ("a.mp4", "b.webm"):
        for heard in (False, True):
            found = survey_clips([ClipSource(name), ClipSource(name, audio=heard)], tmp_path)
            taken = take_in_clips(found, tmp_path, tmp_path / "cache").receipts[name]
            copied = survey_clips([ClipSource(taken.file)], tmp_path / "cache")
            assert bool(copied.videos[taken.file].audio) is heard
