"""Masks in the forms that systems write them, and the small PNG in which raters' browsers get them."""

from __future__ import annotations

import math
import struct
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pycocotools import mask as coco

from beholder.errors import BeholderError, nearest
from beholder.media.containers import PNG_SIGNATURE
from beholder.media.picture import open_picture
from beholder.media.strip import png_chunk
from beholder.safe_paths import read_file

__all__ = ["Mask", "check_mask", "decode_mask", "encode_mask_png"]

Mask = NDArray[np.bool_]


class _Runs(NamedTuple):
    """Run lengths down the columns, the first of what is not the mask; known to cover the picture."""

    lengths: NDArray[np.int64] | Sequence[int]


_WRAPPERS = ("rle", "segmentation", "polygons", "png", "npy", "path")
_HINT = 'COCO RLE {"size": [height, width], "counts": …}, polygons [[x, y, x, y, …]], or the path of a PNG or NPY file'
# in sides of the picture: tools write points a little outside it, not several pictures away
_POLYGON_REACH = 4
_WHOLE = {int}
# seven digits of five bits hold more pixels than any picture has; longer numbers are an attack
_COUNT_DIGITS = 7


def decode_mask(value: object, size: tuple[int, int], folder: Path, *, where: str = "") -> Mask:
    """The mask as booleans of shape (height, width); `size` is the picture's (width, height).

    `value` is COCO RLE (compressed or not), a polygon or a list of polygons, or the path of a PNG or NPY file under
    `folder`, as itself or wrapped in one of the keys rle, segmentation, polygons, png, npy, path. None and `[]` are
    the empty mask: a system that found nothing. In files every value but zero belongs to the mask.
    """
    found = _read(value, size, folder, where)
    if not isinstance(found, _Runs):
        return found
    drawn = np.repeat(np.arange(len(found.lengths)) % 2 == 1, found.lengths)
    return np.ascontiguousarray(drawn.reshape(size).T)


def check_mask(value: object, size: tuple[int, int], folder: Path, *, where: str = "") -> None:
    """Raises what `decode_mask` would, and draws no pixels: that takes most of the time for a hundred thousand masks."""
    if not _are_sound_runs(value, size):
        _read(value, size, folder, where)


def _are_sound_runs(value: object, size: tuple[int, int]) -> bool:
    """Whether these are plain run lengths with which nothing is wrong, as nearly all masks of a large study are."""
    if type(value) is not dict:
        return False
    counts, stated = value.get("counts"), value.get("size")
    if type(counts) is not list or type(stated) is not list or not counts:
        return False
    # a run is no longer than the picture where none is negative and all together are as long
    return (
        stated == [size[1], size[0]]
        and {*map(type, stated)} == {*map(type, counts)} == _WHOLE
        and min(counts) >= 0
        and sum(counts) == size[0] * size[1]
    )


def _read(value: object, size: tuple[int, int], folder: Path, where: str) -> Mask | _Runs:
    if value is None:
        return np.zeros((size[1], size[0]), dtype=np.bool_)
    if isinstance(value, str):
        return _from_file(value, size, folder, where)
    if isinstance(value, Mapping):
        if "counts" in value:
            return _from_rle(value, size, where)
        keys = [key for key in _WRAPPERS if key in value]
        if len(keys) == 1:
            return _read(_unwrapped(value[keys[0]], keys[0], where), size, folder, where)
        unknown = next((str(key) for key in value if key not in _WRAPPERS), "")
        raise _unknown(nearest(unknown, ("counts", *_WRAPPERS)), where)
    if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
        return _from_polygons(value, size, where)
    raise _unknown(_HINT, where)


def _unwrapped(inner: object, key: str, where: str) -> object:
    """What stands under a wrapping key; a wrapper within a wrapper is refused, however deep it goes."""
    if key in {"png", "npy", "path"} and not isinstance(inner, str):
        raise _broken(f'"{key}" must be the path of a file', where)
    if isinstance(inner, Mapping) and "counts" not in inner:
        raise _unknown(_HINT, where)
    return inner


def _from_rle(value: Mapping[Any, Any], size: tuple[int, int], where: str) -> _Runs:
    width, height = size
    counts = value["counts"]
    stated = value.get("size")
    if not (isinstance(stated, Sequence) and len(stated) == 2 and all(_is_whole(side) for side in stated)):
        raise _broken('an RLE mask needs "size": [height, width]', where)
    if tuple(stated) != (height, width):
        raise _size(f"{stated[1]} × {stated[0]}", size, where, swapped=tuple(stated) == (width, height))
    if isinstance(counts, str | bytes):
        coded = _uncompressed(counts, where)
        runs, lowest, total = _Runs(coded), int(coded.min(initial=0)), int(coded.sum())
    # a truth value is a whole number to Python, and none to anybody else
    elif isinstance(counts, Sequence) and {*map(type, counts)} <= {int}:
        if counts and not 0 <= min(counts) <= max(counts) <= width * height:
            raise _broken("a run of the RLE is negative or longer than the picture", where)
        runs, lowest, total = _Runs(counts), 0, sum(counts)
    else:
        raise _broken("the counts of an RLE are a string or a list of whole numbers", where)
    if lowest < 0 or total != width * height:
        raise _broken(f"the runs of the RLE cover {total:,} pixels; the picture has {width * height:,}", where)
    return runs


def _uncompressed(counts: str | bytes, where: str) -> NDArray[np.int64]:
    """Run lengths from COCO's string: five bits to a character, then differences to the run before the last.

    Written here since the library's reader trusts the string with the memory it writes to.
    """
    raw = counts.encode("utf-8", "replace") if isinstance(counts, str) else counts
    digits = np.frombuffer(raw, dtype=np.uint8).astype(np.int64) - 48
    if digits.size == 0:
        return digits
    if digits.min() < 0 or digits.max() > 63 or digits[-1] & 0x20:
        raise _broken("the counts of the RLE are not a COCO string", where)
    last = np.flatnonzero((digits & 0x20) == 0)
    first = np.concatenate(([0], last[:-1] + 1))
    lengths = last - first + 1
    if lengths.max() > _COUNT_DIGITS:
        raise _broken("the counts of the RLE hold a number that is too large", where)
    position = np.arange(digits.size) - np.repeat(first, lengths)
    runs: NDArray[np.int64] = np.add.reduceat((digits & 0x1F) << (5 * position), first)
    runs[(digits[last] & 0x10) != 0] -= 1 << (5 * lengths[(digits[last] & 0x10) != 0])
    runs[1::2] = np.cumsum(runs[1::2])
    runs[2::2] = np.cumsum(runs[2::2])
    return runs


def _from_polygons(value: Sequence[Any], size: tuple[int, int], where: str) -> Mask | _Runs:
    width, height = size
    if not value:
        return np.zeros((height, width), dtype=np.bool_)
    polygons = [value] if all(_is_number(number) for number in value) else value
    outlines = [_outline(polygon, number, size, where) for number, polygon in enumerate(polygons, 1)]
    return _from_rle(coco.merge(coco.frPyObjects(outlines, height, width)), size, where)


def _outline(polygon: object, number: int, size: tuple[int, int], where: str) -> list[float]:
    if not isinstance(polygon, Sequence) or isinstance(polygon, str | bytes):
        raise _broken(f"polygon {number} is not a list of numbers", where)
    # Points may come as pairs too: [[x, y], [x, y], …] nested once more.
    flat = [n for p in polygon for n in (p if isinstance(p, Sequence) and not isinstance(p, str) else (p,))]
    if not all(_is_number(coordinate) for coordinate in flat):
        raise _broken(f"polygon {number} holds something that is not a finite number", where)
    if len(flat) < 6 or len(flat) % 2:
        raise _broken(f"polygon {number} has {len(flat)} numbers; it needs at least three x, y pairs", where)
    for at, coordinate in enumerate(flat):
        side = size[at % 2]
        # The rasteriser walks every edge; an edge of a billion pixels would keep it walking.
        if not -_POLYGON_REACH * side <= coordinate <= (1 + _POLYGON_REACH) * side:
            raise _broken(f"polygon {number} reaches far outside the picture (point {at // 2 + 1})", where)
    return [float(coordinate) for coordinate in flat]


def _from_file(name: str, size: tuple[int, int], folder: Path, where: str) -> Mask:
    if name.lower().endswith(".npy"):
        return _from_array(name, size, folder, where)
    image = open_picture(folder, name, where=where)
    if image.format == "JPEG":
        raise BeholderError(
            f'the mask "{name}" is a JPEG, whose edges are blurred', code="mask-unsupported", where=where, hint=_HINT
        )
    if image.size != size:
        raise _size(f"{image.width} × {image.height}", size, where, swapped=image.size == size[::-1])
    if image.mode not in {"1", "L", "P", "I;16", "I;16B", "I;16L"}:
        colours = np.asarray(image.convert("RGBA"))
        return np.asarray(colours[..., :3].any(axis=2) & (colours[..., 3] > 0))
    return np.asarray(np.asarray(image) != 0)


def _from_array(name: str, size: tuple[int, int], folder: Path, where: str) -> Mask:
    width, height = size
    data = read_file(folder, name, limit=8 * width * height + 65_536, where=where)
    stream = BytesIO(data)
    try:
        version = np.lib.format.read_magic(stream)
        read_shape = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        shape, _, kind = read_shape(stream)
        if kind.hasobject or kind.kind not in "biu":
            raise _broken(f'the array "{name}" is of type {kind}; a mask is bool or whole numbers', where)
        if tuple(side for side in shape if side != 1) != tuple(side for side in (height, width) if side != 1):
            raise _size(
                " × ".join(map(str, reversed(shape))) or "one number", size, where, swapped=shape == (width, height)
            )
        stream.seek(0)
        array = np.lib.format.read_array(stream, allow_pickle=False)
    except (ValueError, EOFError, OSError, OverflowError, SyntaxError, TypeError) as error:
        raise _broken(f'the array "{name}" cannot be read', where) from error
    return np.ascontiguousarray(array.reshape(height, width) != 0)


def encode_mask_png(mask: Mask) -> bytes:
    """A 1-bit PNG, opaque white on the mask and transparent elsewhere, so that a page can use it as a stencil."""
    height, width = mask.shape
    packed = np.packbits(np.ascontiguousarray(mask), axis=1)
    # No row filter: on runs of equal bits the plain rows compress a quarter better than differences.
    rows = np.zeros((height, packed.shape[1] + 1), dtype=np.uint8)
    rows[:, 1:] = packed
    return b"".join(
        (
            PNG_SIGNATURE,
            png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 3, 0, 0, 0)),
            png_chunk(b"PLTE", b"\x00\x00\x00\xff\xff\xff"),
            png_chunk(b"tRNS", b"\x00\xff"),
            png_chunk(b"IDAT", zlib.compress(rows.tobytes(), 4)),
            png_chunk(b"IEND", b""),
        )
    )


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _broken(problem: str, where: str) -> BeholderError:
    return BeholderError(problem, code="mask-broken", where=where, hint=_HINT)


def _unknown(hint: str, where: str) -> BeholderError:
    return BeholderError("this is no form of mask we know", code="mask-unsupported", where=where, hint=hint or _HINT)


def _size(found: str, size: tuple[int, int], where: str, *, swapped: bool) -> BeholderError:
    hint = "a mask has exactly the pixels of its picture"
    if swapped:
        hint = "width and height are the wrong way round: COCO sizes and arrays give the height first"
    return BeholderError(
        f"the mask has {found} pixels, the picture {size[0]} × {size[1]}", code="mask-size", where=where, hint=hint
    )
