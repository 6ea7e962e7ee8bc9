"""Pictures as a model gets them: the raters' stripped files as bytes, scaled; masks as views; clips as frames."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

from beholder.declarations.column import Spot
from beholder.errors import BeholderError
from beholder.media import decode_mask
from beholder.study.judges import JudgePictures
from beholder.study.picture_store import Pictures

__all__ = ["PictureMaker", "SentPicture"]

_MARK = (230, 30, 60)
# strong enough to see the mask, weak enough to see what it covers
_COVER = 0.45
# room left around the mask in zoomed views, as a share of its size
_MARGIN = 0.25
# visually lossless for photographs
_JPEG_QUALITY = 92
# both orders and all samples of a trial ask for the same pictures
_MOST_KEPT = 64
# the longest a single frame may take to find in a clip
_FRAME_SECONDS = 60


@dataclass(frozen=True)
class SentPicture:
    """The bytes of one picture, its type, and its size in pixels."""

    data: bytes
    kind: str
    width: int
    height: int

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the bytes."""
        return hashlib.sha256(self.data).hexdigest()

    def address(self) -> str:
        """The picture as a `data:` address: bytes and nothing that says where they lie."""
        return f"data:{self.kind};base64,{base64.b64encode(self.data).decode()}"


class PictureMaker:
    """Makes what is sent from the pictures of a study. Thread-safe."""

    def __init__(self, pictures: Pictures, settings: JudgePictures) -> None:
        self._pictures = pictures
        self._settings = settings
        self._lock = Lock()
        self._kept: OrderedDict[str, tuple[tuple[str, SentPicture], ...]] = OrderedDict()

    def picture(self, name: str) -> SentPicture:
        """A picture as raters get it, in a format that every server reads, no larger than asked for."""
        return self._keep(f"picture {name}", lambda: (("image", self._scaled(name)),))[0][1]

    def guideline_picture(self, path: Path) -> SentPicture:
        """A picture of the guideline: its pixels, and nothing else of its file."""
        return self._keep(f"guideline {path}", lambda: (("image", self._read(path)),))[0][1]

    def _read(self, path: Path) -> SentPicture:
        with Image.open(path) as image:
            pixels = image.convert("RGBA" if "A" in image.getbands() else "RGB")
            return self._encoded(pixels, lossy=image.format == "JPEG")

    def marked(self, name: str, spots: Sequence[Spot]) -> SentPicture:
        """A picture with points and boxes drawn into it."""
        return self._keep(f"marked {name} {spots}", lambda: (("marked", self._drawn(name, spots)),))[0][1]

    def mask_views(self, name: str, mask: Any, spots: Sequence[Spot]) -> tuple[tuple[str, SentPicture], ...]:
        """What raters see of a mask: over the picture, by itself, and both from near, each under its name."""
        return self._keep(f"mask {name} {mask} {spots}", lambda: self._views(name, mask, spots))

    def frames(self, name: str) -> tuple[tuple[str, SentPicture], ...]:
        """Frames of a clip, each under its time in seconds; found by the ffmpeg of this machine."""
        return self._keep(f"frames {name}", lambda: self._found_frames(name))

    def _keep(
        self, key: str, make: Callable[[], tuple[tuple[str, SentPicture], ...]]
    ) -> tuple[tuple[str, SentPicture], ...]:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return made

    def _open(self, name: str) -> Image.Image:
        with Image.open(io.BytesIO(self._pictures.read(name)[0])) as image:
            return image.convert("RGBA" if "A" in image.getbands() else "RGB")

    def _scaled(self, name: str) -> SentPicture:
        found = self._pictures.by_name[name]
        # WebP is read by few servers; the other two are sent as they are where they are small enough
        if found.format in ("png", "jpeg") and max(found.width, found.height) <= self._settings.longest:
            return SentPicture(self._pictures.read(name)[0], f"image/{found.format}", found.width, found.height)
        return self._encoded(self._open(name), lossy=found.format == "jpeg")

    def _encoded(self, image: Image.Image, *, lossy: bool = False) -> SentPicture:
        longest = self._settings.longest
        if max(image.size) > longest:
            image = image.copy()
            image.thumbnail((longest, longest), Image.Resampling.LANCZOS)
        # what a decoder noted of a file must not travel with its pixels
        image.info.clear()
        out = io.BytesIO()
        if lossy and image.mode == "RGB":
            image.save(out, "JPEG", quality=_JPEG_QUALITY)
        else:
            image.save(out, "PNG")
        return SentPicture(out.getvalue(), f"image/{'jpeg' if lossy and image.mode == 'RGB' else 'png'}", *image.size)

    def _drawn(self, name: str, spots: Sequence[Spot]) -> SentPicture:
        image = self._open(name).convert("RGB")
        _draw(image, spots)
        return self._encoded(image)

    def _views(self, name: str, value: Any, spots: Sequence[Spot]) -> tuple[tuple[str, SentPicture], ...]:
        image = self._open(name).convert("RGB")
        mask = np.asarray(decode_mask(value, image.size, self._pictures.root))
        stencil = Image.fromarray(mask.astype(np.uint8) * 255)
        cover = Image.blend(image, Image.new("RGB", image.size, _MARK), _COVER)
        edge = stencil.filter(ImageFilter.FIND_EDGES)
        overlay = image.copy()
        overlay.paste(cover, mask=stencil)
        overlay.paste(_MARK, mask=edge)
        plain, marked = image.copy(), overlay
        _draw(plain, spots)
        _draw(marked, spots)
        near = _near(mask, spots, image.size)
        views = (("overlay", marked), ("mask", stencil.convert("RGB")))
        zoomed = (("zoom", plain.crop(near)), ("zoom-overlay", marked.crop(near)))
        return tuple((view, self._encoded(one)) for view, one in (*views, *zoomed))

    def _found_frames(self, name: str) -> tuple[tuple[str, SentPicture], ...]:
        program = shutil.which("ffmpeg")
        if program is None:
            raise BeholderError(
                "the study shows videos, which are sent to a model as single frames, and nothing here can take them out",
                code="judge-needs-ffmpeg",
                hint="install ffmpeg so that it is found on the PATH",
            )
        clip, opened = self._pictures.by_name[name], self._pictures.open(name)
        with closing(opened.file):
            if not opened.verified:
                self._pictures.verify(name, opened)
        path = self._pictures.cache / clip.path
        count = self._settings.frames
        # the middle of each of as many equal parts
        times = [clip.seconds * (2 * n + 1) / (2 * count) for n in range(count)]
        return tuple((f"{at:.1f}", self._encoded(_frame(program, path, at), lossy=True)) for at in times)


def _frame(program: str, path: Path, at: float) -> Image.Image:
    before = [program, "-nostdin", "-v", "error", "-ss", f"{at:.3f}", "-i", str(path)]
    made = subprocess.run(  # noqa: S603
        [*before, "-frames:v", "1", "-f", "image2pipe", "-c:v", "png", "-"],
        capture_output=True,
        check=False,
        timeout=_FRAME_SECONDS,
    )
    if made.returncode or not made.stdout:
        raise BeholderError(
            "ffmpeg cannot read a video of the study",
            code="judge-needs-ffmpeg",
            hint=made.stderr.decode("utf-8", "replace").strip()[-200:] or "try a newer ffmpeg",
        )
    with Image.open(io.BytesIO(made.stdout)) as image:
        return image.convert("RGB")


def _draw(image: Image.Image, spots: Sequence[Spot]) -> None:
    pen = ImageDraw.Draw(image)
    width = max(2, round(max(image.size) / 250))
    for spot in spots:
        if spot.kind == "point":
            x, y = spot.values
            reach = 4 * width
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), outline=(255, 255, 255), width=2 * width)
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), outline=_MARK, width=width)
        elif spot.kind == "box":
            pen.rectangle(tuple(spot.values), outline=(255, 255, 255), width=2 * width)
            pen.rectangle(tuple(spot.values), outline=_MARK, width=width)


def _near(mask: Any, spots: Sequence[Spot], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """The part of the picture that holds mask and marks, with a margin; all of it where there are none."""
    xs, ys = [], []
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if len(rows):
        xs += [int(columns[0]), int(columns[-1]) + 1]
        ys += [int(rows[0]), int(rows[-1]) + 1]
    for spot in spots:
        xs += [round(x) for x in spot.values[0::2]]
        ys += [round(y) for y in spot.values[1::2]]
    if not xs:
        return (0, 0, *size)
    room = max(8, round(_MARGIN * max(max(xs) - min(xs), max(ys) - min(ys))))
    return (
        max(0, min(xs) - room),
        max(0, min(ys) - room),
        min(size[0], max(xs) + room),
        min(size[1], max(ys) + room),
    )
