"""A release: everything a study is and found, in one file that anybody can verify."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from sqlalchemy.engine import Connection

from beholder._version import __version__
from beholder.analysis import REVISION
from beholder.conduct import Conduct, conduct_of
from beholder.conduct.looks import looking_of
from beholder.engine.stopping.rule_alone import stored_stopping_plan
from beholder.errors import BeholderError
from beholder.facade import Study, load
from beholder.keeping.verify import Receipt, verify_chain
from beholder.media import confine
from beholder.protocols import Item
from beholder.report.bundle import BundleWriter
from beholder.report.released_analysis import FILES, analyse_release
from beholder.report.released_judgments import add_judgments
from beholder.report.released_questionnaires import questionnaire_lines
from beholder.report.verify_contents import codebook_lines, exclusion_lines
from beholder.store.answers import release_rows
from beholder.store.guidelines import list_guidelines
from beholder.store.items import numbers_of, stream_items
from beholder.store.records import canonical, stream_records
from beholder.store.stopping import stream_stopping
from beholder.store.studies import load_study, load_versions
from beholder.store.trials import stream_trials
from beholder.study import Definition, files_of, media_digests
from beholder.tables.writing import write_ratings

__all__ = ["write_release"]

# raised when readers of earlier releases could not read a new one
FORMAT = 1
Progress = Callable[[int, int | None], None]


def write_release(
    folder: Path,
    output: Path,
    *,
    media: bool = False,
    database: str | None = None,
    progress: Progress | None = None,
) -> Receipt:
    """Writes the release of a study: its versions, items, answers, records, ratings and analysis, from one snapshot."""
    with load(folder, database=database) as study:
        writer = BundleWriter(output)
        try:
            receipt = _write(study, writer, media=media, progress=progress or (lambda _done, _total: None))
        except BaseException:
            writer.discard()
            raise
    return receipt


def _write(study: Study, writer: BundleWriter, *, media: bool, progress: Progress) -> Receipt:
    definition, key = study.definition, study.key
    with study.database.read() as conn, tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
        receipt = verify_chain(conn, key)
        if receipt.problems:
            raise BeholderError(
                f"the study's records are damaged: {receipt.problems[0]}",
                code="chain-broken",
                hint="`beholder doctor DIR` lists everything",
            )
        row = load_study(conn, key)
        writer.add_lines("versions.jsonl", _versions(conn, key))
        writer.add_lines("guidelines.jsonl", _guidelines(conn, key))
        versions = load_versions(conn, key)
        # what raters saw; a study of an earlier version, or without raters, has it from its folder
        hashes = json.loads(versions[-1][2]).get("media") or media_digests(definition)
        writer.add_lines("items.jsonl", _items(conn, key, hashes, definition))
        writer.add_lines("trials.jsonl", (canonical(trial._asdict()) for trial in stream_trials(conn, key)))
        if definition.stop_rule is not None:
            writer.add_lines("stopping.jsonl", (canonical(one._asdict()) for one in stream_stopping(conn, key)))
        writer.add_lines("records.jsonl", (canonical(record._asdict()) for record in stream_records(conn, key)))
        writer.add_lines("answers.jsonl", _ticking(release_rows(conn, key), progress))
        records = (record._asdict() for record in stream_records(conn, key))
        writer.add_lines("exclusions.jsonl", exclusion_lines(records, versions))
        writer.add_lines("conduct.json", iter([canonical(_conduct(conn, key))]))
        writer.add_lines("questionnaires.jsonl", questionnaire_lines(conn, key))
        add_judgments(conn, key, definition, writer)
        ratings = Path(scratch) / "ratings.parquet"
        write_ratings(study.rows(conn), ratings)
        writer.add_file("ratings.parquet", ratings)
        writer.add_lines("codebook.jsonl", codebook_lines(definition.declaration))
        files = _add_analysis_files(writer, definition, Path(scratch) / FILES)
        writer.add_lines("analysis.json", iter([canonical(_analysis(conn, study, files))]))
        if media:
            _add_media(writer, definition, hashes)
    writer.finish(
        {
            "format": FORMAT,
            "beholder": __version__,
            "study": study.id,
            "protocol": definition.declaration.name,
            "analysis": REVISION,
            "simulated": bool(row.simulated),
            "seed": row.seed,
            "receipt": {"length": receipt.length, "head": receipt.head},
            "media": media,
        }
    )
    return receipt


def _conduct(conn: Connection, key: int) -> dict[str, Any]:
    return _conducted(conn, key).to_json()


def _conducted(conn: Connection, key: int) -> Conduct:
    return conduct_of(
        load_versions(conn, key), stream_records(conn, key), stream_trials(conn, key), numbers_of(conn, key)
    )


def _add_analysis_files(writer: BundleWriter, definition: Definition, copies: Path) -> Path:
    """What the analysis reads of the study folder, as copies: it must not see another state of them than the release has."""
    copies.mkdir()
    for name in definition.protocol.analysis_files:
        if (definition.folder / name).is_file():
            shutil.copyfile(definition.folder / name, copies / name)
            writer.add_file(f"{FILES}/{name}", copies / name)
    return copies


def _analysis(conn: Connection, study: Study, files: Path) -> dict[str, Any]:
    return analyse_release(
        lambda: study.rows(conn),
        load_versions(conn, study.key),
        (Item.from_json(json.loads(text)) for _, text in stream_items(conn, study.key)),
        stream_records(conn, study.key),
        folder=files,
        stopping=stored_stopping_plan(conn, study.key),
        looking=looking_of(_conducted(conn, study.key), study.definition.settings.looks),
    )


def _versions(conn: Connection, key: int) -> Iterator[str]:
    for number, digest, text in load_versions(conn, key):
        yield canonical({"version": number, "digest": digest, "definition": text})


def _guidelines(conn: Connection, key: int) -> Iterator[str]:
    for row in list_guidelines(conn, key):
        yield canonical(row._asdict())


def _items(conn: Connection, key: int, hashes: dict[str, str], definition: Definition) -> Iterator[str]:
    for number, text in stream_items(conn, key):
        data = json.loads(text)
        files = set(files_of([Item.from_json(data)], definition.declaration))
        used = {path: hashes[path] for path in sorted(files) if path in hashes}
        yield canonical({"item": number, "data": data, "media": used})


def _add_media(writer: BundleWriter, definition: Definition, hashes: dict[str, str]) -> None:
    for relative, digest in sorted(hashes.items()):
        if writer.add_file(f"media/{relative}", confine(definition.media_root, relative)) != digest:
            raise BeholderError(
                f"{relative} is not the file that raters saw",
                code="media-changed",
                where=str(definition.media_root),
                hint="put it back as it was, or write the release without --media: the digests are in it all the same",
            )


def _ticking(rows: Iterator[dict[str, Any]], progress: Progress) -> Iterator[str]:
    for count, row in enumerate(rows, start=1):
        if count % 1000 == 0:
            progress(count, None)
        yield canonical(row)
