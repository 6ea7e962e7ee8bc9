"""A folder that the `datasets` library of Hugging Face loads: Parquet files, a card, the codebook and the guideline."""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from sqlalchemy.engine import Connection

from beholder.errors import BeholderError
from beholder.exports.card import Config, card_of
from beholder.exports.dataset_media import write_media
from beholder.exports.tables import Exported, Progress, Wish, open_table, tables_of, tallied, ticking
from beholder.facade import Study
from beholder.judges.judge_prompts import described_judges
from beholder.keeping.verify import Receipt
from beholder.store.records import canonical
from beholder.store.studies import load_study
from beholder.tables.blinding import blind_of
from beholder.tables.writing import write_table

__all__ = ["write_dataset"]


def write_dataset(
    study: Study, folder: Path, wish: Wish, *, media: bool = False, progress: Progress | None = None
) -> Exported:
    """Writes the folder from one snapshot; it takes its name when it is complete. `media` puts pictures and clips in."""
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


def _write_judges(conn: Connection, study: Study, folder: Path) -> None:
    """How each model was set up, and its prompt."""
    lines = (canonical(row) + "\n" for row in described_judges(conn, study.key, study.definition))
    (folder / "judges.jsonl").write_text("".join(lines), encoding="utf-8")


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
        if study.judges():
            _write_judges(conn, study, folder)
        if media:
            configs += write_media(conn, study, folder, blind)
        (folder / "README.md").write_text(card_of(conn, study, configs, blind=blind), encoding="utf-8")
    for language in study.definition.settings.languages:
        text = study.definition.guideline(language)
        if text:
            (folder / f"guideline.{language}.md").write_text(text, encoding="utf-8")
    written = tuple(sorted(path for path in folder.rglob("*") if path.is_file()))
    receipt = Receipt(row.chain_length, row.chain_head)
    return Exported(files=written, rows=total, receipt=receipt, left_out=out)
