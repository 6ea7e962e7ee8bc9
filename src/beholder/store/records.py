"""The chain: every answer and every act is a record that hashes the one before it.

A record holds the public facts of what happened in `body` and, for an answer, a salted digest of its payload. Erasing
payload and salt leaves the chain valid while nothing of the answer can be guessed from it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.store.prepared import PreparedStatement
from beholder.store.schema import records

__all__ = [
    "Chain",
    "Record",
    "add_records",
    "canonical",
    "payload_digest",
    "records_of",
    "rows_digest",
    "stream_records",
]


class Record(NamedTuple):
    """One link of the chain."""

    seq: int
    kind: str
    subject: str
    at: int
    body: str
    digest: str
    hash: str


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical(value: Any) -> str:
    """JSON text that is the same wherever it is written."""
    return _ENCODER.encode(value)


def payload_digest(salt: str, payload: str, meta: str) -> str:
    """The salted digest of a payload."""
    return hashlib.sha256(f"{salt}\n{payload}\n{meta}".encode()).hexdigest()


def rows_digest(rows: Iterable[Any]) -> str:
    """SHA-256 of many values in their order, read one by one."""
    digest = hashlib.sha256()
    for row in rows:
        digest.update(f"{canonical(row)}\n".encode())
    return digest.hexdigest()


def link(before: str, record: Record) -> str:
    """The hash of a record that follows `before`."""
    text = "\n".join((before, str(record.seq), record.kind, record.subject, str(record.at), record.body, record.digest))
    return hashlib.sha256(text.encode()).hexdigest()


class Chain:
    """The end of a study's chain, to which records are added in memory until they are stored together."""

    def __init__(self, length: int, head: str) -> None:
        self.length = length
        self.head = head
        self.new: list[Record] = []

    def add(self, kind: str, subject: str, body: Mapping[str, Any], *, at: int, digest: str = "") -> int:
        """Appends a record; its number."""
        record = Record(self.length + 1, kind, subject, at, canonical(body), digest, "")
        record = record._replace(hash=link(self.head, record))
        self.length, self.head = record.seq, record.hash
        self.new.append(record)
        return record.seq


_INSERT = PreparedStatement(sa.insert(records))


def add_records(conn: Connection, study: int, new: Iterable[Record]) -> None:
    """Stores records."""
    _INSERT.many(conn, [{"study": study, **record._asdict()} for record in new])


_OF_SUBJECT = PreparedStatement(
    sa.select(*(records.c[name] for name in Record._fields))
    .where(
        records.c.study == sa.bindparam("key"),
        records.c.kind == sa.bindparam("what"),
        records.c.subject == sa.bindparam("whom"),
    )
    # not by the bare column: SQLite would follow the whole chain to spare itself the sorting
    .order_by(records.c.seq + 0)
)


def records_of(conn: Connection, study: int, subject: str, *, kind: str) -> list[Record]:
    """The records of one kind about one subject, in order."""
    return [Record(*row) for row in _OF_SUBJECT.all(conn, key=study, what=kind, whom=subject)]


def stream_records(conn: Connection, study: int, *, kind: str = "") -> Iterator[Record]:
    """The chain in order, or one kind of record."""
    query = sa.select(*(records.c[name] for name in Record._fields)).where(records.c.study == study)
    if kind:
        query = query.where(records.c.kind == kind)
    for row in conn.execution_options(yield_per=5000).execute(query.order_by(records.c.seq)):
        yield Record(*row)
