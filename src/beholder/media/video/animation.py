"""Animated GIF, PNG and WebP files as clips: decoded by Pillow and written by our own writer of WebM, alike for all.

No encoder is needed, and whoever made the animation leaves no trace in its coding. Frames keep their times.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageSequence

from beholder.errors import BeholderError
from beholder.limits import MAX_ANIMATION_FRAMES, MAX_ANIMATION_PIXELS
from beholder.media.containers import MalformedError
from beholder.media.header import read_header
from beholder.media.picture import PictureLimits
from beholder.media.video.webm_writer import write_timed_webm
from beholder.safe_paths import read_file

ANIMATED = frozenset({".gif", ".png", ".apng", ".webp"})
"""Endings of pictures that may have several frames."""
_FORMATS = ("GIF", "PNG", "WEBP")
# what stands before the pixels of a PNG file, or its colour profile is larger than any
_HEAD = 1 << 16
# browsers show a frame that asks for no more than a hundredth of a second for a tenth
_TOO_SHORT_MS, _INSTEAD_MS = 10, 100
# finer than the eye sees; every frame is coded by itself
_QUALITY = 95
# the longest side that VP8 has
_MAX_SIDE = 16_383


def is_animation(path: Path) -> bool:
    """Whether a file is a picture of several frames. A broken one is none: whoever checks pictures says what it is."""
    if path.suffix.lower() not in ANIMATED:
        return False
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    # most pictures are told by their first bytes; a folder may hold thousands
    if head[:3] != b"GIF" and b"acTL" not in head and not (head[12:16] == b"VP8X" and head[20:21] > b"\x01"):
        return False
    try:
        header = read_header(_data(path, ""))
    except (BeholderError, MalformedError):
        return False
    return header is not None and header.frames > 1


def write_animation(path: Path, target: Path, *, where: str = "") -> None:
    """Writes an animation as a clip. What is transparent becomes white, and it is played once, however often it loops."""
    data = _data(path, where)
    try:
        with Image.open(io.BytesIO(data), formats=_FORMATS) as image:
            write_timed_webm(target, _frames(image, path.name, where), quality=_QUALITY)
    except BeholderError:
        raise
    # decoders raise whatever a hostile file makes them raise
    except Exception as error:
        raise BeholderError(
            f'the animation "{path.name}" is broken: {type(error).__name__}: {str(error)[:120]}',
            code="media-broken",
            where=where or str(path),
            hint="copy or export it again; a download may have been cut off",
        ) from error


def _data(path: Path, where: str) -> bytes:
    return read_file(path.parent, path.name, limit=PictureLimits().bytes, where=where)


def _frames(image: Image.Image, name: str, where: str) -> Iterator[tuple[Image.Image, int]]:
    """Each frame on white, and for how many milliseconds it is shown."""
    if max(image.size) > _MAX_SIDE:
        raise _too_large(name, f"more than {_MAX_SIDE:,} pixels along a side", where)
    most = min(MAX_ANIMATION_FRAMES, MAX_ANIMATION_PIXELS // max(image.width * image.height, 1))
    for number, frame in enumerate(ImageSequence.Iterator(image)):
        if number >= most:
            raise _too_large(name, f"more than {most:,} frames of {image.width:,} × {image.height:,} pixels", where)
        frame.load()
        shown = frame.convert("RGBA")
        # Pillow leaves a time out that the file leaves out
        lasts = round(frame.info.get("duration") or 0)
        white = Image.new("RGBA", shown.size, "white")
        yield Image.alpha_composite(white, shown), lasts if lasts > _TOO_SHORT_MS else _INSTEAD_MS


def _too_large(name: str, problem: str, where: str) -> BeholderError:
    return BeholderError(
        f'the animation "{name}" has {problem}',
        code="media-too-large",
        where=where,
        hint="save it as a video: ffmpeg -i IN -pix_fmt yuv420p -vf 'pad=ceil(iw/2)*2:ceil(ih/2)*2' OUT.mp4",
    )
