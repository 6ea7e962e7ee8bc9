"""English sentences on pages that are in another language."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Iterator

_SENTENCE = re.compile(r"[A-Za-z][A-Za-z'-]*(?:[ ,;:]+[A-Za-z][A-Za-z'-]*){2,}")
"""Three Latin words in a row: more than a name with its initial, less than any sentence of ours."""

_UNREAD = re.compile(r"(?s)<(script|style|pre|code|svg|textarea|head)\b.*?</\1>|<!--.*?-->")
_SPOKEN = re.compile(r'\s(?:aria-label|title|alt|placeholder|data-label)="([^"]*)"')


def left_in_english(texts: Iterable[str], *, but: Collection[str] = ()) -> set[str]:
    """Those texts in which a sentence is English, whatever is quoted in them."""
    # the longest first: a quoted word may stand within a quoted sentence
    quoted = "|".join(re.escape(one) for one in sorted(but, key=len, reverse=True))
    found = re.compile(rf"(?<![A-Za-z])(?:{quoted})(?![A-Za-z])") if quoted else None
    return {text for text in texts if _SENTENCE.search(found.sub("…", text) if found else text)}


def texts_shown(page: str) -> Iterator[str]:
    """What people read of a page, and what is read out to them, piece by piece."""
    shown = _UNREAD.sub(" ", page)
    pieces = [*re.sub(r"<[^>]+>", "\n", shown).split("\n"), *_SPOKEN.findall(shown)]
    yield from (html.unescape(one).strip() for one in pieces if one.strip())
