"""What a table that is no UTF-8 was probably saved as, and how to save it anew."""

from __future__ import annotations

import re

__all__ = ["utf8_hint"]

_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")


def utf8_hint(raw: bytes) -> str:
    """What to do about text of which `raw` is a line: it is never guessed silently, a wrong guess would alter names."""
    return (
        'save it as UTF-8 text (spreadsheets call it "CSV UTF-8"); it looks like '
        f"{_encoding(raw)}, which `iconv -f {_encoding(raw)} -t UTF-8 FILE > NEW.csv` converts"
    )


def _encoding(raw: bytes) -> str:
    if b"\x00" in raw:
        return "UTF-16"
    # a Chinese character takes two bytes; the accents of European languages stand alone
    pairs = all(len(run) % 2 == 0 for run in _BEYOND_ASCII.findall(raw))
    return "GB18030" if pairs else "WINDOWS-1252"
