"""One track of an MP4 file: what it says, and its boxes written anew from the numbers that playing needs."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from beholder.limits import MAX_CLIP_FRAMES, MAX_CLIP_SECONDS
from beholder.media.containers import MalformedError
from beholder.media.video.mp4_boxes import Box, Patches, read_at
from beholder.media.video.mp4_config import MAX_CONFIG_BYTES, decoder_config
from beholder.media.video.mp4_samples import Table, numbers
from beholder.media.video.video_header import Overwrite, UnplayableError

REMUX = "write it anew without re-encoding: ffmpeg -i IN -map 0:v:0 -map 0:a:0? -c copy -movflags +faststart OUT.mp4"
REENCODE = "save it as H.264 (yuv420p), VP9 or AV1: ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p OUT.mp4"
# Boxes that playing needs, by where they stand. Every other one is blanked: user data, notes, what nobody knows; and what
# browsers do not follow alike, such as a crop or the screen that a film was mastered on.
_KEPT: dict[bytes, frozenset[bytes]] = {
    b"trak": frozenset({b"tkhd", b"edts", b"mdia"}),
    b"edts": frozenset({b"elst"}),
    b"mdia": frozenset({b"mdhd", b"hdlr", b"minf"}),
    b"minf": frozenset({b"vmhd", b"smhd", b"dinf", b"stbl"}),
    b"dinf": frozenset({b"dref"}),
    b"stbl": frozenset({b"stsd", b"stts", b"ctts", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss"}),
    b"vide": frozenset({b"avcC", b"vpcC", b"av1C", b"pasp", b"colr"}),
    b"soun": frozenset({b"esds", b"dOps", b"dfLa"}),
}
# bytes of a sample entry before its boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3)
_VISUAL, _AUDIO = 78, 28
_ONE = 0x10000
_UNDETERMINED = b"\x55\xc4"
# a delay before the film, the film itself, and some to spare
_MAX_EDITS = 4
# display matrices by degrees clockwise: browsers follow the quarter turns
_TURNS = {0: (_ONE, 0, 0, _ONE), 90: (0, _ONE, -_ONE, 0), 180: (-_ONE, 0, 0, -_ONE), 270: (0, -_ONE, _ONE, 0)}


@dataclass(slots=True)
class Track:
    """What an MP4 file says of one of its tracks."""

    id: int
    kind: bytes = b""
    codec: bytes = b""
    config: bytes = b""
    timescale: int = 0
    duration: int = 0
    width: int = 0
    height: int = 0
    rotation: int = 0
    begins: int = 0
    times: Table | None = None
    sizes: Table | None = None
    runs: Table | None = None
    chunks: Table | None = None


class TrackReader:
    """Reads one track, and patches whatever of it is not needed."""

    def __init__(self, stream: BinaryIO, patches: Patches, number: int, timescale: int) -> None:
        self._stream = stream
        self._patches = patches
        self._timescale = timescale
        self.track = Track(number)
        self._looks: dict[bytes, Callable[[Box], object]] = {
            b"tkhd": self._tkhd,
            b"elst": self._elst,
            b"mdhd": self._mdhd,
            b"hdlr": self._hdlr,
            b"vmhd": lambda box: self._patches.rewrite(box, b"\x00\x00\x00\x01"),
            b"smhd": lambda box: self._patches.rewrite(box, b""),
            b"dref": self._dref,
            b"stsd": self._stsd,
            b"stts": self._stts,
            b"ctts": self._ctts,
            b"stsc": self._stsc,
            b"stsz": self._stsz,
            b"stz2": self._stz2,
            b"stco": self._stco,
            b"co64": self._co64,
            b"stss": self._stss,
        }

    def read(self, parent: Box) -> Track:
        """Reads a box and those in it. What stands there twice is refused: which one counts is for each player to choose."""
        seen = set()
        for box in self._patches.inside(parent.body, parent.end):
            if box.kind not in _KEPT[parent.kind]:
                self._patches.blank(box)
            elif box.kind in seen:
                raise MalformedError(f"its box {box.name!r} stands there twice")
            elif box.kind in _KEPT:
                self.read(box)
            else:
                self._looks[box.kind](box)
            seen.add(box.kind)
        return self.track

    def _tkhd(self, box: Box) -> None:
        wide, data = self._patches.timed(box, 68)
        at = 4 + 2 * wide
        size = at + 60 + wide
        bounded(data[at + 8 : at + 8 + wide], self._timescale)
        a, b, _, c, d = struct.unpack_from(">5i", data, size - 36)
        found = [angle for angle, turn in _TURNS.items() if turn == (a, b, c, d)]
        if not found:
            raise UnplayableError("is mirrored, scaled or turned by no quarter turn", REENCODE)
        self.track.rotation = found[0]
        across, down = (value & 0x7FFFFFFF for value in struct.unpack_from(">2I", data, size))
        self.track.width, self.track.height = across >> 16, down >> 16
        moved = {0: (0, 0), 90: (down, 0), 180: (across, down), 270: (0, across)}[found[0]]
        middle = self.track.id.to_bytes(4, "big") + bytes(4) + data[at + 8 : at + 8 + wide] + bytes(12)
        volume = data[at + 20 + wide : at + 22 + wide] + bytes(2)
        shape = matrix(found[0], moved) + data[size : size + 8]
        self._patches.rewrite(box, data[:at] + middle + volume + shape)

    def _elst(self, box: Box) -> None:
        wide = 8 if self._patches.body(box, 1)[0] else 4
        count, entry = int.from_bytes(self._patches.body(box, 8)[4:], "big"), 2 * wide + 4
        if count > _MAX_EDITS:
            raise UnplayableError("is put together from many pieces, which browsers play differently", REENCODE)
        data = self._patches.body(box, 8 + entry * count)
        for at in range(8, len(data), entry):
            bounded(data[at : at + wide], self._timescale)
            start = int.from_bytes(data[at + wide : at + 2 * wide], "big", signed=True)
            self.track.begins = max(self.track.begins, abs(start))
            if data[at + 2 * wide : at + entry] != _ONE.to_bytes(4, "big"):
                raise UnplayableError("plays parts of itself at another speed", REENCODE)
        self._patches.rewrite(box, data)

    def _mdhd(self, box: Box) -> None:
        wide, data = self._patches.timed(box, 8)
        at = 4 + 2 * wide
        self.track.timescale = int.from_bytes(data[at : at + 4], "big")
        self.track.duration = int.from_bytes(data[at + 4 : at + 4 + wide], "big")
        self._patches.rewrite(box, data[: at + 4 + wide] + _UNDETERMINED)

    def _hdlr(self, box: Box) -> None:
        self.track.kind = self._patches.body(box, 24)[8:12]
        self._patches.rewrite(box, bytes(8) + self.track.kind)

    def _dref(self, box: Box) -> None:
        self._patches.body(box, 20)
        entries = list(self._patches.inside(box.body + 8, box.end))
        if len(entries) != 1 or not self._patches.body(entries[0], 4)[3] & 1:
            raise UnplayableError("keeps its frames in another file", REMUX)
        self._patches.rewrite(box, struct.pack(">4xII4sI", 1, 12, b"url ", 1))

    def _stsd(self, box: Box) -> None:
        self._patches.body(box, 8)
        entries = list(self._patches.inside(box.body + 8, box.end))
        if len(entries) != 1:
            raise UnplayableError("changes its coding midway", REENCODE)
        entry, track = entries[0], self.track
        track.codec = entry.kind
        if track.kind == b"vide":
            width, height = struct.unpack_from(">2H", self._patches.body(entry, _VISUAL), 24)
            # the track's own size has the shape of its pixels in it; some writers leave it out
            track.width, track.height = track.width or width, track.height or height
            fixed = struct.pack(">6xH16x2H2I4xH32xHh", 1, width, height, 72 * _ONE, 72 * _ONE, 1, 24, -1)
        elif track.kind == b"soun":
            data = self._patches.body(entry, _AUDIO)
            fixed = bytes(7) + b"\x01" + bytes(8) + data[16:20] + bytes(4) + data[24:28]
        else:
            raise UnplayableError("has a track of no kind that browsers show", REMUX)
        self._patches += [Overwrite(box.body, 8, struct.pack(">4xI", 1)), Overwrite(entry.body, len(fixed), fixed)]
        for inner in self._patches.inside(entry.body + len(fixed), entry.end):
            self._entry_box(inner)

    def _entry_box(self, box: Box) -> None:
        data = b""
        if box.kind in _KEPT[self.track.kind]:
            data = decoder_config(box.kind, self._patches.body(box, min(box.end - box.body, MAX_CONFIG_BYTES)))
        if not data:
            self._patches.blank(box)
            return
        self._patches.rewrite(box, data)
        if self.track.kind == b"vide" and box.kind in (b"avcC", b"vpcC", b"av1C"):
            self.track.config = data

    def _table(self, box: Box, width: int) -> Table:
        """The numbers of a table, a row for each entry; what follows them in the box is no part of it."""
        count = int.from_bytes(self._patches.body(box, 8)[4:], "big")
        end = box.body + 8 + 4 * width * count
        if count > MAX_CLIP_FRAMES or end > box.end:
            raise MalformedError(f"its table {box.name!r} does not add up")
        self._patches.zero(end, box.end)
        return numbers(read_at(self._stream, box.body + 8, 4 * width * count), width)

    def _stts(self, box: Box) -> None:
        self.track.times = self._table(box, 2)

    def _ctts(self, box: Box) -> None:
        # negative ones are written as numbers near 2^32
        shifts = (self._table(box, 2)[:, 1] + 2**31) % 2**32 - 2**31
        if len(shifts) and abs(shifts).max() > self.track.duration:
            raise MalformedError("its frames are shown at times that no clip has")

    def _stsc(self, box: Box) -> None:
        self.track.runs = self._table(box, 3)
        if (self.track.runs[:, 2] != 1).any():
            raise MalformedError("its frames are coded in ways that it does not describe")

    def _stsz(self, box: Box) -> None:
        alike, count = struct.unpack_from(">2I", self._patches.body(box, 12), 4)
        end = box.body + 12 + (0 if alike else 4 * count)
        if count > MAX_CLIP_FRAMES or end > box.end:
            raise MalformedError("its table 'stsz' does not add up")
        self._patches.zero(end, box.end)
        listed = b"" if alike else read_at(self._stream, box.body + 12, 4 * count)
        self.track.sizes = numbers(listed or struct.pack(">I", alike) * count, 1)[:, 0]

    def _stz2(self, box: Box) -> None:
        raise UnplayableError("has a compact table of frames, which not every browser reads", REMUX)

    def _stco(self, box: Box) -> None:
        self.track.chunks = self._table(box, 1)[:, 0]

    def _co64(self, box: Box) -> None:
        pairs = self._table(box, 2)
        self.track.chunks = pairs[:, 0] % 2**31 << 32 | pairs[:, 1]

    def _stss(self, box: Box) -> None:
        keys = self._table(box, 1)[:, 0]
        if len(keys) and (keys[0] < 1 or (keys[1:] <= keys[:-1]).any() or keys[-1] > MAX_CLIP_FRAMES):
            raise MalformedError("its table 'stss' does not add up")


def matrix(degrees: int, moved: tuple[int, int] = (0, 0)) -> bytes:
    """The display matrix of a quarter turn, and of a move back into view."""
    a, b, c, d = _TURNS[degrees]
    return struct.pack(">9i", a, b, 0, c, d, 0, *moved, 1 << 30)


def bounded(ticks: bytes, timescale: int) -> None:
    """Refuses a length of time that no clip has; one with all bits set says that it is not known."""
    if int.from_bytes(ticks, "big") > MAX_CLIP_SECONDS * timescale and ticks.strip(b"\xff"):
        raise MalformedError("its header gives a length that no clip has")
