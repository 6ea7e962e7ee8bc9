"""What decoders are told before the first frame, written anew from the fields that they need."""

from __future__ import annotations

import hashlib
import struct
from io import BytesIO

from beholder.limits import MAX_CLIP_PARTS
from beholder.media.containers import MalformedError
from beholder.media.video.coded_notes import obu_notes
from beholder.media.video.mp4_boxes import Count

MAX_CONFIG_BYTES = 65_536
# a pixel's shape is a ratio of small numbers
_MAX_RATIO = 65_535
# profiles of H.264 whose configuration says how fine colours are (ISO/IEC 14496-15, 5.3.3.1.2)
_FINE = frozenset({100, 110, 122, 144, 244})
# descriptors of MPEG-4 (ISO/IEC 14496-1, 7.2.6): of the stream, of its decoder, for the decoder, of its packets
_STREAM, _DECODER, _SPECIFIC, _PACKETS = 3, 4, 5, 6


def decoder_config(kind: bytes, data: bytes) -> bytes:
    """The body of a box in a sample entry without anything that decoders do not need; empty for one to be left out."""
    try:
        return _BY_KIND[kind](data)
    except (IndexError, struct.error):
        raise MalformedError(f"its box {kind.decode()!r} is too short") from None


def config_name(codec: str, config: bytes) -> str:
    """Names the settings of a coder, so that they can be compared: profile and level where it says so, and a digest."""
    if not config:
        return ""
    at = {"h264": (1, 3), "vp9": (4, 5)}.get(codec)
    named = f"profile {config[at[0]]}, level {config[at[1]]}, " if at and len(config) > 5 else ""
    return named + hashlib.sha256(config).hexdigest()[:8]


def _avc(data: bytes) -> bytes:
    at = 5
    for mask in (0x1F, 0xFF):
        count, at = data[at] & mask, at + 1
        for _ in range(count):
            at += 2 + struct.unpack_from(">H", data, at)[0]
    if at > len(data):
        raise IndexError
    return data[:at] + (data[at : at + 3] if data[1] in _FINE else b"")


def _vp(data: bytes) -> bytes:
    return data[:10] if len(data) >= 12 else b""


def av1_config(data: bytes) -> bytes:
    """The configuration of AV1: four bytes, then OBUs."""
    made = bytearray(data)
    for patch in obu_notes(BytesIO(data), 4, len(data) - 4, Count(MAX_CLIP_PARTS, "parts")):
        made[patch.start : patch.start + patch.length] = patch.head.ljust(patch.length, b"\x00")[: patch.length]
    return bytes(made)


def _shape(data: bytes) -> bytes:
    if max(struct.unpack_from(">2I", data)) > _MAX_RATIO:
        raise MalformedError("its pixels have a shape that no pixel has")
    return data[:8]


def _colour(data: bytes) -> bytes:
    """Colours by the numbers of ITU-T H.273; a profile of ICC has room for text, and browsers pass it over."""
    return data[:11] if data[:4] == b"nclx" and data[4:9:2] == bytes(3) and len(data) >= 11 else b""


def opus_config(data: bytes) -> bytes:
    """The header of Opus: eleven bytes, and the places of channels where there are more than two."""
    return data[: 11 if not data[10] else 13 + data[1]]


def _flac(data: bytes) -> bytes:
    # of its blocks only the first is needed, and that without the digest of the sound
    return data[:4] + b"\x80\x00\x00\x22" + data[8:26] + bytes(16) if len(data) >= 42 and not data[4] & 0x7F else b""


def _mpeg4(data: bytes) -> bytes:
    at, _ = _descriptor(data, 4, _STREAM)
    flags = data[at + 2]
    at += 3 + (2 if flags & 0x80 else 0) + (1 + data[at + 3] if flags & 0x40 else 0) + (2 if flags & 0x20 else 0)
    at, end = _descriptor(data, at, _DECODER)
    what = data[at : at + 2] + bytes(11)
    specific = b""
    if at + 13 < end:
        at, end = _descriptor(data, at + 13, _SPECIFIC)
        specific = bytes([_SPECIFIC, end - at]) + data[at:end] if end - at < 0x40 else b""
    decoder = what + specific
    stream = bytes(3) + bytes([_DECODER, len(decoder)]) + decoder + bytes([_PACKETS, 1, 2])
    return bytes(4) + bytes([_STREAM, len(stream)]) + stream


def _descriptor(data: bytes, at: int, tag: int) -> tuple[int, int]:
    """A descriptor: where its body begins and where it ends; the length has seven bits in each byte."""
    if data[at] != tag:
        raise MalformedError("its sound cannot be read")
    length = 0
    for _ in range(4):
        at += 1
        length = length << 7 | data[at] & 0x7F
        if data[at] < 0x80:
            break
    if at + 1 + length > len(data):
        raise MalformedError("its sound cannot be read")
    return at + 1, at + 1 + length


_BY_KIND = {
    b"avcC": _avc,
    b"vpcC": _vp,
    b"av1C": av1_config,
    b"pasp": _shape,
    b"colr": _colour,
    b"dOps": opus_config,
    b"dfLa": _flac,
    b"esds": _mpeg4,
}
