"""A mask laid over a small picture: red within it, paler outside."""

from __future__ import annotations

import numpy as np
from PIL import Image

from beholder.media.mask import Mask

__all__ = ["lay_mask"]

_COLOUR = np.array([230, 60, 60], dtype=np.float32)
# a middle grey, into which what lies outside the mask recedes
_SURROUND = 116
# of 255: a pixel is shown as part of the mask if about a third of it is
_PRESENT = 90


def lay_mask(picture: Image.Image, mask: Mask) -> Image.Image:
    """The picture, reduced as it may be, with the mask of its full size over it."""
    pixels = np.asarray(picture, dtype=np.float32)
    # the mask is scaled as a picture, so that thin parts of it fade and do not vanish
    scaled = Image.fromarray(mask.astype(np.uint8) * 255).resize(picture.size, Image.Resampling.BOX)
    inside = (np.asarray(scaled) > _PRESENT)[..., None]
    blended = np.where(inside, 0.5 * pixels + 0.5 * _COLOUR, 0.6 * pixels + 0.4 * _SURROUND)
    return Image.fromarray(blended.astype(np.uint8))
