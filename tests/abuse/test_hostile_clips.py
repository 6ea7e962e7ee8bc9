"""Clips made to hang, to crash or to mislead whoever reads them are refused in words, and soon."""

from __future__ import annotations

import math
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from beholder.media import ClipSource, survey_clips, take_in_clips
from tests.abuse.clip_bytes import FRAMES, Mp4, box, element, number, unit, webm
from tests.abuse.test_words_in_clips import VP8

# seconds; a machine that does other things beside takes several times as long as an idle one
_MAX_SECONDS = 5.0
ALL = 2**64 - 1


def _set(kind: bytes, at: int, value: bytes) -> Callable[[], bytes]:
    """A file with some bytes of one box replaced."""
    return lambda: Mp4(change={kind: lambda body: body[:at] + value + body[at + len(value) :]}).made()


def _table(kind: bytes, *numbers: int) -> Callable[[], bytes]:
    return lambda: Mp4(change={kind: lambda _: struct.pack(f">{len(numbers)}I", *numbers)}).made()


def _long(kind: bytes) -> Callable[[], bytes]:
    """A header with times of 64 bits, all bits of the length but one set."""
    ticks = struct.pack(">BxxxQQIQ", 1, 0, 0, 1, ALL - 1)
    return lambda: Mp4(change={kind: lambda body: ticks + body[20:]}).made()


def _nested() -> bytes:
    inner = b""
    for _ in range(5000):
        inner = box(b"trak", inner)
    return Mp4(tail={b"moov": inner}).made()


def _nested_webm() -> bytes:
    inner = b""
    for _ in range(3000):
        inner = element(0x18538067, inner)
    return webm(vp8=VP8, top=inner)


MP4: dict[str, Callable[[], bytes]] = {
    "no clock": _set(b"mdhd", 12, bytes(4)),
    "no length": _set(b"mdhd", 16, bytes(4)),
    "longest length": _set(b"mdhd", 16, b"\xff" * 4),
    "length of 64 bits": _long(b"mdhd"),
    "film of 64 bits": _long(b"mvhd"),
    "film without a clock": _set(b"mvhd", 12, bytes(4)),
    "four billion frames": _table(b"stts", 0, 1, 2**32 - 1, 1),
    "a long table of times": _table(b"stts", 0, 2**32 - 1, 2, 1024),
    "frames that last for ever": _table(b"stts", 0, 1, 2, 2**32 - 1),
    "frames without end": _table(b"stts", 0, 0),
    "frames a second": _table(b"stts", 0, 1, 2, 1),
    "four billion sizes": _table(b"stsz", 0, 0, 2**32 - 1),
    "four billion alike": _table(b"stsz", 0, 1, 2**32 - 1),
    "sizes beyond the file": _table(b"stsz", 0, 2**31, 2),
    "runs backwards": _table(b"stsc", 0, 2, 2, 1, 1, 1, 1, 1),
    "runs from nowhere": _table(b"stsc", 0, 1, 0, 1, 1),
    "no runs": _table(b"stsc", 0, 0),
    "places outside": _table(b"stco", 0, 2, 2**32 - 1, 2**32 - 1),
    "places in the header": _table(b"stco", 0, 2, 0, 0),
    "one place for two": lambda: Mp4(change={b"stco": lambda body: body[:8] + body[8:12] + body[8:12]}).made(),
    "no places": _table(b"stco", 0, 0),
    "shifts": lambda: Mp4(tail={b"stbl": box(b"ctts", struct.pack(">IIII", 0, 1, 2, 2**31 - 1))}).made(),
    "four billion shifts": lambda: Mp4(tail={b"stbl": box(b"ctts", struct.pack(">II", 0, 2**32 - 1))}).made(),
    "key frames": lambda: Mp4(tail={b"stbl": box(b"stss", struct.pack(">III", 0, 1, 2**32 - 1))}).made(),
    "edits": _table(b"elst", 0, 2**32 - 1, 1, 1, 1 << 16),
    "edit of a year": _table(b"elst", 0, 1, 2**31, 0, 1 << 16),
    "edit at no speed": _table(b"elst", 0, 1, 200, 0, 0),
    "huge": _set(b"tkhd", 76, b"\xff" * 8),
    "two headers": lambda: Mp4(after={b"mdat": Mp4().made()[Mp4().made().index(b"moov") - 4 :]}).made(),
    "two tables": lambda: Mp4(tail={b"stbl": box(b"stts", struct.pack(">IIII", 0, 1, 2, 1024))}).made(),
    "fragments": lambda: Mp4(after={b"moov": box(b"moof", bytes(8))}).made(),
    "box of one byte": lambda: Mp4().made() + struct.pack(">I", 1) + b"free" + bytes(8),
    "box of seven bytes": lambda: Mp4().made() + struct.pack(">I", 7) + b"free",
    "box beyond the file": lambda: Mp4().made() + struct.pack(">I", 2**32 - 1) + b"free",
    "box of 64 bits": lambda: Mp4().made() + struct.pack(">I4sQ", 1, b"free", ALL),
    "many boxes": lambda: Mp4().made() + box(b"free") * 250_000,
    "many boxes in the header": lambda: Mp4(tail={b"moov": box(b"free") * 250_000}).made(),
    "unit beyond its frame": lambda: Mp4(frames=(b"\xff\xff\xff\xff\x06", FRAMES[1])).made(),
    "half a length": lambda: Mp4(frames=(FRAMES[0] + b"\x00\x00", FRAMES[1])).made(),
    "settings of no end": _set(b"avcC", 6, b"\xff\xff"),
    "settings cut off": lambda: Mp4(change={b"avcC": lambda body: body[:3]}).made(),
    "pixels of no shape": lambda: Mp4(entry=box(b"pasp", struct.pack(">II", 2**32 - 1, 1))).made(),
}
WEBM: dict[str, Callable[[], bytes]] = {
    "infinite": lambda: webm(vp8=VP8, duration=math.inf),
    "not a number": lambda: webm(vp8=VP8, duration=math.nan),
    "negative": lambda: webm(vp8=VP8, duration=-1.0),
    "a year": lambda: webm(vp8=VP8, duration=3e10),
    "a moment": lambda: webm(vp8=VP8, duration=1e-9),
    "no tick": lambda: webm(vp8=VP8, scale=0),
    "longest tick": lambda: webm(vp8=VP8, scale=ALL),
    "time of a cluster": lambda: webm(vp8=VP8, time=ALL),
    "2^64-1 pixels": lambda: webm(vp8=VP8, size=(ALL, ALL)),
    "no pixels": lambda: webm(vp8=VP8, size=(0, 0)),
    "a long number": lambda: webm(vp8=VP8, video=element(0xB0, bytes(9)), size=(0, 16)),
    "unknown size": lambda: webm(vp8=VP8).replace(
        b"\x1f\x43\xb6\x75" + webm(vp8=VP8).split(b"\x1f\x43\xb6\x75")[1][:8], b"\x1f\x43\xb6\x75\x01" + b"\xff" * 7
    ),
    "element beyond the file": lambda: webm(vp8=VP8, top=b"\xec\x01" + b"\x7f" * 7),
    "many elements": lambda: webm(vp8=VP8, top=b"\xec\x80" * 250_000),
    "many in a cluster": lambda: webm(vp8=VP8, cluster=b"\xec\x80" * 250_000),
    "many references": lambda: webm(vp8=VP8, cluster=element(0xA0, b"\xfb\x80" * 250_000)),
    "empty frames": lambda: webm(vp8=VP8, cluster=b"\xa3\x80" * 10),
    "lacing": lambda: webm(vp8=VP8, cluster=element(0xA3, b"\x81\0\0\x86", VP8)),
    "AV1 beyond its frame": lambda: webm(vp8=b"\x12\xff\xff\xff\x7f", codec=b"V_AV1"),
    "AV1 cut off": lambda: webm(vp8=b"\x16", codec=b"V_AV1"),
}
FILES = [(f"{name}.mp4", make) for name, make in {**MP4, "nested": _nested}.items()]
FILES += [(f"{name}.webm", make) for name, make in WEBM.items()]


@pytest.mark.parametrize(("name", "make"), FILES, ids=[name for name, _ in FILES])
def test_a_hostile_clip_is_refused_in_words_and_soon(name: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(make())
    begin = time.process_time()
    found = survey_clips([ClipSource(name, "a")], tmp_path)
    taken = take_in_clips(found, tmp_path, tmp_path / "cache")
    spent = time.process_time() - begin
    assert spent < _MAX_SECONDS
    (problem,) = found.errors
    assert problem.code in ("media-broken", "media-unsupported", "media-too-large")
    assert name in problem.problem
    assert problem.hint
    assert not taken.receipts


@pytest.mark.long
@pytest.mark.long
def test_frames_are_counted(tmp_path: Path) -> None:
    test_a_hostile_clip_is_refused_in_words_and_soon(
        "a.webm", lambda: webm(vp8=VP8, cluster=b"\xa3\x84\x81\0\0\0" * 1_100_000), tmp_path
    )


@pytest.mark.parametrize(
    ("name", "make"),
    [
        # more frames than there are in a chunk that is the last
        ("a.mp4", _table(b"stsc", 0, 1, 1, 2**32 - 1, 1)),
        # a box to the end of the file, and one with a size of 64 bits
        ("b.mp4", lambda: Mp4().made() + struct.pack(">I", 0) + b"free" + bytes(100)),
        ("c.mp4", lambda: Mp4().made() + struct.pack(">I4sQ", 1, b"free", 20) + bytes(4)),
        ("d.webm", _nested_webm),
        ("e.webm", lambda: webm(vp8=VP8, top=element(0x1654AE6B, element(0xAE, number(0xD7, 1), number(0x83, 1))))),
        ("f.mp4", lambda: Mp4(frames=(unit(b"") + FRAMES[0] + unit(b""), FRAMES[1])).made()),
    ],
)
def test_an_odd_clip_that_plays_is_taken(name: str, make: Callable[[], bytes], tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(make())
    found = survey_clips([ClipSource(name, "a")], tmp_path)
    assert not found.problems
    assert found.videos[name].frames == 2
    assert take_in_clips(found, tmp_path, tmp_path / "cache").receipts
