"""How many different values a mask file holds: two for a plain mask, more for a soft one or a map of labels."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np

from beholder.media.picture import open_picture
from beholder.safe_paths import read_file

__all__ = ["mask_values"]

# the largest picture that is taken in, 100 megapixels, makes 0.8 GB of eight-byte numbers
_MOST_BYTES = 1 << 30


def mask_values(value: object, folder: Path) -> int:
    """The number of different values in the file that a mask names; 2 for masks that are no file.

    Call it with masks that could be decoded.
    """
    if isinstance(value, dict):
        value = next((value[key] for key in ("png", "npy", "path") if key in value), None)
    if not isinstance(value, str):
        return 2
    if value.lower().endswith(".npy"):
        array = np.load(BytesIO(read_file(folder, value, limit=_MOST_BYTES)), allow_pickle=False)
        return len(np.unique(array))
    image = open_picture(folder, value)
    if image.mode in ("1", "L", "P"):
        return len(image.getcolors(256) or ())
    return len(np.unique(np.asarray(image.convert("L") if image.mode not in ("I;16", "I;16B", "I;16L") else image)))
