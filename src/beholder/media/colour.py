"""Any picture as upright 8-bit sRGB: the one form that looks the same in every browser."""

from __future__ import annotations

import functools
import io
from typing import Any

import numpy as np
from PIL import Image, ImageCms

from beholder.media.header import PictureHeader

__all__ = ["BACKGROUND", "UnshowableError", "profile_kind", "to_srgb"]

# what shows through a transparent picture: middle grey favours neither dark nor light things
BACKGROUND = (128, 128, 128)
# rows are converted in bands, so that memory does not grow with the picture
_BAND_PIXELS = 4_000_000
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_SPACES = {"RGB": "RGB", "GRAY": "L", "CMYK": "CMYK"}
_TRANSPARENT = {"LA", "PA", "RGBA", "La", "RGBa"}
_SHOWABLE = {"1", "L", "P", "RGB", "RGBX", "CMYK", "YCbCr", *_TRANSPARENT}


class UnshowableError(Exception):
    """Pixels whose look on a screen is not defined."""


@functools.lru_cache(maxsize=64)
def _transform(profile: bytes) -> tuple[str, Any] | None:
    """The mode a profile is for and the transform to sRGB; None if the profile cannot be used."""
    try:
        opened = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        mode = _SPACES.get(opened.profile.xcolor_space.strip())
        if mode is None:
            return None
        # Relative colorimetric with black point compensation: in-gamut colours are kept, as print proofs and browsers do.
        transform = ImageCms.buildTransform(
            opened,
            ImageCms.createProfile("sRGB"),
            mode,
            "RGB",
            ImageCms.Intent.RELATIVE_COLORIMETRIC,
            ImageCms.Flags.BLACKPOINTCOMPENSATION,
        )
    except (ImageCms.PyCMSError, OSError, ValueError, TypeError):
        return None
    return mode, transform


@functools.lru_cache(maxsize=64)
def profile_kind(profile: bytes) -> str:
    """What a colour profile asks for: "none", "srgb" (nothing to do), "other" (conversion) or "unreadable" (ignored).

    sRGB is known by what it does to a lattice of colours, at most one level off, since its names are many.
    """
    if not profile:
        return "none"
    found = _transform(profile)
    if found is None:
        return "unreadable"
    mode, transform = found
    if mode != "RGB":
        return "other"
    steps = np.linspace(0, 255, 18).astype(np.uint8)
    lattice = np.stack(np.meshgrid(steps, steps, steps), axis=-1).reshape(18, -1, 3)
    image = Image.fromarray(lattice)
    converted = np.asarray(ImageCms.applyTransform(image, transform))
    return "srgb" if int(np.abs(converted.astype(int) - lattice).max()) <= 1 else "other"


def to_srgb(image: Image.Image, header: PictureHeader) -> tuple[Image.Image, tuple[str, ...]]:
    """The picture in mode RGB, upright, with a sentence for each thing that was done to it.

    8-bit pictures in sRGB keep every value. 16-bit channels keep their high byte, for grey and colour alike.
    Transparency is laid on mid grey, which favours neither light nor dark objects.
    """
    image = _eight_bit(image)
    if header.bits == 16 and "transparency" in image.info:
        raise UnshowableError("16-bit pixels with one transparent value")
    steps: list[str] = []
    profile = _transform(header.profile) if profile_kind(header.profile) == "other" else None
    if header.bits == 16:
        steps.append("16-bit channels reduced to their high byte")
    if profile is not None:
        steps.append("colour profile converted to sRGB")
    elif header.profile and profile_kind(header.profile) == "unreadable":
        steps.append("unreadable colour profile ignored")
    if header.gamma:
        steps.append(f"PNG gamma {header.gamma / 100_000:g} converted to sRGB")
    if image.mode in _TRANSPARENT or "transparency" in image.info:
        steps.append("transparency laid on mid grey")
    if image.mode == "CMYK" and profile is None:
        steps.append("CMYK without a profile converted by the simple formula")
    if image.mode != "RGB" or steps:
        image = _by_bands(image, profile, header.gamma)
    turn = None if header.format == "tiff" else _TURNS.get(header.orientation)
    if header.orientation != 1:
        steps.append(f"EXIF orientation {header.orientation} applied")
    return (image if turn is None else image.transpose(turn)), tuple(steps)


def _eight_bit(image: Image.Image) -> Image.Image:
    if image.mode.startswith("I;16"):
        # The library's own conversion clips at 255 and leaves the picture white.
        reduced = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
        reduced.info = image.info
        return reduced
    if image.mode not in _SHOWABLE:
        raise UnshowableError(f"pixels of kind {image.mode}")
    return image


def _by_bands(image: Image.Image, profile: tuple[str, Any] | None, gamma: int) -> Image.Image:
    """Conversion a few rows at a time, so that a large picture is in memory twice at most."""
    result = Image.new("RGB", image.size)
    rows = max(1, _BAND_PIXELS // image.width)
    for top in range(0, image.height, rows):
        band = image.crop((0, top, image.width, min(top + rows, image.height)))
        result.paste(_band_to_rgb(band, profile, gamma), (0, top))
    return result


def _band_to_rgb(band: Image.Image, profile: tuple[str, Any] | None, gamma: int) -> Image.Image:
    opacity = None
    if band.mode in _TRANSPARENT or "transparency" in band.info:
        band = band.convert("RGBA")
        opacity = band.getchannel("A")
        band = band.convert("RGB")
    if profile is not None:
        mode, transform = profile
        # A grey picture may carry an RGB profile and the other way round; CMYK fits nothing but CMYK.
        if mode == band.mode or "CMYK" not in {mode, band.mode}:
            band = ImageCms.applyTransform(band.convert(mode), transform) or band
    band = band.convert("RGB")
    if gamma:
        table = [round(255 * (value / 255) ** (45_455 / gamma)) for value in range(256)]
        band = band.point(table * 3)
    if opacity is not None:
        ground = Image.new("RGB", band.size, BACKGROUND)
        ground.paste(band, mask=opacity)
        return ground
    return band
