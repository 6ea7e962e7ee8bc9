"""Strings that must never reach a rater, and a scanner that finds them however they are written."""

from __future__ import annotations

import base64
import binascii
import hashlib
import html
import re
import urllib.parse
import zlib
from collections.abc import Iterable, Iterator

__all__ = ["find_canaries"]

_BASE64 = re.compile(rb"[A-Za-z0-9+/_-]{8,}={0,2}")
_HEX = re.compile(rb"(?:[0-9A-Fa-f]{2}){6,}")
_ESCAPED = re.compile(rb"\\u([0-9a-fA-F]{4})")


def find_canaries(data: bytes, canaries: Iterable[str]) -> set[str]:
    """The canaries in some bytes: raw, case-folded, URL-, HTML-, JSON-, base64-, hex-decoded, packed, or as a hash."""
    wanted = {canary: list(_written(canary)) for canary in canaries}
    found: set[str] = set()
    for reading in _readings(data):
        folded = reading.lower()
        for canary, spellings in wanted.items():
            if canary not in found and any(spelling in folded for spelling in spellings):
                found.add(canary)
    return found


def _written(canary: str) -> Iterator[bytes]:
    text = canary.lower()
    yield text.encode()
    yield text.encode("utf-16-le")
    yield text.encode("utf-16-be")
    yield text[::-1].encode()
    for spelling in {canary, canary.lower()}:
        for name in ("md5", "sha1", "sha256", "blake2b"):
            digest = hashlib.new(name, spelling.encode()).digest()
            yield digest.hex()[:24].encode()
            yield base64.b64encode(digest)[:16].lower()
            yield base64.urlsafe_b64encode(digest)[:16].lower()


def _readings(data: bytes) -> Iterator[bytes]:
    yield data
    yield urllib.parse.unquote_to_bytes(data.replace(b"+", b" "))
    yield html.unescape(data.decode("utf-8", "replace")).encode("utf-8", "replace")
    yield _ESCAPED.sub(lambda m: chr(int(m[1], 16)).encode("utf-8", "surrogatepass"), data)
    for run in _BASE64.findall(data):
        # the run may begin in the middle of a group of four
        for start in range(4):
            piece = run[start:].rstrip(b"=")
            piece += b"=" * (-len(piece) % 4)
            for alphabet in (b"+/", b"-_"):
                try:
                    yield base64.b64decode(piece, altchars=alphabet, validate=False)
                except binascii.Error:
                    continue
    for run in _HEX.findall(data):
        yield bytes.fromhex(run.decode())
    yield from _unpacked(data)


def _unpacked(data: bytes) -> Iterator[bytes]:
    for start in (m.start() for m in re.finditer(rb"\x1f\x8b\x08", data)):
        try:
            yield zlib.decompressobj(31).decompress(data[start:], 5_000_000)
        except zlib.error:
            continue
    for start in (m.start() for m in re.finditer(rb"\x78[\x01\x5e\x9c\xda]", data)):
        try:
            yield zlib.decompressobj().decompress(data[start:], 5_000_000)
        except zlib.error:
            continue
