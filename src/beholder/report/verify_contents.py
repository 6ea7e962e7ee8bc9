"""Whether the parts of a release fit each other: versions to records, items to versions, pictures to items, rules to records."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from beholder.protocols import Declaration, Item
from beholder.report.bundle import Bundle
from beholder.store.records import canonical
from beholder.study.version import item_digest

__all__ = ["check_contents", "codebook_lines", "exclusion_lines"]


def check_contents(bundle: Bundle) -> Iterator[str]:
    """Everything in the release that follows from something else in it, and does not."""
    versions = list(bundle.lines("versions.jsonl"))
    yield from _check_versions(bundle, versions)
    newest = json.loads(versions[-1]["definition"])
    yield from _check_items(bundle, newest)
    frozen = [(one["version"], one["digest"], one["definition"]) for one in versions]
    lines = exclusion_lines(bundle.lines("records.jsonl"), frozen)
    if list(bundle.lines("exclusions.jsonl")) != [json.loads(line) for line in lines]:
        yield "exclusions.jsonl is not what the records say"
    declaration = Declaration.model_validate(newest["declaration"])
    if list(bundle.lines("codebook.jsonl")) != [json.loads(line) for line in codebook_lines(declaration)]:
        yield "codebook.jsonl is not what the declaration says"


def exclusion_lines(records: Iterable[Mapping[str, Any]], versions: Iterable[tuple[int, str, str]]) -> Iterator[str]:
    """Each exclusion with the rule it names, as the version declared it that was in force at that place of the chain."""
    by_version = {number: json.loads(text)["settings"].get("exclude", ()) for number, _, text in versions}
    rules: dict[str, Any] = {}
    for record in records:
        if record["kind"] in ("start", "version"):
            rules = {rule["id"]: rule for rule in by_version[json.loads(record["body"])["version"]]}
        elif record["kind"] == "exclude":
            rule = json.loads(record["body"])["rule"]
            found = {"answer": record["subject"], "rule": rule, "declared": rules.get(rule), "seq": record["seq"]}
            yield canonical(found)


def codebook_lines(declaration: Declaration) -> Iterator[str]:
    """The codebook of the ratings, field by field."""
    for entry in declaration.form.codebook():
        yield canonical({name: getattr(entry, name) for name in entry.__dataclass_fields__})


def _check_versions(bundle: Bundle, versions: list[dict[str, Any]]) -> Iterator[str]:
    recorded = {}
    for row in bundle.lines("records.jsonl"):
        if row["kind"] in ("start", "version"):
            body = json.loads(row["body"])
            recorded[body["version"]] = body["digest"]
    if [version["version"] for version in versions] != sorted(recorded):
        yield "versions.jsonl does not hold the versions that are on record"
    for version in versions:
        digest = hashlib.sha256(version["definition"].encode()).hexdigest()
        if not digest == version["digest"] == recorded.get(version["version"]):
            yield f"version {version['version']} of the study is not the one on record"


def _check_items(bundle: Bundle, newest: dict[str, Any]) -> Iterator[str]:
    frozen = dict(newest["items"])
    files = bundle.facts["files"]
    for row in bundle.lines("items.jsonl"):
        item = Item.from_json(row["data"])
        if item_digest(item) != frozen.pop(item.id, item_digest(item)):
            yield f"item {item.id!r} is not the one that was rated"
        for name, digest in row["media"].items():
            if files.get(f"media/{name}", digest) != digest:
                yield f"the picture {name} is not the one that was there when the study was released"
    if frozen:
        yield f"{len(frozen)} items are missing, such as {min(frozen)!r}"
