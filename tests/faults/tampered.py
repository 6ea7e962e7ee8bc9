"""A small study in which everything has happened, what leaves it, and edits of every column made from the schema."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, cast

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from beholder.engine import (
    Answer,
    Engine,
    Join,
    Lease,
    SimulatedClock,
    open_simulated,
    open_study,
    seeded_entropy,
    simulate,
)
from beholder.engine.command import Command
from beholder.engine.handlers.adjudication import Adjudicate
from beholder.engine.handlers.exclude import Exclude
from beholder.engine.handlers.guideline import ChangeGuideline, ReissueGuideline
from beholder.engine.handlers.inbox import Ask
from beholder.engine.handlers.joining import Withdraw, token_digest
from beholder.engine.handlers.judging import AddJudge, Judge, KeepCall
from beholder.engine.handlers.skips import Skip
from beholder.engine.handlers.staff_accounts import PutPerson
from beholder.engine.handlers.stages import FillSheet, GiveConsent
from beholder.engine.handlers.study_state import SetPhase, SetState
from beholder.engine.handlers.suspension import ReportBroken
from beholder.exports import Wish, write_dataset, write_export
from beholder.facade import Study
from beholder.report.bundle import MANIFEST, SEAL, BundleWriter
from beholder.report.release import _write
from beholder.store import Database, LeaseRow
from beholder.store.answers import answers_to
from beholder.store.judgments import CallRow
from beholder.store.schema import metadata
from beholder.study import load_definition
from tests.engine.test_journey import QUESTION, graded
from tests.study_maker import make_study, payload_for


def simulated_study(folder: Path, database: Database) -> None:
    """A finished study of pairs, whose sides are balanced."""
    definition, clock = make_study(folder, "pair", items=3, ratings=2), SimulatedClock()
    key = open_simulated(database, definition, seed=1, now=clock.now)
    engine = Engine(database, key, definition, clock=clock, entropy=seeded_entropy(1))
    simulate(engine, clock, raters=3, seed=1)
    engine.close()


def lived_study(folder: Path, database: Database) -> None:
    """A study of people that uses every table: a pilot, sheets, a second attempt, a correction, exclusions, a withdrawal."""
    make_study(
        folder,
        "one",
        items=3,
        systems="ab",
        ratings={"least": 2, "most": 3, "stop": {"lead": 2}},
        overlap={"share": 0.2, "ratings": 3},
        consent={"text": "You may stop at any time."},
        before={"vision": QUESTION},
        qualification={"at_least": 1.0, "attempts": 2},
        checks={"every": 3},
        broken_after=1,
        broken_answers=0,
    )
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        for name, kind in (("q1", "qualification"), ("c1", "attention"), ("c2", "attention")):
            file.write(json.dumps(graded(name, kind)) + "\n")
    clock, entropy = SimulatedClock(), seeded_entropy(1)
    life = _Life(folder, database, clock, entropy)
    _live(life)
    life.engine.close()
    with (folder / "items.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps({"id": "i9", "candidates": [{"system": "a", "text": "late"}]}) + "\n")
    again = _Life(folder, database, clock, entropy)
    again.work("seven", most=3)
    again.engine.run(SetState("paused"))
    again.engine.close()


def _live(life: _Life) -> None:
    life.do(SetPhase("me", "pilot"))
    life.work("one", most=1)
    life.do(SetPhase("me", "main"))
    life.work("one", most=2, first=1)
    two = life.work("two", most=4)
    life.engine.run(life.correction(two[-1]))
    life.do(ChangeGuideline("me", {"en": "Look twice."}, {"en": "Look twice now."}, material=True))
    life.do(ReissueGuideline("me", before=2))
    three = life.work("three", most=4)
    life.engine.run(Exclude([life.newest(three[-1].lease)], rule="by-hand"))
    life.work("four", most=2)
    life.engine.run(Withdraw(life.raters["four"]))
    lease = life.arrive("five").leases[-1]
    life.do(Ask(lease.rater, "Does the shadow count?", lease.lease))
    life.do(Skip(lease.rater, lease.lease, "known"))
    lease = life.arrive("six").leases[-1]
    life.do(ReportBroken(lease.rater, lease.lease, "all black"))
    life.do(Adjudicate("me", three[0].trial, payload_for("one", 1, value=2)))
    setup = {"guideline": hashlib.sha256(b"Look twice.").hexdigest(), "template": 1, "language": "en", "reason": "none"}
    judge = life.do(AddJudge("m", "a-model", "2", setup))
    life.do(KeepCall(CallRow(0, judge, "digest", 5, 9, 200, "{}", "a-model", "", "stop", 10, 5, False, "")))
    said = [(0, payload_for("one", 1, value=4), ""), (1, None, "it is empty")]
    for trial, payload, error in said:
        slots = json.loads(three[trial].slots)
        life.do(Judge(judge, three[trial].trial, 0, "main", 0, slots, "2", payload, error=error, calls=["digest"]))
    life.do(PutPerson("me", "ann", role="coordinator", password="hash", link_digest="digest"))


class _Life:
    """Raters of one server: each comes from a platform, consents, answers the questions, and qualifies."""

    def __init__(self, folder: Path, database: Database, clock: SimulatedClock, entropy: Any) -> None:
        definition = load_definition(folder)
        key = open_study(database, definition, clock=clock)
        self.engine = Engine(database, key, definition, clock=clock, entropy=entropy, id_digest=token_digest)
        self.clock = clock
        self.raters: dict[str, str] = {}

    def do(self, act: Command[Any]) -> Any:
        return self.engine.run(act)

    def arrive(self, name: str, *, first: int = 3) -> Any:
        """`first` is the first answer to the qualification; the second is right."""
        if name not in self.raters:
            link = Join("human", "en", platform="prolific", external=f"id-{name}", link=f'{{"SESSION_ID":"{name}"}}')
            rater = self.raters[name] = self.engine.run(link).rater
            self.do(GiveConsent(rater, "digest"))
            self.do(FillSheet(rater, "before", {"vision": "yes"}))
        rater = self.raters[name]
        leased = self.engine.run(Lease(rater, want=1))
        while leased.leases and leased.leases[0].kind == "qualification":
            self.engine.run(self.answer(leased.leases[0], first))
            first, leased = 3, self.engine.run(Lease(rater, want=1))
        return leased

    def work(self, name: str, *, most: int, first: int = 3) -> list[LeaseRow]:
        done: list[LeaseRow] = []
        while len(done) < most:
            lease = self.arrive(name, first=first).leases[0]
            self.clock.now += 20_000
            self.engine.run(self.answer(lease, 1 + len(done) % 5))
            done.append(lease)
        return done

    def answer(self, lease: LeaseRow, value: int, **more: Any) -> Answer:
        name = f"{lease.lease[:12]}-{len(more)}{value}"
        payload = payload_for("one", 1, value=value)
        return Answer(id=name, rater=lease.rater, lease=lease.lease, payload=payload, active_ms=9000, **more)

    def correction(self, lease: LeaseRow) -> Answer:
        return self.answer(lease, 5, revises=self.newest(lease.lease), guideline="1")

    def newest(self, lease: str) -> str:
        with self.engine.database.read() as conn:
            return answers_to(conn, [lease])[lease][-1].answer


class Undone(Exception):
    """Ends a transaction without leaving anything of it."""


class _OneConnection:
    """A database that reads from one transaction, so that what leaves it follows from edits that are never committed."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn

    @contextmanager
    def read(self) -> Iterator[Connection]:
        yield self._conn


def within(study: Study, conn: Connection) -> Study:
    """The study as that transaction sees it."""
    return Study(study.definition, cast("Database", _OneConnection(conn)), study.key, study.id)


def tables_of(study: Study, folder: Path) -> dict[str, bytes]:
    """The tables of answers and judgments, in full."""
    found: dict[str, bytes] = {}
    for name, wish in {
        "ratings": Wish(all_revisions=True),
        "answers": Wish(table="answers", platform_ids=True),
        **({"judgments": Wish(table="judgments")} if study.judges() else {}),
    }.items():
        write_export(study, folder / f"{name}.csv", wish, codebook=False)
        found[name] = (folder / f"{name}.csv").read_bytes()
    return found


def everything_of(study: Study, folder: Path) -> dict[str, bytes]:
    """All that leaves a study: tables, data set, release. Parquet files hold the same as the tables, and when they were made."""
    found = tables_of(study, folder)
    write_dataset(study, folder / "dataset", Wish())
    for path in sorted((folder / "dataset").rglob("*")):
        if path.is_file() and path.suffix != ".parquet":
            found[path.name] = path.read_bytes()
    writer = BundleWriter(folder / "release.zip")
    _write(study, writer, media=False, progress=lambda _done, _total: None)
    with zipfile.ZipFile(folder / "release.zip") as archive:
        for name in archive.namelist():
            if not name.endswith(".parquet") and name not in (MANIFEST, SEAL):
                found[name] = archive.read(name)
        facts = json.loads(archive.read(MANIFEST))
    del facts["files"]
    return {**found, MANIFEST: json.dumps(facts).encode()}


def contents(conn: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table."""
    return {
        name: sorted((tuple(row) for row in conn.execute(sa.select(table))), key=repr)
        for name, table in metadata.tables.items()
    }


class Edit(NamedTuple):
    """One change to one row."""

    name: str
    statement: sa.Delete | sa.Insert | sa.Update

    def apply(self, conn: Connection) -> bool:
        """Makes the change, past whatever refers to the row; False if the database refuses it all the same."""
        if conn.dialect.name == "sqlite":
            conn.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        else:
            conn.exec_driver_sql("SET LOCAL session_replication_role = replica")
        try:
            with conn.begin_nested():
                conn.execute(self.statement)
        except sa.exc.IntegrityError:
            return False
        return True


def edits(conn: Connection) -> Iterator[Edit]:
    """For every column of every table, one row changed a little and one given another row's value; and rows removed."""
    for table in metadata.sorted_tables:
        rows = [row._asdict() for row in conn.execute(sa.select(table).order_by(*table.primary_key.columns))]
        if not rows:
            continue
        for number in {0, len(rows) // 2, len(rows) - 1}:
            yield Edit(f"{table.name}: row {number} removed", sa.delete(table).where(_is(table, rows[number])))
        more = {
            column.name: _another(rows[-1][column.key])
            for column in table.primary_key.columns
            if column.name != "study"
        }
        yield Edit(f"{table.name}: a row added", sa.insert(table).values({**rows[-1], **more}))
        for column in table.columns:
            values = [row[column.key] for row in rows]
            for number, value in _changed(values):
                statement = sa.update(table).where(_is(table, rows[number])).values({column: value})
                yield Edit(f"{table.name}.{column.name}: {values[number]!r:.40} to {value!r:.40}", statement)


def _another(value: Any) -> Any:
    return value + 1000 if isinstance(value, int) else f"{value}x"


def _changed(values: list[Any]) -> Iterator[tuple[int, Any]]:
    for number in {0, len(values) // 2, len(values) - 1}:
        value = values[number]
        if isinstance(value, bool):
            yield number, not value
        elif isinstance(value, int):
            yield number, value + 1
        elif isinstance(value, str):
            place = len(value) // 2
            letter = "b" if value[place : place + 1] != "b" else "c"
            yield number, value[:place] + letter + value[place + 1 :]
        else:
            yield number, next((one for one in values if one is not None), None)
    others = [(n, one) for n in range(len(values)) for one in values if one != values[n] and one is not None]
    if others:
        yield others[len(others) // 2]


def _is(table: sa.Table, row: Mapping[str, Any]) -> sa.ColumnElement[bool]:
    return sa.and_(*(column == row[column.key] for column in table.primary_key.columns))
