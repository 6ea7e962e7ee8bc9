"""Whether the parts of a release fit each other: versions to records, items to versions, pictures to items, rules to records."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from beholder.conduct import Conduct, conduct_of
from beholder.engine.ledger import Ledger
from beholder.engine.planning.inventory import seed_digest
from beholder.engine.stopping.recount import compare_stopping
from beholder.keeping.verify_study import (
    compare_guidelines,
    compare_items,
    compare_share,
    compare_suspended,
    compare_trials,
    compare_versions,
)
from beholder.protocols import Declaration
from beholder.report.bundle import Bundle
from beholder.report.released_judgments import check_judgments
from beholder.report.released_questionnaires import compare_questionnaires
from beholder.store import StoppingRow, TrialRow
from beholder.store.guidelines import GuidelineRow
from beholder.store.records import Record, canonical

__all__ = ["check_contents", "codebook_lines", "exclusion_lines", "released_conduct", "released_stopping"]


def check_contents(bundle: Bundle, ledger: Ledger) -> Iterator[str]:
    """Everything in the release that follows from something else in it, and does not."""
    yield from _check_study(bundle, ledger)
    versions = [(one["version"], one["digest"], one["definition"]) for one in bundle.lines("versions.jsonl")]
    yield from compare_versions(versions, ledger)
    newest = json.loads(versions[-1][2])
    yield from _check_items(bundle, versions, ledger)
    yield from compare_trials((TrialRow(**row) for row in bundle.lines("trials.jsonl")), ledger)
    numbers = {str(row["data"]["id"]): int(row["item"]) for row in bundle.lines("items.jsonl")}
    trials = (TrialRow(**row) for row in bundle.lines("trials.jsonl"))
    yield from compare_suspended(trials, numbers, versions, ledger)
    yield from _check_stopping(bundle, versions, ledger)
    yield from compare_guidelines((GuidelineRow(**row) for row in bundle.lines("guidelines.jsonl")), ledger)
    lines = exclusion_lines(bundle.lines("records.jsonl"), versions)
    if list(bundle.lines("exclusions.jsonl")) != [json.loads(line) for line in lines]:
        yield "exclusions.jsonl is not what the records say"
    declaration = Declaration.model_validate(newest["declaration"])
    stored = list(bundle.lines("codebook.jsonl"))
    lines_now = [json.loads(line) for line in codebook_lines(declaration)]
    if not any("better" in line for line in stored):
        # a release from before fields had a good end
        lines_now = [{name: value for name, value in line.items() if name != "better"} for line in lines_now]
    if stored != lines_now:
        yield "codebook.jsonl is not what the declaration says"
    # releases of earlier versions say nothing of it
    if bundle.has("questionnaires.jsonl"):
        yield from compare_questionnaires(bundle.lines("questionnaires.jsonl"), ledger)
    yield from check_judgments(bundle, ledger)
    if bundle.has("conduct.json"):
        told = json.loads(canonical(released_conduct(bundle, versions).to_json()))
        given = next(bundle.lines("conduct.json"))
        # words may be put better by a later version; what they say may not differ
        if _without_words(given) != _without_words(told):
            yield "conduct.json is not what the records say"


def released_conduct(bundle: Bundle, versions: Sequence[tuple[int, str, str]]) -> Conduct:
    """How the study was run, from the records of its release."""
    numbers = {str(row["data"]["id"]): int(row["item"]) for row in bundle.lines("items.jsonl")}
    records = (Record(**row) for row in bundle.lines("records.jsonl"))
    trials = (TrialRow(**row) for row in bundle.lines("trials.jsonl"))
    return conduct_of(versions, records, trials, numbers)


def released_stopping(bundle: Bundle) -> list[StoppingRow]:
    """The trials that were stopped or rated in full; none in releases of studies without a rule."""
    there = bundle.has("stopping.jsonl")
    return [StoppingRow(**row) for row in bundle.lines("stopping.jsonl")] if there else []


def _check_stopping(bundle: Bundle, versions: list[tuple[int, str, str]], ledger: Ledger) -> Iterator[str]:
    """Every stop, decided again from the raw answers."""
    rows = released_stopping(bundle)
    yield from compare_share(rows, ledger)
    yield from compare_stopping(
        rows,
        [TrialRow(**row) for row in bundle.lines("trials.jsonl")],
        (Record(**row) for row in bundle.lines("records.jsonl")),
        versions,
        lambda: ((row["answer"], row["payload"]) for row in bundle.lines("answers.jsonl")),
    )


def _without_words(conduct: dict[str, Any]) -> dict[str, Any]:
    changes = [{name: value for name, value in change.items() if name != "what"} for change in conduct["changes"]]
    return {**conduct, "changes": changes}


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


def _check_study(bundle: Bundle, ledger: Ledger) -> Iterator[str]:
    """What the manifest says of the study."""
    facts, start = bundle.facts, ledger.start
    if start is None or start.author != facts["study"]:
        yield "the records are those of another study"
    elif start.body.get("simulated", facts["simulated"]) != facts["simulated"]:
        yield "whether raters were simulated is not what the records say"
    elif start.body.get("seed", seed_digest(facts["seed"])) != seed_digest(facts["seed"]):
        yield "the seed is not the one with which the study was started"


def _check_items(bundle: Bundle, versions: list[tuple[int, str, str]], ledger: Ledger) -> Iterator[str]:
    rows = ((row["item"], canonical(row["data"])) for row in bundle.lines("items.jsonl"))
    yield from compare_items(rows, versions, ledger)
    files, frozen = bundle.facts["files"], json.loads(versions[-1][2]).get("media", {})
    for row in bundle.lines("items.jsonl"):
        for name, digest in row["media"].items():
            if digest != frozen.get(name, digest):
                yield f"the file {name} is not the one that raters saw"
            elif files.get(f"media/{name}", digest) != digest:
                yield f"the file {name} is not the one that was there when the study was released"
