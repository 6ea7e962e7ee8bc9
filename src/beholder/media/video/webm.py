"""WebM: what a file says of its tracks, and everything in it that is not needed to play them."""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import BinaryIO

from beholder.limits import MAX_CLIP_FRAMES, MAX_CLIP_PARTS, MAX_CLIP_SECONDS, MAX_CLIP_UNITS
from beholder.media.containers import MalformedError
from beholder.media.video import webm_elements as ids
from beholder.media.video.coded_notes import obu_notes
from beholder.media.video.ebml import Element, elements, number_in, vint, void
from beholder.media.video.mp4_boxes import Count, read_at
from beholder.media.video.mp4_config import MAX_CONFIG_BYTES, av1_config, config_name, opus_config
from beholder.media.video.video_header import Overwrite, UnplayableError, VideoHeader, frame_rate_of

__all__ = ["read_webm"]

_REMUX = "write it anew without re-encoding: ffmpeg -i IN -map 0:v:0 -map 0:a:0? -c copy OUT.webm"
_REENCODE = "save it as VP9: ffmpeg -i IN -c:v libvpx-vp9 -pix_fmt yuv420p OUT.webm"
_CODECS = {"V_VP8": "vp8", "V_VP9": "vp9", "V_AV1": "av1"}


class _WebmTrack:
    def __init__(self) -> None:
        self.number = 0
        self.type = 0
        self.codec = ""
        self.width = self.height = self.shown_width = self.shown_height = 0
        self.private: Element | None = None
        self.config = b""


def read_webm(stream: BinaryIO, size: int, *, sound: bool) -> VideoHeader:
    """The facts of a WebM file and the patches that leave nothing in it but what plays; the sound only if it is wanted."""
    return _WebM(stream, size, sound=sound).read()


class _WebM:
    def __init__(self, stream: BinaryIO, size: int, *, sound: bool) -> None:
        self._stream = stream
        self._size = size
        self._sound = sound
        self._parts = Count(MAX_CLIP_PARTS, "parts")
        self._blocks = Count(3 * MAX_CLIP_FRAMES, "frames")
        self._units = Count(MAX_CLIP_UNITS, "parts of frames")
        self._patches: list[Overwrite] = []
        self._tracks: dict[int, _WebmTrack] = {}
        self._scale = 1_000_000
        self._duration = 0.0
        self._times: dict[int, array[int]] = {}
        self._layout: list[str] = []

    def read(self) -> VideoHeader:
        end = 0
        for element in elements(self._stream, 0, self._size):
            if element.id == ids.SEGMENT:
                self._segment(element)
                # whatever follows is no part of the clip, and is not copied
                end = element.end
                break
            if element.id == ids.EBML and not element.start:
                self._head(element)
            else:
                self._parts.add()
                self._patches.append(void(element))
        if not end:
            raise MalformedError("it ends before the video is complete")
        return self._header(end)

    def _header(self, end: int) -> VideoHeader:
        tracks = list(self._tracks.values())
        videos = [one for one in tracks if one.type == 1]
        if not videos:
            raise UnplayableError("has no video track", "is it a recording of sound alone?")
        if len(videos) > 1 or any(one.type not in (1, 2) for one in tracks):
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
        sounds = [one.codec for one in tracks if one.type == 2]
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
            layout=" ".join(self._layout[:12]),
            settings=config_name(codec, track.config),
            end=end,
            patches=tuple(self._patches),
        )

    def _only(self, parent: Element) -> Iterator[Element]:
        """The children that are kept, each once if more would contradict each other; the others are made void."""
        kept, seen = ids.KEPT[parent.id], set()
        for element in elements(self._stream, parent.body, parent.end):
            repeated = element.id in seen and element.id not in ids.REPEATED
            most = ids.MOST.get(element.id)
            if element.id not in kept or repeated or (most is not None and not self._at_most(element, most)):
                self._parts.add()
                self._patches.append(void(element))
                continue
            (self._blocks if element.id in ids.IN_CLUSTERS else self._parts).add()
            seen.add(element.id)
            yield element

    def _at_most(self, element: Element, most: int) -> bool:
        return element.end - element.body <= 8 and number_in(self._stream, element) <= most

    def _rewrite(self, element: Element, data: bytes) -> None:
        self._patches.append(Overwrite(element.body, element.end - element.body, data))

    def _text(self, element: Element) -> str:
        data = read_at(self._stream, element.body, min(element.end - element.body, 64))
        text = data.rstrip(b"\x00").decode("ascii", "replace")
        self._rewrite(element, text.encode("ascii", "replace"))
        return text

    def _float(self, element: Element) -> float:
        """A measured number, which keeps three places behind the point."""
        length = element.end - element.body
        if length not in (4, 8):
            self._patches.append(void(element))
            return 0.0
        kind = ">f" if length == 4 else ">d"
        value: float = struct.unpack(kind, read_at(self._stream, element.body, length))[0]
        self._rewrite(element, struct.pack(kind, round(value, 3)))
        return value

    def _head(self, parent: Element) -> None:
        for element in self._only(parent):
            if element.id == ids.DOC_TYPE and (kind := self._text(element)) != "webm":
                raise UnplayableError(f"is a file of kind {kind!r}, not WebM, and not every browser plays it", _REMUX)

    def _segment(self, parent: Element) -> None:
        looks = {ids.INFO: self._info, ids.TRACKS: self._all_tracks, ids.CLUSTER: self._cluster}
        listed: dict[int, int] = {}
        later = []
        for element in self._only(parent):
            listed[element.start - parent.body] = element.id
            if element.id in looks:
                looks[element.id](element)
            else:
                later.append(element)
            if self._layout[-1:] != [ids.NAMES[element.id]]:
                self._layout.append(ids.NAMES[element.id])
        for element in later:
            for entry in self._only(element):
                before = len(self._patches)
                if not (self._seek if element.id == ids.SEEK_HEAD else self._cue)(entry, listed):
                    # nothing that points anywhere else stays
                    del self._patches[before:]
                    self._patches.append(void(entry))

    def _seek(self, parent: Element, listed: dict[int, int]) -> bool:
        given = {element.id: element for element in self._only(parent)}
        if set(given) != ids.KEPT[ids.SEEK] or any(one.end - one.body > 8 for one in given.values()):
            return False
        place = number_in(self._stream, given[ids.SEEK_AT])
        return listed.get(place) == number_in(self._stream, given[ids.SEEK_ID])

    def _cue(self, parent: Element, listed: dict[int, int]) -> bool:
        for element in self._only(parent):
            if element.id == ids.POINT_TIME:
                if not self._at_most(element, int(MAX_CLIP_SECONDS * 1e9) // max(self._scale, 1)):
                    return False
                continue
            for inner in self._only(element):
                value = number_in(self._stream, inner)
                if (value not in self._tracks) if inner.id == ids.PLACE_TRACK else listed.get(value) != ids.CLUSTER:
                    return False
        return True

    def _info(self, parent: Element) -> None:
        for element in self._only(parent):
            if element.id == ids.SCALE:
                self._scale = number_in(self._stream, element)
            elif element.id == ids.DURATION:
                self._duration = self._float(element)
            else:
                # a player may ask that they are there; empty is enough
                self._rewrite(element, b"")

    def _all_tracks(self, parent: Element) -> None:
        for entry in self._only(parent):
            track = _WebmTrack()
            before = len(self._patches)
            for element in self._only(entry):
                self._of_track(track, element)
            if track.private is not None:
                self._private(track, track.private)
            if track.number in self._tracks:
                raise MalformedError("two of its tracks have one number")
            self._tracks[track.number] = track
            if track.type == 2 and not self._sound:
                del self._patches[before:]
                self._patches.append(void(entry))

    def _of_track(self, track: _WebmTrack, element: Element) -> None:
        if element.id == ids.ENCODINGS:
            raise UnplayableError("is encrypted or packed once more inside", _REMUX)
        if element.id == ids.NUMBER:
            track.number = number_in(self._stream, element)
        elif element.id == ids.UID:
            # any number that is not zero will do; the one that is there is drawn by whoever wrote the file
            length = element.end - element.body
            self._rewrite(element, bytes(max(length - 1, 0)) + bytes([len(self._tracks) % 255 + 1]))
        elif element.id == ids.TYPE:
            track.type = number_in(self._stream, element)
        elif element.id == ids.CODEC:
            track.codec = self._text(element)
        elif element.id == ids.PRIVATE:
            track.private = element
        elif element.id == ids.AUDIO:
            for inner in self._only(element):
                if inner.id in (ids.RATE, ids.OUTPUT_RATE):
                    self._float(inner)
        elif element.id == ids.VIDEO:
            self._video(track, element)

    def _video(self, track: _WebmTrack, parent: Element) -> None:
        for element in self._only(parent):
            if element.id == ids.PROJECTION:
                self._projection(element)
            elif element.id == ids.COLOUR:
                list(self._only(element))
            elif element.id == ids.ALPHA and number_in(self._stream, element):
                raise UnplayableError("is transparent in places", "lay it on a background before you save it")
            elif (name := _SIZES.get(element.id)) is not None:
                setattr(track, name, number_in(self._stream, element))

    def _projection(self, parent: Element) -> None:
        before = len(self._patches)
        for element in elements(self._stream, parent.body, parent.end):
            self._parts.add()
            if element.id == ids.ROLL and self._float(element):
                raise UnplayableError("says that it is to be turned, which browsers do not do with WebM", _REENCODE)
        del self._patches[before:]
        self._patches.append(void(parent))

    def _private(self, track: _WebmTrack, element: Element) -> None:
        """What decoders are told first, without what they do not need."""
        if track.codec == "A_VORBIS":
            self._vorbis_comments(element)
            return
        data = read_at(self._stream, element.body, min(element.end - element.body, MAX_CONFIG_BYTES))
        if track.codec == "V_AV1":
            track.config = av1_config(data)
        elif track.codec == "A_OPUS" and len(data) >= 19:
            track.config = data[:8] + opus_config(data[8:])
        elif track.codec == "V_VP9" and all(
            n + 2 < len(data) and data[n] in (1, 2, 3, 4) and data[n + 1] == 1 for n in range(0, len(data), 3)
        ):
            track.config = data
        if track.config:
            self._rewrite(element, track.config)
        else:
            self._patches.append(void(element))

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
        for element in self._only(parent):
            if element.id == ids.TIME:
                base = number_in(self._stream, element)
                if base * self._scale > MAX_CLIP_SECONDS * 1e9:
                    raise MalformedError("its frames are shown at times that no clip has")
            elif element.id == ids.SIMPLE:
                self._block(element, element, base)
            else:
                before = len(self._patches)
                for inner in self._only(element):
                    if inner.id == ids.REFERENCE:
                        # that there is one makes it a frame that builds on others; which one is for the decoder to know
                        self._rewrite(inner, b"\xff")
                    elif inner.id == ids.BLOCK and not self._block(inner, element, base, before):
                        break

    def _block(self, element: Element, whole: Element, base: int, before: int | None = None) -> bool:
        """Takes in a frame. One that no track that is delivered has is made void, with the group that it stands in."""
        head = read_at(self._stream, element.body, min(12, element.end - element.body))
        number, length = vint(head, marked=False)
        if length + 3 > len(head):
            raise MalformedError("a frame of it is empty")
        track = self._tracks.get(number)
        if track is None or (track.type != 1 and not self._sound):
            del self._patches[len(self._patches) if before is None else before :]
            self._patches.append(void(whole))
            return False
        (offset,) = struct.unpack_from(">h", head, length)
        times = self._times.setdefault(number, array("q"))
        times.append(base + offset)
        if len(times) > MAX_CLIP_FRAMES:
            raise MalformedError("it has more frames than any clip")
        if track.type == 1 and head[length + 2] & ids.LACING:
            raise UnplayableError("has several frames in one block, which browsers do not play", _REMUX)
        if track.codec == "V_AV1":
            start = element.body + length + 3
            self._patches += obu_notes(self._stream, start, element.end - start, self._units)
        return True


_SIZES = {ids.WIDTH: "width", ids.HEIGHT: "height", ids.SHOWN_WIDTH: "shown_width", ids.SHOWN_HEIGHT: "shown_height"}


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
