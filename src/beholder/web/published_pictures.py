"""The pictures of a published study: where each is, is looked up when it is needed; what it holds, is in the store."""

from __future__ import annotations

import tempfile
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from threading import Lock
from typing import Any

from beholder.media import Mask, decode_mask
from beholder.media.stores import MediaStore
from beholder.store import Database
from beholder.store.publications import MediaRow, load_media
from beholder.study.media_files import WRAPPED
from beholder.study.picture_store import DeliveredPicture, Pictures

__all__ = ["MASK", "PublishedPictures", "mask_file"]

MASK = "mask"
"""The format of a mask's file, which is no picture."""

# some ten for each rater at work; the rest are looked up again
_MOST_NAMES = 50_000


class _LookedUp(Mapping[str, DeliveredPicture]):
    """Pictures by name, asked for once and remembered while they are in use."""

    def __init__(self, database: Database, study: int) -> None:
        self._database = database
        self._study = study
        self._lock = Lock()
        self._known: OrderedDict[str, DeliveredPicture] = OrderedDict()

    def __getitem__(self, name: str) -> DeliveredPicture:
        found = self._known.get(name)
        return self.learn([name])[name] if found is None else found

    def __iter__(self) -> Iterator[str]:
        return iter(self._known)

    def __len__(self) -> int:
        return len(self._known)

    def __contains__(self, name: object) -> bool:
        return name in self._known

    def learn(self, names: Collection[str]) -> dict[str, DeliveredPicture]:
        """Looks some up; those that are nowhere are left out."""
        with self._database.read() as conn:
            found = {row.name: _delivered(row) for row in load_media(conn, self._study, list(names))}
        with self._lock:
            self._known.update(found)
            while len(self._known) > _MOST_NAMES:
                self._known.popitem(last=False)
        return found


def _delivered(row: MediaRow) -> DeliveredPicture:
    return DeliveredPicture(row.file, row.format, row.width, row.height, row.seconds, row.frame_rate)


class PublishedPictures(Pictures):
    """Pictures that lie in a store, and are listed in the database."""

    def __init__(self, database: Database, study: int, store: MediaStore) -> None:
        self._looked_up = _LookedUp(database, study)
        super().__init__(Path(), store, self._looked_up)

    def mask(self, value: Any, image: str) -> Mask:
        """A mask over the picture of that name; one in a file is fetched to be read, and not kept."""
        name = mask_file(value)
        if name is None:
            return super().mask(value, image)
        picture, file = self.by_name[image], self.by_name[name]
        with tempfile.TemporaryDirectory(prefix="beholder-mask-") as folder:
            local = f"mask{PurePosixPath(name).suffix}"
            (Path(folder) / local).write_bytes(self.store.read(file.path))
            wrapped = local if isinstance(value, str) else dict.fromkeys(value, local)
            return decode_mask(wrapped, (picture.width, picture.height), Path(folder))

    def unknown(self, names: Iterable[str]) -> list[str]:
        """Those that must be looked up."""
        return [name for name in dict.fromkeys(names) if name not in self._looked_up]

    def learn(self, names: Collection[str]) -> None:
        """Looks some up together."""
        self._looked_up.learn(names)


def mask_file(value: Any) -> str | None:
    """The file that a mask is in; None for one that is written out."""
    if isinstance(value, Mapping):
        value = next((value[key] for key in WRAPPED if key in value), None)
    return value if isinstance(value, str) else None
