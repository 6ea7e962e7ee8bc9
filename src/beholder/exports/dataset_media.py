"""Pictures and clips of an exported data set, under names that tell nothing."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy.engine import Connection

from beholder.exports.card import Config
from beholder.facade import Study
from beholder.media import stripped_clip
from beholder.protocols import Column, Item
from beholder.store.items import stream_items
from beholder.tables.blinding import Blind
from beholder.tabular import connect, literal

__all__ = ["write_media"]

# small enough to be loaded whole, large enough that a data set has few files
_SHARD_BYTES = 64_000_000
_PLACE = (("item", "text"), ("system", "text"), ("column", "text"), ("sha256", "text"))
_PICTURES = (*_PLACE, ("image", "picture"))
_CLIPS = (*_PLACE, ("file_name", "text"))


@dataclass(frozen=True, slots=True)
class _Used:
    """A file, and one place where the study uses it."""

    item: str
    system: str
    column: str
    path: Path
    heard: bool


def write_media(conn: Connection, study: Study, folder: Path, blind: Blind | None) -> list[Config]:
    """A table of pictures that holds them, and one of clips with the names of their files; none where there are none."""
    pictures = _write_pictures(_used(conn, study, ("image", "images", "mask")), folder / "data", blind)
    return [*pictures, *_write_clips(_used(conn, study, ("video",)), folder, blind)]


def _used(conn: Connection, study: Study, kinds: Sequence[str]) -> Iterator[_Used]:
    declared, root = study.definition.declaration, study.definition.media_root.resolve()
    for _, text in stream_items(conn, study.key):
        item = Item.from_json(json.loads(text))
        owners: list[tuple[str, Any, dict[str, Column]]] = [(item.system, item.columns, declared.item)]
        owners += [(candidate.system, candidate.columns, declared.candidate) for candidate in item.candidates]
        for system, values, columns in owners:
            for name, column in columns.items():
                value = values.get(name)
                if column.kind not in kinds:
                    continue
                for file in value if column.kind == "images" and isinstance(value, list) else [value]:
                    path = (root / file).resolve() if isinstance(file, str) else root
                    if path.is_relative_to(root) and path.is_file():
                        yield _Used(item.id, system, name, path, column.audio)


def _write_clips(used: Iterator[_Used], folder: Path, blind: Blind | None) -> list[Config]:
    """Files beside the tables, which a clip of a gigabyte would make unreadable; each once, as raters got it."""
    listed = list(used)
    if not listed:
        return []
    (folder / "clips").mkdir()
    heard = {one.path for one in listed if one.heard}
    digests = {
        path: _copied(path, folder / "clips", sound=path in heard) for path in {one.path: None for one in listed}
    }
    names = [f"clips/{digests[one.path]}{one.path.suffix.lower()}" for one in listed]
    columns = _placed(listed, [digests[one.path] for one in listed], blind) | {"file_name": names}
    path = folder / "data" / "clips-00000-of-00001.parquet"
    _write(columns, path, 'SELECT item, system, "column", sha256, file_name FROM chunk')
    size = path.stat().st_size + sum(file.stat().st_size for file in (folder / "clips").iterdir())
    return [Config(name="clips", pattern="data/clips-*.parquet", columns=_CLIPS, rows=len(listed), bytes=size)]


def _copied(path: Path, folder: Path, *, sound: bool) -> str:
    """Copies what plays of a clip; what its container says may tell its system. The digest of the copy is its name."""
    draft = folder / "copying.part"
    digest = hashlib.sha256()
    with draft.open("wb") as stream:
        for piece in stripped_clip(path, sound=sound):
            digest.update(piece)
            stream.write(piece)
    name = digest.hexdigest()
    draft.replace(folder / f"{name}{path.suffix.lower()}")
    return name


def _write_pictures(used: Iterator[_Used], data: Path, blind: Blind | None) -> list[Config]:
    """Pictures inside Parquet files, a row for each place where a study uses one."""
    shards = list(_sharded(used))
    if not shards:
        return []
    for number, shard in enumerate(shards):
        _write_shard(shard, data / f"pictures-{number:05d}-of-{len(shards):05d}.parquet", blind)
    size = sum(path.stat().st_size for path in data.glob("pictures-*.parquet"))
    rows = sum(len(shard) for shard in shards)
    pattern = "data/pictures-*.parquet"
    return [Config(name="pictures", pattern=pattern, columns=_PICTURES, rows=rows, bytes=size)]


def _sharded(pictures: Iterator[_Used]) -> Iterator[list[_Used]]:
    shard: list[_Used] = []
    size = 0
    for picture in pictures:
        here = picture.path.stat().st_size
        if shard and size + here > _SHARD_BYTES:
            yield shard
            shard, size = [], 0
        shard.append(picture)
        size += here
    if shard:
        yield shard


def _write_shard(shard: list[_Used], path: Path, blind: Blind | None) -> None:
    contents = [picture.path.read_bytes() for picture in shard]
    digests = [hashlib.sha256(content).hexdigest() for content in contents]
    # a file's name may tell its system, its digest does not
    names = [digest + picture.path.suffix.lower() for picture, digest in zip(shard, digests, strict=True)]
    columns = _placed(shard, digests, blind) | {"name": names, "content": contents}
    image = "struct_pack(bytes := CAST(content AS BLOB), path := name) AS image"
    _write(columns, path, f'SELECT item, system, "column", sha256, {image} FROM chunk')


def _placed(used: Sequence[_Used], digests: Sequence[str], blind: Blind | None) -> dict[str, list[Any]]:
    return {
        "item": [blind.text(one.item) if blind else one.item for one in used],
        "system": [blind.system(one.system) if blind else one.system for one in used],
        "column": [one.column for one in used],
        "sha256": list(digests),
    }


def _write(columns: dict[str, list[Any]], path: Path, query: str) -> None:
    chunk = {name: np.array(values, dtype=object) for name, values in columns.items()}
    with connect() as db:
        db.register("chunk", chunk)
        db.execute(f"COPY ({query}) TO {literal(str(path))} (FORMAT parquet, COMPRESSION uncompressed)")
