"""Is everything there and unchanged? Follows the chain, and holds all that decides results against what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sqlalchemy.engine import Connection

from beholder.engine.handlers.judging import call_facts
from beholder.engine.ledger import Ledger
from beholder.engine.planning.inventory import held_places_of
from beholder.engine.stopping.recount import compare_stopping
from beholder.keeping import verify_raters, verify_study
from beholder.keeping.verify_answers import compare_answers
from beholder.keeping.verify_judgments import compare_calls, compare_judges, compare_judgments
from beholder.store.answers import stream_stored
from beholder.store.guidelines import list_guidelines
from beholder.store.items import numbers_of, stream_items
from beholder.store.judgments import list_judges, stream_calls, stream_judgments
from beholder.store.raters import all_platform_ids, all_raters, stream_sheets
from beholder.store.records import Record, link, stream_records
from beholder.store.stopping import stream_stopping
from beholder.store.studies import load_study, load_versions, version_times
from beholder.store.trials import stream_trials

__all__ = ["Receipt", "follow_chain", "verify_chain"]

# if so many are wrong, the rest is wrong for the same reason
_MOST_NAMED = 50


@dataclass(frozen=True, slots=True)
class Receipt:
    """Length and head of the chain: kept elsewhere, it proves later that nothing was changed or cut off."""

    length: int
    head: str
    problems: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.length} records, head {self.head or 'none'}"


def verify_chain(conn: Connection, key: int, *, kept: Receipt | None = None) -> Receipt:
    """Checks every link, and every row that reaches an export against its record; names what is wrong.

    With a receipt kept from before, the chain must still pass through it.
    """
    study = load_study(conn, key)
    claimed = Receipt(study.chain_length, study.chain_head)
    receipt, ledger = follow_chain(stream_records(conn, key), claimed=claimed, kept=kept)
    problems = [*receipt.problems, *_compare(conn, key, ledger)]
    if len(problems) > _MOST_NAMED:
        problems = [*problems[:_MOST_NAMED], f"and {len(problems) - _MOST_NAMED} more"]
    return replace(receipt, problems=tuple(problems))


def follow_chain(records: Iterable[Record], *, claimed: Receipt, kept: Receipt | None = None) -> tuple[Receipt, Ledger]:
    """Checks the links of a chain from anywhere, such as a release; `claimed` is what the study says of it."""
    problems: list[str] = []
    head, length = "", 0
    ledger = Ledger()
    for record in records:
        length += 1
        if record.seq != length:
            problems.append(f"record {length} is missing")
            length = record.seq
        if link(head, record) != record.hash:
            problems.append(f"record {record.seq} ({record.kind} {record.subject}) does not follow from the one before")
        head = record.hash
        if kept and record.seq == kept.length and record.hash != kept.head:
            problems.append(f"record {record.seq} is not the one on the receipt")
        ledger.read(record)
    if (claimed.length, claimed.head) != (length, head):
        problems.append(f"the study says {claimed.length} records, the chain has {length}")
    if kept and kept.length > length:
        problems.append(f"the receipt says {kept.length} records, the chain has {length}")
    return Receipt(length, head, tuple(problems)), ledger


def _compare(conn: Connection, key: int, ledger: Ledger) -> Iterator[str]:
    yield from compare_answers(stream_stored(conn, key), ledger)
    yield from verify_raters.compare_raters(all_raters(conn, key, adjudicators=True), ledger)
    yield from verify_raters.compare_sheets(stream_sheets(conn, key), ledger)
    yield from verify_raters.compare_platform_ids(all_platform_ids(conn, key), ledger)
    yield from verify_study.compare_study(load_study(conn, key), ledger)
    versions = load_versions(conn, key)
    yield from verify_study.compare_versions(versions, ledger, times=version_times(conn, key))
    numbers = numbers_of(conn, key)
    yield from verify_study.compare_items(stream_items(conn, key), versions, ledger, numbers=numbers)
    trials = list(stream_trials(conn, key))
    yield from verify_study.compare_trials(trials, ledger)
    yield from verify_study.compare_suspended(trials, numbers, versions, ledger)
    yield from verify_study.compare_places(trials, held_places_of(conn, key), ledger)
    stopping = list(stream_stopping(conn, key))
    yield from verify_study.compare_share(stopping, ledger)
    yield from compare_stopping(stopping, trials, stream_records(conn, key), versions, lambda: _payloads(conn, key))
    yield from verify_study.compare_guidelines(list_guidelines(conn, key), ledger)
    yield from compare_judges(list_judges(conn, key), ledger)
    yield from compare_judgments(stream_judgments(conn, key), ledger)
    yield from compare_calls(map(call_facts, stream_calls(conn, key)), ledger)


def _payloads(conn: Connection, key: int) -> Iterator[tuple[str, str | None]]:
    for stored, payload, _, _ in stream_stored(conn, key):
        yield str(stored["answer"]), payload
