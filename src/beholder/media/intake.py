"""The one way by which pictures of a study become files that raters may see."""

from __future__ import annotations

import contextlib
import hashlib
import io
import threading
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

from PIL import Image

from beholder.errors import BeholderError, Problem
from beholder.media.cache_files import cache_salt, write_whole
from beholder.media.colour import UnshowableError, to_srgb
from beholder.media.digests import Journal
from beholder.media.header import PictureHeader
from beholder.media.picture import PictureLimits, decode_picture, read_checked_header
from beholder.media.strip import strip
from beholder.media.survey import Delivery, PictureSource, Progress, Survey
from beholder.safe_paths import read_file

__all__ = ["Intake", "IntakeReceipt", "IntakeResult", "prepare"]

# 30 megapixels are 90 MB of RGB, with several copies while colours are converted
_HEAVY_PIXELS = 30_000_000
# Level 1 is five times as quick as the default on photographs and three per cent larger.
_PNG_LEVEL = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeReceipt:
    """What became of one picture: the file raters get, its shape, and everything that was done on the way.

    `digest` is the SHA-256 of the source, `sha256` that of the file raters get.
    """

    source: str
    digest: str
    file: str
    sha256: str
    format: str
    width: int
    height: int
    bytes: int
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IntakeResult:
    """Receipts by source name, the pictures that could not be taken in, and how many were done before."""

    receipts: dict[str, IntakeReceipt]
    problems: tuple[Problem, ...]
    reused: int
    complete: bool


def prepare(
    data: bytes, header: PictureHeader, delivery: Delivery, *, name: str, where: str = ""
) -> tuple[bytes, IntakeReceipt]:
    """The bytes to deliver for one picture, and their receipt without a file name. The content is always decoded."""
    image = decode_picture(data, header, name=name, where=where)
    form, steps = header.format, ["metadata removed, encoded pixels kept"]
    if delivery.form == "kept":
        output = strip(data, header.format)
    else:
        try:
            image, done = to_srgb(image, header)
        except UnshowableError as error:
            raise BeholderError(
                f'"{name}" cannot be shown: {error}', code="media-unsupported", where=where, hint="save it as 8-bit PNG"
            ) from error
        form = delivery.form
        output = _encode(image, delivery)
        steps = [*done, "saved as lossless PNG" if form == "png" else f"saved as JPEG of quality {delivery.quality}"]
    receipt = IntakeReceipt(
        source=name,
        digest=hashlib.sha256(data).hexdigest(),
        file="",
        sha256=hashlib.sha256(output).hexdigest(),
        format=form,
        width=image.width,
        height=image.height,
        bytes=len(output),
        steps=tuple(steps),
    )
    return output, receipt


def _encode(image: Image.Image, delivery: Delivery) -> bytes:
    # Encoders copy notes (profile, density, comment) from here into the file.
    image.info = {}
    buffer = io.BytesIO()
    if delivery.form == "png":
        image.save(buffer, "PNG", compress_level=_PNG_LEVEL)
    else:
        image.save(buffer, "JPEG", quality=delivery.quality, subsampling=0)
    return buffer.getvalue()


class Intake:
    """Takes the surveyed pictures of a study into a cache folder; what is done stays done after an interruption.

    Files are named by a keyed digest of source and recipe, so names say nothing and equal work is found again.
    """

    def __init__(self, root: Path, cache: Path, *, limits: PictureLimits | None = None, workers: int = 2) -> None:
        self._root = root
        self._cache = cache
        self._limits = limits or PictureLimits()
        self._workers = workers
        cache.mkdir(parents=True, exist_ok=True)
        self._salt = cache_salt(cache)
        self._journal = Journal(cache / "intake.jsonl")
        self._heavy = threading.Lock()
        self._stop = threading.Event()

    def stop(self) -> None:
        """Ask a running intake to end after the pictures in hand. Safe from a signal handler or another thread."""
        self._stop.set()

    def run(self, found: Survey, *, progress: Progress | None = None) -> IntakeResult:
        """Take in every picture of the survey that is not there yet. Broken ones are reported, the others go on."""
        self._stop.clear()
        todo = [source for source in found.sources if source.name in found.deliveries]
        receipts: dict[str, IntakeReceipt] = {}
        problems: list[Problem] = []
        waiting: list[PictureSource] = []
        for source in todo:
            remembered = self._remembered(found, source)
            if remembered is None:
                waiting.append(source)
            else:
                receipts[source.name] = remembered
        reused, done = len(receipts), len(receipts)
        if progress is not None:
            progress(done, len(todo))
        pending: dict[Future[IntakeReceipt], PictureSource] = {}
        ahead = iter(waiting)
        with ThreadPoolExecutor(max_workers=self._workers) as pool:
            while True:
                while len(pending) < 2 * self._workers and not self._stop.is_set():
                    following = next(ahead, None)
                    if following is None:
                        break
                    pending[pool.submit(self._take, following, found)] = following
                if not pending:
                    break
                for future in wait(pending, return_when=FIRST_COMPLETED).done:
                    source = pending.pop(future)
                    done += 1
                    try:
                        receipts[source.name] = future.result()
                    except BeholderError as error:
                        problems.extend(error.problems)
                    if progress is not None:
                        progress(done, len(todo))
        return IntakeResult(receipts=receipts, problems=tuple(problems), reused=reused, complete=done == len(todo))

    def path(self, receipt: IntakeReceipt) -> Path:
        """Where the file of a receipt lies."""
        return self._cache / receipt.file

    def _key(self, digest: str, delivery: Delivery) -> str:
        return hashlib.blake2b(f"{digest} {delivery.recipe}".encode(), key=self._salt, digest_size=16).hexdigest()

    def _remembered(self, found: Survey, source: PictureSource) -> IntakeReceipt | None:
        key = self._key(found.pictures[source.name].digest, found.deliveries[source.name])
        entry = self._journal.get(key)
        if entry is None or set(entry) != set(IntakeReceipt.__dataclass_fields__):
            return None
        receipt = IntakeReceipt(**{**entry, "source": source.name, "steps": tuple(entry["steps"])})
        try:
            intact = self.path(receipt).stat().st_size == receipt.bytes
        except OSError:
            return None
        return receipt if intact else None

    def _take(self, source: PictureSource, found: Survey) -> IntakeReceipt:
        delivery, picture = found.deliveries[source.name], found.pictures[source.name]
        # Two pictures of a hundred megapixels at once would need gigabytes; small ones may go side by side.
        heavy = picture.width * picture.height > _HEAVY_PIXELS
        with self._heavy if heavy else contextlib.nullcontext():
            data = read_file(self._root, source.name, limit=self._limits.bytes, where=source.where)
            header = read_checked_header(data, source.name, limits=self._limits, where=source.where)
            output, receipt = prepare(data, header, delivery, name=source.name, where=source.where)
        if receipt.digest != picture.digest:
            raise BeholderError(
                f'"{source.name}" changed while the pictures were taken in',
                code="media-changed",
                where=source.where,
                hint="start again once all pictures are in place",
            )
        key = self._key(receipt.digest, delivery)
        file = f"{key[:2]}/{key}.{receipt.format}"
        write_whole(self._cache / file, [output])
        complete = IntakeReceipt(**{**asdict(receipt), "file": file, "steps": receipt.steps})
        self._journal.put(key, asdict(complete))
        return complete
