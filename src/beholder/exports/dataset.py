"""A folder that the `datasets` library of Hugging Face loads: Parquet files, a card, the codebook and the guideline."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy.engine import Connection

from beholder.errors import BeholderError
from beholder.exports.card import Config, card_of
from beholder.exports.tables import Exported, Progress, Wish, open_table, tables_of, tallied, ticking
from beholder.facade import Study
from beholder.keeping.verify import Receipt
from beholder.protocols import Column, Item
from beholder.store.items import stream_items
from beholder.store.studies import load_study
from beholder.tables.blinding import Blind, blind_of
from beholder.tables.writing import write_table
from beholder.tabular import connect, literal

__all__ = ["write_dataset"]

# small enough to be loaded whole, large enough that a data set has few files
_SHARD_BYTES = 64_000_000
_PICTURES = (("item", "text"), ("system", "text"), ("column", "text"), ("sha256", "text"), ("image", "picture"))


@dataclass(frozen=True, slots=True)
class _Picture:
    item: str
    system: str
    column: str
    path: Path


def write_dataset(
    study: Study, folder: Path, wish: Wish, *, media: bool = False, progress: Progress | None = None
) -> Exported:
    """Writes the folder from one snapshot; it takes its name when it is complete. `media` puts the pictures in."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BeholderError(
            "there is something here already", code="folder-not-empty", where=str(folder), hint="name a new folder"
        )
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise BeholderError(
            f"cannot write the folder: {error.strerror}", code="file-unwritable", where=str(folder)
        ) from None
    try:
        done = _write(study, scratch, wish, media=media, progress=progress)
        if folder.exists():
            folder.rmdir()
        scratch.chmod(0o755)
        scratch.replace(folder)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise
    files = tuple(folder / path.relative_to(scratch) for path in done.files)
    return replace(done, files=files)


def _write(study: Study, folder: Path, wish: Wish, *, media: bool, progress: Progress | None) -> Exported:
    data = folder / "data"
    data.mkdir()
    configs: list[Config] = []
    total = 0
    out: Counter[str] = Counter()
    with study.database.read() as conn:
        blind = blind_of(conn, study.key) if wish.blinded else None
        row = load_study(conn, study.key)
        for name in tables_of(study):
            table = open_table(conn, study, replace(wish, table=name))
            path = data / f"{name}-00000-of-00001.parquet"
            rows = tallied(table.rows, out) if name == "ratings" else table.rows
            count = write_table(ticking(rows, progress), path, table.shape)
            table.codebook.write(folder / name)
            size = path.stat().st_size
            configs.append(Config.of(name, table.shape, rows=count, size=size, default=name == "ratings"))
            total += count
        if media:
            configs += _write_pictures(conn, study, data, blind)
        (folder / "README.md").write_text(card_of(conn, study, configs, blind=blind), encoding="utf-8")
    for language in study.definition.settings.languages:
        text = study.definition.guideline(language)
        if text:
            (folder / f"guideline.{language}.md").write_text(text, encoding="utf-8")
    written = tuple(sorted(path for path in folder.rglob("*") if path.is_file()))
    receipt = Receipt(row.chain_length, row.chain_head)
    return Exported(files=written, rows=total, receipt=receipt, left_out=out)


def _write_pictures(conn: Connection, study: Study, data: Path, blind: Blind | None) -> list[Config]:
    """Pictures inside Parquet files, a row for each place where a study uses one."""
    shards = list(_sharded(_pictures(conn, study)))
    if not shards:
        return []
    for number, shard in enumerate(shards):
        _write_shard(shard, data / f"pictures-{number:05d}-of-{len(shards):05d}.parquet", blind)
    size = sum(path.stat().st_size for path in data.glob("pictures-*.parquet"))
    rows = sum(len(shard) for shard in shards)
    pattern = "data/pictures-*.parquet"
    return [Config(name="pictures", pattern=pattern, columns=_PICTURES, rows=rows, bytes=size)]


def _pictures(conn: Connection, study: Study) -> Iterator[_Picture]:
    declared, root = study.definition.declaration, study.definition.media_root.resolve()
    for _, text in stream_items(conn, study.key):
        item = Item.from_json(json.loads(text))
        owners: list[tuple[str, Any, dict[str, Column]]] = [(item.system, item.columns, declared.item)]
        owners += [(candidate.system, candidate.columns, declared.candidate) for candidate in item.candidates]
        for system, values, columns in owners:
            for name, column in columns.items():
                value = values.get(name)
                if column.kind not in ("image", "images", "mask"):
                    continue
                for file in value if column.kind == "images" and isinstance(value, list) else [value]:
                    path = (root / file).resolve() if isinstance(file, str) else root
                    if path.is_relative_to(root) and path.is_file():
                        yield _Picture(item.id, system, name, path)


def _sharded(pictures: Iterator[_Picture]) -> Iterator[list[_Picture]]:
    shard: list[_Picture] = []
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


def _write_shard(shard: list[_Picture], path: Path, blind: Blind | None) -> None:
    contents = [picture.path.read_bytes() for picture in shard]
    digests = [hashlib.sha256(content).hexdigest() for content in contents]
    # a file's name may tell its system, its digest does not
    names = [digest + picture.path.suffix.lower() for picture, digest in zip(shard, digests, strict=True)]
    columns = {
        "item": [blind.text(picture.item) if blind else picture.item for picture in shard],
        "system": [blind.system(picture.system) if blind else picture.system for picture in shard],
        "column": [picture.column for picture in shard],
        "sha256": digests,
        "name": names,
        "content": contents,
    }
    chunk = {name: np.array(values, dtype=object) for name, values in columns.items()}
    with connect() as db:
        db.register("chunk", chunk)
        db.execute(
            'COPY (SELECT item, system, "column", sha256, '
            "struct_pack(bytes := CAST(content AS BLOB), path := name) AS image FROM chunk) "
            f"TO {literal(str(path))} (FORMAT parquet, COMPRESSION uncompressed)"
        )
