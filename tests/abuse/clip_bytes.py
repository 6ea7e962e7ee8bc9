"""MP4 and WebM files written box by box and element by element, so that a test can put anything anywhere in them."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping

# two frames of 32 × 32 pixels, as an encoder of H.264 makes them, and what a decoder is told first
AVC = bytes.fromhex("0142c00affe100156742c00ad9896c0440000003004000000503c4899a01000668c960392c80")
FRAMES = (
    bytes.fromhex(
        "0000008265888419ffbad411e8fc57b44c2b997a61a3d647b22c820b11c0c282009b7243843ca34c2804c90265bdc80f8ae5d115974c617d"
        "e8dcb1da9319913c1b495f82d2af4e880c018083a4ca58f59ae20e59be711d9c6f9c63d0821cad27d5ed2df86270a80345d7eb5f8d0c420f"
        "4b650f8573b0f8572c5a8350d00c000ffff67d873ec4"
    ),
    bytes.fromhex("00000009419a3810e4a1084df0"),
)
# a key frame of VP8, 16 × 16 grey pixels: lossy WebP without its wrapping
_MATRIX = struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)


def box(kind: bytes, *parts: bytes) -> bytes:
    """A box of MP4."""
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + kind + body


def unit(body: bytes) -> bytes:
    """A NAL unit with its length before it."""
    return struct.pack(">I", len(body)) + body


class Mp4:
    """An MP4 file whose parts can be changed one by one: `tail` follows the body of a box, `after` the box itself."""

    def __init__(
        self,
        *,
        tail: Mapping[bytes, bytes] | None = None,
        after: Mapping[bytes, bytes] | None = None,
        change: Mapping[bytes, Callable[[bytes], bytes]] | None = None,
        frames: tuple[bytes, ...] = FRAMES,
        gap: bytes = b"",
        entry: bytes = b"",
    ) -> None:
        self._tail, self._after, self._change = tail or {}, after or {}, change or {}
        self._frames, self._gap, self._entry = frames, gap, entry

    def _box(self, kind: bytes, *parts: bytes) -> bytes:
        body = self._change.get(kind, bytes)(b"".join(parts))
        return box(kind, body, self._tail.get(kind, b"")) + self._after.get(kind, b"")

    def made(self) -> bytes:
        """The bytes of the file."""
        start = self._box(b"ftyp", b"isom", struct.pack(">I", 512), b"isomiso2avc1mp41")
        at, offsets = len(start) + 8 + len(self._gap), []
        for frame in self._frames:
            offsets.append(at)
            at += len(frame) + len(self._gap)
        media = self._gap + b"".join(frame + self._gap for frame in self._frames)
        return start + self._box(b"mdat", media) + self._box(b"moov", self._mvhd(), self._trak(offsets))

    def _mvhd(self) -> bytes:
        numbers = struct.pack(">IIIII", 0, 0, 0, 1000, 200)
        return self._box(b"mvhd", numbers, struct.pack(">IH10x", 1 << 16, 256), _MATRIX, bytes(24), b"\0\0\0\2")

    def _trak(self, offsets: list[int]) -> bytes:
        n = len(self._frames)
        size = struct.pack(">II", 32 << 16, 32 << 16)
        header = self._box(b"tkhd", struct.pack(">IIIIII8xHHHH", 7, 0, 0, 1, 0, 200, 0, 0, 0, 0), _MATRIX, size)
        edits = self._box(b"edts", self._box(b"elst", struct.pack(">IIIII", 0, 1, 200, 0, 1 << 16)))
        visual = struct.pack(">6xH16xHHII4xH32xHh", 1, 32, 32, 72 << 16, 72 << 16, 1, 24, -1)
        coded = self._box(b"avc1", visual, self._box(b"avcC", AVC), self._entry)
        tables = (
            self._box(b"stsd", struct.pack(">II", 0, 1), coded),
            self._box(b"stts", struct.pack(">IIII", 0, 1, n, 1024)),
            self._box(b"stsc", struct.pack(">IIIII", 0, 1, 1, 1, 1)),
            self._box(b"stsz", struct.pack(">III", 0, 0, n), *(struct.pack(">I", len(one)) for one in self._frames)),
            self._box(b"stco", struct.pack(">II", 0, n), *(struct.pack(">I", one) for one in offsets)),
        )
        place = self._box(b"dinf", self._box(b"dref", struct.pack(">II", 0, 1), box(b"url ", b"\0\0\0\1")))
        media = self._box(b"minf", self._box(b"vmhd", b"\0\0\0\1" + bytes(8)), place, self._box(b"stbl", *tables))
        clock = self._box(b"mdhd", struct.pack(">IIIIIHH", 0, 0, 0, 10240, 2048, 0x55C4, 0))
        kind = self._box(b"hdlr", bytes(8) + b"vide" + bytes(13))
        return self._box(b"trak", header, edits, self._box(b"mdia", clock, kind, media))


def element(identity: int, *parts: bytes) -> bytes:
    """An element of WebM."""
    body = b"".join(parts)
    name = identity.to_bytes((identity.bit_length() + 7) // 8, "big")
    return name + (len(body) | 1 << 56).to_bytes(8, "big") + body


def number(identity: int, value: int) -> bytes:
    """An element with a whole number in it."""
    return element(identity, value.to_bytes(8, "big"))


def webm(
    *,
    vp8: bytes,
    head: bytes = b"",
    before: bytes = b"",
    top: bytes = b"",
    info: bytes = b"",
    entry: bytes = b"",
    video: bytes = b"",
    cluster: bytes = b"",
    cue: bytes = b"",
    end: bytes = b"",
    doc: bytes = b"webm",
    codec: bytes = b"V_VP8",
    duration: float = 200.0,
    scale: int = 1_000_000,
    time: int = 0,
    size: tuple[int, int] = (16, 16),
    app: bytes = b"test",
) -> bytes:
    """A WebM file of two frames, with something more in each of its parts."""
    start = element(0x1A45DFA3, element(0x4282, doc), number(0x4287, 2), number(0x4285, 2), head)
    about = element(
        0x1549A966,
        number(0x2AD7B1, scale),
        element(0x4489, struct.pack(">d", duration)),
        element(0x4D80, app),
        element(0x5741, app),
        info,
    )
    shape = element(0xE0, number(0xB0, size[0]), number(0xBA, size[1]), video)
    track = element(0xAE, number(0xD7, 1), number(0x73C5, 7), number(0x83, 1), element(0x86, codec), shape, entry)
    blocks = (element(0xA3, b"\x81", struct.pack(">h", at), b"\x80", vp8) for at in (0, 100))
    frames = element(0x1F43B675, number(0xE7, time), *blocks, cluster)
    tracks = element(0x1654AE6B, track)
    place = len(about) + len(tracks) + len(top)
    point = element(0xBB, number(0xB3, 0), element(0xB7, number(0xF7, 1), number(0xF1, place), cue))
    return start + before + element(0x18538067, about, tracks, top, frames, element(0x1C53BB6B, point)) + end
