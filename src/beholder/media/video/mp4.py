"""MP4: what a file says of its tracks, and everything in it that is not needed to play them."""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import BinaryIO

from beholder.media.containers import MalformedError
from beholder.media.video.mp4_boxes import Box, boxes, read_at
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
# Where boxes may stand that playing needs. Every other box is blanked: user data, metadata, notes, what nobody knows.
_KEPT: dict[bytes, frozenset[bytes]] = {
    b"moov": frozenset({b"mvhd", b"trak"}),
    b"trak": frozenset({b"tkhd", b"edts", b"mdia"}),
    b"edts": frozenset({b"elst"}),
    b"mdia": frozenset({b"mdhd", b"hdlr", b"minf"}),
    b"minf": frozenset({b"vmhd", b"smhd", b"dinf", b"stbl"}),
    b"dinf": frozenset({b"dref"}),
    b"stbl": frozenset(
        {
            b"stsd",
            b"stts",
            b"ctts",
            b"cslg",
            b"stsc",
            b"stsz",
            b"stz2",
            b"stco",
            b"co64",
            b"stss",
            b"sdtp",
            b"sbgp",
            b"sgpd",
        }
    ),
    b"vide": frozenset({b"avcC", b"vpcC", b"av1C", b"pasp", b"colr", b"clap", b"btrt", b"fiel", b"mdcv", b"clli"}),
    b"soun": frozenset({b"esds", b"dOps", b"dfLa", b"btrt", b"chnl"}),
}
_CONTAINERS = frozenset({b"trak", b"edts", b"mdia", b"minf", b"dinf", b"stbl"})
# bytes of a sample entry before its boxes (ISO/IEC 14496-12, 12.1.3 and 12.2.3)
_VISUAL, _AUDIO = 78, 28
_UNDETERMINED = b"\x55\xc4"
# a table of a million runs is a day of frames that all last differently
_MOST_RUNS = 1_000_000


@dataclass(slots=True)
class _Track:
    kind: bytes = b""
    codec: bytes = b""
    profile: int = 0
    timescale: int = 0
    duration: int = 0
    width: int = 0
    height: int = 0
    rotation: int = 0
    runs: Counter[int] = field(default_factory=Counter)


def read_mp4(stream: BinaryIO, size: int) -> VideoHeader:
    """The facts of an MP4 file and the patches that leave nothing in it but what plays."""
    return _Mp4(stream, size).read()


class _Mp4:
    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._size = size
        self._patches: list[Overwrite] = []
        self._tracks: list[_Track] = []
        self._now = _Track()
        self._samples = False
        self._looks: dict[bytes, Callable[[Box], object]] = {
            b"mvhd": self._times,
            b"tkhd": self._tkhd,
            b"mdhd": self._mdhd,
            b"hdlr": self._hdlr,
            b"dref": self._dref,
            b"stsd": self._stsd,
            b"stts": self._stts,
        }

    def read(self) -> VideoHeader:
        found = False
        for box in boxes(self._stream, 0, self._size):
            if box.kind == b"ftyp":
                self._brand(box)
            elif box.kind == b"moov":
                found = True
                self._walk(box, b"moov")
            elif box.kind in (b"moof", b"sidx", b"styp"):
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", _REMUX)
            elif box.kind == b"mdat":
                self._samples = True
            else:
                self._blank(box)
        if not found or not self._samples:
            raise MalformedError("it ends before the video is complete")
        return self._header()

    def _header(self) -> VideoHeader:
        videos = [one for one in self._tracks if one.kind == b"vide"]
        others = [one.kind for one in self._tracks if one.kind not in (b"vide", b"soun")]
        if not videos:
            raise UnplayableError("has no video track", "is it a recording of sound alone?")
        if others or len(videos) > 1:
            what = "several video tracks" if len(videos) > 1 else f"a track of kind {others[0].decode('latin-1')!r}"
            raise UnplayableError(f"has {what}, of which browsers show nothing", _REMUX)
        track = videos[0]
        codec = _CODECS.get(track.codec)
        if codec is None:
            named = _NAMED.get(track.codec, repr(track.codec.decode("latin-1")))
            raise UnplayableError(f"is coded as {named}, which not every browser plays", _REENCODE)
        if codec == "h264" and track.profile not in _H264_PROFILES:
            raise UnplayableError(
                "is H.264 with more than 8 bits or finer colour, which browsers do not play", _REENCODE
            )
        if not track.timescale or not track.duration or not track.width or not track.height:
            raise MalformedError("its header gives no length or no size")
        rate, steady = frame_rate_of([(n, gap / track.timescale) for gap, n in track.runs.items()])
        sounds = [one.codec.decode("latin-1") for one in self._tracks if one.kind == b"soun"]
        turned = track.rotation in (90, 270)
        return VideoHeader(
            format="mp4",
            codec=codec,
            width=track.height if turned else track.width,
            height=track.width if turned else track.height,
            seconds=track.duration / track.timescale,
            frames=sum(track.runs.values()) + 1,
            frame_rate=rate,
            steady=steady,
            rotation=track.rotation,
            audio=sounds[0] if sounds else "",
            end=self._size,
            patches=tuple(self._patches),
        )

    def _brand(self, box: Box) -> None:
        if read_at(self._stream, box.body, 4) == b"qt  ":
            raise UnplayableError("is a QuickTime film, which not every browser plays", _REMUX)

    def _walk(self, parent: Box, kind: bytes) -> None:
        for box in boxes(self._stream, parent.body, parent.end):
            if kind == b"moov" and box.kind == b"mvex":
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", _REMUX)
            if box.kind not in _KEPT[kind]:
                self._blank(box)
                continue
            if box.kind == b"trak":
                self._now = _Track()
                self._tracks.append(self._now)
            if box.kind in _CONTAINERS:
                self._walk(box, box.kind)
            elif (look := self._looks.get(box.kind)) is not None:
                look(box)

    def _blank(self, box: Box) -> None:
        """Makes a box one of zeros that players skip. It keeps its length, so that nothing behind it moves."""
        self._patches.append(Overwrite(box.start + 4, 4, b"free"))
        self._zero(box.body, box.end)

    def _zero(self, start: int, end: int, head: bytes = b"") -> None:
        if end > start:
            self._patches.append(Overwrite(start, end - start, head))

    def _body(self, box: Box, length: int) -> bytes:
        if box.body + length > box.end:
            raise MalformedError(f"its box {box.name!r} is too short")
        return read_at(self._stream, box.body, length)

    def _times(self, box: Box) -> int:
        """Blanks when the file was made and changed; gives where the rest of the box begins."""
        wide = 8 if self._body(box, 1)[0] else 4
        self._zero(box.body + 4, box.body + 4 + 2 * wide)
        return wide

    def _tkhd(self, box: Box) -> None:
        wide = self._times(box)
        at = 4 + 2 * wide + 8 + wide + 16
        data = self._body(box, at + 44)
        a, b, _, c, d = struct.unpack_from(">5i", data, at)
        self._now.rotation = _rotation(a, b, c, d)
        self._now.width, self._now.height = (value >> 16 for value in struct.unpack_from(">2I", data, at + 36))

    def _mdhd(self, box: Box) -> None:
        wide = self._times(box)
        data = self._body(box, 4 + 2 * wide + 4 + wide + 4)
        self._now.timescale = int.from_bytes(data[4 + 2 * wide : 8 + 2 * wide], "big")
        self._now.duration = int.from_bytes(data[8 + 2 * wide : 8 + 3 * wide], "big")
        self._zero(box.body + 8 + 3 * wide, box.body + 10 + 3 * wide, _UNDETERMINED)

    def _hdlr(self, box: Box) -> None:
        self._now.kind = self._body(box, 24)[8:12]
        self._zero(box.body + 12, box.end)

    def _dref(self, box: Box) -> None:
        self._body(box, 8)
        for entry in boxes(self._stream, box.body + 8, box.end):
            if not self._body(entry, 4)[3] & 1:
                raise UnplayableError("keeps its frames in another file", _REMUX)
            self._zero(entry.body + 4, entry.end)

    def _stsd(self, box: Box) -> None:
        self._body(box, 8)
        entries = list(boxes(self._stream, box.body + 8, box.end))
        if len(entries) != 1:
            raise UnplayableError("changes its coding midway", _REENCODE)
        self._now.codec = entries[0].kind
        if self._now.kind == b"vide":
            self._visual(entries[0])
        elif self._now.kind == b"soun":
            self._body(entries[0], _AUDIO)
            self._entry_boxes(entries[0], _AUDIO)

    def _visual(self, entry: Box) -> None:
        data = self._body(entry, _VISUAL)
        width, height = struct.unpack_from(">2H", data, 24)
        # the track's own size has the shape of its pixels in it; some writers leave it out
        self._now.width, self._now.height = self._now.width or width, self._now.height or height
        self._zero(entry.body + 8, entry.body + 24)
        self._zero(entry.body + 42, entry.body + 74)
        self._entry_boxes(entry, _VISUAL)

    def _entry_boxes(self, entry: Box, skip: int) -> None:
        for box in boxes(self._stream, entry.body + skip, entry.end):
            if box.kind not in _KEPT[self._now.kind]:
                self._blank(box)
            elif box.kind == b"avcC":
                self._now.profile = self._body(box, 4)[1]

    def _stts(self, box: Box) -> None:
        count = int.from_bytes(self._body(box, 8)[4:], "big")
        if count > _MOST_RUNS or box.body + 8 + 8 * count > box.end:
            raise MalformedError("its table of times does not add up")
        data = read_at(self._stream, box.body + 8, 8 * count)
        runs = list(struct.iter_unpack(">2I", data))
        for n, (samples, gap) in enumerate(runs):
            # the last frame lasts until the end, however long that is
            self._now.runs[gap] += samples - (n == len(runs) - 1)


def _rotation(a: int, b: int, c: int, d: int) -> int:
    """Degrees clockwise of a display matrix, of which browsers follow the quarter turns."""
    one = 0x10000
    turns = {(one, 0, 0, one): 0, (0, one, -one, 0): 90, (-one, 0, 0, -one): 180, (0, -one, one, 0): 270}
    found = turns.get((a, b, c, d))
    if found is None:
        raise UnplayableError("is mirrored, scaled or turned by no quarter turn", _REENCODE)
    return found
