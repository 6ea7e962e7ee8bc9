"""What stands between the coded pictures of H.264 and AV1 and is no picture: notes of encoders, captions, padding.

Each is made a filler of the same length, so that nothing behind it moves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from beholder.media.containers import MalformedError
from beholder.media.video.mp4_boxes import Count, read_at
from beholder.media.video.video_header import Overwrite

# kinds of NAL units (ITU-T H.264, table 7-1): slices; sequence and picture parameters; the marks of a beginning and of two
# kinds of end, with how many bytes they have
_SLICES, _PARAMETERS, _MARKS = frozenset({1, 2, 3, 4, 5}), frozenset({7, 8}), {9: 2, 10: 1, 11: 1}
_SEI, _FILLER = 6, 12
# kinds of SEI messages (annex D): filler; how many frames after this one a decoder shows right ones
_FILLER_PAYLOAD, _RECOVERY_POINT = 3, 6
# a recovery point stands among the first messages
_READ = 4096
# kinds of OBUs (AV1, 5.3.1) that are decoded: sequence, delimiter, frame headers, tiles, frames
_KEPT_OBUS, _BEGINNING, _PADDING = frozenset({1, 2, 3, 4, 6, 7}), 2, 15


def unit_notes(stream: BinaryIO, start: int, length: int, wide: int, count: Count) -> Iterator[Overwrite]:
    """Fillers for the units of one frame of H.264 that are no picture; sizes take `wide` bytes."""
    at, end, pictured = start, start + length, False
    while at < end:
        count.add()
        head = read_at(stream, at, min(wide + 1, end - at))
        size, at = int.from_bytes(head[:wide], "big"), at + wide
        if at + size > end or len(head) < wide:
            raise MalformedError("a frame of it does not add up")
        kind = head[wide] & 0x1F if size else _FILLER
        if kind in _SLICES:
            pictured = True
        elif size and kind not in _PARAMETERS and _MARKS.get(kind) != size:
            # a filler may not stand before the picture, and a message not behind it
            if pictured:
                yield Overwrite(at, size - 1, bytes([_FILLER]), 0xFF)
                yield Overwrite(at + size - 1, 1, b"\x80")
            else:
                noted = read_at(stream, at, min(size, _READ)) if kind == _SEI else b""
                yield from _message(at, size, _recovery_point(noted.replace(b"\x00\x00\x03", b"\x00\x00")))
        at += size


def _message(start: int, size: int, kept: bytes) -> Iterator[Overwrite]:
    """A unit of SEI with nothing in it but what is kept and a filler, whose size has a byte for each 255 bytes of it."""
    head = bytes([_SEI]) + kept
    room = size - len(head) - 3
    if room % 256 == 255 and room > 0:
        head, room = head + bytes([_FILLER_PAYLOAD, 0]), room - 2
    if room < 0:
        yield Overwrite(start, size, head + b"\x80")
        return
    payload = room - room // 256
    head += bytes([_FILLER_PAYLOAD]) + b"\xff" * (payload // 255) + bytes([payload % 255])
    yield Overwrite(start, len(head), head)
    yield Overwrite(start + len(head), payload, b"", 0xFF)
    yield Overwrite(start + size - 1, 1, b"\x80")


def _recovery_point(unit: bytes) -> bytes:
    at = 1
    while at + 1 < len(unit):
        begin, values = at, [0, 0]
        for n in range(2):
            while at < len(unit) and unit[at] == 0xFF:
                values[n], at = values[n] + 255, at + 1
            values[n] += unit[at] if at < len(unit) else 0
            at += 1
        # some frames are a byte or two; more would be no number of frames
        if values[0] == _RECOVERY_POINT and values[1] <= 2 and b"\x00\x00" not in unit[at : at + values[1]]:
            return unit[begin : at + values[1]]
        at += values[1]
    return b""


def obu_notes(stream: BinaryIO, start: int, length: int, count: Count) -> Iterator[Overwrite]:
    """Padding for the OBUs of one frame of AV1 that are not decoded: metadata, padding with words in it, unknown ones."""
    at, end = start, start + length
    while at < end:
        count.add()
        head = read_at(stream, at, min(10, end - at))
        body, size = 2 if head[0] & 4 else 1, end - at
        if head[0] & 2:
            size = 0
            for n, byte in enumerate(head[body:]):
                size, body = size | (byte & 0x7F) << 7 * n, body + 1
                if byte < 0x80:
                    break
        else:
            size -= body
        if size < 0 or at + body + size > end:
            raise MalformedError("a frame of it does not add up")
        kind = head[0] >> 3 & 0xF
        if kind not in _KEPT_OBUS or (kind == _BEGINNING and size):
            yield Overwrite(at, 1, bytes([head[0] & 7 | _PADDING << 3]))
            if size:
                yield Overwrite(at + body, size, b"\x80")
        at += body + size
