"""Durability, the chain, backups, migrations: what keeps answers safe, on both databases."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config

from beholder.engine import find_stored, open_simulated, simulate
from beholder.engine.clock import SimulatedClock
from beholder.engine.engine import Engine
from beholder.engine.simulate import seeded_entropy
from beholder.errors import BeholderError
from beholder.facade import load
from beholder.keeping.backup import read_backup, write_backup
from beholder.keeping.verify import Receipt, verify_chain
from beholder.store import Database, migrate
from beholder.store.database import DatabaseDamagedError, _normal_url
from beholder.store.migrate import current, newest
from beholder.store.outage import DatabaseUnavailableError
from beholder.store.raters import load_raters
from beholder.store.rows import RaterRow
from beholder.store.schema import answers, leases, metadata, payloads, raters, records
from beholder.store.server_tables import server_metadata
from beholder.store.studies import touch_study
from beholder.store.study_home import Home
from tests.study_maker import make_study


@pytest.fixture
def study(tmp_path: Path, database_url: str) -> Path:
    """A finished study whose data are in the database under test."""
    folder = tmp_path / "study"
    definition = make_study(folder, "pair", items=8, ratings=2)
    database = Database.open(database_url)
    clock = SimulatedClock()
    engine = Engine(
        database,
        open_simulated(database, definition, seed=1, now=clock.now),
        definition,
        clock=clock,
        entropy=seeded_entropy(1),
    )
    simulate(engine, clock, raters=5, seed=1)
    engine.close()
    database.close()
    return folder


def test_commits_are_durable_on_every_connection(database: Database) -> None:
    expected = (
        {"journal_mode": "wal", "synchronous": "2"}
        if database.is_sqlite
        else {"fsync": "on", "synchronous_commit": "on"}
    )
    for _ in range(3):
        assert database.durability() == expected


def test_readers_cannot_write_to_sqlite(tmp_path: Path) -> None:
    database = Database.open(tmp_path / "a.sqlite3")
    with pytest.raises(sa.exc.OperationalError, match="readonly"), database.read() as conn:
        conn.execute(sa.delete(records))
    database.close()


def test_the_migrations_make_the_schema_that_the_code_declares(database: Database) -> None:
    with database.read() as conn:
        assert current(conn) == newest()
        found = sa.inspect(conn)
        declared = {**metadata.tables, **server_metadata.tables}
        assert set(found.get_table_names()) - {"alembic_version"} == set(declared)
        for name, table in declared.items():
            assert {c["name"] for c in found.get_columns(name)} == {c.name for c in table.columns}
            assert {i["name"] for i in found.get_indexes(name) if not str(i["name"]).startswith("sqlite_")} >= {
                i.name for i in table.indexes
            }


def test_a_database_of_a_newer_program_is_left_alone(database_url: str) -> None:
    database = Database.open(database_url)
    with database.write() as conn:
        conn.execute(sa.text("UPDATE alembic_version SET version_num = '9999_future'"))
    database.close()
    with pytest.raises(BeholderError) as caught:
        Database.open(database_url)
    assert caught.value.code == "database-newer"


def test_what_was_stored_before_a_migration_is_kept_and_completed(database_url: str) -> None:
    early = Database(database_url)
    with early.write() as conn:
        settings = Config(attributes={"connection": conn})
        settings.set_main_option("script_location", str(Path(migrate.__file__).parent / "migrations"))
        command.upgrade(settings, "0003_codes_and_sessions")
        for name, given in {
            "raters": {"rater": "r-1", "seen_at": 9, "token_digest": "t"},
            "leases": {"lease": "held", "rater": "r-1", "state": "open", "issued_at": 700},
        }.items():
            table = sa.Table(name, sa.MetaData(), autoload_with=conn)
            others = {c.name: "" if isinstance(c.type, sa.Text) else c.type.python_type(0) for c in table.columns}
            conn.execute(table.insert(), others | given)
    early.close()
    database = Database.open(database_url)
    with database.read() as conn:
        assert current(conn) == newest()
        assert conn.execute(sa.select(leases.c.issued_at, leases.c.held_at)).all() == [(700, 700)], "held since then"
        told = sa.select(raters.c.rater, raters.c.seen_at, raters.c.worked_until, raters.c.overclaimed_ms)
        assert conn.execute(told).all() == [("r-1", 9, 0, 0)]
    assert database.integrity() == []
    database.close()


def test_a_transaction_that_changes_nothing_is_written_all_the_same(study: Path, database_url: str) -> None:
    """Else a disk that is full or gone would pass for one that works."""
    database = Database.open(database_url)
    written = "PRAGMA user_version" if database.is_sqlite else "SELECT pg_current_xact_id_if_assigned()"
    row = find_stored(database, study)
    assert row is not None
    with database.write(row.study) as conn:
        before = conn.exec_driver_sql(written).scalar_one()
        touch_study(conn, row.study)
        after = conn.exec_driver_sql(written).scalar_one()
    assert after is not None
    assert after != before
    with database.read() as conn:
        assert verify_chain(conn, row.study).problems == ()
    database.close()


def test_a_file_that_went_bad_is_called_damaged_while_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite3"
    database = Database.open(path)
    with database.write() as conn:
        conn.exec_driver_sql("CREATE TABLE filler AS SELECT randomblob(3000) AS bytes FROM (VALUES (1), (2), (3), (4))")
    database.close()
    with path.open("r+b") as file:
        pages = path.stat().st_size // 4096
        # all but the first pages, which hold the schema: the file opens
        for page in range(pages - 3, pages):
            file.seek(page * 4096)
            file.write(b"\xff" * 4096)
    database = Database(f"sqlite:///{path}")
    with pytest.raises(DatabaseDamagedError) as caught, database.read() as conn:
        conn.exec_driver_sql("SELECT sum(length(bytes)) FROM filler").scalar_one()
    assert caught.value.code == "database-damaged"
    assert "restore" in caught.value.problems[0].hint
    database.close()


@pytest.mark.postgres
def test_a_connection_that_the_server_ended_is_an_outage_of_one_request(postgres_url: str) -> None:
    database, other = Database.open(postgres_url), Database(postgres_url)

    def ask(*, ended: bool) -> dict[str, RaterRow]:
        with database.read() as conn:
            if ended:
                mine = conn.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
                with other.read() as master:
                    master.execute(sa.text("SELECT pg_terminate_backend(:pid, 10000)"), {"pid": mine})
            return load_raters(conn, 1, ["r-1"])

    with pytest.raises(DatabaseUnavailableError):
        ask(ended=True)
    assert ask(ended=False) == {}, "the next request gets a connection that works"
    database.close()
    other.close()


@pytest.mark.parametrize("address", ["mysql://x/y", "nonsense", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_wrong_address_is_explained(address: str) -> None:
    with pytest.raises(BeholderError) as caught:
        Database.open(address)
    assert caught.value.problems[0].hint


def test_passwords_are_not_printed() -> None:
    with pytest.raises(BeholderError) as caught:
        Database.open("postgresql://me:hunter2@127.0.0.1:1/none")
    assert "hunter2" not in str(caught.value)
    assert str(_normal_url("postgres://a/b")).startswith("postgresql+psycopg")


def test_a_clean_chain_verifies(study: Path, database_url: str) -> None:
    with load(study, database=database_url) as opened:
        receipt = opened.verify()
        assert receipt.problems == ()
        assert (receipt.length, receipt.head) == (opened.receipt().length, opened.receipt().head)


def _first(conn: sa.Connection, table: sa.Table, column: str) -> str:
    return str(conn.execute(sa.select(table.c[column]).order_by(table.c[column]).limit(1)).scalar_one())


def _swap_payloads(conn: sa.Connection) -> None:
    rows = conn.execute(sa.select(payloads.c.answer, payloads.c.payload).order_by(payloads.c.answer)).all()
    first = rows[0]
    other = next(row for row in rows if row.payload != first.payload)
    conn.execute(sa.update(payloads).where(payloads.c.answer == first.answer).values(payload=other.payload))
    conn.execute(sa.update(payloads).where(payloads.c.answer == other.answer).values(payload=first.payload))


TAMPERING: dict[str, Callable[[sa.Connection], object]] = {
    "a changed answer": lambda c: c.execute(
        sa.update(payloads)
        .where(payloads.c.answer == _first(c, payloads, "answer"))
        .values(payload='{"slots":[],"trial":{"better":"none"}}')
    ),
    "swapped answers": _swap_payloads,
    "an erased payload": lambda c: c.execute(
        sa.update(payloads).where(payloads.c.answer == _first(c, payloads, "answer")).values(payload=None, salt=None)
    ),
    "a deleted answer": lambda c: (
        c.execute(sa.delete(payloads).where(payloads.c.answer == _first(c, payloads, "answer"))),
    ),
    "another rater": lambda c: c.execute(
        sa.update(answers).where(answers.c.answer == _first(c, answers, "answer")).values(revision=7)
    ),
    "another side": lambda c: c.execute(
        sa.update(leases)
        .where(leases.c.lease == sa.select(answers.c.lease).limit(1).scalar_subquery())
        .values(slots='[["x"],["y"]]')
    ),
    "a silent exclusion": lambda c: c.execute(
        sa.update(answers).where(answers.c.answer == _first(c, answers, "answer")).values(excluded_by="dislike")
    ),
    "a removed record": lambda c: c.execute(sa.delete(records).where(records.c.seq == 9)),
    "a changed record": lambda c: c.execute(sa.update(records).where(records.c.seq == 9).values(at=1)),
    "a cut end": lambda c: c.execute(sa.delete(records).where(records.c.seq > 20)),
}


@pytest.mark.variants(10)
@pytest.mark.parametrize("how", sorted(TAMPERING))
def test_tampering_shows(study: Path, database_url: str, how: str) -> None:
    database = Database.open(database_url)
    with database.write() as conn:
        TAMPERING[how](conn)
    database.close()
    with load(study, database=database_url) as opened:
        assert opened.verify().problems


def test_a_rewritten_chain_shows_against_a_kept_receipt(study: Path, database_url: str) -> None:
    """Whoever rewrites the whole chain still cannot make it pass through a receipt kept elsewhere."""
    with load(study, database=database_url) as opened:
        kept = opened.receipt()
        with opened.database.read() as conn:
            assert verify_chain(conn, opened.key, kept=kept).problems == ()
            forged = Receipt(kept.length - 3, "0" * 64)
            assert verify_chain(conn, opened.key, kept=forged).problems
            longer = Receipt(kept.length + 1, kept.head)
            assert verify_chain(conn, opened.key, kept=longer).problems


def test_a_backup_restores_to_the_same_study(study: Path, database_url: str, tmp_path: Path) -> None:
    with load(study, database=database_url) as opened:
        before = opened.ratings(all_rows=True).rows
    secret = Home(study).secret()
    copied: list[int] = []
    receipt = write_backup(study, tmp_path / "b.zip", database=database_url, progress=copied.append)
    assert copied == sorted(copied), "rows that are copied only grow in number"
    assert copied[-1] > len(before)
    again = read_backup(tmp_path / "b.zip", tmp_path / "restored")
    assert (again.length, again.head) == (receipt.length, receipt.head)
    with load(tmp_path / "restored") as opened:
        assert opened.ratings(all_rows=True).rows == before
        assert opened.verify().problems == ()
    assert Home(tmp_path / "restored").secret() == secret


@pytest.mark.postgres
def test_a_study_moves_from_sqlite_to_postgres(tmp_path: Path, postgres_url: str) -> None:
    folder = tmp_path / "study"
    definition = make_study(folder, "one", items=4, ratings=1)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    clock = SimulatedClock()
    engine = Engine(database, open_simulated(database, definition, seed=1, now=clock.now), definition, clock=clock)
    simulate(engine, clock, raters=3, seed=1)
    engine.close()
    database.close()
    write_backup(folder, tmp_path / "b.zip")
    read_backup(tmp_path / "b.zip", tmp_path / "moved", database=postgres_url)
    with load(folder) as old, load(tmp_path / "moved", database=postgres_url) as new:
        assert new.ratings(all_rows=True).rows == old.ratings(all_rows=True).rows
        assert new.verify().problems == ()


def test_a_damaged_backup_is_refused_and_leaves_nothing(study: Path, database_url: str, tmp_path: Path) -> None:
    write_backup(study, tmp_path / "b.zip", database=database_url)
    whole = (tmp_path / "b.zip").read_bytes()
    rng = np.random.default_rng(4)
    damaged = 0
    for number in range(12):
        broken = bytearray(whole)
        if number % 3 == 0:
            broken = broken[: int(rng.integers(10, len(whole) - 30))]
        else:
            for place in rng.integers(0, len(whole), size=40):
                broken[place] ^= int(rng.integers(1, 256))
        (tmp_path / "broken.zip").write_bytes(broken)
        target = tmp_path / f"restored-{number}"
        try:
            receipt = read_backup(tmp_path / "broken.zip", target)
        except BeholderError:
            damaged += 1
            assert not target.exists()
        else:
            assert receipt.problems == ()
    assert damaged >= 10


@pytest.mark.parametrize(
    "name", ["../evil.txt", "/evil.txt", "a/../../evil.txt", "..\\evil.txt", ".beholder/notes/1-evil.txt"]
)
def test_a_backup_cannot_write_outside_its_folder(tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as file:
        file.writestr("backup.json", json.dumps({"study": "x", "length": 0, "head": ""}))
        file.writestr(name, "evil")
    with pytest.raises(BeholderError) as caught:
        read_backup(tmp_path / "evil.zip", tmp_path / "target")
    assert caught.value.code == "backup-unsafe"
    assert not list(tmp_path.rglob("evil.txt"))


def _changed(backup: Path, target: Path, change: dict[str, bytes], *added: tuple[str, bytes]) -> Path:
    """The backup with other contents of some files, and with more files."""
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for entry in old.infolist():
            new.writestr(entry.filename, change.get(entry.filename, old.read(entry)))
        for name, content in added:
            new.writestr(name, content)
    return target


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_forged_backup_is_refused_in_words_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "study"
    definition = make_study(folder, "one", items=4, ratings=1)
    Home(folder).make()
    database = Database.open(Home(folder).database)
    open_simulated(database, definition, seed=1, now=0)
    database.close()
    write_backup(folder, tmp_path / "b.zip")
    forged: dict[str, tuple[str, dict[str, bytes], list[tuple[str, bytes]]]] = {
        "a list": ("backup-broken", {"backup.json": b"[]"}, []),
        "a deep list": ("backup-broken", {"backup.json": b"[" * 60_000}, []),
        "a large manifest": ("backup-broken", {"backup.json": b" " * 1_000_000}, []),
        "no database": ("backup-broken", {".beholder/study.sqlite3": b"no database" * 500}, []),
        "a file twice": ("backup-unsafe", {}, [("study.yaml", b"evil")]),
        "a file twice in other words": ("backup-unsafe", {}, [("./study.yaml", b"evil")]),
        "a log for the database": ("backup-unsafe", {}, [(".beholder/study.sqlite3-wal", b"evil")]),
    }
    for what, (code, change, added) in forged.items():
        path = _changed(tmp_path / "b.zip", tmp_path / "forged.zip", change, *added)
        with pytest.raises(BeholderError) as caught:
            read_backup(path, tmp_path / "target")
        assert (what, caught.value.code) == (what, code)
        assert not (tmp_path / "target").exists()
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(BeholderError) as caught:
        read_backup(tmp_path / "b.zip", tmp_path / "target")
    assert caught.value.code == "backup-too-large"


def test_the_secret_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    first = Home(tmp_path).secret()
    assert Home(tmp_path).secret() == first
    assert len(first) >= 32
    assert (tmp_path / ".beholder" / "secret").stat().st_mode & 0o077 == 0
    (tmp_path / ".beholder" / "secret").write_text("short", encoding="ascii")
    with pytest.raises(BeholderError) as caught:
        Home(tmp_path).secret()
    assert caught.value.code == "secret-weak"


@pytest.mark.parametrize("address", [None, "postgresql://studies@127.0.0.1/one"])
def test_a_study_in_use_says_by_whom(tmp_path: Path, address: str | None) -> None:
    held, other = (Home(tmp_path).lock(by, database=address) for by in ("beholder serve", "other"))
    with held, pytest.raises(BeholderError) as caught, other:
        pass
    assert "beholder serve" in caught.value.problems[0].problem
    with Home(tmp_path).lock("beholder simulate"):
        pass


@pytest.mark.postgres
def test_only_a_server_limits_how_long_postgres_may_take_and_an_address_may_say_otherwise(postgres_url: str) -> None:
    def settings(database: Database) -> list[str]:
        with database.read() as conn:
            names = ("lock_timeout", "statement_timeout", "search_path")
            return [str(conn.exec_driver_sql(f"SHOW {name}").scalar_one()) for name in names]

    command = Database.open(f"{postgres_url}?options=-c%20search_path%3Dpublic%20-c%20lock_timeout%3D3s")
    assert settings(command) == ["3s", "0", "public"]
    server = command.with_patience(7)
    assert settings(server) == ["3s", "7s", "public"]
    server.close()


@pytest.mark.postgres
def test_a_statement_that_takes_too_long_and_a_lock_that_is_held_are_told_as_an_outage(postgres_url: str) -> None:
    server = Database.open(postgres_url).with_patience(1)
    with pytest.raises(DatabaseUnavailableError), server.read() as conn:
        conn.exec_driver_sql("SELECT pg_sleep(60)")
    other = Database(postgres_url)
    with other.write(1), pytest.raises(DatabaseUnavailableError), server.write(1):
        pass
    with server.write(1) as conn:
        assert conn.exec_driver_sql("SELECT 1").scalar_one() == 1
    with pytest.raises(sa.exc.ProgrammingError), server.read() as conn:
        conn.exec_driver_sql("SELECT nonsense")
    other.close()
    server.close()
