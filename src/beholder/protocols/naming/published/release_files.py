"""Response sets and verified sets as files that others can use."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from beholder.findings import Chart, Table, plain
from beholder.protocols.naming.collect.normalise import Normalised
from beholder.protocols.naming.collect.sources import NameSource, VerifiedSource, read_names, read_verified
from beholder.protocols.naming.published.manynames import PublishedObject, published_from_verified, write_manynames
from beholder.protocols.naming.verify.judgments import write_judgments
from beholder.protocols.rounds import FinishedRound

__all__ = [
    "chart_json",
    "objects_of",
    "write_changes",
    "write_named",
    "write_release",
    "write_rows",
    "write_verified",
]


def objects_of(source: NameSource, *, min_count: int = 1) -> list[PublishedObject]:
    """The sets as rows of the public layout. Names given fewer than `min_count` times are set aside as singletons."""
    if source.published:
        return [_without_rare(one, min_count) for one in source.published]
    raw = source.answers.raw_counts() if source.answers is not None else {}
    return [_without_rare(PublishedObject(one, raw_responses=raw.get(one.item, {})), min_count) for one in source.sets]


def _without_rare(one: PublishedObject, min_count: int) -> PublishedObject:
    kept = one.responses.at_least(min_count)
    rare = dict(zip(one.responses.names, one.responses.counts, strict=True)) if kept is not one.responses else {}
    for name in kept.names:
        rare.pop(name, None)
    return PublishedObject(kept, one.incorrect, {**one.singletons, **rare}, one.raw_responses, one.scores)


def write_named(done: FinishedRound, path: Path) -> int:
    """The response sets of a round of naming in the public layout; how many objects."""
    return write_manynames(objects_of(read_names(done.folder, lambda _folder: done)), path)


def write_verified(done: FinishedRound, path: Path) -> int:
    """The consistent sets of a round of verification in the public layout; how many objects."""
    found = read_verified(done.folder, lambda _folder: done)
    return write_manynames(published_from_verified(one for one in found.verified if one.complete), path)


def write_changes(done: Normalised, path: Path) -> None:
    """Every raw string that became another name or none, with the steps that did it."""
    rows: list[dict[str, Any]] = [
        {"raw": c.raw, "name": c.name, "steps": " ".join(c.steps), "refused": "", "answers": c.answers}
        for c in done.changes
    ]
    rows += [{"raw": r.raw, "name": "", "steps": "", "refused": r.reason, "answers": r.answers} for r in done.refused]
    write_rows(rows, path)


def write_release(
    source: VerifiedSource, folder: Path, *, tables: Iterable[Table] = (), charts: Iterable[Chart] = ()
) -> list[Path]:
    """A folder with the consistent sets (TSV and JSON), the scores, the raw judgments, and tables and figures as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    objects = published_from_verified(one for one in source.verified if one.complete)
    written = [folder / "manynames.tsv", folder / "manynames.json", folder / "judgments.csv", folder / "scores.csv"]
    write_manynames(objects, written[0])
    write_manynames(objects, written[1])
    write_judgments(source.judgments.judgments, written[2])
    write_rows([row for one in source.verified for row in one.to_rows()], written[3])
    for name, rows in [*((t.name, t.rows) for t in tables), *((c.name, c.rows) for c in charts)]:
        written.append(folder / f"{name}.csv")
        write_rows(rows, written[-1])
    return written


def write_rows(rows: Iterable[Mapping[str, Any]], path: Path) -> None:
    """Rows as CSV; nested values as JSON, nothing where a number is not defined."""
    listed = [{key: plain(value) for key, value in row.items()} for row in rows]
    titles = list(dict.fromkeys(key for row in listed for key in row))
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(titles)
        for row in listed:
            writer.writerow([_cell(row.get(title)) for title in titles])


def chart_json(chart: Chart) -> dict[str, Any]:
    """A chart's data as one JSON object."""
    return {
        "name": chart.name,
        "title": chart.title,
        "kind": chart.kind,
        "rows": plain(list(chart.rows)),
        "options": plain(dict(chart.options)),
    }


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict | list) else "" if value is None else value
