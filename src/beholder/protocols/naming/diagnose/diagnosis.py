"""What a system's names for objects are, measured by what people said: Tables 3 and 4, with people as the ceiling."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from beholder.errors import BeholderError
from beholder.findings import Table, TableColumn
from beholder.protocols.naming.collect.normalise import Normaliser
from beholder.protocols.naming.collect.variation import group_of
from beholder.protocols.naming.diagnose.categories import (
    CATEGORIES,
    KINDS,
    OTHER_SPLIT,
    KnownNames,
    Matcher,
    kind_of,
    sums,
)
from beholder.protocols.naming.diagnose.predictions import Predictions, split_names
from beholder.protocols.naming.object_bootstrap import BOOTSTRAP, Floats, Resampling, put, ratios
from beholder.protocols.naming.verify.verified import VerifiedObject
from beholder.protocols.naming.wording import english

__all__ = [
    "HUMAN",
    "LEAVE_ONE_OUT",
    "REFERENCE_COLUMNS",
    "SHARES",
    "Averaging",
    "Diagnosis",
    "diagnose",
    "leave_one_out_counts",
    "reference_of",
    "single_label_counts",
    "upper_bound_counts",
]

Averaging = Literal["objects", "tokens"]


def upper_bound_counts(one: VerifiedObject, known: KnownNames) -> Floats:
    """How many tokens of round 1 are of each of the `KINDS`: singletons are in, opt-outs are not.

    Every token is judged by a set that it helped to make, so this is a ceiling and `unobserved` is 0 by construction.
    """
    out = np.zeros(len(KINDS))
    for name, count in zip(one.before.names, one.before.counts, strict=True):
        out[known.kind(name)] += count
    return out


def leave_one_out_counts(one: VerifiedObject) -> Floats:
    """As above, but each token is judged by the names of the other raters alone.

    The token is taken out of the counts first: a name left with none is unobserved, one left with too few to have been
    verified is a singleton, and if the top name falls behind another kept name that one takes its
    place. With equal counts the order of the full set stands.
    """
    out = np.zeros(len(KINDS))
    counts = dict(zip(one.before.names, one.before.counts, strict=True))
    kept = [name for name in one.after.names if counts.get(name)]
    judged = set(one.verifiable.names)
    for name, count in counts.items():
        out[_without_one(one, name, counts, kept, judged)] += count
    return out


def _without_one(one: VerifiedObject, name: str, counts: dict[str, int], kept: list[str], judged: set[str]) -> int:
    left = counts[name] - 1
    if left == 0:
        return KINDS.index("unobserved")
    if name not in judged or left < one.min_count:
        return KINDS.index("singleton")
    if name in kept:
        best = max(kept, key=lambda other: left if other == name else counts[other])
        return 0 if best == name else 1
    return kind_of(one, name, kept, judged)


def single_label_counts(one: VerifiedObject, reference: str, matcher: Matcher) -> tuple[float, float]:
    """How many tokens of round 1 equal the reference name, and how many tokens there are."""
    wanted = matcher.key(reference)
    hits = sum(n for name, n in zip(one.before.names, one.before.counts, strict=True) if matcher.key(name) == wanted)
    return float(hits), float(one.before.total)


HUMAN = "human upper bound"
LEAVE_ONE_OUT = "human, leave one out"
REFERENCE_COLUMNS = ("reference_name", "vg_obj_name")
SHARES = {
    "correct.n_top": "top",
    "correct.same-object": "same",
    "correct.all": "correct",
    "incorrect.other-object": "other",
    "incorrect.inadequate": "inadequate",
    "incorrect.other-object-adequate": "other*",
    "incorrect.inadequate-any-object": "inadequate*",
    "incorrect.singleton": "singleton",
    "incorrect.unobserved": "unobserved",
    "human_like": "human-like",
    "single_label": "label",
}
"""The numbers of a row, in the order of the paper's table, with their headings; * is the second split of errors."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Rows per system and group, the confusion of domains, and what was left out."""

    rows: tuple[dict[str, Any], ...]
    confusion: tuple[dict[str, Any], ...]
    objects: tuple[VerifiedObject, ...]
    notes: tuple[str, ...]

    def table(self) -> Table:
        """The rows as a table with the columns of the paper."""
        return Table(
            name="diagnosis",
            title="What predicted names are",
            columns=(
                TableColumn(name="system", title="System"),
                TableColumn(name="domain", title="Domain"),
                *(TableColumn(name=name, title=title, digits=3) for name, title in SHARES.items()),
                TableColumn(name="objects", title="Objects"),
            ),
            rows=self.rows,
            notes=self.notes,
        )


def diagnose(
    verified: Iterable[VerifiedObject],
    predictions: Predictions,
    *,
    how: Resampling,
    by: str | None = None,
    vocabulary: Iterable[str] | None = None,
    normaliser: Normaliser | None = None,
    averaging: Averaging = "objects",
) -> Diagnosis:
    """Shares of the six categories for every system, for people, and for people with their own answer left out.

    All rows are about the same objects: those with a prediction from every system and, with a `vocabulary`, whose top
    name is in it. `human_like` is the share of the errors that people made too; `single_label` the share of predictions
    equal to the reference name, over objects that have one. People's rows are means over objects of the shares of their
    tokens (`averaging="tokens"`: over all tokens). Names are compared by what they normalise to.
    """
    matcher = Matcher(normaliser or Normaliser())
    everything = [one for one in verified if one.complete and one.top is not None]
    objects, notes = _same_objects(everything, predictions, vocabulary, matcher)
    known = [KnownNames.of(one, matcher) for one in objects]
    tables: dict[str, tuple[Floats, Floats]] = {}
    for system, named in predictions.by_system.items():
        indices = [k.kind(named[one.item]) for one, k in zip(objects, known, strict=True)]
        tables[system] = np.eye(len(KINDS))[indices], _system_labels(objects, named, matcher)
    human_labels = _weighed(np.array([_human_label(one, matcher) for one in objects]), averaging, last=True)
    tables[HUMAN] = (
        _weighed(np.array([upper_bound_counts(o, k) for o, k in zip(objects, known, strict=True)]), averaging),
        human_labels,
    )
    tables[LEAVE_ONE_OUT] = _weighed(np.array([leave_one_out_counts(o) for o in objects]), averaging), human_labels
    groups = ["all"]
    of_object = np.array([group_of(one.before, by) if by else "" for one in objects], dtype=object)
    if by is not None:
        groups += sorted(set(of_object))
    rows = []
    for group in groups:
        inside = np.ones(len(objects), dtype=bool) if group == "all" else of_object == group
        for system, (table, labels) in tables.items():
            rows.append(_row(system, group, table[inside], labels[inside], how))
            if system in (HUMAN, LEAVE_ONE_OUT):
                rows[-1]["averaging"] = averaging
            if system == HUMAN:
                # Nobody could have given a name that nobody gave: there is no doubt to show.
                rows[-1][f"{CATEGORIES[-1]}_interval"] = None
    confusion: list[dict[str, Any]] = []
    if by is not None:
        home = _domain_of_names(everything, by, matcher)
        for system, named in predictions.by_system.items():
            confusion += _confusion(system, objects, of_object, named, tables[system][0], home, matcher, how)
    notes += (
        f"people's rows are means over {averaging}; their {CATEGORIES[-1]} is 0 by construction in the upper bound",
        english("note-other-split"),
        BOOTSTRAP,
    )
    return Diagnosis(tuple(rows), tuple(confusion), tuple(objects), notes)


def reference_of(one: VerifiedObject) -> str | None:
    """The single name a data set gave the object beforehand, from the column `reference_name` or `vg_obj_name`."""
    for column in REFERENCE_COLUMNS:
        value = one.before.columns.get(column)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _same_objects(
    everything: Sequence[VerifiedObject], predictions: Predictions, vocabulary: Iterable[str] | None, matcher: Matcher
) -> tuple[list[VerifiedObject], tuple[str, ...]]:
    systems = list(predictions.by_system.values())
    objects = [one for one in everything if all(one.item in named for named in systems)]
    if not objects:
        raise BeholderError(
            "no object has a prediction from every system",
            code="naming-no-predictions",
            hint=f"ids in the data look like {everything[0].item!r}" if everything else "",
        )
    some = {item for named in systems for item in named}
    notes = [f"{len(objects)} of {len(everything)} objects have a prediction from every system"]
    strangers = len(some - {one.item for one in everything})
    if strangers:
        notes.append(f"{strangers} predictions are for objects that are not in the data")
    if vocabulary is not None:
        given = {matcher.key(name) for name in vocabulary}
        occurring = {matcher.key(name) for one in everything for name in one.after.names}
        shared = given & occurring
        covered = [one for one in objects if matcher.key(one.top or "") in shared]
        notes.append(
            f"{len(shared)} of the {len(given)} names of the vocabulary occur in the data; the top name of {len(covered)} "
            f"of {len(objects)} objects is among them"
        )
        if not covered:
            raise BeholderError("no object's top name is in the vocabulary", code="naming-no-predictions")
        objects = covered
        said = [matcher.key(p) for named in systems for one in objects for p in split_names(named[one.item])]
        outside = sum(1 for name in said if name not in given)
        if outside:
            notes.append(f"{outside} of {len(said)} predicted names are not in the vocabulary")
    bare = sum(1 for one in objects if not one.scores.names and one.before.names != one.after.names)
    if bare:
        notes.append(
            f"{bare} objects have wrong names but no scores: what cannot be told to be another object counts as inadequate"
        )
    return objects, tuple(notes)


def _system_labels(objects: Sequence[VerifiedObject], named: Mapping[str, str], matcher: Matcher) -> Floats:
    out = np.zeros((len(objects), 2))
    for index, one in enumerate(objects):
        reference = reference_of(one)
        if reference is not None:
            text = named[one.item]
            said = {matcher.key(text), *(matcher.key(part) for part in split_names(text))}
            out[index] = matcher.key(reference) in said, 1.0
    return out


def _human_label(one: VerifiedObject, matcher: Matcher) -> tuple[float, float]:
    reference = reference_of(one)
    return (0.0, 0.0) if reference is None else single_label_counts(one, reference, matcher)


def _weighed(counts: Floats, averaging: Averaging, *, last: bool = False) -> Floats:
    """Counts per object as they are, or divided so that every object weighs the same."""
    if averaging == "tokens":
        return counts.astype(np.float64)
    total = counts[:, -1] if last else counts.sum(axis=1)
    return np.asarray(counts / np.where(total > 0, total, 1.0)[:, None])


def _row(system: str, group: str, table: Floats, labels: Floats, how: Resampling) -> dict[str, Any]:
    row: dict[str, Any] = {"system": system, "domain": group, "objects": len(table)}
    total = table.sum(axis=1)
    correct, wrong = table[:, :2].sum(axis=1), table[:, 2:].sum(axis=1)
    estimates = ratios(np.column_stack([sums(table), correct]), total, how)
    for name, estimate in zip((*CATEGORIES, *OTHER_SPLIT, "correct.all"), estimates, strict=True):
        put(row, name, estimate)
    put(row, "human_like", ratios(table[:, 2:-1].sum(axis=1)[:, None], wrong, how)[0])
    put(row, "single_label", ratios(labels[:, :1], labels[:, 1], how)[0])
    return row


def _domain_of_names(objects: Iterable[VerifiedObject], by: str, matcher: Matcher) -> Callable[[str], str]:
    """The group in which a name was given most often; of equal ones the first in the alphabet."""
    tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for one in objects:
        group = group_of(one.before, by)
        for name, count in zip(one.before.names, one.before.counts, strict=True):
            tokens[matcher.key(name)][group] += count

    def find(name: str) -> str:
        found = tokens.get(matcher.key(name))
        return min(found, key=lambda group: (-found[group], group)) if found else "unknown"

    return find


def _confusion(
    system: str,
    objects: Sequence[VerifiedObject],
    of_object: Any,
    named: Mapping[str, str],
    table: Floats,
    home: Callable[[str], str],
    matcher: Matcher,
    how: Resampling,
) -> list[dict[str, Any]]:
    counts = sums(table)
    said = np.array([home(_first_name(named[one.item], matcher)) for one in objects], dtype=object)
    out = []
    for group in sorted(set(of_object)):
        inside = of_object == group
        seen = sorted(set(said[inside]))
        hits = np.column_stack([said[inside] == other for other in seen]).astype(np.float64)
        for other, column, estimate in zip(seen, hits.T, ratios(hits, np.ones(len(hits)), how), strict=True):
            row: dict[str, Any] = {"system": system, "domain": group, "predicted_domain": other}
            row["objects"] = int(column.sum())
            put(row, "share", estimate)
            row |= {c: int(counts[inside][column > 0, k].sum()) for k, c in enumerate(CATEGORIES)}
            row |= {f"{c}_of": int(counts[inside][:, k].sum()) for k, c in enumerate(CATEGORIES)}
            out.append(row)
    return out


def _first_name(text: str, matcher: Matcher) -> str:
    parts = split_names(text)
    return matcher.key(parts[0]) if parts else matcher.key(text)
