"""Raters, what they filled in once, and whom platforms say they are, against their records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from beholder.declarations.states import RaterKind, RaterState
from beholder.engine.ledger import Ledger
from beholder.store import RaterRow
from beholder.store.records import canonical, payload_digest

__all__ = ["compare_platform_ids", "compare_raters", "compare_sheets"]


def compare_raters(rows: Iterable[RaterRow], ledger: Ledger) -> Iterator[str]:
    """Raters that changed, that never joined, or that are gone."""
    seen: set[str] = set()
    for row in rows:
        seen.add(row.rater)
        if row.rater in ledger.adjudicators and row.kind == RaterKind.ADJUDICATOR:
            continue
        joined = ledger.raters.get(row.rater)
        if joined is None:
            yield f"rater {row.rater} has no record of joining"
            continue
        expected = {**joined.body, "joined_at": joined.at}
        for name, value in expected.items():
            if getattr(row, name, value) != value:
                yield f"rater {row.rater}: {name} is {getattr(row, name)!r}, the record says {value!r}"
        if (row.state == RaterState.WITHDRAWN) != (row.rater in ledger.withdrawn):
            yield f"rater {row.rater}: the state is {row.state!r}, which the records do not say"
    wanted = (*ledger.raters, *sorted(ledger.adjudicators))
    yield from (f"rater {rater} is missing" for rater in wanted if rater not in seen)


def compare_sheets(rows: Iterable[tuple[str, str, int, str | None, str | None]], ledger: Ledger) -> Iterator[str]:
    """Consent and answers to questions before and after that changed, have no record, or are gone."""
    seen: set[tuple[str, str]] = set()
    for rater, name, at, payload, salt in rows:
        seen.add((rater, name))
        what = f"what rater {rater} filled in as {name!r}"
        recorded = ledger.sheets.get((rater, name))
        if recorded is None:
            yield f"{what} has no record"
        elif at != recorded.at:
            yield f"{what} has another time than its record"
        elif payload is None and salt is None:
            if rater not in ledger.withdrawn:
                yield f"{what} was erased without a withdrawal"
        elif payload is None or salt is None or payload_digest(salt, payload, "") != recorded.digest:
            yield f"{what} is not what was recorded"
    yield from (
        f"what rater {r} filled in as {name!r} is missing" for r, name in ledger.sheets if (r, name) not in seen
    )


def compare_platform_ids(found: Mapping[str, tuple[str, Mapping[str, str]]], ledger: Ledger) -> Iterator[str]:
    """Platform ids that are not those with which their raters joined. Raters who joined before ids were on record are left out."""
    for rater, joined in ledger.raters.items():
        if rater in ledger.withdrawn:
            if rater in found:
                yield f"rater {rater} withdrew, and the platform's id is still there"
            continue
        if "language" not in joined.body:
            continue
        salt, ids = found.get(rater, ("", {}))
        if (payload_digest(salt, canonical(ids), "") if ids else "") != joined.digest:
            yield f"rater {rater}: the platform's id is not the one that was recorded"
    for rater in found:
        if rater not in ledger.raters:
            yield f"a platform's id belongs to {rater!r}, who never joined"
