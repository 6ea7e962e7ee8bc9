"""MP4: what a file says of its tracks, and everything in it that is not needed to play them."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO

from beholder.limits import MAX_CLIP_FRAMES, MAX_CLIP_PARTS, MAX_CLIP_SECONDS, MAX_CLIP_UNITS
from beholder.media.containers import MalformedError
from beholder.media.video.coded_notes import obu_notes, unit_notes
from beholder.media.video.mp4_boxes import Box, Count, boxes, read_at
from beholder.media.video.mp4_config import MAX_CONFIG_BYTES, config_name, decoder_config
from beholder.media.video.mp4_samples import Table, locate, numbers, unused
from beholder.media.video.video_header import Overwrite, UnplayableError, VideoHeader, frame_rate_of

__all__ = ["read_mp4"]

_REMUX = "write it anew without re-encoding: ffmpeg -i IN -map 0:v:0 -map 0:a:0? -c copy -movflags +faststart OUT.mp4"
_REENCODE = "save it as H.264 (yuv420p), VP9 or AV1: ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p OUT.mp4"
_CODECS = {b"avc1": "h264", b"avc3": "h264", b"vp08": "vp8", b"vp09": "vp9", b"av01": "av1"}
_NAMED = {
    b"hvc1": "HEVC (H.265)",
    b"hev1": "HEVC (H.265)",
    b"mp4v": "MPEG-4 Visual",
    b"jpeg": "Motion JPEG",
    b"mjpa": "Motion JPEG",
    b"apcn": "ProRes",
    b"apch": "ProRes",
    b"encv": "encrypted video",
}
# baseline, main, extended, high: what browsers decode of H.264; beyond are 10 bits and finer colour (ITU-T H.264, annex A)
_H264_PROFILES = frozenset({66, 77, 88, 100})
# Boxes that playing needs, by where they stand. Every other one is blanked: user data, notes, what nobody knows; and what
# browsers do not follow alike, such as a crop or the screen that a film was mastered on.
_KEPT: dict[bytes, frozenset[bytes]] = {
    b"moov": frozenset({b"mvhd", b"trak"}),
    b"trak": frozenset({b"tkhd", b"edts", b"mdia"}),
    b"edts": frozenset({b"elst"}),
    b"mdia": frozenset({b"mdhd", b"hdlr", b"minf"}),
    b"minf": frozenset({b"vmhd", b"smhd", b"dinf", b"stbl"}),
    b"dinf": frozenset({b"dref"}),
    b"stbl": frozenset({b"stsd", b"stts", b"ctts", b"stsc", b"stsz", b"stz2", b"stco", b"co64", b"stss"}),
    b"vide": frozenset({b"avcC", b"vpcC", b"av1C", b"pasp", b"colr"}),
    b"soun": frozenset({b"esds", b"dOps", b"dfLa"}),
}
_CONTAINERS = frozenset({b"trak", b"edts", b"mdia", b"minf", b"dinf", b"stbl"})
# bytes of a sample entry before its boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3)
_VISUAL, _AUDIO = 78, 28
_ONE = 0x10000
_UNDETERMINED = b"\x55\xc4"
_BRAND = b"isom\x00\x00\x02\x00"
# a delay before the film, the film itself, and some to spare
_MOST_EDITS = 4
# display matrices by degrees clockwise: browsers follow the quarter turns
_TURNS = {0: (_ONE, 0, 0, _ONE), 90: (0, _ONE, -_ONE, 0), 180: (-_ONE, 0, 0, -_ONE), 270: (0, -_ONE, _ONE, 0)}


@dataclass(slots=True)
class _Track:
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


def read_mp4(stream: BinaryIO, size: int, *, sound: bool) -> VideoHeader:
    """The facts of an MP4 file and the patches that leave nothing in it but what plays; the sound only if it is wanted."""
    return _Mp4(stream, size, sound=sound).read()


class _Mp4:
    def __init__(self, stream: BinaryIO, size: int, *, sound: bool) -> None:
        self._stream = stream
        self._size = size
        self._sound = sound
        self._parts = Count(MAX_CLIP_PARTS, "parts")
        self._units = Count(MAX_CLIP_UNITS, "parts of frames")
        self._patches: list[Overwrite] = []
        self._tracks: list[_Track] = []
        self._now = _Track(0)
        self._timescale = 0
        self._layout: list[str] = []
        self._media: list[tuple[int, int]] = []
        self._looks: dict[bytes, Callable[[Box], object]] = {
            b"mvhd": self._mvhd,
            b"tkhd": self._tkhd,
            b"elst": self._elst,
            b"mdhd": self._mdhd,
            b"hdlr": self._hdlr,
            b"vmhd": lambda box: self._rewrite(box, b"\x00\x00\x00\x01"),
            b"smhd": lambda box: self._rewrite(box, b""),
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

    def read(self) -> VideoHeader:
        for box in boxes(self._stream, 0, self._size, self._parts):
            kind = box.kind
            if kind == b"ftyp":
                self._ftyp(box)
            elif kind == b"moov":
                if "moov" in self._layout:
                    raise MalformedError("it has two headers")
                self._walk(box, b"moov")
            elif kind in (b"moof", b"sidx", b"styp"):
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", _REMUX)
            elif kind == b"mdat":
                self._media.append((box.body, box.end))
            else:
                kind = b"free"
                self._blank(box)
            self._layout.append(kind.decode())
        if "moov" not in self._layout or not self._media:
            raise MalformedError("it ends before the video is complete")
        return self._header()

    def _header(self) -> VideoHeader:
        track = self._video()
        codec = _CODECS.get(track.codec)
        if codec is None:
            named = _NAMED.get(track.codec, repr(track.codec.decode("latin-1")))
            raise UnplayableError(f"is coded as {named}, which not every browser plays", _REENCODE)
        if codec == "h264" and (not track.config or track.config[1] not in _H264_PROFILES):
            raise UnplayableError(
                "is H.264 with more than 8 bits or finer colour, which browsers do not play", _REENCODE
            )
        if not track.timescale or not track.duration or not track.width or not track.height:
            raise MalformedError("its header gives no length or no size")
        frames = self._keep_samples(track, codec)
        assert track.times is not None
        gaps: Counter[int] = Counter()
        for count, gap in track.times.tolist():
            gaps[gap] += count
        # the last frame lasts until the end, however long that is
        gaps[int(track.times[-1, 1])] -= 1
        rate, steady = frame_rate_of([(n, gap / track.timescale) for gap, n in gaps.items() if n])
        sounds = [one.codec.decode("latin-1") for one in self._tracks if one.kind == b"soun"]
        turned = track.rotation in (90, 270)
        return VideoHeader(
            format="mp4",
            codec=codec,
            width=track.height if turned else track.width,
            height=track.width if turned else track.height,
            seconds=track.duration / track.timescale,
            frames=frames,
            frame_rate=rate,
            steady=steady,
            rotation=track.rotation,
            audio=sounds[0] if sounds else "",
            layout=" ".join(self._layout[:12]),
            settings=config_name(codec, track.config),
            end=self._size,
            patches=tuple(self._patches),
        )

    def _video(self) -> _Track:
        videos = [one for one in self._tracks if one.kind == b"vide"]
        others = [one.kind for one in self._tracks if one.kind not in (b"vide", b"soun")]
        if not videos:
            raise UnplayableError("has no video track", "is it a recording of sound alone?")
        if others or len(videos) > 1:
            what = "several video tracks" if len(videos) > 1 else f"a track of kind {others[0].decode('latin-1')!r}"
            raise UnplayableError(f"has {what}, of which browsers show nothing", _REMUX)
        return videos[0]

    def _keep_samples(self, video: _Track, codec: str) -> int:
        """Zeros for whatever of the media data belongs to no frame that is delivered; notes between frames go too."""
        kept = []
        for track in self._tracks:
            if track.kind == b"vide" or self._sound:
                if track.sizes is None or track.runs is None or track.chunks is None or track.times is None:
                    raise MalformedError("it does not say where its frames are")
                if not len(track.times) or track.times[:, 0].sum() != len(track.sizes):
                    raise MalformedError("its tables do not agree on how many frames there are")
                length = (track.times[:, 0] * track.times[:, 1]).sum()
                if max(length, track.begins) > MAX_CLIP_SECONDS * track.timescale:
                    raise MalformedError("its frames last longer than any clip")
                kept.append((locate(track.sizes, track.chunks, track.runs), track.sizes))
            if track is video:
                places = kept[-1]
        for start, end in unused(kept, self._media):
            self._zero(start, end)
        for start, length in zip(*(part.tolist() for part in places), strict=True):
            if codec == "h264":
                self._patches += unit_notes(self._stream, start, length, video.config[4] % 4 + 1, self._units)
            elif codec == "av1":
                self._patches += obu_notes(self._stream, start, length, self._units)
        return len(places[0])

    def _walk(self, parent: Box, kind: bytes) -> None:
        seen = set()
        for box in boxes(self._stream, parent.body, parent.end, self._parts):
            if kind == b"moov" and box.kind == b"mvex":
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", _REMUX)
            if box.kind not in _KEPT[kind]:
                self._blank(box)
            elif box.kind == b"trak":
                self._trak(box)
            elif box.kind in seen:
                # which of the two counts is for each player to choose
                raise MalformedError(f"its box {box.name!r} stands there twice")
            elif box.kind in _CONTAINERS:
                self._walk(box, box.kind)
            else:
                self._looks[box.kind](box)
            seen.add(box.kind)

    def _trak(self, box: Box) -> None:
        self._now = _Track(len(self._tracks) + 1)
        self._tracks.append(self._now)
        before = len(self._patches)
        self._walk(box, box.kind)
        if self._now.kind == b"soun" and not self._sound:
            del self._patches[before:]
            self._blank(box)

    def _blank(self, box: Box) -> None:
        """Makes a box one of zeros that players skip. It keeps its length, so that nothing behind it moves."""
        self._patches.append(Overwrite(box.start + 4, 4, b"free"))
        self._zero(box.body, box.end)

    def _zero(self, start: int, end: int) -> None:
        if end > start:
            self._patches.append(Overwrite(start, end - start))

    def _rewrite(self, box: Box, data: bytes) -> None:
        """Gives a box a body of our own, with zeros to its end."""
        self._patches.append(Overwrite(box.body, box.end - box.body, data))

    def _body(self, box: Box, length: int) -> bytes:
        if box.body + length > box.end:
            raise MalformedError(f"its box {box.name!r} is too short")
        return read_at(self._stream, box.body, length)

    def _ftyp(self, box: Box) -> None:
        if self._body(box, 4) == b"qt  ":
            raise UnplayableError("is a QuickTime film, which not every browser plays", _REMUX)
        self._rewrite(box, _BRAND + _BRAND[:4] * ((box.end - box.body) // 4 - 2))

    def _timed(self, box: Box, length: int) -> tuple[int, bytes]:
        """The bytes of a time in this box, and its body without when the file was made and changed."""
        wide = 8 if self._body(box, 1)[0] else 4
        data = self._body(box, 4 + 3 * wide + length)
        return wide, data[:1] + bytes(2) + data[3:4] + bytes(2 * wide) + data[4 + 2 * wide :]

    def _duration(self, ticks: bytes, timescale: int) -> int:
        """A length of time in a header; one with all bits set says that it is not known."""
        value = int.from_bytes(ticks, "big")
        if value > MAX_CLIP_SECONDS * timescale and ticks.strip(b"\xff"):
            raise MalformedError("its header gives a length that no clip has")
        return value

    def _mvhd(self, box: Box) -> None:
        wide, data = self._timed(box, 84)
        at = 4 + 2 * wide
        self._timescale = int.from_bytes(data[at : at + 4], "big")
        self._duration(data[at + 4 : at + 4 + wide], self._timescale)
        tail = struct.pack(">IH10x9i24xI", _ONE, 0x100, *_matrix(_TURNS[0]), 0xFFFFFFFF)
        self._rewrite(box, data[: at + 4 + wide] + tail)

    def _tkhd(self, box: Box) -> None:
        wide, data = self._timed(box, 68)
        at = 4 + 2 * wide
        matrix, size = at + 24 + wide, at + 60 + wide
        self._duration(data[at + 8 : at + 8 + wide], self._timescale)
        a, b, _, c, d = struct.unpack_from(">5i", data, matrix)
        found = [angle for angle, turn in _TURNS.items() if turn == (a, b, c, d)]
        if not found:
            raise UnplayableError("is mirrored, scaled or turned by no quarter turn", _REENCODE)
        self._now.rotation = found[0]
        across, down = (value & 0x7FFFFFFF for value in struct.unpack_from(">2I", data, size))
        self._now.width, self._now.height = across >> 16, down >> 16
        moved = {0: (0, 0), 90: (down, 0), 180: (across, down), 270: (0, across)}[found[0]]
        middle = self._now.id.to_bytes(4, "big") + bytes(4) + data[at + 8 : at + 8 + wide] + bytes(12)
        volume = data[at + 20 + wide : at + 22 + wide] + bytes(2)
        shape = struct.pack(">9i", *_matrix(_TURNS[found[0]], moved)) + data[size : size + 8]
        self._rewrite(box, data[:at] + middle + volume + shape)

    def _elst(self, box: Box) -> None:
        wide = 8 if self._body(box, 1)[0] else 4
        count, entry = int.from_bytes(self._body(box, 8)[4:], "big"), 2 * wide + 4
        if count > _MOST_EDITS:
            raise UnplayableError("is put together from many pieces, which browsers play differently", _REENCODE)
        data = self._body(box, 8 + entry * count)
        for at in range(8, len(data), entry):
            self._duration(data[at : at + wide], self._timescale)
            start = int.from_bytes(data[at + wide : at + 2 * wide], "big", signed=True)
            self._now.begins = max(self._now.begins, abs(start))
            if data[at + 2 * wide : at + entry] != _ONE.to_bytes(4, "big"):
                raise UnplayableError("plays parts of itself at another speed", _REENCODE)
        self._rewrite(box, data)

    def _mdhd(self, box: Box) -> None:
        wide, data = self._timed(box, 8)
        at = 4 + 2 * wide
        self._now.timescale = int.from_bytes(data[at : at + 4], "big")
        self._now.duration = int.from_bytes(data[at + 4 : at + 4 + wide], "big")
        self._rewrite(box, data[: at + 4 + wide] + _UNDETERMINED)

    def _hdlr(self, box: Box) -> None:
        self._now.kind = self._body(box, 24)[8:12]
        self._rewrite(box, bytes(8) + self._now.kind)

    def _dref(self, box: Box) -> None:
        self._body(box, 20)
        entries = list(boxes(self._stream, box.body + 8, box.end, self._parts))
        if len(entries) != 1 or not self._body(entries[0], 4)[3] & 1:
            raise UnplayableError("keeps its frames in another file", _REMUX)
        self._rewrite(box, struct.pack(">4xII4sI", 1, 12, b"url ", 1))

    def _stsd(self, box: Box) -> None:
        self._body(box, 8)
        entries = list(boxes(self._stream, box.body + 8, box.end, self._parts))
        if len(entries) != 1:
            raise UnplayableError("changes its coding midway", _REENCODE)
        entry, track = entries[0], self._now
        track.codec = entry.kind
        if track.kind == b"vide":
            width, height = struct.unpack_from(">2H", self._body(entry, _VISUAL), 24)
            # the track's own size has the shape of its pixels in it; some writers leave it out
            track.width, track.height = track.width or width, track.height or height
            fixed = struct.pack(">6xH16x2H2I4xH32xHh", 1, width, height, 72 * _ONE, 72 * _ONE, 1, 24, -1)
        elif track.kind == b"soun":
            data = self._body(entry, _AUDIO)
            fixed = bytes(7) + b"\x01" + bytes(8) + data[16:20] + bytes(4) + data[24:28]
        else:
            raise UnplayableError("has a track of no kind that browsers show", _REMUX)
        self._patches += [Overwrite(box.body, 8, struct.pack(">4xI", 1)), Overwrite(entry.body, len(fixed), fixed)]
        for inner in boxes(self._stream, entry.body + len(fixed), entry.end, self._parts):
            self._entry_box(inner)

    def _entry_box(self, box: Box) -> None:
        data = b""
        if box.kind in _KEPT[self._now.kind]:
            data = decoder_config(box.kind, self._body(box, min(box.end - box.body, MAX_CONFIG_BYTES)))
        if not data:
            self._blank(box)
            return
        self._rewrite(box, data)
        if self._now.kind == b"vide" and box.kind in (b"avcC", b"vpcC", b"av1C"):
            self._now.config = data

    def _table(self, box: Box, width: int) -> Table:
        """The numbers of a table, a row for each entry; what follows them in the box is no part of it."""
        count = int.from_bytes(self._body(box, 8)[4:], "big")
        end = box.body + 8 + 4 * width * count
        if count > MAX_CLIP_FRAMES or end > box.end:
            raise MalformedError(f"its table {box.name!r} does not add up")
        self._zero(end, box.end)
        return numbers(read_at(self._stream, box.body + 8, 4 * width * count), width)

    def _stts(self, box: Box) -> None:
        self._now.times = self._table(box, 2)

    def _ctts(self, box: Box) -> None:
        # negative ones are written as numbers near 2^32
        shifts = (self._table(box, 2)[:, 1] + 2**31) % 2**32 - 2**31
        if len(shifts) and abs(shifts).max() > self._now.duration:
            raise MalformedError("its frames are shown at times that no clip has")

    def _stsc(self, box: Box) -> None:
        self._now.runs = self._table(box, 3)
        if (self._now.runs[:, 2] != 1).any():
            raise MalformedError("its frames are coded in ways that it does not describe")

    def _stsz(self, box: Box) -> None:
        alike, count = struct.unpack_from(">2I", self._body(box, 12), 4)
        end = box.body + 12 + (0 if alike else 4 * count)
        if count > MAX_CLIP_FRAMES or end > box.end:
            raise MalformedError("its table 'stsz' does not add up")
        self._zero(end, box.end)
        listed = b"" if alike else read_at(self._stream, box.body + 12, 4 * count)
        self._now.sizes = numbers(listed or struct.pack(">I", alike) * count, 1)[:, 0]

    def _stz2(self, box: Box) -> None:
        raise UnplayableError("has a compact table of frames, which not every browser reads", _REMUX)

    def _stco(self, box: Box) -> None:
        self._now.chunks = self._table(box, 1)[:, 0]

    def _co64(self, box: Box) -> None:
        pairs = self._table(box, 2)
        self._now.chunks = pairs[:, 0] % 2**31 << 32 | pairs[:, 1]

    def _stss(self, box: Box) -> None:
        keys = self._table(box, 1)[:, 0]
        if len(keys) and (keys[0] < 1 or (keys[1:] <= keys[:-1]).any() or keys[-1] > MAX_CLIP_FRAMES):
            raise MalformedError("its table 'stss' does not add up")


def _matrix(turn: tuple[int, int, int, int], moved: tuple[int, int] = (0, 0)) -> tuple[int, ...]:
    return turn[0], turn[1], 0, turn[2], turn[3], 0, *moved, 1 << 30
