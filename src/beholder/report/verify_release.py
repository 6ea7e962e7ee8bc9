"""Is a release what it says? Recomputes everything in it from the raw answers, and names what differs."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any

from beholder.analysis import REVISION
from beholder.analysis.stopping_plan import StoppingPlan
from beholder.conduct.looks import looking_of
from beholder.engine.stopping.rule_alone import stopping_plan
from beholder.errors import BeholderError
from beholder.keeping.verify import Receipt, follow_chain
from beholder.keeping.verify_answers import compare_answers
from beholder.protocols import Declaration, Item, find_protocol
from beholder.report.bundle import Bundle, open_bundle
from beholder.report.released_analysis import FILES, analyse_release, differences
from beholder.report.verify_contents import check_contents, released_conduct, released_stopping
from beholder.store import AnswerRow
from beholder.store.answers import OF_CHOICE, OF_SHOWING, FullAnswer, StoredAnswer
from beholder.store.records import Record, canonical
from beholder.tables.rating_weights import ALIKE, RatingWeights
from beholder.tables.ratings import COLUMNS, FIRST_COLUMNS, Rating, Tidier
from beholder.tabular import TableError, parquet_rows

__all__ = ["Verified", "verify_release"]

# if so many are wrong, the rest is wrong for the same reason
_MOST_NAMED = 20
# what became of a showing is in no release
_COMPARED = (*AnswerRow._fields, *(name for name in OF_SHOWING if name != "state"), "rater_kind")


@dataclass(frozen=True, slots=True)
class Verified:
    """What was checked, and every difference."""

    checked: tuple[str, ...]
    problems: tuple[str, ...]


def verify_release(path: Path) -> Verified:
    """Checks the file itself, the chain of records, that the ratings follow from the answers, and every finding."""
    bundle = open_bundle(path)
    problems = list(bundle.problems)
    checked = [f"{len(bundle.facts['files'])} files against the list of their digests"]
    if problems:
        # numbers computed from changed files would say nothing
        return Verified(tuple(checked), tuple(problems))
    try:
        problems += _compare(bundle, checked)
    except (KeyError, IndexError, StopIteration, TypeError, ValueError) as error:
        # whoever made new digests for a changed release need not have kept its parts readable
        problems.append(f"its parts do not hold together ({type(error).__name__}: {str(error)[:80]})")
    return Verified(tuple(checked), tuple(problems))


def _compare(bundle: Bundle, checked: list[str]) -> list[str]:
    """Each step rests on the ones before, so the first that finds something is the last."""
    claimed = Receipt(bundle.facts["receipt"]["length"], bundle.facts["receipt"]["head"])
    receipt, ledger = follow_chain(_records(bundle), claimed=claimed)
    problems = [*receipt.problems, *islice(compare_answers(_stored(bundle), ledger), _MOST_NAMED)]
    checked.append(f"the chain of {receipt.length:,} records, and every answer against its record")
    problems += islice(check_contents(bundle, ledger), _MOST_NAMED)
    checked.append(
        "versions, guidelines, trials and exclusions against the records, items and files against the versions"
    )
    if not problems:
        rows, problems = _compare_ratings(bundle)
        checked.append(f"{rows:,} ratings, computed again from the raw answers")
    if not problems:
        numbers, problems = _compare_analysis(bundle)
        checked.append(f"{numbers:,} findings of the analysis, computed again from those ratings")
    return problems


def _records(bundle: Bundle) -> Iterator[Record]:
    for row in bundle.lines("records.jsonl"):
        yield Record(**row)


def _stored(bundle: Bundle) -> Iterator[StoredAnswer]:
    for row in bundle.lines("answers.jsonl"):
        chosen = {name: row[name] for name in OF_CHOICE if name in row}
        yield {name: row[name] for name in _COMPARED} | chosen, row["payload"], row["meta"], row["salt"]


def declared(bundle: Bundle) -> Declaration:
    """The declaration in force at the end of the study."""
    newest = list(bundle.lines("versions.jsonl"))[-1]
    return Declaration.model_validate(json.loads(newest["definition"])["declaration"])


def computed_ratings(bundle: Bundle) -> Iterator[Rating]:
    """The ratings table, from the raw answers of a release."""
    plan = _released_plan(bundle)
    compares = declared(bundle).compares
    return _ratings(bundle, ALIKE if plan is None else RatingWeights(plan, _ratings(bundle, ALIKE), compares=compares))


def _released_plan(bundle: Bundle) -> StoppingPlan | None:
    newest = list(bundle.lines("versions.jsonl"))[-1]
    return stopping_plan(
        json.loads(newest["definition"]),
        (row.trial for row in released_stopping(bundle) if row.in_full),
        _records(bundle),
        ((row["answer"], row["payload"]) for row in bundle.lines("answers.jsonl")),
    )


def _ratings(bundle: Bundle, weights: RatingWeights) -> Iterator[Rating]:
    items = {row["item"]: Item.from_json(row["data"]) for row in bundle.lines("items.jsonl")}
    newest: dict[str, int] = {}
    for row in bundle.lines("answers.jsonl"):
        newest[row["lease"]] = max(newest.get(row["lease"], 0), row["revision"])
    tidy = Tidier(bundle.facts["study"], bundle.facts["protocol"], declared(bundle).form, weights)
    for row in bundle.lines("answers.jsonl"):
        if row["payload"] is not None and row["revision"] == newest[row["lease"]]:
            answer = FullAnswer(**{name: row[name] for name in FullAnswer._fields if name != "latest"})
            yield from tidy.rows(answer, items[row["item"]])


def _compare_ratings(bundle: Bundle) -> tuple[int, list[str]]:
    problems: list[str] = []
    count = 0
    with tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
        path = Path(scratch) / "ratings.parquet"
        bundle.extract("ratings.parquet", path)
        try:
            titles, rows = parquet_rows(path)
        except TableError as error:
            return 0, [f"ratings.parquet is {error.problem}"]
        names = tuple(titles)
        if len(names) < len(FIRST_COLUMNS) or names != COLUMNS[: len(names)]:
            return 0, ["ratings.parquet does not have the columns of a ratings table"]
        # what an earlier version did not write is no difference
        again = (row[: len(names)] for row in computed_ratings(bundle))
        for count, (given, computed) in enumerate(zip_longest(rows, again), start=1):
            if given != computed:
                problems.append(f"rating {count}: {_difference(given, computed)}")
                if len(problems) >= _MOST_NAMED:
                    problems.append("and more")
                    break
    return count, problems


def _compare_analysis(bundle: Bundle) -> tuple[int, list[str]]:
    given = next(bundle.lines("analysis.json"))
    # releases said nothing about it as long as there was only the first
    revision = int(bundle.facts.get("analysis", 1))
    if revision > REVISION:
        return 0, [f"its analysis is of revision {revision}, which a newer Beholder made; this one knows {REVISION}"]
    versions = [(row["version"], row["digest"], row["definition"]) for row in bundle.lines("versions.jsonl")]
    items = (Item.from_json(row["data"]) for row in bundle.lines("items.jsonl"))
    with tempfile.TemporaryDirectory(prefix="beholder-") as scratch:
        _extract_analysis_files(bundle, Path(scratch))
        computed = analyse_release(
            lambda: computed_ratings(bundle),
            versions,
            items,
            _records(bundle),
            folder=Path(scratch),
            revision=revision,
            stopping=_released_plan(bundle),
            looking=looking_of(released_conduct(bundle, versions), _planned_looks(versions)),
        )
    again = json.loads(canonical(computed))
    return len(given["findings"]), list(islice(differences(given, again), _MOST_NAMED))


def _planned_looks(versions: Sequence[tuple[int, str, str]]) -> list[float]:
    return list(json.loads(versions[-1][2])["settings"].get("looks", ()))


def _extract_analysis_files(bundle: Bundle, folder: Path) -> None:
    with suppress(BeholderError):
        # by the names that the protocol gives, since those of a release made by others may point anywhere
        for name in find_protocol(declared(bundle).name).analysis_files:
            if bundle.has(f"{FILES}/{name}"):
                bundle.extract(f"{FILES}/{name}", folder / name)


def _difference(given: Any, computed: Any) -> str:
    if given is None or computed is None:
        return "is missing" if given is None else "follows from no answer"
    first = next(position for position, (one, two) in enumerate(zip(given, computed, strict=True)) if one != two)
    return f"{COLUMNS[first]} is {given[first]!r}, the answer says {computed[first]!r}"
