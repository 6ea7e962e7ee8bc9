"""MP4: what a file says of its tracks, and everything in it that is not needed to play them."""

from __future__ import annotations

from collections import Counter
from typing import BinaryIO

from beholder.limits import MAX_CLIP_PARTS, MAX_CLIP_SECONDS, MAX_CLIP_UNITS
from beholder.media.containers import MalformedError
from beholder.media.video.coded_notes import obu_notes, unit_notes
from beholder.media.video.mp4_boxes import Box, Count, Patches
from beholder.media.video.mp4_config import config_name
from beholder.media.video.mp4_samples import locate, unused
from beholder.media.video.mp4_track import REENCODE, REMUX, Track, TrackReader, bounded, matrix
from beholder.media.video.video_header import UnplayableError, VideoHeader, frame_rate_of

__all__ = ["read_mp4"]

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
_BRAND = b"isom\x00\x00\x02\x00"


def read_mp4(stream: BinaryIO, size: int, *, sound: bool) -> VideoHeader:
    """The facts of an MP4 file and the patches that leave nothing in it but what plays; the sound only if it is wanted."""
    return _Mp4(stream, size, sound=sound).read()


class _Mp4:
    def __init__(self, stream: BinaryIO, size: int, *, sound: bool) -> None:
        self._stream = stream
        self._size = size
        self._sound = sound
        self._units = Count(MAX_CLIP_UNITS, "parts of frames")
        self._patches = Patches(stream, Count(MAX_CLIP_PARTS, "parts"))
        self._tracks: list[Track] = []
        self._timescale = 0
        self._layout: list[str] = []
        self._media: list[tuple[int, int]] = []

    def read(self) -> VideoHeader:
        for box in self._patches.inside(0, self._size):
            kind = box.kind
            if kind == b"ftyp":
                self._ftyp(box)
            elif kind == b"moov":
                if "moov" in self._layout:
                    raise MalformedError("it has two headers")
                self._moov(box)
            elif kind in (b"moof", b"sidx", b"styp"):
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", REMUX)
            elif kind == b"mdat":
                self._media.append((box.body, box.end))
            else:
                kind = b"free"
                self._patches.blank(box)
            self._layout.append(kind.decode())
        if "moov" not in self._layout or not self._media:
            raise MalformedError("it ends before the video is complete")
        return self._header()

    def _header(self) -> VideoHeader:
        track = self._video()
        codec = _CODECS.get(track.codec)
        if codec is None:
            named = _NAMED.get(track.codec, repr(track.codec.decode("latin-1")))
            raise UnplayableError(f"is coded as {named}, which not every browser plays", REENCODE)
        if codec == "h264" and (not track.config or track.config[1] not in _H264_PROFILES):
            raise UnplayableError(
                "is H.264 with more than 8 bits or finer colour, which browsers do not play", REENCODE
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

    def _video(self) -> Track:
        videos = [one for one in self._tracks if one.kind == b"vide"]
        others = [one.kind for one in self._tracks if one.kind not in (b"vide", b"soun")]
        if not videos:
            raise UnplayableError("has no video track", "is it a recording of sound alone?")
        if others or len(videos) > 1:
            what = "several video tracks" if len(videos) > 1 else f"a track of kind {others[0].decode('latin-1')!r}"
            raise UnplayableError(f"has {what}, of which browsers show nothing", REMUX)
        return videos[0]

    def _keep_samples(self, video: Track, codec: str) -> int:
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
            self._patches.zero(start, end)
        for start, length in zip(*(part.tolist() for part in places), strict=True):
            if codec == "h264":
                self._patches += unit_notes(self._stream, start, length, video.config[4] % 4 + 1, self._units)
            elif codec == "av1":
                self._patches += obu_notes(self._stream, start, length, self._units)
        return len(places[0])

    def _moov(self, parent: Box) -> None:
        for box in self._patches.inside(parent.body, parent.end):
            if box.kind == b"mvex":
                raise UnplayableError("is an MP4 in fragments, as streaming servers keep them", REMUX)
            if box.kind == b"mvhd" and not self._timescale:
                self._mvhd(box)
            elif box.kind == b"trak":
                self._trak(box)
            else:
                self._patches.blank(box)

    def _trak(self, box: Box) -> None:
        before = len(self._patches)
        reader = TrackReader(self._stream, self._patches, len(self._tracks) + 1, self._timescale)
        self._tracks.append(reader.read(box))
        if reader.track.kind == b"soun" and not self._sound:
            del self._patches[before:]
            self._patches.blank(box)

    def _ftyp(self, box: Box) -> None:
        if self._patches.body(box, 4) == b"qt  ":
            raise UnplayableError("is a QuickTime film, which not every browser plays", REMUX)
        self._patches.rewrite(box, _BRAND + _BRAND[:4] * ((box.end - box.body) // 4 - 2))

    def _mvhd(self, box: Box) -> None:
        wide, data = self._patches.timed(box, 84)
        at = 4 + 2 * wide
        self._timescale = int.from_bytes(data[at : at + 4], "big")
        bounded(data[at + 4 : at + 4 + wide], self._timescale)
        tail = b"\x00\x01\x00\x00\x01" + bytes(11) + matrix(0) + bytes(24) + b"\xff" * 4
        self._patches.rewrite(box, data[: at + 4 + wide] + tail)
