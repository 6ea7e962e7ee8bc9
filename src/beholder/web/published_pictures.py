"""The pictures of a published study: where each is, is looked up when it is needed; what it holds, is in the store."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from threading import Lock

from beholder.media.stores import MediaStore
from beholder.store import Database
from beholder.store.publications import MediaRow, load_media
from beholder.study.picture_store import DeliveredPicture, Pictures

__all__ = ["MASK", "PublishedPictures"]

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
    return DeliveredPicture(row.file, row.format, row.width, row.height, row.sha256, row.seconds, row.frame_rate)


class PublishedPictures(Pictures):
    """Pictures that lie in a store, and are listed in the database."""

    def __init__(self, database: Database, study: int, store: MediaStore) -> None:
        self._looked_up = _LookedUp(database, study)
        super().__init__(Path(), store, self._looked_up, {})

    def _read_mask(self, name: str) -> tuple[bytes, str]:
        file = self.by_name[name]
        return self.store.read(file.path), file.sha256

    def unknown(self, names: Iterable[str]) -> list[str]:
        """Those that must be looked up."""
        return [name for name in dict.fromkeys(names) if name not in self._looked_up]

    def learn(self, names: Collection[str]) -> None:
        """Looks some up together."""
        self._looked_up.learn(names)
