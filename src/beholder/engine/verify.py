"""Is everything there and unchanged? Follows the chain from the first record to the last."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy.engine import Connection

from beholder.store.answers import StoredAnswer, stream_stored
from beholder.store.records import Record, link, payload_digest, stream_records
from beholder.store.studies import load_study

__all__ = ["Receipt", "verify_chain", "verify_records"]

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
    """Checks every link, every answer against its record, and that none is missing; names what is wrong.

    With a receipt kept from before, the chain must still pass through it.
    """
    study = load_study(conn, key)
    claimed = Receipt(study.chain_length, study.chain_head)
    return verify_records(stream_records(conn, key), stream_stored(conn, key), claimed=claimed, kept=kept)


def verify_records(
    records: Iterable[Record], stored: Iterable[StoredAnswer], *, claimed: Receipt, kept: Receipt | None = None
) -> Receipt:
    """The same for a chain and answers from anywhere, such as a release; `claimed` is what the study says of it."""
    problems: list[str] = []
    head, length = "", 0
    facts: dict[str, tuple[dict[str, object], str]] = {}
    excluded: dict[str, str] = {}
    withdrawn: set[str] = set()
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
        if record.kind == "answer":
            facts[record.subject] = (json.loads(record.body) | {"seq": record.seq}, record.digest)
        elif record.kind == "exclude":
            excluded[record.subject] = json.loads(record.body)["rule"]
        elif record.kind == "withdraw":
            withdrawn.add(record.subject)
    if (claimed.length, claimed.head) != (length, head):
        problems.append(f"the study says {claimed.length} records, the chain has {length}")
    if kept and kept.length > length:
        problems.append(f"the receipt says {kept.length} records, the chain has {length}")
    problems += _compare_answers(stored, facts, excluded, withdrawn)
    if len(problems) > _MOST_NAMED:
        problems = [*problems[:_MOST_NAMED], f"and {len(problems) - _MOST_NAMED} more"]
    return Receipt(length, head, tuple(problems))


def _compare_answers(
    stored_answers: Iterable[StoredAnswer],
    facts: dict[str, tuple[dict[str, object], str]],
    excluded: dict[str, str],
    withdrawn: set[str],
) -> list[str]:
    problems: list[str] = []
    seen: Counter[str] = Counter()
    for stored, payload, meta, salt in stored_answers:
        answer = str(stored["answer"])
        seen[answer] += 1
        if answer not in facts:
            problems.append(f"answer {answer} has no record")
            continue
        expected, digest = facts[answer]
        gone = stored["rater"] in withdrawn
        rule = "withdrawn" if gone else excluded.get(answer, expected["excluded_by"])
        expected = expected | {"excluded_by": rule}
        for name, value in stored.items():
            if expected.get(name) != value:
                problems.append(f"answer {answer}: {name} is {value!r}, its record says {expected.get(name)!r}")
        if payload is None and salt is None:
            if not gone:
                problems.append(f"answer {answer} was erased without a withdrawal")
        elif payload is None or salt is None or payload_digest(salt, payload, meta or "") != digest:
            problems.append(f"answer {answer}: the payload is not the one that was recorded")
    return problems + [f"answer {answer} is missing" for answer in facts if answer not in seen]
