"""WebM: what a file says of its tracks, and everything in it that is not needed to play them."""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from itertools import pairwise
from typing import BinaryIO

from beholder.media.containers import MalformedError
from beholder.media.video.ebml import Element, elements, number_in, vint, void
from beholder.media.video.mp4_boxes import read_at
from beholder.media.video.video_header import Overwrite, UnplayableError, VideoHeader, frame_rate_of

__all__ = ["read_webm"]

_REMUX = "write it anew without re-encoding: ffmpeg -i IN -map 0:v:0 -map 0:a:0? -c copy OUT.webm"
_REENCODE = "save it as VP9: ffmpeg -i IN -c:v libvpx-vp9 -pix_fmt yuv420p OUT.webm"
_CODECS = {"V_VP8": "vp8", "V_VP9": "vp9", "V_AV1": "av1"}
# ids of elements (Matroska specification, RFC 9559)
_EBML, _DOC_TYPE = 0x1A45DFA3, 0x4282
_SEGMENT, _SEEK_HEAD, _INFO, _TRACKS, _CLUSTER, _CUES = (
    0x18538067,
    0x114D9B74,
    0x1549A966,
    0x1654AE6B,
    0x1F43B675,
    0x1C53BB6B,
)
_SCALE, _DURATION, _MUXER, _WRITER = 0x2AD7B1, 0x4489, 0x4D80, 0x5741
_ENTRY, _NUMBER, _UID, _TYPE, _CODEC, _PRIVATE, _ENCODINGS = 0xAE, 0xD7, 0x73C5, 0x83, 0x86, 0x63A2, 0x6D80
_VIDEO, _AUDIO, _WIDTH, _HEIGHT, _SHOWN_WIDTH, _SHOWN_HEIGHT, _ALPHA = 0xE0, 0xE1, 0xB0, 0xBA, 0x54B0, 0x54BA, 0x53C0
_PROJECTION, _ROLL = 0x7670, 0x7675
_TIME, _SIMPLE, _GROUP, _BLOCK = 0xE7, 0xA3, 0xA0, 0xA1
# Elements that playing needs. Every other one is made void: tags, titles, dates, chapters, attachments, checksums.
_KEPT_HEAD = frozenset({0x4286, 0x42F7, 0x42F2, 0x42F3, _DOC_TYPE, 0x4287, 0x4285})
_KEPT_INFO = frozenset({_SCALE, _DURATION, _MUXER, _WRITER})
_KEPT_ENTRY = frozenset(
    {_NUMBER, _UID, _TYPE, 0xB9, 0x88, 0x9C, 0x23E383, _CODEC, _PRIVATE, 0x56AA, 0x56BB, _VIDEO, _AUDIO, _ENCODINGS}
)
_KEPT_VIDEO = frozenset(
    {_WIDTH, _HEIGHT, _SHOWN_WIDTH, _SHOWN_HEIGHT, 0x54B2, 0x9A, 0x53B8, _ALPHA, 0x55B0, _PROJECTION}
)
_KEPT_AUDIO = frozenset({0xB5, 0x78B5, 0x9F, 0x6264})
_KEPT_CLUSTER = frozenset({_TIME, _SIMPLE, _GROUP, 0xAB, 0xA7})
_KEPT_GROUP = frozenset({_BLOCK, 0x9B, 0xFB, 0x75A2})


class _WebmTrack:
    def __init__(self) -> None:
        self.number = 0
        self.type = 0
        self.codec = ""
        self.width = self.height = self.shown_width = self.shown_height = 0
        self.private: Element | None = None


def read_webm(stream: BinaryIO, size: int) -> VideoHeader:
    """The facts of a WebM file and the patches that leave nothing in it but what plays."""
    return _WebM(stream, size).read()


class _WebM:
    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._size = size
        self._patches: list[Overwrite] = []
        self._tracks: list[_WebmTrack] = []
        self._scale = 1_000_000
        self._duration = 0.0
        self._times: dict[int, array[int]] = {}

    def read(self) -> VideoHeader:
        end = 0
        for element in elements(self._stream, 0, self._size):
            if element.id == _EBML:
                self._head(element)
            elif element.id == _SEGMENT:
                self._segment(element)
                # whatever follows is no part of the clip, and is not copied
                end = element.end
                break
            else:
                self._patches.append(void(element))
        if not end:
            raise MalformedError("it ends before the video is complete")
        return self._header(end)

    def _header(self, end: int) -> VideoHeader:
        videos = [one for one in self._tracks if one.type == 1]
        if not videos:
            raise UnplayableError("has no video track", "is it a recording of sound alone?")
        if len(videos) > 1 or any(one.type not in (1, 2) for one in self._tracks):
            raise UnplayableError("has tracks beside one of video and of sound, of which browsers show nothing", _REMUX)
        track = videos[0]
        codec = _CODECS.get(track.codec)
        if codec is None:
            raise UnplayableError(f"is coded as {track.codec!r}, which browsers do not play in WebM", _REENCODE)
        if not self._duration > 0:
            raise UnplayableError("was recorded live and does not say how long it is", _REMUX)
        if not track.width or not track.height:
            raise MalformedError("its header gives no size")
        tick = self._scale / 1e9
        times = self._times.get(track.number, array("q"))
        if not times:
            raise MalformedError("it has no frames")
        gaps = Counter(b - a for a, b in pairwise(times))
        rate, steady = frame_rate_of(_rounded(gaps, tick))
        sounds = [one.codec for one in self._tracks if one.type == 2]
        return VideoHeader(
            format="webm",
            codec=codec,
            width=track.shown_width or track.width,
            height=track.shown_height or track.height,
            seconds=self._duration * tick,
            frames=len(times),
            frame_rate=rate,
            steady=steady,
            rotation=0,
            audio=sounds[0] if sounds else "",
            end=end,
            patches=tuple(self._patches),
        )

    def _only(self, parent: Element, kept: frozenset[int]) -> list[Element]:
        """The children that are kept; the others are made void."""
        found = []
        for element in elements(self._stream, parent.body, parent.end):
            if element.id in kept:
                found.append(element)
            else:
                self._patches.append(void(element))
        return found

    def _text(self, element: Element) -> str:
        data = read_at(self._stream, element.body, min(element.end - element.body, 64))
        return data.rstrip(b"\x00").decode("ascii", "replace")

    def _head(self, parent: Element) -> None:
        for element in self._only(parent, _KEPT_HEAD):
            if element.id == _DOC_TYPE and (kind := self._text(element)) != "webm":
                raise UnplayableError(f"is a file of kind {kind!r}, not WebM, and not every browser plays it", _REMUX)

    def _segment(self, parent: Element) -> None:
        looks = {_INFO: self._info, _TRACKS: self._all_tracks, _CLUSTER: self._cluster}
        for element in elements(self._stream, parent.body, parent.end):
            if element.id in looks:
                looks[element.id](element)
            elif element.id not in (_SEEK_HEAD, _CUES):
                self._patches.append(void(element))

    def _info(self, parent: Element) -> None:
        for element in self._only(parent, _KEPT_INFO):
            if element.id == _SCALE:
                self._scale = number_in(self._stream, element)
            elif element.id == _DURATION:
                self._duration = self._float(element)
            else:
                # a player may ask that they are there; empty is enough
                self._patches.append(Overwrite(element.body, element.end - element.body))

    def _float(self, element: Element) -> float:
        data = (
            read_at(self._stream, element.body, element.end - element.body) if element.end - element.body <= 8 else b""
        )
        if len(data) not in (4, 8):
            return 0.0
        value: float = struct.unpack(">f" if len(data) == 4 else ">d", data)[0]
        return value

    def _all_tracks(self, parent: Element) -> None:
        for entry in self._only(parent, frozenset({_ENTRY})):
            track = _WebmTrack()
            self._tracks.append(track)
            for element in self._only(entry, _KEPT_ENTRY):
                self._of_track(track, element)
            if track.codec == "A_VORBIS" and track.private is not None:
                self._vorbis_comments(track.private)

    def _of_track(self, track: _WebmTrack, element: Element) -> None:
        if element.id == _ENCODINGS:
            raise UnplayableError("is encrypted or packed once more inside", _REMUX)
        if element.id == _NUMBER:
            track.number = number_in(self._stream, element)
        elif element.id == _UID:
            # any number that is not zero will do; the one that is there is drawn by whoever wrote the file
            length = element.end - element.body
            self._patches.append(
                Overwrite(element.body, length, (len(self._tracks)).to_bytes(max(length, 1), "big")[:length])
            )
        elif element.id == _TYPE:
            track.type = number_in(self._stream, element)
        elif element.id == _CODEC:
            track.codec = self._text(element)
        elif element.id == _PRIVATE:
            track.private = element
        elif element.id == _AUDIO:
            self._only(element, _KEPT_AUDIO)
        elif element.id == _VIDEO:
            self._video(track, element)

    def _video(self, track: _WebmTrack, parent: Element) -> None:
        for element in self._only(parent, _KEPT_VIDEO):
            if element.id == _PROJECTION:
                self._projection(element)
            elif element.id == _ALPHA and number_in(self._stream, element):
                raise UnplayableError("is transparent in places", "lay it on a background before you save it")
            elif (name := _SIZES.get(element.id)) is not None:
                setattr(track, name, number_in(self._stream, element))

    def _projection(self, parent: Element) -> None:
        for element in elements(self._stream, parent.body, parent.end):
            if element.id == _ROLL and self._float(element):
                raise UnplayableError("says that it is to be turned, which browsers do not do with WebM", _REENCODE)

    def _vorbis_comments(self, element: Element) -> None:
        """Blanks what the second header of Vorbis says: who encoded it, and any text (Vorbis I, section 5)."""
        data = read_at(self._stream, element.body, element.end - element.body)
        at = data.find(b"\x03vorbis")
        if at < 0:
            raise MalformedError("its sound cannot be read")
        at += 7
        try:
            (length,) = struct.unpack_from("<I", data, at)
            self._patches.append(Overwrite(element.body + at + 4, length, b" " * min(length, len(data))))
            at += 4 + length
            (count,) = struct.unpack_from("<I", data, at)
            at += 4
            for _ in range(count):
                (length,) = struct.unpack_from("<I", data, at)
                self._patches.append(Overwrite(element.body + at + 4, length, b" " * min(length, len(data))))
                at += 4 + length
        except struct.error:
            raise MalformedError("its sound cannot be read") from None
        if at > len(data):
            raise MalformedError("its sound cannot be read")

    def _cluster(self, parent: Element) -> None:
        base = 0
        for element in self._only(parent, _KEPT_CLUSTER):
            if element.id == _TIME:
                base = number_in(self._stream, element)
            elif element.id == _SIMPLE:
                self._block(element, base)
            elif element.id == _GROUP:
                for inner in self._only(element, _KEPT_GROUP):
                    if inner.id == _BLOCK:
                        self._block(inner, base)

    def _block(self, element: Element, base: int) -> None:
        head = read_at(self._stream, element.body, min(12, element.end - element.body))
        number, length = vint(head, marked=False)
        if length + 3 > len(head):
            raise MalformedError("a frame of it is empty")
        (offset,) = struct.unpack_from(">h", head, length)
        self._times.setdefault(number, array("q")).append(base + offset)


_SIZES = {_WIDTH: "width", _HEIGHT: "height", _SHOWN_WIDTH: "shown_width", _SHOWN_HEIGHT: "shown_height"}


def _rounded(gaps: Counter[int], tick: float) -> list[tuple[int, float]]:
    """Gaps in seconds, with those one tick apart taken for one: 33 and 34 ms are both a thirtieth of a second."""
    joined: list[list[float]] = []
    for gap, count in sorted(gaps.items()):
        if joined and gap - joined[-1][2] <= 1:
            joined[-1][0] += count
            joined[-1][1] += gap * count
            joined[-1][2] = gap
        else:
            joined.append([count, gap * count, gap])
    return [(int(count), total / count * tick) for count, total, _ in joined]
