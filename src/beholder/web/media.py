"""The bytes behind a media address."""

from __future__ import annotations

import json
import logging
from collections import OrderedDict
from threading import Lock
from typing import Any

from beholder.engine.serving.showing_content import ItemView, MediaPart
from beholder.errors import BeholderError
from beholder.media import encode_mask_png
from beholder.store.outage import DatabaseUnavailableError
from beholder.web.byte_ranges import Clip
from beholder.web.served_study import ServedStudy
from beholder.web.store_reads import UNAVAILABLE, StoreFile

__all__ = ["load_part", "media_part"]

_log = logging.getLogger("beholder.web")
_TYPES = {
    "png": b"image/png",
    "jpeg": b"image/jpeg",
    "webp": b"image/webp",
    "mp4": b"video/mp4",
    "webm": b"video/webm",
}
# masks drawn for raters who are at work; the rest are drawn again
_MOST_MASK_BYTES = 32 * 1024 * 1024


class _MaskCache:
    """Encoded masks used lately, up to a number of bytes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._size = 0

    def get(self, key: tuple[str, str]) -> bytes | None:
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: tuple[str, str], value: bytes) -> None:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self._size += len(value)
            while self._size > _MOST_MASK_BYTES and self._kept:
                self._size -= len(self._kept.popitem(last=False)[1])


_masks = _MaskCache()


async def media_part(study: ServedStudy, lease: str, number: int) -> tuple[bytes | Clip, bytes]:
    """Content and type of the nth picture or mask of a showing; of a clip the file, which is too large to hold."""
    showing = await study.showing(lease)
    if showing is None:
        raise _gone()
    item, slots = showing
    view = (await study.views([item]))[item]
    parts = view.media(slots)
    if number >= len(parts):
        raise _gone()
    return await load_part(study, view, parts[number])


async def load_part(study: ServedStudy, view: ItemView, part: MediaPart) -> tuple[bytes | Clip, bytes]:
    """Content and type of one picture, clip or mask of an item."""
    pictures, reads = study.pictures, study.store_reads
    try:
        if part.kind == "mask":
            return await _mask(study, view, part.value), b"image/png"
        if part.kind == "video":
            clip = await reads.run(lambda: pictures.open(part.value))
            if not clip.verified:
                await reads.check(part.value, lambda: pictures.verify(part.value, clip))
            return Clip(StoreFile(reads, clip.file), clip.size), _TYPES[clip.format]
        content, form = await reads.run(lambda: pictures.read(part.value))
    except (BeholderError, OSError, KeyError) as error:
        # while the store is away one line in the log is enough, and there is one
        if not reads.open_circuit:
            # a rater must not learn the name of a file, so the reason goes to the log only
            _log.error("a picture of study %s cannot be shown: %s", study.short, error)
        raise _refusal(error) from None
    return content, _TYPES[form]


async def _mask(study: ServedStudy, view: ItemView, value: Any) -> bytes:
    key = (study.id, json.dumps([view.main_image(), value]))
    found = _masks.get(key)
    if found is None:
        content = await study.store_reads.run(lambda: study.pictures.mask_content(value))
        found = await study.in_thread(
            lambda: encode_mask_png(study.pictures.mask(value, view.main_image() or "", content))
        )
        _masks.put(key, found)
    return found


def _refusal(error: Exception) -> BeholderError:
    """What a rater is told: to come again where the store is away, else nothing."""
    if isinstance(error, DatabaseUnavailableError):
        return error
    if isinstance(error, BeholderError) and error.code == UNAVAILABLE:
        return BeholderError(
            "the picture store cannot be read now", code="media-store-unavailable", hint="try again in a moment"
        )
    if isinstance(error, BeholderError) and error.code == "media-altered":
        return BeholderError("this picture cannot be shown for now", code="media-altered", hint="go on with another")
    return _gone()


def _gone() -> BeholderError:
    return BeholderError("there is nothing at this address", code="not-found")
