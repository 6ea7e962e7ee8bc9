"""Files sent whole or in part, as a player asks for them: never read into memory."""

from __future__ import annotations

import re
from typing import NamedTuple

from beholder.web.call import Call, Headers, Reply
from beholder.web.store_reads import StoreFile

__all__ = ["Clip", "file_reply"]

# as many digits as the size of any file has
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class Clip(NamedTuple):
    """A file that is too large to hold: open, and how many bytes it has."""

    file: StoreFile
    size: int


def file_reply(call: Call, clip: Clip, *, kind: bytes, tag: str, headers: Headers) -> Reply:
    """The file, or the one range of it that was asked for. Several ranges at once are answered by the whole, as is allowed.

    `tag` names what stands at this address; a range that continues something else gets the whole (RFC 9110, 13.1.5).
    """
    file, whole = clip
    quoted = f'"{tag}"'
    given = [(b"content-type", kind), (b"accept-ranges", b"bytes"), (b"etag", quoted.encode()), *headers]
    asked = _RANGE.fullmatch(call.header(b"range").replace(" ", ""))
    condition = call.header(b"if-range")
    if asked is None or asked.groups() == ("", "") or (condition and condition != quoted):
        return Reply(b"", headers=given, file=file, size=whole)
    first, last = _wanted(asked[1], asked[2], whole)
    if asked[1] and asked[2] and int(asked[2]) < int(asked[1]):
        # not a range at all, so there is none
        return Reply(b"", headers=given, file=file, size=whole)
    if first >= whole or last < first:
        file.close()
        return Reply(b"", status=416, headers=[*given, (b"content-range", f"bytes */{whole}".encode())])
    file.seek(first)
    part = (b"content-range", f"bytes {first}-{last}/{whole}".encode())
    return Reply(b"", status=206, headers=[*given, part], file=file, size=last - first + 1)


def _wanted(first: str, last: str, whole: int) -> tuple[int, int]:
    """First and last byte; without a first one, so many from the end."""
    if not first:
        length = min(int(last), whole)
        return (whole - length, whole - 1) if length else (whole, whole - 1)
    return int(first), min(int(last), whole - 1) if last else whole - 1
