"""A picture file of a study: its facts, and its pixels once the content is proven to be what it says."""

from __future__ import annotations

import hashlib
import io
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from PIL.BmpImagePlugin import BmpImageFile
from PIL.GifImagePlugin import GifImageFile
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from beholder.errors import BeholderError
from beholder.media.colour import profile_kind
from beholder.media.containers import MalformedError
from beholder.media.header import PictureHeader, foreign_format, read_header
from beholder.media.metadata import read_metadata
from beholder.media.strip import strip
from beholder.safe_paths import read_file

__all__ = ["PictureFile", "PictureLimits", "decode_picture", "open_picture", "read_checked_header", "read_picture"]

_SUFFIXES = {
    "png": {".png"},
    "jpeg": {".jpg", ".jpeg", ".jpe", ".jfif"},
    "webp": {".webp"},
    "gif": {".gif"},
    "bmp": {".bmp", ".dib"},
    "tiff": {".tif", ".tiff"},
}
_HINT = "save it as PNG, JPEG or WebP"
# The plugin classes are called by themselves: the generic opener would try every format the library knows,
# and its limit on size is a global that belongs to the whole process.
_DECODERS: dict[str, type[ImageFile]] = {
    "png": PngImageFile,
    "jpeg": JpegImageFile,
    "webp": WebPImageFile,
    "gif": GifImageFile,
    "bmp": BmpImageFile,
    "tiff": TiffImageFile,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureLimits:
    """What a study accepts: pixels of a picture, bytes of a file, and pixels along one side."""

    pixels: int = 100_000_000
    bytes: int = 256 * 1024 * 1024
    side: int = 65_535


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureFile:
    """The facts of one picture file, from its header; `digest` is that of the whole file.

    `width` and `height` are as shown, with the orientation applied. `mode` is colour, alpha and bits in one word.
    """

    name: str
    format: str
    width: int
    height: int
    mode: str
    bits: int
    alpha: bool
    frames: int
    bytes: int
    orientation: int
    profile: str
    parameters: str
    mislabelled: bool
    has_metadata: bool
    digest: str


def read_checked_header(data: bytes, name: str, *, limits: PictureLimits, where: str = "") -> PictureHeader:
    """The header of a picture that we take; everything else is refused by name, without decoding."""
    try:
        header = read_header(data)
    except MalformedError as error:
        raise _broken(name, str(error), where) from error
    if header is None:
        known = foreign_format(data)
        raise BeholderError(
            f'"{name}" is {known}' if known else f'"{name}" is not a picture in a format we know',
            code="media-unsupported",
            where=where,
            hint=_HINT,
        )
    if header.width < 1 or header.height < 1:
        raise _broken(name, "its header gives no size", where)
    if header.width * header.height > limits.pixels or max(header.width, header.height) > limits.side:
        raise BeholderError(
            f'"{name}" has {header.width:,} × {header.height:,} pixels; the limit is {limits.pixels:,} pixels'
            f" and {limits.side:,} along a side",
            code="media-too-large",
            where=where,
            hint="save the picture smaller",
        )
    if header.frames > 1:
        raise BeholderError(
            f'"{name}" has several frames or pages',
            code="media-animated",
            where=where,
            hint=f"{_HINT}, one frame only; what moves is shown as a clip, which `beholder new --from` makes of it",
        )
    if header.colour == "other":
        raise BeholderError(
            f'"{name}" is a {header.format.upper()} whose kind of pixels cannot be shown',
            code="media-unsupported",
            where=where,
            hint=_HINT,
        )
    return header


def decode_picture(data: bytes, header: PictureHeader, *, name: str, where: str = "") -> Image.Image:
    """The pixels as stored (only TIFF is already upright). Metadata never reach the decoder."""
    try:
        clean = strip(data, header.format) if header.format in {"png", "jpeg", "webp"} else data
        image = _DECODERS[header.format](io.BytesIO(clean))
        _agree_on_size(image, header)
        image.load()
    except MalformedError as error:
        raise _broken(name, str(error), where) from error
    # Decoders raise whatever a hostile file makes them raise: index, key, type and memory errors among others.
    except Exception as error:
        raise _broken(
            name, f"its pixels cannot be decoded ({type(error).__name__}: {str(error)[:120]})", where
        ) from error
    return image


def _agree_on_size(image: ImageFile, header: PictureHeader) -> None:
    """Two readers that find two sizes in one file have been led astray; memory is allocated only if they agree."""
    turned = header.format == "tiff" and header.orientation >= 5
    if image.size != ((header.height, header.width) if turned else (header.width, header.height)):
        raise MalformedError("its headers do not agree on the size")


def read_picture(root: Path, name: str, *, limits: PictureLimits | None = None, where: str = "") -> PictureFile:
    """The facts of the picture `name` under `root`, without decoding it."""
    limits = limits or PictureLimits()
    data = read_file(root, name, limit=limits.bytes, where=where)
    header = read_checked_header(data, name, limits=limits, where=where)
    turned = header.orientation >= 5
    return PictureFile(
        name=name,
        format=header.format,
        width=header.height if turned else header.width,
        height=header.width if turned else header.height,
        mode=f"{header.colour}{'+alpha' if header.alpha else ''}{header.bits}",
        bits=header.bits,
        alpha=header.alpha,
        frames=header.frames,
        bytes=len(data),
        orientation=header.orientation,
        profile=profile_kind(header.profile) if not header.gamma else "gamma",
        parameters=header.parameters,
        mislabelled=Path(name).suffix.lower() not in _SUFFIXES[header.format],
        has_metadata=bool(read_metadata(data, header.format)),
        digest=hashlib.sha256(data).hexdigest(),
    )


def open_picture(root: Path, name: str, *, limits: PictureLimits | None = None, where: str = "") -> Image.Image:
    """The decoded pixels of the picture `name` under `root`, as stored, or an error that names file and fault."""
    limits = limits or PictureLimits()
    data = read_file(root, name, limit=limits.bytes, where=where)
    return decode_picture(data, read_checked_header(data, name, limits=limits, where=where), name=name, where=where)


def _broken(name: str, reason: str, where: str) -> BeholderError:
    return BeholderError(
        f'the picture "{name}" is broken: {reason}',
        code="media-broken",
        where=where,
        hint="copy or export it again; a download may have been cut off",
    )
